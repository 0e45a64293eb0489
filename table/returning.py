"""The action comes back: to one who acted out of turn, to one who was skipped, to an undercall."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from table.act import Act
from table.betting import Betting
from table.chapters.out_of_turn import is_check, is_fold
from table.chapters.substantial_action import is_substantial
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, choice, option, settle
from table.chips import value
from table.choices import OutOfTurnCheck, SkippedAfter, Subject
from table.rulebook import Rulebook
from table.rules import rule
from table.ruling import Action, Message, Ruling
from table.seats import Seat
from table.settling import after


def when_turn_comes(then: Betting, now: Betting, act: Act, rulebook: Rulebook) -> Ruling:
    """An act that was made out of turn, once the turn has come to its player.

    It binds if the action to him has not changed: a check, a call or a fold does not change it.
    Otherwise he gets his chips back, and has all options. A fold binds in any case.

    Sources: TDA 2024 53-A and 58, WSOP-T 2024 90-d, WSOP-L 2024 17 and 132, RRoP 11 betting 10.

    Args:
        then: the state when he acted, acts out of turn before his taken as done.
        now: the state when his turn has come.
        act: what he did.
        rulebook: the rules in force.
    """
    if is_fold(act):
        ruling = rule(replace(now, turn=act.seat), act, rulebook)
        return replace(ruling, facts={**ruling.facts, "binding": True, "penalty": "possible"})
    if (then.street, then.level) != (now.street, now.level):
        return released(now, act, rulebook)
    ruling = rule(now, replace(act, in_turn=True), rulebook)
    ruling = ruling.citing(rulebook.clause(Subject.OUT_OF_TURN))
    return replace(ruling, facts={**ruling.facts, "binding": True})


def released(betting: Betting, act: Act, rulebook: Rulebook) -> Ruling:
    """The action to a player who acted out of turn has changed: chips back, and his options.

    One who checked may not raise at his next turn, where the book says so (RRoP 11 betting 10).
    """
    turn = Turn(betting, replace(act, prior=None), rulebook)
    barred = is_check(act) and rulebook.out_of_turn_check.value is OutOfTurnCheck.NO_RAISE
    names = ("call", "raise", "fold") if turn.may_raise and not barred else ("call", "fold")
    totals = {"call": turn.level, "raise": turn.within_limits(0)}
    chips_back = Turn(betting, replace(act, motions=(), prior=None), rulebook)
    verdict = Verdict(
        action=Action.RELEASED,
        rule="rule-out-of-turn",
        clauses=(turn.clause(Subject.OUT_OF_TURN), rulebook.out_of_turn_check.cited),
        options=tuple(
            option(chips_back, name, totals[name]) if name in totals else choice(name)
            for name in names
        ),
        facts={"binding": False},
        change=sum(map(value, act.motions)),
        bars_raise=barred,
    )
    return settle(turn, verdict)


def skipped(
    betting: Betting, seat: Seat, acts: Sequence[Act], rulebook: Rulebook, *, spoke: bool
) -> Ruling:
    """A player was passed over, and others behind him have acted.

    He must speak before substantial action; after it what was done binds, and the floor decides
    about his hand: dead, or call or fold without a raise.

    Sources: TDA 2024 53-B, RRoP 11 betting 11 (three players), WSOP-L 2024 133 (two).

    Args:
        betting: the state before those acts, the turn with the skipped player.
        seat: the skipped player.
        acts: those behind him, in order.
        rulebook: the rules in force.
        spoke: he spoke up in time.
    """
    bound: dict[Seat, dict[str, object]] = {}
    actions = []
    for ruling in carried_out(betting, acts, rulebook)[1]:
        actions.append(Action.CHECK if ruling.action is Action.ILLEGAL else ruling.action)
        bound[ruling.seat] = {"action": actions[-1].value}
        if ruling.added:
            bound[ruling.seat]["total_bet"] = ruling.total
    parameter = rulebook.skipped_after
    turn = Turn(betting, Act(seat=seat), rulebook)
    if spoke or not _too_late(actions, rulebook):
        waiting = Verdict(
            action=Action.PENDING,
            rule="rule-skipped-in-time",
            clauses=(parameter.cited,),
            headline="skipped-in-time",
            facts={"subject": seat},
        )
        return settle(turn, waiting)
    decision = ask_floor(
        "floor-skipped",
        "rule-skipped-too-late",
        parameter.cited,
        options=(choice("hand_dead"), choice("call_or_fold")),
        default=None,
    )
    return settle(turn, replace(decision, facts={"subject": seat, "bound_acts": bound}))


def carried_out(
    betting: Betting, acts: Iterable[Act], rulebook: Rulebook
) -> tuple[Betting, tuple[Ruling, ...]]:
    """Acts out of turn as if each had been in turn behind the one before.

    Args:
        betting: the state before them.
        acts: in order.
        rulebook: the rules in force.

    Returns:
        The state after them, and what each counts as.
    """
    rulings = []
    for act in acts:
        his_turn = replace(betting, turn=act.seat)
        rulings.append(rule(his_turn, replace(act, in_turn=True), rulebook))
        betting = after(his_turn, rulings[-1])
    return betting, tuple(rulings)


def is_about_skipped(ruling: Ruling) -> bool:
    """Whether the floor is asked what a skipped player may still do."""
    return ruling.ask_floor and "bound_acts" in ruling.facts


def _too_late(actions: Sequence[Action], rulebook: Rulebook) -> bool:
    match rulebook.skipped_after.value:
        case SkippedAfter.SUBSTANTIAL_ACTION:
            return is_substantial(actions, rulebook)
        case SkippedAfter.TWO_PLAYERS:
            return len(actions) >= 2
        case SkippedAfter.THREE_PLAYERS:
            return len(actions) >= 3


def undercalls_in_a_row(ruling: Ruling, first: Seat, rulebook: Rulebook) -> Ruling:
    """Others undercalled behind an undercall: the action backs up to the first.

    He makes his call right before those behind him do. Facts: `back_to`.

    Sources: TDA 2024 51-C, WSOP-T 2024 93-f.

    Args:
        ruling: on one of the undercalls.
        first: who made the first of them.
        rulebook: the rules in force.
    """
    clause = rulebook.clause(Subject.UNDERCALLS_IN_A_ROW)
    source = "assumed" if clause.assumed else "printed"
    values: dict[str, str | int] = {"first": first, "clause": clause.text, "source": source}
    return replace(
        ruling.citing(clause),
        rule=Message("rule-undercalls-in-a-row", values),
        facts={**ruling.facts, "back_to": first},
    )
