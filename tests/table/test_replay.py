"""The laws of the fold, over event sequences that nobody would play."""

import json
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from live_table import CAMERA, FIXED_LIMIT, NO_LIMIT, PANEL, POT_LIMIT

from table.cards import Card
from table.chips import chips
from table.encoding import decode_event, encode_event
from table.events import (
    CannotTell,
    Confirmed,
    DeckCounted,
    Event,
    FloorCalled,
    HandEnded,
    HandRetrieved,
    HandStarted,
    Observed,
    OptionChosen,
    Overridden,
    Redone,
    Refused,
    RulingGiven,
    StreetStarted,
    TableOpened,
    TurnIs,
    Undone,
)
from table.game import Street
from table.observations import (
    BoardSeen,
    CardLeftShoe,
    CardsUnverified,
    ChipsAtRest,
    DealerButton,
    DealerPressed,
    GestureKind,
    GestureSeen,
    HandEntered,
    HandLeft,
    Observation,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)
from table.previewing import preview
from table.rulebooks import load
from table.sentences import LANGUAGES, say
from table.state import TableState
from table.stepping import ANSWERS, differences, replay, step
from table.trust import faults

MS = 1_000_000
SEATS = ("1", "2", "3")
BOARD = tuple(map(Card.parse, ("Qc", "7h", "2d", "2s", "Ah")))
INITIAL = TableState(rulebook=load("tda2024"))

seats = st.sampled_from(SEATS)
amounts = st.sampled_from((None, 0, 60, 100, 120, 200, 500, 1000))
handfuls = st.lists(st.sampled_from((20, 100, 500)), max_size=5).map(chips)
confidences = st.sampled_from((1000, 1000, 1000, 500))
often_false = st.sampled_from((False, False, False, True))


def seen(kind: type[Observation], source: str, **more: object) -> st.SearchStrategy:
    return st.builds(kind, source=st.just(source), at_ns=st.just(0), **more)


