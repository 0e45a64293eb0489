import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.staging.tracks import Track, least_jerk

SHARES = st.floats(0, 1)


@given(one=SHARES, other=SHARES)
def test_a_reach_never_goes_back(one: float, other: float) -> None:
    early, late = sorted((one, other))
    assert 0 <= least_jerk(early) <= least_jerk(late) + 1e-12 <= 1 + 1e-9


def test_a_reach_begins_and_ends_at_rest() -> None:
    assert least_jerk(0) == 0
    assert least_jerk(1) == 1
    assert least_jerk(1e-3) < 1e-7
    assert 1 - least_jerk(1 - 1e-3) < 1e-7


@given(now_ms=st.floats(-100, 1000))
def test_a_track_stays_between_its_stops(now_ms: float) -> None:
    track = Track()
    track.stop(0, (10.0, 5.0))
    track.stop(300, (20.0, 5.0))
    track.stop(500, (20.0, 5.0))
    x, y = track.at(now_ms)
    assert 10 <= x <= 20
    assert y == 5
    assert track.moves_at(now_ms) == (0 <= now_ms < 300)


def test_time_does_not_run_backwards_on_a_track() -> None:
    track = Track()
    track.stop(100, (0.0,))
    with pytest.raises(ValueError, match="a stop at 50 ms"):
        track.stop(50, (1.0,))
