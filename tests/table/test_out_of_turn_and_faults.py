"""Players out of turn, two at once, and sources that fail while somebody acts."""

from live_table import CAMERA, MS, PANEL, LiveTable

from table.act import Gesture
from table.events import (
    BalanceIs,
    CannotTell,
    ConfirmationAsked,
    Observed,
    OptionChosen,
    RulingGiven,
    StandingChanged,
    TurnIs,
)
from table.game import Street
from table.observations import (
    ChipsAtRest,
    DealerButton,
    DealerPressed,
    GestureKind,
    HandEntered,
    HandLeft,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)
from table.ruling import Action
from table.sentences import say

# Out of turn (TDA 2024 53).


def test_an_act_out_of_turn_waits_and_stands_if_the_action_does_not_change():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 300)
    table.adds("3", 300)
    waiting = table.told(RulingGiven)
    assert (waiting.act.in_turn, waiting.ruling.action) == (False, Action.PENDING)
    assert table.turn == "2"

    table.adds("2", 300)
    own, stands = (answer for answer in table.answers if isinstance(answer, RulingGiven))
    assert (own.act.seat, own.ruling.action) == ("2", Action.CALL)
    assert (stands.act.seat, stands.ruling.action) == ("3", Action.CALL)
    assert stands.replaces == waiting.number
    assert table.told(TurnIs).seat is None


def test_an_act_out_of_turn_is_released_when_the_action_changes():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 300)
    table.adds("3", 300)
    table.adds("2", 500, 500)
    released = table.told_of("3")
    assert (released.ruling.action, released.ruling.change_to_return) == (Action.RELEASED, 300)
    assert (table.turn, released.ruling.min_raise_to) == ("3", 1700)

    table.lies("3")
    table.says("3", SpokenWord.CALL)
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 1000)


def test_a_released_player_may_choose_by_the_dealer_what_was_shown():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 300)
    table.adds("3", 300)
    table.adds("2", 500, 500)
    released = table.told_of("3")
    assert {option.token for option in table.state.options} == {"call", "raise", "fold"}
    table.take(OptionChosen(at_ns=table.wait(), token="fold", by="dealer"))  # noqa: S106
    chosen = table.told(RulingGiven)
    assert (chosen.replaces, chosen.ruling.action) == (released.number, Action.FOLD)
    assert table.turn == "1"


def test_one_who_checked_out_of_turn_may_not_raise_under_roberts_rules():
    table = LiveTable("roberts")
    table.hand(("1", "2", "3"))
    table.says("2", SpokenWord.CHECK)
    table.adds("1", 300)
    assert table.told_of("2").ruling.action is Action.RELEASED
    table.says("2", SpokenWord.RAISE, 900)
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 300)


def test_a_fold_out_of_turn_binds_at_once():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.gesture("2", GestureKind.CARDS_PUSHED_FORWARD)
    given = table.told(RulingGiven)
    assert (given.act.in_turn, given.act.gesture) == (False, Gesture.CARDS_PUSHED_FORWARD)
    assert table.turn == "1"
    table.says("1", SpokenWord.CHECK)
    assert table.turn == "3"


def test_a_bet_amended_after_a_fold_out_of_turn_leaves_the_fold():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 200)
    table.gesture("3", GestureKind.CARDS_PUSHED_FORWARD)
    table.adds("1", 200)
    assert table.ruling.total == 200
    assert table.state.hand is not None
    assert table.state.hand.betting.folded == {"3"}
    table.adds("2", 200)
    assert table.state.hand.round_over


def test_a_tap_out_of_turn_that_could_be_a_check_is_asked_about():
    table = LiveTable()
    table.hand()
    table.gesture("2", GestureKind.TAP_TABLE)
    assert table.told(CannotTell).message.name == "tapped-out-of-turn"
    table.adds("1", 100)
    table.gesture("3", GestureKind.TAP_TABLE)
    assert table.answers == ()


