"""The field: every player's seat and chips, as a fold over what happened.

Chips do not appear or vanish. Each table's total is known at every moment: it changes only when a
player comes or goes with a counted stack, in a race, or by a disqualification. A count that does
not make the table's total is refused, and so is every event that could not have happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from table.rulebook import Rulebook
from table.ruling import Message
from table.sentences import say
from table.tournament.places import Place
from table.tournament.regulation import Regulation
from table.tournament.standing import OUT_IN_TURN, Finish, Out, places


class NotPossibleError(ValueError):
    """An event does not fit the field; nothing was changed.

    Attributes:
        message: why, as a sentence of the catalogue.
    """

    def __init__(self, name: str, **values: str | int) -> None:
        self.message = Message(name, values)
        super().__init__(say(self.message, "en"))


@dataclass(frozen=True)
class Player:
    """One who entered.

    Attributes:
        entries: how often.
        place: the seat; None: not seated yet, or out.
        chips: as last counted; hands may have been played since.
        out: whether the player has lost all chips, or was disqualified.
    """

    entries: int = 1
    place: Place | None = None
    chips: int = 0
    out: bool = False


@dataclass(frozen=True)
class Field:
    """The state of a tournament.

    Attributes:
        regulation: what it is played under.
        level: the level in force; 0 before the start.
        players: by name.
        tables: the chips at each table, by its number.
        out: who is out, in the order of exit.
        issued: chips that were given out as starting stacks.
        raced: chips that races added; below 0 where they took some away.
        removed: chips that left play with disqualified players.
        races: the races that were run, by level and table.
        winner: who has won; None before.
    """

    regulation: Regulation
    level: int = 0
    players: Mapping[str, Player] = field(default_factory=dict)
    tables: Mapping[int, int] = field(default_factory=dict)
    out: tuple[Out, ...] = ()
    issued: int = 0
    raced: int = 0
    removed: int = 0
    races: frozenset[tuple[int, int]] = frozenset()
    winner: str | None = None

    @property
    def in_play(self) -> int:
        """All chips that there must be."""
        return self.issued + self.raced - self.removed

    @property
    def present(self) -> int:
        """All chips that there are: those at the tables, and stacks that wait for their player."""
        waiting = sum(player.chips for player in self.players.values() if not player.place)
        return sum(self.tables.values()) + waiting

    @property
    def left(self) -> tuple[str, ...]:
        """Who is still in."""
        return tuple(name for name, player in self.players.items() if not player.out)

    def seated_at(self, table: int) -> dict[int, str]:
        """The players of a table by seat."""
        taken = {
            player.place.seat: name
            for name, player in self.players.items()
            if player.place and player.place.table == table
        }
        return dict(sorted(taken.items()))

    def with_player(self, name: str, player: Player) -> "Field":
        """The same field with one player replaced."""
        return replace(self, players={**self.players, name: player})

    def with_chips(self, table: int, by: int) -> "Field":
        """The same field with more chips, or fewer, at a table; an empty table is gone."""
        total = self.tables.get(table, 0) + by
        tables = {number: chips for number, chips in self.tables.items() if number != table}
        if total:
            tables[table] = total
        return replace(self, tables=dict(sorted(tables.items())))


def seated(field_: Field, name: str) -> tuple[Player, Place]:
    """A player who sits at a table.

    Raises:
        NotPossibleError: there is no such player, or he is out, or not seated.
    """
    player = field_.players.get(name)
    if player is None or player.place is None:
        raise NotPossibleError("field-not-seated", player=name)
    return player, player.place


def standings(field_: Field, rulebook: Rulebook) -> tuple[Finish, ...]:
    """The places so far, the best first; the winner's when the tournament is finished."""
    first = () if field_.winner is None else (Finish(field_.winner, 1, 1, OUT_IN_TURN),)
    return (*first, *places(field_.out, len(field_.left), rulebook))
