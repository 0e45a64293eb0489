"""The least and the most: minimum raise, reopening, pot-limit, fixed limit."""

import pytest
from spots import facing, push, said, spot

from table.act import Word
from table.betting import Betting
from table.game import AnteType, Game, Limit, Street
from table.legal import legal_range
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action
from table.settling import after

TDA = load("tda2024")
POT = Game(limit=Limit.POT_LIMIT, small_blind=5, big_blind=10)
FIXED = Game(limit=Limit.FIXED_LIMIT, big_blind=10, unit=20, cap=4)


def test_tda_2024_43_the_least_raise_is_the_largest_of_the_street() -> None:
    betting = spot(order="ABCD", turn="C", bets={"A": 200, "B": 700}, last_full_raise=500)
    ruling = rule(betting, said(Word.RAISE, 1900, seat="C"), TDA)
    assert (ruling.raise_by, ruling.min_raise_to) == (1200, 3100)


def test_a_short_all_in_does_not_change_the_least_raise() -> None:
    betting = facing(400, order="ABC", stacks={"B": 650})
    ruling = rule(betting, said(Word.ALL_IN), TDA)
    assert (ruling.total, ruling.raise_by, ruling.min_raise_to) == (650, 250, 1050)
    assert after(betting, ruling).last_full_raise == 400


def test_rrop_no_limit_4_a_short_opening_all_in_is_not_completed() -> None:
    betting = spot(order="ABC", turn="A", stacks={"A": 30})
    assert rule(betting, said(Word.ALL_IN, seat="A"), load("roberts")).min_raise_to == 80


def test_a_stack_under_the_least_raise_may_only_go_all_in() -> None:
    betting = facing(400, stacks={"B": 600})
    assert legal_range(betting, "B", TDA) == (400, 600, 600)


@pytest.mark.parametrize(("all_in", "may_raise"), [(790, False), (800, True)])
def test_tda_2024_47_short_all_ins_add_up(all_in: int, may_raise: bool) -> None:
    betting = facing(
        400,
        order="ABCD",
        turn="C",
        bets={"A": 400, "B": 550},
        acted={"A": 400, "B": 550},
        stacks={"B": 0, "C": all_in},
        last_full_raise=400,
    )
    moved = after(betting, rule(betting, said(Word.ALL_IN, seat="C"), TDA))
    assert (legal_range(moved, "A", TDA).min_raise_to is not None) == may_raise
    assert legal_range(moved, "D", TDA).min_raise_to == all_in + 400


def short_all_ins_with_a_caller_between() -> Betting:
    """A bet 100; B all-in 140; C called; D all-in 200. A has acted and faces 100."""
    return spot(
        order="ABCD",
        turn="A",
        bets={"A": 100, "B": 140, "C": 140, "D": 200},
        acted={"A": 100, "B": 140, "C": 140, "D": 200},
        stacks={"B": 0, "D": 0},
        last_full_raise=100,
    )


def test_wsop_t_2024_96_a_wants_consecutive_all_ins() -> None:
    betting = short_all_ins_with_a_caller_between()
    act = said(Word.RAISE, 400, seat="A")
    assert rule(betting, act, TDA).action is Action.RAISE
    ruling = rule(betting, act, load("wsop_t2024"))
    assert ruling.ask_floor
    assert {option.token for option in ruling.options} == {"call", "raise"}
    assert rule(betting, push((100, 100, 100), seat="A"), load("wsop_t2024")).ask_floor
    small = rule(betting, push((100, 25), seat="A"), load("wsop_t2024"))
    assert (small.action, small.total, small.change_to_return) == (Action.CALL, 200, 25)


def test_a_raise_said_where_betting_is_closed_is_a_call() -> None:
    betting = facing(
        100,
        order="ABC",
        turn="A",
        bets={"A": 100, "B": 150, "C": 150},
        acted={"A": 100, "B": 150, "C": 150},
        stacks={"B": 0},
    )
    ruling = rule(betting, said(Word.RAISE, 600, seat="A"), TDA)
    assert (ruling.action, ruling.total) == (Action.CALL, 150)


# Pot-limit.


@pytest.mark.parametrize(
    ("bets", "total"), [({}, 9), ({"A": 9}, 36), ({"A": 9, "B": 36}, 126), ({"A": 4}, 21)]
)
def test_a_pot_raise_is_the_call_and_then_the_pot(bets: dict[str, int], total: int) -> None:
    game = Game(limit=Limit.POT_LIMIT, big_blind=1)
    betting = spot(game=game, order="ABC", turn="C", pot=9, bets=bets, last_full_raise=1)
    assert rule(betting, said(Word.POT, seat="C"), TDA).total == total


