"""The empty table: felt with its print, a padded rail, the dealer's chip tray."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scene.camera import SceneCamera
from models.scene.chips import HOUSE
from models.scene.paint import Box, Canvas, Colour, text_mask
from vision.layout import Layout, Point, Polygon, SeatLayout

FELT: Colour = (74, 92, 26)
PRINT: Colour = (116, 156, 50)
"""Tone on tone, as on most felts: lines that the eye finds and that are no things to a camera."""

GOLD: Colour = (112, 176, 206)
LEATHER: Colour = (30, 38, 52)
WOOD: Colour = (38, 72, 118)

FINE = 2
"""The table is drawn at twice the camera's scale and brought down."""

RAIL_MM = 78.0
WOOD_MM = 16.0
NAME_MM = 12.0
NAME_PX_PER_MM = 8.0

TRAY_MM = (250.0, 54.0)

Plane = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class TableTop:
    """What the empty table looks like.

    Attributes:
        layout: where things are printed.
        size_mm: of the felt, whose corner at the top left is the origin.
        corner_mm: radius of the felt's corners.
        tray_mm: middle of the dealer's chip tray.
        seed: of the grain of felt, leather and wood.
    """

    layout: Layout
    size_mm: tuple[float, float]
    corner_mm: float
    tray_mm: tuple[float, float]
    seed: int

    def drawn_by(self, camera: SceneCamera) -> Canvas:
        """The empty table in even light, as this camera sees it."""
        rows, columns = camera.height_px * FINE, camera.width_px * FINE
        random = np.random.default_rng(self.seed)
        canvas = np.empty((rows, columns, 3), np.float32)
        strip = 180  # in strips, so that the planes of a large picture need not all be held
        for top in range(0, rows, strip):
            window = Box(0, top, columns, min(rows, top + strip))
            x, y = _places(camera, window)
            canvas[window.top : window.bottom] = self._painted(x, y, random)
        size = (camera.width_px, camera.height_px)
        return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.float32)

    def _painted(self, x: Plane, y: Plane, random: np.random.Generator) -> Canvas:
        away = self._outside_felt(x, y)
        picture = _flat(FELT, x)
        picture *= 1 + 0.055 * _grain(random, x.shape, 1.0) + 0.03 * _weave(x, y)
        self._print(picture, x, y)
        # The rail's padding throws the felt's edge into shade.
        picture *= (1 - 0.45 * np.exp(-np.clip(-away, 0, None) / 9.0))[..., None]
        self._lay_rail(picture, x, y, away, random)
        self._lay_tray(picture, x, y)
        return picture

    def _outside_felt(self, x: Plane, y: Plane) -> Plane:
        """Distance outside the felt's edge; negative on the felt."""
        width, height = self.size_mm
        return rounded_box(x - width / 2, y - height / 2, (width / 2, height / 2), self.corner_mm)

    def _print(self, picture: Canvas, x: Plane, y: Plane) -> None:
        width, height = self.size_mm
        if self.layout.betting_line:
            line = _stroke(_polygon(x, y, self.layout.betting_line, 34.0), 1.3)
            _lay(picture, 0.75 * line, PRINT)
        for seat in self.layout.seats:
            _lay(picture, 0.75 * _stroke(_polygon(x, y, seat.bet_area, 9.0), 0.9), PRINT)
            if seat.card_area:
                _lay(picture, 0.35 * _stroke(_polygon(x, y, seat.card_area, 6.0), 0.7), PRINT)
            name = text_mask(seat.name, NAME_MM * NAME_PX_PER_MM, 500)
            _lay(picture, 0.45 * _printed(x, y, name, _in_front(seat)), PRINT)
        if self.layout.board:
            _lay(picture, 0.6 * _stroke(_polygon(x, y, self.layout.board, 6.0), 0.9), PRINT)
        middle = np.hypot((x - width / 2), (y - height * 0.40)) / 46.0
        _lay(picture, 0.16 * _stroke((middle - 1) * 46, 1.0), GOLD)

    def _lay_rail(
        self, picture: Canvas, x: Plane, y: Plane, away: Plane, random: np.random.Generator
    ) -> None:
        hump = np.clip(away / RAIL_MM, 0, 1)
        light = 0.55 + 0.75 * np.sin(np.pi * np.clip(hump * 0.92 + 0.06, 0, 1)) ** 1.5
        leather = _flat(LEATHER, x) * light[..., None]
        leather *= 1 + 0.10 * _grain(random, x.shape, 2.2)
        seam = _stroke(away - 8.0, 0.7)
        stitches = seam * ((x + 0.6 * y) % 7.0 < 4.4)
        _lay(leather, 0.5 * stitches, GOLD)
        _lay(picture, _step(away), leather)
        wood = _flat(WOOD, x) * (1 + 0.12 * np.sin((x * 0.15 + y) * 0.9))[..., None]
        _lay(picture, _step(away - RAIL_MM), wood)
        floor = _flat((26, 24, 24), x)
        _lay(picture, _step(away - RAIL_MM - WOOD_MM), floor)

    def _lay_tray(self, picture: Canvas, x: Plane, y: Plane) -> None:
        half = (TRAY_MM[0] / 2, TRAY_MM[1] / 2)
        dx, dy = x - self.tray_mm[0], y - self.tray_mm[1]
        edge = rounded_box(dx, dy, half, 7.0)
        _lay(picture, 0.5 * np.exp(-np.clip(edge, 0, None) / 4.0) * (edge > -1), (0, 0, 0))
        _lay(picture, _step(-edge), (58, 56, 54))
        rows = list(HOUSE)
        pitch = (TRAY_MM[0] - 10) / len(rows)
        for index, denomination in enumerate(rows):
            column = dx + TRAY_MM[0] / 2 - 5 - (index + 0.5) * pitch
            inside = rounded_box(column, dy, (19.5, half[1] - 5), 2.0)
            design = HOUSE[denomination]
            # A rack shows chips on edge: bands of one thickness, round across.
            band = (dy + 100) % 3.3
            spots = ((np.floor((dy + 100) / 3.3) * 7 + column * 0.35) % 9.0) < 3.0
            chips = np.where(spots[..., None], np.array(design.spots), np.array(design.body))
            round_light = np.sqrt(np.clip(1 - (column / 20.5) ** 2, 0, 1))
            shade = (0.35 + 0.6 * round_light) * np.where(band < 0.5, 0.7, 1.0)
            _lay(picture, _step(-inside), (chips * shade[..., None]).astype(np.float32))


