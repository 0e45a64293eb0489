"""What was done with hands or cards rather than said."""

from collections.abc import Callable

from table.act import Gesture
from table.changing import replace
from table.chapters.pulled_back import pulled_back
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, choice, fold, illegal, option, wager
from table.choices import CommitRule, ExposedCards, Subject
from table.ruling import Action

Decide = Callable[[Turn], Verdict]


def gesture(turn: Turn, decide: Decide) -> Verdict | None:
    """A gesture that decides by itself; None where chips or words decide.

    Args:
        turn: the act.
        decide: rules the chips where it depends on which of them count.
    """
    made = turn.act.gesture
    if made is None or turn.spoke_first:
        return None
    if made is Gesture.STACK_OVER_LINE_THEN_CUT:
        return _stack_cut(turn, decide)
    chapter = _CHAPTERS.get(made)
    return chapter(turn) if chapter else None


def _tap(turn: Turn) -> Verdict:
    """A tap of the table is a check in turn; facing a bet it is no answer.

    Sources: TDA 2024 3 and 55, WSOP-L 2024 131, RRoP 11 betting 9.
    """
    clause = turn.clause(Subject.TAP)
    if turn.facing_bet:
        return illegal(turn, "rule-check-facing-bet", clause, tokens=("call", "fold"))
    return wager(turn, turn.before, "rule-tap", clause)


def _cards_forward(turn: Turn) -> Verdict:
    """Cards pushed forward are folded, and with no bet to face a penalty may follow.

    Sources: TDA 2024 58, WSOP-T 2024 84, WSOP-L 2024 106, FSPR 3.9.1.
    """
    return fold(turn, "rule-cards-forward", turn.clause(Subject.CARDS_FORWARD))


def cards_mucked(turn: Turn) -> Verdict:
    """A bettor who mucks, believing that he has won, gets the uncalled part back.

    Sources: TDA 2024 15-B and 65.
    """
    betting = turn.betting
    others = (betting.bet_of(other) for other in betting.order if other != turn.seat)
    called = max(others, default=0)
    uncalled = max(0, turn.before - called)
    verdict = fold(turn, "rule-mucked-bettor", turn.clause(Subject.MUCKED_BETTOR))
    if not uncalled:
        return verdict
    kept = turn.before - uncalled
    facts = {"refund": uncalled}
    return replace(verdict, total=kept, change=turn.out_total - kept, facts=facts)


def _exposed(turn: Turn) -> Verdict:
    """Cards shown with action pending: a penalty may follow and the hand lives; FSPR: a fold.

    Sources: TDA 2024 68, FSPR 3.9.1.
    """
    parameter = turn.rulebook.exposed_cards
    if parameter.value is ExposedCards.FOLD:
        return fold(turn, "rule-exposed-fold", parameter.cited)
    return Verdict(
        action=Action.NO_CHANGE,
        rule="rule-exposed-penalty",
        clauses=(parameter.cited,),
        facts={"penalty": "possible", "hand_dead": False},
    )


def _unofficial(turn: Turn) -> Verdict:
    """At the player's own risk: the dealer asks what was meant (TDA 2024 3, 57)."""
    return Verdict(
        action=Action.PENDING,
        rule="rule-unofficial-gesture",
        clauses=(turn.clause(Subject.UNOFFICIAL_GESTURE),),
        headline="ask-player",
        facts={"advise": "ask_player"},
    )


def _bounty_chip(turn: Turn) -> Verdict:
    """A bounty chip or a time token has no value: the floor holds it for a call or for all-in.

    Sources: TDA 2024 RP-22.
    """
    answer = "call" if turn.facing_bet else "check"
    most = turn.within_limits(turn.reach) if turn.may_raise else turn.level
    return ask_floor(
        "floor-bounty-chip",
        "rule-bounty-chip",
        turn.clause(Subject.BOUNTY_CHIP),
        options=(option(turn, answer, turn.level), option(turn, "all_in", most)),
        default=None,
    )


def _sweep(turn: Turn) -> Verdict:
    """The whole stack pushed forward is all-in, as far as the limit allows (TDA 2024 3, 40)."""
    total = turn.within_limits(turn.reach) if turn.may_raise else turn.level
    return wager(turn, total, "rule-whole-stack", turn.clause(Subject.TABLE_STAKES))


def _not_released(turn: Turn) -> Verdict:
    """Chips moved forward in the hand: no bet yet; if another acted on it, the floor may hold it.

    Sources: TDA 2024 42, WSOP-L 2024 175, RRoP 11 no-limit 7.
    """
    commit = turn.rulebook.commit_rule
    if commit.value is CommitRule.RELEASED and turn.act.acted_on and turn.facing_bet:
        return ask_floor(
            "floor-forward-motion",
            "rule-forward-motion",
            commit.cited,
            options=(option(turn, "full_call", turn.level), choice("no_action")),
            default="full_call",
        )
    return _no_act_yet(turn)


def _no_act_yet(turn: Turn) -> Verdict:
    """Nothing that binds has happened (by the house's commit rule)."""
    return Verdict(
        action=Action.NONE, rule="rule-not-committed", clauses=(turn.rulebook.commit_rule.cited,)
    )


def _stack_cut(turn: Turn, decide: Decide) -> Verdict:
    """A stack carried forward, some of it cut off, the rest taken back: two house standards.

    Released chips count, or with a betting line all that crossed it. A house that has not chosen
    asks the floor.
    """
    commit = turn.rulebook.commit_rule
    chips_only = replace(turn.act, gesture=None, cut_down=None)
    whole = replace(turn, act=chips_only)
    cut = turn.act.cut_down
    released = whole if cut is None else replace(whole, act=replace(chips_only, motions=(cut,)))
    if not released.pushed:
        released = replace(whole, act=replace(chips_only, motions=()))
    if commit.value is CommitRule.BETTING_LINE:
        return decide(whole).citing(commit.cited)
    if commit.value is not CommitRule.UNDECIDED:
        return decide(released).citing(commit.cited)
    readings = (("released_chips", released), ("forward_motion", whole))
    return ask_floor(
        "floor-stack-cut",
        "rule-stack-cut",
        commit.cited,
        options=tuple(
            option(reading, name, _total(decide(reading), turn)) for name, reading in readings
        ),
        default=None,
    )


def _total(verdict: Verdict, turn: Turn) -> int:
    """What counts in front of the player then."""
    return turn.before if verdict.total is None else verdict.total


_CHAPTERS: dict[Gesture, Callable[[Turn], Verdict]] = {
    Gesture.TAP_TABLE: _tap,
    Gesture.CARDS_PUSHED_FORWARD: _cards_forward,
    Gesture.CARDS_MUCKED: cards_mucked,
    Gesture.EXPOSES_CARDS: _exposed,
    Gesture.UNOFFICIAL: _unofficial,
    Gesture.BOUNTY_CHIP: _bounty_chip,
    Gesture.SWEEP_WHOLE_STACK_FORWARD: _sweep,
    Gesture.PULLS_BACK_THEN_FOLDS: pulled_back,
    Gesture.FORWARD_MOTION_NOT_RELEASED: _not_released,
    Gesture.CUTTING_INSIDE_LINE: _no_act_yet,
}
