"""A player is passed over at a table that is played: TDA 2024 53-B and its like."""

import pytest
from live_table import CAMERA, LiveTable

from table.events import OptionChosen, RulingGiven
from table.observations import GestureKind, HandEntered, SourceState, SpokenWord
from table.ruling import HAND_OVER, Action, Ruling
from table.sentences import say
from table.state import TableState
from table.stepping import differences, replay

SIX = ("1", "2", "3", "4", "5", "6")


def opened_for_200(rulebook: str = "tda2024", order: tuple[str, ...] = SIX) -> LiveTable:
    """Seat 1 bets 200, and it is the turn of seat 2."""
    table = LiveTable(rulebook)
    table.hand(order)
    table.adds("1", 200)
    return table


def passed_over(rulebook: str = "tda2024") -> LiveTable:
    """Seat 3 calls and seat 4 folds while seat 2 says nothing."""
    table = opened_for_200(rulebook)
    table.adds("3", 200)
    table.says("4", SpokenWord.FOLD)
    return table


def choose(table: LiveTable, token: str) -> None:
    table.take(OptionChosen(at_ns=table.wait(), token=token, by="floor"))


def asked(table: LiveTable) -> Ruling | None:
    return table.state.asked.ruling if table.state.asked else None


def stands(table: LiveTable) -> dict[str, Action]:
    assert table.state.hand is not None
    return {act.given.act.seat: act.given.ruling.action for act in table.state.hand.acts}


def test_tda_2024_53_b_after_substantial_action_the_floor_decides_on_the_skipped_hand() -> None:
    table = passed_over()
    ruling = table.told_of("2").ruling
    assert ruling.ask_floor
    assert [option.token for option in ruling.options] == ["hand_dead", "call_or_fold"]
    assert [clause.text for clause in ruling.clauses] == ["TDA 2024 53-B"]
    assert ruling.facts["bound_acts"] == {
        "3": {"action": "call", "total_bet": 200},
        "4": {"action": "fold"},
    }
    assert (table.turn, ruling.next) == ("2", "2")
    for language, line in (
        ("en", "CALL THE FLOOR — a player was skipped"),
        ("ru", "ПОЗОВИТЕ ФЛОРА — игрока пропустили"),
    ):
        assert say(ruling.message, language) == line


def test_tda_2024_53_b_before_substantial_action_he_has_all_his_rights() -> None:
    table = opened_for_200()
    table.adds("3", 200)
    assert asked(table) is None
    table.adds("2", 500, 100)
    assert table.told_of("2").ruling.action is Action.RAISE
    assert table.told_of("3").ruling.action is Action.RELEASED


def test_tda_2024_36_two_folds_behind_him_are_no_substantial_action_but_a_third_is() -> None:
    table = opened_for_200()
    table.says("3", SpokenWord.FOLD)
    table.says("4", SpokenWord.FOLD)
    assert asked(table) is None
    table.gesture("5", GestureKind.CARDS_PUSHED_FORWARD)
    ruling = asked(table)
    assert ruling is not None
    assert ruling.seat == "2"


@pytest.mark.parametrize(
    ("rulebook", "clause", "callers"),
    [
        ("wsop_l2024", "WSOP-L 2024 133", 2),
        ("wsop_t2024", "WSOP-T 2024 88-c", 2),
        ("fspr", "TDA 2024 53-B", 2),
        ("roberts", "RRoP 11 betting 11", 3),
    ],
)
def test_each_book_counts_the_acts_behind_him_in_its_own_way(
    rulebook: str, clause: str, callers: int
) -> None:
    table = opened_for_200(rulebook)
    for count, seat in enumerate(SIX[2 : 2 + callers], start=1):
        table.adds(seat, 200)
        assert (asked(table) is not None) == (count == callers)
    ruling = asked(table)
    assert ruling is not None
    assert [cited.text for cited in ruling.clauses] == [clause]


