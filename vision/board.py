"""Watches the board: tells its face-up cards once they lie at rest and every one of them is sure.

Only what lies on the layout's board is looked at: hole cards are secrets, and nothing of them comes
this way. A board that is half hidden by an arm is not a board of fewer cards, so anything in the
area that is neither felt nor a card that was read makes the whole reading *cannot tell*.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.cards import Card
from table.observations import CERTAIN, BoardSeen, Observation
from vision.calibration import Calibration
from vision.card_finding import KNOWN_PX_PER_MM
from vision.card_reading import ReadCard, read_cards
from vision.frames import Frame, Picture
from vision.hands import log_colour
from vision.layout import Polygon
from vision.leftovers import things_in
from vision.motion import Contrast, MotionMeter, local_contrast
from vision.rectify import RectifiedArea, mask_of
from vision.watching import FRAMES_READ, ROUNDING_NS, SETTLING_NS

BOARDS = (3, 4, 5)
"""A flop is told when all of it lies there."""

SURE = 0.97
"""A wrong board is worse than one that a dealer has to enter."""

MOTION_PX_PER_MM = 0.5
LEAST_MOVED_MM2 = 120.0

OTHER_THAN_FELT = 0.3
"""How far, as a logarithm, a colour is from the felt's in at least one colour."""

AROUND_CARD_MM = 5.0
"""A card's shadow, and what its outline may be off by."""

THINNEST_MM = 8.0
"""Printed lines and letters on the felt are thinner."""

LEAST_LEFTOVER_MM2 = 300.0
"""A fingertip, or a quarter of a chip."""


@dataclass(frozen=True)
class BoardReading:
    """What lies on the board.

    Attributes:
        cards: by their place, from the left; None if not every one of them is sure.
        probability: of the least likely of them.
    """

    cards: tuple[Card, ...] | None
    probability: float


def read_board(drawn: Picture, area: RectifiedArea) -> BoardReading:
    """Read the board.

    Args:
        drawn: the board's area, as `area` draws it.
        area: at `KNOWN_PX_PER_MM` or thereabouts.

    Raises:
        vision.weights.WeightsError: a network is not there.
    """
    inside = mask_of(area.region_px, area.size_px)
    cards = [card for card in read_cards(drawn, area.pixels_per_mm) if _lies_in(card, inside)]
    probability = min((card.probability for card in cards), default=1.0)
    told = tuple(card.card for card in _in_row(cards, area) if card.card is not None)
    sure = len(told) == len(cards) and probability >= SURE
    if not sure or _leftover_mm2(drawn, inside, cards, area.pixels_per_mm) > LEAST_LEFTOVER_MM2:
        return BoardReading(None, probability)
    return BoardReading(told, probability)


class BoardWatcher:
    """Watches the board through one camera."""

    def __init__(self, source: str, board: Polygon, calibration: Calibration) -> None:
        """Make the maps.

        Args:
            source: the camera's name.
            board: where the board lies, in table millimetres.
            calibration: of the camera.
        """
        self._source = source
        self._coarse = RectifiedArea(calibration, board, MOTION_PX_PER_MM)
        self._fine = RectifiedArea(calibration, board, KNOWN_PX_PER_MM)
        self._meter = MotionMeter()
        self._told: tuple[Card, ...] = ()
        self.interrupted()

    def interrupted(self) -> None:
        """The camera was not live: look afresh. What was told stays told."""
        self._anchor: Contrast | None = None
        self._quiet_since_ns = 0
        self._has_read = False
        self._frames: deque[Picture] = deque(maxlen=FRAMES_READ)

    def see(self, frame: Frame) -> Iterator[Observation]:
        """Look at the next frame, and tell the board if it is another than was told."""
        contrast = local_contrast(self._coarse.draw(frame.picture))
        if self._moved(contrast):
            self._anchor, self._quiet_since_ns = contrast, frame.at_ns
            self._has_read = False
            self._frames.clear()
            return
        if self._has_read:
            return
        self._frames.append(frame.picture)
        if frame.at_ns - self._quiet_since_ns >= SETTLING_NS - ROUNDING_NS:
            self._has_read = True
            yield from self._read(frame.at_ns)

    def _moved(self, contrast: Contrast) -> bool:
        if self._anchor is None:
            return True
        changed = self._meter.changed(contrast, self._anchor)
        if float(changed.sum()) / MOTION_PX_PER_MM**2 > LEAST_MOVED_MM2:
            return True
        self._meter.learn_noise(contrast, self._anchor)
        return False

    def _read(self, at_ns: int) -> Iterator[Observation]:
        reading = read_board(self._fine.draw_median(list(self._frames)), self._fine)
        if reading.cards is None:
            return
        if not reading.cards:  # bare felt: the next board may be any
            self._told = ()
        cards = self._in_order_dealt(reading.cards)
        if cards == self._told or len(cards) not in BOARDS:
            return
        self._told = cards
        yield BoardSeen(
            source=self._source,
            at_ns=at_ns,
            confidence=int(reading.probability * CERTAIN),
            cards=cards,
        )

    def _in_order_dealt(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """What was told before comes first, in the order in which it was told."""
        before = tuple(card for card in self._told if card in cards)
        return before + tuple(card for card in cards if card not in before)


def _lies_in(card: ReadCard, inside: np.ndarray) -> bool:
    x, y = np.rint(card.centre_px).astype(int)
    height, width = inside.shape
    return bool(0 <= x < width and 0 <= y < height and inside[y, x])


def _in_row(cards: Sequence[ReadCard], area: RectifiedArea) -> list[ReadCard]:
    """From the left, or from above where the board is longer that way."""
    width, height = np.ptp(area.region_px, axis=0)
    axis = 0 if width >= height else 1
    return sorted(cards, key=lambda card: float(card.centre_px[axis]))


def _leftover_mm2(
    drawn: Picture, inside: np.ndarray, cards: Sequence[ReadCard], pixels_per_mm: float
) -> float:
    """The largest thing that is neither felt nor one of these cards, in mm²."""
    colours = log_colour(drawn)
    felt = np.median(colours[~inside], axis=0)
    left = ((np.abs(colours - felt).max(axis=2) > OTHER_THAN_FELT) & inside).astype(np.uint8)
    around = round(AROUND_CARD_MM * pixels_per_mm)
    for card in cards:
        outline = [np.rint(card.outline_px()).astype(np.int32)]
        cv2.fillPoly(left, outline, 0)
        cv2.polylines(left, outline, True, 0, 2 * around)
    _, sizes = things_in(left, THINNEST_MM, pixels_per_mm)
    return float(sizes.max())
