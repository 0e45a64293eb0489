"""The sources of a table: cameras and bridges, made from the table file, and how they are run.

A live source runs on threads of its own; a recorded one is advanced. Both hand what they tell to
the same intake, so that a replay equals the live run.
"""

import json
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from api.intake import Intake
from api.log import InboxItem, TableLog
from api.table_file import BridgeEntry, TableFile
from firmware_bridge.bridge import Delivery
from firmware_bridge.link import Accounted, EventKey
from firmware_bridge.recording import RecordedBridge, RecordingError
from firmware_bridge.source import BridgeSource
from table.documents import DocumentError, Problem
from table.encoding import decode_event, encode_event
from table.events import Observed
from table.observations import DealerPressed, Observation, WordSaid
from table.seats import Seat
from vision.area_reading import area_reader
from vision.camera_source import CameraSource, open_camera
from vision.chip_set import ChipSetError, load_chip_set
from vision.layout import Layout
from vision.stack_check import stack_checker
from vision.watching import KeepEvidence

logger = logging.getLogger(__name__)


class RecordedSource(Protocol):
    """A source that is advanced."""

    def advance(self, until_ns: int) -> Sequence[Observation]:
        """All that happened up to and with this time and was not told yet."""


def open_cameras(
    table_file: TableFile,
    layout: Layout,
    clock_ns: Callable[[], int],
    keep_evidence: KeepEvidence | None = None,
) -> list[CameraSource]:
    """The cameras of a table; none is opened yet.

    Raises:
        DocumentError: a calibration or the chip set cannot be used.
    """
    try:
        chip_set = load_chip_set(table_file.chip_set)
    except ChipSetError as error:
        problem = Problem(0, "", str(error))
        raise DocumentError(str(table_file.chip_set), [problem]) from error
    read_area, check_stacks = area_reader(chip_set), stack_checker(chip_set.document)
    return [
        open_camera(
            settings,
            layout,
            read_area,
            check_stacks=check_stacks,
            keep_evidence=keep_evidence,
            clock_ns=clock_ns,
        )
        for settings in table_file.cameras
    ]


def open_recorded_bridges(table_file: TableFile, layout: Layout) -> dict[str, RecordedBridge]:
    """The recorded serial lines of a table, by name.

    Raises:
        DocumentError: a recording cannot be used.
    """
    bridges = {}
    for entry in table_file.bridges:
        if entry.recording is None:
            continue
        try:
            bridges[entry.name] = RecordedBridge(
                Path(entry.recording), name=entry.name, seats=entry.seats or layout.seat_names
            )
        except (RecordingError, OSError) as error:
            raise DocumentError(entry.recording, [Problem(0, "", str(error))]) from error
    return bridges


class LiveBridge:
    """A device on a serial port. What it sends is on disk before the device may forget it."""

    def __init__(
        self, entry: BridgeEntry, seats: tuple[Seat, ...], intake: Intake, log: TableLog
    ) -> None:
        """Make the source; the port is opened by `start`.

        Args:
            entry: of the table file.
            seats: at the device's positions 1, 2, ...
            intake: where observations go.
            log: where deliveries are kept.
        """
        self.name = entry.name
        self._intake = intake
        self._log = log
        self._origins: list[tuple[Observation, str]] = []
        self._lock = threading.Lock()
        self._seats = seats
        self._kept = log.inbox(entry.name)
        last = self._kept[-1] if self._kept else None
        accounted = log.accounted(entry.name)
        self._source = BridgeSource(
            entry.name,
            entry.port or "",
            device=entry.device,
            seats=seats,
            on_observation=self._tell,
            persist=self._persist,
            clock=intake.clock_ns,
            on_progress=lambda at_ns: intake.progress(entry.name, at_ns),
            resume_after=EventKey(last.boot_id, last.event_id) if last else None,
            accounted=Accounted(*accounted) if accounted else None,
            keep_accounted=self._keep_accounted,
            codes=Path(entry.codes) if entry.codes else None,
        )

    def start(self) -> None:
        """Hand over what was kept but never applied, then read the port."""
        for item in self._kept:
            origin = _origin(item)
            if item.content and not self._log.knows(origin):
                self._intake.observe(_to_be_confirmed(item.content), origin)
        self._kept = []
        self._source.start()

    def stop(self) -> None:
        """Close the port."""
        self._source.stop()

    def light(self, seat: Seat | None) -> None:
        """Light the lamp of the seat in turn, and no other."""
        self._source.set_lamps([seat] if seat in self._seats else [])

    def acknowledge_loss(self) -> None:
        """The dealer has compared the table with the screen."""
        self._source.acknowledge_loss()

    def _keep_accounted(self, accounted: Accounted) -> None:
        self._log.keep_accounted(self.name, accounted.boot_id, accounted.next_id, accounted.lost)

    def _persist(self, delivery: Delivery) -> None:
        observation = delivery.observation
        content = ""
        if observation is not None:
            event = Observed(at_ns=observation.at_ns, observation=observation)
            content = json.dumps(encode_event(event))
        item = InboxItem(
            source=delivery.source,
            boot_id=delivery.key.boot_id,
            event_id=delivery.key.event_id,
            content=content,
        )
        self._log.keep(item)
        if observation is not None:
            with self._lock:
                self._origins.append((observation, _origin(item)))

    def _tell(self, observation: Observation) -> None:
        with self._lock:
            found = [pair for pair in self._origins if pair[0] is observation]
            self._origins = [pair for pair in self._origins if pair[0] is not observation]
        self._intake.observe(observation, found[0][1] if found else None)


def _origin(item: InboxItem) -> str:
    return f"{item.source}:{item.boot_id}:{item.event_id}"


def _to_be_confirmed(content: str) -> Observation:
    """An observation that was kept before a crash: others may have acted since it was made."""
    event = decode_event(json.loads(content))
    if not isinstance(event, Observed):
        raise ValueError("the inbox holds observations alone")
    observation = event.observation
    if isinstance(observation, WordSaid | DealerPressed):
        return replace(observation, needs_confirmation=True)
    return observation
