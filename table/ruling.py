"""A ruling: what an act counts as, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from table.changing import replace
from table.seats import Seat

ROUND_OVER = "round_over"
HAND_OVER = "hand_over"


class Action(StrEnum):
    """What an act counts as."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"
    BRING_IN = "bring_in"
    ILLEGAL = "illegal"
    ASK_FLOOR = "ask_floor"
    RELEASED = "released"
    PENDING = "pending"
    NONE = "none"
    NO_CHANGE = "no_change"
    POST = "post"
    ANSWER = "answer"
    DEAD_HAND = "dead_hand"
    BUTTON = "button"
    POTS = "pots"
    SPLIT = "split"
    SHOWDOWN = "showdown"
    ROUND_OVER = "round_over"
    RACE = "race"
    PAYOUT = "payout"


@dataclass(frozen=True)
class Clause:
    """A rule that a ruling rests on.

    Attributes:
        text: the rulebook and the number of its clause, such as `TDA 2024 44`.
        assumed: the rulebook is silent here; what we applied is our reading.
    """

    text: str
    assumed: bool = False


def cited_once(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The clauses in this order, each once; one that is assumed anywhere is assumed."""
    if len(clauses) < 2:
        return clauses
    assumed: dict[str, bool] = {}
    for clause in clauses:
        assumed[clause.text] = assumed.get(clause.text, False) or clause.assumed
    return tuple(Clause(text, is_assumed) for text, is_assumed in assumed.items())


@dataclass(frozen=True)
class Message:
    """A whole sentence of the catalogue, by its name, with the values that it names.

    Sentences are never glued from parts: `table.sentences` renders one in a language.
    """

    name: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Option:
    """One answer that the floor, or the player, may choose.

    Attributes:
        token: its name, such as `full_call` or `fold_forfeit`.
        amounts: the figures that belong to it: total_bet, must_add, change_returned, forfeit, paid.
    """

    token: str
    amounts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What an act counts as.

    Attributes:
        seat: whose act was ruled.
        action: what it counts as.
        total: the seat's total on this street afterwards ("to"); None where there is no wager.
        raise_by: how far that is above the bet before.
        added: chips that went in with this act.
        change_to_return: of the chips that are physically out, those to give back.
        chips_to_add: what the player must still put out; 0 where no chip was pushed.
        next: who acts next; ROUND_OVER, HAND_OVER, or None where nobody is asked.
        min_raise_to: the least total to which `next` may bet or raise; None: no raise possible.
        max_raise_to: the largest.
        pot: the pot afterwards with all bets.
        clauses: the rules that it rests on, each once, the deciding one first.
        ask_floor: the dealer must call the floor.
        options: what the floor, or the player, may choose then.
        default_option: the token to show first, or None where the rulebook prefers none.
        message: the ruling in one sentence.
        rule: the rule in one sentence.
        facts: further figures that only some rulings have, by the names of the worked cases.
        bars_raise: at his next act the player may only call or fold, or check.
    """

    seat: Seat
    action: Action
    total: int | None = None
    raise_by: int = 0
    added: int = 0
    change_to_return: int = 0
    chips_to_add: int = 0
    next: Seat | None = None
    min_raise_to: int | None = None
    max_raise_to: int | None = None
    pot: int = 0
    clauses: tuple[Clause, ...] = ()
    ask_floor: bool = False
    options: tuple[Option, ...] = ()
    default_option: str | None = None
    message: Message = Message("")
    rule: Message = Message("")
    facts: Mapping[str, object] = field(default_factory=dict)
    bars_raise: bool = False

    def citing(self, *clauses: Clause) -> "Ruling":
        """The same, resting on more clauses."""
        return replace(self, clauses=cited_once((*self.clauses, *clauses)))
