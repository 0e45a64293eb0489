"""The ranking of hands as a rulebook defines it, card by card: slow, and plain to read."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

from table.cards import Card
from table.ranking import Order

HIGH_RANKS, LOW_RANKS = "23456789TJQKA", "A23456789TJQK"


def best(order: Order, hole: Sequence[Card], board: Sequence[Card], from_hand: int | None) -> Any:
    """The best hand's place in the order: the greater, the better; None: none qualifies."""
    if order is Order.BADUGI:
        return max(map(badugi, subsets(hole)))
    places = [place(order, five) for five in fives(hole, board, from_hand)]
    return max((one for one in places if one is not None), default=None)


def fives(
    hole: Sequence[Card], board: Sequence[Card], from_hand: int | None
) -> Iterable[tuple[Card, ...]]:
    if from_hand is None:
        return combinations((*hole, *board), 5)
    pairs = product(combinations(hole, from_hand), combinations(board, 5 - from_hand))
    return (own + shared for own, shared in pairs)


def place(order: Order, five: Sequence[Card]) -> Any:
    match order:
        case Order.HIGH:
            return high(five, wheel="A2345", categories="high pair two trips straight flush full")
        case Order.SHORT_DECK:
            return high(five, wheel="A6789", categories="high pair two trips straight full flush")
        case Order.DEUCE_TO_SEVEN:
            category, ranks = high(five, "", "high pair two trips straight flush full")
            return -category, [-rank for rank in ranks]
        case Order.ACE_TO_FIVE:
            return ace_to_five(five)
        case Order.EIGHT_OR_BETTER:
            ranks = {card.rank for card in five}
            return ace_to_five(five) if len(ranks) == 5 and ranks <= set("A2345678") else None


def grouped(five: Sequence[Card], ranks: str) -> list[tuple[int, int]]:
    """How many of each rank, the most and then the highest first."""
    counts = Counter(ranks.index(card.rank) for card in five)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


def high(five: Sequence[Card], wheel: str, categories: str) -> tuple[int, list[int]]:
    groups = grouped(five, HIGH_RANKS)
    ranks = [rank for _, rank in groups]
    flush = len({card.suit for card in five}) == 1
    in_a_row = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if {card.rank for card in five} == set(wheel):
        in_a_row, ranks = True, [*ranks[1:], -1]
    by_count = {
        (1, 1): "high",
        (2, 1): "pair",
        (2, 2): "two",
        (3, 1): "trips",
        (3, 2): "full",
        (4, 1): "quads",
    }
    name = by_count[groups[0][0], groups[1][0]]
    if flush or in_a_row:
        name = "straight_flush" if flush and in_a_row else "flush" if flush else "straight"
    return [*categories.split(), "quads", "straight_flush"].index(name), ranks


def ace_to_five(five: Sequence[Card]) -> tuple[list[int], list[int]]:
    groups = grouped(five, LOW_RANKS)
    return [-count for count, _ in groups], [-rank for _, rank in groups]


def subsets(cards: Sequence[Card]) -> Iterable[tuple[Card, ...]]:
    return (chosen for count in range(1, 5) for chosen in combinations(cards, count))


def badugi(chosen: Sequence[Card]) -> tuple[int, list[int]]:
    if len({card.rank for card in chosen}) < len(chosen):
        return 0, []
    if len({card.suit for card in chosen}) < len(chosen):
        return 0, []
    ranks = sorted((LOW_RANKS.index(card.rank) for card in chosen), reverse=True)
    return len(chosen), [-rank for rank in ranks]
