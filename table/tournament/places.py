"""Places in the room: a table and a seat at it, and which seats a draw may give."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace


@dataclass(frozen=True, order=True)
class Place:
    """A seat in the room; seats are numbered clockwise from the dealer's left.

    Attributes:
        table: the table's number, from 1.
        seat: the seat's number, from 1.
    """

    table: int
    seat: int

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Read `3/7`: table 3, seat 7.

        Raises:
            ValueError: the text is not a place.
        """
        table, slash, seat = text.strip().partition("/")
        if not (slash and _is_number(table) and _is_number(seat)):
            raise ValueError(f"{text!r} is no place: write table and seat as 3/7")
        return cls(int(table), int(seat))

    def __str__(self) -> str:
        return f"{self.table}/{self.seat}"


@dataclass(frozen=True, order=True)
class OpenTable:
    """The seats of one table that may be drawn.

    Attributes:
        table: its number.
        free: its free seats, ascending.
        seated: players who sit there already.
    """

    table: int
    free: tuple[int, ...]
    seated: int = 0


def shares(count: int, tables: Sequence[OpenTable]) -> Counter[int]:
    """How many of `count` players each table gets, as equal as its free seats allow.

    Each player in turn goes to the table that has the fewest then; among equals to the one that
    stands first in `tables`.

    Raises:
        ValueError: there are more players than free seats.
    """
    seats = sum(len(table.free) for table in tables)
    if count > seats:
        raise ValueError(f"{count} players cannot have {seats} seats")
    given: Counter[int] = Counter()
    by_size = [(table.seated, index) for index, table in enumerate(tables) if table.free]
    heapify(by_size)
    for _ in range(count):
        size, index = by_size[0]
        table = tables[index]
        given[table.table] += 1
        if given[table.table] < len(table.free):
            heapreplace(by_size, (size + 1, index))
        else:
            heappop(by_size)
    return given


def repeated(items: Iterable[str]) -> list[str]:
    """Those that stand more than once, capitals aside."""
    spellings = [(item.casefold(), item) for item in items]
    counted = Counter(folded for folded, _ in spellings)
    return sorted({item for folded, item in spellings if counted[folded] > 1})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and text[0] != "0"
