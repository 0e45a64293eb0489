"""Who wins what: side pots, split pots, odd chips, high and low, boards run twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.awarding import Payout
from table.cards import RANKS, SUITS, Card
from table.duties.side_pots import Pot, Pots, side_pots
from table.game import Game, Limit
from table.rulebooks import load
from table.showdown import NobodyShowsError, payout
from table.variants import VARIANTS

TDA, ROBERTS = load("tda2024"), load("roberts")
DECK = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
ORDER = ("a", "b", "c", "d")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


def game(variant: str = "holdem", smallest_chip: int = 1) -> Game:
    return Game(limit=Limit.NO_LIMIT, variant=variant, big_blind=2, smallest_chip=smallest_chip)


def paid(
    hands: dict[str, str], *boards: str, pots: Pots, what: Game | None = None, book: object = TDA
) -> Payout:
    shown = {seat: cards(text) for seat, text in hands.items()}
    return payout(pots, shown, [cards(one) for one in boards], ORDER, what or game(), book)  # type: ignore[arg-type]


def one_pot(amount: int, players: str = "abcd") -> Pots:
    return Pots((Pot(amount, tuple(players)),))


def test_each_pot_goes_to_the_best_hand_in_it_the_last_formed_first() -> None:
    pots = side_pots({"a": 50, "b": 200, "c": 200, "d": 10}, folded=("d",))
    result = paid({"a": "AsAh", "b": "KsKh", "c": "QsQh"}, "2c5d7h9sJd", pots=pots)
    assert [(one.amount, one.high) for one in result.awards] == [(300, ("b",)), (160, ("a",))]
    assert result.won == {"a": 160, "b": 300}


def test_a_mucked_hand_has_no_part_and_a_lone_player_needs_none() -> None:
    pots = side_pots({"a": 50, "b": 50, "c": 80})
    result = paid({"b": "2c3d"}, "AsKsQhJh9c", pots=pots)
    assert result.won == {"b": 150}
    assert pots.uncalled == ("c", 30)
    assert paid({}, pots=Pots((Pot(90, ("c",)),))).won == {"c": 90}
    with pytest.raises(NobodyShowsError):
        paid({}, "AsKsQhJh9c", pots=pots)


def test_odd_chips_go_to_the_first_after_the_button_one_each() -> None:
    hands = {"b": "2c3d", "c": "2d3c", "d": "2h3h"}
    result = paid(hands, "AsKsQhJhTc", pots=one_pot(101, "bcd"))
    assert result.won == {"b": 34, "c": 34, "d": 33}
    by_fives = paid(hands, "AsKsQhJhTc", pots=one_pot(100, "bcd"), what=game(smallest_chip=25))
    assert by_fives.won == {"b": 50, "c": 25, "d": 25}


def test_in_stud_a_card_decides_the_odd_chip() -> None:
    hands = {"a": "AhKdQc9s7h3d2c", "b": "AsKhQd9c7d4h2d"}
    stud = game("stud")
    assert paid(hands, pots=one_pot(11, "ab"), what=stud).won == {"a": 5, "b": 6}
    low = {"a": "2s3d4c5h7hKsKd", "b": "2d3h4s5d7dQcQs"}
    razz = game("razz")
    assert paid(low, pots=one_pot(11, "ab"), what=razz).won == {"a": 6, "b": 5}
    assert paid(low, pots=one_pot(11, "ab"), what=razz, book=ROBERTS).won == {"a": 5, "b": 6}


def test_the_odd_chip_of_a_high_and_low_pot_goes_high_and_a_quarter_may_lose() -> None:
    omaha8 = game("omaha8")
    board = "2c3d4hKsQd"
    hands = {"a": "As5dKcKd", "b": "Ac5h9s9d", "c": "TcTdJhJs"}
    result = paid(hands, board, pots=one_pot(101, "abc"), what=omaha8)
    (award,) = result.awards
    assert (award.high, award.low) == (("a", "b"), ("a", "b"))
    no_low = paid(hands, "9c9hKh2hQd", pots=one_pot(101, "abc"), what=omaha8)
    assert no_low.awards[0].low == ()
    assert sum(no_low.won.values()) == 101


def test_run_twice_each_board_has_half_and_the_first_the_odd_chip() -> None:
    hands = {"a": "AsAh", "b": "KsKh"}
    result = paid(hands, "2c5d7h9sJd", "KcKd7h9sJd", pots=one_pot(1001, "ab"))
    assert [(one.board, one.amount, one.high) for one in result.awards] == [
        (0, 501, ("a",)),
        (1, 500, ("b",)),
    ]
    assert result.won == {"a": 501, "b": 500}
    coarse = paid(
        hands, "2c5d7h9sJd", "KcKd7h9sJd", pots=one_pot(150, "ab"), what=game(smallest_chip=25)
    )
    assert coarse.won == {"a": 75, "b": 75}


@pytest.mark.parametrize("name", VARIANTS)
@given(data=st.data())
def test_every_chip_is_paid_and_only_to_players_of_its_pot(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    deck = [card for card in DECK if RANKS.index(card.rank) >= RANKS.index(variant.lowest_rank)]
    needed = 3 * variant.hole_cards + 2 * variant.board_cards
    dealt = data.draw(st.permutations(deck))[:needed]
    hands = {
        seat: tuple(dealt[at * variant.hole_cards : (at + 1) * variant.hole_cards])
        for at, seat in enumerate("abc")
    }
    rest = dealt[3 * variant.hole_cards :]
    boards = [rest[: variant.board_cards], rest[variant.board_cards :]]
    if not variant.board_cards or data.draw(st.booleans()):
        boards = boards[:1]
    stakes = {seat: data.draw(st.integers(1, 60)) for seat in ORDER}
    pots = side_pots(stakes, folded=("d",), dead=data.draw(st.integers(0, 9)))
    chip = data.draw(st.sampled_from((1, 1, 5)))
    result = payout(pots, hands, list(map(tuple, boards)), ORDER, game(name, chip), TDA)
    total = sum(pot.amount for pot in pots.pots)
    assert sum(result.won.values()) == total
    assert all(amount >= 0 for amount in result.won.values())
    for pot in pots.pots:
        taken = [one for one in result.awards if set(one.taken) <= set(pot.players)]
        assert taken
    again = payout(
        pots, dict(reversed(hands.items())), list(map(tuple, boards)), ORDER, game(name, chip), TDA
    )
    assert again.won == result.won
