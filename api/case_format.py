"""The format of worked cases: YAML entries that become a betting state, an act and a rulebook.

A worked case is a situation from a rulebook or a forum, restated, with the ruling expected under
each rulebook that it names. A field that betline does not read makes its case fail with that
reason: a case never passes because something in it was overlooked.
"""

from collections.abc import Iterator
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from table.act import (
    Act,
    Condition,
    Gesture,
    Order,
    PriorChips,
    PriorMode,
    Word,
    Words,
)
from table.betting import Betting, Pending
from table.chips import chips
from table.documents import DocumentError, Problem
from table.game import AnteType, EventKind, Game, Limit, Street
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


class House(Entry):
    """Switches that overrule the book."""

    commit_rule: str | None = "absent"
    ante_order: str | None = None
    ante_counts: bool | None = None
    tiny_chip_percent: int | None = None


class GameEntry(Entry):
    """What is played."""

    limit: Limit
    variant: str = "holdem"
    street: Street
    sb: int = 0
    bb: int
    unit: int | None = None
    cap: int | None = None
    max_raise: int | None = None
    straddle: int | None = None
    kill: bool = False
    ante: int = 0
    ante_type: AnteType = AnteType.EACH
    round_sb: bool = False
    round_unit: int = 0
    smallest_chip: int = 1
    event: EventKind | None = None
    house: House = House()

    def game(self) -> Game:
        """In the words of `table`. A cap that is written as null is no cap."""
        return Game(
            limit=self.limit,
            variant=self.variant,
            small_blind=self.sb,
            big_blind=self.bb,
            unit=self.unit,
            cap=self.cap,
            uncapped="cap" in self.model_fields_set and self.cap is None,
            max_raise=self.max_raise,
            straddle=self.straddle,
            kill=self.kill,
            ante=self.ante,
            ante_type=self.ante_type,
            round_small_blind=self.round_sb,
            round_pot_to=self.round_unit,
            smallest_chip=self.smallest_chip,
            event=self.event,
        )


class PendingEntry(Entry):
    """A declaration whose amount is open."""

    player: SeatName
    word: Word
    amount: int | None = None


class Posted(Entry):
    """Blinds that were really posted."""

    sb: int
    bb: int


class ButtonPlaces(Entry):
    """Button and blinds of the hand before, by seat number."""

    button: int
    sb: int | None
    bb: int


class StateEntry(Entry):
    """The betting before the action."""

    order: tuple[SeatName, ...] = ()
    turn: SeatName | None = None
    pot: int = 0
    bets: Amounts = {}
    acted: Amounts = {}
    folded: frozenset[SeatName] = frozenset()
    stacks: Amounts = {}
    default_stack: int = 0
    last_full_raise: int = 0
    raises: int = 0
    full_level: int | None = None
    call_level: int | None = None
    posted: Posted | None = None
    pending: PendingEntry | None = None
    declared_all_in: tuple[SeatName, ...] = ()
    hidden_chips: Amounts = {}
    seats: int | None = None
    last: ButtonPlaces | None = None
    busted: tuple[int, ...] = ()
    button_now: int | None = None
    substantial_action: bool = False

    def betting(self, game: GameEntry) -> Betting:
        """In the words of `table`."""
        pending = self.pending
        return Betting(
            game=game.game(),
            street=game.street,
            order=self.order,
            turn=self.turn,
            pot=self.pot,
            bets=self.bets,
            stacks={seat: self.stacks.get(seat, self.default_stack) for seat in self.order},
            acted=self.acted,
            folded=self.folded,
            last_full_raise=self.last_full_raise,
            raises=self.raises,
            full_level=self.full_level,
            call_level=self.call_level,
            posted_small_blind=self.posted.sb if self.posted else None,
            posted_big_blind=self.posted.bb if self.posted else None,
            pending=Pending(seat=pending.player, word=pending.word, amount=pending.amount)
            if pending
            else None,
        )


class ConditionEntry(Entry):
    """The if of an if-then."""

    player: SeatName
    does: str


