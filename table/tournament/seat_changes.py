"""Who sits where after the draw: what the chief judge changed, and a look around the table.

The draw is never edited. A change is one more entry of the audit, with who made it and why; the
seats in force are the drawn ones with the changes applied in order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated

from pydantic import StringConstraints

from table.documents import Document
from table.ruling import Message
from table.tournament.draw import canonical
from table.tournament.draw_record import DrawRecord, Notice, Number
from table.tournament.places import Place

NonEmpty = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]

RANDOM_SEATING = "TDA 2024 7"
"""A player in a wrong seat moves to the right one with all chips in front."""


class SeatChange(Document):
    """A change by the chief judge.

    Attributes:
        player: who moves.
        table: where to.
        seat: where to.
        instead: who sat there and takes the place of `player`; None if the seat was free.
        reason: why.
        decided_by: the judge.
    """

    player: str
    table: Number
    seat: Number
    instead: str | None = None
    reason: NonEmpty
    decided_by: NonEmpty

    @property
    def place(self) -> Place:
        """Where the player moves to."""
        return Place(self.table, self.seat)


@dataclass(frozen=True)
class Decision:
    """Why a seat is changed, and by whom."""

    reason: str
    decided_by: str


def seats(record: DrawRecord, changes: Iterable[SeatChange]) -> dict[str, Place]:
    """The place of each player, by name in the order of the places.

    Raises:
        ValueError: a change does not fit the seats before it.
    """
    places = {card.player: card.place for card in record.seating}
    for change in changes:
        if change.player not in places or _player_at(places, change.place) != change.instead:
            raise ValueError(f"the change of {change.player} does not fit the seats before it")
        if change.instead is not None:
            places[change.instead] = places[change.player]
        places[change.player] = change.place
    return dict(sorted(places.items(), key=lambda entry: entry[1]))


def change_seat(
    places: Mapping[str, Place], notice: Notice, player: str, to: Place, decision: Decision
) -> SeatChange:
    """Move a player to a free seat of the draw, or exchange two players.

    Args:
        places: the seats in force.
        notice: of the draw, which knows its seats.
        player: the name, in any spelling that the draw recognises.
        to: the new place; who sits there takes the old one.
        decision: why, and by whom.

    Raises:
        ValueError: there is no such player or no such seat, the player sits there already, or the
            reason or the judge is missing.
    """
    name = _known(player, places)
    if name is None:
        close = _closest(player, places)
        raise ValueError(f"{player} is not in the draw" + (f"; {close} is" if close else ""))
    if to not in {Place(table.table, seat) for table in notice.tables for seat in table.free}:
        raise ValueError(f"{to} is not a seat of this draw")
    if places[name] == to:
        raise ValueError(f"{name} sits at {to} already")
    return SeatChange(
        player=name,
        table=to.table,
        seat=to.seat,
        instead=_player_at(places, to),
        reason=decision.reason,
        decided_by=decision.decided_by,
    )


def look_around(
    table: int, places: Mapping[str, Place], sitting: Mapping[int, str]
) -> tuple[Message, ...]:
    """What is not as the cards say at one table; nothing, if everybody sits right.

    Args:
        table: the table's number.
        places: the seats in force.
        sitting: the names as the dealer took them down, by seat.
    """
    found = []
    here = {name: place.seat for name, place in places.items() if place.table == table}
    recognised = {seat: _known(player, places) for seat, player in sorted(sitting.items())}
    for seat, name in recognised.items():
        if name is None:
            found.append(_stranger(seat, sitting[seat], places))
        elif places[name] != Place(table, seat):
            right = {"right_table": places[name].table, "right_seat": places[name].seat}
            values = {"player": name, "clause": RANDOM_SEATING}
            found.append(Message("draw-seat-wrong", {"seat": seat, **values, **right}))
    present = set(recognised.values())
    absent = [(seat, name) for name, seat in here.items() if name not in present]
    found += [
        Message("draw-seat-absent", {"seat": seat, "player": name}) for seat, name in sorted(absent)
    ]
    return tuple(found)


def _player_at(places: Mapping[str, Place], place: Place) -> str | None:
    return next((name for name, taken in places.items() if taken == place), None)


def _known(player: str, places: Mapping[str, Place]) -> str | None:
    """The name in the draw that a person meant, capitals and spaces aside."""
    try:
        meant = canonical(player).casefold()
    except ValueError:
        return None
    return next((name for name in places if name.casefold() == meant), None)


def _stranger(seat: int, player: str, places: Mapping[str, Place]) -> Message:
    close = _closest(player, places)
    if close is None:
        return Message("draw-seat-stranger", {"seat": seat, "player": player})
    return Message("draw-seat-misspelt", {"seat": seat, "player": player, "closest": close})


def _closest(player: str, places: Mapping[str, Place]) -> str | None:
    """The nearest name of the draw, for a misspelt one."""
    return next(iter(get_close_matches(player, places, n=1)), None)