PREFLOP = {"order": "SBU", "turn": "U", "street": Street.PREFLOP, "pot": 0}


def first_in(book: str, game: Game = POT, small: int = 5, **state: object) -> int | None:
    """The pot raise of the first player before the flop."""
    bets = {"S": small, "B": 10}
    betting = spot(game=game, bets=bets, **(PREFLOP | state))  # type: ignore[arg-type]
    return rule(betting, said(Word.POT, seat="U"), load(book)).total


def test_before_the_flop_the_books_count_the_small_blind_differently() -> None:
    rounds = Game(limit=Limit.POT_LIMIT, small_blind=5, big_blind=10, round_small_blind=True)
    assert first_in("tda2024") == 35
    assert first_in("tda2024", rounds) == 35
    assert first_in("roberts") == 35
    assert first_in("roberts", rounds) == 40
    assert first_in("wsop_l2024") == 40


def test_tda_2024_54_b_full_blinds_are_assumed() -> None:
    assert first_in("tda2024", small=0, posted_small_blind=0, posted_big_blind=10) == 35
    assert first_in("book", small=0, posted_small_blind=0, posted_big_blind=10) == 30


def test_rrop_pot_limit_4_the_pot_is_rounded_up() -> None:
    game = Game(limit=Limit.POT_LIMIT, big_blind=10, round_pot_to=25)
    betting = spot(game=game, turn="A", pot=80)
    assert rule(betting, said(Word.POT, seat="A"), load("roberts")).total == 100


@pytest.mark.parametrize(("counts", "total"), [(True, 45), (False, 35)])
def test_the_ante_in_the_pot_is_the_houses_choice(counts: bool, total: int) -> None:
    game = Game(
        limit=Limit.POT_LIMIT, small_blind=5, big_blind=10, ante=10, ante_type=AnteType.BIG_BLIND
    )
    book = TDA.with_overrides({"ante_in_pot": counts})
    betting = spot(game=game, bets={"S": 5, "B": 10}, **(PREFLOP | {"pot": 10}))  # type: ignore[arg-type]
    assert rule(betting, said(Word.POT, seat="U"), book).total == total


# Straddle.


@pytest.mark.parametrize(("book", "least"), [("wsop_l2024", 15), ("roberts", 20)])
def test_the_least_raise_over_a_straddle(book: str, least: int) -> None:
    game = Game(limit=Limit.NO_LIMIT, small_blind=2, big_blind=5, straddle=10)
    betting = spot(
        game=game, order="SBUM", turn="M", street=Street.PREFLOP, bets={"S": 2, "B": 5, "U": 10}
    )
    assert rule(betting, said(Word.RAISE, seat="M"), load(book)).total == least


# Fixed limit.


def test_limit_all_in_under_half_is_completed_and_half_is_a_bet() -> None:
    short = spot(game=FIXED, order="ABC", turn="A", stacks={"A": 9})
    after_short = after(short, rule(short, said(Word.ALL_IN, seat="A"), TDA))
    assert rule(after_short, said(Word.RAISE), TDA).total == 20
    half = spot(game=FIXED, order="ABC", turn="A", stacks={"A": 10})
    after_half = after(half, rule(half, said(Word.ALL_IN, seat="A"), TDA))
    assert rule(after_half, said(Word.RAISE), TDA).total == 30


def test_capped_raises_leave_only_the_call() -> None:
    betting = spot(
        game=FIXED,
        order="ABC",
        bets={"A": 80, "B": 40, "C": 60},
        acted={"A": 80, "B": 40, "C": 60},
        raises=4,
    )
    ruling = rule(betting, push((20,) * 5), TDA)
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 80, 60)
    assert ruling.min_raise_to is None


@pytest.mark.parametrize(
    ("book", "made_before", "may"),
    [
        ("roberts", None, True),
        ("roberts", 2, True),
        ("roberts", 4, False),
        ("wsop_l2024", None, True),
        ("wsop_l2024", 2, False),
        ("wsop_t2024", None, False),
    ],
)
def test_the_cap_when_two_players_are_left(book: str, made_before: int | None, may: bool) -> None:
    game = Game(limit=Limit.FIXED_LIMIT, big_blind=20)
    betting = spot(
        game=game,
        bets={"A": 100, "B": 80},
        acted={"A": 100, "B": 80},
        raises=5,
        raises_when_heads_up=made_before,
    )
    assert (legal_range(betting, "B", load(book)).min_raise_to is not None) == may
