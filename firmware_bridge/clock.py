"""Device time to table time.

Every STATUS tells the device's clock, and arrives some delay later: never early, often a little
late, sometimes much. So the line through the *earliest* arrivals is the device's clock seen from
the table. Its slope takes the drift of a cheap resonator into account; samples far above the line
(a busy host, a resent frame) are dropped before it is fitted.
"""

from collections import deque
from statistics import median

NS_PER_MS = 1_000_000
_WRAP_MS = 2**32

# 12.8 s of heartbeats: long enough for a slope, short enough to follow a warming resonator.
_WINDOW = 128
# Below this span, or this number of samples, a slope would be noise: 1 ms is taken as 1 ms.
_SLOPE_SPAN_MS = 2_000
_SLOPE_SAMPLES = 16
# A ceramic resonator may be off by 0.5 %; more is no clock.
_LARGEST_DRIFT = 0.01
# A sample whose delay is so many times the usual one is an outlier.
_OUTLIER_FACTOR = 3
_OUTLIER_FLOOR_NS = 2 * NS_PER_MS
# The first fit drops what is late for a nominal clock, the second what is late for this one.
_FITS = 2


class DeviceClock:
    """Maps one boot's device clock to table time, monotonically.

    The result is late by the shortest delay of the line (frame time and adapter, 2 to 5 ms at
    115200 baud), and never later than the latest arrival.
    """

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=_WINDOW)
        self._unwrapped_ms: int | None = None
        self._told: tuple[int, int] | None = None
        self._line: tuple[int, float, int] | None = None

    def observe(self, device_ms: int, arrival_ns: int) -> None:
        """Note that a message stamped `device_ms` arrived at the table time `arrival_ns`."""
        self._samples.append((self._unwrap(device_ms), arrival_ns))
        self._line = None

    def table_ns(self, device_ms: int) -> int:
        """Table time of a moment of the device's clock; later moments never map earlier.

        Raises:
            ValueError: nothing has been observed yet.
        """
        moment_ms = self._unwrap(device_ms)
        origin_ms, slope, origin_ns = self._line or self._fit()
        estimate = origin_ns + round((moment_ms - origin_ms) * slope)
        if self._told is None or moment_ms >= self._told[0]:
            floor = self._told[1] if self._told else estimate
            self._told = (moment_ms, max(estimate, floor))
            return self._told[1]
        return min(estimate, self._told[1])

    def _unwrap(self, device_ms: int) -> int:
        """Undo the wrap of the 32 bit millisecond counter after 49.7 days."""
        if self._unwrapped_ms is None:
            self._unwrapped_ms = device_ms
            return device_ms
        step = (device_ms - self._unwrapped_ms) % _WRAP_MS
        if step >= _WRAP_MS // 2:
            return self._unwrapped_ms + step - _WRAP_MS
        self._unwrapped_ms += step
        return self._unwrapped_ms

    def _fit(self) -> tuple[int, float, int]:
        """A point and the slope of the line: milliseconds, nanoseconds per one, nanoseconds."""
        if not self._samples:
            raise ValueError("the device's clock has not been observed yet")
        origin_ms = self._samples[-1][0]
        slope = self._slope()
        origin_ns = min(
            arrival - round((moment - origin_ms) * slope) for moment, arrival in self._samples
        )
        self._line = (origin_ms, slope, origin_ns)
        return self._line

    def _slope(self) -> float:
        first_ms, last_ms = self._samples[0][0], self._samples[-1][0]
        if len(self._samples) < _SLOPE_SAMPLES or last_ms - first_ms < _SLOPE_SPAN_MS:
            return float(NS_PER_MS)
        slope = float(NS_PER_MS)
        for _ in range(_FITS):
            slope = _least_squares_slope(_without_late(list(self._samples), slope))
        return min(max(slope, NS_PER_MS * (1 - _LARGEST_DRIFT)), NS_PER_MS * (1 + _LARGEST_DRIFT))


def _least_squares_slope(samples: list[tuple[int, int]]) -> float:
    mean_ms = sum(moment for moment, _ in samples) / len(samples)
    first_ns = samples[0][1]
    mean_ns = sum(arrival - first_ns for _, arrival in samples) / len(samples)
    spread = sum((moment - mean_ms) ** 2 for moment, _ in samples)
    if spread == 0:
        return float(NS_PER_MS)
    shared = sum((moment - mean_ms) * (arrival - first_ns - mean_ns) for moment, arrival in samples)
    return shared / spread


def _without_late(samples: list[tuple[int, int]], slope: float) -> list[tuple[int, int]]:
    delays = [arrival - round(moment * slope) for moment, arrival in samples]
    earliest = min(delays)
    usual = median(delay - earliest for delay in delays)
    limit = earliest + max(_OUTLIER_FACTOR * usual, _OUTLIER_FLOOR_NS)
    return [sample for sample, delay in zip(samples, delays, strict=True) if delay <= limit]
