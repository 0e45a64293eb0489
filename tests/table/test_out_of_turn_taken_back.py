"""An act out of turn once its turn has come, at a table that is played, and what undo leaves."""

import pytest
from live_table import LiveTable

from table.game import Street
from table.observations import SpokenWord
from table.ruling import Action


def out_of_turn(*second: int) -> LiveTable:
    """Seat 3 calls 300 out of turn, then seat 2 acts with these chips."""
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 300)
    table.adds("3", 300)
    table.adds("2", *second)
    return table


def bets(table: LiveTable) -> dict[str, int]:
    assert table.state.hand is not None
    return {seat: bet for seat, bet in table.state.hand.betting.bets.items() if bet}


def seats(table: LiveTable) -> list[str]:
    assert table.state.hand is not None
    return [act.given.act.seat for act in table.state.hand.acts]


def test_tda_2024_53_a_the_released_ruling_carries_its_options_and_its_clause() -> None:
    ruling = out_of_turn(500, 500).told_of("3").ruling
    assert ruling.action is Action.RELEASED
    assert [clause.text for clause in ruling.clauses] == ["TDA 2024 53-A"]
    totals = {option.token: option.amounts.get("total_bet") for option in ruling.options}
    assert totals == {"call": 1000, "raise": 1700, "fold": None}


def test_rrop_betting_10_who_checked_out_of_turn_may_raise_on_the_next_street() -> None:
    table = LiveTable("roberts")
    table.hand(("1", "2", "3"))
    table.says("2", SpokenWord.CHECK)
    table.adds("1", 300)
    released = table.told_of("2").ruling
    assert {option.token for option in released.options} == {"call", "fold"}
    table.says("2", SpokenWord.CALL)
    table.says("3", SpokenWord.FOLD)
    table.confirm()
    table.confirm()
    assert table.state.hand is not None
    assert table.state.hand.street is Street.TURN
    table.says("1", SpokenWord.BET, 300)
    table.says("2", SpokenWord.RAISE, 900)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 900)


@pytest.mark.parametrize(("second", "bet"), [((300,), 300), ((500, 500), 1000)])
def test_undo_takes_back_first_the_act_whose_turn_came_last(
    second: tuple[int, ...], bet: int
) -> None:
    table = out_of_turn(*second)
    assert seats(table) == ["1", "2", "3"]
    table.undo()
    assert (table.turn, bets(table)) == ("3", {"1": 300, "2": bet})


@pytest.mark.parametrize("second", [(300,), (500, 500)])
def test_undo_twice_leaves_the_betting_as_before_the_act_it_waited_for(
    second: tuple[int, ...],
) -> None:
    table = out_of_turn(*second)
    table.undo()
    table.undo()
    assert (table.turn, bets(table), seats(table)) == ("2", {"1": 300}, ["1"])


def checked_out_of_turn() -> LiveTable:
    """Under Robert's Rules seat 2 checks out of turn, and then seat 1 bets 300."""
    table = LiveTable("roberts")
    table.hand(("1", "2", "3"))
    table.says("2", SpokenWord.CHECK)
    table.adds("1", 300)
    assert table.told_of("2").ruling.bars_raise
    return table


def test_undoing_the_released_check_takes_its_bar_on_raising_back_with_it() -> None:
    table = checked_out_of_turn()
    table.undo()
    assert table.state.hand is not None
    assert table.state.hand.betting.may_not_raise == frozenset()
    table.says("2", SpokenWord.RAISE, 900)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 900)


def test_undoing_the_act_after_a_released_check_leaves_the_bar_on_raising() -> None:
    table = checked_out_of_turn()
    table.says("2", SpokenWord.CALL)
    table.undo()
    assert table.turn == "2"
    table.says("2", SpokenWord.RAISE, 900)
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 300)


def test_rrop_betting_10_the_bar_on_raising_lasts_for_one_turn() -> None:
    """Bets that come back to him on the same street he may raise again."""
    table = checked_out_of_turn()
    table.says("2", SpokenWord.CALL)
    table.says("3", SpokenWord.RAISE, 900)
    table.says("1", SpokenWord.CALL)
    table.says("2", SpokenWord.RAISE, 2000)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 2000)
