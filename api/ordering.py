"""Puts what several sources tell into the order in which it happened.

A camera tells of chips some time after they came to rest, a button at once. Each source says how
far it has told everything (its watermark), and a fact is passed on once no source can still tell
of an earlier one. A source that is not live is not waited for, and no fact waits for ever.
"""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")

LONGEST_WAIT_NS = 300_000_000
"""How long a live fact waits for a slower source. Longer than a camera's at-rest time and the
reading after it, shorter than a dealer notices."""


@dataclass(order=True)
class _Waiting(Generic[Item]):
    at_ns: int
    rank: int
    arrival: int
    arrived_ns: int = field(compare=False)
    item: Item = field(compare=False)


class Ordering(Generic[Item]):
    """Merges the facts of several sources by table time.

    Facts of the same moment keep the order in which their sources were named, and then the order
    in which they were told, so that the same recording always merges in the same way.
    """

    def __init__(self, sources: Iterable[str], longest_wait_ns: int | None = None) -> None:
        """Begin with no source live.

        Args:
            sources: their names; facts of any other origin come last within a moment.
            longest_wait_ns: None for a recording, which waits however long it takes.
        """
        self._rank = {name: rank for rank, name in enumerate(sources)}
        self._watermark: dict[str, int] = {}
        self._longest_wait_ns = longest_wait_ns
        self._waiting: list[_Waiting[Item]] = []
        self._arrivals = 0

    def set_live(self, source: str, live: bool) -> None:
        """A source is waited for while it is live."""
        if live:
            self._watermark.setdefault(source, 0)
        else:
            self._watermark.pop(source, None)

    def progress(self, source: str, watermark_ns: int) -> None:
        """A source will tell of nothing more that happened at this time or before it."""
        if source in self._watermark:
            self._watermark[source] = max(self._watermark[source], watermark_ns)

    def add(self, source: str, at_ns: int, item: Item, now_ns: int) -> None:
        """A source told of something that happened at `at_ns`; it is `now_ns`."""
        rank = self._rank.get(source, len(self._rank))
        self._arrivals += 1
        heapq.heappush(self._waiting, _Waiting(at_ns, rank, self._arrivals, now_ns, item))

    def release(self, now_ns: int) -> list[Item]:
        """What may be passed on now, in order."""
        told_ns = min(self._watermark.values(), default=None)
        released: list[Item] = []
        while self._waiting and self._may_pass(self._waiting[0], told_ns, now_ns):
            released.append(heapq.heappop(self._waiting).item)
        return released

    def flush(self) -> list[Item]:
        """All that still waits, in order: the recording has ended."""
        return [heapq.heappop(self._waiting).item for _ in range(len(self._waiting))]

    def _may_pass(self, first: _Waiting[Item], told_ns: int | None, now_ns: int) -> bool:
        if told_ns is None or first.at_ns <= told_ns:
            return True
        if self._longest_wait_ns is None:
            return False
        # What has waited longest need not be the earliest: nothing may be held up by a fact whose
        # time lies in the future, nor overtake one that happened before it.
        oldest_ns = min(waiting.arrived_ns for waiting in self._waiting)
        return now_ns - oldest_ns >= self._longest_wait_ns
