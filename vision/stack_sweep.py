"""A player's whole stack swept forward: all that stood behind is gone, and lies in the bet area.

Only what stands free in the zone is seen. Chips may stand beyond it, so this is a reason to ask.
"""

import cv2
import numpy as np

from vision.card_backs import OTHER_THAN_FELT
from vision.hands import LogColour, foreground
from vision.zones import Mask, Zone

LEAST_STACK_MM2 = 600.0
"""Half a chip, seen from above: a stack that cards or a rail hide in part."""

GONE_SHARE = 0.8
"""A stack is gone if so much of its place is felt now."""

_PRINTED_LINE = np.ones((5, 5), np.uint8)
"""In reduced pixels of 2 mm: lines printed on felt are cut off."""


def stack_came_forward(zone: Zone, before: LogColour, now: LogColour) -> bool:
    """Whether every stack that stood behind a bet area has gone, and things came into the area.

    Args:
        zone: of the seat.
        before: log colours when the stacks still stood there.
        now: log colours after the hand has gone.
    """
    came = foreground(zone, now, before) & zone.bet
    if float(came.sum()) * zone.mm2_per_px < LEAST_STACK_MM2:
        return False
    stacks = _standing_behind(zone, before)
    felt_now = ~_other_than_felt(zone, now)
    gone = [(stack & felt_now).sum() >= GONE_SHARE * stack.sum() for stack in stacks]
    return bool(gone) and all(gone)


def _standing_behind(zone: Zone, seen: LogColour) -> list[Mask]:
    """What stands free on the player's side of the bet area, his cards left out.

    The rail is no stack: it reaches over the zone's border.
    """
    behind = zone.towards_player & ~zone.near_bet & ~zone.cards
    pieces = cv2.morphologyEx(
        _other_than_felt(zone, seen).view(np.uint8), cv2.MORPH_OPEN, _PRINTED_LINE
    )
    count, labels = cv2.connectedComponents(pieces)
    found = [labels == label for label in range(1, count)]
    return [
        piece & behind
        for piece in found
        if not (piece & zone.border).any()
        and float((piece & behind).sum()) * zone.mm2_per_px >= LEAST_STACK_MM2
    ]


def _other_than_felt(zone: Zone, seen: LogColour) -> Mask:
    felt = np.median(seen[zone.whole], axis=0)
    other = (np.abs(seen - felt).max(axis=2) > OTHER_THAN_FELT) & zone.whole
    return np.asarray(other)
