"""Events: all that the log holds. State is a fold over them.

Inputs are what happened or what a person decided; outputs are what betline answered. Both are
logged, so a replay can check that the same inputs still give the same answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from table.act import Act
from table.chips import Chips
from table.game import Game, Street
from table.observations import Observation
from table.ruling import Message, Ruling
from table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that is in the log.

    Attributes:
        at_ns: table time, monotonic, in nanoseconds.
    """

    at_ns: int


# Inputs: observations, and what the dealer or the floor decided.


@dataclass(frozen=True, kw_only=True)
class Observed(Event):
    """A source told a fact."""

    observation: Observation


@dataclass(frozen=True, kw_only=True)
class HandStarted(Event):
    """A hand begins, from its start or from a known position in the middle.

    Attributes:
        number: of the hand at this table.
        game: what is played.
        order: the seats dealt in, clockwise, first the one left of the button.
        stacks: chips of each seat before blinds and antes.
        street: the round that begins.
        pot: chips pulled in already, when it begins in the middle.
        first: who acts first; None: as the rules say.
    """

    number: int
    game: Game
    order: tuple[Seat, ...]
    stacks: Mapping[Seat, int]
    street: Street = Street.PREFLOP
    pot: int = 0
    first: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class StreetStarted(Event):
    """The bets are drawn in and the next card or cards are dealt."""

    street: Street


@dataclass(frozen=True, kw_only=True)
class HandEnded(Event):
    """The pot is pushed; `won` tells how much each winner took, where known."""

    won: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Confirmed(Event):
    """The dealer agrees with the ruling shown."""


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """The dealer takes back the last ruling: the hand stands as before that act."""


@dataclass(frozen=True, kw_only=True)
class Overridden(Event):
    """The dealer or the floor rules otherwise. The log keeps both, with the reason.

    Attributes:
        seat: whose act is ruled.
        action: fold, check, call, bet, raise or all_in.
        total: the seat's total on this street; None for a fold or a check.
        reason: in the floor's words.
        by: "dealer" or "floor".
    """

    seat: Seat
    action: str
    total: int | None
    reason: str
    by: str


@dataclass(frozen=True, kw_only=True)
class FloorCalled(Event):
    """Somebody asked for the floor."""


@dataclass(frozen=True, kw_only=True)
class OptionChosen(Event):
    """The floor, or the player by the dealer, chose one of the options that were shown."""

    token: str
    by: str
    reason: str = ""


# Outputs: what betline answered.


class Standing(StrEnum):
    """How firm a ruling is."""

    SHOWN = "shown"
    CONFIRMED = "confirmed"
    REPLACED = "replaced"
    UNDONE = "undone"


@dataclass(frozen=True, kw_only=True)
class RulingGiven(Event):
    """An act was ruled.

    Attributes:
        number: of the ruling in this log, from 1.
        act: what was ruled.
        ruling: what it counts as.
        replaces: number of the ruling that this one corrects (a second motion, an override).
        chips: what lies in front of the seat.
        by: "betline", "dealer" or "floor".
        reason: of an override.
    """

    number: int
    act: Act
    ruling: Ruling
    replaces: int | None = None
    chips: Chips = ()
    by: str = "betline"
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class CannotTell(Event):
    """No ruling: something is not known, or a source is not reliable.

    Attributes:
        seat: whose act it is.
        message: what is not known and what the dealer should do ("spread the chips").
        fault: a source is not alive, not on time or not valid.
    """

    seat: Seat | None
    message: Message
    fault: bool = False


@dataclass(frozen=True, kw_only=True)
class TurnIs(Event):
    """It is this seat's turn; None: nobody's."""

    seat: Seat | None
