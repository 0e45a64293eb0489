import io
import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.recording import (
    Chunk,
    RecordedBridge,
    RecordedTransport,
    Recording,
    RecordingError,
    RecordingWriter,
    TeeTransport,
    read_recording,
    write_recording,
)
from firmware_bridge.schema import SCHEMA
from firmware_bridge.script import Script, play_script, read_script
from firmware_bridge.transport import TransportError
from table.documents import DocumentError, parse_document
from table.observations import (
    CardLeftShoe,
    DealerPressed,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)

MS = 1_000_000
SCRIPT = """
device: panel
duration_ms: 6000
presses:
  - {at_ms: 1200, seat: 3, word: raise, amount: 500}
  - {at_ms: 2000, seat: 4, word: call}
  - {at_ms: 2001, seat: 5, word: all_in}
  - {at_ms: 4000, dealer: confirm}
"""


@pytest.fixture(scope="module")
def recording() -> Recording:
    return play_script(parse_document(SCRIPT, "script.yaml", Script))


def test_a_script_is_told_by_its_recording(recording: Recording):
    live, *told = RecordedBridge(recording).advance(10**12)
    assert isinstance(live, SourceChanged)
    assert live.state is SourceState.LIVE
    words = [(item.seat, item.word, item.amount) for item in told if isinstance(item, WordSaid)]
    assert words == [
        ("3", SpokenWord.RAISE, 500),
        ("4", SpokenWord.CALL, None),
        ("5", SpokenWord.ALL_IN, None),
    ]
    assert isinstance(told[-1], DealerPressed)
    times_ms = [item.at_ns // MS for item in told]
    for time_ms, pressed_ms in zip(times_ms, [1200, 2000, 2001, 4000], strict=True):
        assert pressed_ms <= time_ms <= pressed_ms + 10


def test_a_script_always_gives_the_same_bytes(recording: Recording):
    assert play_script(parse_document(SCRIPT, "script.yaml", Script)) == recording


@settings(deadline=None)
@given(st.lists(st.integers(0, 7_000), min_size=1, max_size=20))
def test_however_a_recording_is_advanced_it_tells_the_same_in_order(
    recording: Recording, times_ms: list[int]
):
    bridge = RecordedBridge(recording)
    told = []
    for until_ms in [*sorted(times_ms), 10_000]:
        given = bridge.advance(until_ms * MS)
        assert all(item.at_ns <= until_ms * MS for item in given)
        assert not told or not given or told[-1].at_ns <= given[0].at_ns
        told += given
    assert told == RecordedBridge(recording).advance(10**12)


def test_a_recording_survives_its_file(recording: Recording, tmp_path: Path):
    path = tmp_path / "panel.serial.jsonl"
    write_recording(path, recording)
    assert read_recording(path) == recording
    assert RecordedBridge(path).advance(10**12) == RecordedBridge(recording).advance(10**12)


def test_seats_and_source_are_named_by_the_table(recording: Recording):
    bridge = RecordedBridge(recording, name="buttons", seats=("N", "E", "S", "W", "Z"))
    words = [item for item in bridge.advance(10**12) if isinstance(item, WordSaid)]
    assert [word.seat for word in words] == ["S", "W", "Z"]
    assert {word.source for word in words} == {"buttons"}


def states_without(recording: Recording, from_ms: int, to_ms: int) -> list[SourceState]:
    kept = [chunk for chunk in recording.chunks if not from_ms < chunk.at_ns / MS < to_ms]
    told = RecordedBridge(Recording(recording.device, tuple(kept))).advance(10**12)
    return [item.state for item in told if isinstance(item, SourceChanged)]


def test_a_break_in_a_recording_is_a_fault_and_its_end_is_none():
    quiet = play_script(Script(duration_ms=6_000))
    assert states_without(quiet, 2_500, 5_500) == ["live", "stalled", "live"]
    assert states_without(quiet, 2_500, 4_000) == ["live"]


def test_a_press_missing_from_a_recording_is_a_fault_to_its_end(recording: Recording):
    assert states_without(recording, 3_950, 4_050) == ["live", "stalled"]


def test_a_shoes_script(tmp_path: Path):
    path = tmp_path / "shoe.yaml"
    path.write_text(
        "device: shoe\nduration_ms: 3000\nnew_decks_ms: [1500]\n"
        "cards: [{at_ms: 500, card: Qc}, {at_ms: 1000}, {at_ms: 2000, card: 2s}]\n"
    )
    told = RecordedBridge(play_script(read_script(path)), name="shoe").advance(10**12)
    cards = [item for item in told if isinstance(item, CardLeftShoe)]
    assert [(str(item.card), item.ordinal) for item in cards] == [("Qc", 1), ("None", 2), ("2s", 1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("- {at_ms: 5, seat: 3}", "seat and word, or dealer alone"),
        ("- {at_ms: 5, seat: 3, word: call, dealer: undo}", "seat and word, or dealer alone"),
        ("- {at_ms: 5, seat: 3, word: call, amount: 5}", "only bet, raise and amount"),
        ("- {at_ms: 5, seat: 3, word: amount}", "needs its figure"),
        ("- {at_ms: 5, seat: 11, word: call}", "less than or equal to 10"),
        ("- {at_ms: 5, seat: 3, word: rise}", "Did you mean raise"),
    ],
)
def test_a_wrong_script_is_refused_with_its_line(line: str, message: str):
    text = f"device: panel\nduration_ms: 100\npresses:\n  {line}\n"
    with pytest.raises(DocumentError, match=rf"script.yaml:4: .*{message}"):
        parse_document(text, "script.yaml", Script)


HEAD = (
    '{"format": "betline serial recording", "version": 1, "device": "panel", '
    f'"schema": "{SCHEMA.digest:08x}"}}\n'
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "1: not a serial recording"),
        ("[1]\n", "1: not a serial recording"),
        (HEAD.replace("panel", "oven"), "1: not a serial recording"),
        (HEAD.replace(f"{SCHEMA.digest:08x}", "00000000"), "1: made with another schema"),
        (HEAD + '{"at_ns": 5}\n', "2: not a piece"),
        (HEAD + '{"at_ns": 5, "hex": "0g"}\n', "2: not a piece"),
        (HEAD + '{"at_ns": 5, "hex": "00"}\n{"at_ns": 4, "hex": "00"}\n', "3: the time runs back"),
    ],
)
def test_a_damaged_recording_is_refused_with_its_line(content: str, message: str, tmp_path: Path):
    path = tmp_path / "panel.serial.jsonl"
    path.write_text(content)
    with pytest.raises(RecordingError, match=rf"panel.serial.jsonl:{message}"):
        read_recording(path)


def test_a_recording_can_stand_in_the_place_of_a_port():
    chunks = (Chunk(0, b"one"), Chunk(50 * MS, b"two"))
    times = itertools.chain([100 * MS, 100 * MS, 149 * MS], itertools.repeat(151 * MS))
    transport = RecordedTransport(Recording("panel", chunks), lambda: next(times))
    transport.open()
    assert [transport.read() for _ in range(3)] == [b"one", b"", b"two"]
    for method in (transport.read, transport.open):
        with pytest.raises(TransportError, match="recording has ended"):
            method()


def test_what_arrives_can_be_written_down_while_it_is_read(recording: Recording):
    file = io.StringIO()
    now = [0]
    inner = RecordedTransport(recording, lambda: now[0])
    tee = TeeTransport(inner, RecordingWriter(file, "panel"), lambda: now[0])
    tee.open()
    for chunk in recording.chunks:
        now[0] = chunk.at_ns
        assert tee.read() == chunk.data
    lines = file.getvalue().splitlines()
    assert len(lines) == 1 + len(recording.chunks)


def test_a_chunk_does_not_show_its_bytes():
    assert repr(Chunk(5, b"secret")) == "Chunk(at_ns=5, 6 bytes)"
