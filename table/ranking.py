"""Which hand is better: high hands, short-deck hands, the lows and badugi.

High hands are ranked by phevaluator. It was chosen over eval7, which is half as fast again on seven
cards but has no Omaha evaluator (phevaluator is a dozen times faster there) and brings two packages
with it. The other orders are a few lines each.

A strength is a whole number; within one order the greater is the better hand, equal ones share.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from itertools import combinations, product

from phevaluator import evaluate_cards, evaluate_omaha_cards

from table.cards import RANKS, SUITS, Card

Strength = int


class Order(StrEnum):
    """How hands are ranked."""

    HIGH = "high"
    SHORT_DECK = "short_deck"
    ACE_TO_FIVE = "ace_to_five"
    EIGHT_OR_BETTER = "eight_or_better"
    DEUCE_TO_SEVEN = "deuce_to_seven"
    BADUGI = "badugi"


LOW = frozenset({Order.ACE_TO_FIVE, Order.EIGHT_OR_BETTER, Order.DEUCE_TO_SEVEN, Order.BADUGI})
"""Orders in which low cards win."""

_LOW_RANKS = "A23456789TJQK"
_CARD_NUMBERS = {Card(r, s): 4 * RANKS.index(r) + SUITS.index(s) for r in RANKS for s in SUITS}
"""Cards as phevaluator numbers them."""
_WORST_HIGH = 7463
"""One past the last rank of phevaluator, whose best hand has rank 1."""


def strength(
    order: Order, hole: Sequence[Card], board: Sequence[Card] = (), from_hand: int | None = None
) -> Strength | None:
    """How good the best hand is that can be made of these cards.

    Args:
        order: how hands are ranked.
        hole: the player's own cards.
        board: those that all players share.
        from_hand: how many of his own must play, as in Omaha; None: any number.

    Returns:
        The strength; None where no hand qualifies (a low of eight or better).

    Raises:
        ValueError: too few cards for a hand, or one card twice.
    """
    if len({*hole, *board}) != len(hole) + len(board):
        raise ValueError("one card is there twice: " + " ".join(map(str, (*hole, *board))))
    if order is Order.BADUGI:
        return _badugi(hole)
    if len(hole) + len(board) < 5 or (from_hand and len(hole) < from_hand):
        raise ValueError(f"a hand has five cards, got {len(hole)} and a board of {len(board)}")
    if from_hand is None:
        return _best_of(order, (*hole, *board))
    if order is Order.HIGH and (len(hole), len(board)) == (4, 5) and from_hand == 2:
        rank: int = evaluate_omaha_cards(*map(_CARD_NUMBERS.__getitem__, (*board, *hole)))
        return _WORST_HIGH - rank
    return _best(_FIVE[order], _with_cards_of_hand(hole, board, from_hand))


def best_five(
    order: Order, hole: Sequence[Card], board: Sequence[Card] = (), from_hand: int | None = None
) -> tuple[Card, ...]:
    """The five cards that make the hand of `strength`; of equal ones, those with higher suits.

    An order of fewer cards, or a hand that does not qualify, has none.
    """
    if order is Order.BADUGI:
        return ()
    whole = strength(order, hole, board, from_hand)
    fives = (
        combinations((*hole, *board), 5)
        if from_hand is None
        else _with_cards_of_hand(hole, board, from_hand)
    )
    equal = [five for five in fives if _FIVE[order](five) == whole]
    if whole is None or not equal:
        return ()
    return max(equal, key=lambda five: sorted(map(_CARD_NUMBERS.__getitem__, five), reverse=True))


def _with_cards_of_hand(
    hole: Sequence[Card], board: Sequence[Card], count: int
) -> Iterable[tuple[Card, ...]]:
    pairs = product(combinations(hole, count), combinations(board, 5 - count))
    return (own + shared for own, shared in pairs)


def _best_of(order: Order, cards: Sequence[Card]) -> Strength | None:
    if order is Order.HIGH and len(cards) <= 7:
        return _high(cards)
    if order in {Order.ACE_TO_FIVE, Order.EIGHT_OR_BETTER}:
        lowest = _lowest_of_each_rank(cards)
        if len(lowest) >= 5:
            return _FIVE[order](lowest[:5])
    return _best(_FIVE[order], combinations(cards, 5))


def _best(
    rank: Callable[[Sequence[Card]], Strength | None], hands: Iterable[Sequence[Card]]
) -> Strength | None:
    found = [value for value in map(rank, hands) if value is not None]
    return max(found, default=None)


def _high(cards: Sequence[Card]) -> Strength:
    rank: int = evaluate_cards(*map(_CARD_NUMBERS.__getitem__, cards))
    return _WORST_HIGH - rank


_FLUSH, _FULL_HOUSE, _STRAIGHT = range(323, 1600), range(167, 323), range(1600, 1610)
_SHORT_WHEEL = frozenset("A6789")
_RANK_OF_BEST_ACE_HIGH, _RANK_OF_BEST_FLUSH = 6186, 323


def _short_deck(five: Sequence[Card]) -> Strength:
    """With a short deck a flush beats a full house, and the ace is low in A-6-7-8-9.

    The wheel takes the place of the straight to the five, which this deck does not have.
    """
    rank = _WORST_HIGH - _high(five)
    if {card.rank for card in five} == _SHORT_WHEEL:
        rank = _STRAIGHT[-1] if rank >= _RANK_OF_BEST_ACE_HIGH else 10
    if rank in _FLUSH:
        rank -= len(_FULL_HOUSE)
    elif rank in _FULL_HOUSE:
        rank += len(_FLUSH)
    return _WORST_HIGH - rank


_RANK_OF_WORST_ACE_HIGH, _RANK_OF_WORST_ACE_FLUSH = 6678, 815


def _deuce_to_seven(five: Sequence[Card]) -> Strength:
    """The worst high hand wins, and the ace is high: A-2-3-4-5 is no straight.

    Ranks are doubled, so that this hand finds its place after the other ace-high hands.
    """
    rank = 2 * (_WORST_HIGH - _high(five))
    if {card.rank for card in five} == frozenset("A2345"):
        suited = len({card.suit for card in five}) == 1
        rank = 1 + 2 * (_RANK_OF_WORST_ACE_FLUSH if suited else _RANK_OF_WORST_ACE_HIGH)
    return rank


def _ace_to_five(five: Sequence[Card]) -> Strength:
    """Straights and flushes do not count and the ace is low; pairs are worse than none."""
    counts = Counter(_LOW_RANKS.index(card.rank) for card in five)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    shape = [count for count, _ in groups]
    return -_digits([*shape, *[0] * (5 - len(shape)), *(rank for _, rank in groups)], length=10)


def _eight_or_better(five: Sequence[Card]) -> Strength | None:
    ranks = {_LOW_RANKS.index(card.rank) for card in five}
    if len(ranks) < 5 or max(ranks) > _LOW_RANKS.index("8"):
        return None
    return _ace_to_five(five)


def _badugi(cards: Collection[Card]) -> Strength:
    """The most cards of different ranks and suits, up to four; of as many, the lowest."""
    best = 0
    for count in range(1, 5):
        for chosen in combinations(cards, count):
            ranks = {card.rank for card in chosen}
            if len(ranks) == len({card.suit for card in chosen}) == count:
                heights = sorted((_LOW_RANKS.index(rank) for rank in ranks), reverse=True)
                best = max(best, _digits([count, *(12 - height for height in heights)], length=5))
    return best


def _lowest_of_each_rank(cards: Collection[Card]) -> list[Card]:
    by_rank = {card.rank: card for card in cards}
    return sorted(by_rank.values(), key=lambda card: _LOW_RANKS.index(card.rank))


def _digits(figures: Sequence[int], *, length: int) -> int:
    """One number of several small ones, the first the most significant."""
    number = 0
    for figure in (*figures, *[0] * (length - len(figures))):
        number = 13 * number + figure
    return number


_FIVE: dict[Order, Callable[[Sequence[Card]], Strength | None]] = {
    Order.HIGH: _high,
    Order.SHORT_DECK: _short_deck,
    Order.ACE_TO_FIVE: _ace_to_five,
    Order.EIGHT_OR_BETTER: _eight_or_better,
    Order.DEUCE_TO_SEVEN: _deuce_to_seven,
}
"""The strength of exactly five cards."""