observations = st.one_of(
    seen(HandEntered, CAMERA, seat=seats),
    seen(HandLeft, CAMERA, seat=seats),
    seen(
        ChipsAtRest,
        CAMERA,
        seat=seats,
        chips=handfuls,
        started_ns=st.just(0),
        unknown=st.sampled_from((0, 0, 0, 1)),
        confidence=confidences,
        moved_along=often_false,
    ),
    seen(ChipsAtRest, CAMERA, seat=seats, chips=handfuls, started_ns=st.just(0)),
    seen(GestureSeen, CAMERA, seat=seats, gesture=st.sampled_from(GestureKind)),
    seen(
        WordSaid,
        PANEL,
        seat=seats,
        word=st.sampled_from(SpokenWord),
        amount=amounts,
        needs_confirmation=often_false,
    ),
    seen(
        DealerPressed,
        PANEL,
        button=st.sampled_from(DealerButton),
        needs_confirmation=often_false,
    ),
    seen(BoardSeen, CAMERA, cards=st.integers(0, 5).map(lambda count: BOARD[:count])),
    seen(CardLeftShoe, "shoe", card=st.sampled_from(BOARD), ordinal=st.integers(1, 20)),
    seen(CardsUnverified, "shoe", reason=st.just("The line was down")),
    seen(
        SourceChanged,
        CAMERA,
        state=st.sampled_from((*[SourceState.LIVE] * 4, SourceState.STALLED)),
        seats=st.just(SEATS),
    ),
    seen(
        SourceChanged,
        PANEL,
        state=st.sampled_from((*[SourceState.LIVE] * 4, SourceState.OFFLINE)),
    ),
)
decisions = st.one_of(
    st.builds(Confirmed, at_ns=st.just(0)),
    st.builds(Undone, at_ns=st.just(0)),
    st.builds(Redone, at_ns=st.just(0)),
    st.builds(FloorCalled, at_ns=st.just(0)),
    st.builds(DeckCounted, at_ns=st.just(0), remaining=st.integers(0, 52)),
    st.builds(
        Overridden,
        at_ns=st.just(0),
        seat=seats,
        action=st.sampled_from(("fold", "check", "call", "bet", "raise", "all_in", "dance")),
        total=amounts,
        reason=st.just("why"),
        by=st.sampled_from(("dealer", "floor")),
    ),
    st.builds(
        OptionChosen,
        at_ns=st.just(0),
        token=st.sampled_from(
            (
                *("full_call", "fold_forfeit", "call", "raise", "check", "no_action"),
                *("hand_dead", "call_or_fold"),
            )
        ),
        by=st.just("floor"),
    ),
    st.builds(
        HandRetrieved, at_ns=st.just(0), seat=seats, reason=st.just("seen"), by=st.just("floor")
    ),
    st.builds(StreetStarted, at_ns=st.just(0), street=st.sampled_from(Street)),
)
hands = st.builds(
    HandStarted,
    at_ns=st.just(0),
    number=st.just(1),
    game=st.sampled_from((NO_LIMIT, FIXED_LIMIT, POT_LIMIT)),
    order=st.sampled_from((SEATS, SEATS[:2], SEATS[:1])),
    stacks=st.fixed_dictionaries(dict.fromkeys(SEATS, st.sampled_from((0, 40, 700, 5000, 5000)))),
    street=st.sampled_from((Street.PREFLOP, Street.PREFLOP, Street.FLOP, Street.RIVER)),
)
endings = st.builds(
    HandEnded,
    at_ns=st.just(0),
    won=st.dictionaries(seats, st.sampled_from((0, 100, 150, 200)), max_size=2),
)
seen_facts = observations.map(lambda made: Observed(at_ns=0, observation=made))
rare = st.integers(0, 19).flatmap(lambda die: st.one_of(hands, endings) if die == 0 else decisions)
inputs = st.integers(0, 5).flatmap(lambda die: rare if die == 0 else seen_facts)
OPENING: list[Event] = [
    TableOpened(at_ns=0, table="one", seats=SEATS, versions={"rulebook": "tda2024 1"}),
    *(
        Observed(at_ns=0, observation=SourceChanged(source=name, at_ns=0, state=SourceState.LIVE))
        for name in (CAMERA, PANEL)
    ),
    HandStarted(at_ns=0, number=1, game=NO_LIMIT, order=SEATS, stacks=dict.fromkeys(SEATS, 5000)),
]


@st.composite
def sequences(draw: st.DrawFn) -> list[Event]:
    """Inputs in the order of their time, most of them by the player whose turn it is.

    A motion begins some time before its rest, and mostly adds to the chips that lie there.
    """
    made: list[Event] = []
    state, at_ns = INITIAL, 0
    for event in [*OPENING, *draw(st.lists(inputs, min_size=5, max_size=60))]:
        at_ns += draw(st.sampled_from((10, 300, 300, 1000))) * MS
        if isinstance(event, Observed):
            told = replace(event.observation, at_ns=max(0, at_ns - draw(st.integers(0, 400)) * MS))
            if hasattr(told, "seat") and state.turn and draw(st.integers(0, 3)):
                told = replace(told, seat=state.turn)
            if isinstance(told, ChipsAtRest):
                lay = state.front(told.seat).chips if draw(st.integers(0, 3)) else ()
                started_ns = max(0, told.at_ns - 500 * MS)
                told = replace(told, chips=chips((*lay, *told.chips)), started_ns=started_ns)
            event = replace(event, observation=told)
        event = replace(event, at_ns=at_ns)
        made.append(event)
        state, _ = step(state, event)
    return made


def played(events: list[Event]) -> tuple[TableState, list[Event]]:
    state, log = INITIAL, []
    for event in events:
        state, answers = step(state, event)
        log += [event, *answers]
    return state, log


@settings(max_examples=100, deadline=None)
@given(sequences())
def test_a_replayed_log_gives_the_same_state_and_the_same_answers(events: list[Event]):
    state, log = played(events)
    assert replay(INITIAL, log) == state
    assert list(differences(INITIAL, log)) == []


