"""Several chips without a word, and own chips that lie in front already."""

import pytest
from spots import facing, prior, push, spot

from table.act import PriorMode
from table.betting import Betting
from table.game import Game, Limit, Street
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action

FIXED = Game(limit=Limit.FIXED_LIMIT, big_blind=60, unit=60)


def test_tda_2024_45_every_chip_needed_is_a_call() -> None:
    ruling = rule(facing(1300), push((1000, 1000)), load("tda2024"))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 1300, 700)


@pytest.mark.parametrize(
    ("over", "total", "add", "back"),
    [(149, 300, 0, 149), (150, 600, 150, 0), (299, 600, 1, 0), (300, 600, 0, 0), (310, 610, 0, 0)],
)
def test_tda_2024_43_half_a_raise_is_the_line(over: int, total: int, add: int, back: int) -> None:
    ruling = rule(facing(300), push((300, *(1,) * over)), load("tda2024"))
    assert (ruling.total, ruling.chips_to_add, ruling.change_to_return) == (total, add, back)


def test_tda_2024_61_chips_for_change_count() -> None:
    ruling = rule(facing(325), push((500, 25)), load("roberts"))
    assert (ruling.action, ruling.total, ruling.chips_to_add) == (Action.RAISE, 650, 125)


def test_tda_2024_45_b2_last_chips_not_all_needed_are_all_in() -> None:
    betting = facing(700, stacks={"B": 1000})
    assert rule(betting, push((500, 500)), load("tda2024")).action is Action.CALL
    ruling = rule(betting, push((500, 300, 200)), load("tda2024"))
    assert (ruling.action, ruling.total, ruling.raise_by) == (Action.ALL_IN, 1000, 300)


def test_wsop_t_2024_92_knows_no_last_chips() -> None:
    ruling = rule(facing(700, stacks={"B": 1000}), push((500, 300, 200)), load("wsop_t2024"))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 700, 300)


# What other rulebooks say on the same facts.


def test_rrop_betting_13_has_no_every_chip_test() -> None:
    act = push((100, 100))
    assert rule(facing(120), act, load("roberts")).total == 240
    assert rule(facing(120), act, load("tda2024")).total == 120


def test_wsop_l_2024_136_and_179_disagree_where_every_chip_is_needed() -> None:
    ruling = rule(facing(120), push((100, 100)), load("wsop_l2024"))
    assert ruling.ask_floor
    amounts = {option.token: option.amounts for option in ruling.options}
    assert amounts["call"]["total_bet"] == 120
    assert (amounts["raise"]["total_bet"], amounts["raise"]["must_add"]) == (240, 40)


def test_wsop_l_2024_136_one_denomination_is_the_floors_even_with_a_chip_to_spare() -> None:
    assert rule(facing(100), push((100, 100, 100)), load("wsop_l2024")).ask_floor
    assert not rule(facing(100), push((100, 100)), load("tda2024")).ask_floor


def test_fixed_limit_two_chips_over_a_raise() -> None:
    betting = facing(60, game=FIXED, raises=1, last_full_raise=0)
    act = push((50, 50))
    assert rule(betting, act, load("tda2024")).total == 60
    assert rule(betting, act, load("fspr")).total == 60
    assert rule(betting, act, load("roberts")).total == 120
    assert rule(betting, act, load("wsop_l2024")).ask_floor


def test_fidpa_62_3_one_denomination_is_a_call() -> None:
    fidpa = load("tda2024").with_overrides(
        {"silent_chips": "same_denomination_calls"}, "FIDPA 62.3"
    )
    act = push((500, 500, 500, 500))
    ruling = rule(facing(1000), act, fidpa)
    assert (ruling.action, ruling.change_to_return) == (Action.CALL, 1000)
    assert rule(facing(1000), act, load("tda2024")).total == 2000
    assert rule(facing(1000), act, load("roberts")).total == 2000


def test_fspr_4_14_3_any_excess_in_several_chips_is_a_raise() -> None:
    ruling = rule(facing(1000), push((1000, 100)), load("fspr"))
    assert (ruling.action, ruling.total, ruling.chips_to_add) == (Action.RAISE, 2000, 900)


def test_the_old_book_knows_no_full_raise() -> None:
    game = Game(limit=Limit.SPREAD, big_blind=1, max_raise=5, variant="draw")
    act = push((1, 1, 1, 1))
    assert rule(facing(3, game=game), act, load("book")).total == 4
    no_limit = Game(limit=Limit.NO_LIMIT, big_blind=1)
    assert rule(facing(3, game=no_limit), act, load("tda2024")).total == 3


# Own chips not pulled in.


def big_blind_raised() -> Betting:
    """The big blind of 50 faces a raise to 400 by U."""
    return spot(
        order="SBU",
        street=Street.PREFLOP,
        pot=0,
        bets={"S": 25, "B": 50, "U": 400},
        acted={"U": 400, "S": 400},
        folded=frozenset("S"),
        last_full_raise=350,
    )


@pytest.mark.parametrize(
    ("mode", "left", "chips", "total"),
    [
        (PriorMode.LEFT, (), (500,), 400),
        (PriorMode.LEFT, (), (200, 200), 400),
        (PriorMode.LEFT, (), (500, 100), 750),
        (PriorMode.PULLED_ALL, (), (500,), 400),
        (PriorMode.PULLED_ALL, (), (300, 200), 400),
        (PriorMode.PULLED_ALL, (), (500, 100), 750),
        (PriorMode.PULLED_PART, (25,), (1000,), 1025),
        (PriorMode.PULLED_PART, (25,), (500,), 400),
        (PriorMode.PUSHED_ALL, (), (500, 100), 750),
    ],
)
def test_tda_2024_46_chips_beside_own_that_do_not_cover(
    mode: PriorMode, left: tuple[int, ...], chips: tuple[int, ...], total: int
) -> None:
    act = push(chips, prior=prior(mode, (25, 25), left))
    assert rule(big_blind_raised(), act, load("tda2024")).total == total


def test_tda_2024_46_c2_own_chips_that_cover_count_with_the_new_one() -> None:
    act = push((100,), prior=prior(PriorMode.LEFT, (500,)))
    ruling = rule(big_blind_raised(), act, load("tda2024"))
    assert (ruling.action, ruling.total, ruling.chips_to_add) == (Action.RAISE, 750, 150)
