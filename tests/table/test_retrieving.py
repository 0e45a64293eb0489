"""A hand that was thrown away and is identified beyond doubt: TDA 2024 13-15, WSOP-L 2024 107."""

import pytest
from live_table import LiveTable

from table.events import HandRetrieved, Refused, RulingGiven
from table.observations import GestureKind, SpokenWord
from table.ruling import Action
from table.sentences import LANGUAGES, say
from table.state import TableState
from table.stepping import differences


def folded(rulebook: str = "tda2024") -> LiveTable:
    """Seat 1 bets 200, seat 2 throws his cards away, seat 3 calls."""
    table = LiveTable(rulebook)
    table.hand(("1", "2", "3", "4"))
    table.adds("1", 200)
    table.gesture("2", GestureKind.CARDS_PUSHED_FORWARD)
    table.adds("3", 200)
    return table


def seats(table: LiveTable) -> list[str]:
    assert table.state.hand is not None
    return [act.given.act.seat for act in table.state.hand.acts]


def retrieve(table: LiveTable, seat: str = "2") -> None:
    table.take(HandRetrieved(at_ns=table.wait(), seat=seat, reason="seen by all", by="floor"))


@pytest.mark.parametrize(
    ("rulebook", "clause", "assumed"),
    [
        ("tda2024", "TDA 2024 13-15", False),
        ("wsop_l2024", "WSOP-L 2024 107, 139", False),
        ("fspr", "TDA 2024 13-15", True),
    ],
)
def test_a_retrieved_hand_lives_and_its_player_acts_now(
    rulebook: str, clause: str, assumed: bool
) -> None:
    table = folded(rulebook)
    assert table.turn == "4"
    retrieve(table)
    given = table.told_of("2")
    assert (given.by, given.reason, given.ruling.action) == (
        "floor",
        "seen by all",
        Action.NO_CHANGE,
    )
    assert [(cited.text, cited.assumed) for cited in given.ruling.clauses] == [(clause, assumed)]
    assert all(say(given.ruling.message, language) for language in LANGUAGES)
    assert all(clause in say(given.ruling.rule, language) for language in LANGUAGES)
    assert table.turn == "2"
    assert table.state.hand is not None
    assert table.state.hand.betting.folded == frozenset()


def test_what_others_did_meanwhile_stands() -> None:
    table = folded()
    retrieve(table)
    table.says("2", SpokenWord.CALL)
    assert table.ruling.total == 200
    assert table.turn == "4"
    assert table.state.hand is not None
    assert table.state.hand.betting.bets == {"1": 200, "2": 200, "3": 200}


def test_a_hand_thrown_away_out_of_turn_may_be_retrieved_too() -> None:
    table = LiveTable()
    table.hand()
    table.gesture("2", GestureKind.CARDS_PUSHED_FORWARD)
    retrieve(table)
    assert table.turn == "1"
    table.says("1", SpokenWord.CHECK)
    assert table.turn == "2"


def test_the_last_hand_but_one_may_be_retrieved_before_the_pot_is_pushed() -> None:
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 200)
    table.says("2", SpokenWord.FOLD)
    assert table.state.hand is not None
    assert table.state.hand.over
    retrieve(table)
    assert not table.state.hand.over
    assert table.turn == "2"


def test_undo_makes_the_hand_dead_no_more_and_no_less_than_before_its_fold() -> None:
    table = folded()
    retrieve(table)
    table.undo()
    table.undo()
    assert (table.turn, seats(table)) == ("2", ["1"])
    assert table.state.hand is not None
    assert table.state.hand.betting.bets == {"1": 200}


def test_a_hand_of_an_earlier_street_or_one_that_was_not_folded_stays() -> None:
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.says("1", SpokenWord.FOLD)
    table.says("2", SpokenWord.CHECK)
    table.says("3", SpokenWord.CHECK)
    table.confirm()
    table.confirm()
    for seat in ("1", "2", "9"):
        retrieve(table, seat)
        assert table.told(Refused).message.name == "refused-no-hand-to-retrieve"
        assert all(say(table.told(Refused).message, language) for language in LANGUAGES)


def test_a_log_with_a_retrieved_hand_gives_the_same_answers_again() -> None:
    table = folded()
    retrieve(table)
    table.says("2", SpokenWord.CALL)
    assert list(differences(TableState(rulebook=table.initial.rulebook), table.log)) == []
    assert sum(isinstance(event, RulingGiven) for event in table.log) == 5
