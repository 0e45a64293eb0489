"""A dealer who undid one act too many brings it back."""

from live_table import CAMERA, LiveTable

from table.events import (
    ConfirmationAsked,
    OptionChosen,
    Refused,
    RulingGiven,
    Standing,
    StandingChanged,
    TurnIs,
)
from table.game import Street
from table.observations import BoardSeen, HandEntered, SpokenWord
from table.ruling import Action
from table.sentences import LANGUAGES, say
from table.state import TableState
from table.stepping import differences, replay


def bet_and_raised() -> LiveTable:
    """Seat 1 bets 200, seat 2 raises to 800."""
    table = LiveTable()
    table.hand()
    table.adds("1", 200)
    table.says("2", SpokenWord.RAISE, 800)
    return table


def acts(table: LiveTable) -> list[tuple[str, Action, Standing]]:
    assert table.state.hand is not None
    return [
        (act.given.act.seat, act.given.ruling.action, act.standing) for act in table.state.hand.acts
    ]


def refused(table: LiveTable) -> str:
    return table.told(Refused).message.name


def test_redo_brings_the_undone_ruling_back_as_it_stood() -> None:
    table = bet_and_raised()
    given = table.told(RulingGiven)
    before = table.state.hand
    table.undo()
    assert table.turn == "2"
    table.redo()
    assert table.told(StandingChanged) == StandingChanged(
        at_ns=table.at_ns, number=given.number, standing=Standing.SHOWN
    )
    assert table.told(TurnIs).seat == "3"
    assert table.state.hand == before


def test_a_confirmed_ruling_comes_back_confirmed() -> None:
    table = bet_and_raised()
    table.confirm()
    table.undo()
    table.redo()
    assert table.told(StandingChanged).standing is Standing.CONFIRMED
    assert acts(table)[-1] == ("2", Action.RAISE, Standing.CONFIRMED)


def test_two_undone_come_back_in_the_order_in_which_they_were_made() -> None:
    table = bet_and_raised()
    before = table.state.hand
    table.undo()
    table.undo()
    assert (acts(table), table.turn) == ([], "1")
    table.redo()
    assert [seat for seat, _, _ in acts(table)] == ["1"]
    table.redo()
    assert table.state.hand == before
    table.redo()
    assert refused(table) == "refused-nothing-to-redo"


def test_nothing_comes_back_once_something_else_was_ruled() -> None:
    table = bet_and_raised()
    table.undo()
    table.says("2", SpokenWord.FOLD)
    table.redo()
    assert refused(table) == "refused-nothing-to-redo"
    assert acts(table)[-1][1] is Action.FOLD
    for language in LANGUAGES:
        assert say(table.told(Refused).message, language)


def test_nothing_comes_back_once_the_act_before_it_was_confirmed() -> None:
    table = bet_and_raised()
    table.undo()
    table.confirm()
    table.redo()
    assert refused(table) == "refused-nothing-to-redo"


def test_nothing_comes_back_under_an_act_that_has_begun_anew() -> None:
    table = bet_and_raised()
    table.undo()
    table.says("2", SpokenWord.RAISE)
    table.redo()
    assert refused(table) == "refused-nothing-to-redo"
    table.adds("2", 500, 500)
    assert table.ruling.total == 1000


def test_nothing_comes_back_from_the_street_before() -> None:
    table = LiveTable()
    table.hand(("1", "2"))
    table.says("1", SpokenWord.CHECK)
    table.says("2", SpokenWord.CHECK)
    table.undo()
    table.says("2", SpokenWord.CHECK)
    table.confirm()
    table.confirm()
    assert table.state.hand is not None
    assert table.state.hand.street is Street.TURN
    table.redo()
    assert refused(table) == "refused-nothing-to-redo"


def test_an_act_that_waited_for_its_chips_comes_back_too() -> None:
    table = LiveTable()
    table.hand()
    table.says("1", SpokenWord.BET)
    table.undo()
    table.redo()
    table.adds("1", 500)
    assert (table.ruling.action, table.ruling.total) == (Action.BET, 500)


def test_a_press_that_was_refused_is_asked_about_again() -> None:
    table = LiveTable()
    table.hand()
    table.says("1", SpokenWord.CHECK, needs_confirmation=True)
    table.undo()
    assert table.state.to_confirm == ()
    table.redo()
    assert table.told(ConfirmationAsked).observation.seat == "1"
    table.confirm()
    assert table.told_of("1").ruling.action is Action.CHECK


def test_a_question_comes_back_with_its_options() -> None:
    table = LiveTable()
    table.hand(("1", "2", "3", "4"))
    table.adds("1", 200)
    table.adds("3", 200)
    table.adds("4", 200)
    asked = table.state.asked
    assert asked is not None
    table.undo()
    assert table.state.asked is None
    table.redo()
    assert table.state.asked == asked
    table.take(OptionChosen(at_ns=table.wait(), token="hand_dead", by="floor"))  # noqa: S106
    assert table.told_of("3").ruling.action is Action.CALL


def test_acts_out_of_turn_wait_again_once_they_are_brought_back() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 200)
    table.adds("3", 200)
    table.undo()
    assert table.state.held == ()
    table.redo()
    table.says("2", SpokenWord.CALL)
    assert table.told_of("3").ruling.action is Action.CALL


def test_what_was_seen_meanwhile_stays_seen() -> None:
    table = bet_and_raised()
    table.undo()
    table.observe(HandEntered(source=CAMERA, at_ns=table.wait(), seat="3"))
    table.observe(BoardSeen(source=CAMERA, at_ns=table.wait(), cards=()))
    table.lies("1", 100, 100)
    table.redo()
    assert "3" in table.state.moving
    assert table.state.front("1").chips == (100, 100)


def test_with_nothing_undone_there_is_nothing_to_bring_back() -> None:
    table = bet_and_raised()
    table.redo()
    assert refused(table) == "refused-nothing-to-redo"


def test_a_log_with_redo_replays_to_the_same_answers() -> None:
    table = bet_and_raised()
    for take in (table.undo, table.undo, table.redo, table.redo, table.undo):
        take()
    initial = TableState(rulebook=table.initial.rulebook)
    assert replay(initial, table.log) == table.state
    assert list(differences(initial, table.log)) == []