def test_wsop_l_2024_133_two_folds_are_two_players() -> None:
    table = opened_for_200("wsop_l2024")
    table.says("3", SpokenWord.FOLD)
    table.says("4", SpokenWord.FOLD)
    assert asked(table) is not None


def test_tda_2024_53_b_a_dead_hand_lets_what_was_done_behind_it_stand() -> None:
    table = passed_over()
    choose(table, "hand_dead")
    assert stands(table) == {
        "1": Action.BET,
        "2": Action.FOLD,
        "3": Action.CALL,
        "4": Action.FOLD,
    }
    assert table.turn == "5"


def test_tda_2024_53_b_limited_to_call_or_fold_he_may_not_raise() -> None:
    table = passed_over()
    choose(table, "call_or_fold")
    ruling = table.ruling
    assert {option.token: option.amounts.get("total_bet") for option in ruling.options} == {
        "call": 200,
        "fold": None,
    }
    assert ruling.min_raise_to is None
    assert say(ruling.message, "en") == "CALL OR FOLD — no raise"
    table.says("2", SpokenWord.RAISE, 900)
    assert (table.told_of("2").ruling.action, table.told_of("2").ruling.total) == (Action.CALL, 200)
    assert table.told_of("3").ruling.action is Action.CALL
    assert table.turn == "5"


def test_the_dealer_may_enter_the_call_of_a_player_limited_to_it() -> None:
    table = passed_over()
    choose(table, "call_or_fold")
    choose(table, "call")
    assert stands(table)["2"] is Action.CALL
    assert table.turn == "5"


def test_tda_2024_53_b_a_raise_behind_the_skipped_player_and_its_call_bind() -> None:
    table = opened_for_200()
    table.says("3", SpokenWord.RAISE, 600)
    table.adds("4", 500, 100)
    ruling = asked(table)
    assert ruling is not None
    assert ruling.facts["bound_acts"] == {
        "3": {"action": "raise", "total_bet": 600},
        "4": {"action": "call", "total_bet": 600},
    }
    choose(table, "hand_dead")
    assert table.state.hand is not None
    assert table.state.hand.betting.bets == {"1": 200, "2": 0, "3": 600, "4": 600}
    assert table.turn == "5"


def test_tda_2024_53_a_a_call_of_a_raise_out_of_turn_binds_where_the_raise_does() -> None:
    table = opened_for_200("roberts")
    table.says("3", SpokenWord.RAISE, 600)
    table.adds("4", 500, 100)
    table.says("2", SpokenWord.CALL)
    assert (stands(table)["3"], stands(table)["4"]) == (Action.RAISE, Action.CALL)


def test_tda_2024_53_a_a_call_of_a_raise_that_was_released_is_released_too() -> None:
    table = opened_for_200("roberts")
    table.says("3", SpokenWord.RAISE, 600)
    table.adds("4", 500, 100)
    table.says("2", SpokenWord.RAISE, 1000)
    assert stands(table)["3"] is Action.RELEASED
    table.says("3", SpokenWord.CALL)
    assert table.told_of("4").ruling.action is Action.RELEASED


def test_two_players_who_were_passed_over_are_asked_about_one_after_the_other() -> None:
    table = opened_for_200()
    table.adds("4", 200)
    table.adds("5", 200)
    assert table.told_of("2").ruling.ask_floor
    choose(table, "hand_dead")
    assert table.told_of("3").ruling.ask_floor
    choose(table, "call_or_fold")
    table.says("3", SpokenWord.CALL)
    assert (stands(table)["4"], stands(table)["5"]) == (Action.CALL, Action.CALL)
    assert table.turn == "6"


def test_who_was_not_behind_him_does_not_count_against_him() -> None:
    """Seat 4 folds while 2 and 3 wait; for 5, who comes later, that is no act behind him."""
    table = opened_for_200()
    table.says("4", SpokenWord.FOLD)
    table.says("2", SpokenWord.CALL)
    table.says("3", SpokenWord.CALL)
    table.adds("6", 200)
    assert asked(table) is None


