"""The script is consistent: its chips exist, and given perfect eyes `table` rules as it says."""

from collections.abc import Iterator

import pytest

from models.staging.direction import NS_PER_MS, chips_for
from models.staging.recording import Source
from models.staging.script import ChangeStep, Expected, PlayerStep
from models.staging.truth import contents
from table.chips import value
from table.events import CannotTell, Event, HandStarted, Observed, Refused, RulingGiven
from table.observations import (
    ChipsAtRest,
    GestureSeen,
    HandEntered,
    HandLeft,
    Observation,
    SourceChanged,
    SourceState,
    WordSaid,
)
from table.rulebooks import load
from table.ruling import Action
from table.seats import Seat
from table.state import TableState
from table.stepping import step

HAND_MS = 500
"""A hand is over the area for so long before chips come to rest, and gone so long after."""


def perfect_observations(source: Source) -> Iterator[Observation]:
    """What cameras and panel would tell of the performance if they made no mistake."""
    for name in ("overhead", "panel"):
        yield SourceChanged(source=name, at_ns=0, state=SourceState.LIVE)
    for content in contents(source.directed.performance, source.layout):
        seat = content.seat
        came_ns = (content.at_ms - HAND_MS) * NS_PER_MS
        gone_ns = (content.at_ms + HAND_MS) * NS_PER_MS
        yield HandEntered(source="overhead", at_ns=came_ns, seat=seat)
        yield HandLeft(source="overhead", at_ns=gone_ns, seat=seat)
        yield ChipsAtRest(
            source="overhead",
            at_ns=gone_ns + 200 * NS_PER_MS,
            seat=seat,
            chips=content.chips,
            started_ns=came_ns,
        )
    for seen in source.directed.gestures:
        at_ns = seen.at_ms * NS_PER_MS
        yield GestureSeen(source="overhead", at_ns=at_ns, seat=seen.seat, gesture=seen.kind)
    for press in source.directed.presses:
        at_ns = press.at_ms * NS_PER_MS
        yield WordSaid(source="panel", at_ns=at_ns, seat=press.seat, word=press.word)


Stepped = tuple[TableState, Event, tuple[Event, ...]]
"""The state before an event, the event, and the answers."""


@pytest.fixture(scope="module")
def steps(source: Source) -> list[Stepped]:
    seen = [Observed(at_ns=told.at_ns, observation=told) for told in perfect_observations(source)]
    state = TableState(rulebook=load(source.script.rulebook))
    taken: list[Stepped] = []
    for event in sorted([*seen, *source.directed.commands], key=lambda event: event.at_ns):
        after, answers = step(state, event)
        taken.append((state, event, tuple(answers)))
        state = after
    return taken


@pytest.fixture(scope="module")
def answers(steps: list[Stepped]) -> list[Event]:
    return [answer for _, _, answers in steps for answer in answers]


def as_expected(given: RulingGiven) -> tuple[Seat, Expected]:
    ruling = given.ruling
    figures = {
        "action": ruling.action,
        "total": ruling.total,
        "raise_by": ruling.raise_by,
        "give_back": ruling.change_to_return,
        "must_add": ruling.chips_to_add,
        "next": ruling.next,
    }
    return ruling.seat, Expected.model_validate(figures)


def test_every_ruling_is_the_scripts(answers: list[Event], source: Source) -> None:
    given = [as_expected(told) for told in answers if isinstance(told, RulingGiven)]
    assert given == list(source.script.rulings())


def test_nothing_is_refused_and_nothing_is_unclear(answers: list[Event]) -> None:
    assert [told for told in answers if isinstance(told, CannotTell | Refused)] == []


def test_the_string_bets_second_ruling_replaces_its_first(answers: list[Event]) -> None:
    replaced = [told for told in answers if isinstance(told, RulingGiven) and told.replaces]
    assert len(replaced) == 1
    assert replaced[0].ruling.change_to_return == 400


def acts_of(source: Source) -> list[PlayerStep]:
    return [
        one for hand in source.script.hands for one in hand.steps if isinstance(one, PlayerStep)
    ]


def test_the_federations_four_worked_examples_are_played(source: Source) -> None:
    played = {
        (act.says, act.push, expected.action, expected.total, expected.give_back)
        for act in acts_of(source)
        for expected in act.rulings
    }
    assert ("raise", ((100, 100),), Action.RAISE, 120, 80) in played
    assert (None, ((100, 100),), Action.CALL, 120, 80) in played
    assert (None, ((500,),), Action.CALL, 100, 400) in played
    assert ("raise", ((500,),), Action.RAISE, 500, 0) in played
    assert (None, ((100, 100, 100, 100, 100),), Action.RAISE, 400, 100) in played


def test_a_check_a_fold_a_string_bet_and_an_all_in_are_played(source: Source) -> None:
    acts = acts_of(source)
    assert any(act.taps for act in acts)
    assert any(act.folds for act in acts)
    assert any(len(act.push) > 1 for act in acts)
    assert any(act.rulings[-1].action is Action.ALL_IN for act in acts)


def test_change_is_worth_what_it_is_given_for(source: Source) -> None:
    for hand in source.script.hands:
        for change in hand.steps:
            if isinstance(change, ChangeStep):
                assert value(change.takes) == value(change.leaves) + value(change.gives)


def test_the_chips_on_the_table_are_the_stacks_that_the_rules_reckon(steps: list[Stepped]) -> None:
    compared = 0
    for before, event, _ in steps:
        if isinstance(event, HandStarted) and before.hand is not None:
            reckoned = before.hand.betting.stacks
            for seat in set(event.order) & set(reckoned):
                assert event.stacks[seat] == reckoned[seat], f"hand {event.number}, seat {seat}"
                compared += 1
    assert compared >= 6


@pytest.mark.parametrize("amount", [0, 10, 60, 240, 1660])
def test_an_amount_is_made_of_the_houses_chips(amount: int) -> None:
    assert value(chips_for(amount)) == amount


def test_an_amount_that_the_house_has_no_chips_for_is_refused() -> None:
    with pytest.raises(ValueError, match="no chip for the last 5"):
        chips_for(65)
