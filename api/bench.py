"""Measures the path from chips at rest to the ruling on a screen, and how many rulings a second.

The recording is played at real pace through a real web server to a real WebSocket client on this
machine, because that is what a dealer waits for. Throughput is measured on its inputs alone,
folded and written to a log on this machine's disk as fast as it can be done.
"""

import json
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from api.demo import demo_table_file
from api.idle_bench import Idle, measure_idle
from api.playback import Playback, RecordingClock
from api.running import Table, open_table
from api.serving import make_server
from api.session import Input, Published
from api.table_file import TableFile
from table.events import Event, Observed, RulingGiven
from table.observations import ChipsAtRest, Observation

NS_PER_MS = 1_000_000
START_TIMEOUT_S = 10.0

BUDGET_MS = {"read": 120, "rule and log": 20, "push": 10, "all": 150}
"""From docs/architecture.md: after chips are at rest."""


@dataclass(frozen=True)
class Timing:
    """One step of the path.

    Attributes:
        step: its name.
        budget_ms: what it may take.
        p50_ms: half of the rulings were faster.
        p95_ms: of twenty rulings, nineteen were faster.
    """

    step: str
    budget_ms: int
    p50_ms: float
    p95_ms: float

    @property
    def within(self) -> bool:
        """Whether nineteen of twenty keep the budget."""
        return self.p95_ms <= self.budget_ms


@dataclass
class Figures:
    """What was measured.

    Attributes:
        timings: step by step, and all together.
        rulings: that rested on chips, and so were timed.
        rulings_per_second: given and written to disk.
        inputs_per_second: folded and written to disk.
        idle: what two cameras over an idle table take.
    """

    timings: list[Timing] = field(default_factory=list)
    rulings: int = 0
    rulings_per_second: float = 0.0
    inputs_per_second: float = 0.0
    idle: Idle | None = None

    def as_json(self) -> dict[str, Any]:
        """The figures for a program."""
        timings = [{**asdict(one), "within": one.within} for one in self.timings]
        idle = None if self.idle is None else self.idle.as_json()
        return {**asdict(self), "timings": timings, "idle": idle}


@dataclass
class _Moments:
    """When one ruling passed which place, in table time."""

    at_rest_ns: int
    taken_in_ns: int
    published_ns: int = 0


class _Stopwatch:
    """Notes when each ruling that rests on chips passes the intake, the session and the screen."""

    def __init__(self, clock: RecordingClock, table: Table) -> None:
        self._clock = clock
        self._taken_in: dict[Observation, int] = {}
        self.moments: dict[int, _Moments] = {}
        self.seen_ns: dict[int, int] = {}
        self.inputs: list[Event] = []
        take_in = table.intake.observe

        def observe(observation: Observation, origin: str | None = None) -> None:
            self._taken_in[observation] = clock()
            take_in(observation, origin)

        table.intake.observe = observe  # type: ignore[method-assign]
        table.session.listen(self._published)

    def _published(
        self, published: Published, event: Event | None, answers: Sequence[Event]
    ) -> None:
        if event is not None:
            self.inputs.append(event)
        if not isinstance(event, Observed) or not isinstance(event.observation, ChipsAtRest):
            return
        for answer in answers:
            if isinstance(answer, RulingGiven):
                seen = event.observation
                moments = _Moments(seen.at_ns, self._taken_in[seen], self._clock())
                self.moments[answer.number] = moments

    def watch(self, address: str, ready: threading.Event) -> None:
        """Be a screen until the server ends it."""
        with connect(address) as screen:
            ready.set()
            try:
                for message in screen:
                    content = json.loads(message)
                    if content["type"] == "snapshot":
                        self.seen_ns.setdefault(content["view"]["ruling"], self._clock())
            except ConnectionClosed:
                return


def measure(recording: Path) -> Figures:
    """Play a recording and measure.

    Args:
        recording: its folder.

    Raises:
        DocumentError, LogUnavailableError: as of `open_table`.
    """
    with demo_table_file(recording) as table_file:
        idle = measure_idle(table_file)
        stopwatch = _play(table_file)
        fresh = _with_log(table_file, "throughput.log")
        figures = _throughput(fresh, stopwatch.inputs)
    figures.idle = idle
    moments = stopwatch.moments
    seen = [number for number in moments if number in stopwatch.seen_ns]
    figures.rulings = len(seen)
    steps: dict[str, list[int]] = {step: [] for step in BUDGET_MS}
    for number in seen:
        one, shown_ns = moments[number], stopwatch.seen_ns[number]
        steps["read"].append(one.taken_in_ns - one.at_rest_ns)
        steps["rule and log"].append(one.published_ns - one.taken_in_ns)
        steps["push"].append(shown_ns - one.published_ns)
        steps["all"].append(shown_ns - one.at_rest_ns)
    figures.timings = [_timing(step, taken_ns) for step, taken_ns in steps.items() if taken_ns]
    return figures


def _with_log(table_file: TableFile, name: str) -> TableFile:
    """The same table with another log beside its own."""
    return table_file.model_copy(update={"log": table_file.log.with_name(name)})


def _timing(step: str, taken_ns: list[int]) -> Timing:
    p50, p95 = np.percentile(np.array(taken_ns) / NS_PER_MS, [50, 95])
    return Timing(step, BUDGET_MS[step], round(float(p50), 1), round(float(p95), 1))


def _play(table_file: TableFile) -> _Stopwatch:
    clock = RecordingClock(real_pace=True)
    table = open_table(table_file, clock, longest_wait_ns=None)
    stopwatch = _Stopwatch(clock, table)
    server = make_server(table.broadcast, None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        serving = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        serving.start()
        ready = threading.Event()
        address = f"ws://127.0.0.1:{port}/ws?role=dealer"
        screen = threading.Thread(target=stopwatch.watch, args=(address, ready))
        try:
            screen.start()
            if not ready.wait(START_TIMEOUT_S):
                raise TimeoutError("the web server did not start")
            playback = Playback(table_file, table.layout, table.intake, clock)
            clock.start()
            table.intake.start()
            playback.run_at_pace()
            playback.close()
            time.sleep(0.5)  # the last ruling is on its way
        finally:
            server.should_exit = True
            serving.join()
            screen.join()
            table.close()
    return stopwatch


def _throughput(table_file: TableFile, inputs: Sequence[Event]) -> Figures:
    clock = RecordingClock(real_pace=False)
    table = open_table(table_file, clock, longest_wait_ns=None)
    rulings = 0
    try:
        started_s = time.perf_counter()
        for event in inputs:
            answers = table.session.apply(Input(event=event))
            rulings += sum(isinstance(answer, RulingGiven) for answer in answers)
        took_s = time.perf_counter() - started_s
    finally:
        table.close()
    return Figures(
        rulings_per_second=round(rulings / took_s, 1),
        inputs_per_second=round(len(inputs) / took_s, 1),
    )
