"""Observations: what vision and the bridge can say. Each is one fact, and knows no poker.

Every observation tells its source, the table time of the fact (not of its arrival), and how sure
the source is, in thousandths. `table` has no floats, so probabilities are whole numbers here.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from table.cards import Card
from table.chips import NO_CHIPS, Chips
from table.seats import Seat

CERTAIN = 1000


@dataclass(frozen=True, kw_only=True)
class Observation:
    """One fact from one source.

    Attributes:
        source: the source's name in the table file, such as `overhead` or `panel`.
        at_ns: table time of the fact: monotonic, in nanoseconds.
        confidence: how sure the source is, in thousandths; `CERTAIN` for a pressed button.
    """

    source: str
    at_ns: int
    confidence: int = CERTAIN

    def __post_init__(self) -> None:
        if not 0 <= self.confidence <= CERTAIN:
            raise ValueError(f"confidence is in thousandths, 0 to 1000, got {self.confidence}")


@dataclass(frozen=True, kw_only=True)
class HandEntered(Observation):
    """A hand came over a seat's area: nothing there is read until it has left."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class HandLeft(Observation):
    """The hand over a seat's area has gone."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class ChipsAtRest(Observation):
    """All chips that lie in a seat's bet area, after one motion has ended.

    Seen once nothing has moved and no hand was over the area for the settling time, after every
    motion, whether or not it changed anything. It tells the whole content, not the difference:
    what a motion left or took is worked out in one place, where acts are made. An empty area is an
    observation too: chips were drawn in or taken back.

    Attributes:
        chips: what lies there, largest first.
        unknown: chips, or things like chips, that are not of this table's chip set.
        started_ns: when the motion began: the first hand or movement seen in the area.
        cannot_tell: why the chips could not be read ("spread the chips"), else empty. `chips` is
            then only a guess, and no ruling may rest on it.
        moved_along: the chips that lay there before were pushed along with the new ones.
        evidence: name of the stored picture that shows what was seen, else empty.
    """

    seat: Seat
    chips: Chips
    unknown: int = 0
    started_ns: int
    moved_along: bool = False
    cannot_tell: str = ""
    evidence: str = ""


class GestureKind(StrEnum):
    """What a hand did without leaving chips that have a value.

    A bounty chip or a time token no camera tells from a chip of another house: the dealer says it.
    """

    TAP_TABLE = "tap_table"
    CARDS_PUSHED_FORWARD = "cards_pushed_forward"
    SWEEP_WHOLE_STACK_FORWARD = "sweep_whole_stack_forward"
    BOUNTY_CHIP = "bounty_chip"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class GestureSeen(Observation):
    """A hand's gesture in front of a seat."""

    seat: Seat
    gesture: GestureKind


class SpokenWord(StrEnum):
    """What a declaration button says, or a dealer enters for a player who spoke."""

    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    FOLD = "fold"
    ALL_IN = "all_in"
    POT = "pot"
    AMOUNT = "amount"


@dataclass(frozen=True, kw_only=True)
class WordSaid(Observation):
    """A declaration, by button or entered by the dealer.

    Attributes:
        amount: the figure said, meaning the total, if one was.
        needs_confirmation: it was pressed while the link was down, so the dealer must confirm it.
    """

    seat: Seat
    word: SpokenWord
    amount: int | None = None
    needs_confirmation: bool = False


class DealerButton(StrEnum):
    """The dealer's own buttons on the panel."""

    CONFIRM = "confirm"
    UNDO = "undo"
    FLOOR = "floor"


@dataclass(frozen=True, kw_only=True)
class DealerPressed(Observation):
    """The dealer pressed a button of the panel."""

    button: DealerButton
    needs_confirmation: bool = False


@dataclass(frozen=True, kw_only=True)
class CardLeftShoe(Observation):
    """The shoe dealt a card. Whose it is, the order of dealing tells.

    The card is a secret until it is shown: it is never written to a dealer screen or a log line.

    Attributes:
        card: None where the shoe counts cards without reading them.
        ordinal: 1 for the first card of this shoe session.
    """

    card: Card | None = field(repr=False)
    ordinal: int


@dataclass(frozen=True, kw_only=True)
class CardsUnverified(Observation):
    """Cards may have left the shoe that it did not tell: a gap in a line that keeps nothing.

    Attributes:
        reason: what happened, in words that a dealer understands.
    """

    reason: str


@dataclass(frozen=True, kw_only=True)
class BoardSeen(Observation):
    """The face-up cards on the board, in the order in which they lie."""

    cards: tuple[Card, ...]


class SourceState(StrEnum):
    """Whether a source may be relied on."""

    STARTING = "starting"
    LIVE = "live"
    STALLED = "stalled"
    OFFLINE = "offline"
    FAULTY = "faulty"


@dataclass(frozen=True, kw_only=True)
class SourceChanged(Observation):
    """A source became reliable or ceased to be.

    Attributes:
        state: `LIVE` alone allows a ruling to rest on this source.
        reason: what is wrong, in words that a dealer understands; empty while live.
        remedy: what to do about it.
        seats: the seats that this source covers; empty for a source of the whole table.
        partial: this is about a part of the source, for these seats alone (a stuck button); what
            was told of the source as a whole still holds.
    """

    state: SourceState
    reason: str = ""
    remedy: str = ""
    seats: tuple[Seat, ...] = ()
    partial: bool = False


__all__ = [
    "CERTAIN",
    "NO_CHIPS",
    "BoardSeen",
    "CardLeftShoe",
    "CardsUnverified",
    "ChipsAtRest",
    "DealerButton",
    "DealerPressed",
    "GestureKind",
    "GestureSeen",
    "HandEntered",
    "HandLeft",
    "Observation",
    "SourceChanged",
    "SourceState",
    "SpokenWord",
    "WordSaid",
]
