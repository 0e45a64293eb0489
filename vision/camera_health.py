"""The health of a camera: a state machine that is told what happened, and when.

    starting ──frame──► live ──no valid frame──► stalled ──still none──► offline ─┐
       ▲                 ▲  └──black, torn──► faulty                              │
       │                 └────── valid frames again ──────┘                       │
       └──────────────────────── opened again, after a growing pause ◄────────────┘

It has no clock and no threads, so a recording and a live camera go through it alike.
"""

from collections import Counter
from dataclasses import dataclass, field

from table.observations import SourceState
from vision.frames import NS_PER_MS, NS_PER_S
from vision.picture_faults import PictureFault

LEAST_STALE_NS = 500 * NS_PER_MS
"""A picture older than this says nothing of what lies on the table now."""

RECOVERY_FRAMES = 3
"""Valid frames in a row after which a camera that failed is trusted again."""

FIRST_PAUSE_NS = NS_PER_S
LONGEST_PAUSE_NS = 30 * NS_PER_S
"""Pause before a camera is opened again: doubles from the first to the longest."""


@dataclass(frozen=True)
class StateChange:
    """A camera has gone from one state to another.

    Attributes:
        at_ns: table time.
        state: the new state.
        reason: what is wrong, in words; empty while live or starting.
        remedy: what to do about it.
    """

    at_ns: int
    state: SourceState
    reason: str = ""
    remedy: str = ""


_FAULTS = {
    PictureFault.UNREADABLE: (
        SourceState.FAULTY,
        "its pictures cannot be decoded",
        "Check the cable and the camera's picture format.",
    ),
    PictureFault.BLACK: (
        SourceState.FAULTY,
        "its pictures are black or blank",
        "Take the cap off the lens and switch the light on.",
    ),
    PictureFault.TORN: (
        SourceState.FAULTY,
        "its pictures arrive damaged",
        "Check the cable; a shorter one or another port often helps.",
    ),
    PictureFault.FROZEN: (
        SourceState.STALLED,
        "it repeats one picture",
        "Switch the camera off and on again.",
    ),
}


@dataclass
class CameraCounters:
    """What a camera has been through since the start.

    Attributes:
        frames: pictures handed on.
        dropped: pictures of a live camera that nobody had time for.
        stalls: times that no valid picture came for too long.
        reconnects: times it was opened after the first.
        faults: pictures that were not fit to be looked at, by kind.
    """

    frames: int = 0
    dropped: int = 0
    stalls: int = 0
    reconnects: int = 0
    faults: Counter[PictureFault] = field(default_factory=Counter)


class CameraHealth:
    """Follows one camera. Every method answers with the changes of state that it brings."""

    def __init__(self, interval_ns: int) -> None:
        """Start in the state `starting`.

        Args:
            interval_ns: time between two frames that the camera was asked for.
        """
        self.state = SourceState.STARTING
        self.counters = CameraCounters()
        self.stale_ns = max(2 * interval_ns, LEAST_STALE_NS)
        self._valid_at_ns: int | None = None
        self._valid_in_row = 0
        self._last_fault: PictureFault | None = None
        self._failures_in_row = 0
        self._openings = 0

    def opened(self, at_ns: int) -> list[StateChange]:
        """The reader has opened: from now on pictures are due."""
        if self._openings:
            self.counters.reconnects += 1
        self._openings += 1
        self._valid_at_ns, self._valid_in_row, self._last_fault = at_ns, 0, None
        return self._become(StateChange(at_ns, SourceState.STARTING))

    def valid_frame(self, at_ns: int) -> list[StateChange]:
        """A picture fit to be looked at was grabbed."""
        self.counters.frames += 1
        self._valid_at_ns, self._last_fault = at_ns, None
        self._valid_in_row += 1
        trusted = self.state is SourceState.STARTING or self._valid_in_row >= RECOVERY_FRAMES
        if not trusted:
            return []
        self._failures_in_row = 0
        return self._become(StateChange(at_ns, SourceState.LIVE))

    def unfit_frame(self, fault: PictureFault, at_ns: int) -> list[StateChange]:
        """A picture was grabbed that is not looked at."""
        self.counters.faults[fault] += 1
        self._last_fault, self._valid_in_row = fault, 0
        return self.time_passed(at_ns)

    def time_passed(self, at_ns: int) -> list[StateChange]:
        """Nothing, or nothing valid, has come up to now."""
        due_ns = (self._valid_at_ns or 0) + self.stale_ns
        if at_ns <= due_ns or self.state is SourceState.OFFLINE:
            return []
        self._valid_in_row = 0
        if self._last_fault is not None:
            state, reason, remedy = _FAULTS[self._last_fault]
        else:
            state = SourceState.STALLED
            reason = f"no picture for more than {self.stale_ns // NS_PER_MS} ms"
            remedy = "Check the camera's cable and power."
        if self.state is not SourceState.STALLED and state is SourceState.STALLED:
            self.counters.stalls += 1
        return self._become(StateChange(max(due_ns, 0), state, reason, remedy))

    def failed(self, reason: str, remedy: str, at_ns: int) -> list[StateChange]:
        """The reader could not be opened, was unplugged, or was given up."""
        self._failures_in_row += 1
        self._valid_in_row = 0
        return self._become(StateChange(at_ns, SourceState.OFFLINE, reason, remedy))

    @property
    def pause_ns(self) -> int:
        """How long to wait before the camera is opened again."""
        doublings = min(max(self._failures_in_row - 1, 0), 16)
        return min(FIRST_PAUSE_NS << doublings, LONGEST_PAUSE_NS)

    @property
    def pause_is_growing(self) -> bool:
        """Whether this is not the first failure in a row, and so no news."""
        return self._failures_in_row > 0

    def _become(self, change: StateChange) -> list[StateChange]:
        if change.state is self.state:
            return []
        self.state = change.state
        return [change]