def rounded_box(x: Plane, y: Plane, half: tuple[float, float], radius: float) -> Plane:
    """Signed distance to a rectangle with round corners, around the origin."""
    over_x, over_y = np.abs(x) - (half[0] - radius), np.abs(y) - (half[1] - radius)
    outside = np.hypot(np.maximum(over_x, 0), np.maximum(over_y, 0))
    inside = np.minimum(np.maximum(over_x, over_y), 0)
    return np.asarray(outside + inside - radius, np.float32)


def _places(camera: SceneCamera, window: Box) -> tuple[Plane, Plane]:
    shift = (FINE - 1) / 2
    columns = (np.arange(window.left, window.right) - shift) / FINE
    rows = (np.arange(window.top, window.bottom) - shift) / FINE
    grid_x, grid_y = np.meshgrid(columns, rows)
    at = camera.places(np.stack((grid_x.ravel(), grid_y.ravel()), axis=1))
    x, y = at.T.reshape(2, *grid_x.shape).astype(np.float32)
    return x, y


def _polygon(x: Plane, y: Plane, polygon: Polygon, radius: float) -> Plane:
    """Signed distance to the upright rectangle around a polygon, with round corners."""
    xs, ys = zip(*polygon, strict=True)
    half = ((max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2)
    return rounded_box(x - (max(xs) + min(xs)) / 2, y - (max(ys) + min(ys)) / 2, half, radius)


def _in_front(seat: SeatLayout) -> Point:
    """Where a seat's name is printed: before its bet area, towards the middle of the table."""
    xs, ys = zip(*seat.bet_area, strict=True)
    middle = np.array([(max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2])
    way = middle - np.array(seat.player)
    way /= np.abs(way).max()
    half = np.array([(max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2])
    x, y = middle + np.rint(way) * (half + NAME_MM)
    return float(x), float(y)


def _printed(x: Plane, y: Plane, mask: Plane, centre: Point) -> Plane:
    """A mask printed around a place."""
    height, width = mask.shape
    columns = (x - centre[0]) * NAME_PX_PER_MM + (width - 1) / 2
    rows = (y - centre[1]) * NAME_PX_PER_MM + (height - 1) / 2
    return np.asarray(
        cv2.remap(mask, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    )


def _flat(colour: Colour, like: Plane) -> Canvas:
    picture = np.empty((*like.shape, 3), np.float32)
    picture[:] = colour
    return picture


def _grain(random: np.random.Generator, shape: tuple[int, ...], size: float) -> Plane:
    noise = random.standard_normal(shape, np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), size)
    return np.asarray(soft / soft.std())[..., None]


def _weave(x: Plane, y: Plane) -> Plane:
    return np.asarray(np.sin(x * 2.4) * np.sin(y * 2.4))[..., None]


def _stroke(away: Plane, half_mm: float) -> Plane:
    return np.clip((half_mm - np.abs(away)) * 3 + 0.5, 0, 1)


def _step(away: Plane) -> Plane:
    """1 where a distance is positive, 0 where it is negative, soft between."""
    return np.clip(away * 3 + 0.5, 0, 1)


def _lay(picture: Canvas, alpha: Plane, colour: Colour | Canvas) -> None:
    layer = np.asarray(colour, np.float32)
    picture *= 1 - alpha[..., None]
    picture += alpha[..., None] * layer
