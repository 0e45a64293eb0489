"""What happens in a tournament, as people enter it; the field is a fold over these."""

from collections.abc import Mapping
from dataclasses import dataclass

from table.seats import Seat
from table.tournament.places import Place


@dataclass(frozen=True, kw_only=True)
class TournamentEvent:
    """Something that happened.

    Attributes:
        at_ns: tournament time, monotonic, in nanoseconds.
    """

    at_ns: int


@dataclass(frozen=True, kw_only=True)
class Registered(TournamentEvent):
    """A player entered, or entered again, and gets a starting stack."""

    player: str


@dataclass(frozen=True, kw_only=True)
class Seated(TournamentEvent):
    """A player took the drawn seat with the starting stack."""

    player: str
    place: Place


@dataclass(frozen=True, kw_only=True)
class Moved(TournamentEvent):
    """A player moved to another table or seat.

    Attributes:
        player: the name.
        place: the new seat.
        chips: what the player carried, counted by the dealer.
    """

    player: str
    place: Place
    chips: int


@dataclass(frozen=True, kw_only=True)
class LevelStarted(TournamentEvent):
    """A level was announced, or signalled by the clock."""

    level: int


@dataclass(frozen=True, kw_only=True)
class ChipsCounted(TournamentEvent):
    """The stacks of one table, counted between hands."""

    table: int
    stacks: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Eliminated(TournamentEvent):
    """Players lost their last chips in one hand.

    Attributes:
        had: what each had when the hand began, by name.
        hand_for_hand: it was a hand that all tables played at once, after the announcement.
    """

    had: Mapping[str, int]
    hand_for_hand: bool = False


@dataclass(frozen=True, kw_only=True)
class RaceDone(TournamentEvent):
    """The smallest chip was raced off at one table.

    Attributes:
        table: its number.
        chip: the denomination that left.
        holdings: how many of it each seat had.
        won: the seats that won a bigger chip.
        last_chips: seats that had nothing else.
    """

    table: int
    chip: int
    holdings: Mapping[Seat, int]
    won: tuple[Seat, ...] = ()
    last_chips: tuple[Seat, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Disqualified(TournamentEvent):
    """A player was disqualified; the chips leave play.

    Attributes:
        player: the name.
        chips: what the player had, counted by the dealer.
        reason: why.
    """

    player: str
    chips: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class Finished(TournamentEvent):
    """One player is left and the chips were counted.

    Attributes:
        winner: the name.
        chips: what the winner has.
    """

    winner: str
    chips: int
