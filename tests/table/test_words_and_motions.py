"""Words, their order with the chips, several motions, and gestures."""

import pytest
from spots import did, facing, prior, push, said, spot

from table.act import Act, Gesture, Order, PriorMode, Word, Words
from table.betting import Pending
from table.game import EventKind, Game, Limit
from table.rulebooks import SHIPPED, load
from table.rules import rule
from table.ruling import Action

TDA = load("tda2024")
CASH = Game(limit=Limit.NO_LIMIT, small_blind=25, big_blind=50, event=EventKind.CASH)
TOURNAMENT = Game(limit=Limit.NO_LIMIT, small_blind=25, big_blind=50, event=EventKind.TOURNAMENT)


def test_tda_2024_43_b_the_amount_said_is_the_total() -> None:
    ruling = rule(facing(300), said(Word.RAISE, 900, (1000,)), TDA)
    assert (ruling.total, ruling.raise_by, ruling.change_to_return) == (900, 600, 100)


def test_a_raise_said_too_small_is_brought_up_to_the_least() -> None:
    ruling = rule(facing(300), said(Word.RAISE, 400), TDA)
    assert (ruling.total, ruling.raise_by) == (600, 300)


def test_more_than_the_stack_is_all_in() -> None:
    ruling = rule(facing(300), said(Word.RAISE, 50_000), TDA)
    assert (ruling.action, ruling.total) == (Action.ALL_IN, 9000)


@pytest.mark.parametrize(
    ("amount", "action", "total"),
    [
        (449, Action.CALL, 300),
        (450, Action.RAISE, 600),
        (700, Action.RAISE, 700),
        (300, Action.CALL, 300),
        (100, Action.CALL, 300),
    ],
)
def test_tda_2024_40_c_an_amount_alone_counts_as_chips(
    amount: int, action: Action, total: int
) -> None:
    ruling = rule(facing(300), said(Word.AMOUNT, amount), TDA)
    assert (ruling.action, ruling.total) == (action, total)


def test_tda_2024_55_words_without_a_bet() -> None:
    betting = spot(turn="A")
    assert rule(betting, said(Word.CALL, seat="A"), TDA).action is Action.CHECK
    bet = rule(betting, said(Word.RAISE, seat="A"), TDA)
    assert (bet.action, bet.total) == (Action.BET, 50)
    check = rule(facing(300), said(Word.CHECK), TDA)
    assert check.action is Action.ILLEGAL
    assert {option.token for option in check.options} == {"call", "fold"}


def test_tda_2024_54_d_pot_is_no_amount_in_no_limit() -> None:
    assert rule(facing(300), said(Word.POT), TDA).total == 600
    assert rule(spot(turn="A"), said(Word.POT, seat="A"), TDA).total == 50


@pytest.mark.parametrize("book", SHIPPED)
def test_call_said_first_binds_whatever_the_chips(book: str) -> None:
    ruling = rule(facing(300), said(Word.CALL, None, (1000, 1000)), load(book))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 300, 1700)


def test_tda_2024_40_a_chips_first_then_call_is_still_the_raise() -> None:
    act = said(Word.CALL, None, (500, 500), order=Order.AFTER)
    assert rule(facing(300), act, TDA).total == 1000
    assert rule(facing(300), act, load("roberts")).total == 300


def test_word_and_chips_too_close_to_tell() -> None:
    both_call = said(Word.CALL, None, (1000,), order=Order.UNCLEAR)
    assert rule(facing(300), both_call, TDA).action is Action.CALL
    doubtful = said(Word.RAISE, None, (1000,), order=Order.UNCLEAR)
    ruling = rule(facing(300), doubtful, TDA)
    assert (ruling.action, ruling.total, ruling.ask_floor) == (Action.PENDING, None, False)
    totals = {option.token: option.amounts["total_bet"] for option in ruling.options}
    assert totals == {"words_first": 1000, "chips_first": 300}


def test_words_that_not_all_heard_are_the_floors() -> None:
    words = Words(word=Word.AMOUNT, amount=2200, heard_by_all=False)
    act = Act(seat="A", motions=((500,),), words=words)
    ruling = rule(spot(turn="A"), act, TDA)
    assert ruling.ask_floor
    amounts = {option.token: option.amounts for option in ruling.options}
    assert amounts["words_stand"]["must_add"] == 1700
    assert amounts["chips_stand"]["must_add"] == 0


# Motions.


@pytest.mark.parametrize("book", SHIPPED)
def test_without_a_word_only_the_first_motion_counts(book: str) -> None:
    ruling = rule(facing(300), push((100, 100, 100), (500, 500)), load(book))
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 300, 1000)
    assert ruling.message.name == "string-call"


def test_a_call_may_be_finished_in_several_motions() -> None:
    ruling = rule(facing(300), push((100,), (100, 100), (500,)), TDA)
    assert (ruling.action, ruling.total, ruling.change_to_return) == (Action.CALL, 300, 500)


