"""A verdict: what a chapter says that an act counts as, and the ruling that follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table.betting import Betting
from table.changing import replace
from table.chapters.fixed_limit import completes
from table.chapters.turn import Turn
from table.legal import legal_range
from table.ruling import Action, Clause, Message, Option, Ruling, cited_once
from table.settling import ACTS, after, next_to_act


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What an act counts as, before what follows is worked out.

    Attributes:
        action: what it counts as.
        rule: name of the sentence that tells the rule.
        clauses: the rules that it rests on, the deciding one first.
        total: the seat's total on this street; None where there is no wager.
        headline: name of the sentence that tells the ruling, where it is not the action's own.
        ask_floor: the dealer must call the floor.
        options: what the floor, or the player, may choose.
        default_option: the token to show first.
        facts: further figures that only this ruling has.
        change: chips to give back, where that is not what lies out above the total.
        bars_raise: at his next act the player may only call or fold, or check.
    """

    action: Action
    rule: str
    clauses: tuple[Clause, ...]
    total: int | None = None
    headline: str = ""
    ask_floor: bool = False
    options: tuple[Option, ...] = ()
    default_option: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    change: int | None = None
    bars_raise: bool = False

    def citing(self, *clauses: Clause) -> "Verdict":
        """The same, resting on more clauses."""
        return replace(self, clauses=(*self.clauses, *clauses))


def wager(turn: Turn, total: int, rule: str, *clauses: Clause, headline: str = "") -> Verdict:
    """A check, call, bet, raise or all-in: which one, the total tells.

    Nobody can be made to put in more than he has (table stakes).
    """
    total = min(total, turn.reach)
    action = _action(turn, total)
    if action is Action.RAISE and completes(turn.betting, total):
        headline = headline or "ruling-complete"
    return Verdict(action=action, rule=rule, clauses=clauses, total=total, headline=headline)


def _action(turn: Turn, total: int) -> Action:
    if total == turn.reach and total > turn.before:
        return Action.ALL_IN
    if total > turn.level:
        return Action.RAISE if turn.level > 0 else Action.BET
    return Action.CALL if turn.facing_bet else Action.CHECK


def call(turn: Turn, rule: str, *clauses: Clause, headline: str = "") -> Verdict:
    """The bet is called, or checked where nothing is owed."""
    return wager(turn, turn.level, rule, *clauses, headline=headline)


def fold(turn: Turn, rule: str, *clauses: Clause) -> Verdict:
    """The hand is folded; what counts in front stays. With no bet to face, a penalty may follow."""
    facts: dict[str, object] = {} if turn.facing_bet else {"penalty": "possible"}
    return Verdict(action=Action.FOLD, rule=rule, clauses=clauses, total=turn.before, facts=facts)


def illegal(turn: Turn, rule: str, *clauses: Clause, tokens: tuple[str, ...]) -> Verdict:
    """Not allowed: the player chooses among `tokens`."""
    totals = {"call": turn.level, "raise": turn.within_limits(0)}
    options = tuple(
        option(turn, name, totals[name]) if name in totals else choice(name) for name in tokens
    )
    return Verdict(action=Action.ILLEGAL, rule=rule, clauses=clauses, options=options)


def ask_floor(
    headline: str, rule: str, *clauses: Clause, options: tuple[Option, ...], default: str | None
) -> Verdict:
    """No single ruling: the floor decides among previewed options."""
    return Verdict(
        action=Action.ASK_FLOOR,
        rule=rule,
        clauses=clauses,
        headline=headline,
        ask_floor=True,
        options=options,
        default_option=default,
    )


def choice(name: str, **amounts: int) -> Option:
    """An option that moves no chips of the player, or the amounts that belong to it."""
    return Option(token=name, amounts=amounts)


