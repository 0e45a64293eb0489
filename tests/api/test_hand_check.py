"""Recorded hands played again: they agree, and a changed record is found and explained."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory
from recorded import DRAW, HOLDEM, QUARTERS, STUD

from api.hand_check import check_hand
from api.phh import HandRecord, read_hands
from api.recorded_hand import RecordedHand
from table.chips import change, value
from table.encoding import decode_event, encode_event
from table.events import Observed
from table.observations import ChipsAtRest, WordSaid
from table.rulebooks import load
from table.state import TableState
from table.stepping import replay

TDA = load("tda2024")


def one(text: str) -> HandRecord:
    (record,) = read_hands(text, "hand.phh")
    return record


def test_a_hand_is_played_by_chips_and_words_with_its_pots_winners_and_stacks() -> None:
    checked = check_hand(one(HOLDEM), TDA)
    assert checked.agrees
    assert checked.acts == 5
    assert [(pot.amount, pot.players) for pot in checked.pots.pots] == [(4000, ("p1", "p2"))]
    assert checked.won == {"p1": 4000}
    assert checked.stacks == {"p1": 4000, "p2": 8000, "p3": 10000}


def test_a_high_and_a_low_hand_split_main_and_side_pot_of_stud() -> None:
    checked = check_hand(one(STUD), TDA)
    assert checked.agrees, checked.reason
    assert [(pot.amount, pot.players) for pot in checked.pots.pots] == [
        (105, ("p1", "p2", "p3")),
        (850, ("p1", "p2")),
    ]
    assert checked.won == {"p1": 477, "p2": 478}


@pytest.mark.parametrize("text", [DRAW, QUARTERS])
def test_draws_and_fractions_agree(text: str) -> None:
    checked = check_hand(one(text), TDA)
    assert checked.agrees, checked.reason


@pytest.mark.parametrize(
    ("text", "right", "wrong", "told"),
    [
        (HOLDEM, "cbr 900", "cbr 450", "recorded: all_in or bet or raise to 450; ruled: raise to"),
        (HOLDEM, "'p3 f', ", "", "it is the turn of p3"),
        (HOLDEM, ", 'p2 cc'", "", "the record ends, but p2 is to act"),
        (HOLDEM, ", 'd db 9c'", "", "before all cards are dealt"),
        (STUD, "1017", "1018", "finishing stack of p1: recorded 1018, ours 1017"),
        (STUD, "'p3 pb'", "'p1 cbr 50'", "it is the turn of p3"),
        (STUD, "'p1 cbr 50'", "'p1 cbr 70'", "ruled: raise to 50"),
        (DRAW, "p1 sd 8h", "p1 sd 8s", "which he does not have"),
        (DRAW, "winnings = [600", "winnings = [500", "winnings of p1: recorded 500, ours 600"),
    ],
)
def test_a_changed_record_is_told_with_the_reason(
    text: str, right: str, wrong: str, told: str
) -> None:
    assert right in text
    checked = check_hand(one(text.replace(right, wrong)), TDA)
    assert not checked.agrees
    assert told in checked.reason


def test_without_all_cards_there_are_pots_but_no_winners() -> None:
    checked = check_hand(one(HOLDEM.replace("KcKd", "????")), TDA)
    assert checked.agrees
    assert checked.won is None
    assert sum(pot.amount for pot in checked.pots.pots) == 4000


def test_chips_that_cannot_make_an_amount_are_told() -> None:
    checked = check_hand(one(HOLDEM), TDA, (100, 500))
    assert "cannot be paid" in checked.reason


def test_words_are_said_only_where_silent_chips_would_count_as_something_else() -> None:
    played = RecordedHand(one(HOLDEM), TDA, (25, 100, 1000))
    played.play()
    seen = [event.observation for event in played.events if isinstance(event, Observed)]
    said = [word.amount for word in seen if isinstance(word, WordSaid)]
    # 300 over a blind of 100 with 2 x 100 and 2 x 25 is a silent raise; 2000 in one push is too.
    assert said == []
    assert any(isinstance(one, ChipsAtRest) for one in seen)
    oversized = RecordedHand(one(HOLDEM), TDA, (50, 100, 800))
    oversized.play()
    seen = [event.observation for event in oversized.events if isinstance(event, Observed)]
    assert [word.amount for word in seen if isinstance(word, WordSaid)] == [900]


@pytest.mark.parametrize("text", [HOLDEM, STUD, DRAW, QUARTERS])
def test_the_log_of_a_hand_gives_the_same_hand(text: str) -> None:
    played = RecordedHand(one(text), TDA)
    played.play()
    lines = [json.dumps(encode_event(event)) for event in played.events]
    events = [decode_event(json.loads(line)) for line in lines]
    assert events == played.events
    assert replay(TableState(rulebook=TDA), events) == played.state


@given(st.integers(0, 400), st.sets(st.integers(2, 500), max_size=8))
def test_change_is_worth_what_it_is_for(amount: int, denominations: set[int]) -> None:
    assert value(change(amount, {1, *denominations})) == amount


def test_nobody_pays_with_a_wheelbarrow() -> None:
    with pytest.raises(ValueError, match="over 500 chips"):
        change(10**12, (1,))


@pytest.mark.shared
def test_every_recorded_hand_agrees_and_pays_as_pokerkit_does(shared_folder: Path) -> None:
    files = sorted((shared_folder / "hands").glob("*.phh"))
    known = 0
    for file in files:
        text = file.read_text("utf-8")
        checked = check_hand(one(text), TDA)
        assert checked.agrees, (file.name, checked.reason)
        if checked.stacks is None:
            continue
        known += 1
        *_, state = HandHistory.loads(text)
        scale = one(text).scale
        for player, stack in enumerate(state.stacks, start=1):
            if f"p{player}" in checked.stacks:
                assert checked.stacks[f"p{player}"] == stack * scale, file.name
    assert known >= 20
