"""From what was seen and heard to an act: the one place where observations become acts.

An open act grows by motions, words and gestures in the order in which they happened, and `act_of`
tells what they come to. Two motions stay two motions: that a bet was a string bet must be visible.
"""

from table.act import Act, Gesture, Order, PriorChips, PriorMode, Word, Words
from table.betting import Betting
from table.changing import replace
from table.chips import NO_CHIPS, Chips, added, taken
from table.game import Limit
from table.observations import WordSaid
from table.returning import carried_out
from table.seats import Seat
from table.state import Motion, OpenAct, TableState

HAND_TRAVEL_NS = 40_000_000
"""A hand needs longer than this from coming into the area to letting chips go. A word said within
it was therefore said before the chips touched the table."""

_WORDS_AWAITING_CHIPS = (Word.BET, Word.RAISE)


def opened(state: TableState, seat: Seat, *, in_turn: bool) -> OpenAct:
    """The act of this seat that is open, or a new one that starts from what lies there now.

    Args:
        state: of a table where a hand is being played.
        seat: whose act.
        in_turn: it is his turn.
    """
    if state.open_act is not None and state.open_act.seat == seat:
        return state.open_act
    for held in state.held:
        if held.seat == seat:
            return held
    if state.hand is None:
        raise ValueError("an act needs a hand that is being played")
    lay = state.front(seat).chips
    return OpenAct(
        seat=seat,
        before=state.hand.betting,
        faced=None if in_turn else _faced(state, state.hand.betting),
        lay=lay,
        content=lay,
        lay_left=lay,
        in_turn=in_turn,
    )


def _faced(state: TableState, betting: Betting) -> Betting | None:
    """What one answers who acts behind others out of turn: their acts as if they stood."""
    waiting = {act.given.number: act_of(act) for act in state.held if act.given is not None}
    if not waiting:
        return None
    in_order = (waiting[number] for number in sorted(waiting))
    return carried_out(betting, in_order, state.rulebook)[0]


def with_chips(
    act: OpenAct, content: Chips, *, started_ns: int, ended_ns: int, moved_along: bool = False
) -> OpenAct:
    """The act after one more motion: chips put out, taken back, or both.

    Args:
        act: so far.
        content: all chips that lie in front of the seat now.
        started_ns: when the motion began.
        ended_ns: when its hand had gone.
        moved_along: the chips that lay there were pushed along with the new ones.
    """
    put, took = added(act.content, content), taken(act.content, content)
    motions = act.motions
    if put:
        motions = (*motions, Motion(chips=put, started_ns=started_ns, ended_ns=ended_ns))
    return replace(
        act,
        content=content,
        lay_left=taken(act.lay_left, took),
        moved_along=act.moved_along or moved_along,
        motions=motions,
    )


def with_word(act: OpenAct, word: WordSaid) -> OpenAct:
    """The act with one more word, in the order in which the words were said."""
    words = sorted([*act.words, word], key=lambda said: said.at_ns)
    return replace(act, words=tuple(words))


def awaits_more(act: OpenAct) -> bool:
    """Whether the act says too little to be ruled yet.

    A raise or a bet without an amount waits for its chips, as does "pot" where it is no amount;
    chips taken back wait for those that come instead.
    """
    if act.motions:
        return False
    if act.gesture is not None and act.gesture is not Gesture.SWEEP_WHOLE_STACK_FORWARD:
        return False
    words = words_of(act)
    if words is None:
        return True
    if words.word is Word.POT:
        return act.before.game.limit is not Limit.POT_LIMIT
    return words.word in _WORDS_AWAITING_CHIPS and words.amount is None


def began_ns(act: OpenAct) -> int | None:
    """When the act's first word was said or its first motion began; None: it has neither."""
    times = [word.at_ns for word in act.words] + [motion.started_ns for motion in act.motions]
    return min(times, default=None)


def bound_ns(act: OpenAct) -> int | None:
    """When the act bound its player: its first word, or its first chips on the table."""
    times = [word.at_ns for word in act.words] + [motion.ended_ns for motion in act.motions]
    return min(times, default=None)


def act_of(act: OpenAct) -> Act:
    """What the player did, in the words of the rules."""
    prior = _prior(act)
    words = words_of(act)
    motions = tuple(motion.chips for motion in act.motions)
    # A hand that puts chips down touches the table too.
    gesture = None if motions and act.gesture is Gesture.TAP_TABLE else act.gesture
    if prior is not None and prior.mode is PriorMode.PUSHED_ALL:
        gesture = gesture or Gesture.COMBINE_AND_PUSH_ALL
        motions = _without_prior(motions, act)
    folds = gesture is Gesture.CARDS_PUSHED_FORWARD or (words and words.word is Word.FOLD)
    pulled_back = prior is not None and prior.mode in (PriorMode.PULLED_PART, PriorMode.PULLED_ALL)
    if folds and pulled_back and not motions:
        gesture, words = Gesture.PULLS_BACK_THEN_FOLDS, None
    return Act(
        seat=act.seat,
        motions=motions,
        words=words,
        gesture=gesture,
        prior=prior,
        in_turn=act.in_turn,
    )


def words_of(act: OpenAct) -> Words | None:
    """What the words come to: the first binds, and a figure said before the chips completes it."""
    if not act.words:
        return None
    first = act.words[0]
    amount = first.amount
    if Word(first.word.value) in _WORDS_AWAITING_CHIPS and amount is None:
        amount = next((word.amount for word in act.words[1:] if _completes(act, word)), None)
    return Words(word=Word(first.word.value), order=_order(act, first), amount=amount)


def _completes(act: OpenAct, word: WordSaid) -> bool:
    return word.amount is not None and _order(act, word) is Order.BEFORE


def _order(act: OpenAct, word: WordSaid) -> Order:
    """Whether the word came before the first chips touched the table, or after.

    The moment of contact lies somewhere between the hand's coming and its going; a word said in
    between could have been either.
    """
    if not act.motions:
        return Order.BEFORE
    first = act.motions[0]
    if word.at_ns <= first.started_ns + HAND_TRAVEL_NS:
        return Order.BEFORE
    if word.at_ns >= first.ended_ns:
        return Order.AFTER
    return Order.UNCLEAR


def _prior(act: OpenAct) -> PriorChips | None:
    """What became of the player's own chips; those of another round are not his bet any more."""
    if not act.lay or act.before.bet_of(act.seat) == 0:
        return None
    if act.moved_along or _combined(act):
        return PriorChips(mode=PriorMode.PUSHED_ALL, chips=act.lay)
    if act.lay_left == act.lay:
        return PriorChips(mode=PriorMode.LEFT, chips=act.lay)
    if act.lay_left:
        return PriorChips(mode=PriorMode.PULLED_PART, chips=act.lay, left=act.lay_left)
    return PriorChips(mode=PriorMode.PULLED_ALL, chips=act.lay)


def _combined(act: OpenAct) -> bool:
    """All that lay there was picked up and came back with new chips in the first push."""
    return (
        not act.lay_left
        and bool(act.motions)
        and not taken(act.lay, act.motions[0].chips)
        and act.motions[0].chips != act.lay
    )


def _without_prior(motions: tuple[Chips, ...], act: OpenAct) -> tuple[Chips, ...]:
    """The motions without the old chips that came back in the first of them."""
    if act.lay_left or not motions:
        return motions
    return (added(act.lay, motions[0]) or NO_CHIPS, *motions[1:])
