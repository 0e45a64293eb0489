"""Who wins what: each pot by itself, high and low, on one board or on several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from table.cards import Card
from table.choices import StudOddChip
from table.duties.odd_chip import Split, by_card, high_and_low, shares, smallest_part
from table.duties.side_pots import Pot, Pots
from table.game import Game
from table.ranking import Order, best_five, strength
from table.rulebook import Rulebook
from table.seats import Seat
from table.variants import Variant, variant_of

Cards = tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class Award:
    """One pot, or the part of it that was played for on one board.

    Attributes:
        amount: the chips in it.
        board: the number of its board, from 0.
        high: who wins it, or its high half, from the left of the button.
        low: who wins its low half; nobody where no low qualifies or none is played for.
        taken: what each of them takes.
    """

    amount: int
    board: int
    high: tuple[Seat, ...]
    low: tuple[Seat, ...]
    taken: Mapping[Seat, int]


@dataclass(frozen=True, kw_only=True)
class Payout:
    """What the winners take.

    Attributes:
        awards: pot by pot, the last-formed side pot first (WSOP-L 2024 149).
        won: by seat, all pots together.
    """

    awards: tuple[Award, ...]
    won: Mapping[Seat, int]


class NobodyShowsError(ValueError):
    """A pot has several players left, and no hand is shown for it."""


def payout(
    pots: Pots,
    hands: Mapping[Seat, Cards],
    boards: Sequence[Cards],
    order: Sequence[Seat],
    game: Game,
    rulebook: Rulebook,
) -> Payout:
    """Award every pot.

    A player alone in a pot takes it without a hand. Otherwise only shown hands win: one that was
    mucked has no part in it (TDA 2024 13, FSPR 5.9.2).

    Args:
        pots: by layers, as `Hand.side_pots` tells them.
        hands: the cards of each player who shows, all of them.
        boards: the board; two where it was run twice, none or an empty one in games without.
        order: the seats from the left of the button: the odd chip goes to the first.
        game: what was played.
        rulebook: how a pot is split, and to whom odd chips go.

    Raises:
        NobodyShowsError: a pot cannot be awarded.
    """
    table = _Showdown(hands, tuple(boards) or ((),), tuple(order), game, rulebook)
    awards = [award for pot in reversed(pots.pots) for award in table.awards(pot)]
    won: dict[Seat, int] = {}
    for award in awards:
        for seat, amount in award.taken.items():
            won[seat] = won.get(seat, 0) + amount
    return Payout(awards=tuple(awards), won=won)


@dataclass(frozen=True)
class _Showdown:
    """All that every pot is judged by."""

    hands: Mapping[Seat, Cards]
    boards: tuple[Cards, ...]
    order: tuple[Seat, ...]
    game: Game
    rulebook: Rulebook

    @property
    def variant(self) -> Variant:
        return variant_of(self.game)

    def awards(self, pot: Pot) -> list[Award]:
        if len(pot.players) == 1:
            (seat,) = pot.players
            return [self._award(pot.amount, 0, (seat,), ())]
        contenders = tuple(seat for seat in self.order if seat in pot.players)
        shown = tuple(seat for seat in contenders if seat in self.hands)
        if not shown:
            raise NobodyShowsError("no hand is shown for a pot that more than one player can win")
        amounts = _by_board(pot.amount, len(self.boards), smallest_part(self.game, self.rulebook))
        return [
            self._award(amount, board, *self._winners(shown, self.boards[board]))
            for board, amount in enumerate(amounts)
        ]

    def _winners(
        self, shown: tuple[Seat, ...], board: Cards
    ) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        low = self.variant.low
        high_winners = self._best(self.variant.high, shown, board)
        return high_winners, self._best(low, shown, board) if low else ()

    def _best(self, order: Order, shown: tuple[Seat, ...], board: Cards) -> tuple[Seat, ...]:
        if len(shown) == 1 and order is self.variant.high:
            return shown
        found = {
            seat: strength(order, self.hands[seat], board, self.variant.from_hand) for seat in shown
        }
        qualified = [value for value in found.values() if value is not None]
        return tuple(seat for seat in shown if qualified and found[seat] == max(qualified))

    def _award(
        self, amount: int, board: int, high: tuple[Seat, ...], low: tuple[Seat, ...]
    ) -> Award:
        splits = [(self.variant.high, Split(amount=amount, winners=high))]
        if low and self.variant.low:
            unit = smallest_part(self.game, self.rulebook)
            high_half, low_half = high_and_low(amount, high, low, unit)
            splits = [(self.variant.high, high_half), (self.variant.low, low_half)]
        taken: dict[Seat, int] = {}
        for order, split in splits:
            deciding = self._deciding_cards(order, split.winners, self.boards[board])
            part = Split(
                amount=split.amount, winners=split.winners, unit=split.unit, hands=deciding
            )
            for seat, share in shares(part, self.game, self.rulebook).items():
                taken[seat] = taken.get(seat, 0) + share
        return Award(amount=amount, board=board, high=high, low=low, taken=taken)

    def _deciding_cards(
        self, order: Order, winners: tuple[Seat, ...], board: Cards
    ) -> dict[Seat, Cards] | None:
        """Where a card decides the odd chip: the five that play, or all seven."""
        if len(winners) < 2 or not by_card(self.game):
            return None
        parameter = self.rulebook.stud_odd_chip.value
        if parameter is StudOddChip.CARD_OF_SEVEN_LOW_IN_LOW_GAMES:
            return {seat: self.hands[seat] for seat in winners}
        return {seat: best_five(order, self.hands[seat], board) for seat in winners}


def _by_board(amount: int, boards: int, unit: int) -> list[int]:
    """A pot's part for each board. What cannot be halved is played for on the first board."""
    part = amount // boards // unit * unit
    return [amount - part * (boards - 1), *[part] * (boards - 1)]
