"""Several chips without a word, more than the call: every one needed, or half a raise?"""

from table.act import PriorMode
from table.chapters.silent_sizes import enough_for_a_raise, silent_policy, sized
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, call, option, wager
from table.chips import Chips, value
from table.choices import LastChips, SilentChips, SilentChipsFixedLimit, Subject
from table.game import Limit
from table.ruling import Clause


def several_chips(turn: Turn) -> Verdict | None:
    """Several chips, own earlier chips among them where they count, facing a bet.

    Sources: TDA 2024 45 and 46-C, WSOP-T 2024 92, 95 and 98, WSOP-L 2024 136-137 and 179,
    RRoP 11 betting 13, FSPR 4.14.2-4.14.3, FIDPA 62.3.
    """
    if not turn.pushed or turn.level == 0:
        return None
    policy = silent_policy(turn)
    clauses = (*_prior_clauses(turn), policy.cited)
    if turn.first_total == turn.level:
        return call(turn, "rule-exact-call", *clauses)
    match policy.value:
        case SilentChipsFixedLimit.CALL:
            return call(turn, "rule-several-chips-call", *clauses)
        case SilentChips.SAME_DENOMINATION_CALLS if same_denomination(counted_chips(turn)):
            return call(turn, "rule-same-denomination", *clauses)
        case SilentChips.HALF_OR_FLOOR | SilentChipsFixedLimit.HALF_OR_FLOOR:
            return _half_or_floor(turn, *clauses)
        case SilentChips.HALF | SilentChipsFixedLimit.HALF:
            return _last_chips(turn) or _half(turn, *clauses)
        case SilentChips.ANY_EXCESS_RAISES:
            return sized(turn, turn.first_total, "rule-any-excess", policy.cited)
    if every_chip_needed(turn):
        return call(turn, "rule-every-chip-needed", *clauses)
    return _last_chips(turn) or _half(turn, *clauses)


def _half(turn: Turn, *clauses: Clause) -> Verdict:
    """Half a raise or more is a raise, less is a call."""
    verdict = sized(turn, turn.first_total, "rule-half", clauses[0])
    return verdict.citing(*clauses[1:])


def every_chip_needed(turn: Turn) -> bool:
    """Without the smallest chip the call would not be there (TDA 2024 45-A).

    Own earlier chips that were left alone and do not cover the call are not among the chips
    tested: each new chip must be needed on top of them (TDA 2024 46-C1).
    """
    tested = counted_chips(turn)
    beside = turn.first_total - value(tested)
    return beside + value(tested) - min(tested) < turn.level


def counted_chips(turn: Turn) -> Chips:
    """The chips that the act is made of, by what he did with his own earlier ones."""
    prior = turn.act.prior
    if prior is None:
        return turn.pushed
    match prior.mode:
        case PriorMode.PULLED_PART:
            return prior.left + turn.pushed
        case PriorMode.PUSHED_ALL:
            return prior.chips + turn.pushed
        case PriorMode.LEFT if turn.prior_covers:
            return prior.chips + turn.pushed
        case _:
            return turn.pushed


def same_denomination(handful: Chips) -> bool:
    """Whether all these chips are alike."""
    return len(set(handful)) == 1


def _prior_clauses(turn: Turn) -> tuple[Clause, ...]:
    return (turn.clause(Subject.PRIOR_CHIPS),) if turn.act.prior else ()


def _last_chips(turn: Turn) -> Verdict | None:
    """His last chips, not all needed for the call: all-in, whatever the size (TDA 2024 45-B2)."""
    parameter = turn.rulebook.last_chips
    if parameter.value is not LastChips.ALL_IN or turn.first_total < turn.reach:
        return None
    return wager(turn, turn.within_limits(turn.reach), "rule-last-chips", parameter.cited)


def _half_or_floor(turn: Turn, *clauses: Clause) -> Verdict:
    """The half rule, if a chip can be spared and they are not all alike; otherwise the floor.

    WSOP-L 2024 179 gives the half rule, 136-137 point to a call.
    """
    chips_alike = same_denomination(counted_chips(turn))
    fixed_limit = turn.betting.game.limit is Limit.FIXED_LIMIT
    doubtful = chips_alike or (not fixed_limit and every_chip_needed(turn))
    if not (doubtful and turn.may_raise and enough_for_a_raise(turn, turn.first_total)):
        return _half(turn, *clauses)
    raised = option(turn, "raise", turn.within_limits(turn.first_total))
    return ask_floor(
        "floor-several-chips",
        "rule-half-or-floor",
        *clauses,
        options=(option(turn, "call", turn.level), raised),
        default=None,
    )
