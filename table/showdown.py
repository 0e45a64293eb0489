"""Who wins what by the cards: each pot by itself, high and low, on one board or on several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from table.awarding import Part, Payout, Winners, award, parts_of
from table.cards import Card
from table.choices import StudOddChip
from table.duties.odd_chip import by_card
from table.duties.side_pots import Pots
from table.game import Game
from table.ranking import Order, best_five, strength
from table.rulebook import Rulebook
from table.seats import Seat
from table.variants import Variant, variant_of

Cards = tuple[Card, ...]


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
    parts = parts_of(pots, len(table.boards), game, rulebook)
    winners = [table.winners(part) for part in parts if len(part.players) > 1]
    return award(parts, winners, order, game, rulebook)


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

    def winners(self, part: Part) -> Winners:
        shown = tuple(seat for seat in self.order if seat in part.players and seat in self.hands)
        if not shown:
            raise NobodyShowsError("no hand is shown for a pot that more than one player can win")
        board = self.boards[part.board]
        order, low_order = self.variant.high, self.variant.low
        high = self._best(order, shown, board)
        low = self._best(low_order, shown, board) if low_order else ()
        return Winners(
            pot=part.pot,
            board=part.board,
            high=high,
            low=low,
            deciding=self._deciding_cards(order, high, board),
            deciding_low=self._deciding_cards(low_order, low, board) if low_order else {},
        )

    def _best(self, order: Order, shown: tuple[Seat, ...], board: Cards) -> tuple[Seat, ...]:
        if len(shown) == 1 and order is self.variant.high:
            return shown
        found = {
            seat: strength(order, self.hands[seat], board, self.variant.from_hand) for seat in shown
        }
        qualified = [value for value in found.values() if value is not None]
        return tuple(seat for seat in shown if qualified and found[seat] == max(qualified))

    def _deciding_cards(
        self, order: Order, winners: tuple[Seat, ...], board: Cards
    ) -> dict[Seat, Cards]:
        """Where a card decides the odd chip: the five that play, or all seven."""
        if len(winners) < 2 or not by_card(self.game):
            return {}
        parameter = self.rulebook.stud_odd_chip.value
        if parameter is StudOddChip.CARD_OF_SEVEN_LOW_IN_LOW_GAMES:
            return {seat: self.hands[seat] for seat in winners}
        return {seat: best_five(order, self.hands[seat], board) for seat in winners}
