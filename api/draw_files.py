"""The files of a draw, side by side: notice, seed, record and audit.

`city.notice.yaml` is published before, `city.seed` is the secret, `city.draw.yaml` is published
after, and `city.audit` is a hash-chained log of what was done when, with every later change.
"""

import csv
import io
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from api.errors import DrawUnavailableError
from api.log import Entry, Record, TableLog, read_log
from table.documents import Document, DocumentError, Model, Problem, parse_document
from table.tournament.draw import SEED_BYTES
from table.tournament.draw_record import DrawRecord, Notice
from table.tournament.places import Place
from table.tournament.seat_changes import SeatChange, seats

COMMITTED, MADE, CHANGED = "draw_committed", "draw_made", "seat_changed"
"""The kinds of entries in the audit."""

_NOTICE, _RECORD = ".notice.yaml", ".draw.yaml"


class DrawFiles:
    """Where the files of one draw lie."""

    def __init__(self, path: Path) -> None:
        """Find the files of a draw.

        Args:
            path: any of its files, or their name without an ending.
        """
        name = path.name
        for ending in (_NOTICE, _RECORD, ".seed", ".audit"):
            name = name.removesuffix(ending)
        self.notice = path.with_name(name + _NOTICE)
        self.seed = path.with_name(name + ".seed")
        self.record = path.with_name(name + _RECORD)
        self.audit = path.with_name(name + ".audit")

    def read_notice(self) -> Notice:
        """What was published before.

        Raises:
            DrawUnavailableError, DocumentError: it cannot be read, or was changed.
        """
        return read_document(self.notice, Notice)

    def read_record(self) -> DrawRecord:
        """What was published after; `table.tournament.draw_record.faults` checks it.

        Raises:
            DrawUnavailableError, DocumentError: it cannot be read.
        """
        return read_document(self.record, DrawRecord)

    def entries(self) -> list[Record]:
        """The audit, its chain checked; empty where there is none.

        Raises:
            LogDamagedError: an entry is not what was written.
        """
        return list(read_log(self.audit)) if self.audit.exists() else []

    def changes(self) -> list[SeatChange]:
        """What the chief judge changed, in order.

        Raises:
            LogDamagedError: the audit is not what was written.
        """
        entries = (entry for entry in self.entries() if entry.kind == CHANGED)
        return [SeatChange.model_validate(entry.content) for entry in entries]

    def seats(self) -> dict[str, Place]:
        """The places in force: as drawn, with the changes.

        Raises:
            DrawUnavailableError, DocumentError, LogDamagedError: a file cannot be used.
        """
        try:
            return seats(self.read_record(), self.changes())
        except ValueError as error:
            raise DrawUnavailableError(
                f"{self.audit}: {error}. Keep both files for inquiry."
            ) from error

    @contextmanager
    def writing(self, event: str) -> Iterator["Audit"]:
        """The audit, open for one more entry; nobody else may write it meanwhile."""
        log = TableLog(self.audit, event)
        try:
            yield Audit(log)
        finally:
            log.close()


class Audit:
    """The audit of a draw, open for writing."""

    def __init__(self, log: TableLog) -> None:
        self._log = log

    def append(self, kind: str, content: dict[str, Any]) -> None:
        """Write one entry; it is on disk when this returns."""
        self._log.append([Entry(at_ns=time.monotonic_ns(), kind=kind, payload=content)])

    def made(self) -> dict[str, Any] | None:
        """The draw that was made; None before."""
        made = (entry for entry in self._log.records() if entry.kind == MADE)
        return next((entry.content for entry in made), None)


def new_seed() -> bytes:
    """A seed from the system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def keep_seed(path: Path, seed: bytes) -> None:
    """Keep the seed in a new file that only its owner may read.

    Raises:
        DrawUnavailableError: there is such a file already, or it cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"{seed.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _cannot_write(path, error) from error


def read_seed(path: Path) -> bytes:
    """The seed of a draw that has not been made yet.

    Raises:
        DrawUnavailableError: it cannot be read, others may read it, or it is no seed.
    """
    try:
        mode = path.stat().st_mode
        text = path.read_text("ascii", errors="replace").strip()
    except OSError as error:
        raise DrawUnavailableError(
            f"{path}: {error.strerror}. Without its seed no draw is made."
        ) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise DrawUnavailableError(
            f"{path} may be read by others, so the draw may be known already. "
            "Commit to a new draw, and keep its seed to yourself."
        )
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise DrawUnavailableError(f"{path} is no seed: 64 hexadecimal digits are expected.")
    return bytes.fromhex(text)


def write_document(path: Path, document: Document) -> None:
    """Write a document as a new file.

    Raises:
        DrawUnavailableError: there is such a file already, or it cannot be written.
    """
    content = document.model_dump(mode="json")
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=10_000)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise _cannot_write(path, error) from error


def read_document(path: Path, model: type[Model]) -> Model:
    """Read one of a draw's documents.

    Raises:
        DrawUnavailableError: the file cannot be read.
        DocumentError: its content is not what it should be; with the line.
    """
    return parse_document(read_text(path), str(path), model)


def read_text(path: Path) -> str:
    """A text file in UTF-8, with or without a byte order mark.

    Raises:
        DrawUnavailableError: it cannot be read, or is in another encoding.
    """
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise DrawUnavailableError(f"{path}: {error.strerror}. Check the path.") from error
    except UnicodeDecodeError as error:
        raise DrawUnavailableError(f"{path} is not in UTF-8. Save it as UTF-8 text.") from error


def read_players(path: Path) -> list[str]:
    """The players: a text file with a name a line, or a CSV file with a column `player`.

    Raises:
        DrawUnavailableError: it cannot be read, or names nobody.
        DocumentError: a CSV file without that column.
    """
    text = read_text(path)
    if path.suffix.lower() == ".csv":
        names = [row.get("player") or "" for row in _rows(text, path)]
    else:
        names = text.splitlines()
    players = [name for name in (name.strip() for name in names) if name]
    if not players:
        raise DrawUnavailableError(f"{path} names no player. Write one name a line.")
    return players


def read_sitting(path: Path) -> dict[int, str]:
    """Who sits where, as a dealer takes it down: a line a seat, its number and the name.

    Raises:
        DrawUnavailableError: it cannot be read.
        DocumentError: a line is not a seat and a name, or a seat stands twice.
    """
    sitting: dict[int, str] = {}
    for line, text in enumerate(read_text(path).splitlines(), 1):
        if not text.strip():
            continue
        number, _, name = text.strip().replace(",", " ", 1).replace("\t", " ", 1).partition(" ")
        if not (number.isascii() and number.isdigit() and name.strip()):
            problem = Problem(line, "", "not a seat and a name", "Write it as: 7 Anna Example")
            raise DocumentError(str(path), [problem])
        if int(number) in sitting:
            raise DocumentError(str(path), [Problem(line, "", f"seat {int(number)} stands twice")])
        sitting[int(number)] = name.strip()
    return sitting


def _rows(text: str, path: Path) -> "csv.DictReader[str]":
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter)
    if "player" not in (rows.fieldnames or []):
        problem = Problem(1, "", "no column is named player", "Name the column of names: player")
        raise DocumentError(str(path), [problem])
    return rows


def _cannot_write(path: Path, error: OSError) -> DrawUnavailableError:
    if isinstance(error, FileExistsError):
        return DrawUnavailableError(
            f"{path} is there already: a draw is committed to once and made once. "
            "Give a new draw a new name."
        )
    return DrawUnavailableError(f"{path} cannot be written: {error.strerror}.")
