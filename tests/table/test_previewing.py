"""What an answer of the floor would lead to is what it leads to; what a correction changed."""

import pytest
from live_table import LiveTable

from table.events import OptionChosen, RulingGiven
from table.observations import SpokenWord
from table.previewing import preview, standing
from table.reporting import correction
from table.ruling import Action
from table.sentences import LANGUAGES, say


def undercalled() -> LiveTable:
    """Seat 1 bets 100, seat 2 raises to 700, seat 3 pushes 100 chips less than that."""
    table = LiveTable()
    table.hand(("1", "2", "3", "4"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE, 700)
    table.adds("3", 100, 100)
    assert table.ruling.action is Action.ASK_FLOOR
    return table


def skipped() -> LiveTable:
    """Seats 3 and 4 call a bet of seat 1 before seat 2 has acted."""
    table = LiveTable()
    table.hand(("1", "2", "3", "4"))
    for seat in ("1", "3", "4"):
        table.adds(seat, 100, 100)
    return table


def previews(table: LiveTable) -> dict[str, str]:
    found = {}
    for option in table.state.options:
        told = preview(table.state, option)
        found[option.token] = say(told, "en") if told else ""
    return found


def test_an_undercall_is_previewed_with_both_its_answers() -> None:
    assert previews(undercalled()) == {
        "full_call": "Pot 1,650, seat 4 acts: 700 to call",
        "fold_forfeit": "Pot 1,150, seat 4 acts: 700 to call",
    }


def test_a_preview_carries_out_what_follows_the_choice_at_once() -> None:
    """A dead hand lets the calls behind it stand, and with them the round is over."""
    assert previews(skipped()) == {
        "hand_dead": "Pot 750, the round is over",
        "call_or_fold": "Pot 350, seat 2 acts: 200 to call",
    }


@pytest.mark.parametrize("spot", [undercalled, skipped])
def test_what_was_previewed_is_what_happens(spot: type) -> None:
    for index in range(len(spot().state.options)):
        table = spot()
        option = table.state.options[index]
        promised, before = preview(table.state, option), table.state
        assert table.state == before
        table.take(OptionChosen(at_ns=table.wait(), token=option.token, by="floor"))
        assert standing(table.state) == promised


def test_an_option_that_leaves_the_act_open_is_not_previewed() -> None:
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 5000)
    table.adds("2", 25)
    assert previews(table) == {"full_call": "Pot 10,150, the round is over", "discretion": ""}


def test_a_released_player_whose_call_the_dealer_enters_has_called() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 100, 100)
    table.adds("3", 100, 100)
    table.adds("2", 500, 500)
    assert previews(table)["call"] == "Pot 2,350, seat 1 acts: 800 to call"
    table.take(OptionChosen(at_ns=table.wait(), token="call", by="dealer"))  # noqa: S106
    assert (table.told_of("3").ruling.total, table.turn) == (1000, "1")


def test_what_a_person_rules_on_an_act_out_of_turn_counts_at_once() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 100, 100)
    table.adds("3", 100, 100)
    table.override("3", "raise", 600)
    assert table.state.hand is not None
    assert (table.state.hand.betting.bets["3"], table.turn) == (600, "2")
    table.says("2", SpokenWord.CALL)
    assert (table.ruling.total, table.turn) == (600, "1")


def test_a_correction_tells_the_ruling_before_it_the_pot_and_who_is_next() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    table.adds("2", 500)
    assert table.ruling.action is Action.CALL
    table.says("3", SpokenWord.FOLD)
    assert table.state.hand is not None
    table.override("2", "raise", 500)
    given = table.told(RulingGiven)
    found = correction(given, table.state.rulings)
    assert found is not None
    assert (found.before.ruling.action, found.before.ruling.total) == (Action.CALL, 100)
    assert [(back.ruling.seat, back.ruling.action) for back in found.taken_back] == [
        ("3", Action.FOLD)
    ]
    assert [say(change, "en") for change in found.changes] == [
        "Pot 750, until now 350",
        "Seat 3 acts now",
    ]
    for language in LANGUAGES:
        assert all(say(change, language) for change in found.changes)


def test_a_correction_that_ends_the_hand_says_so() -> None:
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    table.adds("2", 500)
    table.override("2", "fold")
    found = correction(table.told(RulingGiven), table.state.rulings)
    assert found is not None
    assert [say(change, "en") for change in found.changes] == [
        "Pot 250, until now 350",
        "The hand is over now",
    ]


def test_a_ruling_of_betline_and_an_act_that_was_entered_correct_nothing() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    table.adds("1", 500)
    amended = table.told(RulingGiven)
    assert amended.replaces is not None
    assert correction(amended, table.state.rulings) is None
    table.override("2", "call")
    assert correction(table.told(RulingGiven), table.state.rulings) is None
