from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.clock import NS_PER_MS, DeviceClock

BEAT_MS = 100


def arrival_ns(device_ms: int, drift: float, delay_ms: float) -> int:
    return round(device_ms * NS_PER_MS * (1 + drift) + delay_ms * NS_PER_MS)


@pytest.mark.parametrize("drift", [0.0, 0.00005, -0.005, 0.005])
def test_a_drifting_clock_is_followed_to_within_three_milliseconds(drift: float):
    random = Random(1)
    clock = DeviceClock()
    worst_ms = 0.0
    for device_ms in range(0, 60_000, BEAT_MS):
        delay_ms = 2 + random.expovariate(1)
        if random.random() < 0.05:
            delay_ms += random.uniform(20, 900)  # a busy host
        clock.observe(device_ms, arrival_ns(device_ms, drift, delay_ms))
        if device_ms > 5_000:
            error_ns = clock.table_ns(device_ms) - arrival_ns(device_ms, drift, 2)
            worst_ms = max(worst_ms, abs(error_ns) / NS_PER_MS)
    assert worst_ms < 3


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 3_000)), min_size=1),
    st.floats(-0.005, 0.005),
)
def test_later_moments_never_map_earlier(steps: list[tuple[int, int]], drift: float):
    clock = DeviceClock()
    device_ms, told = 0, []
    for step_ms, delay_ms in steps:
        device_ms += step_ms
        clock.observe(device_ms, arrival_ns(device_ms, drift, delay_ms))
        told.append(clock.table_ns(device_ms))
    assert told == sorted(told)


def test_the_past_maps_before_the_present():
    clock = DeviceClock()
    clock.observe(10_000, 50_000 * NS_PER_MS)
    assert clock.table_ns(10_000) == 50_000 * NS_PER_MS
    assert clock.table_ns(4_000) == 44_000 * NS_PER_MS


def test_the_counter_wraps_after_49_days():
    clock = DeviceClock()
    clock.observe(2**32 - 50, 1_000 * NS_PER_MS)
    clock.observe(50, 1_100 * NS_PER_MS)
    assert clock.table_ns(60) == 1_110 * NS_PER_MS
    assert clock.table_ns(2**32 - 10) == 1_040 * NS_PER_MS


def test_nothing_is_known_before_the_first_sample():
    with pytest.raises(ValueError, match="not been observed"):
        DeviceClock().table_ns(0)
