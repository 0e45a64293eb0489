"""One chip without a word."""

import pytest
from spots import facing, prior, push, said, spot

from table.act import Order, PriorMode, Word
from table.game import Game, Limit, Street
from table.rulebooks import SHIPPED, load
from table.rules import rule
from table.ruling import Action


@pytest.mark.parametrize("book", SHIPPED)
def test_tda_2024_44_one_chip_is_a_call_whatever_its_size(book: str) -> None:
    ruling = rule(facing(300), push((5000,)), load(book))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 300, 4700)


def test_tda_2024_44_the_last_chip_is_a_call_too() -> None:
    ruling = rule(facing(300, stacks={"B": 1000}), push((1000,)), load("tda2024"))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 300, 700)


def test_tda_2024_44_a_blind_is_a_bet() -> None:
    betting = spot(order="SBU", turn="U", street=Street.PREFLOP, pot=0, bets={"S": 25, "B": 50})
    ruling = rule(betting, push((500,), seat="U"), load("tda2024"))
    assert (ruling.action, ruling.total, ruling.next) == (Action.CALL, 50, "S")


def test_tda_2024_44_raise_said_first_makes_the_chip_the_total() -> None:
    ruling = rule(facing(300), said(Word.RAISE, None, (5000,)), load("tda2024"))
    assert (ruling.action, ruling.total, ruling.raise_by) == (Action.RAISE, 5000, 4700)


def test_tda_2024_44_raise_said_after_the_chip_is_too_late() -> None:
    act = said(Word.RAISE, None, (5000,), order=Order.AFTER)
    ruling = rule(facing(300), act, load("tda2024"))
    assert (ruling.action, ruling.total) == (Action.CALL, 300)
    assert load("tda2024").word_against_chips.cited in ruling.clauses


def test_a_late_raise_is_the_floors_where_the_book_follows_words() -> None:
    act = said(Word.RAISE, None, (5000,), order=Order.AFTER)
    ruling = rule(facing(300), act, load("roberts"))
    assert ruling.ask_floor
    assert ruling.default_option == "chips_stand"
    assert {option.token: option.amounts["total_bet"] for option in ruling.options} == {
        "chips_stand": 300,
        "words_stand": 5000,
    }


def test_with_no_bet_one_chip_is_a_bet_of_all_of_it() -> None:
    ruling = rule(spot(turn="A"), push((500,), seat="A"), load("tda2024"))
    assert (ruling.action, ruling.total, ruling.min_raise_to) == (Action.BET, 500, 1000)


def test_rrop_pot_limit_6_one_chip_above_the_pot_is_cut_to_it() -> None:
    game = Game(limit=Limit.POT_LIMIT, small_blind=25, big_blind=50)
    ruling = rule(spot(game=game, turn="A"), push((1000,), seat="A"), load("roberts"))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.BET, 300, 700)


OPTION = {
    "order": "SBU",
    "turn": "B",
    "street": Street.PREFLOP,
    "pot": 0,
    "bets": {"S": 50, "B": 50, "U": 50},
    "acted": {"S": 50, "U": 50},
}


@pytest.mark.parametrize("book", ["tda2024", "wsop_t2024", "wsop_l2024", "roberts"])
def test_one_chip_from_the_big_blind_with_the_option_is_a_check(book: str) -> None:
    ruling = rule(spot(**OPTION), push((500,)), load(book))  # type: ignore[arg-type]
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CHECK, 50, 500)


def test_tda_2024_does_not_settle_the_option_and_the_ruling_says_so() -> None:
    ruling = rule(spot(**OPTION), push((500,)), load("tda2024"))  # type: ignore[arg-type]
    assert ruling.clauses[0].assumed


def test_wsop_t_2024_98_b2_blind_pulled_back_for_one_chip_asks_the_floor() -> None:
    act = push((500,), prior=prior(PriorMode.PULLED_ALL, (25, 25)))
    ruling = rule(spot(**OPTION), act, load("wsop_t2024"))  # type: ignore[arg-type]
    assert ruling.ask_floor
    assert {option.token for option in ruling.options} == {"check", "raise"}


def test_wsop_t_2024_98_b2_covering_chips_replaced_by_one_are_its_full_value() -> None:
    betting = spot(
        order="SBU",
        street=Street.PREFLOP,
        pot=0,
        bets={"S": 25, "B": 50, "U": 400},
        acted={"U": 400},
        last_full_raise=350,
    )
    act = push((500,), prior=prior(PriorMode.PULLED_ALL, (500,)))
    assert rule(betting, act, load("wsop_t2024")).total == 750
    assert rule(betting, act, load("tda2024")).total == 400
