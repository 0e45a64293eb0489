"""The small parts of a worked case: what followed, what was asked, pots and hands."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from table.act import Act, Word, Words
from table.game import Street
from table.seats import Seat

SeatName = Annotated[Seat, BeforeValidator(str)]
"""A seat; a case may name it by a number."""

Amounts = dict[SeatName, int]


class Entry(BaseModel):
    """A part of a case. Keys that are not read are kept, to be told."""

    model_config = ConfigDict(extra="allow", frozen=True)

    def unread(self, path: str = "") -> Iterator[str]:
        """The paths of all keys here and below that betline does not read."""
        for key in self.model_extra or {}:
            yield f"{path}{key}"
        for name in type(self).model_fields:
            part = getattr(self, name)
            for index, entry in enumerate(part if isinstance(part, tuple) else (part,)):
                if isinstance(entry, Entry):
                    place = f"{name}[{index}]" if isinstance(part, tuple) else name
                    yield from entry.unread(f"{path}{place}.")


class Posted(Entry):
    """Blinds that were really posted."""

    sb: int
    bb: int


class ButtonPlaces(Entry):
    """Button and blinds of the hand before, by seat number."""

    button: int
    sb: int | None
    bb: int


class Did(Entry):
    """An act that preceded or followed."""

    player: SeatName
    does: str
    to: int | None = None

    def act(self) -> Act | None:
        """In the words of `table`; None where it is no act of betting."""
        if self.does == "show_cards":
            return None
        return Act(seat=self.player, words=Words(word=Word(self.does), amount=self.to))


class Skipped(Entry):
    """A player who was passed over."""

    player: SeatName
    had_time: bool = True
    spoke: bool = False


class Request(Entry):
    """What somebody asks for."""

    kind: str
    of: SeatName | None = None


class Clock(Entry):
    """The clock was called."""

    called: bool = True
    seconds: int


class Payout(Entry):
    """Places paid, players left, players who bust in this hand."""

    paid: int
    left: int
    bust: int


class Race(Entry):
    """A chip race."""

    chip: int
    to: int
    holdings: Amounts
    last_chips: tuple[SeatName, ...] = ()
    race_winners: tuple[SeatName, ...] = ()
    after: bool = False


class EarlierError(Entry):
    """A wrong bet of this or an earlier street."""

    kind: str
    street: Street
    made: int
    legal: int
    found: str


class SplitEntry(Entry):
    """A pot to be shared."""

    amount: int
    unit: int | None = None
    winners: tuple[SeatName, ...]
    hands: dict[SeatName, tuple[str, ...]] | None = None


class HighLow(Entry):
    """A pot that a high and a low hand share."""

    amount: int
    unit: int
    high: tuple[SeatName, ...]
    low: tuple[SeatName, ...]


class ShowRequest(Entry):
    """A player asks to see a hand."""

    by: SeatName
    of: SeatName


class DataEntry(Entry):
    """What is known of pots and hands."""

    contrib: Amounts = {}
    folded: tuple[SeatName, ...] = ()
    dead: int = 0
    split: SplitEntry | None = None
    splits: tuple[SplitEntry, ...] = ()
    hilo: HighLow | None = None
    last_round: tuple[Did, ...] = ()
    earlier_aggressor: SeatName | None = None
    all_in: dict[SeatName, Street] = {}
    last_call: dict[SeatName, Street] = {}
    tabled: tuple[SeatName, ...] = ()
    mucked: tuple[SeatName, ...] = ()
    kept: tuple[SeatName, ...] = ()
    discarding: tuple[SeatName, ...] = ()
    live: tuple[SeatName, ...] = ()
    shown: dict[SeatName, tuple[str, ...]] = {}
    makes_winner: bool = False
    board_plays: bool = False
    claims: tuple[SeatName, ...] = ()
    collusion_suspected: bool = False
    request: ShowRequest | None = None
    winner: SeatName | None = None
