"""One table running: its log, its state, its sources and what its screens see, put together."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from api.broadcast import Broadcast
from api.errors import TableUnavailableError
from api.evidence import EvidenceFolder
from api.intake import SCREEN, Intake
from api.log import TableLog
from api.ordering import LONGEST_WAIT_NS
from api.session import Document, Input, Published, Session
from api.sources import LiveBridge, open_cameras
from api.table_file import TableFile, read_layout_file
from table import rulebooks
from table.documents import DocumentError, Problem
from table.events import Confirmed, Event, Observed, TableOpened
from table.observations import SourceChanged, SourceState
from table.rulebook import Rulebook
from table.state import TableState
from vision.camera_source import CameraSource
from vision.layout import Layout


class TableClock:
    """The table's time: monotonic, and going on after the newest event of the log."""

    def __init__(self) -> None:
        self._offset_ns = -time.monotonic_ns()

    def go_on_after(self, at_ns: int) -> None:
        """Nothing happens at this time or before it any more."""
        self._offset_ns = at_ns + 1 - time.monotonic_ns()

    def __call__(self) -> int:
        """Nanoseconds of table time."""
        return time.monotonic_ns() + self._offset_ns


@dataclass
class Table:
    """A table with its log open and its state restored.

    Attributes:
        table_file: what it is made of.
        layout: where its seats are.
        log: what happened at it.
        session: its state.
        intake: the one way in.
        broadcast: what the screens see.
        replayed: how many inputs were folded from the log.
    """

    table_file: TableFile
    layout: Layout
    log: TableLog
    session: Session
    intake: Intake
    broadcast: Broadcast
    replayed: int

    def close(self) -> None:
        """Apply what was handed in, and close the log."""
        self.intake.stop()
        self.log.close()


def open_table(
    table_file: TableFile,
    clock_ns: Callable[[], int] | TableClock,
    longest_wait_ns: int | None = LONGEST_WAIT_NS,
) -> Table:
    """Open the log, restore the state, and say what the table runs with.

    Args:
        table_file: what it is made of.
        clock_ns: the table's clock; a `TableClock` goes on after the log.
        longest_wait_ns: for a slower source; None for a recording.

    Raises:
        DocumentError: the rulebook, the layout or a calibration cannot be used.
        LogUnavailableError: the log cannot be opened or written.
        LogDamagedError: the log is not what was written.
        TableUnavailableError: the log was written under other rules.
    """
    layout = read_layout_file(table_file.layout)
    rulebook = read_rulebook(table_file.rulebook)
    log = TableLog(table_file.log, table_file.name)
    try:
        initial = TableState(rulebook=rulebook, table=table_file.name, seats=layout.seat_names)
        session = Session(log, initial)
        documents = documents_of(table_file, rulebook)
        _same_rules(log, documents[0])
        if table_file.recorded and log.last is not None:
            raise TableUnavailableError(
                f"A recording begins at time 0 and cannot go on in the log {log.path}. "
                "Delete it, or give `log:` a new file."
            )
        replayed = session.restore()
        if isinstance(clock_ns, TableClock):
            clock_ns.go_on_after(session.published.at_ns)
        session.begin(documents, metadata.version("betline"))
        _say_what_runs(session, table_file, layout, documents, clock_ns())
        intake = Intake(session, table_file.sources, clock_ns, longest_wait_ns)
        broadcast = Broadcast(intake, table_file, layout.seat_names)
    except BaseException:
        log.close()
        raise
    return Table(table_file, layout, log, session, intake, broadcast, replayed)


