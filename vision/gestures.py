"""Gestures: what a hand's visit to a bet area meant, if it left no chips.

No footage of gestures at a real table was at hand when this was written, so no gesture is called
certain: the figures below are an order of trust, and what is short of certain is left to the
dealer.
"""

from dataclasses import dataclass

from table.observations import GestureKind
from vision.card_backs import CardsSeen
from vision.frames import NS_PER_MS

BRIEF_NS = 1500 * NS_PER_MS
"""A tap, or two in a row, takes less; who thinks with a hand on the felt takes longer."""

SHORTEST_NS = 120 * NS_PER_MS
"""A hand that only passes over is gone sooner."""

TAP = 800
TAP_WITHOUT_CARDS = 600
CARDS_SEEN_IN_FRONT = 850
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
        cards_in_front: cards were seen before the card area, towards the middle, meanwhile.
        announced: it was seen in enough frames to be told.
        over_chips: it was over chips that lay there before. A chip laid on its like hardly shows
            from above, so such a visit is no tap for certain.
    """

    entered_ns: int
    last_seen_ns: int
    cards_before: CardsSeen
    from_player: int = 0
    from_elsewhere: int = 0
    cards_in_front: bool = False
    announced: bool = False
    over_chips: bool = False

    @property
    def is_own(self) -> bool:
        """Whether it was the hand of the seat's own player."""
        return self.from_player > self.from_elsewhere


def gesture_of(
    visit: HandVisit, *, content_changed: bool, cards_after: CardsSeen
) -> tuple[GestureKind, int] | None:
    """The gesture, and how sure it is in thousandths; None if there was none to speak of.

    Args:
        visit: of the hand that has left.
        content_changed: whether the bet area looks other than before the visit.
        cards_after: what is seen of the card area now; an arm over it makes that unclear.
    """
    if not (visit.announced and visit.is_own):
        return None
    if visit.cards_before is CardsSeen.CARDS and cards_after is CardsSeen.BARE_FELT:
        sure = CARDS_SEEN_IN_FRONT if visit.cards_in_front else CARDS_GONE
        return GestureKind.CARDS_PUSHED_FORWARD, sure
    if content_changed:
        return None
    kept_cards = visit.cards_before is CardsSeen.CARDS and cards_after is CardsSeen.CARDS
    lost_cards = visit.cards_before is CardsSeen.CARDS and not kept_cards
    stayed_ns = visit.last_seen_ns - visit.entered_ns
    if stayed_ns < SHORTEST_NS:
        return None
    if stayed_ns <= BRIEF_NS and not visit.over_chips and not lost_cards:
        return GestureKind.TAP_TABLE, TAP if kept_cards else TAP_WITHOUT_CARDS
    return GestureKind.UNKNOWN, UNCLEAR
