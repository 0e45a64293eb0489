"""How fast recorded hands are ruled, beside PokerKit, and how that grows with seats and events.

Times are processor time of this process, so that what else the machine does is not measured. The
hands' observations are made beforehand; measured is the fold that rules them. PokerKit, where it is
installed, replays the same records with the automations that its reader sets.
"""

import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from api.phh import BETTING, read_hands
from api.recorded_hand import CAMERA, PANEL, STEP_NS, RecordedHand
from table.events import Event, HandStarted, Observed, RulingGiven
from table.game import Game, Limit
from table.observations import SourceChanged, SourceState, SpokenWord, WordSaid
from table.rulebook import Rulebook
from table.rules import rule
from table.settling import after
from table.state import TableState
from table.stepping import step

NS_PER_S, NS_PER_US = 1_000_000_000, 1_000
SEATS = (2, 4, 6, 8, 10)
EVENTS = (10, 100, 1_000, 10_000)
LAST_RULINGS = 10
"""How many rulings at the end of a long log are timed."""


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How fast hands were played.

    Attributes:
        hands_per_second: from the first post to the last act.
        acts_per_second: folds, checks, calls, bets, raises and bring-ins.
    """

    hands_per_second: float
    acts_per_second: float


@dataclass(frozen=True, kw_only=True)
class HandFigures:
    """What was measured.

    Attributes:
        hands: how many were played.
        acts: how many acts they have.
        betline: our pace, every observation of chips, words and gestures folded.
        rules: the pace of the rules alone: each act ruled and carried out, as PokerKit is given it.
        pokerkit: PokerKit's; None: it is not installed.
        ruling_p50_us: of all steps that gave a ruling, half were faster.
        ruling_p99_us: ninety-nine of a hundred were.
        by_seats: microseconds a ruling (p50), by the number of seats.
        by_events: the same after so many events in one hand.
    """

    hands: int
    acts: int
    betline: Pace
    rules: Pace
    pokerkit: Pace | None
    ruling_p50_us: float
    ruling_p99_us: float
    by_seats: dict[int, float] = field(default_factory=dict)
    by_events: dict[int, float] = field(default_factory=dict)


def measure_hands(folder: Path, rulebook: Rulebook) -> HandFigures:
    """Play all recorded hands of a folder, and hands that grow.

    Args:
        folder: of `.phh` files.
        rulebook: the rules in force.

    Raises:
        PhhError: a file is no hand history.
        FileNotFoundError: there is none.
    """
    texts = [file.read_text("utf-8") for file in sorted(folder.glob("*.phh"))]
    if not texts:
        raise FileNotFoundError(f"There are no .phh files in {folder}.")
    records = [record for text in texts for record in read_hands(text, folder.name)]
    played = [RecordedHand(record, rulebook) for record in records]
    for hand in played:
        hand.play()
    acts = sum(action.verb in BETTING for record in records for action in record.actions)
    inputs = [hand.events for hand in played]
    _fold_all(inputs, rulebook)  # Once unmeasured: caches fill and modules load.
    rulings_ns: list[int] = []
    ours = _pace(len(records), acts, lambda: rulings_ns.extend(_fold_all(inputs, rulebook)))
    return HandFigures(
        hands=len(records),
        acts=acts,
        betline=ours,
        rules=_pace(len(records), acts, lambda: _rule_all(played, rulebook)),
        pokerkit=_pokerkit(texts, acts),
        ruling_p50_us=_percentile_us(rulings_ns, 50),
        ruling_p99_us=_percentile_us(rulings_ns, 99),
        by_seats={seats: _by_seats(seats, rulebook) for seats in SEATS},
        by_events={events: _by_events(events, rulebook) for events in EVENTS},
    )


def _pace(hands: int, acts: int, play: Callable[[], None]) -> Pace:
    started_ns = time.process_time_ns()
    play()
    took_s = (time.process_time_ns() - started_ns) / NS_PER_S
    return Pace(hands_per_second=round(hands / took_s, 1), acts_per_second=round(acts / took_s, 1))


def _rule_all(played: Iterable[RecordedHand], rulebook: Rulebook) -> None:
    for hand in played:
        for act in hand.hand.acts:
            after(act.before, rule(act.before, act.given.act, rulebook))


def _fold_all(inputs: Iterable[Iterable[Event]], rulebook: Rulebook) -> list[int]:
    return [taken for events in inputs for taken in _fold(events, rulebook)]


def _fold(events: Iterable[Event], rulebook: Rulebook) -> list[int]:
    """Nanoseconds of each step that gave a ruling."""
    state, times_ns = TableState(rulebook=rulebook), []
    for event in events:
        started_ns = time.thread_time_ns()
        state, answers = step(state, event)
        took_ns = time.thread_time_ns() - started_ns
        if any(isinstance(answer, RulingGiven) for answer in answers):
            times_ns.append(took_ns)
    return times_ns


def _pokerkit(texts: Sequence[str], acts: int) -> Pace | None:
    if find_spec("pokerkit") is None:
        return None
    from pokerkit import HandHistory

    histories = [HandHistory.loads(text) for text in texts]

    def play() -> None:
        for history in histories:
            for _ in history:
                pass

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It warns of cards dealt twice where one was not known.
        play()
        return _pace(len(histories), acts, play)


def _percentile_us(times_ns: Sequence[int], percent: int) -> float:
    ordered = sorted(times_ns)
    return round(ordered[len(ordered) * percent // 100] / NS_PER_US, 1)


def _opened(seats: int) -> list[Event]:
    """A no-limit hand of so many seats, with chips for any number of raises."""
    order = tuple(str(number) for number in range(1, seats + 1))
    sources: list[Event] = [
        Observed(
            at_ns=STEP_NS,
            observation=SourceChanged(source=name, at_ns=STEP_NS, state=SourceState.LIVE),
        )
        for name in (CAMERA, PANEL)
    ]
    game = Game(limit=Limit.NO_LIMIT, small_blind=1, big_blind=2)
    stacks = dict.fromkeys(order, 10**9)
    return [
        *sources,
        HandStarted(at_ns=STEP_NS, number=1, game=game, order=order, stacks=stacks),
    ]


def _raised(seats: int, count: int, rulebook: Rulebook) -> list[Event]:
    """A hand in which everybody raises by the least, until it has so many events."""
    events = _opened(seats)
    state = TableState(rulebook=rulebook)
    for event in events:
        state, _ = step(state, event)
    while len(events) < count and state.hand is not None and state.turn is not None:
        betting = state.hand.betting
        at_ns = (len(events) + 1) * STEP_NS
        word = WordSaid(
            source=PANEL,
            at_ns=at_ns,
            seat=state.turn,
            word=SpokenWord.RAISE,
            amount=betting.level + betting.full_raise,
        )
        events.append(Observed(at_ns=at_ns, observation=word))
        state, _ = step(state, events[-1])
    return events


def _by_seats(seats: int, rulebook: Rulebook) -> float:
    events = _raised(seats, 100, rulebook)
    return _percentile_us(_fold(events, rulebook), 50)


def _by_events(count: int, rulebook: Rulebook) -> float:
    times_ns = _fold(_raised(2, count, rulebook), rulebook)
    return _percentile_us(times_ns[-LAST_RULINGS:], 50)
