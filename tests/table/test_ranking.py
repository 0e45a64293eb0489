"""Which hand wins: named hands of every order, and agreement with the slow definition."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_ranking import best

from table.cards import RANKS, SUITS, Card
from table.ranking import Order, best_five, strength
from table.variants import VARIANTS, Variant

DECK = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


BETTER_FIRST = {
    Order.HIGH: """
        AsKsQsJsTs 6s5s4s3s2s 5s4s3s2sAs 2s2h2d2c3s AsAhAdKsKh KsJs9s7s2s
        AsKhQdJcTs 6s5h4d3c2s 5s4h3d2cAs 2s2h2d4c3s 3s3h2d2cAs AsAhKdQcJs
    """,
    Order.SHORT_DECK: """
        9s8s7s6sAs 7s7h7d7c6s AsQs9s8s7s AsAhAdKsKh 9s8h7d6cAs
        AsAhAdKsQh AsAhKdKcQs KsQhJd9c8s
    """,
    Order.ACE_TO_FIVE: """
        5s4s3s2sAs 6s4h3d2cAs 6s5h4d3c2s KsQhJdTc9s AsAh4d3c2s
        2s2h4d3cAs 2s2hAdAc3s AsAhAd3c2s AsAhAd2c2s AsAhAdAc2s
    """,
    Order.DEUCE_TO_SEVEN: """
        7s5h4d3c2s 7s6h4d3c2s 8s5h4d3c2s KsQhJdTc8s As5h4d3c2s
        As6h4d3c2s 2s2h5d4c3s 6s5h4d3c2s 7s5s4s3s2s As5s4s3s2s As6s4s3s2s
    """,
    Order.BADUGI: """
        4s3h2dAc 5s4h3d2c KsQhJdTc 3h2dAcAs 3h2d4cTc 2sAhAdAc AsAhAdAc 2s3s4s5s
    """,
}


@pytest.mark.parametrize("order", BETTER_FIRST)
def test_named_hands_stand_in_their_order(order: Order) -> None:
    strengths = [strength(order, cards(text)) for text in BETTER_FIRST[order].split()]
    assert None not in strengths
    assert strengths == sorted(set(strengths), reverse=True)  # type: ignore[type-var]


def test_only_an_eight_or_better_is_a_low() -> None:
    assert strength(Order.EIGHT_OR_BETTER, cards("8s7h6d5c4s")) is not None
    assert strength(Order.EIGHT_OR_BETTER, cards("9s4h3d2cAs")) is None
    assert strength(Order.EIGHT_OR_BETTER, cards("4s4h3d2cAs")) is None
    wheel = strength(Order.EIGHT_OR_BETTER, cards("5s4s3s2sAs9hKh"))
    assert wheel == strength(Order.EIGHT_OR_BETTER, cards("5h4d3d2hAc"))


def test_suits_do_not_matter_to_equal_hands() -> None:
    assert strength(Order.HIGH, cards("AsKhQdJc9s")) == strength(Order.HIGH, cards("AhKsQcJd9h"))


def test_two_cards_of_the_hand_must_play_in_omaha() -> None:
    hole, board = cards("AsAhAdAc"), cards("KsQsJsTs2h")
    assert best_five(Order.HIGH, hole, board, 2) == cards("AsAhKsQsJs")
    assert strength(Order.HIGH, hole, board, 2) == strength(Order.HIGH, cards("AsAhKsQsJs"))


def test_the_five_cards_of_a_stud_hand_are_those_that_make_it() -> None:
    assert best_five(Order.HIGH, cards("AsAh7d7c7hKs2d")) == cards("AsAh7d7c7h")
    assert best_five(Order.EIGHT_OR_BETTER, cards("AsAh7d7c7hKs2d")) == ()


@pytest.mark.parametrize(
    ("hole", "board", "told"),
    [("AsKh", "QdJc", "five cards"), ("AsAs", "QdJcTh", "twice"), ("As", "QdJcThAd", "five cards")],
)
def test_what_is_no_hand_is_refused(hole: str, board: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        strength(Order.HIGH, cards(hole), cards(board), 2)


def dealt(variant: Variant) -> st.SearchStrategy[tuple[tuple[Card, ...], ...]]:
    """A board and two hands of a game. In a draw they may share cards, as after a shuffle."""
    deck = [card for card in DECK if RANKS.index(card.rank) >= RANKS.index(variant.lowest_rank)]
    size, board = variant.hole_cards, variant.board_cards
    drawn = st.lists(
        st.sampled_from(deck), min_size=2 * size + board, max_size=2 * size + board, unique=True
    )
    return drawn.map(
        lambda c: (tuple(c[:board]), tuple(c[board:][:size]), tuple(c[board + size :]))
    )


@pytest.mark.parametrize("name", VARIANTS)
@settings(deadline=None)
@given(data=st.data())
def test_two_hands_compare_as_by_the_slow_definition(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    board, one, other = data.draw(dealt(variant))
    for order in filter(None, (variant.high, variant.low)):
        fast = [strength(order, hole, board, variant.from_hand) for hole in (one, other)]
        slow = [best(order, hole, board, variant.from_hand) for hole in (one, other)]
        assert [value is None for value in fast] == [value is None for value in slow]
        if None not in fast:
            assert (fast[0] > fast[1]) == (slow[0] > slow[1])
            assert (fast[0] == fast[1]) == (slow[0] == slow[1])
            five = best_five(order, one, board, variant.from_hand)
            assert not five or strength(order, five) == fast[0]
