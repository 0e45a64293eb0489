"""The log: nothing lost, nothing changed unseen, no card told, and a disk that fails."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.errors import LogDamagedError, LogUnavailableError
from api.log import FIRST_HASH, Entry, InboxItem, TableLog, read_log

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PAYLOADS = st.dictionaries(TEXTS, TEXTS | st.integers() | st.none() | st.lists(TEXTS), max_size=4)
ENTRIES = st.builds(
    Entry, at_ns=st.integers(0, 2**62), kind=TEXTS, payload=PAYLOADS, origin=st.none()
)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[TableLog]:
    opened = TableLog(tmp_path / "table.log", "Table 7")
    yield opened
    opened.close()


def entry(number: int, **changes: Any) -> Entry:
    return Entry(**{"at_ns": number, "kind": "observed", "payload": {"number": number}, **changes})


def tamper(path: Path, statement: str) -> None:
    """Change the file as somebody would who knows SQLite: the triggers do not stop him."""
    database = sqlite3.connect(path)
    with database:
        for table in ("events", "sealed_cards", "inbox"):
            for verb in ("update", "delete"):
                database.execute(f"DROP TRIGGER {table}_refuse_{verb}")
        database.execute(statement)
    database.close()


def test_each_event_holds_the_hash_of_the_one_before(log: TableLog) -> None:
    first, second = log.append([entry(1), entry(2)])
    assert first.previous_hash == FIRST_HASH
    assert second.previous_hash == first.hash
    assert [record.content for record in read_log(log.path)] == [{"number": 1}, {"number": 2}]


def test_a_log_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    log = TableLog(path, "Table 7")
    (before,) = log.append([entry(1)])
    log.close()
    log = TableLog(path, "Table 7")
    (after,) = log.append([entry(2)])
    log.close()
    assert (after.seq, after.previous_hash) == (2, before.hash)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(entries=st.lists(ENTRIES, min_size=1, max_size=8), data=st.data())
def test_every_change_of_an_event_shows(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("log") / "table.log"
    log = TableLog(path, "Table 7")
    records = log.append(entries)
    log.close()
    assert list(read_log(path)) == records
    seq = data.draw(st.integers(1, len(entries)))
    column = data.draw(st.sampled_from(["at_ns", "wall_time", "kind", "payload", "hash"]))
    tamper(path, f"UPDATE events SET {column} = {column} || '1' WHERE seq = {seq}")  # noqa: S608
    with pytest.raises(LogDamagedError, match=f"event {seq} or the one before"):
        list(read_log(path))


def test_a_missing_event_shows(log: TableLog) -> None:
    log.append([entry(1), entry(2), entry(3)])
    tamper(log.path, "DELETE FROM events WHERE seq = 2")
    with pytest.raises(LogDamagedError, match="event 2 is missing"):
        list(read_log(log.path))


@pytest.mark.parametrize("table", ["events", "sealed_cards", "inbox"])
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "UPDATE {} SET rowid = 9"])
def test_the_file_itself_refuses_changes(log: TableLog, table: str, statement: str) -> None:
    log.append([entry(1, card="Qc")])
    log.keep(InboxItem(source="panel", boot_id=1, event_id=1, content=""))
    database = sqlite3.connect(log.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        database.execute(statement.format(table))
    database.close()


def test_an_origin_is_accepted_once(log: TableLog) -> None:
    assert len(log.append([entry(1, origin="panel:7:1")])) == 1
    assert log.append([entry(2, origin="panel:7:1")]) == []
    assert log.knows("panel:7:1")
    assert not log.knows("panel:7:2")


def test_all_of_a_transaction_is_written_or_nothing(log: TableLog) -> None:
    unwritable = entry(2, payload={"not JSON": object()})
    with pytest.raises(TypeError):
        log.append([entry(1), unwritable])
    assert list(read_log(log.path)) == []
    assert log.append([entry(3)])[0].seq == 1


def test_a_sealed_card_is_in_no_event(log: TableLog) -> None:
    log.append([entry(1, card="Qc")])
    (record,) = read_log(log.path)
    assert "Qc" not in json.dumps(vars(record))
    assert record.sealed is not None
    assert log.card_of(1) == "Qc"


def test_the_same_card_is_sealed_differently_each_time(log: TableLog) -> None:
    one, two = log.append([entry(1, card="Qc"), entry(2, card="Qc")])
    assert one.sealed != two.sealed


def test_a_changed_sealed_card_shows(log: TableLog) -> None:
    log.append([entry(1, card="Qc")])
    tamper(log.path, "UPDATE sealed_cards SET card = 'As'")
    with pytest.raises(LogDamagedError, match="sealed card of event 1"):
        list(read_log(log.path))


def test_what_a_device_sent_is_kept_once(log: TableLog) -> None:
    item = InboxItem(source="panel", boot_id=2**32 - 1, event_id=3, content="{}")
    assert log.keep(item)
    assert not log.keep(item)
    assert log.inbox("panel") == [item]
    assert log.inbox("shoe") == []


def test_one_process_writes(log: TableLog) -> None:
    with pytest.raises(LogUnavailableError, match="Another betline is writing"):
        TableLog(log.path, "Table 7")


def test_a_log_belongs_to_one_table(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    log = TableLog(path, "Table 7")
    log.append([entry(1)])
    log.close()
    with pytest.raises(LogDamagedError, match="is the log of 'Table 7', not of 'Table 8'"):
        TableLog(path, "Table 8")


def test_a_full_disk_is_told_and_nothing_is_half_written(log: TableLog) -> None:
    log.append([entry(1)])
    pages = log._database.execute("PRAGMA page_count").fetchone()[0]
    log._database.execute(f"PRAGMA max_page_count = {pages}")
    large = entry(2, payload={"text": "x" * 100_000})
    with pytest.raises(LogUnavailableError, match="The disk is full"):
        log.append([entry(3), large])
    assert [record.seq for record in read_log(log.path)] == [1]
    log._database.execute(f"PRAGMA max_page_count = {pages + 1000}")
    assert log.append([large])[0].seq == 2


def test_a_disk_that_became_read_only_is_told(log: TableLog) -> None:
    log._database.execute("PRAGMA query_only = ON")
    with pytest.raises(LogUnavailableError, match="Make the disk writable"):
        log.append([entry(1)])
    with pytest.raises(LogUnavailableError, match="Make the disk writable"):
        log.keep(InboxItem(source="panel", boot_id=1, event_id=1, content=""))
    log._database.execute("PRAGMA query_only = OFF")
    assert log.append([entry(1)])


def test_a_read_only_file_system_is_told() -> None:
    with pytest.raises(LogUnavailableError, match="cannot be written"):
        TableLog(Path("/proc/betline/table.log"), "Table 7")


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 4096]
)
def test_another_kind_of_file_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.log"
    path.write_bytes(content)
    with pytest.raises(LogDamagedError, match="not a log of betline's"):
        TableLog(path, "Table 7")
    assert path.read_bytes() == content


def test_a_log_of_a_newer_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    TableLog(path, "Table 7").close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 9")
    database.close()
    with pytest.raises(LogDamagedError, match="newer betline"):
        TableLog(path, "Table 7")


def test_an_absent_log_is_told(tmp_path: Path) -> None:
    with pytest.raises(LogUnavailableError, match="There is no log"):
        list(read_log(tmp_path / "nowhere.log"))


def test_a_running_log_can_be_read(log: TableLog) -> None:
    reading = read_log(log.path)
    log.append([entry(1)])
    assert next(reading).seq == 1
    log.append([entry(2)])
    reading.close()
