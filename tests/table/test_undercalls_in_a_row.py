"""Undercalls one behind the other, at a table that is played: TDA 2024 51-C."""

import pytest
from live_table import LiveTable

from table.events import BalanceIs, OptionChosen
from table.observations import SpokenWord
from table.ruling import Action
from table.sentences import say
from table.state import TableState
from table.stepping import differences

FOUR = ("1", "2", "3", "4")


def opened_for_700(rulebook: str = "tda2024") -> LiveTable:
    """Seat 1 opens for 700, and seat 2 pushes 100: a full call is compulsory."""
    table = LiveTable(rulebook)
    table.hand(FOUR)
    table.says("1", SpokenWord.BET, 700)
    table.adds("2", 100)
    assert (table.ruling.action, table.ruling.chips_to_add) == (Action.CALL, 600)
    return table


@pytest.mark.parametrize(
    ("rulebook", "clause", "assumed"),
    [
        ("tda2024", "TDA 2024 51-C", False),
        ("wsop_t2024", "WSOP-T 2024 93-f", False),
        ("fspr", "TDA 2024 51-C", True),
    ],
)
def test_a_second_undercall_backs_the_action_up_to_the_first(
    rulebook: str, clause: str, assumed: bool
) -> None:
    table = opened_for_700(rulebook)
    assert "back_to" not in table.ruling.facts
    table.adds("3", 100)
    ruling = table.told_of("3").ruling
    assert (ruling.total, ruling.facts["back_to"]) == (700, "2")
    assert {cited.text: cited.assumed for cited in ruling.clauses}[clause] is assumed
    assert say(ruling.rule, "en").startswith(
        "Undercalls in a row: seat 2 first makes his call right."
    )
    assert say(ruling.rule, "ru").startswith("Недоколлы подряд: сначала место 2")


def test_a_third_undercall_still_goes_back_to_the_first() -> None:
    table = opened_for_700()
    table.adds("3", 100)
    table.adds("4", 100)
    assert table.told_of("4").ruling.facts["back_to"] == "2"


def test_an_undercall_that_was_made_right_is_no_first_of_a_row() -> None:
    table = opened_for_700()
    table.adds("2", 500, 100)
    assert table.told(BalanceIs).to_add == 0
    table.adds("3", 100)
    assert "back_to" not in table.told_of("3").ruling.facts


def test_a_full_call_between_them_breaks_the_row() -> None:
    table = opened_for_700()
    table.says("3", SpokenWord.CALL)
    table.adds("4", 100)
    assert "back_to" not in table.told_of("4").ruling.facts


def test_tda_2024_51_b_one_behind_an_undercall_that_the_floor_decides_waits_for_it() -> None:
    table = LiveTable()
    table.hand(FOUR)
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE, 700)
    table.adds("3", 100, 100)
    assert table.ruling.ask_floor
    table.adds("4", 100, 100)
    assert table.told_of("4").ruling.action is Action.PENDING
    assert table.state.asked is not None
    assert table.state.asked.act.seat == "3"
    table.take(OptionChosen(at_ns=table.wait(), token="full_call", by="floor"))  # noqa: S106
    assert table.told_of("3").ruling.total == 700
    assert table.told_of("4").ruling.ask_floor
    assert table.turn == "4"


def test_tda_2024_53_b_who_has_undercalled_was_not_skipped() -> None:
    """Others go on behind him while the floor is asked: the question stays the one about him."""
    table = LiveTable()
    table.hand((*FOUR, "5", "6"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE, 700)
    table.adds("3", 100, 100)
    for seat in ("4", "5", "6"):
        table.says(seat, SpokenWord.CALL)
    assert table.state.asked is not None
    assert {option.token for option in table.state.options} == {"full_call", "fold_forfeit"}


def test_a_log_with_undercalls_in_a_row_gives_the_same_answers_again() -> None:
    table = opened_for_700()
    table.adds("3", 100)
    table.undo()
    table.redo()
    assert list(differences(TableState(rulebook=table.initial.rulebook), table.log)) == []
