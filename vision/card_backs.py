"""Face-down cards in a seat's card area: whether any lie there, by size, shape and colour."""

from enum import StrEnum

import cv2
import numpy as np

from vision.hands import LogColour
from vision.zones import Mask, Zone

CARD_MM = (63.0, 88.0)
"""Poker cards, 2.5 by 3.5 inches; bridge cards are 6 mm narrower."""

OTHER_THAN_FELT = 0.3
"""How far, as a logarithm, a card's colour is from the felt's in at least one colour."""

LEAST_SHARE = 0.6
"""Share of one card that must show; a chip shows a fifth of it."""

MOST_CARDS = 3.0
"""Two cards that overlap, with room for four in a spread; a larger thing is no hand of cards."""

MOST_ON_FELT = 0.4
"""With less than this share of a card on it, felt is bare but for a printed line or a chip."""

LEAST_FILL = 0.72
"""Share of the smallest rectangle around it that a card, or two askew, fills. A hand fills less."""


class CardsSeen(StrEnum):
    """What is seen of cards in a part of a zone."""

    CARDS = "cards"
    BARE_FELT = "bare_felt"
    UNCLEAR = "unclear"


def look_for_cards(zone: Zone, now: LogColour, where: Mask) -> CardsSeen:
    """Whether face-down cards lie in a part of the zone.

    Cards lie free; a sleeve may be as straight and as wide, but reaches in over the border.

    Args:
        zone: of the seat.
        now: log colours of the reduced picture.
        where: (height, width) the part to look at.
    """
    felt = np.median(now[zone.whole], axis=0)
    other = (np.abs(now - felt).max(axis=2) > OTHER_THAN_FELT) & zone.whole
    kernel = np.ones((5, 5), np.uint8)
    pieces = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pieces)
    card_mm2 = CARD_MM[0] * CARD_MM[1]
    for label in range(1, count):
        shown = stats[label, cv2.CC_STAT_AREA] * zone.mm2_per_px / card_mm2
        piece = labels == label
        lies_there = (piece & where).sum() > piece.sum() / 2 and not (piece & zone.border).any()
        if LEAST_SHARE <= shown <= MOST_CARDS and lies_there and _is_rectangle(piece):
            return CardsSeen.CARDS
    covered_mm2 = float((other & where).sum()) * zone.mm2_per_px
    return CardsSeen.BARE_FELT if covered_mm2 < MOST_ON_FELT * card_mm2 else CardsSeen.UNCLEAR


def _is_rectangle(piece: Mask) -> bool:
    points = np.argwhere(piece).astype(np.float32)
    _, (height, width), _ = cv2.minAreaRect(points)
    return bool(len(points) >= LEAST_FILL * (height + 1) * (width + 1))