def test_cards_thrown_away_by_one_who_has_acted():
    table = LiveTable()
    table.hand()
    table.says("1", SpokenWord.CHECK)
    table.gesture("1", GestureKind.CARDS_PUSHED_FORWARD)
    assert table.ruling.action is Action.FOLD
    assert table.turn == "2"


# Two at once.


def test_a_word_that_is_faster_than_the_picture_before_it_is_in_turn():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    started = table.wait()
    table.observe(HandEntered(source=CAMERA, at_ns=started, seat="1"))
    table.observe(HandLeft(source=CAMERA, at_ns=table.wait(500), seat="1"))
    table.says("2", SpokenWord.CALL, at_ns=table.wait(100))
    assert table.silent
    table.rest("1", 300, started_ns=started)
    bet, called = (answer for answer in table.answers if isinstance(answer, RulingGiven))
    assert (bet.ruling.action, bet.ruling.total) == (Action.BET, 300)
    assert called.act.in_turn
    assert (called.ruling.action, called.ruling.total) == (Action.CALL, 300)
    assert table.turn == "3"


def test_a_word_before_the_bet_it_would_answer_is_out_of_turn():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    started = table.wait()
    table.observe(HandEntered(source=CAMERA, at_ns=started, seat="1"))
    table.says("2", SpokenWord.CHECK, at_ns=table.wait(100))
    table.observe(HandLeft(source=CAMERA, at_ns=table.wait(500), seat="1"))
    table.rest("1", 300, started_ns=started)
    assert table.told_of("1").ruling.total == 300
    assert table.told_of("2").ruling.action is Action.RELEASED


def test_the_hand_before_has_only_passed_so_the_other_is_out_of_turn():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    started = table.wait()
    table.observe(HandEntered(source=CAMERA, at_ns=started, seat="1"))
    table.adds("2", 300)
    assert table.silent
    table.observe(HandLeft(source=CAMERA, at_ns=table.wait(100), seat="1"))
    table.rest("1", started_ns=started)
    assert not table.told(RulingGiven).act.in_turn
    assert table.turn == "1"


# Blinds.


def test_blinds_are_expected_and_a_wrong_one_is_told():
    table = LiveTable()
    table.hand(("1", "2", "3"), street=Street.PREFLOP, pot=0)
    table.lies("1", 25, 25)
    assert table.silent
    table.lies("2", 25, 25)
    assert table.told(BalanceIs).to_add == 50
    table.lies("2", 25, 25, 25, 25)
    assert (table.told(BalanceIs).to_add, table.told(BalanceIs).to_return) == (0, 0)
    assert table.turn == "3"


def test_a_blind_posted_with_a_bigger_chip_gets_change_and_is_no_act():
    table = LiveTable()
    table.hand(("1", "2", "3"), street=Street.PREFLOP, pot=0)
    table.lies("2", 500)
    assert table.told(BalanceIs).to_return == 400
    table.lies("1", 100)
    assert table.told(BalanceIs).to_return == 50
    assert table.state.rulings_given == 0


# Faults.


def test_a_fault_is_told_in_whole_sentences_in_both_languages():
    table = LiveTable()
    table.hand()
    cut = SourceChanged(
        source=CAMERA,
        at_ns=table.wait(),
        state=SourceState.OFFLINE,
        reason="The cable is out",
        remedy="Put it in.",
    )
    table.observe(cut)
    told = table.told(CannotTell).message
    assert say(told, "en") == f"FAULT — {CAMERA}: The cable is out. Put it in."
    assert say(told, "ru") == f"НЕИСПРАВНОСТЬ — {CAMERA}: The cable is out. Put it in."

    table = LiveTable()
    table.hand()
    starting = SourceChanged(source=CAMERA, at_ns=table.wait(), state=SourceState.STARTING)
    table.observe(starting)
    told = table.told(CannotTell).message
    assert say(told, "en") == f"FAULT — {CAMERA} gives nothing yet: rule by hand"


