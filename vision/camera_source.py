"""A camera as the table's session sees it: a source of observations.

A recording is advanced to a table time and answers with what happened until then. A live camera is
started, and tells what happens and up to which time all has been told. Both go the same way, so a
recording gives the observations that the live table gave.
"""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from table.documents import DocumentError, Problem
from table.observations import (
    ChipsAtRest,
    GestureSeen,
    Observation,
    SourceChanged,
    SourceState,
)
from table.seats import Seat
from vision.area_reading import AreaReader
from vision.board import BoardWatcher
from vision.calibration import Calibration, read_calibration
from vision.camera_health import CameraHealth, StateChange
from vision.camera_settings import CameraSettings
from vision.cameras import CameraItem, LiveCamera, RecordedCamera
from vision.clarity import ClarityGuard
from vision.drift import Drift, DriftGuard
from vision.frames import NS_PER_S, Frame, Picture
from vision.lamp import LampEvener
from vision.layout import Layout
from vision.readers import Clock, FrameReader, reader_for
from vision.stack_check import StackChecker
from vision.watching import KeepEvidence, TableWatcher
from vision.zones import sees_all_of

logger = logging.getLogger(__name__)

DEFECT_PAUSE_NS = 10 * NS_PER_S
"""After a defect the camera is not relied on for this long; then it is tried again."""

OnObservation = Callable[[Observation], None]
OnProgress = Callable[[int], None]


class CameraSource:
    """One camera, from its settings to observations."""

    def __init__(
        self,
        settings: CameraSettings,
        layout: Layout,
        calibration: Calibration,
        read_area: AreaReader,
        *,
        empty_table: Picture | None = None,
        check_stacks: StackChecker | None = None,
        keep_evidence: KeepEvidence | None = None,
        clock_ns: Clock = time.monotonic_ns,
        make_reader: Callable[[], FrameReader] | None = None,
    ) -> None:
        """Put the parts together; nothing is opened yet.

        Args:
            settings: the camera's entry in the table file, its paths resolved.
            layout: of the table.
            calibration: of the camera.
            read_area: reads what lies in a rectified bet area.
            empty_table: the picture that the calibration was made from.
            check_stacks: counts stacks where the camera sees their sides; none does if absent.
            keep_evidence: stores the pictures that readings rest on.
            clock_ns: the table clock, for live cameras.
            make_reader: another source of pictures than the settings'.

        Raises:
            ValueError: the camera does not see the whole bet area of a seat that it is to cover.
        """
        self.name = settings.name
        self.recorded = settings.recorded
        self.seats: tuple[Seat, ...] = settings.seats or layout.seat_names
        self._watcher = TableWatcher(
            self.name,
            [layout.seat(seat) for seat in self.seats],
            calibration,
            read_area,
            keep_evidence,
            empty_table,
            check_stacks,
        )
        self._board = _board_watcher(self.name, layout, calibration)
        self._guard = DriftGuard(calibration, layout, empty_table)
        self._clarity = ClarityGuard(calibration, layout, empty_table)
        self._unclear = ""
        self._lamp = LampEvener(self.name)
        self._drift: Drift | None = None
        self._wrong_size = ""
        self._defect_until_ns = 0
        self._size_px = (calibration.width_px, calibration.height_px)
        self._camera_state = StateChange(0, SourceState.STARTING)
        self._told = self._camera_state
        interval_ns = round(NS_PER_S / settings.fps)
        make = make_reader or (lambda: reader_for(settings, clock_ns))
        self._recorded_camera: RecordedCamera | None = None
        self._live_camera: LiveCamera | None = None
        if self.recorded:
            self._recorded_camera = RecordedCamera(self.name, make(), interval_ns)
        else:
            self._live_camera = LiveCamera(self.name, make, interval_ns, clock_ns=clock_ns)

    @property
    def state(self) -> SourceState:
        """The state that was told last."""
        return self._told.state

    @property
    def health(self) -> CameraHealth:
        """The camera's own state and counters."""
        camera = self._recorded_camera or self._live_camera
        if camera is None:
            raise RuntimeError("a source has a camera")
        return camera.health

    @property
    def ended(self) -> bool:
        """Whether a recording has come to its end; a live camera has none."""
        return self._recorded_camera is not None and self._recorded_camera.ended

    def advance(self, until_ns: int) -> list[Observation]:
        """All that a recording shows up to and including a table time, in the order of time.

        Raises:
            ValueError: the camera is live.
        """
        if self._recorded_camera is None:
            raise ValueError(f"camera {self.name} is live: start it")
        items = self._recorded_camera.until(until_ns)
        return [told for item in items for told in self._take(item)]

    def start(self, on_observation: OnObservation, on_progress: OnProgress) -> None:
        """Run a live camera until `stop`.

        Both are called from the camera's own thread; neither may take long.

        Args:
            on_observation: takes each observation, in the order of time.
            on_progress: takes the table time up to which all observations have been told.

        Raises:
            ValueError: the camera is a recording.
        """
        if self._live_camera is None:
            raise ValueError(f"camera {self.name} is a recording: advance it")

        def on_item(item: CameraItem) -> None:
            for observation in self._take(item):
                on_observation(observation)

        self._live_camera.start(on_item, on_progress)

    def stop(self) -> None:
        """End a live camera, or close a recording."""
        if self._live_camera is not None:
            self._live_camera.stop()
        if self._recorded_camera is not None:
            self._recorded_camera.close()

    def _take(self, item: CameraItem) -> Iterator[Observation]:
        if isinstance(item, StateChange):
            self._camera_state = item
            if item.state is not SourceState.LIVE:  # else its first frame follows, and decides
                yield from self._tell(item)
            return
        height, width = item.picture.shape[:2]
        self._wrong_size = "" if (width, height) == self._size_px else f"{width} x {height}"
        if not self._wrong_size:
            self._drift = self._guard.look(item.picture, item.at_ns)
            self._unclear = self._clarity.look(item.picture, item.at_ns)
        yield from self._tell(self._state_at(item.at_ns))
        if self.state is SourceState.LIVE:
            yield from self._watch(item)

    def _watch(self, frame: Frame) -> Iterator[Observation]:
        """What a frame brings. A defect in the watching is a fault of this camera, no more."""
        try:
            evened = replace(frame, picture=self._lamp.even(frame.picture))
            told = self._watcher.see(evened)
            at_rest = any(isinstance(fact, ChipsAtRest) for fact in told)
            if at_rest and self._guard.measure(frame.picture) is not None:
                # A bump: all areas came to rest at once, in the wrong places. Look again later.
                self._look_afresh()
                told = [fact for fact in told if not isinstance(fact, ChipsAtRest | GestureSeen)]
            yield from told
            if self._board is not None:
                yield from self._board.see(evened)
        except Exception:
            logger.exception("Camera %s: the picture at %d ns", self.name, frame.at_ns)
            self._defect_until_ns = frame.at_ns + DEFECT_PAUSE_NS
            yield from self._tell(self._state_at(frame.at_ns))

    def _look_afresh(self) -> None:
        self._watcher.interrupted()
        if self._board is not None:
            self._board.interrupted()

    def _state_at(self, at_ns: int) -> StateChange:
        """The state of the whole source: the camera's own, unless what it shows is not right."""
        if self._camera_state.state is not SourceState.LIVE:
            return self._camera_state
        if self._wrong_size:
            width, height = self._size_px
            reason = f"its pictures are {self._wrong_size}, but it was calibrated at"
            remedy = f"Set the camera to {width} x {height}, or calibrate it again."
            return StateChange(at_ns, SourceState.FAULTY, f"{reason} {width} x {height}", remedy)
        if at_ns < self._defect_until_ns:
            reason = "its pictures cannot be read because of a defect in betline"
            remedy = "Rule by hand, and send the log to who looks after betline."
            return StateChange(at_ns, SourceState.FAULTY, reason, remedy)
        if self._drift is None and self._unclear:
            remedy = "Wipe the lens with a dry cloth, then look whether it is in focus."
            return StateChange(at_ns, SourceState.FAULTY, self._unclear, remedy)
        if self._drift is None:
            return StateChange(at_ns, SourceState.LIVE)
        if self._drift.moved_mm is None:
            reason = "it does not see the table: it has been moved or is covered"
        else:
            reason = f"it has been moved by about {self._drift.moved_mm:.0f} mm"
        remedy = "Put it back, or calibrate it again: betline calibrate --help"
        return StateChange(at_ns, SourceState.FAULTY, reason, remedy)

    def _tell(self, change: StateChange) -> Iterator[Observation]:
        if change.state is self._told.state:
            return
        if self._told.state is SourceState.LIVE:
            self._look_afresh()
        self._told = change
        yield SourceChanged(
            source=self.name,
            at_ns=change.at_ns,
            state=change.state,
            reason=change.reason,
            remedy=change.remedy,
            seats=self.seats,
        )


