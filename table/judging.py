"""Acts are ruled, rulings move the hand on, and acts out of turn wait for their turn."""

from collections.abc import Callable
from dataclasses import dataclass

from table.act import Act
from table.acting import act_of, began_ns, bound_ns
from table.betting import Betting
from table.changing import replace
from table.events import Event, RulingGiven
from table.hand import Hand, RuledAct
from table.reckoning import balance
from table.returning import undercalls_in_a_row, when_turn_comes
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat
from table.settling import after
from table.state import RULINGS_KEPT, OpenAct, TableState
from table.trust import unsure_told

Rule = Callable[[Betting, Act, Rulebook], Ruling]
Stepped = tuple[TableState, tuple[Event, ...]]

_ACT_ENDS = frozenset({Action.ILLEGAL, Action.RELEASED, Action.NONE, Action.NO_CHANGE})
"""Rulings after which the player is free to act anew: what he did does not bind him."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """When a step happens, and by which rules.

    Attributes:
        at_ns: table time of the event.
        rule: rules one act.
    """

    at_ns: int
    rule: Rule


def judge(state: TableState, act: OpenAct, now: Moment) -> Stepped:
    """Rule an act, or rule it again with all that has been added to it.

    A ruling that comes out the same is not given again.
    """
    made = act_of(act)
    ruling = now.rule(act.before, made, state.rulebook)
    first = _first_undercaller(state, act, ruling)
    if first is not None:
        ruling = undercalls_in_a_row(ruling, first, state.rulebook)
    if (
        act.given is not None
        and act.in_turn == act.given.act.in_turn
        and ruling == act.given.ruling
    ):
        return keep(state, act), ()
    return give(state, act, made, ruling, now)


def _first_undercaller(state: TableState, act: OpenAct, ruling: Ruling) -> Seat | None:
    """Who made the first of the undercalls right before this one that still owe their chips."""
    if "short_by" not in ruling.facts:
        return None
    hand = _hand_of(state)
    own = hand.place_of(act.given.number) if act.given else None
    first = None
    for entry in reversed(hand.acts[:own]):
        seat, facts = entry.given.act.seat, entry.given.ruling.facts
        short = "short_by" in facts and entry.before.street is hand.street
        if not short or balance(state, seat) >= 0:
            break
        first = seat
    return first


def give(
    state: TableState,
    act: OpenAct,
    made: Act,
    ruling: Ruling,
    now: Moment,
    *,
    by: str = "betline",
    reason: str = "",
    took_back: tuple[int, ...] = (),
) -> Stepped:
    """Give a ruling, and move the hand on by it.

    Args:
        state: before the ruling.
        act: the act as it was observed, with the ruling that it had so far.
        made: the act in the words of the rules.
        ruling: what it counts as.
        now: when.
        by: who ruled: "betline", "dealer" or "floor".
        reason: of a person's ruling.
        took_back: numbers of the rulings that were taken back for it.
    """
    lies = state.front(act.seat).chips
    given = RulingGiven(
        at_ns=now.at_ns,
        number=state.rulings_given + 1,
        act=made,
        ruling=ruling,
        replaces=act.given.number if act.given else None,
        chips=lies,
        by=by,
        reason=reason,
        took_back=took_back,
    )
    hand = _hand_of(state)
    state = replace(
        state,
        hand=recorded(hand, RuledAct(given=given, before=act.before, lay=act.lay)),
        rulings=(*state.rulings, given)[-RULINGS_KEPT:],
        rulings_given=given.number,
        taken_back=(),
        asked=given if ruling.options else _still_asked(state, act),
    )
    ruled = replace(act, given=given, ruled_content=lies, unsure=False)
    ends = ruling.action in _ACT_ENDS or (not act.in_turn and ruling.action is Action.FOLD)
    state = without_act(state, act.seat) if ends else keep(state, ruled)
    owed = balance(state, act.seat)
    return replace(state, balances={**state.balances, act.seat: owed}), (given,)


def _still_asked(state: TableState, act: OpenAct) -> RulingGiven | None:
    """The question to the player in turn stays open while others act out of turn."""
    asked = state.asked
    if asked is None or act.in_turn or act.seat == asked.act.seat:
        return None
    return asked if asked.act.seat == state.turn else None


def recorded(hand: Hand, entry: RuledAct) -> Hand:
    """The hand with one more act, or with the act whose ruling `entry` replaces ruled otherwise.

    Acts that were ruled after a replaced one are carried out again from the new betting.
    """
    replaced = hand.place_of(entry.given.replaces)
    index = len(hand.acts) if replaced is None else replaced
    betting = carried_out(entry.before, entry)
    later = []
    for act in hand.acts[index + 1 :]:
        later.append(replace(act, before=betting))
        betting = carried_out(betting, act)
    antes = {} if entry.given.act.in_turn else hand.antes
    acts = (*hand.acts[:index], entry, *later)
    return replace(hand, acts=acts, betting=betting, antes=antes)


def carried_out(betting: Betting, entry: RuledAct) -> Betting:
    """The betting after a ruling. Out of turn only a fold counts at once; the rest waits."""
    ruling = entry.given.ruling
    counts = entry.given.act.in_turn or ruling.action in (Action.FOLD, Action.RELEASED)
    return after(betting, ruling) if counts else betting


def keep(state: TableState, act: OpenAct) -> TableState:
    """The state with this act open, or held where it is out of turn."""
    if act.in_turn:
        return replace(state, open_act=act)
    others = tuple(held for held in state.held if held.seat != act.seat)
    return replace(state, held=(*others, act))


def without_act(state: TableState, seat: Seat) -> TableState:
    """The state in which this seat has done nothing that is still open."""
    opened = state.open_act
    return replace(
        state,
        open_act=None if opened is not None and opened.seat == seat else opened,
        held=tuple(held for held in state.held if held.seat != seat),
    )


def held_reached(state: TableState, now: Moment) -> Stepped:
    """Rule the held acts that the turn has reached, and those that turned out to be out of turn.

    An act that came in before its turn but was done after the act before it had bound (words
    travel faster than pictures) is in turn. What becomes of any other, `table.returning` tells.
    """
    told: tuple[Event, ...] = ()
    for held in state.held:
        if state.hand is None:
            continue
        if held.seat == state.turn:
            state, more = _reached(state, held, now)
        elif held.given is None and not held.unsure and state.turn not in state.moving:
            state, more = judge(state, held, now)
        else:
            continue
        told += more
    return state, told


def _reached(state: TableState, held: OpenAct, now: Moment) -> Stepped:
    betting = _hand_of(state).betting
    state = _no_longer_waiting(without_act(state, held.seat), held)
    act = replace(held, before=betting, in_turn=True)
    if held.unsure:
        return keep(state, act), (unsure_told(act.seat, now.at_ns),)
    if held.given is None and _followed(held, state.open_act):
        return judge(state, act, now)
    made = act_of(held)
    ruling = when_turn_comes(held.faced or held.before, betting, made, state.rulebook)
    if ruling.action is not Action.RELEASED:
        return give(state, act, replace(made, in_turn=True), ruling, now)
    return give(state, replace(held, before=betting), made, ruling, now)


def _no_longer_waiting(state: TableState, held: OpenAct) -> TableState:
    """The state in which an act out of turn has left its place among the acts of the hand.

    It waited there and moved nothing. What it counts as now comes behind the acts it waited for, so
    that they are taken back from the betting that they were made on.
    """
    if held.given is None:
        return state
    hand = _hand_of(state)
    place = hand.place_of(held.given.number)
    if place is None:
        return state
    return replace(state, hand=replace(hand, acts=hand.acts[:place] + hand.acts[place + 1 :]))


def _followed(held: OpenAct, opened: OpenAct | None) -> bool:
    """Whether an act was done after the one before it had bound its player."""
    bound = bound_ns(opened) if opened else None
    began = began_ns(held)
    return bound is not None and began is not None and began >= bound


def _hand_of(state: TableState) -> Hand:
    if state.hand is None:
        raise ValueError("a ruling needs a hand that is being played")
    return state.hand
