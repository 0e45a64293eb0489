"""What is true of the performance: which chips lie in each bet area, and since when.

It is what a camera without fault would tell, so vision can be held against it.
"""

from dataclasses import dataclass
from itertools import pairwise

from models.staging.tracks import Performance, Thing
from table.chips import NO_CHIPS, Chips, chips
from table.seats import Seat
from vision.layout import Layout, Polygon

PASSING_MS = 500
"""What lies there for less is still under the hand that moves it."""


@dataclass(frozen=True, kw_only=True)
class Content:
    """What lies in one bet area from a moment on.

    Attributes:
        at_ms: when the last of it came to rest, or when the first of it left.
        seat: whose area.
        chips: all that lies there.
    """

    at_ms: int
    seat: Seat
    chips: Chips


def contents(performance: Performance, layout: Layout) -> list[Content]:
    """What each bet area holds, at every change of it, in order."""
    found: list[Content] = []
    for seat in layout.seats:
        stays = [
            (start_ms, end_ms, thing.shows)
            for thing in performance.things
            if isinstance(thing.shows, int)
            for start_ms, end_ms in _stays(thing, seat.bet_area, performance.duration_ms)
        ]
        moments = sorted({moment for stay in stays for moment in stay[:2]})
        before: Chips = NO_CHIPS
        for moment, following in pairwise([*moments, performance.duration_ms]):
            there = chips(shows for start, end, shows in stays if start <= moment < end)
            if there != before and following - moment >= PASSING_MS:
                found.append(Content(at_ms=moment, seat=seat.name, chips=there))
                before = there
    return sorted(found, key=lambda content: content.at_ms)


def _stays(thing: Thing, area: Polygon, end_ms: int) -> list[tuple[int, int]]:
    """From when till when a thing rests in an area."""
    xs, ys = zip(*area, strict=True)
    times, stops = thing.track.times_ms, thing.track.stops
    vanishes_ms = end_ms if thing.vanishes_ms is None else thing.vanishes_ms
    ends = [*times[1:], vanishes_ms]
    stays: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(zip(times, ends, strict=True)):
        x, y = stops[number][:2]
        rests = number + 1 == len(stops) or stops[number + 1] == stops[number]
        inside = min(xs) < x < max(xs) and min(ys) < y < max(ys)
        if rests and inside and end > start:
            stays.append((start, end))
    return stays