class Verbal(Entry):
    """What was said."""

    kind: Word
    timing: Order = Order.BEFORE
    amount: int | None = None
    words: str = ""
    candidates: tuple[int, ...] = ()
    heard_by_all: bool = True
    condition: ConditionEntry | None = None
    promise: Word | None = None

    def spoken(self) -> Words:
        """In the words of `table`."""
        condition = None
        if self.condition is not None and self.promise is not None:
            condition = Condition(
                player=self.condition.player, does=self.condition.does, promise=self.promise
            )
        return Words(
            word=self.kind,
            order=self.timing,
            amount=self.amount,
            spoken=self.words,
            candidates=self.candidates,
            heard_by_all=self.heard_by_all,
            condition=condition,
        )


class Prior(Entry):
    """Own chips that lay in front already."""

    mode: PriorMode
    chips: tuple[int, ...]
    left: tuple[int, ...] = ()


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


class ActionEntry(Entry):
    """What the player did, and what followed."""

    player: SeatName
    in_turn: bool = True
    forced: bool = False
    facing_blind: bool = False
    motions: tuple[tuple[int, ...], ...] = ()
    cut_down: tuple[int, ...] | None = None
    verbal: Verbal | None = None
    gesture: Gesture | None = None
    prior_chips: Prior | None = None
    told: int | None = None
    thought_bet: int | None = None
    dealer_quoted: int | None = None
    then: Did | None = None
    later: tuple[Did, ...] = ()
    error_found: str | None = None
    acts: tuple[Did, ...] = ()
    skipped: Skipped | None = None
    request: Request | None = None
    clock: Clock | None = None
    hand_for_hand: bool = False
    misdeal_claim: bool = False
    payout: Payout | None = None
    race: Race | None = None
    error: EarlierError | None = None
    victim: SeatName | None = None

    @property
    def followed_by(self) -> tuple[Did, ...]:
        """The acts that followed, one or several."""
        return (self.then,) if self.then is not None else self.later

    def act(self) -> Act:
        """In the words of `table`."""
        prior = self.prior_chips
        thought = self.told if self.thought_bet is None else self.thought_bet
        return Act(
            seat=self.player,
            motions=tuple(map(chips, self.motions)),
            words=self.verbal.spoken() if self.verbal else None,
            gesture=self.gesture,
            prior=PriorChips(mode=prior.mode, chips=chips(prior.chips), left=chips(prior.left))
            if prior
            else None,
            in_turn=self.in_turn,
            forced=self.forced,
            cut_down=None if self.cut_down is None else chips(self.cut_down),
            acted_on=self.then is not None and self.then.player != self.player,
            thought_bet=thought,
        )


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
    board_plays: bool = False
    claims: tuple[SeatName, ...] = ()
    collusion_suspected: bool = False
    request: ShowRequest | None = None
    winner: SeatName | None = None


class Case(Entry):
    """A worked case."""

    id: str
    kind: str
    rulebooks: tuple[str, ...]
    game: GameEntry
    state: StateEntry
    action: ActionEntry
    data: DataEntry = DataEntry()
    expect: dict[str, Any]
    seed_example: bool = False
    why: str = ""
    source: str = ""
    confidence: str = ""
    numbers_recomputed: bool = False
    differs: dict[str, str] = Field(default_factory=dict)
    note: str = ""

    @property
    def not_read(self) -> tuple[str, ...]:
        """The keys of this case that betline does not read."""
        return tuple(self.unread())


def read_cases(text: str, name: str) -> tuple[Case, ...]:
    """Read a file of worked cases.

    Args:
        text: the YAML document: a list of cases.
        name: its file name, for messages.

    Raises:
        DocumentError: it is not YAML, or a case lacks what every case has.
    """
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 0
        raise DocumentError(
            name, [Problem(line, "", "not YAML", "Check the indentation.")]
        ) from error
    try:
        return TypeAdapter(tuple[Case, ...]).validate_python(content)
    except ValidationError as error:
        problems = [
            Problem(0, ".".join(map(str, details["loc"])), details["msg"])
            for details in error.errors()
        ]
        raise DocumentError(name, problems) from error
