"""Hands in the common format: read, written, refused with a reason."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory
from recorded import DRAW, HOLDEM, QUARTERS, STUD

from api.phh import Action, HandRecord, PhhError, Verb, parse_cards, read_hands, write_hand
from table.cards import Card


def one(text: str) -> HandRecord:
    (record,) = read_hands(text, "hand.phh")
    return record


def test_a_hand_is_read() -> None:
    record = one(HOLDEM)
    assert (record.code, record.blinds, record.min_bet) == ("NT", (50, 100, 0), 100)
    assert record.stacks == (2000, 10000, 10000)
    assert record.antes_trimmed
    assert record.more == {"author": "somebody"}
    assert record.actions[0] == Action(
        verb=Verb.DEAL_HOLE, player=1, cards=(Card("A", "c"), Card("A", "d"))
    )
    assert record.actions[5] == Action(verb=Verb.BET_OR_RAISE, player=2, amount=900)
    assert record.actions[-1] == Action(verb=Verb.DEAL_BOARD, cards=(Card("9", "c"),))


def test_fractions_become_whole_units_and_an_unknown_stack_stays_unknown() -> None:
    record = one(QUARTERS)
    assert record.scale == 4
    assert (record.blinds, record.small_bet, record.big_bet) == ((1, 2), 2, 4)
    assert record.stacks == (83, None)
    assert [act.amount for act in record.actions if act.amount] == [4, 6, 2]
    assert "[0.25, 0.5]" in write_hand(record)
    assert "[20.75, inf]" in write_hand(record)


@pytest.mark.parametrize("text", [HOLDEM, STUD, DRAW, QUARTERS])
def test_what_is_written_is_read_as_it_was_here_and_by_pokerkit(text: str) -> None:
    record = one(text)
    written = write_hand(record)
    assert one(written) == record
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours, theirs = HandHistory.loads(written), HandHistory.loads(text)
    actions = [action.split(" #")[0] for action in theirs.actions]
    assert replace_actions(theirs, actions) == ours


def replace_actions(history: HandHistory, actions: list[str]) -> HandHistory:
    return replace(history, actions=actions, ante_trimming_status=history.ante_trimming_status)


def test_a_file_of_many_hands_gives_one_after_the_other() -> None:
    many = "\n".join(f"[{key}]\n{text}" for key, text in (("1", HOLDEM), ("two", QUARTERS)))
    names = [record.name for record in read_hands(many, "hands.phhs")]
    assert names == ["hands.phhs#1", "hands.phhs#two"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("variant = ", "not TOML"),
        ("a = 1", "no hand history"),
        (HOLDEM.replace("'NT'", "'XX'"), "unknown variant 'XX'"),
        (HOLDEM.replace("starting_stacks", "stacks"), "starting_stacks is missing"),
        (HOLDEM.replace("p3 f", "p3 dance"), "'p3 dance' is no action"),
        (HOLDEM.replace("p3 f", "q3 f"), "'q3' is no player"),
        (HOLDEM.replace("7h2s", "7x2s"), "a card's suit"),
        (HOLDEM.replace("7h2s", "7h2"), "no row of cards"),
        (HOLDEM.replace("cbr 300", "cbr lots"), "hand.phh"),
        (HOLDEM.replace("[50, 100, 0]", "[50, 100]"), "as many players"),
        (HOLDEM.replace("[50, 100, 0]", "[50, inf, 0]"), "must be numbers"),
    ],
)
def test_what_is_no_hand_is_refused_with_the_place_and_the_reason(wrong: str, told: str) -> None:
    with pytest.raises(PhhError, match=r"hand\.phh") as raised:
        one(wrong)
    assert told in str(raised.value)


def test_half_known_cards_are_not_known() -> None:
    assert parse_cards("Ah???s2?") == (Card("A", "h"), None, None, None)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    texts | st.integers(-(2**60), 2**60) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(values)
def test_any_field_of_our_own_comes_back(value: object) -> None:
    record = replace(one(QUARTERS), more={"_ours": value})
    assert one(write_hand(record)).more == {"_ours": value}


@pytest.mark.shared
def test_every_recorded_hand_is_written_as_it_was_read(shared_folder: Path) -> None:
    files = sorted((shared_folder / "hands").glob("*.phh"))
    assert len(files) >= 20
    for file in files:
        record = one(file.read_text("utf-8"))
        written = write_hand(record)
        assert one(written) == record
        assert HandHistory.loads(written) == HandHistory.loads(file.read_text("utf-8"))
