"""Zones: the reduced picture around a seat in which motion and hands are looked for.

About half a pixel per millimetre is plenty for an arm, and costs a twentieth of the full picture.
A zone is left in the camera's own perspective: drawing it anew would gain nothing.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import MultiPoint
from shapely import Polygon as Shape

from vision.calibration import Calibration
from vision.frames import Picture
from vision.layout import SeatLayout, corners
from vision.rectify import mask_of

PIXELS_PER_MM = 0.5
"""About this; see `block` below."""

REACH_MM = 120.0
"""How far a zone reaches beyond the bet area: an arm crosses it, chips in the area do not."""

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
        box_px: (left, top, right, bottom) in the full picture.
        size_px: (width, height) of the reduced picture.
        mm2_per_px: what one reduced pixel covers.
        whole: the zone.
        bet: the bet area.
        near_bet: the bet area and a little around it.
        cards: the card area; empty without one.
        border: the zone's rim, over which arms come.
        player_side: the part of the rim that faces the player.
        border_px: width of the rim in pixels.
    """

    seat: SeatLayout
    box_px: tuple[int, int, int, int]
    size_px: tuple[int, int]
    mm2_per_px: float
    whole: Mask
    bet: Mask
    near_bet: Mask
    cards: Mask
    border: Mask
    player_side: Mask
    border_px: int

    def reduce(self, picture: Picture) -> Picture:
        """Cut the zone out of a full picture and make it small."""
        left, top, right, bottom = self.box_px
        return np.asarray(
            cv2.resize(picture[top:bottom, left:right], self.size_px, interpolation=cv2.INTER_AREA),
            dtype=np.uint8,
        )


def zone_of(seat: SeatLayout, calibration: Calibration) -> Zone:
    """The zone of one seat in one camera's pictures.

    Raises:
        ValueError: the camera does not see the whole bet area.
    """
    right, bottom = calibration.width_px - 1, calibration.height_px - 1
    frame = Shape([(0, 0), (right, 0), (right, bottom), (0, bottom)])
    bet_px = Shape(calibration.to_pixels(corners(seat.bet_area)))
    if not bet_px.within(frame):
        raise ValueError(f"the camera does not see the whole bet area of seat {seat.name}")
    bet = Shape(seat.bet_area)
    parts = [*bet.buffer(REACH_MM).exterior.coords]
    if seat.card_area:
        parts += Shape(seat.card_area).buffer(CARD_MARGIN_MM).exterior.coords
    outer = Shape(MultiPoint(parts).convex_hull.boundary.coords)
    places_px = calibration.to_pixels(np.array(outer.exterior.coords))
    low = np.floor(np.clip(places_px.min(axis=0), 0, None)).astype(int)
    high = np.ceil(
        np.minimum(places_px.max(axis=0) + 1, (calibration.width_px, calibration.height_px))
    ).astype(int)
    # A whole number of pixels becomes one: OpenCV averages such blocks several times faster.
    block = max(
        1, round(calibration.pixels_per_mm((bet.centroid.x, bet.centroid.y)) / PIXELS_PER_MM)
    )
    width, height = (max(1, int(side) // block) for side in high - low)
    high = low + np.array([width, height]) * block
    return _zone(seat, calibration, (low, high), (width, height), outer)


def _zone(
    seat: SeatLayout,
    calibration: Calibration,
    box: tuple[NDArray[np.int_], NDArray[np.int_]],
    size_px: tuple[int, int],
    outer: Shape,
) -> Zone:
    low, high = box
    step = (high - low) / np.array(size_px)

    def mask(shape: Shape) -> Mask:
        places_px = calibration.to_pixels(np.array(shape.exterior.coords))
        return mask_of((places_px + 0.5 - low) / step - 0.5, size_px)

    bet_shape = Shape(seat.bet_area)
    bet, whole = mask(bet_shape), mask(outer)
    mm2_per_px = bet_shape.area / max(1, int(bet.sum()))
    border_px = max(1, round(BORDER_MM / np.sqrt(mm2_per_px)))
    inner = cv2.erode(
        whole.astype(np.uint8),
        np.ones((3, 3), np.uint8),
        iterations=border_px,
        borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    border = whole & (inner == 0)
    across, down = np.meshgrid(np.arange(size_px[0]), np.arange(size_px[1]))
    spots_px = (np.column_stack((across.ravel(), down.ravel())) + 0.5) * step + low - 0.5
    spots_mm = calibration.to_table_mm(spots_px)
    centre = np.array([bet_shape.centroid.x, bet_shape.centroid.y])
    to_player = np.array(seat.player) - centre
    to_player = to_player / max(float(np.linalg.norm(to_player)), 1e-6)
    from_centre = spots_mm - centre
    distance = np.maximum(np.linalg.norm(from_centre, axis=1), 1e-6)
    towards = (from_centre @ to_player / distance).reshape(size_px[1], size_px[0])
    return Zone(
        seat=seat,
        box_px=(int(low[0]), int(low[1]), int(high[0]), int(high[1])),
        size_px=size_px,
        mm2_per_px=mm2_per_px,
        whole=whole,
        bet=bet,
        near_bet=mask(bet_shape.buffer(SPILL_MM)),
        cards=mask(Shape(seat.card_area)) if seat.card_area else np.zeros_like(bet),
        border=border,
        player_side=border & (towards > np.cos(np.radians(PLAYER_SIDE_DEGREES))),
        border_px=border_px,
    )
