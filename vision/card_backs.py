"""Face-down cards in a seat's card area: whether any lie there, by size, shape and colour."""

from enum import StrEnum

import cv2
import numpy as np

from vision.hands import LogColour, foreground, reaches_in
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

SAME_BACK = 0.3
"""How far, as a logarithm, the colour of the same backs may be from one place to another."""

LEAST_FILL = 0.72
"""Share of the smallest rectangle around it that a card, or two askew, fills. A hand fills less."""

_PATTERN = np.ones((3, 3), np.uint8)
_PRINTED_LINE = np.ones((5, 5), np.uint8)
"""In reduced pixels of 2 mm: gaps in a card's pattern are closed, lines printed on felt cut off."""


class CardsSeen(StrEnum):
    """What is seen of cards in a part of a zone."""

    CARDS = "cards"
    BARE_FELT = "bare_felt"
    UNCLEAR = "unclear"


def look_for_cards(zone: Zone, now: LogColour) -> CardsSeen:
    """Whether face-down cards lie in the card area.

    Args:
        zone: of the seat.
        now: log colours of the zone.
    """
    felt = np.median(now[zone.whole], axis=0)
    other = (np.abs(now - felt).max(axis=2) > OTHER_THAN_FELT) & zone.whole
    closed = cv2.morphologyEx(other.view(np.uint8), cv2.MORPH_CLOSE, _PATTERN)
    pieces = cv2.morphologyEx(closed, cv2.MORPH_OPEN, _PRINTED_LINE).view(np.bool_)
    if _cards_among(zone, pieces, zone.cards) is not None:
        return CardsSeen.CARDS
    covered_mm2 = float((other & zone.cards).sum()) * zone.mm2_per_px
    bare = covered_mm2 < MOST_ON_FELT * CARD_MM[0] * CARD_MM[1]
    return CardsSeen.BARE_FELT if bare else CardsSeen.UNCLEAR


def cards_came_forward(zone: Zone, before: LogColour, now: LogColour) -> bool:
    """Whether the cards of the card area have come to lie elsewhere, their backs still up.

    Args:
        zone: of the seat.
        before: log colours when the cards still lay in the card area.
        now: log colours now that they do not.
    """
    changed = foreground(zone, now, before)
    gone = _cards_among(zone, changed, zone.cards)
    come = _cards_among(zone, changed, zone.whole & ~zone.cards)
    if gone is None or come is None:
        return False
    backs = np.median(before[gone], axis=0) - np.median(now[come], axis=0)
    return bool(np.abs(backs).max() < SAME_BACK)


def _cards_among(zone: Zone, pieces: Mask, where: Mask) -> Mask | None:
    """The first piece of the size and shape of cards.

    Cards lie free; a sleeve may be as straight and as wide, but reaches in over the border.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pieces.astype(np.uint8))
    card_mm2 = CARD_MM[0] * CARD_MM[1]
    for label in range(1, count):
        shown = stats[label, cv2.CC_STAT_AREA] * zone.mm2_per_px / card_mm2
        if not LEAST_SHARE <= shown <= MOST_CARDS:
            continue
        piece = labels == label
        lies_there = (piece & where).sum() > piece.sum() / 2 and not reaches_in(zone, piece)
        if lies_there and _is_rectangle(piece):
            return piece
    return None


def _is_rectangle(piece: Mask) -> bool:
    points = np.argwhere(piece).astype(np.float32)
    _, (height, width), _ = cv2.minAreaRect(points)
    return bool(len(points) >= LEAST_FILL * (height + 1) * (width + 1))