def test_a_fault_while_a_player_acts_gives_no_ruling_but_a_question():
    table = LiveTable()
    table.hand()
    table.lies("1")
    table.observe(HandEntered(source=CAMERA, at_ns=table.wait(), seat="1"))
    table.source(CAMERA, SourceState.STALLED)
    told = table.told(CannotTell)
    assert (told.fault, told.seat, told.message.name) == (True, "1", "source-not-live")
    table.lies("1", 500)
    assert table.answers == ()

    table.source(CAMERA, SourceState.LIVE)
    table.lies("1", 500)
    question = table.told(CannotTell)
    assert (question.message.name, question.fault) == ("act-not-watched", False)
    assert table.state.rulings_given == 0

    table.confirm()
    assert (table.ruling.action, table.ruling.total) == (Action.BET, 500)
    assert table.turn == "2"


def test_an_act_in_the_dark_may_be_entered_instead():
    table = LiveTable()
    table.hand()
    table.lies("1")
    table.source(CAMERA, SourceState.FAULTY)
    table.source(CAMERA, SourceState.LIVE)
    table.lies("1", 500)
    table.override("1", "bet", 500, by="dealer")
    given = table.told(RulingGiven)
    assert (given.by, given.ruling.total, table.turn) == ("dealer", 500, "2")


def test_after_a_fault_in_which_nothing_happened_play_goes_on():
    table = LiveTable()
    table.hand()
    table.lies("1")
    table.source(CAMERA, SourceState.OFFLINE)
    table.source(CAMERA, SourceState.LIVE)
    table.lies("1")
    table.adds("1", 100)
    assert table.ruling.action is Action.BET


def test_a_fault_is_told_once_and_again_after_it_was_gone():
    table = LiveTable()
    table.hand()
    table.source(CAMERA, SourceState.STALLED)
    assert table.told(CannotTell).fault
    table.source(CAMERA, SourceState.STALLED)
    assert table.answers == ()
    table.source(CAMERA, SourceState.LIVE)
    table.source(CAMERA, SourceState.STALLED)
    assert table.told(CannotTell).fault


def test_a_fault_of_another_seat_is_told_when_the_turn_comes_there():
    table = LiveTable()
    table.source("corner", SourceState.LIVE, ("2",))
    table.hand()
    table.source("corner", SourceState.STALLED, ("2",))
    assert table.answers == ()
    table.says("1", SpokenWord.CHECK)
    assert table.told(RulingGiven).ruling.action is Action.CHECK
    assert table.told(CannotTell).seat == "2"


def test_without_the_panel_no_chips_are_ruled_for_a_word_may_be_missing():
    table = LiveTable()
    table.hand()
    table.source(PANEL, SourceState.OFFLINE)
    table.adds("1", 500)
    assert table.answers == ()
    table.source(PANEL, SourceState.LIVE)
    assert table.told(CannotTell).message.name == "act-not-watched"
    table.confirm()
    assert table.ruling.total == 500
    table.adds("2", 500)
    assert table.ruling.action is Action.CALL


def stuck(table: LiveTable, seat: str, state: SourceState = SourceState.FAULTY):
    return table.observe(
        SourceChanged(
            source=PANEL, at_ns=table.wait(), state=state, seats=(seat,), partial=True, reason="it"
        )
    )


def test_a_stuck_button_stops_the_rulings_of_its_seat_alone():
    table = LiveTable()
    table.hand()
    stuck(table, "2")
    assert table.answers == ()
    table.says("1", SpokenWord.CHECK)
    assert table.told(RulingGiven).ruling.action is Action.CHECK
    assert (table.told(CannotTell).seat, table.told(CannotTell).fault) == ("2", True)
    table.says("2", SpokenWord.FOLD)
    table.adds("2", 100)
    assert table.state.rulings_given == 1

    stuck(table, "2", SourceState.LIVE)
    assert table.told(CannotTell).message.name == "act-not-watched"
    table.confirm()
    assert table.ruling.action is Action.BET


