"""The bridge of one device: bytes and times in, observations out. No port, thread or clock.

It puts the link, the device's clock and the words of panel or shoe together, judges whether the
source may be relied on, and knows up to which table time everything has been told.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from firmware_bridge import shoe
from firmware_bridge.clock import NS_PER_MS, DeviceClock
from firmware_bridge.link import (
    SILENCE_NS,
    Accounted,
    Arrived,
    Beat,
    EventKey,
    Greeted,
    Item,
    Link,
    LinkCounters,
    Lost,
    Refused,
)
from firmware_bridge.messages import Hello, Outputs, pack
from firmware_bridge.panel import Panel
from firmware_bridge.problem import Problem
from firmware_bridge.schema import DeviceName
from table.observations import Observation, SourceChanged, SourceState
from table.seats import Seat

logger = logging.getLogger(__name__)

# A press that needed longer to arrive is shown for confirmation: others may have acted meanwhile.
_LATE_NS = 1_000 * NS_PER_MS


@dataclass(frozen=True)
class Delivery:
    """One event of a device, to be on disk before the device may forget it.

    Attributes:
        source: the device's name in the table file.
        key: unique for this device: a second delivery with the same key is the same event.
        body: the event as the device sent it. Not in the representation: it may hold a card.
        observation: what it tells the table; None where it concerns the device alone.
    """

    source: str
    key: EventKey
    body: bytes = field(repr=False)
    observation: Observation | None


@dataclass(frozen=True)
class BridgeHealth:
    """How the bridge of one device stands.

    Attributes:
        state: `LIVE` alone allows a ruling to rest on it.
        problem: what is wrong, or None.
        damaged_frames: pieces of the present stream that were no valid frame.
        counters: what the link has seen.
    """

    state: SourceState
    problem: Problem | None
    damaged_frames: int
    counters: LinkCounters


Standing = tuple[SourceState, Problem | None]

_SILENT = Problem(
    "The device has been silent for two seconds",
    "Check its cable and its power.",
)
_NO_ANSWER = Problem(
    "Nothing answers on this port",
    "Check the device's power, and with `betline ports` that this is its port.",
)
_STRANGER = Problem(
    "What answers on this port is no betline device, or at another speed",
    "Check with `betline ports` that this is its port.",
)


def _loss(told: str, count: int | None) -> Problem:
    reason = (
        f"The device restarted, and {told} may be missing"
        if count is None
        else f"{count} {told} are lost: more came than the device can keep"
    )
    return Problem(reason, "Compare the hand with what the players did, then go on.")


def _not_stored(told: str) -> Problem:
    return Problem(
        f"New {told} cannot be stored, so the device keeps them",
        "Free some space on this machine's disk.",
    )


def _behind(told: str) -> Problem:
    return Problem(
        f"New {told} do not get through",
        "Check the cable: many messages are damaged, or the firmware is faulty.",
    )


def keep_nothing(_: Accounted) -> None:
    """For a bridge without a later run."""


class Bridge:
    """One device as a source of observations.

    Args:
        name: the source's name in the table file.
        device: what it is.
        seats: names of the seats at positions 1, 2, ... of the device.
        persist: puts a delivery on disk, or raises; called before the device may forget it.
        resume_after: the last delivery's key from an earlier run.
        accounted: what `keep_accounted` got last, from an earlier run.
        keep_accounted: puts on disk what a person has confirmed, so that it is not told again.
        recorded: the bytes come from a recording.
    """

    def __init__(
        self,
        name: str,
        device: DeviceName,
        seats: Sequence[Seat],
        *,
        persist: Callable[[Delivery], None],
        resume_after: EventKey | None = None,
        accounted: Accounted | None = None,
        keep_accounted: Callable[[Accounted], None] = keep_nothing,
        recorded: bool = False,
    ) -> None:
        self.name = name
        self._link = Link(device, resume_after=resume_after, accounted=accounted, recorded=recorded)
        self._keep_accounted = keep_accounted
        self._panel = Panel(name, seats)
        self._persist = persist
        self._clock = DeviceClock()
        self._clock_boot_id: int | None = None
        self._observations: list[Observation] = []
        self._standing: Standing | None = None
        self._progress_ns = 0
        self._opened_ns: int | None = None
        self._complete_ns = 0
        self._answered_ns = 0
        self._port_problem: Problem | None = None
        self._refusal: Problem | None = None
        self._storage_failed = False
        self._loss: Problem | None = None
        self._told = "presses" if device == "panel" else "cards"

    @property
    def progress_ns(self) -> int:
        """Everything that happened before this table time has been told."""
        return self._progress_ns

    @property
    def state(self) -> SourceState:
        """The state that was told last."""
        return self._standing[0] if self._standing else SourceState.STARTING

    @property
    def greeted(self) -> bool:
        """The device has said who it is, on this stream."""
        return self._link.greeted

    def health(self) -> BridgeHealth:
        """How it stands, for the health screen."""
        problem = self._standing[1] if self._standing else None
        return BridgeHealth(self.state, problem, self._link.damaged_frames, self._link.counters)

    def opened(self, now_ns: int) -> None:
        """A stream of bytes begins."""
        self._link.opened(now_ns)
        self._opened_ns = self._complete_ns = self._answered_ns = now_ns
        self._port_problem = self._refusal = None

    def closed(self, problem: Problem, now_ns: int) -> None:
        """The stream ended, or could not be opened."""
        self._opened_ns = self._refusal = None
        self._port_problem = problem
        self._judge(now_ns)

    def silent(self, now_ns: int) -> bool:
        """Nothing valid came for so long that the port should be opened anew."""
        return self._opened_ns is not None and self._link.silent(now_ns)

    def set_outputs(self, outputs: Outputs) -> None:
        """Lamps and buzzer shall be so, from now on and after every reconnection."""
        self._link.outputs = outputs

    def acknowledge_loss(self, now_ns: int) -> None:
        """A person has compared the table with what was told: go on after a loss."""
        accounted = self._link.accounted
        if self._loss is not None and accounted is not None:
            try:
                self._keep_accounted(accounted)
            except Exception:  # whatever storage raises: after a restart it is told once more
                logger.exception("%s: a confirmed loss could not be stored", self.name)
        self._loss = None
        self._judge(now_ns)

    def receive(self, data: bytes, now_ns: int) -> None:
        """Take bytes that arrived at the table time `now_ns`."""
        for item in self._link.receive(data, now_ns):
            self._take(item, now_ns)
        self._judge(now_ns)

    def due(self, now_ns: int) -> bytes:
        """The bytes to send now. Call it every 20 ms or so, for it also notices silence."""
        self._judge(now_ns)
        return self._link.due(now_ns) if self._opened_ns is not None else b""

    def take_observations(self) -> list[Observation]:
        """The observations since the last call, in order."""
        taken, self._observations = self._observations, []
        return taken

    def _take(self, item: Item, now_ns: int) -> None:
        match item:
            case Greeted():
                self._refusal = self._too_small(item.hello)
                if item.hello.boot_id != self._clock_boot_id:
                    self._clock, self._clock_boot_id = DeviceClock(), item.hello.boot_id
                    self._observations += self._panel.restarted(now_ns)
            case Beat():
                self._clock.observe(item.at_ms, now_ns)
                if item.complete:
                    self._complete_ns = now_ns
                    self._promise(min(self._clock.table_ns(item.at_ms), now_ns))
            case Arrived():
                self._deliver(item, now_ns)
            case Lost():
                self._loss = _loss(self._told, item.count)
                logger.warning("%s: %s", self.name, self._loss.reason)
            case Refused():
                self._refusal = Problem(item.reason, item.remedy)

    def _too_small(self, hello: Hello) -> Problem | None:
        seats = len(self._panel.seats)
        if self._link.device != "panel" or hello.seats >= seats:
            return None
        reason = f"The panel serves {hello.seats} seats, the table has {seats}"
        return Problem(reason, "Connect a panel with a place for every seat.")

    def _deliver(self, item: Arrived, now_ns: int) -> None:
        event = item.event
        happened_ns = min(self._clock.table_ns(event.at_ms), now_ns)
        late = item.waited or now_ns - happened_ns > _LATE_NS
        at_ns = max(happened_ns, self._progress_ns)
        observation: Observation | None
        if event.spec.device == "panel":
            observation = self._panel.observation(event, at_ns, needs_confirmation=late)
        else:
            observation = shoe.observation(self.name, event, at_ns)
        key = EventKey(event.boot_id, event.event_id)
        try:
            self._persist(Delivery(self.name, key, pack(event), observation))
        except Exception:  # whatever storage raises, the event must stay in the device
            if not self._storage_failed:
                logger.exception("%s: an event could not be stored", self.name)
            self._storage_failed = True
            return
        self._storage_failed = False
        self._link.persisted(event, now_ns)
        if observation is not None:
            self._observations.append(observation)
            self._promise(at_ns)

    def _promise(self, at_ns: int) -> None:
        self._progress_ns = max(self._progress_ns, at_ns)

    def _judge(self, now_ns: int) -> None:
        """Tell a change of state, and how far everything has been told."""
        standing = self._stands(now_ns)
        if standing != self._standing:
            self._standing = standing
            state, problem = standing
            at_ns = max(now_ns, self._progress_ns)
            self._observations.append(
                SourceChanged(
                    source=self.name,
                    at_ns=at_ns,
                    state=state,
                    reason=problem.reason if problem else "",
                    remedy=problem.remedy if problem else "",
                )
            )
            self._promise(at_ns)
        if not self._on_time(now_ns):
            self._promise(now_ns)  # the fault has been told; nobody has to wait for this source

    def _stands(self, now_ns: int) -> Standing:
        if self._link.greeted:
            self._answered_ns = now_ns
        if self._refusal is not None:
            return SourceState.FAULTY, self._refusal
        if self._opened_ns is None:
            return self._closed_standing()
        if not self._link.greeted:
            return self._ungreeted_standing(now_ns)
        if self._link.silent(now_ns):
            return SourceState.STALLED, _SILENT
        if self._storage_failed:
            return SourceState.FAULTY, _not_stored(self._told)
        if now_ns - self._complete_ns >= SILENCE_NS:
            return SourceState.STALLED, _behind(self._told)
        if self._loss is not None:
            return SourceState.FAULTY, self._loss
        if not self._link.caught_up:
            return self._standing or (SourceState.STARTING, None)
        if self._panel.fault is not None:
            return SourceState.FAULTY, self._panel.fault
        return SourceState.LIVE, None

    def _closed_standing(self) -> Standing:
        if self._port_problem is None:
            return SourceState.STARTING, None
        return SourceState.OFFLINE, self._port_problem

    def _ungreeted_standing(self, now_ns: int) -> Standing:
        if now_ns - self._answered_ns < SILENCE_NS:
            return self._standing or (SourceState.STARTING, None)
        strange = self._link.damaged_frames > 0
        return SourceState.OFFLINE, _STRANGER if strange else _NO_ANSWER

    def _on_time(self, now_ns: int) -> bool:
        return (
            self._opened_ns is not None
            and self._link.caught_up
            and not self._link.silent(now_ns)
            and now_ns - self._complete_ns < SILENCE_NS
        )
