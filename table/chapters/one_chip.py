"""One chip without a word: a call whatever its size; with no bet to face, a bet of all of it."""

from table.act import PriorMode
from table.chapters.silent_sizes import sized
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, call, option, wager
from table.choices import CoveredOverchip, OverchipOption, Subject


def opening_bet(turn: Turn) -> Verdict | None:
    """Nobody has bet: what was pushed is the bet, brought up to the least, cut to the largest.

    Sources: TDA 2024 44 and 52-A, WSOP-T 2024 97, WSOP-L 2024 178, RRoP 11 pot-limit 6 and
    betting 15.
    """
    if turn.level > 0 or not turn.pushed:
        return None
    if turn.may_raise and turn.first_total < (turn.legal.min_raise_to or 0):
        clause = turn.clause(Subject.OPENING_MINIMUM)
        return sized(turn, turn.first_total, "rule-opening-minimum", clause)
    if len(turn.pushed) == 1:
        clause = turn.clause(Subject.CHIP_OPENS)
        return sized(turn, turn.first_total, "rule-chip-opens", clause)
    clause = turn.clause(Subject.SEVERAL_OPEN)
    return sized(turn, turn.first_total, "rule-several-open", clause)


def big_blind_option(turn: Turn) -> Verdict | None:
    """Nobody raised and the big blind drops one chip: a check, and the chip goes back.

    No sentence of TDA 2024 settles it: 44 (a blind is a bet) gives a check, 46-C2 speaks of facing
    a raise. WSOP-L 2024 178 and RRoP 11 no-limit 12 say check.
    """
    mode = turn.prior_mode
    untouched = mode in {PriorMode.LEFT, PriorMode.PULLED_ALL}
    if turn.level == 0 or turn.facing_bet or len(turn.pushed) != 1 or not untouched:
        return None
    parameter = turn.rulebook.overchip_option
    pulled_back = mode is PriorMode.PULLED_ALL
    ask = parameter.value is OverchipOption.FLOOR or (
        parameter.value is OverchipOption.CHECK_OR_FLOOR_IF_PULLED_BACK and pulled_back
    )
    if not ask:
        return call(turn, "rule-option-overchip", parameter.cited)
    raised = option(turn, "raise", turn.within_limits(turn.first_total))
    return ask_floor(
        "floor-option-overchip",
        "rule-option-overchip",
        parameter.cited,
        options=(option(turn, "check", turn.level), raised),
        default="check",
    )


def one_chip(turn: Turn) -> Verdict | None:
    """One new chip that is worth the call or more, own earlier chips not counting: a call.

    A blind is a bet. The last chip is no exception. A raise must be announced before the chip
    touches the table.

    Sources: TDA 2024 44, WSOP-T 2024 97, WSOP-L 2024 137 and 178, RRoP 11 betting 14 and
    no-limit 12, FSPR 4.14.1-4.14.2.
    """
    if len(turn.pushed) != 1 or not turn.facing_bet:
        return None
    if turn.prior_mode in {PriorMode.PULLED_PART, PriorMode.PUSHED_ALL}:
        return None
    if turn.prior_covers:
        return _instead_of_covering_chips(turn)
    return call(turn, "rule-one-chip", turn.clause(Subject.ONE_CHIP))


def _instead_of_covering_chips(turn: Turn) -> Verdict | None:
    """Chips that covered the call were all taken back for one bigger chip.

    Sources: TDA 2024 46-C2 (as several chips), WSOP-T 2024 98-b2 (a bet of the chip's full value).
    """
    if turn.prior_mode is not PriorMode.PULLED_ALL:
        return None
    parameter = turn.rulebook.covered_overchip
    full_value = parameter.value is CoveredOverchip.FULL_VALUE
    if full_value and turn.first_total > turn.level and turn.may_raise:
        total = turn.within_limits(turn.first_total)
        return wager(turn, total, "rule-covered-overchip", parameter.cited)
    return sized(turn, turn.first_total, "rule-covered-overchip", parameter.cited)