def test_a_freed_button_does_not_make_a_lost_panel_live():
    table = LiveTable()
    table.hand()
    stuck(table, "1")
    table.source(PANEL, SourceState.OFFLINE)
    stuck(table, "1", SourceState.LIVE)
    table.adds("1", 100)
    assert table.state.rulings_given == 0


def test_a_panel_that_starts_anew_tells_its_stuck_buttons_anew():
    table = LiveTable()
    table.hand()
    stuck(table, "1")
    table.source(PANEL, SourceState.STARTING)
    table.source(PANEL, SourceState.LIVE)
    table.says("1", SpokenWord.CHECK)
    assert table.ruling.action is Action.CHECK


def test_a_source_that_never_said_it_is_live_is_kept_out():
    table = LiveTable()
    table.hand()
    table.observe(WordSaid(source="stranger", at_ns=table.wait(), seat="1", word=SpokenWord.FOLD))
    told = table.told(CannotTell)
    assert (told.fault, told.message.name) == (True, "source-never-live")
    table.observe(WordSaid(source="stranger", at_ns=table.wait(), seat="1", word=SpokenWord.FOLD))
    assert table.answers == ()
    assert table.turn == "1"


def test_what_comes_too_late_is_kept_out():
    table = LiveTable()
    table.hand()
    seen = ChipsAtRest(
        source=CAMERA, at_ns=table.at_ns, seat="1", chips=(100,), started_ns=table.at_ns
    )
    table.take(Observed(at_ns=table.wait(1501), observation=seen))
    told = table.told(CannotTell)
    assert (told.fault, told.message.name) == (True, "source-late")
    table.adds("1", 100)
    assert table.told(CannotTell).message.name == "act-not-watched"


# The panel over a broken link.


def test_a_word_pressed_while_the_link_was_down_counts_once_it_is_confirmed():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    pressed_ns = table.wait()
    table.wait(5000)
    table.says("2", SpokenWord.CALL, at_ns=pressed_ns, needs_confirmation=True)
    assert table.told(ConfirmationAsked).observation.seat == "2"
    assert table.turn == "2"
    table.confirm()
    assert table.ruling.action is Action.CALL


def test_a_word_that_was_not_meant_is_dropped():
    table = LiveTable()
    table.hand(("1", "2"))
    table.says("1", SpokenWord.FOLD, needs_confirmation=True)
    table.undo()
    assert table.answers == ()
    assert (table.turn, table.state.to_confirm) == ("1", ())


def press(table: LiveTable, button: DealerButton, **more: bool):
    return table.observe(DealerPressed(source=PANEL, at_ns=table.wait(), button=button, **more))


def test_the_dealers_buttons_mean_what_the_screen_means():
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    press(table, DealerButton.CONFIRM)
    assert table.told(StandingChanged).standing.value == "confirmed"
    press(table, DealerButton.UNDO)
    assert table.told(StandingChanged).standing.value == "undone"
    assert table.turn == "1"
    press(table, DealerButton.FLOOR)
    assert table.state.floor_called


def test_a_dealers_press_over_a_broken_link_is_asked_about():
    table = LiveTable()
    table.hand()
    press(table, DealerButton.FLOOR, needs_confirmation=True)
    assert table.told(ConfirmationAsked).observation.button is DealerButton.FLOOR
    assert not table.state.floor_called
    press(table, DealerButton.CONFIRM)
    assert table.state.floor_called


def test_chips_of_a_settled_motion_do_not_wait_for_the_next_hand_over_them():
    table = LiveTable()
    table.hand()
    started = table.wait()
    table.rest("1", 100, started_ns=started - 300 * MS)
    assert table.ruling.action is Action.BET