@pytest.mark.parametrize(
    ("book", "game", "total"),
    [
        ("tda2024", CASH, 600),
        ("wsop_l2024", CASH, 800),
        ("roberts", CASH, 1300),
        ("roberts", TOURNAMENT, 600),
    ],
)
def test_raise_said_and_chips_in_three_motions(book: str, game: Game, total: int) -> None:
    act = said(Word.RAISE, None, (100, 100, 100), (500,), (500,))
    assert rule(facing(300, game=game), act, load(book)).total == total


# Gestures.


def test_a_tap_is_a_check_and_no_answer_to_a_bet() -> None:
    tap = did(Gesture.TAP_TABLE, seat="A")
    assert rule(spot(turn="A"), tap, TDA).action is Action.CHECK
    assert rule(facing(300), did(Gesture.TAP_TABLE), TDA).action is Action.ILLEGAL


def test_cards_forward_with_no_bet_fold_and_may_be_penalised() -> None:
    ruling = rule(spot(turn="A", order="ABC"), did(Gesture.CARDS_PUSHED_FORWARD, seat="A"), TDA)
    assert (ruling.action, ruling.next, ruling.facts["penalty"]) == (Action.FOLD, "B", "possible")


def test_forward_motion_that_drew_an_act_is_the_floors_where_chips_bind_on_release() -> None:
    drew = did(Gesture.FORWARD_MOTION_NOT_RELEASED, acted_on=True)
    alone = did(Gesture.FORWARD_MOTION_NOT_RELEASED)
    assert rule(facing(300), drew, load("wsop_l2024")).default_option == "full_call"
    assert rule(facing(300), alone, load("wsop_l2024")).action is Action.NONE
    assert rule(facing(300), drew, TDA).action is Action.NONE


@pytest.mark.parametrize(
    ("commit", "total"), [("betting_line", 1500), ("released", 300), ("undecided", None)]
)
def test_stack_carried_out_and_cut(commit: str, total: int | None) -> None:
    act = did(Gesture.STACK_OVER_LINE_THEN_CUT, (100,) * 15, cut_down=(100, 100, 100))
    ruling = rule(facing(300), act, TDA.with_overrides({"commit_rule": commit}))
    assert ruling.total == total
    assert ruling.ask_floor == (total is None)
    if total is None:
        options = {option.token: option.amounts["total_bet"] for option in ruling.options}
        assert options == {"released_chips": 300, "forward_motion": 1500}


def test_fspr_3_9_1_cards_shown_without_an_answer_are_folded() -> None:
    shows = did(Gesture.EXPOSES_CARDS)
    assert rule(facing(300), shows, load("fspr")).action is Action.FOLD
    lives = rule(facing(300), shows, TDA)
    assert (lives.action, lives.facts["hand_dead"]) == (Action.NO_CHANGE, False)


def test_the_whole_stack_swept_forward_is_all_in() -> None:
    act = did(Gesture.SWEEP_WHOLE_STACK_FORWARD, (1000, 500), seat="A")
    ruling = rule(spot(turn="A", stacks={"A": 1500}), act, TDA)
    assert (ruling.action, ruling.total, ruling.min_raise_to) == (Action.ALL_IN, 1500, None)


def test_tda_2024_46_b_pulling_back_binds_to_call_or_raise() -> None:
    betting = facing(300, bets={"A": 300, "B": 50})
    mine = prior(PriorMode.PULLED_PART, (25, 25), (25,))
    ruling = rule(betting, did(Gesture.PULLS_BACK_THEN_FOLDS, prior=mine), TDA)
    assert ruling.action is Action.ILLEGAL
    assert {option.token for option in ruling.options} == {"call", "raise"}


# The bet before is not complete.


def test_tda_2024_50_b_acting_before_the_amount_is_known() -> None:
    betting = spot(order="ABC", pending=Pending(seat="A", word=Word.RAISE))
    folded = rule(betting, said(Word.FOLD), TDA)
    assert (folded.action, folded.facts["warn"], folded.next) == (Action.FOLD, True, "C")
    called = rule(betting, said(Word.CALL), TDA)
    assert {option.token for option in called.options} == {"call_any_amount", "no_action"}


def test_chips_complete_what_was_announced_before() -> None:
    betting = spot(turn="A", pending=Pending(seat="A", word=Word.RAISE))
    ruling = rule(betting, push((500, 500), seat="A"), TDA)
    assert (ruling.action, ruling.total) == (Action.BET, 1000)


def test_tda_2024_46_b_no_fold_after_taking_chips_back() -> None:
    betting = facing(300, bets={"A": 300, "B": 50})
    mine = prior(PriorMode.PULLED_ALL, (50,))
    act = Act(seat="B", words=Words(word=Word.FOLD), prior=mine)
    assert rule(betting, act, TDA).action is Action.ILLEGAL
    waits = rule(betting, Act(seat="B", prior=mine), TDA)
    assert waits.message.name == "bound-to-call-or-raise"


def test_rrop_no_limit_10_a_call_of_a_bet_misunderstood() -> None:
    said_call = Words(word=Word.CALL)
    grossly = Act(seat="B", words=said_call, thought_bet=90)
    slightly = Act(seat="B", words=said_call, thought_bet=800)
    assert rule(facing(900), grossly, load("roberts")).ask_floor
    assert rule(facing(900), slightly, load("roberts")).total == 900
    assert rule(facing(900), grossly, TDA).total == 900
