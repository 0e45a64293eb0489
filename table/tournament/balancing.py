"""Balancing and breaking tables: who moves where, and when play waits.

Seats are numbered clockwise. With a dead button the big blind alone says who posts next: it goes
to the next player, and the small blind to the seat that it leaves, even if that is empty.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from table.ruling import Clause
from table.tournament.places import OpenTable, Place
from table.tournament.regulation import Regulation

BALANCING = Clause("TDA 2024 11-A")
LONGEST_FIRST = Clause("TDA 2024 11-C: the longest table, of equals the first to break")
HALTING = Clause("TDA 2024 11-D")
BREAKING = Clause("TDA 2024 10-B")
FINAL_TABLE = Clause("TDA 2024 RP-9")


@dataclass(frozen=True)
class Table:
    """One table between two hands.

    Attributes:
        number: of the table.
        seats: how many there are.
        players: names by seat.
        big_blind: the seat that had the big blind in the last hand.
    """

    number: int
    seats: int
    players: Mapping[int, str]
    big_blind: int

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats from the one after the last big blind, that one last."""
        start = self.big_blind
        return tuple((start + step) % self.seats + 1 for step in range(self.seats))

    @property
    def next_big_blind(self) -> int:
        """The seat that has the big blind in the next hand.

        Raises:
            ValueError: nobody sits there.
        """
        for seat in self.clockwise:
            if seat in self.players:
                return seat
        raise ValueError(f"nobody sits at table {self.number}")

    @property
    def worst_first(self) -> tuple[int, ...]:
        """The free seats, first the one that is big blind soonest; the small blind last of all.

        A seat between the last big blind and the next is big blind at once, alone if need be, and
        even if its player had it just now. The seat of the last big blind has the small blind in
        the next hand; a newcomer there has to wait until the button has passed.

        Source: TDA 2024 11-A.
        """
        return tuple(seat for seat in self.clockwise if seat not in self.players)


@dataclass(frozen=True)
class Move:
    """A player goes to another table.

    Attributes:
        player: the name.
        from_place: the old seat.
        to_place: the new one.
        waits: it has the small blind now: dealt in once the button has passed (TDA 2024 10-A).
        clauses: what it rests on.
    """

    player: str
    from_place: Place
    to_place: Place
    waits: bool
    clauses: tuple[Clause, ...]


def balancing_moves(
    tables: Iterable[Table], breaking_order: Sequence[int], regulation: Regulation
) -> tuple[Move, ...]:
    """Who moves so that no two tables differ by more than the regulation allows.

    From the longest table, of equals the one that breaks first, the player who is big blind next
    goes to the worst seat of the shortest table, of equals the one that breaks last. For games with
    a big blind; in stud alone players move by position, which is the floor's.

    Source: TDA 2024 11-A, 11-C.

    Args:
        tables: all of them, between two hands.
        breaking_order: table numbers, the first to break first.
        regulation: how far tables may be apart.

    Raises:
        ValueError: a table is missing in the breaking order.
    """
    return tuple(_moves(list(tables), breaking_order, regulation.most_apart))


def _moves(tables: list[Table], breaking_order: Sequence[int], most_apart: int) -> Iterator[Move]:
    _check_order(tables, breaking_order)
    rank = {number: index for index, number in enumerate(breaking_order)}
    while True:
        tables.sort(key=lambda table: (len(table.players), -rank[table.number]))
        shortest = tables[0]
        longest = max(tables, key=lambda table: (len(table.players), -rank[table.number]))
        free = shortest.worst_first
        if len(longest.players) - len(shortest.players) <= most_apart or not free:
            return
        leaves, takes = longest.next_big_blind, free[0]
        player = longest.players[leaves]
        yield Move(
            player,
            Place(longest.number, leaves),
            Place(shortest.number, takes),
            takes == shortest.big_blind,
            (BALANCING, LONGEST_FIRST),
        )
        staying = {seat: name for seat, name in longest.players.items() if seat != leaves}
        tables[tables.index(longest)] = replace(longest, players=staying)
        tables[0] = replace(shortest, players={**shortest.players, takes: player})


def halts(table: Table, tables: Iterable[Table], regulation: Regulation) -> bool:
    """Whether play waits at a table until players come.

    It is so many players shorter than the longest as the regulation says, and the big blind would
    fall on an empty seat.

    Source: TDA 2024 11-D and its illustration.
    """
    longest = max(len(other.players) for other in tables)
    short_by = longest - len(table.players)
    return short_by >= regulation.halt_when_short_by and table.clockwise[0] not in table.players


def table_to_break(
    tables: Sequence[Table], breaking_order: Sequence[int], regulation: Regulation
) -> tuple[int, Clause] | None:
    """The next table to break, once all players have seats at the others; None before.

    Two tables become the final table when all fit there: nine of two tables of five.

    Source: TDA 2024 10-B, RP-9.

    Raises:
        ValueError: a table is missing in the breaking order.
    """
    _check_order(tables, breaking_order)
    if len(tables) < 2:
        return None
    final = len(tables) == 2
    others = len(tables) - 1
    seats = regulation.final_table_seats if final else others * regulation.seats_per_table
    if sum(len(table.players) for table in tables) > seats:
        return None
    there = {table.number for table in tables}
    first = next(number for number in breaking_order if number in there)
    return first, FINAL_TABLE if final else BREAKING


def seats_to_draw(tables: Iterable[Table]) -> tuple[OpenTable, ...]:
    """The free seats for the players of a broken table, as the seating draw takes them.

    They may get any of them, the blinds and the button too; those between small blind and button
    wait a hand. Drawing them by seed and public word is the random process that is asked for.

    Source: TDA 2024 10-A, 10-B.

    Args:
        tables: those that stay.
    """
    return tuple(
        OpenTable(table.number, tuple(sorted(table.worst_first)), len(table.players))
        for table in sorted(tables, key=lambda table: table.number)
        if table.worst_first
    )


def _check_order(tables: Iterable[Table], breaking_order: Sequence[int]) -> None:
    missing = {table.number for table in tables} - set(breaking_order)
    if missing:
        raise ValueError(f"table {min(missing)} is missing in the breaking order")