def test_a_player_who_has_spoken_is_not_skipped() -> None:
    table = opened_for_200()
    table.says("2", SpokenWord.RAISE)
    table.adds("3", 200)
    table.adds("4", 200)
    assert asked(table) is None
    table.adds("2", 500, 100)
    assert table.told_of("2").ruling.action is Action.RAISE


def test_a_player_whose_hand_moves_is_not_skipped_and_all_wait_for_it() -> None:
    table = opened_for_200()
    table.observe(HandEntered(source=CAMERA, at_ns=table.wait(), seat="2"))
    table.adds("3", 200)
    table.adds("4", 200)
    assert (asked(table), table.state.rulings_given) == (None, 1)


def test_what_he_does_while_the_floor_is_asked_waits_for_the_floor_but_a_fold_binds() -> None:
    table = passed_over()
    question = asked(table)
    table.adds("2", 500, 500)
    assert (table.silent, asked(table)) == (True, question)
    table.gesture("2", GestureKind.CARDS_PUSHED_FORWARD)
    assert table.told_of("2").ruling.action is Action.FOLD
    assert (asked(table), table.turn) == (None, "5")


def test_others_who_go_on_out_of_turn_leave_the_question_open() -> None:
    table = passed_over()
    question = asked(table)
    table.adds("5", 200)
    assert table.ruling.action is Action.PENDING
    assert asked(table) == question
    choose(table, "hand_dead")
    assert stands(table)["5"] is Action.CALL


def test_a_dealer_who_knows_that_he_spoke_in_time_takes_the_question_back() -> None:
    table = passed_over()
    table.undo()
    assert (asked(table), table.turn) == (None, "2")
    table.says("2", SpokenWord.RAISE, 900)
    assert table.told_of("2").ruling.action is Action.RAISE
    assert table.told_of("3").ruling.action is Action.RELEASED


def test_undo_after_the_question_takes_back_the_acts_behind_him_one_by_one() -> None:
    table = passed_over()
    for _ in range(2):
        table.undo()
    assert table.state.hand is not None
    assert table.state.hand.betting.folded == frozenset()
    assert [held.seat for held in table.state.held] == ["3"]
    table.says("2", SpokenWord.CALL)
    assert table.told_of("3").ruling.action is Action.CALL


def test_a_source_that_is_faulty_saw_no_silence() -> None:
    table = LiveTable()
    table.source("corner", SourceState.LIVE, ("2",))
    table.hand(SIX)
    table.adds("1", 200)
    table.source("corner", SourceState.STALLED, ("2",))
    table.adds("3", 200)
    table.adds("4", 200)
    assert asked(table) is None


def test_with_no_bet_to_face_he_may_check_or_fold() -> None:
    table = LiveTable()
    table.hand(SIX)
    for seat in ("2", "3", "4"):
        table.says(seat, SpokenWord.CHECK)
    choose(table, "call_or_fold")
    assert say(table.ruling.message, "ru") == "ЧЕК ИЛИ ФОЛД — без ставки"
    choose(table, "check")
    assert table.turn == "5"
    assert stands(table)["4"] is Action.CHECK


def test_a_dead_hand_may_end_the_hand() -> None:
    table = opened_for_200(order=("1", "2", "3", "4"))
    for seat in ("3", "4"):
        table.says(seat, SpokenWord.FOLD)
    assert asked(table) is None
    table.says("2", SpokenWord.FOLD)
    assert table.told_of("2").ruling.next == HAND_OVER


def test_a_log_with_a_skipped_player_replays_to_the_same_answers() -> None:
    table = passed_over()
    table.adds("5", 200)
    choose(table, "call_or_fold")
    table.says("2", SpokenWord.CALL)
    table.undo()
    table.undo()
    initial = TableState(rulebook=table.initial.rulebook)
    assert replay(initial, table.log) == table.state
    assert list(differences(initial, table.log)) == []
    assert any(isinstance(event, RulingGiven) and event.ruling.ask_floor for event in table.log)
