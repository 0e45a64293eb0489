"""What each answer of the floor would lead to, before it is chosen."""

from table.changing import replace
from table.events import OptionChosen, Refused
from table.ruling import Message, Option
from table.state import TableState
from table.stepping import step


def preview(state: TableState, option: Option) -> Message | None:
    """The table as it would be once this option is chosen, in one sentence.

    Nothing is foretold: the choice is carried out on the state, and with it all that follows at
    once, such as acts out of turn that it lets stand.

    Args:
        state: of a table where this option is shown.
        option: one of `state.options`.

    Returns:
        None where the option leaves open what the player does.
    """
    if state.asked is None:
        return None
    choice = OptionChosen(at_ns=state.asked.at_ns, token=option.token, by="floor")
    after, told = step(replace(state, to_confirm=()), choice)
    if any(isinstance(answer, Refused) for answer in told) or after.hand is None:
        return None
    return standing(after)


def standing(state: TableState) -> Message | None:
    """Where a hand stands: the pot, who acts, and what he owes; None without a hand."""
    hand = state.hand
    if hand is None:
        return None
    pot, seat = hand.betting.pot_with_bets, hand.betting.turn
    if hand.over:
        return Message("standing-hand-over", {"pot": pot})
    if seat is None:
        return Message("standing-round-over", {"pot": pot})
    owed = min(hand.betting.to_call(seat), hand.betting.stack_of(seat))
    return Message("standing-acts", {"pot": pot, "seat": seat, "owed": owed})
