"""Gestures: what a hand's visit to a bet area meant, if it left no chips.

The confidence is an order of trust, not a frequency: no footage of gestures at a real table was at
hand when this was written. Only what has a sign of its own is called sure: knocks that show in one
place, cards that are seen to lie in front. All else is left to the dealer: a hand that comes, does
nothing that shows and goes may have tapped, pointed, waved or changed its mind.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from table.observations import GestureKind
from vision.card_backs import CardsSeen
from vision.frames import NS_PER_MS
from vision.zones import Mask

BRIEF_NS = 1500 * NS_PER_MS
"""A tap, or two in a row, takes less; who thinks with a hand on the felt takes longer."""

SHORTEST_NS = 120 * NS_PER_MS
"""A hand that only passes over is gone sooner."""

OVER_IT_SHARE = 0.9
"""A hand is where it meant to go while it covers this share of what it covers at most."""

KNOCK_SHARE = 0.018
"""A fist that is lifted comes nearer to the camera: by 25 mm of 1.5 m, and looks larger by this."""

KNOCK_TURNS = 2
"""Larger, smaller, larger: one knock. Of two quick ones a camera may miss one."""

TWO_KNOCKS_TURNS = 3
"""Larger, smaller, larger, smaller."""

KNOCK_STAYS_MM = 12.0
"""Knuckles come down where they went up, but for the shift of a raised hand off the camera's axis.
A hand that waves, circles or pushes moves further."""

KNOCKED_TWICE = 920
KNOCKED = 850
TAP = 700
TAP_WITHOUT_CARDS = 600
STACK_SWEPT = 700
CARDS_IN_FRONT = 930
CARDS_GONE = 650
UNCLEAR = 300
"""Confidence in thousandths."""


@dataclass
class HandVisit:
    """One stay of a hand over a bet area, from the first frame to the last.

    Attributes:
        entered_ns: when it came.
        last_seen_ns: when it was last seen.
        from_player: frames in which it came from the seat's own player.
        from_elsewhere: frames in which it came from another side.
        cards_before: what lay in the card area when it came.
        sizes_mm2: how much of the bet area it covered, frame by frame.
        places_mm: the middle of what it covered, right and down, frame by frame.
        announced: it was seen in enough frames to be told.
        over_chips: it was over chips that lay there before. A chip laid on its like hardly shows
            from above, so such a visit is no tap for certain.
    """

    entered_ns: int
    last_seen_ns: int
    cards_before: CardsSeen
    from_player: int = 0
    from_elsewhere: int = 0
    announced: bool = False
    over_chips: bool = False
    sizes_mm2: list[float] = field(default_factory=list)
    places_mm: list[tuple[float, float]] = field(default_factory=list)

    def covers(self, covered: Mask, mm2_per_px: float) -> None:
        """Note what of the bet area it covers in the next frame.

        Args:
            covered: (height, width) the pixels.
            mm2_per_px: what one of them covers.
        """
        down, across = np.nonzero(covered)
        self.sizes_mm2.append(len(down) * mm2_per_px)
        scale = float(np.sqrt(mm2_per_px)) / max(1, len(down))
        self.places_mm.append((float(across.sum()) * scale, float(down.sum()) * scale))

    @property
    def turns_in_place(self) -> int:
        """How often it turned between up and down, if it stayed in its place; 0 if it did not."""
        strayed = strayed_mm(self.sizes_mm2, self.places_mm)
        return turns(self.sizes_mm2) if strayed <= KNOCK_STAYS_MM else 0

    @property
    def is_own(self) -> bool:
        """Whether it was the hand of the seat's own player throughout."""
        return self.from_player > 0 and self.from_elsewhere == 0


def gesture_of(
    visit: HandVisit,
    *,
    content_changed: bool,
    cards_after: CardsSeen,
    cards_in_front: bool,
    stack_swept: bool,
    left_beside: bool,
) -> tuple[GestureKind, int] | None:
    """The gesture, and how sure it is in thousandths; None if there was none to speak of.

    Args:
        visit: of the hand that has left.
        content_changed: whether the bet area looks other than before the visit.
        cards_after: what is seen of the card area now; an arm over it makes that unclear.
        cards_in_front: whether things like the cards have come to lie further to the middle.
        stack_swept: whether all chips that stood behind have come into the bet area. Others may
            stand where no camera looks, so this is never sure.
        left_beside: whether something new lies beside the bet area: a glass put down knocks too.
    """
    if not (visit.announced and visit.is_own):
        return None
    had_cards = visit.cards_before is CardsSeen.CARDS
    if had_cards and cards_after is CardsSeen.BARE_FELT:
        return GestureKind.CARDS_PUSHED_FORWARD, CARDS_IN_FRONT if cards_in_front else CARDS_GONE
    if content_changed and stack_swept:
        return GestureKind.SWEEP_WHOLE_STACK_FORWARD, STACK_SWEPT
    stayed_ns = visit.last_seen_ns - visit.entered_ns
    if content_changed or stayed_ns < SHORTEST_NS:
        return None
    hidden = had_cards and cards_after is not CardsSeen.CARDS
    if stayed_ns > BRIEF_NS or visit.over_chips or hidden:
        return GestureKind.UNKNOWN, UNCLEAR
    sure = _sure_of_tap(visit, had_cards=had_cards)
    return GestureKind.TAP_TABLE, min(sure, TAP) if left_beside else sure


def _sure_of_tap(visit: HandVisit, *, had_cards: bool) -> int:
    if not had_cards:
        return TAP_WITHOUT_CARDS
    turned = visit.turns_in_place
    if turned >= TWO_KNOCKS_TURNS:
        return KNOCKED_TWICE
    return KNOCKED if turned >= KNOCK_TURNS else TAP


def turns(sizes_mm2: Sequence[float]) -> int:
    """How often a hand that is over its place turned from growing to shrinking, or back.

    Args:
        sizes_mm2: how much of the bet area it covered, frame by frame.
    """
    largest = max(sizes_mm2, default=0.0)
    over_it = [sizes_mm2[number] for number in _over_it(sizes_mm2)]
    step = KNOCK_SHARE * largest
    counted, growing, extreme = 0, True, 0.0
    for size in over_it:
        further = size > extreme if growing else size < extreme
        if further:
            extreme = size
        elif abs(size - extreme) >= step:
            counted, growing, extreme = counted + 1, not growing, size
    return counted


def strayed_mm(sizes_mm2: Sequence[float], places_mm: Sequence[tuple[float, float]]) -> float:
    """How far a hand moved along or across while it was over its place, from end to end.

    Args:
        sizes_mm2: how much of the bet area it covered, frame by frame.
        places_mm: the middle of what it covered, right and down, frame by frame.
    """
    over_it = np.array([places_mm[number] for number in _over_it(sizes_mm2)]).reshape(-1, 2)
    return float(np.ptp(over_it, axis=0).max()) if len(over_it) else 0.0


def _over_it(sizes_mm2: Sequence[float]) -> list[int]:
    """The frames in which a hand is where it meant to go."""
    largest = max(sizes_mm2, default=0.0)
    return [number for number, size in enumerate(sizes_mm2) if size >= OVER_IT_SHARE * largest]
