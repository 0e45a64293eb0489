"""The log of one table: append-only, hash-chained, on disk before anything is shown.

One SQLite file in WAL mode. Each event holds the hash of the event before it, so a changed,
missing or inserted event shows. Triggers refuse changes, so that no ordinary tool makes one by
mistake. Cards that nobody may see yet lie in a table of their own; their event holds a salted
commitment, which proves later that the card was not changed and tells nothing before.
"""

import fcntl
import hashlib
import json
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from api.errors import LogDamagedError, LogUnavailableError

FIRST_HASH = "0" * 64
"""What the first event holds as the hash of the event before it."""

FORMAT = 1
"""Written in the file's `user_version`; a later betline knows what it reads."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    table_name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ns INTEGER NOT NULL,
    wall_time TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    origin TEXT,
    sealed TEXT,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (table_name, seq)
);
CREATE UNIQUE INDEX IF NOT EXISTS one_event_per_origin ON events (table_name, origin);
CREATE TABLE IF NOT EXISTS sealed_cards (
    table_name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    salt TEXT NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (table_name, seq)
);
CREATE TABLE IF NOT EXISTS inbox (
    source TEXT NOT NULL,
    boot_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (source, boot_id, event_id)
);
"""

# Logs of an earlier betline have no such table yet.
_ACCOUNTED = """
CREATE TABLE IF NOT EXISTS accounted (
    source TEXT NOT NULL,
    boot_id INTEGER NOT NULL,
    next_id INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    after_item INTEGER NOT NULL
);
"""

_TRIGGERS = "".join(
    f"CREATE TRIGGER IF NOT EXISTS {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;"
    for table in ("events", "sealed_cards", "inbox")
    for verb in ("UPDATE", "DELETE")
)

