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
from table.opening import UpCards
from table.posts import Posts
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
class TableOpened(Event):
    """The first event of a log: what everything after it was made with.

    Attributes:
        table: the table's name.
        seats: its seats, clockwise.
        versions: by subject (`rulebook`, `chip_set`, `calibration`, `weights`), the name and
            version in use, so that any ruling can be made again from the log alone.
    """

    table: str
    seats: tuple[Seat, ...]
    versions: Mapping[str, str] = field(default_factory=dict)


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
        posts: blinds, antes and missed blinds, where they are not those of the game with a player
            on every blind; None: they are.
        up_cards: in stud, the cards that each player shows.
    """

    number: int
    game: Game
    order: tuple[Seat, ...]
    stacks: Mapping[Seat, int]
    street: Street = Street.PREFLOP
    pot: int = 0
    first: Seat | None = None
    posts: Posts | None = None
    up_cards: UpCards = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StreetStarted(Event):
    """The bets are drawn in and the next card or cards are dealt.

    Attributes:
        street: the round that begins.
        first: who acts first; None: as the rules say.
        up_cards: in stud, all cards that each player shows now; None: as before.
    """

    street: Street
    first: Seat | None = None
    up_cards: UpCards | None = None


@dataclass(frozen=True, kw_only=True)
class HandEnded(Event):
    """The pot is pushed; `won` tells how much each winner took, where known."""

    won: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Misdealt(Event):
    """The hand is a misdeal: everybody gets back what he put in.

    Attributes:
        by: "dealer" or "floor".
        reason: in their words.
        fouled_deck: the deck itself was wrong, which ends a hand even after substantial action.
    """

    by: str
    reason: str = ""
    fouled_deck: bool = False


@dataclass(frozen=True, kw_only=True)
class Confirmed(Event):
    """The dealer agrees: with the question that is open, else with the ruling shown.

    With no ruling shown, an act that waits for more (a raise said, no chips yet), or one that
    happened while a source was faulty, is ruled as it lies there now.
    """


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """The dealer refuses the question that is open, else takes back the last ruling.

    The hand then stands as before that act, however often its ruling had been replaced.
    """


@dataclass(frozen=True, kw_only=True)
class Redone(Event):
    """The dealer brings back what his last undo took back.

    It can be brought back until something else is ruled, confirmed or begun.
    """


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
class HandRetrieved(Event):
    """A hand that was thrown away is identified and retrieved beyond doubt: it lives.

    Attributes:
        seat: whose hand.
        reason: in the words of who decided it.
        by: "dealer" or "floor".
    """

    seat: Seat
    reason: str
    by: str


@dataclass(frozen=True, kw_only=True)
class DeckCounted(Event):
    """The dealer counted the cards that are still in the shoe, because some may have left unseen.

    Attributes:
        remaining: how many they are.
    """

    remaining: int


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
        took_back: numbers of the rulings on later acts that an override took back with it.
    """

    number: int
    act: Act
    ruling: Ruling
    replaces: int | None = None
    chips: Chips = ()
    by: str = "betline"
    reason: str = ""
    took_back: tuple[int, ...] = ()


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
class ConfirmationAsked(Event):
    """A button was pressed while its link was down: the dealer must confirm or refuse it.

    Attributes:
        observation: the press, of which nothing is applied yet.
    """

    observation: Observation


@dataclass(frozen=True, kw_only=True)
class StandingChanged(Event):
    """A ruling was confirmed, undone or brought back.

    That one was replaced, the new `RulingGiven` tells.

    Attributes:
        number: of the ruling.
        standing: how firm it is now.
    """

    number: int
    standing: Standing


@dataclass(frozen=True, kw_only=True)
class BalanceIs(Event):
    """What lies in front of a seat against what counts there, when no act explains the difference.

    Told while change is given back, chips are added or a blind is posted wrongly; both zero: the
    seat is settled.

    Attributes:
        seat: whose chips.
        to_return: too much lies there: to give back.
        to_add: too little lies there: to put out.
    """

    seat: Seat
    to_return: int = 0
    to_add: int = 0


@dataclass(frozen=True, kw_only=True)
class Refused(Event):
    """What a person asked for cannot be done now; nothing changed.

    Attributes:
        message: why not, and what to do instead.
    """

    message: Message


@dataclass(frozen=True, kw_only=True)
class TurnIs(Event):
    """It is this seat's turn; None: nobody's."""

    seat: Seat | None
