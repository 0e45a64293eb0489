"""A hand that was thrown away lives again, where it is beyond doubt which cards it was."""

from table.changing import replace
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, settle
from table.choices import Subject
from table.events import HandRetrieved, Refused
from table.hand import Hand
from table.judging import Moment, Stepped, give
from table.ruling import Action, Message
from table.seats import Seat
from table.state import TableState
from table.taking_back import reopened


def retrieve(state: TableState, event: HandRetrieved, now: Moment) -> Stepped:
    """The fold counts no more, and its player acts where he still has to; what others did stands.

    Cards that are not identified and retrieved beyond doubt stay dead: then nobody says this. A
    fold of an earlier street stays too, for its player took no part in what has been bet since.

    Sources: TDA 2024 13-15, WSOP-L 2024 107 and 139.
    """
    hand = state.hand
    place = _fold_of(hand, event.seat) if hand is not None and not hand.ended else None
    if hand is None or place is None:
        message = Message("refused-no-hand-to-retrieve", {"seat": event.seat})
        return state, (Refused(at_ns=now.at_ns, message=message),)
    entry = hand.acts[place]
    turn = Turn(entry.before, entry.given.act, state.rulebook)
    lives = Verdict(
        action=Action.NO_CHANGE,
        rule="rule-hand-retrieved",
        clauses=(turn.clause(Subject.RETRIEVED_HAND),),
        headline="ruling-hand-retrieved",
        facts={"hand_dead": False},
    )
    made = replace(entry.given.act, in_turn=True)
    by, reason = event.by, event.reason
    return give(state, reopened(entry), made, settle(turn, lives), now, by=by, reason=reason)


def _fold_of(hand: Hand, seat: Seat) -> int | None:
    """Where this seat folded on this street; None: it did not."""
    for place, entry in enumerate(hand.acts):
        folded = entry.given.ruling.action is Action.FOLD and entry.given.act.seat == seat
        if folded and entry.before.street is hand.street:
            return place
    return None
