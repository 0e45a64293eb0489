"""The one way into a session: observations of the sources and commands of the screens.

Any thread may hand something in. One thread takes it out, in the order in which it happened, and
applies it. While the log cannot be written nothing is applied and nothing is lost: what the
sources told waits, what a person asked for is refused, until the disk can be written again.
"""

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from api.errors import LogUnavailableError
from api.ordering import LONGEST_WAIT_NS, Ordering
from api.session import Input, Published, Session
from table.events import Event, Observed, Refused
from table.observations import Observation, SourceChanged, SourceState
from table.ruling import Message

logger = logging.getLogger(__name__)

SCREEN = "screen"
"""The source of what is entered on a screen."""

MOST_COMMANDS = 64
"""More people than stand at a table cannot be tapping at the same moment."""

MOST_UNWRITTEN = 20_000
"""About an hour of observations; a disk that is full for longer has been noticed."""

LOG_RETRY_NS = 1_000_000_000
PULSE_S = 0.1
"""How often the thread looks up even though nothing comes."""


class Status(StrEnum):
    """What became of a command."""

    DONE = "done"
    REPEATED = "repeated"
    REFUSED = "refused"
    OUTDATED = "outdated"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a command.

    Attributes:
        status: whether it was done.
        message: why it was not done, a sentence of the catalogue; None where it was.
        text: why the log could not be written, else empty.
    """

    status: Status
    message: Message | None = None
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Command:
    """What a person asks for on a screen.

    Attributes:
        command_id: chosen by the screen; the same one again is the same tap, sent twice.
        event: what it becomes; its time is set when it is taken in.
        ruling: the number of the ruling that the screen showed; None: it refers to none.
    """

    command_id: str
    event: Event
    ruling: int | None = None


@dataclass(frozen=True)
class _Progress:
    source: str
    watermark_ns: int


@dataclass(frozen=True)
class _Asked:
    command: Command
    outcome: "Future[Outcome]"


_Item = Input | _Asked


class Intake:
    """Takes in observations and commands, and applies them to the session in order."""

    def __init__(
        self,
        session: Session,
        sources: Sequence[str],
        clock_ns: Callable[[], int],
        longest_wait_ns: int | None = LONGEST_WAIT_NS,
    ) -> None:
        """Begin; nothing is taken in before `start` or `settle`.

        Args:
            session: what everything is applied to.
            sources: the names of the sources, in the order of the table file.
            clock_ns: the table's clock.
            longest_wait_ns: for a slower source; None for a recording, which waits for it.
        """
        self.session = session
        self.clock_ns = clock_ns
        self._ordering: Ordering[_Item] = Ordering([*sources, SCREEN], longest_wait_ns)
        self._queue: queue.SimpleQueue[tuple[int, Observation | _Progress | _Asked, str | None]] = (
            queue.SimpleQueue()
        )
        self._commands_waiting = threading.Semaphore(MOST_COMMANDS)
        self._unwritten: deque[Input] = deque()
        self._lost = 0
        self._retry_at_ns = 0
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self.alive_at_ns = clock_ns()

    # Called from any thread.

    def observe(self, observation: Observation, origin: str | None = None) -> None:
        """A source told of a fact."""
        self._queue.put((self.clock_ns(), observation, origin))

    def progress(self, source: str, watermark_ns: int) -> None:
        """A source has told of everything up to this time."""
        self._queue.put((self.clock_ns(), _Progress(source, watermark_ns), None))

    def command(self, command: Command) -> "Future[Outcome]":
        """A person asks for something; the future tells what became of it."""
        outcome: Future[Outcome] = Future()
        if self._stopped.is_set() or not self._commands_waiting.acquire(blocking=False):
            message = Message("refused-too-many-taps")
            outcome.set_result(Outcome(status=Status.UNAVAILABLE, message=message))
            return outcome
        outcome.add_done_callback(lambda _: self._commands_waiting.release())
        self._queue.put((self.clock_ns(), _Asked(command, outcome), None))
        return outcome

    @property
    def published(self) -> Published:
        """What the screens may show now."""
        return self.session.published

    def start(self) -> None:
        """Take in what comes, on a thread of its own, until `stop`."""
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Apply what was handed in already, then end."""
        self._stopped.set()
        if self._thread:
            self._thread.join(timeout=10)
        self._take_in_all()
        for item in self._ordering.flush():
            self._apply(item)

    # Called on the one thread that owns the session.

    def settle(self) -> None:
        """Apply all that was handed in and may be passed on now."""
        self._take_in_all()
        self._write_again()
        for item in self._ordering.release(self.clock_ns()):
            self._apply(item)
        self.alive_at_ns = self.clock_ns()

    def finish(self) -> None:
        """The recording has ended: apply all that still waits."""
        self.settle()
        for item in self._ordering.flush():
            self._apply(item)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with suppress(queue.Empty):
                    self._take_in(*self._queue.get(timeout=PULSE_S))
                self.settle()
            except Exception:  # a defect of ours must not end the table; it is in the terminal
                logger.exception("an input could not be taken in")

    def _take_in_all(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._take_in(*self._queue.get_nowait())

    def _take_in(
        self, arrived_ns: int, given: Observation | _Progress | _Asked, origin: str | None
    ) -> None:
        if isinstance(given, _Progress):
            self._ordering.progress(given.source, given.watermark_ns)
        elif isinstance(given, _Asked):
            self._ordering.add(SCREEN, arrived_ns, given, arrived_ns)
        else:
            if isinstance(given, SourceChanged) and given.source != SCREEN:
                self._ordering.set_live(given.source, given.state is SourceState.LIVE)
            observed = Observed(at_ns=given.at_ns, observation=given)
            item = Input(event=observed, origin=origin)
            self._ordering.add(given.source, given.at_ns, item, arrived_ns)

    def _apply(self, item: _Item) -> None:
        if isinstance(item, _Asked):
            try:
                item.outcome.set_result(self._obey(item.command))
            except Exception as error:
                item.outcome.set_exception(error)
                raise
        elif self._unwritten:
            self._keep_for_later(item)
        else:
            try:
                self.session.apply(item)
            except LogUnavailableError:
                self._keep_for_later(item)

    def _obey(self, command: Command) -> Outcome:
        origin = f"{SCREEN}:{command.command_id}"
        published = self.session.published
        if published.log_fault:
            return Outcome(status=Status.UNAVAILABLE, text=published.log_fault)
        if self.session.knows(origin):
            return Outcome(status=Status.REPEATED)
        if command.ruling is not None and command.ruling != published.state.rulings_given:
            return Outcome(status=Status.OUTDATED, message=Message("refused-outdated"))
        event = replace(command.event, at_ns=self.clock_ns())
        if isinstance(event, Observed):
            observation = replace(event.observation, at_ns=event.at_ns)
            event = replace(event, observation=observation)
        try:
            answers = self.session.apply(Input(event=event, origin=origin))
        except LogUnavailableError as error:
            return Outcome(status=Status.UNAVAILABLE, text=str(error))
        refused = next((given for given in answers if isinstance(given, Refused)), None)
        if refused:
            return Outcome(status=Status.REFUSED, message=refused.message)
        return Outcome(status=Status.DONE)

    def _keep_for_later(self, item: Input) -> None:
        if len(self._unwritten) < MOST_UNWRITTEN:
            self._unwritten.append(item)
        else:
            self._lost += 1

    def _write_again(self) -> None:
        """Go on once the disk can be written again."""
        now_ns = self.clock_ns()
        if not self.session.published.log_fault or now_ns < self._retry_at_ns:
            return
        self._retry_at_ns = now_ns + LOG_RETRY_NS
        try:
            self.session.note_log_gap(self._lost)
            self._lost = 0
            while self._unwritten:
                self.session.apply(self._unwritten[0])
                self._unwritten.popleft()
        except LogUnavailableError:
            return
        logger.info("the log can be written again")
