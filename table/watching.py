"""What vision and the bridge tell, taken into the state."""

from table.act import Gesture
from table.acting import opened, with_word
from table.changing import replace
from table.deck import Doubt, Impossible
from table.events import CannotTell, ConfirmationAsked, DeckCounted, Refused
from table.judging import Moment, Stepped
from table.motions import acts_now, chips_at_rest, closed, may_act, playing
from table.observations import (
    BoardSeen,
    CardLeftShoe,
    CardsUnverified,
    ChipsAtRest,
    GestureKind,
    GestureSeen,
    HandEntered,
    HandLeft,
    Observation,
    SourceChanged,
    WordSaid,
)
from table.progress import see_board
from table.ruling import Message
from table.state import TableState
from table.trust import LATE_NS, SURE, SURE_GESTURE, is_live, kept_out, source_changed

_GESTURES = {
    GestureKind.TAP_TABLE: Gesture.TAP_TABLE,
    GestureKind.CARDS_PUSHED_FORWARD: Gesture.CARDS_PUSHED_FORWARD,
    GestureKind.SWEEP_WHOLE_STACK_FORWARD: Gesture.SWEEP_WHOLE_STACK_FORWARD,
    GestureKind.BOUNTY_CHIP: Gesture.BOUNTY_CHIP,
}

_IMPOSSIBLE = {Impossible.TWICE: "card-twice", Impossible.TOO_MANY: "card-too-many"}
_DOUBTS = {
    Doubt.SKIPPED: "cards-skipped",
    Doubt.UNREAD: "card-unread",
}


def observe(state: TableState, seen: Observation, now: Moment) -> Stepped:
    """Take one observation in, and rule the act that it closes, if it closes one."""
    if isinstance(seen, SourceChanged):
        return source_changed(state, seen, now.at_ns)
    if isinstance(seen, CardsUnverified):
        return _cards_unverified(state, seen, now)
    if getattr(seen, "needs_confirmation", False):
        asked = ConfirmationAsked(at_ns=now.at_ns, observation=seen)
        return replace(state, to_confirm=(*state.to_confirm, seen)), (asked,)
    seat = getattr(seen, "seat", None)
    if not is_live(state, seen.source, seat) or now.at_ns - seen.at_ns > LATE_NS:
        return kept_out(state, seen, now.at_ns)
    return taken_in(state, seen, now)


def taken_in(state: TableState, seen: Observation, now: Moment) -> Stepped:
    """Take in an observation that may be relied on."""
    match seen:
        case HandEntered():
            return replace(state, moving=state.moving | {seen.seat}), ()
        case HandLeft():
            left = {**state.hand_left_ns, seen.seat: seen.at_ns}
            return replace(state, hand_left_ns=left), ()
        case ChipsAtRest():
            return chips_at_rest(state, seen, now)
        case WordSaid():
            return _word_said(state, seen, now)
        case GestureSeen():
            return _gesture_seen(state, seen, now)
        case BoardSeen():
            return see_board(state, seen, now.at_ns)
        case CardLeftShoe():
            return _card_left(state, seen, now)
    return state, ()


def _cards_unverified(state: TableState, seen: CardsUnverified, now: Moment) -> Stepped:
    """Cards may have left unseen: the hand goes on, and its cards are marked."""
    known = state.deck.doubt is None
    state = replace(state, deck=state.deck.doubted(Doubt.GAP))
    message = Message("cards-unverified", {"source": seen.source, "reason": seen.reason})
    return state, _once(known, CannotTell(at_ns=now.at_ns, seat=None, message=message))


def _card_left(state: TableState, seen: CardLeftShoe, now: Moment) -> Stepped:
    """A card left the shoe; one that cannot have left it is an alarm."""
    known = state.deck.doubt is None
    deck, impossible = state.deck.dealt(seen)
    state = replace(state, deck=deck)
    if impossible is not None:
        message = Message(_IMPOSSIBLE[impossible], {"source": seen.source})
        return state, (CannotTell(at_ns=now.at_ns, seat=None, message=message, fault=True),)
    if deck.doubt is None:
        return state, ()
    message = Message(_DOUBTS[deck.doubt], {"source": seen.source})
    return state, _once(known, CannotTell(at_ns=now.at_ns, seat=None, message=message))


def deck_counted(state: TableState, event: DeckCounted) -> Stepped:
    """The cards that remain were counted: the mark goes where every card is known."""
    expected, deck = state.deck.remaining, state.deck.counted(event.remaining)
    state = replace(state, deck=deck)
    if deck.doubt is None:
        return state, ()
    values = {"remaining": event.remaining, "expected": expected}
    message = Message("cards-miscounted", values)
    return state, (CannotTell(at_ns=event.at_ns, seat=None, message=message),)


def _once(known: bool, told: CannotTell) -> tuple[CannotTell, ...]:
    return (told,) if known else ()


def _word_said(state: TableState, seen: WordSaid, now: Moment) -> Stepped:
    hand = playing(state, seen.seat)
    if hand is None:
        return state, ()
    in_turn = acts_now(state, seen.seat)
    if not in_turn and not may_act(hand, seen.seat):
        return state, ()
    if seen.confidence < SURE:
        return state, _cannot_tell("word-uncertain", seen, now)
    return closed(state, with_word(opened(state, seen.seat, in_turn=in_turn), seen), now)


def _gesture_seen(state: TableState, seen: GestureSeen, now: Moment) -> Stepped:
    """A gesture of the player in turn, or a hand of cards thrown away whenever that happens."""
    hand = playing(state, seen.seat)
    if hand is None:
        return state, ()
    gesture = _GESTURES.get(seen.gesture)
    act = opened(state, seen.seat, in_turn=acts_now(state, seen.seat))
    fresh = act.in_turn and act.given is None
    if gesture is None or seen.confidence < SURE_GESTURE:
        asks = fresh and not act.words
        return state, _cannot_tell("gesture-uncertain", seen, now) if asks else ()
    if gesture is Gesture.CARDS_PUSHED_FORWARD and not fresh:
        return _folded_out_of_turn(state, seen, now)
    if fresh:
        return closed(state, replace(act, gesture=gesture), now)
    if gesture is Gesture.BOUNTY_CHIP:
        message = Message("refused-no-act-of-seat", {"seat": seen.seat})
        return state, (Refused(at_ns=now.at_ns, message=message),)
    could_check = may_act(hand, seen.seat) and hand.betting.to_call(seen.seat) == 0
    if gesture is Gesture.TAP_TABLE and not act.in_turn and could_check:
        return state, _cannot_tell("tapped-out-of-turn", seen, now)
    return state, ()


def _folded_out_of_turn(state: TableState, seen: GestureSeen, now: Moment) -> Stepped:
    """Cards pushed forward by a player who has acted already, or whose turn it is not."""
    hand = playing(state, seen.seat)
    if hand is None or hand.betting.turn is None:
        return state, ()
    last, others = state.open_act, replace(state, open_act=None)
    act = replace(opened(others, seen.seat, in_turn=False), gesture=Gesture.CARDS_PUSHED_FORWARD)
    after_it, told = closed(others, act, now)
    kept = None if last is not None and last.seat == seen.seat else last
    return replace(after_it, open_act=kept), told


def _cannot_tell(name: str, seen: WordSaid | GestureSeen, now: Moment) -> tuple[CannotTell, ...]:
    return (
        CannotTell(at_ns=now.at_ns, seat=seen.seat, message=Message(name, {"seat": seen.seat})),
    )
