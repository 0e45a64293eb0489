"""Hands over a seat's area: something that was not there and reaches in over the zone's border.

Chips left behind lie free inside the zone; an arm does not end before its border. Colour tells
what is there, after the light has been evened out; a shadow darkens all colours alike and is no
hand. No network is needed for this, and sleeves and gloves make no difference.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.zones import Mask, Zone

LogColour = NDArray[np.float32]
"""(height, width, 3): natural logarithm of blue, green, red."""

DARK = 32.0
"""Added to each colour, 0 to 255, before the logarithm: noise in the dark is no colour."""

OTHER_COLOUR = 0.14
"""Two colours against each other: a change of the ratio by this share is another colour."""

BRIGHTER = 0.20
"""A brighter spot, after the light has been evened out, is a thing; light does not do that."""

DARKER_THAN_SHADOW = 1.0
"""Shadows of a hand leave more than a third of the light."""

SAME_LIGHT = 0.15
"""Pixels that differ by less than this share take part in evening out the light."""

LEAST_AREA_MM2 = 2500.0
"""Two fingers side by side, from the border to the bet area."""

LEAST_OVER_BET_MM2 = 300.0
"""A fingertip."""

LEAST_BESIDE_MM2 = 700.0
"""Half a chip: what a hand has put down."""

LEAST_ACROSS_BORDER_MM = 15.0
"""Width of what crosses the border: the thinnest wrist seen from its edge."""

OWN_SHARE = 0.75
"""An arm that crosses the border elsewhere as well passes over; it is not the player's."""


@dataclass(frozen=True)
class Hand:
    """A hand over the bet area.

    Attributes:
        from_player: it reaches in from the seat's own player, not from a neighbour or the dealer.
        mask: (height, width) where it is in the zone.
    """

    from_player: bool
    mask: Mask


def log_colour(picture: Picture) -> LogColour:
    """Colours of a reduced picture as logarithms, so that light adds and does not multiply."""
    return _LOG[cv2.blur(picture, (3, 3))]


def foreground(zone: Zone, now: LogColour, before: LogColour) -> Mask:
    """The pixels of the zone that show something else than before, shadows and light left out."""
    change = now - before
    light = _light_change(zone, change)
    blue, green, red = (
        plane - light_plane for plane, light_plane in zip(cv2.split(change), light, strict=True)
    )
    brightness = (blue + green + red) / 3
    colour = np.maximum(
        np.maximum(np.abs(blue - brightness), np.abs(green - brightness)), np.abs(red - brightness)
    )
    other = (colour > OTHER_COLOUR) | (brightness > BRIGHTER) | (brightness < -DARKER_THAN_SHADOW)
    other &= zone.whole
    closed = cv2.morphologyEx(other.view(np.uint8), cv2.MORPH_CLOSE, _GAP)
    return cv2.morphologyEx(closed, cv2.MORPH_OPEN, _SPECK).view(np.bool_)


def find_hand(zone: Zone, new: Mask, around: Mask) -> Hand | None:
    """The hand over the bet area, if there is one.

    Args:
        zone: of the seat.
        new: (height, width) what was not there when the area was last at rest.
        around: (height, width) what is not bare table around the bet area; it may be the arm of a
            hand that has lain there and now comes forward.
    """
    seen = new | around
    count, labels, stats, _ = cv2.connectedComponentsWithStats(seen.astype(np.uint8))
    hands: list[Hand] = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] * zone.mm2_per_px < LEAST_AREA_MM2:
            continue
        piece = labels == label
        over_bet_mm2 = float((piece & new & zone.bet).sum()) * zone.mm2_per_px
        crossing_px = int((piece & zone.border).sum())
        if over_bet_mm2 < LEAST_OVER_BET_MM2 or not reaches_in(zone, piece):
            continue
        own = int((piece & zone.player_side).sum()) > OWN_SHARE * crossing_px
        hands.append(Hand(from_player=own, mask=piece))
    return max(hands, key=lambda hand: int(hand.mask.sum()), default=None)


def reaches_in(zone: Zone, piece: Mask) -> bool:
    """Whether a piece of foreground crosses the zone's border broadly enough for an arm."""
    across_px = float((piece & zone.border).sum()) / zone.border_px
    return across_px * float(np.sqrt(zone.mm2_per_px)) >= LEAST_ACROSS_BORDER_MM


def left_beside_mm2(zone: Zone, now: LogColour, before: LogColour) -> float:
    """The largest thing that has come to lie beside the bet area; what reaches in is an arm.

    Args:
        zone: of the seat.
        now: its colours, the hand gone.
        before: its colours before the hand came.
    """
    new = foreground(zone, now, before) & ~zone.bet & ~zone.cards
    _, labels, stats, _ = cv2.connectedComponentsWithStats(new.astype(np.uint8))
    sizes = stats[:, cv2.CC_STAT_AREA] * zone.mm2_per_px
    sizes[np.unique(labels[zone.border])] = 0.0
    sizes[0] = 0.0
    return float(sizes.max())


def _light_change(zone: Zone, change: LogColour) -> list[NDArray[np.float32]]:
    """How the light has changed: for blue, green, red a plane (height, width).

    Fitted to the pixels that agree with it, so that a hand does not bend it.
    """
    height, width = zone.whole.shape
    down, across = np.nonzero(zone.whole[::4, ::4])
    samples = change[::4, ::4][down, across].astype(np.float64)
    terms = np.column_stack((np.ones(len(down)), across * 4 / width, down * 4 / height))
    planes = np.zeros((3, 3))
    planes[0] = np.median(samples, axis=0)
    for _ in range(3):
        agrees = np.abs(samples - terms @ planes).max(axis=1) < SAME_LIGHT
        if agrees.sum() < len(terms) // 5:
            break
        agreeing = terms[agrees]
        # The normal equations: of all the samples it takes ten times as long.
        planes = np.linalg.lstsq(agreeing.T @ agreeing, agreeing.T @ samples[agrees])[0]
    rows = (np.arange(height, dtype=np.float32) / height)[:, np.newaxis]
    columns = (np.arange(width, dtype=np.float32) / width)[np.newaxis, :]
    return [
        float(base) + columns * np.float32(along) + rows * np.float32(down_it)
        for base, along, down_it in planes.T
    ]


_GAP = np.ones((5, 5), np.uint8)
_SPECK = np.ones((3, 3), np.uint8)
_LOG = np.log(np.arange(256) + DARK).astype(np.float32)
