"""A table put together from its file: what it runs with is in the log, and rules do not change."""

from pathlib import Path

import pytest
from test_commands import CALIBRATION, _chip_set
from test_table_file import LAYOUT, TABLE

from api.errors import TableUnavailableError
from api.log import read_log
from api.running import TableClock, documents_of, open_table, read_rulebook
from api.table_file import TableFile, read_table_file
from table.documents import DocumentError
from table.observations import SourceState


@pytest.fixture
def table_file(tmp_path: Path) -> TableFile:
    (tmp_path / "layout.yaml").write_text(LAYOUT)
    (tmp_path / "overhead.yaml").write_text(CALIBRATION)
    _chip_set(tmp_path / "chips")
    (tmp_path / "table.yaml").write_text(TABLE)
    return read_table_file(tmp_path / "table.yaml")


def test_the_log_names_and_holds_what_the_table_runs_with(table_file: TableFile) -> None:
    table = open_table(table_file, TableClock())
    table.close()
    records = list(read_log(table_file.log))
    documents = [record.content for record in records if record.kind == "document"]
    roles = [document["role"] for document in documents]
    assert roles == ["rulebook", "layout", "calibration", "chip set", "chip set"]
    assert '"silent_chips"' in documents[0]["text"]
    (opened,) = [record.content for record in records if record.kind == "table_opened"]
    assert opened["versions"]["rulebook"].startswith("tda2024")
    assert table.session.published.state.versions == opened["versions"]


def test_no_source_is_live_after_a_start(table_file: TableFile) -> None:
    table = open_table(table_file, TableClock())
    states = {name: told.state for name, told in table.session.published.state.sources.items()}
    table.close()
    assert states == {
        "overhead": SourceState.STARTING,
        "panel": SourceState.STARTING,
        "screen": SourceState.LIVE,
    }


def test_time_goes_on_after_a_restart(table_file: TableFile) -> None:
    first = open_table(table_file, TableClock())
    first.close()
    clock = TableClock()
    second = open_table(table_file, clock)
    assert second.replayed == 4
    assert second.session.published.alarms == ()
    second.close()
    times = [record.at_ns for record in read_log(table_file.log)]
    assert times == sorted(times)
    assert clock() > times[-1]


def test_a_log_does_not_go_on_under_other_rules(table_file: TableFile) -> None:
    open_table(table_file, TableClock()).close()
    other = table_file.model_copy(update={"rulebook": "roberts"})
    with pytest.raises(TableUnavailableError, match="not written under the rulebook roberts"):
        open_table(other, TableClock())
    open_table(table_file, TableClock()).close()


def test_another_calibration_is_one_more_document(table_file: TableFile) -> None:
    open_table(table_file, TableClock()).close()
    calibration = Path(table_file.cameras[0].calibration)
    calibration.write_text(calibration.read_text() + "# measured again\n")
    open_table(table_file, TableClock()).close()
    documents = [record.content for record in read_log(table_file.log) if record.kind == "document"]
    assert [document["role"] for document in documents].count("calibration") == 2


def test_a_recording_begins_in_a_new_log(table_file: TableFile, tmp_path: Path) -> None:
    (tmp_path / "x.mp4").touch()
    camera = table_file.cameras[0].model_copy(
        update={"device": None, "video": str(tmp_path / "x.mp4")}
    )
    recorded = table_file.model_copy(update={"cameras": (camera,), "bridges": ()})
    assert recorded.recorded
    open_table(recorded, lambda: 0, None).close()
    with pytest.raises(TableUnavailableError, match="cannot go on in the log"):
        open_table(recorded, lambda: 0, None)


def test_a_house_may_have_its_own_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("name: house\ntitle: House rules\nversion: '1'\nbased_on: tda2024\n")
    assert read_rulebook(str(path)).name == "house"
    with pytest.raises(DocumentError, match="The shipped rulebooks are"):
        read_rulebook("no_such_book")


def test_a_file_that_vanished_is_told(table_file: TableFile) -> None:
    Path(table_file.cameras[0].calibration).unlink()
    with pytest.raises(DocumentError, match="cannot be read: No such file"):
        documents_of(table_file, read_rulebook("tda2024"))
