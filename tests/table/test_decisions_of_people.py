"""Confirm, undo, override, options: people decide, and the log keeps both."""

import pytest
from live_table import LiveTable

from table.events import (
    BalanceIs,
    CannotTell,
    FloorCalled,
    OptionChosen,
    Refused,
    RulingGiven,
    Standing,
    StandingChanged,
    TurnIs,
)
from table.observations import SpokenWord
from table.ruling import Action


def test_confirming_makes_a_ruling_firm():
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    number = table.told(RulingGiven).number
    table.confirm()
    told = table.told(StandingChanged)
    assert (told.number, told.standing) == (number, Standing.CONFIRMED)
    table.confirm()
    assert table.told(Refused).message.name == "refused-nothing-to-confirm"


def test_undoing_goes_back_to_before_the_act_and_the_chips_are_read_anew():
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    table.adds("2", 500)
    undone = table.told(RulingGiven).number
    table.undo()
    assert table.told(StandingChanged) == StandingChanged(
        at_ns=table.at_ns, number=undone, standing=Standing.UNDONE
    )
    assert table.told(TurnIs).seat == "2"
    table.lies("2")
    assert table.answers == (BalanceIs(at_ns=table.at_ns, seat="2"),)
    table.lies("2", 100)
    assert (table.ruling.action, table.ruling.change_to_return) == (Action.CALL, 0)
    assert table.told(RulingGiven).replaces is None


def test_undoing_a_replaced_ruling_undoes_the_whole_act():
    table = LiveTable()
    table.hand()
    table.adds("1", 100, 100)
    table.adds("1", 100, 100)
    replaced = table.told(RulingGiven)
    assert replaced.replaces == 1
    table.undo()
    assert table.told(StandingChanged).number == replaced.number
    assert table.state.hand is not None
    assert table.state.hand.acts == ()
    assert table.state.hand.betting.bets == {}


def test_an_act_that_was_undone_is_ruled_again_as_it_lies_when_the_dealer_confirms():
    table = LiveTable()
    table.hand()
    table.adds("1", 100, 100)
    table.undo()
    table.confirm()
    assert (table.ruling.action, table.ruling.total) == (Action.BET, 200)


def test_undoing_again_goes_one_act_further_back():
    table = LiveTable()
    table.hand()
    table.says("1", SpokenWord.CHECK)
    table.says("2", SpokenWord.CHECK)
    table.undo()
    assert table.turn == "2"
    table.undo()
    assert table.turn == "1"
    table.undo()
    assert table.told(Refused).message.name == "refused-nothing-to-undo"


def test_undoing_forgets_a_word_that_waits_for_chips():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE)
    table.undo()
    assert table.answers == ()
    table.adds("2", 500)
    assert table.ruling.action is Action.CALL


def test_an_override_replaces_the_ruling_and_the_hand_follows():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100)
    table.adds("2", 500)
    number = table.told(RulingGiven).number
    table.take(FloorCalled(at_ns=table.wait()))
    table.override("2", "raise", 500)
    given = table.told(RulingGiven)
    assert (given.replaces, given.by, given.reason) == (number, "floor", "seen")
    assert given.ruling.clauses == ()
    assert (given.ruling.action, given.ruling.raise_by) == (Action.RAISE, 400)
    assert (given.ruling.next, given.ruling.min_raise_to) == ("3", 900)
    assert given.ruling.change_to_return == 0
    assert not table.state.floor_called
    assert table.state.hand is not None
    assert table.state.hand.betting.bets == {"1": 100, "2": 500}


def test_an_override_takes_back_the_acts_that_answered_the_old_bet():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100)
    table.adds("2", 500)
    table.adds("3", 100)
    third = table.told(RulingGiven).number
    table.override("2", "raise", 500)
    assert table.told(StandingChanged).number == third
    assert table.told(StandingChanged).standing is Standing.UNDONE
    assert table.turn == "3"
    table.adds("3", 100, 100, 100, 100)
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 500)


def test_the_chips_of_later_undone_acts_are_asked_about_when_their_turn_comes():
    table = LiveTable()
    table.hand(("1", "2", "3", "4"))
    table.adds("1", 100)
    table.adds("2", 500)
    table.adds("3", 100)
    table.adds("4", 100)
    table.override("2", "raise", 500)
    assert table.turn == "3"
    table.says("3", SpokenWord.FOLD)
    assert table.told(CannotTell).seat == "4"
    table.lies("4", 100, 100, 100, 100, 100)
    assert table.told(CannotTell).message.name == "act-not-watched"
    table.confirm()
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 500)
    assert table.told(RulingGiven).act.motions == ((100,) * 5,)


def test_a_person_may_enter_an_act_that_nobody_saw():
    table = LiveTable()
    table.hand()
    table.override("1", "check", by="dealer")
    assert table.told(RulingGiven).replaces is None
    assert table.turn == "2"


@pytest.mark.parametrize(
    ("action", "total", "why"),
    [
        ("sing", None, "refused-unknown-action"),
        ("check", None, "refused-check-facing-bet"),
        ("raise", None, "refused-total-missing"),
        ("raise", 10_001, "refused-total-out-of-reach"),
        ("bet", -1, "refused-total-out-of-reach"),
    ],
)
def test_what_the_chips_do_not_allow_is_refused_and_changes_nothing(action, total, why):
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100)
    before = table.state
    table.override("2", action, total)
    assert table.told(Refused).message.name == why
    assert table.state == before


def test_an_override_of_a_seat_that_has_not_acted_is_refused():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.override("3", "fold")
    assert table.told(Refused).message.values == {"seat": "3"}


def undercall() -> LiveTable:
    """A short call of a raise with three players: full call, or forfeit and fold."""
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE, 1000)
    table.adds("2", 1000)
    table.adds("3", 500, 100)
    assert table.ruling.action is Action.ASK_FLOOR
    assert {option.token for option in table.state.options} == {"full_call", "fold_forfeit"}
    assert table.turn == "3"
    return table


def test_the_floor_chooses_the_full_call():
    table = undercall()
    asked = table.told(RulingGiven).number
    table.confirm()
    assert table.told(Refused).message.name == "refused-choose-an-option"
    table.take(OptionChosen(at_ns=table.wait(), token="full_call", by="floor"))  # noqa: S106
    given = table.told(RulingGiven)
    assert given.replaces == asked
    assert (given.ruling.action, given.ruling.total) == (Action.CALL, 1000)
    assert given.ruling.chips_to_add == 400
    assert (table.turn, table.state.options) == ("1", ())


def test_the_floor_chooses_that_the_chips_stay_and_the_hand_folds():
    table = undercall()
    table.take(OptionChosen(at_ns=table.wait(), token="fold_forfeit", by="floor"))  # noqa: S106
    assert (table.ruling.action, table.ruling.total) == (Action.FOLD, 600)
    assert table.state.hand is not None
    assert table.state.hand.betting.folded == {"3"}
    assert table.state.hand.betting.bets["3"] == 600


def test_an_option_that_is_not_shown_is_refused():
    table = undercall()
    before = table.state
    table.take(OptionChosen(at_ns=table.wait(), token="raise", by="floor"))  # noqa: S106
    assert table.told(Refused).message.name == "refused-option-not-shown"
    assert table.state == before


def test_nothing_can_be_decided_without_a_hand():
    table = LiveTable()
    for ask in (table.confirm, table.undo):
        ask()
        assert isinstance(table.answers[0], Refused)
    table.override("1", "fold")
    assert table.told(Refused).message.name == "refused-no-hand"