def _board_watcher(name: str, layout: Layout, calibration: Calibration) -> BoardWatcher | None:
    """What reads the board, if the table has one and this camera sees all of it."""
    if layout.board is None or not sees_all_of(layout.board, calibration):
        return None
    return BoardWatcher(name, layout.board, calibration)


def open_camera(
    settings: CameraSettings,
    layout: Layout,
    read_area: AreaReader,
    *,
    check_stacks: StackChecker | None = None,
    keep_evidence: KeepEvidence | None = None,
    clock_ns: Clock = time.monotonic_ns,
) -> CameraSource:
    """Make a source from a table file's entry, with the calibration that it names.

    Args:
        settings: the camera's entry in the table file, its paths resolved.
        layout: of the table.
        read_area: reads what lies in a rectified bet area.
        check_stacks: counts stacks where the camera sees their sides; none does if absent.
        keep_evidence: stores the pictures that readings rest on.
        clock_ns: the table clock, for live cameras.

    Raises:
        table.documents.DocumentError: the calibration or its picture cannot be used, or the camera
            does not see a seat that it is to cover.
    """
    path = Path(settings.calibration)
    calibration = read_calibration(path)
    try:
        return CameraSource(
            settings,
            layout,
            calibration,
            read_area,
            empty_table=read_reference(calibration, path),
            check_stacks=check_stacks,
            keep_evidence=keep_evidence,
            clock_ns=clock_ns,
        )
    except ValueError as error:
        if isinstance(error, DocumentError):
            raise
        remedy = "Say in the table file which `seats` this camera covers; see: betline check"
        raise DocumentError(str(path), [Problem(0, "", str(error), remedy)]) from error


def read_reference(calibration: Calibration, path: Path) -> Picture | None:
    """The picture that a calibration was made from, beside its file; None if it names none.

    Raises:
        table.documents.DocumentError: it is missing, or of another size.
    """
    if not calibration.reference:
        return None
    picture_path = path.parent / calibration.reference
    picture = cv2.imread(str(picture_path)) if picture_path.is_file() else None
    message = ""
    if picture is None:
        message = f"the picture {picture_path} cannot be read"
    elif picture.shape[:2] != (calibration.height_px, calibration.width_px):
        message = f"the picture {picture_path} is not of the calibration's size"
    if message:
        remedy = "Calibrate again, or delete the key `reference`."
        raise DocumentError(str(path), [Problem(0, "reference", message, remedy)])
    return np.asarray(picture, dtype=np.uint8)
