"""What is published of a draw: the notice before it, and the record after it.

The notice says all that the draw depends on and nothing of how it will turn out: instead of the
seed, its SHA-256. The record adds the seed, the word, and the seating that follows from them.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from table.documents import Document
from table.ruling import Message
from table.tournament.draw import ALGORITHM, canonical, in_order, numbers, said, seating
from table.tournament.places import OpenTable, Place, repeated

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=1, le=9999, strict=True)]

LONGEST_PRINTED = 80

NO_WORD = ""
"""The word, and what it will be, of a draw for which none was announced."""


def _spelled(text: str) -> str:
    if text != NO_WORD and text != canonical(text):
        raise ValueError(f"{text!r} is not spelled as the draw spells it: {canonical(text)!r}")
    return text


Spelled = Annotated[str, AfterValidator(_spelled)]
"""A text in its canonical spelling, or none."""


def _printed(text: str) -> str:
    if len(_spelled(text)) > LONGEST_PRINTED or not text:
        raise ValueError(f"{text!r} has no room on a card: 1 to {LONGEST_PRINTED} letters")
    return text


Printed = Annotated[str, AfterValidator(_printed)]
"""A text that a seat card has room for."""


def _as_said(word: str) -> str:
    if word != NO_WORD and word != said(word):
        raise ValueError(f"{word!r} is not spelled as the draw spells it: {said(word)!r}")
    return word


class DrawTable(Document):
    """The seats of one table that are drawn.

    Attributes:
        table: its number.
        free: its free seats, ascending.
        seated: players who sit there already.
    """

    table: Number
    free: tuple[Number, ...] = Field(min_length=1)
    seated: int = Field(default=0, ge=0, strict=True)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if list(self.free) != sorted(set(self.free)):
            raise ValueError("name each free seat once, the lowest first")
        return self


def _each_once(tables: tuple[DrawTable, ...]) -> tuple[DrawTable, ...]:
    listed = [table.table for table in tables]
    if listed != sorted(set(listed)):
        raise ValueError("name each table once, the lowest first")
    return tables


Tables = Annotated[tuple[DrawTable, ...], Field(min_length=1), AfterValidator(_each_once)]
"""All seats that are drawn, ascending by table."""


class Room(Document):
    """The room as a file describes it, where some seats are taken already."""

    tables: Tables

    @classmethod
    def of_equal_tables(cls, tables: int, seats: int) -> Self:
        """An empty room: tables 1 to `tables`, each with seats 1 to `seats`."""
        free = list(range(1, seats + 1))
        entries = [{"table": table, "free": free} for table in range(1, tables + 1)]
        return cls.model_validate({"tables": entries})


class Notice(Document):
    """What is published before the draw.

    Attributes:
        algorithm: how the seating follows from seed and word.
        event: what is drawn for, such as the tournament and the day.
        seed_sha256: of the seed's 32 bytes.
        word_source: what the public word will be; empty where none was announced.
        tables: the seats.
        players: in the order of their UTF-8 bytes.
        commitment: the SHA-256 of `statement`.
    """

    algorithm: Literal["betline draw 1"] = ALGORITHM
    event: Printed
    seed_sha256: Hash
    word_source: Spelled
    tables: Tables
    players: tuple[Printed, ...] = Field(min_length=1)
    commitment: Hash

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.players != in_order(self.players):
            raise ValueError("the players do not stand in the order of the draw")
        if twice := repeated(self.players):
            raise ValueError(f"two players have one name: {', '.join(twice)}; tell them apart")
        if len(self.players) > sum(len(table.free) for table in self.tables):
            raise ValueError("there are more players than seats; add tables")
        if self.commitment != _sha256(self.statement):
            raise ValueError("the commitment does not belong to this notice: something was changed")
        return self

    @property
    def statement(self) -> str:
        """The text that is committed to, line by line."""
        return _statement(self.event, self.seed_sha256, self.word_source, self.tables, self.players)

    @property
    def open_tables(self) -> tuple[OpenTable, ...]:
        """The seats that are drawn."""
        return tuple(OpenTable(table.table, table.free, table.seated) for table in self.tables)


class SeatCard(Document):
    """Where one player sits."""

    table: Number
    seat: Number
    player: Printed

    @property
    def place(self) -> Place:
        """Table and seat."""
        return Place(self.table, self.seat)


class DrawRecord(Document):
    """What is published after the draw.

    Attributes:
        notice: what was published before it.
        word: what was said in public: its letters and digits alone.
        seed: 32 bytes in hexadecimal, secret until now.
        seating: by table and seat.
    """

    notice: Notice
    word: Annotated[str, AfterValidator(_as_said)]
    seed: Hash
    seating: tuple[SeatCard, ...]


def commit(event: str, seed: bytes, word_source: str, room: Room, players: list[str]) -> Notice:
    """The notice of a draw.

    Args:
        event: what is drawn for.
        seed: 32 bytes that nobody can guess.
        word_source: what the public word will be; empty for none.
        room: the seats.
        players: their names, in any order and spelling.

    Raises:
        ValueError: a name stands twice or cannot be printed, or there are too few seats.
    """
    event = canonical(event)
    source = canonical(word_source) if word_source else NO_WORD
    names = in_order([canonical(player) for player in players])
    seed_sha256 = hashlib.sha256(seed).hexdigest()
    statement = _statement(event, seed_sha256, source, room.tables, names)
    return Notice(
        event=event,
        seed_sha256=seed_sha256,
        word_source=source,
        tables=room.tables,
        players=names,
        commitment=_sha256(statement),
    )


def make(notice: Notice, seed: bytes, word: str) -> DrawRecord:
    """The draw: the seating that follows from notice, seed and word.

    Raises:
        ValueError: the seed is not the one committed to; or a word is missing, or was given though
            none was announced.
    """
    if not hmac.compare_digest(hashlib.sha256(seed).hexdigest(), notice.seed_sha256):
        raise ValueError("this is not the seed that the notice commits to")
    if bool(word) != bool(notice.word_source):
        wanted = notice.word_source or "no word"
        raise ValueError(f"the notice announces {wanted!r} as the public word")
    spelled = said(word) if word else NO_WORD
    drawn = _drawn(notice, seed, spelled)
    cards = (
        SeatCard(table=place.table, seat=place.seat, player=drawn[place]) for place in sorted(drawn)
    )
    return DrawRecord(notice=notice, word=spelled, seed=seed.hex(), seating=tuple(cards))


def faults(record: DrawRecord, published: str | None = None) -> tuple[Message, ...]:
    """What is wrong with a draw; nothing, if it is what was committed to.

    Args:
        record: the draw.
        published: the commitment as it was read before the draw; None to leave that unchecked.
    """
    return tuple(_faults(record, published))


def _faults(record: DrawRecord, published: str | None) -> Iterator[Message]:
    notice, seed = record.notice, bytes.fromhex(record.seed)
    if published is not None and published.strip().lower() != notice.commitment:
        yield Message("draw-fault-commitment", {"published": published})
    if hashlib.sha256(seed).hexdigest() != notice.seed_sha256:
        yield Message("draw-fault-seed")
        return
    if bool(record.word) != bool(notice.word_source):
        yield Message("draw-fault-word")
    drawn = _drawn(notice, seed, record.word)
    listed = {card.place: card.player for card in record.seating}
    if len(listed) != len(record.seating):
        yield Message("draw-fault-place-twice")
    for place in sorted(drawn.keys() | listed.keys()):
        if drawn.get(place) != listed.get(place):
            players = {"drawn": drawn.get(place, "-"), "listed": listed.get(place, "-")}
            yield Message("draw-fault-seat", {"place": str(place), **players})


def _drawn(notice: Notice, seed: bytes, word: str) -> dict[Place, str]:
    stream = numbers(seed, bytes.fromhex(notice.commitment), word)
    return seating(notice.players, notice.open_tables, stream)


def _statement(
    event: str,
    seed_sha256: str,
    word_source: str,
    tables: tuple[DrawTable, ...],
    players: tuple[str, ...],
) -> str:
    lines = [ALGORITHM, f"event: {event}", f"seed: {seed_sha256}", f"word: {word_source}"]
    for table in tables:
        free = " ".join(map(str, table.free))
        lines.append(f"table {table.table}: {free}; seated: {table.seated}")
    lines += [f"player: {player}" for player in players]
    return "".join(f"{line}\n" for line in lines)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
