"""Less than the bet was put in."""

from table.changing import replace
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, call, choice, option, wager
from table.chips import value
from table.choices import Misunderstanding, Subject, Undercall
from table.game import Limit


def undercall(turn: Turn) -> Verdict | None:
    """Silent chips worth less than the bet; None where they reach it."""
    if not turn.act.motions or turn.first_total >= turn.level:
        return None
    return less_than_the_bet(turn, turn.first_total)


def less_than_the_bet(turn: Turn, total: int) -> Verdict:
    """All-in for less, or a call that must be made good, or a question for the floor.

    Facing the opening bet, or heads-up, the call is made full. Otherwise the floor chooses between
    the full call and the chips that stay with a folded hand.

    Facts: `short_by`, what it is short of the bet.

    Sources: TDA 2024 51-B, WSOP-T 2024 93-f, WSOP-L 2024 135 and 177.
    """
    if total >= turn.reach:
        return wager(turn, total, "rule-all-in", turn.clause(Subject.TABLE_STAKES))
    if _may_be_excused(turn, total):
        return _misunderstanding(turn)
    parameter = turn.rulebook.undercall
    short: dict[str, object] = {"short_by": turn.level - total}
    forced = turn.heads_up or faces_opening_bet(turn)
    if parameter.value is Undercall.OPENING_BET_OR_HEADS_UP and not forced:
        return replace(_full_call_or_fold(turn), facts=short)
    return replace(call(turn, "rule-undercall-made-full", parameter.cited), facts=short)


def tiny_chip(turn: Turn) -> Verdict | None:
    """One chip of next to nothing against a big bet: no standard call, the floor asks.

    Sources: TDA 2024 41, WSOP-T 2024 93-e.
    """
    parameter = turn.rulebook.tiny_chip_percent
    enough = min(turn.level, turn.reach)
    if len(turn.pushed) != 1 or turn.first_total >= enough:
        return None
    if 100 * turn.pushed[0] > parameter.value * turn.level:
        return None
    return ask_floor(
        "floor-tiny-chip",
        "rule-tiny-chip",
        parameter.cited,
        options=(option(turn, "full_call", turn.level), choice("discretion")),
        default="full_call",
    )


def misunderstood_call(turn: Turn) -> Verdict | None:
    """A call was said to a bet that the caller believed to be far smaller (RRoP no-limit 10)."""
    believed = turn.act.thought_bet
    if believed is None or not _may_be_excused(turn, max(believed, turn.out_total)):
        return None
    return _misunderstanding(turn)


def faces_opening_bet(turn: Turn) -> bool:
    """Whether nobody has raised: before the flop the big blind is the opening bet."""
    betting = turn.betting
    if betting.game.limit is Limit.FIXED_LIMIT:
        return betting.raises <= 1
    return betting.level <= max(betting.full_raise, betting.game.straddle or 0)


def _full_call_or_fold(turn: Turn) -> Verdict:
    thought = turn.act.thought_bet
    stays = turn.out_total if thought is None else min(thought, turn.out_total)
    forfeit = choice(
        "fold_forfeit", forfeit=stays - turn.before, change_returned=turn.out_total - stays
    )
    return ask_floor(
        "floor-undercall",
        "rule-undercall-floor",
        turn.rulebook.undercall.cited,
        options=(option(turn, "full_call", turn.level), forfeit),
        default="full_call" if thought is None else "fold_forfeit",
    )


def _may_be_excused(turn: Turn, total: int) -> bool:
    """A gross misunderstanding of the bet, unless four fifths of it are in (RRoP no-limit 10)."""
    return (
        turn.rulebook.misunderstanding.value is Misunderstanding.MAY_BE_EXCUSED
        and turn.act.thought_bet is not None
        and turn.act.thought_bet < turn.level
        and 100 * total < 80 * turn.level
    )


def _misunderstanding(turn: Turn) -> Verdict:
    given_back = sum(map(value, turn.act.motions))
    excused = choice("call_not_binding", change_returned=given_back)
    return ask_floor(
        "floor-misunderstanding",
        "rule-misunderstanding",
        turn.rulebook.misunderstanding.cited,
        options=(option(turn, "full_call", turn.level), excused),
        default=None,
    )