@settings(max_examples=60, deadline=None)
@given(sequences(), st.integers(0, 40))
def test_a_restart_in_the_middle_changes_nothing(events: list[Event], stop: int):
    state, log = played(events)
    _, before = played(events[:stop])
    written = [json.dumps(encode_event(event)) for event in before]
    resumed = replay(INITIAL, [decode_event(json.loads(line)) for line in written])
    answers = []
    for event in events[stop:]:
        resumed, told = step(resumed, event)
        answers += [event, *told]
    assert resumed == state
    assert [*before, *answers] == log


@settings(max_examples=100, deadline=None)
@given(sequences())
def test_laws_that_hold_after_every_event(events: list[Event]):
    state, turn, last_number = INITIAL, None, 0
    for event in events:
        before = state
        state, answers = step(state, event)
        assert all(isinstance(answer, ANSWERS) for answer in answers)
        _assert_can_be_said(answers)
        for given_ruling in (a for a in answers if isinstance(a, RulingGiven)):
            assert given_ruling.number == last_number + 1
            last_number = given_ruling.number
            cited = [clause.text for clause in given_ruling.ruling.clauses]
            assert len(cited) == len(set(cited))
            asked_by_person = not isinstance(event, Observed) or isinstance(
                event.observation, DealerPressed
            )
            assert asked_by_person or not faults(state, given_ruling.act.seat)
        turns = [answer.seat for answer in answers if isinstance(answer, TurnIs)]
        turn = turns[-1] if turns else turn
        assert turn == state.turn
        assert len(turns) == (state.turn != before.turn)
        _assert_chips_conserved(state)
        for option in state.options:
            promised = preview(state, option)
            assert promised is None or say(promised, "en")


@settings(max_examples=100, deadline=None)
@given(sequences(), st.integers(1, 4))
def test_what_is_undone_and_brought_back_is_as_it_was(events: list[Event], times: int):
    before, _ = played(events)
    state, at_ns = before, events[-1].at_ns
    for _ in range(times):
        state, told = step(state, Undone(at_ns=at_ns))
        # Not where nothing was left to undo, or an act that had waited was ruled instead.
        assume(not any(isinstance(answer, Refused | RulingGiven) for answer in told))
    for _ in range(times):
        state, told = step(state, Redone(at_ns=at_ns))
        assert not any(isinstance(answer, Refused) for answer in told)
    for name in ("hand", "open_act", "held", "asked", "to_confirm", "fronts"):
        assert getattr(state, name) == getattr(before, name)


def _assert_can_be_said(answers: tuple[Event, ...]) -> None:
    """Every message of an answer is a sentence of the catalogue, with all the values it names."""
    messages = [answer.message for answer in answers if isinstance(answer, CannotTell | Refused)]
    for ruling in (answer.ruling for answer in answers if isinstance(answer, RulingGiven)):
        messages += [ruling.message, ruling.rule]
    for message in messages:
        assert all(say(message, language) for language in LANGUAGES)


def _assert_chips_conserved(state: TableState) -> None:
    hand = state.hand
    if hand is None:
        return
    betting = hand.betting
    parts = [betting.pot, *betting.bets.values(), *betting.stacks.values()]
    assert min(parts) >= 0
    assert sum(parts) == sum(hand.starting_stacks[seat] for seat in hand.order)


def test_a_log_whose_answers_were_changed_is_found():
    _, log = played([*OPENING, Observed(at_ns=1, observation=_fold("3"))])
    assert isinstance(log[-2], RulingGiven)
    changed = [*log[:-2], replace(log[-2], reason="changed"), log[-1]]
    (difference,) = differences(INITIAL, changed)
    assert difference.cause == log[-3]
    assert difference.computed == (log[-2], log[-1])
    (missing,) = differences(INITIAL, log[:-1])
    assert missing.recorded == (log[-2],)


def _fold(seat: str) -> WordSaid:
    return WordSaid(source=PANEL, at_ns=1, seat=seat, word=SpokenWord.FOLD)
