"""Recorded hands against the rules: acts and pots, and winners and stacks where cards are known."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from api.phh import HandRecord, amount_text
from api.recorded_cards import DisagreementError
from api.recorded_hand import RecordedHand
from api.recorded_start import UNKNOWN_STACK, seat_of
from table.awarding import Payout
from table.chips import Chips
from table.dealing import end, pot_to_win
from table.duties.side_pots import Pots
from table.rulebook import Rulebook
from table.seats import Seat
from table.showdown import payout


@dataclass(frozen=True, kw_only=True)
class HandCheck:
    """What became of one recorded hand.

    Attributes:
        name: of the record.
        code: of its game.
        acts: how many were ruled.
        pots: by layers; none where the hand was not played to its end.
        won: by seat; None: not all cards are known.
        stacks: after the hand, of the seats whose stacks were recorded; None: as for `won`.
        reason: where table and record part; empty: nowhere.
    """

    name: str
    code: str
    acts: int
    pots: Pots = field(default_factory=lambda: Pots(()))
    won: Mapping[Seat, int] | None = None
    stacks: Mapping[Seat, int] | None = None
    reason: str = ""

    @property
    def agrees(self) -> bool:
        """Whether table and record say the same."""
        return not self.reason


def check_hand(
    record: HandRecord, rulebook: Rulebook, denominations: Chips | None = None
) -> HandCheck:
    """Play a recorded hand by chips, words and gestures, and compare.

    Args:
        record: the hand.
        rulebook: the rules in force.
        denominations: of the chips that the players have; None: the usual ones.
    """
    played = RecordedHand(record, rulebook, denominations)
    try:
        played.play()
        return _compared(played)
    except DisagreementError as error:
        number = len(played.rulings) + 1
        reason = f"act {number}: {error}"
        return HandCheck(
            name=record.name, code=record.code, acts=len(played.rulings), reason=reason
        )


def _compared(played: RecordedHand) -> HandCheck:
    record, hand = played.record, played.hand
    pots = hand.side_pots
    total = sum(pot.amount for pot in pots.pots)
    if total != pot_to_win(hand):
        raise DisagreementError(f"the pots are {total}, but {pot_to_win(hand)} is to be won")
    awarded = awards(played)
    stacks = None
    if awarded is not None:
        behind = end(hand, awarded.won).betting.stacks
        stacks = {
            seat: amount
            for seat, amount in behind.items()
            if hand.starting_stacks[seat] != UNKNOWN_STACK
        }
        _must_match(record, "winnings", record.winnings, awarded.won)
        _must_match(record, "finishing stack", record.finishing_stacks, stacks)
    return HandCheck(
        name=record.name,
        code=record.code,
        acts=len(played.rulings),
        pots=pots,
        won=awarded.won if awarded else None,
        stacks=stacks,
    )


def awards(played: RecordedHand) -> Payout | None:
    """Who wins what; None: not all the cards that decide it are known."""
    hand = played.hand
    shown = played.cards.shown_hands(hand.live) if len(hand.live) > 1 else {}
    if shown is None:
        return None
    contested = any(len(pot.players) > 1 for pot in hand.side_pots.pots)
    complete = {
        len(cards) + _common(played) == played.cards.variant.hole_cards for cards in shown.values()
    }
    if contested and (complete != {True} or not _board_complete(played)):
        raise DisagreementError("the showdown comes before all cards are dealt")
    boards = (tuple(card for card in played.cards.board if card is not None),)
    try:
        return payout(hand.side_pots, shown, boards, hand.order, hand.game, played.state.rulebook)
    except ValueError as error:
        raise DisagreementError(str(error)) from error


def _common(played: RecordedHand) -> int:
    """The last card of stud lies face up for all where the deck cannot give one to each."""
    return len(played.cards.board) if played.cards.variant.stud else 0


def _board_complete(played: RecordedHand) -> bool:
    variant = played.cards.variant
    return variant.stud or len(played.cards.board) == variant.board_cards


def _must_match(
    record: HandRecord,
    what: str,
    recorded: tuple[int | None, ...] | None,
    found: Mapping[Seat, int],
) -> None:
    for player, amount in enumerate(recorded or (), start=1):
        ours = found.get(seat_of(player), 0 if what == "winnings" else None)
        if amount is not None and ours is not None and ours != amount:
            texts = (amount_text(figure, record.scale) for figure in (amount, ours))
            raise DisagreementError(f"{what} of p{player}: recorded {', ours '.join(texts)}")
