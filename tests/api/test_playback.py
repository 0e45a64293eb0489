"""The time of a recording: the wall's at real pace, but never far ahead of what was played."""

import itertools

import pytest

from api import playback
from api.playback import MOST_AHEAD_NS, RecordingClock
from table.trust import LATE_NS


def test_a_recording_stands_where_it_was_put() -> None:
    clock = RecordingClock(real_pace=False)
    clock.start()
    clock.at_ns = 5
    assert clock() == 5


def test_a_machine_too_slow_for_real_pace_plays_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = RecordingClock(real_pace=True)
    seconds = itertools.count()
    monkeypatch.setattr(playback.time, "monotonic_ns", lambda: next(seconds) * 1_000_000_000)
    clock.start()
    times = []
    for played_ns in (0, 100_000_000, 200_000_000, 9_000_000_000):
        clock.at_ns = played_ns
        times.append(clock())
    assert times == [
        1_000_000_000,
        100_000_000 + MOST_AHEAD_NS,
        200_000_000 + MOST_AHEAD_NS,
        4_000_000_000,
    ]


def test_what_was_played_is_never_late() -> None:
    assert MOST_AHEAD_NS < LATE_NS
