"""Zones: the part of a reduced picture around a seat in which motion and hands are looked for.

About half a pixel per millimetre is plenty for an arm, and costs a twentieth of the full picture.
A zone is left in the camera's own perspective: drawing it anew would gain nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import MultiPoint
from shapely import Polygon as Shape

from vision.calibration import Calibration
from vision.frames import Picture
from vision.layout import Point, Polygon, SeatLayout, corners
from vision.rectify import mask_of

PIXELS_PER_MM = 0.5
"""About this: pictures are halved until they are next to it."""

REACH_MM = 150.0
"""How far a zone reaches beyond the bet area: an arm crosses it, cards pushed forward lie in it."""

CARD_MARGIN_MM = 20.0

SPILL_MM = 15.0
"""Movement this close to the bet area may still be of chips in it."""

BORDER_MM = 8.0

PLAYER_SIDE_DEGREES = 75.0
"""Arms of a seat's own player come over the zone's border within this angle to the player."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Zone:
    """Where to look, in pixels of the reduced picture. All masks are (height, width).

    Attributes:
        seat: the seat's place on the table.
        box_px: (left, top, right, bottom) in the reduced picture.
        mm2_per_px: what one reduced pixel covers.
        whole: the zone.
        bet: the bet area.
        near_bet: the bet area and a little around it.
        cards: the card area; empty without one.
        border: the zone's rim, over which arms come.
        player_side: the part of the rim that faces the player.
        towards_player: all from the bet area to that part.
        border_px: width of the rim in pixels.
    """

    seat: SeatLayout
    box_px: tuple[int, int, int, int]
    mm2_per_px: float
    whole: Mask
    bet: Mask
    near_bet: Mask
    cards: Mask
    border: Mask
    player_side: Mask
    towards_player: Mask
    border_px: int

    def cut(self, reduced: Picture) -> Picture:
        """The zone's part of a reduced picture."""
        left, top, right, bottom = self.box_px
        return reduced[top:bottom, left:right]


class Reduction:
    """Makes a camera's pictures small, once for all its zones.

    Pictures are halved a few times: OpenCV does that several times faster than any other scale.
    """

    def __init__(self, calibration: Calibration, seats: Sequence[SeatLayout]) -> None:
        """Choose how often to halve, for the seat that is seen coarsest.

        Args:
            calibration: of the camera.
            seats: those that the camera covers.
        """
        scales = [calibration.pixels_per_mm(_centre(Shape(seat.bet_area))) for seat in seats]
        self.halvings = max(0, round(float(np.log2(min(scales) / PIXELS_PER_MM))))

    @property
    def factor(self) -> int:
        """Full pixels along one reduced pixel."""
        return 1 << self.halvings

    def reduce(self, picture: Picture) -> Picture:
        """The picture, small; rows and columns that do not fill a pixel are left out."""
        factor = self.factor
        height, width = picture.shape[0] // factor * factor, picture.shape[1] // factor * factor
        small = picture[:height, :width]
        for _ in range(self.halvings):
            half = (small.shape[1] // 2, small.shape[0] // 2)
            small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
        return small


def zone_of(seat: SeatLayout, calibration: Calibration, reduction: Reduction) -> Zone:
    """The zone of one seat in one camera's pictures.

    Raises:
        ValueError: the camera does not see the whole bet area.
    """
    if not sees_all_of(seat.bet_area, calibration):
        raise ValueError(f"the camera does not see the whole bet area of seat {seat.name}")
    outer = _outer(seat)
    places_px = calibration.to_pixels(np.array(outer.exterior.coords)) / reduction.factor
    size = np.array([calibration.width_px, calibration.height_px]) // reduction.factor
    low = np.floor(np.clip(places_px.min(axis=0), 0, size - 1)).astype(int)
    high = np.ceil(np.clip(places_px.max(axis=0) + 1, low + 1, size)).astype(int)
    return _zone(seat, outer, (low, high), _Places(calibration, reduction.factor, low))


def sees_all_of(area: Polygon, calibration: Calibration) -> bool:
    """Whether an area lies whole in a camera's pictures."""
    right, bottom = calibration.width_px - 1, calibration.height_px - 1
    frame = Shape([(0, 0), (right, 0), (right, bottom), (0, bottom)])
    return bool(Shape(calibration.to_pixels(corners(area))).within(frame))


class _Places:
    """From millimetres to the pixels of a zone, and back."""

    def __init__(self, calibration: Calibration, factor: int, corner_px: NDArray[np.int_]) -> None:
        self._calibration = calibration
        self._factor = factor
        self._corner_px = corner_px

    def to_zone_px(self, table_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        full = self._calibration.to_pixels(table_mm)
        return (full + 0.5) / self._factor - 0.5 - self._corner_px

    def to_table_mm(self, zone_px: NDArray[np.float64]) -> NDArray[np.float64]:
        full = (zone_px + self._corner_px + 0.5) * self._factor - 0.5
        return self._calibration.to_table_mm(full)


def _zone(
    seat: SeatLayout,
    outer: Shape,
    box: tuple[NDArray[np.int_], NDArray[np.int_]],
    places: _Places,
) -> Zone:
    low, high = box
    width, height = (int(side) for side in high - low)

    def mask(shape: Shape) -> Mask:
        return mask_of(places.to_zone_px(np.array(shape.exterior.coords)), (width, height))

    bet_shape = Shape(seat.bet_area)
    bet, whole = mask(bet_shape), mask(outer)
    mm2_per_px = bet_shape.area / max(1, int(bet.sum()))
    border_px = max(1, round(BORDER_MM / np.sqrt(mm2_per_px)))
    border = whole & ~_shrunk(whole, border_px)
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    spots_mm = places.to_table_mm(np.column_stack((across.ravel(), down.ravel())).astype(float))
    towards = _towards(seat.player, _centre(bet_shape), spots_mm).reshape(height, width)
    towards_player = whole & (towards > np.cos(np.radians(PLAYER_SIDE_DEGREES)))
    return Zone(
        seat=seat,
        box_px=(int(low[0]), int(low[1]), int(high[0]), int(high[1])),
        mm2_per_px=mm2_per_px,
        whole=whole,
        bet=bet,
        near_bet=mask(bet_shape.buffer(SPILL_MM)),
        cards=mask(Shape(seat.card_area)) if seat.card_area else np.zeros_like(bet),
        border=border,
        player_side=border & towards_player,
        towards_player=towards_player,
        border_px=border_px,
    )


def _outer(seat: SeatLayout) -> Shape:
    parts = [*Shape(seat.bet_area).buffer(REACH_MM).exterior.coords]
    if seat.card_area:
        parts += Shape(seat.card_area).buffer(CARD_MARGIN_MM).exterior.coords
    return Shape(MultiPoint(parts).convex_hull.boundary.coords)


def _centre(shape: Shape) -> Point:
    return shape.centroid.x, shape.centroid.y


def _shrunk(mask: Mask, by_px: int) -> Mask:
    """A mask without its rim; the picture's edge is a rim as well."""
    inner = cv2.erode(
        mask.astype(np.uint8),
        np.ones((3, 3), np.uint8),
        iterations=by_px,
        borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    return np.asarray(inner, np.uint8).view(np.bool_)


def _towards(player: Point, centre: Point, spots_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cosine of the angle between each spot and the player, as seen from the bet area."""
    to_player = np.array(player) - centre
    to_spots = spots_mm - centre
    lengths = np.linalg.norm(to_spots, axis=1) * np.linalg.norm(to_player)
    return (to_spots @ to_player) / np.maximum(lengths, 1e-6)
