"""A bounty chip or a time token among the bets: TDA 2024 RP-22."""

import pytest
from live_table import LiveTable
from spots import did, facing, spot

from table.act import Gesture
from table.events import CannotTell, OptionChosen, Refused
from table.observations import GestureKind
from table.rulebooks import SHIPPED, load
from table.rules import rule
from table.ruling import Action, Ruling
from table.sentences import LANGUAGES, say


def totals(ruling: Ruling) -> dict[str, int]:
    return {option.token: option.amounts["total_bet"] for option in ruling.options}


@pytest.mark.parametrize("book", SHIPPED)
def test_tda_2024_rp_22_the_floor_holds_it_for_a_call_or_for_all_in(book: str) -> None:
    ruling = rule(facing(300), did(Gesture.BOUNTY_CHIP), load(book))
    assert (ruling.action, ruling.default_option) == (Action.ASK_FLOOR, None)
    assert totals(ruling) == {"call": 300, "all_in": 9000}
    (clause,) = ruling.clauses
    assert (clause.text, clause.assumed) == ("TDA 2024 RP-22", book != "tda2024")


def test_with_no_bet_to_face_it_is_a_check_or_all_in() -> None:
    ruling = rule(spot(turn="B"), did(Gesture.BOUNTY_CHIP), load("tda2024"))
    assert totals(ruling) == {"check": 0, "all_in": 9000}


def test_who_may_not_raise_is_held_for_no_more_than_the_call() -> None:
    betting = facing(300, may_not_raise=frozenset("B"))
    assert totals(rule(betting, did(Gesture.BOUNTY_CHIP), load("tda2024"))) == {
        "call": 300,
        "all_in": 300,
    }


def test_the_dealer_enters_it_and_the_floor_decides() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 300)
    table.gesture("2", GestureKind.BOUNTY_CHIP)
    assert table.ruling.ask_floor
    for language in LANGUAGES:
        assert say(table.ruling.message, language)
        assert "RP-22" in say(table.ruling.rule, language)
    table.take(OptionChosen(at_ns=table.wait(), token="all_in", by="floor"))  # noqa: S106
    assert (table.ruling.action, table.ruling.total) == (Action.ALL_IN, 10_000)
    assert table.turn == "3"


def test_a_camera_that_sees_it_cannot_tell_and_the_ruling_waits_until_it_is_taken_out() -> None:
    table = LiveTable()
    table.hand()
    table.adds("1", 300)
    table.lies("2", unknown=1)
    assert table.told(CannotTell).message.name == "chips-unknown"
    table.gesture("2", GestureKind.BOUNTY_CHIP)
    assert table.silent
    table.lies("2")
    assert table.told_of("2").ruling.ask_floor


def test_it_is_refused_for_a_seat_that_has_no_act_to_make() -> None:
    table = LiveTable()
    table.hand()
    table.gesture("2", GestureKind.BOUNTY_CHIP)
    assert table.told(Refused).message.name == "refused-no-act-of-seat"
    assert table.state.rulings_given == 0
