"""What a person decides, as a ruling like any other: by name and total, or by a shown option."""

from dataclasses import replace

from table.act import Act
from table.betting import Betting
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, choice, option, settle, wager
from table.events import OptionChosen, Overridden
from table.rulebook import Rulebook
from table.ruling import Action, Clause, Message, Option, Ruling

DECIDABLE = (
    Action.FOLD,
    Action.CHECK,
    Action.CALL,
    Action.BET,
    Action.RAISE,
    Action.ALL_IN,
)
"""What a person may rule."""

_FOLDING = ("fold", "fold_forfeit", "hand_dead")
_LIMITING = ("call_or_fold",)
_FREEING = ("no_action", "call_not_binding")


class NotPossibleError(ValueError):
    """A decision that cannot be carried out; `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.name)
        self.message = message


def decided(betting: Betting, act: Act, said: Overridden, rulebook: Rulebook) -> Ruling:
    """A ruling as the dealer or the floor says it.

    Args:
        betting: before the act.
        act: what was ruled.
        said: what it counts as.
        rulebook: says what the next player may do.

    Raises:
        NotPossibleError: the chips do not allow it.
    """
    if said.action not in DECIDABLE:
        raise NotPossibleError(Message("refused-unknown-action", {"action": said.action}))
    turn, action = Turn(betting, act, rulebook), Action(said.action)
    return _by_person(turn, _verdict(action, _total(turn, action, said.total)), said)


def chosen(
    betting: Betting, act: Act, option: Option, said: OptionChosen, rulebook: Rulebook
) -> Ruling:
    """A ruling by one of the options that were shown.

    Raises:
        NotPossibleError: the option leaves open what the player does: that has to be entered.
    """
    turn = Turn(betting, act, rulebook)
    if "total_bet" in option.amounts:
        verdict = wager(turn, option.amounts["total_bet"], "")
    elif option.token in _FOLDING:
        verdict = _verdict(Action.FOLD, turn.before + option.amounts.get("forfeit", 0))
    elif option.token in _LIMITING:
        verdict = _call_or_fold(turn)
    elif option.token in _FREEING:
        verdict = Verdict(action=Action.RELEASED, rule="", clauses=())
    else:
        raise NotPossibleError(Message("refused-option-open", {"option": option.token}))
    return _by_person(turn, verdict, said)


def _call_or_fold(turn: Turn) -> Verdict:
    """A skipped player may act after all, without a raise (TDA 2024 53-B)."""
    call = "call" if turn.facing_bet else "check"
    return Verdict(
        action=Action.RELEASED,
        rule="",
        clauses=(),
        headline="ruling-call-or-fold" if turn.facing_bet else "ruling-check-or-fold",
        options=(option(turn, call, turn.level), choice("fold")),
        bars_raise=True,
    )


def _verdict(action: Action, total: int) -> Verdict:
    return Verdict(action=action, rule="", clauses=(), total=total)


def _total(turn: Turn, action: Action, total: int | None) -> int:
    """The total that a decision comes to, or why it cannot be."""
    if action is Action.CHECK and turn.facing_bet:
        values: dict[str, str | int] = {"seat": turn.seat, "bet": turn.level}
        raise NotPossibleError(Message("refused-check-facing-bet", values))
    if action in (Action.FOLD, Action.CHECK):
        return turn.before
    if total is None and action is Action.CALL:
        return min(turn.level, turn.reach)
    if total is None and action is Action.ALL_IN:
        return turn.reach
    if total is None:
        raise NotPossibleError(Message("refused-total-missing", {"seat": turn.seat}))
    if not turn.before <= total <= turn.reach:
        values = {"seat": turn.seat, "total": total, "least": turn.before, "most": turn.reach}
        raise NotPossibleError(Message("refused-total-out-of-reach", values))
    return total


def _by_person(turn: Turn, verdict: Verdict, said: Overridden | OptionChosen) -> Ruling:
    """A person's ruling rests on the person, not on a clause of the book."""
    ruling = settle(turn, replace(verdict, clauses=(Clause(""),)))
    name = "decided-by-floor" if said.by == "floor" else "decided-by-dealer"
    rule = Message(name, {"reason": said.reason})
    return replace(ruling, clauses=(), rule=rule)
