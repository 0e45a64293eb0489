"""The action comes back: out of turn, skipped, undercalled, corrected."""

import pytest
from spots import did, facing, push, said, spot

from table.act import Gesture, Word
from table.betting import Betting
from table.corrections import WrongAmount, correct
from table.returning import skipped, undercalls_in_a_row, when_turn_comes
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action
from table.settling import after

TDA = load("tda2024")


def early(**state: object) -> Betting:
    """A bet 200; it is B's turn, and C will act too early."""
    return facing(200, order="ABC", **state)  # type: ignore[arg-type]


def after_b(betting: Betting, word: Word, amount: int | None = None) -> Betting:
    return after(betting, rule(betting, said(word, amount), TDA))


def test_an_act_out_of_turn_waits() -> None:
    act = push((200,), seat="C", in_turn=False)
    waits = rule(early(), act, TDA)
    assert (waits.action, waits.next) == (Action.PENDING, "B")


@pytest.mark.parametrize("word", [Word.CALL, Word.FOLD])
def test_tda_2024_53_a_it_binds_where_the_action_did_not_change(word: Word) -> None:
    then = early()
    act = said(Word.RAISE, 800, seat="C")
    ruling = when_turn_comes(then, after_b(then, word), act, TDA)
    assert (ruling.action, ruling.total, ruling.facts["binding"]) == (Action.RAISE, 800, True)


def test_tda_2024_53_a_it_is_released_where_the_action_changed() -> None:
    then = early()
    act = push((200, 200), seat="C", in_turn=False)
    ruling = when_turn_comes(then, after_b(then, Word.RAISE, 500), act, TDA)
    assert (ruling.action, ruling.change_to_return, ruling.next) == (Action.RELEASED, 400, "C")
    assert {option.token for option in ruling.options} == {"call", "raise", "fold"}
    assert ruling.min_raise_to == 800


def test_a_fold_out_of_turn_binds_whatever_follows() -> None:
    then = early()
    act = did(Gesture.CARDS_PUSHED_FORWARD, seat="C", in_turn=False)
    at_once = rule(then, act, TDA)
    assert (at_once.action, at_once.next) == (Action.FOLD, "B")
    later = when_turn_comes(then, after_b(then, Word.RAISE, 500), act, TDA)
    assert (later.action, later.facts["binding"], later.next) == (Action.FOLD, True, "A")


def test_rrop_betting_10_who_checked_out_of_turn_may_not_raise() -> None:
    then, now = spot(order="ABC", turn="A"), facing(200, order="ABC", turn="B")
    checked = said(Word.CHECK)
    free = when_turn_comes(then, now, checked, TDA)
    barred = when_turn_comes(then, now, checked, load("roberts"))
    assert free.min_raise_to == 400
    assert barred.min_raise_to is None
    assert {option.token for option in barred.options} == {"call", "fold"}


def test_tda_2024_53_b_a_skipped_player_must_speak_before_substantial_action() -> None:
    betting = facing(200, order="ABCD")
    acts = (push((100, 100), seat="C"), said(Word.FOLD, seat="D"))
    late = skipped(betting, "B", acts, TDA, spoke=False)
    assert late.ask_floor
    assert late.facts["subject"] == "B"
    assert late.facts["bound_acts"] == {
        "C": {"action": "call", "total_bet": 200},
        "D": {"action": "fold"},
    }
    assert not skipped(betting, "B", acts, TDA, spoke=True).ask_floor
    assert not skipped(betting, "B", acts[:1], TDA, spoke=False).ask_floor
    assert not skipped(betting, "B", acts, load("roberts"), spoke=False).ask_floor


# Undercalls.


def behind_a_raise(**state: object) -> Betting:
    return spot(order="ABCD", turn="C", bets={"A": 100, "B": 700}, last_full_raise=600, **state)  # type: ignore[arg-type]


def test_tda_2024_51_b_undercall() -> None:
    short = push((100,))
    assert rule(facing(700), short, TDA).total == 700
    opening = rule(facing(700, order="ABC"), short, TDA)
    assert (opening.total, opening.chips_to_add) == (700, 600)
    several = rule(behind_a_raise(), push((100,), seat="C"), TDA)
    assert several.ask_floor
    assert several.default_option == "full_call"
    amounts = {option.token: option.amounts for option in several.options}
    assert amounts["full_call"]["must_add"] == 600
    assert amounts["fold_forfeit"] == {"forfeit": 100, "change_returned": 0}


def test_an_undercall_on_a_wrong_belief_leaves_only_what_he_believed() -> None:
    ruling = rule(behind_a_raise(), push((500,), seat="C", thought_bet=100), TDA)
    assert ruling.default_option == "fold_forfeit"
    assert ruling.options[1].amounts == {"forfeit": 100, "change_returned": 400}


@pytest.mark.parametrize("book", ["roberts", "wsop_l2024"])
def test_money_game_books_make_the_call_right(book: str) -> None:
    ruling = rule(behind_a_raise(), push((100,), seat="C"), load(book))
    assert (ruling.action, ruling.total, ruling.ask_floor) == (Action.CALL, 700, False)


def test_two_undercalls_in_a_row_go_back_to_the_first() -> None:
    ruling = rule(behind_a_raise(), push((100,), seat="C"), TDA)
    assert ruling.facts["short_by"] == 600
    backed = undercalls_in_a_row(ruling, "C", TDA)
    assert backed.facts["back_to"] == "C"
    assert [clause.text for clause in backed.clauses] == ["TDA 2024 51-B", "TDA 2024 51-C"]


def test_one_tiny_chip_is_no_standard_call() -> None:
    assert rule(facing(5000), push((100,)), TDA).ask_floor
    assert not rule(facing(5000), push((500,)), TDA).ask_floor


def test_all_in_for_less_is_no_undercall() -> None:
    ruling = rule(facing(700, stacks={"B": 300}), push((300,)), TDA)
    assert (ruling.action, ruling.total, ruling.message.name) == (
        Action.ALL_IN,
        300,
        "ruling-all-in-call",
    )


# Wrong amounts found later.


def test_tda_2024_52_a_a_raise_too_small_is_made_right_until_the_next_card() -> None:
    betting = facing(300, order="ABC")
    calls = (said(Word.CALL, seat="C"), said(Word.CALL, seat="A"))
    act = said(Word.RAISE, 500, (500,))
    found = correct(betting, act, WrongAmount(made=500, later=calls), TDA)
    assert (found.total, found.chips_to_add, found.pot) == (600, 100, 300 + 3 * 600)
    assert found.facts["corrected_bets"] == {"A": 600, "B": 600, "C": 600}
    late = correct(betting, act, WrongAmount(made=500, later=calls, next_card=True), TDA)
    assert (late.total, late.pot, late.facts["corrected"]) == (500, 1800, False)


def test_the_same_stands_once_the_round_is_complete_in_a_money_game() -> None:
    betting = facing(300, order="ABC")
    calls = (said(Word.CALL, seat="C"), said(Word.CALL, seat="A"))
    error = WrongAmount(made=500, later=calls)
    assert correct(betting, said(Word.RAISE, 500), error, load("roberts")).total == 500
    open_round = WrongAmount(made=500, later=calls[:1])
    assert correct(betting, said(Word.RAISE, 500), open_round, load("roberts")).total == 600