def option(turn: Turn, token: str, total: int) -> Option:
    """An option under which the seat's total is `total`, with the chips that it moves."""
    total = min(total, turn.reach)
    change, missing = _change(turn, total), _missing(turn, total)
    return Option(
        token=token,
        amounts={"total_bet": total, "must_add": missing, "change_returned": change},
    )


def settle(turn: Turn, verdict: Verdict) -> Ruling:
    """The whole ruling: chips to give back or to add, who is next, and what he may do."""
    total = verdict.total
    raise_by = max(0, total - turn.level) if total is not None else 0
    change = _change(turn, total) if verdict.change is None else verdict.change
    missing = _missing(turn, total)
    clauses = cited_once(verdict.clauses)
    ruling = Ruling(
        seat=turn.seat,
        action=verdict.action,
        total=total,
        raise_by=raise_by,
        added=max(0, total - turn.before) if total is not None else 0,
        change_to_return=change,
        chips_to_add=missing,
        clauses=clauses,
        ask_floor=verdict.ask_floor,
        options=verdict.options,
        default_option=verdict.default_option,
        message=_message(turn, verdict, raise_by, change, missing),
        rule=_rule(verdict.rule, clauses[0]),
        facts=verdict.facts,
        bars_raise=verdict.bars_raise,
    )
    moved = after(turn.betting, ruling)
    return _with_next(turn, ruling, moved)


def _change(turn: Turn, total: int | None) -> int:
    """Chips to give back, of those that are physically out."""
    act = turn.act
    if total is None or not (act.motions or act.prior):
        return 0
    return max(0, turn.out_total - total)


def _missing(turn: Turn, total: int | None) -> int:
    """Chips still to be put out, where some were."""
    if total is None or not turn.act.motions:
        return 0
    return max(0, total - turn.out_total)


def _with_next(turn: Turn, ruling: Ruling, moved: Betting) -> Ruling:
    """The pot, who acts next, and what he may do."""
    pot, upcoming, stays = moved.pot_with_bets, moved.turn, False
    if ruling.action not in ACTS:
        stays = ruling.ask_floor or ruling.action is Action.ILLEGAL
    elif upcoming is None:
        upcoming = next_to_act(moved, turn.seat)
    if stays or upcoming not in moved.order:
        return replace(ruling, pot=pot, next=upcoming)
    _, least, most = legal_range(moved, upcoming, turn.rulebook)
    return replace(ruling, pot=pot, next=upcoming, min_raise_to=least, max_raise_to=most)


HEADLINES = {
    Action.FOLD: "ruling-fold",
    Action.CHECK: "ruling-check",
    Action.CALL: "ruling-call",
    Action.BET: "ruling-bet",
    Action.RAISE: "ruling-raise",
    Action.ALL_IN: "ruling-all-in",
    Action.BRING_IN: "ruling-bring-in",
    Action.ILLEGAL: "ruling-illegal",
    Action.RELEASED: "ruling-released",
    Action.PENDING: "ruling-pending",
    Action.NONE: "ruling-none",
    Action.NO_CHANGE: "ruling-no-change",
}
"""The sentence of each action that has no headline of its own."""


def _message(turn: Turn, verdict: Verdict, raise_by: int, change: int, missing: int) -> Message:
    """The ruling in one sentence; `chips` tells which sentence of the catalogue fits."""
    chips = "even"
    if change:
        chips = "back"
    elif missing:
        chips = "add"
    return Message(
        verdict.headline or _headline(verdict.action, raise_by),
        {
            "seat": turn.seat,
            "total": verdict.total or 0,
            "by": raise_by,
            "back": change,
            "add": missing,
            "chips": chips,
        },
    )


def _headline(action: Action, raise_by: int) -> str:
    if action is Action.ALL_IN and raise_by == 0:
        return "ruling-all-in-call"
    return HEADLINES[action]


def _rule(sentence: str, clause: Clause) -> Message:
    """The rule in one sentence, with its clause."""
    return Message(
        sentence,
        {"clause": clause.text, "source": "assumed" if clause.assumed else "printed"},
    )