class LiveSources:
    """The live cameras and bridges of a table, running."""

    def __init__(self, table: Table) -> None:
        """Make them; nothing is opened yet.

        Raises:
            DocumentError: a calibration or the chip set cannot be used.
        """
        clock_ns, intake = table.intake.clock_ns, table.intake
        evidence = EvidenceFolder(table.table_file.log)
        self._intake = intake
        self._cameras: list[CameraSource] = open_cameras(
            table.table_file, table.layout, clock_ns, evidence.keep
        )
        self._bridges = [
            LiveBridge(entry, entry.seats or table.layout.seat_names, intake, table.log)
            for entry in table.table_file.bridges
        ]
        table.session.listen(self._tell_bridges)

    def start(self) -> None:
        """Open cameras and ports, each on threads of its own."""
        for camera in self._cameras:
            camera.start(self._intake.observe, self._progress_of(camera.name))
        for bridge in self._bridges:
            bridge.start()

    def stop(self) -> None:
        """Close cameras and ports."""
        for camera in self._cameras:
            camera.stop()
        for bridge in self._bridges:
            bridge.stop()

    def _progress_of(self, name: str) -> Callable[[int], None]:
        return lambda at_ns: self._intake.progress(name, at_ns)

    def _tell_bridges(
        self, published: Published, event: Event | None, answers: Sequence[Event]
    ) -> None:
        """Light the lamp of the seat in turn; take a confirmation for the bridge's question too."""
        for bridge in self._bridges:
            bridge.light(None if published.log_fault else published.state.turn)
            if isinstance(event, Confirmed):
                bridge.acknowledge_loss()


def read_rulebook(name: str) -> Rulebook:
    """A shipped rulebook by its name, or a house's own by its file.

    Raises:
        DocumentError: it cannot be used.
    """
    if not name.endswith((".yaml", ".yml")):
        return rulebooks.load(name)
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(name, [Problem(0, "", f"cannot be read: {error}")]) from error
    return rulebooks.read(text, name)


def documents_of(table_file: TableFile, rulebook: Rulebook) -> list[Document]:
    """What the table runs with, the rulebook first.

    Raises:
        DocumentError: a file cannot be read.
    """
    # All parameters, as they are in force: a house's file may say only what differs.
    text = rulebook.model_dump_json()
    found = [_document("rulebook", f"{rulebook.name} {rulebook.version}", text.encode(), text)]
    files = [("layout", table_file.layout)]
    files += [("calibration", Path(camera.calibration)) for camera in table_file.cameras]
    files += [
        ("chip set", path) for path in sorted(table_file.chip_set.glob("*")) if path.is_file()
    ]
    for role, path in files:
        try:
            content = path.read_bytes()
        except OSError as error:
            problem = Problem(0, "", f"cannot be read: {error.strerror}")
            raise DocumentError(str(path), [problem]) from error
        written = path.suffix in {".yaml", ".yml"}
        text = content.decode(errors="replace") if written else ""
        found.append(_document(role, path.name, content, text))
    return found


def _document(role: str, name: str, content: bytes, text: str) -> Document:
    return Document(role=role, name=name, sha256=hashlib.sha256(content).hexdigest(), text=text)


def _same_rules(log: TableLog, rulebook: Document) -> None:
    """A log is folded again under the rules that it was written under, or not at all."""
    if log.last is not None and not log.knows(rulebook.origin):
        raise TableUnavailableError(
            f"The log {log.path} was not written under the rulebook {rulebook.name}. "
            "Name its rulebook in the table file, or give `log:` a new file."
        )


def _say_what_runs(
    session: Session,
    table_file: TableFile,
    layout: Layout,
    documents: Sequence[Document],
    at_ns: int,
) -> None:
    """What everything after it is made with; and no source is live before it says so again."""
    versions: dict[str, str] = {}
    for document in documents:
        named = f"{document.name} {document.sha256[:12]}"
        versions[document.role] = ", ".join(filter(None, [versions.get(document.role), named]))
    opened = TableOpened(
        at_ns=at_ns, table=table_file.name, seats=layout.seat_names, versions=versions
    )
    session.apply(Input(event=opened))
    states = dict.fromkeys(table_file.sources, SourceState.STARTING)
    for source, state in {**states, SCREEN: SourceState.LIVE}.items():
        changed = SourceChanged(source=source, at_ns=at_ns, state=state)
        session.apply(Input(event=Observed(at_ns=at_ns, observation=changed)))
