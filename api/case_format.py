"""The format of worked cases: YAML entries that become a betting state and an act.

A worked case is a situation from a rulebook or a forum, restated, with the ruling expected under
each rulebook that it names. A field that betline does not read makes its case fail with that
reason: a case never passes because something in it was overlooked.
"""

from dataclasses import dataclass
from typing import Any

import yaml
from pydantic import BaseModel, Field, ValidationError

from api.case_entries import (
    Amounts,
    ButtonPlaces,
    Clock,
    DataEntry,
    Did,
    EarlierError,
    Entry,
    Payout,
    Posted,
    Race,
    Request,
    SeatName,
    Skipped,
)
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


class StateEntry(Entry):
    """The betting before the action."""

    order: tuple[SeatName, ...] = ()
    turn: SeatName | None = None
    pot: int = 0
    bets: Amounts = Field(default_factory=dict)
    acted: Amounts = Field(default_factory=dict)
    folded: frozenset[SeatName] = frozenset()
    stacks: Amounts = Field(default_factory=dict)
    default_stack: int = 0
    last_full_raise: int = 0
    raises: int = 0
    full_level: int | None = None
    call_level: int | None = None
    posted: Posted | None = None
    pending: PendingEntry | None = None
    declared_all_in: tuple[SeatName, ...] = ()
    hidden_chips: Amounts = Field(default_factory=dict)
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


@dataclass(frozen=True)
class Unreadable:
    """A case that does not fit the format. It fails, with the reason.

    Attributes:
        id: of the case.
        kind: its group.
        rulebooks: under which it would be ruled.
        reason: what does not fit.
    """

    id: str
    kind: str
    rulebooks: tuple[str, ...]
    reason: str


class _Heading(BaseModel):
    """What even a case that cannot be read must have."""

    id: str
    kind: str
    rulebooks: tuple[str, ...]


def read_cases(text: str, name: str) -> tuple[Case | Unreadable, ...]:
    """Read a file of worked cases.

    Args:
        text: the YAML document: a list of cases.
        name: its file name, for messages.

    Raises:
        DocumentError: it is not YAML, not a list, or a case has no id, kind and rulebooks.
    """
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 0
        problem = Problem(line, "", "not YAML", "Check the indentation.")
        raise DocumentError(name, [problem]) from error
    if not isinstance(content, list):
        raise DocumentError(
            name, [Problem(1, "", "not a list of cases", "Begin each with `- id:`.")]
        )
    try:
        return tuple(_read(entry) for entry in content)
    except ValidationError as error:
        raise DocumentError(name, [Problem(0, _place(error), _what(error))]) from error


def _read(entry: object) -> Case | Unreadable:
    heading = _Heading.model_validate(entry)
    try:
        return Case.model_validate(entry)
    except ValidationError as error:
        reason = f"{_place(error)}: {_what(error)}"
        return Unreadable(heading.id, heading.kind, heading.rulebooks, reason)


def _place(error: ValidationError) -> str:
    return ".".join(map(str, error.errors()[0]["loc"]))


def _what(error: ValidationError) -> str:
    return error.errors()[0]["msg"]
