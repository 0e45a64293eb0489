"""Hands and streets of a table: how one begins and ends, and when it may."""

from collections.abc import Mapping

from table.changing import replace
from table.chapters.substantial_action import is_substantial
from table.dealing import (
    begin,
    begin_street,
    end,
    given_back,
    opener_by_cards,
    pot_to_win,
    street_after,
)
from table.events import (
    CannotTell,
    Event,
    HandEnded,
    HandStarted,
    Misdealt,
    Refused,
    StreetStarted,
)
from table.hand import Hand
from table.observations import BoardSeen
from table.ruling import Message
from table.seats import Seat
from table.settling import ACTS
from table.state import TableState
from table.trust import SURE
from table.variants import VARIANTS, variant_of

Stepped = tuple[TableState, tuple[Event, ...]]


def start_hand(state: TableState, event: HandStarted) -> Stepped:
    """A hand begins; one that was under way is given up, as after a misdeal."""
    fault = _why_not(event)
    if fault is not None:
        return state, (Refused(at_ns=event.at_ns, message=fault),)
    hand = begin(event, state.rulebook)
    if event.first is None and _opener_unknown(hand):
        return state, (Refused(at_ns=event.at_ns, message=Message("refused-opener-unknown")),)
    return _cleared(replace(state, hand=hand, deck=state.deck.hand_begins())), ()


def start_street(state: TableState, event: StreetStarted) -> Stepped:
    """The bets are drawn in and the next round begins, once the one before is over."""
    hand, street, at_ns = state.hand, event.street, event.at_ns
    if hand is None or hand.over:
        return state, (Refused(at_ns=at_ns, message=Message("refused-no-hand")),)
    if not hand.round_over:
        message = Message("refused-round-not-over", {"seat": hand.betting.turn or ""})
        return state, (Refused(at_ns=at_ns, message=message),)
    following = street_after(hand)
    if street is not following and following is not None:
        message = Message(
            "refused-street-not-next", {"street": street.value, "next": following.value}
        )
        return state, (Refused(at_ns=at_ns, message=message),)
    begun = begin_street(hand, street, event.first, event.up_cards)
    if event.first is None and _opener_unknown(begun):
        return state, (Refused(at_ns=at_ns, message=Message("refused-opener-unknown")),)
    return _cleared(replace(state, hand=begun)), ()


def end_hand(state: TableState, event: HandEnded) -> Stepped:
    """The pot is pushed. What the winners took must be the pot, where it is told."""
    hand = state.hand
    if hand is None or hand.ended:
        return state, (Refused(at_ns=event.at_ns, message=Message("refused-no-hand")),)
    pot, won = pot_to_win(hand), sum(event.won.values())
    if event.won and won != pot:
        message = Message("refused-won-is-not-the-pot", {"won": won, "pot": pot})
        return state, (Refused(at_ns=event.at_ns, message=message),)
    return _cleared(replace(state, hand=end(hand, event.won))), ()


def misdeal(state: TableState, event: Misdealt) -> Stepped:
    """Stacks are restored, unless there was substantial action and the deck was right.

    Sources: TDA 2024 35-D and 36, WSOP-L 2024 105.
    """
    hand = state.hand
    if hand is None or hand.ended:
        return state, (Refused(at_ns=event.at_ns, message=Message("refused-no-hand")),)
    acts = [act.given.ruling.action for act in hand.acts if act.given.ruling.action in ACTS]
    if is_substantial(acts, state.rulebook) and not event.fouled_deck:
        return state, (Refused(at_ns=event.at_ns, message=Message("refused-misdeal-too-late")),)
    return _cleared(replace(state, hand=given_back(hand))), ()


def see_board(state: TableState, seen: BoardSeen, at_ns: int) -> Stepped:
    """Take the board in. The cards of the next street begin it, if the round before is over."""
    hand = state.hand
    if hand is None or hand.ended or seen.confidence < SURE or seen.cards == hand.board:
        return state, ()
    state = replace(state, hand=replace(hand, board=seen.cards))
    street = variant_of(hand.game).street_of_board(len(seen.cards))
    if street is None or street is not street_after(hand) or hand.over:
        return state, ()
    if hand.round_over:
        return start_street(state, StreetStarted(at_ns=at_ns, street=street))
    seat = hand.betting.turn
    message = Message("cards-before-round-over", {"seat": seat or "", "street": street.value})
    return state, (CannotTell(at_ns=at_ns, seat=seat, message=message),)


def _cleared(state: TableState) -> TableState:
    """Nothing of the round before is open any more."""
    nothing: Mapping[Seat, int] = {}
    return replace(state, open_act=None, held=(), asked=None, balances=nothing, taken_back=())


def _opener_unknown(hand: Hand) -> bool:
    """Whether cards decide who opens, and not all that show are known."""
    betting = hand.betting
    plan = variant_of(hand.game).plan(betting.street)
    if betting.turn is None or plan is None or not variant_of(hand.game).stud:
        return False
    return opener_by_cards(betting, hand.up_cards) is None


def _why_not(event: HandStarted) -> Message | None:
    """Why a hand cannot begin like this."""
    if event.game.variant not in VARIANTS:
        values = {"game": event.game.variant, "games": ", ".join(VARIANTS)}
        return Message("refused-game-unknown", values)
    if len(event.order) < 2 or len(set(event.order)) != len(event.order):
        return Message("refused-hand-needs-seats")
    if event.first is not None and event.first not in event.order:
        return Message("refused-first-not-dealt-in", {"seat": event.first})
    without = [seat for seat in event.order if event.stacks.get(seat, 0) <= 0]
    if without:
        return Message("refused-seat-without-chips", {"seat": without[0]})
    return None
