"""Who opens a street of stud: the door card that must bring it in, then the best hand showing."""

from collections import Counter
from collections.abc import Mapping, Sequence

from table.cards import RANKS, SUITS, Card
from table.seats import Seat
from table.variants import Opening

UpCards = Mapping[Seat, tuple[Card, ...]]
"""The cards that lie face up in front of each player."""

_LOW_RANKS = "A23456789TJQK"


def opener(opening: Opening, live: Sequence[Seat], up_cards: UpCards) -> Seat | None:
    """The seat whose cards say that it acts first; None: not all cards are known.

    On the first street the lowest card brings it in, in razz the highest, where the ace is low.
    Equal ranks are told apart by suit: clubs, diamonds, hearts, spades from low to high. Later the
    best hand showing acts first; of equal hands the one nearest to the left of the button.

    Sources: RRoP 11 seven-card stud 1 and 4, razz 2; WSOP-L 2024 seven-card stud.

    Args:
        opening: what decides on this street.
        live: the seats that still hold cards, from the left of the button.
        up_cards: what they show.
    """
    if not live or not all(up_cards.get(seat) for seat in live):
        return None
    match opening:
        case Opening.LOW_CARD:
            return min(live, key=lambda seat: min(map(_high_card, up_cards[seat])))
        case Opening.HIGH_CARD:
            return max(live, key=lambda seat: max(map(_card_of_razz, up_cards[seat])))
        case Opening.HIGH_HAND:
            return max(live, key=lambda seat: _showing(up_cards[seat], RANKS))
        case Opening.LOW_HAND:
            return min(live, key=lambda seat: _showing(up_cards[seat], _LOW_RANKS))
        case Opening.AFTER_THE_BLINDS | Opening.AFTER_THE_BUTTON:
            return live[0]


def _high_card(card: Card) -> tuple[int, int]:
    return RANKS.index(card.rank), SUITS.index(card.suit)


def _card_of_razz(card: Card) -> tuple[int, int]:
    return _LOW_RANKS.index(card.rank), SUITS.index(card.suit)


def _showing(cards: Sequence[Card], ranks: str) -> tuple[list[int], list[int]]:
    """What up to four cards make: quads, trips, two pair, a pair, then ranks; nothing else."""
    counts = Counter(ranks.index(card.rank) for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]