_COLUMNS = "table_name, seq, at_ns, wall_time, kind, payload, origin, sealed, previous_hash, hash"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What is to be written.

    Attributes:
        at_ns: table time.
        kind: the event's kind, such as `observed` or `ruling_given`.
        payload: JSON values only; never a card that is not open to all.
        origin: the fact's own key at its source (`panel:7:123`, `screen:...`), which is accepted
            once; None for what has no other origin than this log.
        card: a card to be sealed, None for most events.
    """

    at_ns: int
    kind: str
    payload: Mapping[str, Any]
    origin: str | None = None
    card: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Record:
    """One event as it stands in the log; `sealed` is the commitment to a card, if it has one."""

    table: str
    seq: int
    at_ns: int
    wall_time: str
    kind: str
    payload: str
    origin: str | None
    sealed: str | None
    previous_hash: str
    hash: str

    @property
    def content(self) -> dict[str, Any]:
        """The payload as JSON values."""
        content: dict[str, Any] = json.loads(self.payload)
        return content

    def expected_hash(self) -> str:
        """The hash that this content must have."""
        fields = [self.table, self.seq, self.at_ns, self.wall_time, self.kind]
        fields += [self.payload, self.origin, self.sealed, self.previous_hash]
        return hashlib.sha256(_json(fields).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class InboxItem:
    """What a device sent and may have forgotten since: kept before it was acknowledged."""

    source: str
    boot_id: int
    event_id: int
    content: str


class TableLog:
    """The log of one table, opened for writing by one process.

    Any thread may call it; a lock lets one in at a time.
    """

    def __init__(self, path: Path, table: str) -> None:
        """Open the log, or begin a new one.

        Raises:
            LogUnavailableError: the file cannot be opened, or another betline writes it.
            LogDamagedError: it is no log of betline's, or of another table.
        """
        self.path = path
        self.table = table
        self._lock = threading.Lock()
        self._guard = _only_writer(path)
        try:
            self._database = _open(path)
            self._last = self._newest()
        except sqlite3.DatabaseError as error:
            self._guard.close()
            raise _fault(path, error) from error
        except LogDamagedError:
            self._guard.close()
            raise

    def append(self, entries: Sequence[Entry]) -> list[Record]:
        """Write all of these events or none; they are on disk when this returns.

        An entry whose origin is in the log already is left out.

        Raises:
            LogUnavailableError: the disk is full, read-only or gone; nothing was written.
        """
        with self._lock:
            written: list[Record] = []
            last = self._last
            try:
                with self._database:
                    for entry in entries:
                        if entry.origin is not None and self._knows(entry.origin):
                            continue
                        last = self._write(entry, last)
                        written.append(last)
            except sqlite3.DatabaseError as error:
                raise _fault(self.path, error) from error
            self._last = last
            return written

    def knows(self, origin: str) -> bool:
        """Whether an event of this origin is in the log."""
        with self._lock:
            return self._knows(origin)

    def keep(self, item: InboxItem) -> bool:
        """Keep what a device sent, so that it may be acknowledged; False: it was there already.

        Raises:
            LogUnavailableError: it could not be written, so it must not be acknowledged.
        """
        with self._lock:
            try:
                with self._database:
                    cursor = self._database.execute(
                        "INSERT OR IGNORE INTO inbox VALUES (?, ?, ?, ?)",
                        (item.source, item.boot_id, item.event_id, item.content),
                    )
            except sqlite3.DatabaseError as error:
                raise _fault(self.path, error) from error
            return cursor.rowcount == 1

    def inbox(self, source: str) -> list[InboxItem]:
        """All that was kept of this source, oldest first."""
        with self._lock:
            rows = self._database.execute(
                "SELECT source, boot_id, event_id, content FROM inbox "
                "WHERE source = ? ORDER BY rowid",
                (source,),
            ).fetchall()
        return [InboxItem(source=a, boot_id=b, event_id=c, content=d) for a, b, c, d in rows]

    def keep_accounted(self, source: str, boot_id: int, next_id: int, lost: int) -> None:
        """Keep how far a person has accounted for what a device lost.

        Raises:
            LogUnavailableError: it could not be written.
        """
        with self._lock:
            try:
                with self._database:
                    self._database.execute(
                        "INSERT INTO accounted VALUES (?, ?, ?, ?, "
                        "(SELECT COALESCE(MAX(rowid), 0) FROM inbox WHERE source = ?))",
                        (source, boot_id, next_id, lost, source),
                    )
            except sqlite3.DatabaseError as error:
                raise _fault(self.path, error) from error

    def accounted(self, source: str) -> tuple[int, int, int] | None:
        """The `boot_id, next_id, lost` kept last; None where a later start of it was heard."""
        with self._lock:
            row = self._database.execute(
                "SELECT boot_id, next_id, lost, after_item FROM accounted WHERE source = ? "
                "ORDER BY rowid DESC LIMIT 1",
                (source,),
            ).fetchone()
            if row is None:
                return None
            later = self._database.execute(
                "SELECT 1 FROM inbox WHERE source = ? AND rowid > ? AND boot_id != ? LIMIT 1",
                (source, row[3], row[0]),
            ).fetchone()
        return None if later else (row[0], row[1], row[2])

    def card_of(self, seq: int) -> str | None:
        """The sealed card of an event: for the replay of the state alone, never for a screen."""
        with self._lock:
            row = self._database.execute(
                "SELECT card FROM sealed_cards WHERE table_name = ? AND seq = ?", (self.table, seq)
            ).fetchone()
        return row[0] if row else None

    def records(self) -> Iterator[Record]:
        """All events in order, each checked against the one before it.

        Raises:
            LogDamagedError: an event is not what was written.
        """
        return read_log(self.path)

    @property
    def last(self) -> Record | None:
        """The newest event; None in an empty log."""
        return self._last

    def close(self) -> None:
        """Close the file; it may be opened again."""
        with self._lock:
            self._database.close()
            self._guard.close()

    def _knows(self, origin: str) -> bool:
        found = self._database.execute(
            "SELECT 1 FROM events WHERE table_name = ? AND origin = ?", (self.table, origin)
        ).fetchone()
        return found is not None

    def _write(self, entry: Entry, last: Record | None) -> Record:
        seq = last.seq + 1 if last else 1
        sealed = self._seal(seq, entry.card) if entry.card is not None else None
        draft = Record(
            table=self.table,
            seq=seq,
            at_ns=entry.at_ns,
            wall_time=datetime.now(UTC).isoformat(timespec="microseconds"),
            kind=entry.kind,
            payload=_json(entry.payload),
            origin=entry.origin,
            sealed=sealed,
            previous_hash=last.hash if last else FIRST_HASH,
            hash="",
        )
        record = Record(**{**vars(draft), "hash": draft.expected_hash()})
        self._database.execute(
            f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            tuple(vars(record).values()),
        )
        return record

    def _seal(self, seq: int, card: str) -> str:
        salt = secrets.token_hex(32)
        self._database.execute(
            "INSERT INTO sealed_cards VALUES (?, ?, ?, ?)", (self.table, seq, salt, card)
        )
        return _commitment(salt, card)

    def _newest(self) -> Record | None:
        row = self._database.execute(
            f"SELECT {_COLUMNS} FROM events ORDER BY seq DESC LIMIT 1"  # noqa: S608
        ).fetchone()
        if row is None:
            return None
        record = _record(row)
        if record.table != self.table:
            raise LogDamagedError(
                f"{self.path} is the log of {record.table!r}, not of {self.table!r}. "
                "Give each table a log file of its own."
            )
        return record


def read_log(path: Path) -> Iterator[Record]:
    """All events of a log file in order, each checked against the one before it.

    A running table may be read at the same time.

    Raises:
        LogUnavailableError: there is no such file, or it cannot be read.
        LogDamagedError: an event is not what was written.
    """
    if not path.is_file():
        raise LogUnavailableError(f"There is no log {path}. Check the path.")
    try:
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.OperationalError as error:
        raise _fault(path, error) from error
    try:
        seq, previous = 0, FIRST_HASH
        for row in database.execute(f"SELECT {_COLUMNS} FROM events ORDER BY seq"):  # noqa: S608
            record = _record(row)
            _check_link(path, record, seq + 1, previous)
            _check_seal(path, record, database)
            yield record
            seq, previous = record.seq, record.hash
    except sqlite3.DatabaseError as error:
        raise _fault(path, error) from error
    finally:
        database.close()


def _check_link(path: Path, record: Record, expected_seq: int, previous_hash: str) -> None:
    remedy = "Keep the file for inquiry and start a new log."
    if record.seq != expected_seq:
        raise LogDamagedError(
            f"{path}: event {expected_seq} is missing; event {record.seq} comes next. {remedy}"
        )
    if record.previous_hash != previous_hash or record.hash != record.expected_hash():
        raise LogDamagedError(
            f"{path}: event {record.seq} or the one before it was changed after it was written. "
            f"{remedy}"
        )


def _check_seal(path: Path, record: Record, database: sqlite3.Connection) -> None:
    if record.sealed is None:
        return
    row = database.execute(
        "SELECT salt, card FROM sealed_cards WHERE table_name = ? AND seq = ?",
        (record.table, record.seq),
    ).fetchone()
    if row is None or _commitment(*row) != record.sealed:
        raise LogDamagedError(
            f"{path}: the sealed card of event {record.seq} was changed after it was written. "
            "Keep the file for inquiry and start a new log."
        )


def _record(row: tuple[Any, ...]) -> Record:
    names = ["table", "seq", "at_ns", "wall_time", "kind"]
    names += ["payload", "origin", "sealed", "previous_hash", "hash"]
    return Record(**dict(zip(names, row, strict=True)))


def _commitment(salt: str, card: str) -> str:
    return hashlib.sha256(f"{salt}:{card}".encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, check_same_thread=False, timeout=2.0)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, FORMAT):
            raise LogDamagedError(
                f"{path} was written by a newer betline (format {version}). Install that version."
            )
        if version == 0:
            database.executescript(
                f"BEGIN; {_SCHEMA} {_TRIGGERS} PRAGMA user_version = {FORMAT}; COMMIT;"
            )
        database.executescript(_ACCOUNTED)
    except BaseException:
        database.close()
        raise
    return database


def _only_writer(path: Path) -> IO[str]:
    """Hold the lock beside the log; the system frees it however the process ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        guard = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise LogUnavailableError(
            f"The log {path} cannot be written: {error.strerror}. "
            "Give `log:` a folder that this user may write to."
        ) from error
    try:
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        guard.close()
        raise LogUnavailableError(
            f"Another betline is writing the log {path}. Stop it, or give this table its own log."
        ) from error
    return guard


def _fault(path: Path, error: sqlite3.DatabaseError) -> Exception:
    """What a person can do about an error of SQLite's."""
    name = getattr(error, "sqlite_errorname", "")
    if name in {"SQLITE_NOTADB", "SQLITE_CORRUPT"}:
        return LogDamagedError(
            f"{path} is not a log of betline's, or is damaged. "
            "Keep the file for inquiry and start a new log."
        )
    if name == "SQLITE_FULL":
        return LogUnavailableError(f"The disk is full: {path} cannot grow. Free some space.")
    if name.startswith("SQLITE_READONLY") or name == "SQLITE_CANTOPEN":
        return LogUnavailableError(
            f"The log {path} cannot be written: read-only, or no right to write. "
            "Make the disk writable, or give `log:` another folder."
        )
    return LogUnavailableError(f"The log {path} cannot be written: {error}. Check the disk.")
