"""The cards of a recorded hand: dealt, exchanged, shown and thrown away."""

from dataclasses import dataclass

from api.phh import Action, Verb
from api.recorded_start import seat_of
from table.cards import Card
from table.seats import Seat
from table.variants import Variant


class DisagreementError(Exception):
    """The table and the record part; the text says how."""


@dataclass
class CardsOnTable:
    """The cards of a record, as they are dealt, exchanged and shown; None: not known.

    Attributes:
        variant: the game.
        hands: of each seat.
        board: face up for all.
        mucked: seats that threw their hands away at the showdown.
    """

    variant: Variant
    hands: dict[Seat, list[Card | None]]
    board: list[Card | None]
    mucked: set[Seat]

    def take(self, action: Action) -> None:
        """Deal, exchange, show or muck.

        Raises:
            DisagreementError: a card is thrown away that the player does not have.
        """
        if action.player is None:
            self.board += action.cards
            return
        seat = seat_of(action.player)
        hand = self.hands.setdefault(seat, [])
        match action.verb:
            case Verb.DEAL_HOLE:
                hand += action.cards
            case Verb.DRAW:
                for card in action.cards:
                    self._discard(seat, hand, card)
            case Verb.SHOW_OR_MUCK if action.shown and action.cards:
                self._show(seat, list(action.cards))
            case Verb.SHOW_OR_MUCK if not action.shown:
                self.mucked.add(seat)

    def _discard(self, seat: Seat, hand: list[Card | None], card: Card | None) -> None:
        thrown = card if card in hand else None
        if thrown not in hand:
            raise DisagreementError(f"{seat} throws away {card}, which he does not have")
        hand.remove(thrown)

    def _show(self, seat: Seat, shown: list[Card | None]) -> None:
        """The whole hand, or those of its cards that were not known before."""
        hand = self.hands[seat]
        if len(shown) == len(hand):
            self.hands[seat] = shown
            return
        for card in (card for card in shown if card not in hand and None in hand):
            hand[hand.index(None)] = card

    def up_cards(self) -> dict[Seat, tuple[Card, ...]]:
        """What lies face up in front of each player, as far as it is known."""
        faces = [
            face for plan in self.variant.streets for face in [False] * plan.down + [True] * plan.up
        ]
        return {
            seat: tuple(card for card, up in zip(hand, faces, strict=False) if up and card)
            for seat, hand in self.hands.items()
        }

    def shown_hands(self, live: tuple[Seat, ...]) -> dict[Seat, tuple[Card, ...]] | None:
        """The hands of the showdown; None: a card of one of them, or of the board, is not known."""
        hands: dict[Seat, tuple[Card, ...]] = {}
        for seat in live:
            if seat in self.mucked:
                continue
            known = tuple(card for card in self.hands.get(seat, ()) if card is not None)
            if not known or len(known) != len(self.hands[seat]):
                return None
            hands[seat] = known
        return None if None in self.board else hands
