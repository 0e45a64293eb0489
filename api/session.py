"""A session: one table's state, kept in step with its log.

Every input is stepped, and input and answers are written in one transaction; only then are the
answers shown. A restart folds the logged inputs again and compares the answers: a difference is an
alarm on the screen, never hidden. One thread calls this; the web server reads what it publishes.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from api.answer import Answer, answer_after
from api.errors import LogDamagedError, LogUnavailableError
from api.log import Entry, Record, TableLog
from table.encoding import HOLE_CARD, decode_event, encode_event
from table.events import Event
from table.state import TableState
from table.stepping import ANSWERS, step

logger = logging.getLogger(__name__)

Step = Callable[[TableState, Event], tuple[TableState, Sequence[Event]]]

Listener = Callable[["Published", Event | None, Sequence[Event]], None]
"""Gets what is published, the input that changed it (None: the log's own state), the answers."""

DOCUMENT = "document"
STARTED = "session_started"
ALARM = "alarm"
OWN_KINDS = frozenset({DOCUMENT, STARTED, ALARM})
"""Kinds of which `table` knows nothing: a document in force, a start, what must not happen."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """One input of the session.

    Attributes:
        event: what happened.
        origin: its own key at its source, which is accepted once; None where there is none.
    """

    event: Event
    origin: str | None = None


@dataclass(frozen=True, kw_only=True)
class Published:
    """All that a screen may be made from, unchangeable.

    Attributes:
        number: grows by one with each change, within one session.
        state: the table's state.
        at_ns: table time of the newest event.
        answer: what the dealer is told now; None while a player is waited for.
        log_fault: why the log cannot be written, or empty. No figure may be shown then.
        alarms: what must not happen and did; newest last.
    """

    number: int
    state: TableState
    at_ns: int = 0
    answer: Answer | None = None
    log_fault: str = ""
    alarms: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document in force, so that any ruling can be made again from the log alone.

    Attributes:
        role: rulebook, chip set, layout, calibration of a camera, weights.
        name: its file name or its version.
        sha256: of its bytes.
        text: its content; empty where the bytes are too many (weights).
    """

    role: str
    name: str
    sha256: str
    text: str = ""

    @property
    def origin(self) -> str:
        """The same document is written once, however often the table starts."""
        return f"{DOCUMENT}:{self.role}:{self.name}:{self.sha256}"


@dataclass
class Session:
    """The state of one table and its log.

    Attributes:
        log: where everything is written first.
        initial: the state of a table on which nothing has happened.
        step: moves the state on.
    """

    log: TableLog
    initial: TableState
    step: Step = step
    published: Published = field(init=False)
    _listeners: list[Listener] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.published = Published(number=0, state=self.initial)

    def listen(self, listener: Listener) -> None:
        """Call `listener` after each change, on the thread that makes it."""
        self._listeners.append(listener)

    def restore(self) -> int:
        """Fold the log again; returns how many inputs were folded.

        Raises:
            LogUnavailableError: it cannot be read.
            LogDamagedError: it is not what was written.
        """
        inputs = 0
        expected: list[Mapping[str, Any]] = []
        now = self.published
        for record in self.log.records():
            if record.kind in OWN_KINDS:
                continue
            event = self._decoded(record)
            if isinstance(event, ANSWERS):
                now = self._compare(now, record, expected)
                continue
            if expected:
                now = _with_alarm(now, _difference(record.seq, expected[0], None))
            inputs += 1
            now, answers = self._fold(now, event)
            expected = [encode_event(answer) for answer in answers]
        if expected:
            now = _with_alarm(now, _difference(None, expected[0], None))
        self.published = replace(now, number=self.published.number + 1)
        return inputs

    def begin(self, documents: Sequence[Document], version: str) -> None:
        """Write that a session started, and the documents in force that the log lacks.

        Raises:
            LogUnavailableError: the log cannot be written.
        """
        at_ns = self.published.at_ns
        entries = [
            Entry(
                at_ns=at_ns,
                kind=DOCUMENT,
                payload=vars(document),
                origin=document.origin,
            )
            for document in documents
        ]
        payload = {"version": version, "documents": [document.origin for document in documents]}
        self.log.append([*entries, Entry(at_ns=at_ns, kind=STARTED, payload=payload)])

    def knows(self, origin: str) -> bool:
        """Whether an input of this origin was accepted already."""
        return self.log.knows(origin)

    def apply(self, given: Input) -> Sequence[Event]:
        """Step one input, write it with its answers, and publish; returns the answers.

        An input whose origin is in the log already changes nothing.

        Raises:
            LogUnavailableError: nothing was written, so nothing has changed but that the screens
                show the fault. The same input may be applied again once the disk can be written.
        """
        if given.origin is not None and self.log.knows(given.origin):
            return ()
        event = _not_before(self.published.at_ns, given.event)
        now, answers = self._fold(self.published, event)
        new_alarms = now.alarms[len(self.published.alarms) :]
        entries = [_entry(event, given.origin), *map(_entry, answers)]
        entries += [
            Entry(at_ns=event.at_ns, kind=ALARM, payload={"text": text}) for text in new_alarms
        ]
        try:
            self.log.append(entries)
        except (LogUnavailableError, LogDamagedError) as error:
            self._show_log_fault(str(error))
            raise LogUnavailableError(str(error)) from error
        self._publish(replace(now, log_fault=""), event, answers)
        return answers

    def note_log_gap(self, lost: int) -> None:
        """Write that the log could not be written for a while, and show the table again.

        Args:
            lost: observations that came in the meantime and could not be kept.

        Raises:
            LogUnavailableError: it still cannot be written.
        """
        text = self.published.log_fault
        if lost:
            text = f"{text} {lost} observations were lost meanwhile: call the floor."
        entry = Entry(at_ns=self.published.at_ns, kind=ALARM, payload={"text": text})
        self.log.append([entry])
        now = _with_alarm(self.published, text) if lost else self.published
        self._publish(replace(now, log_fault=""), None, ())

    def _fold(self, now: Published, event: Event) -> tuple[Published, Sequence[Event]]:
        try:
            state, answers = self.step(now.state, event)
        except Exception as error:
            # A fault of ours must neither stop the table nor pass for an answer: the input is
            # logged, the state stays, and the screens say it until the session ends.
            logger.exception("an input could not be stepped: %s", type(event).__name__)
            text = f"{type(event).__name__} could not be ruled ({type(error).__name__}: {error})"
            return _with_alarm(replace(now, at_ns=event.at_ns), text), ()
        answer = answer_after(now.answer, event, answers, state)
        return replace(now, state=state, at_ns=event.at_ns, answer=answer), answers

    def _compare(
        self, now: Published, record: Record, expected: list[Mapping[str, Any]]
    ) -> Published:
        """Check a logged answer against the one that the fold gives now."""
        computed = expected.pop(0) if expected else None
        logged = _encoded(record)
        if computed == logged:
            return now
        return _with_alarm(now, _difference(record.seq, computed, logged))

    def _decoded(self, record: Record) -> Event:
        """The event of a record, with the card that was sealed apart from it."""
        card = self.log.card_of(record.seq) if record.sealed is not None else None
        encoded = _encoded(record)
        return decode_event({**encoded, HOLE_CARD: card} if card else encoded)

    def _show_log_fault(self, text: str) -> None:
        if self.published.log_fault != text:
            self._publish(replace(self.published, log_fault=text), None, ())

    def _publish(self, now: Published, event: Event | None, answers: Sequence[Event]) -> None:
        self.published = replace(now, number=self.published.number + 1)
        for listener in self._listeners:
            try:
                listener(self.published, event, answers)
            except Exception:  # who only looks on must not stop the table
                logger.exception("a listener failed")


def _not_before(at_ns: int, event: Event) -> Event:
    """Time in the log never runs backwards; an observation keeps the time of its fact."""
    return event if event.at_ns >= at_ns else replace(event, at_ns=at_ns)


def _entry(event: Event, origin: str | None = None) -> Entry:
    encoded = encode_event(event)
    return Entry(
        at_ns=event.at_ns,
        kind=encoded["kind"],
        payload=encoded["payload"],
        origin=origin,
        card=encoded.get(HOLE_CARD),
    )


def _encoded(record: Record) -> dict[str, Any]:
    return {"kind": record.kind, "at_ns": record.at_ns, "payload": record.content}


def _with_alarm(now: Published, text: str) -> Published:
    return replace(now, alarms=(*now.alarms, text))


def _difference(
    seq: int | None, computed: Mapping[str, Any] | None, logged: Mapping[str, Any] | None
) -> str:
    place = f"event {seq}" if seq is not None else "the end of the log"
    return (
        f"The replay differs at {place}: the log has {_name(logged)}, it gives {_name(computed)}. "
        "Rulings before the restart may have been made with other rules: call the floor."
    )


def _name(content: Mapping[str, Any] | None) -> str:
    return str(content.get("kind")) if content else "nothing"
