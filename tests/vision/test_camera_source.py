"""A camera as a source: its states, and that recorded and live tell the same."""

import threading
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_table import (
    EMPTY,
    FPS,
    HEIGHT_MM,
    INTERVAL_NS,
    LAYOUT,
    WIDTH_MM,
    ColourReader,
    draw,
    frames,
    straight_above,
    visit,
)

from table.documents import DocumentError
from table.observations import ChipsAtRest, GestureSeen, Observation, SourceChanged, SourceState
from vision.calibration import write_calibration
from vision.camera_settings import CameraSettings
from vision.camera_source import CameraSource, open_camera
from vision.drift import DriftGuard
from vision.frames import NS_PER_MS, NS_PER_S, Grab
from vision.readers import EndOfRecording

BET = EMPTY.but(chips=((25, (180, 240)), (5, (230, 240))))
STORY = [EMPTY] * 8 + visit(EMPTY, BET, (205, 255)) + [BET] * 10
RECORDED = CameraSettings(name="overhead", video="drawn", fps=FPS, calibration="none")
LIVE = CameraSettings(name="overhead", url="rtsp://drawn", fps=FPS, calibration="none")


class DrawnReader:
    """Plays drawn scenes, None for a picture that cannot be decoded, or whole pictures."""

    def __init__(self, scenes, clock_ns=None):
        rng = np.random.default_rng(1)
        self.pictures = [
            scene if scene is None or isinstance(scene, np.ndarray) else draw(scene, rng)
            for scene in scenes
        ]
        self.index = 0
        self.clock_ns = clock_ns

    def open(self):
        pass

    def read(self):
        if self.index >= len(self.pictures):
            raise EndOfRecording
        at_ns = self.index * INTERVAL_NS
        self.index += 1
        return Grab(at_ns, self.pictures[self.index - 1])

    def close(self):
        pass


def recorded(scenes, **options) -> CameraSource:
    return CameraSource(
        RECORDED,
        LAYOUT,
        straight_above(),
        ColourReader(),
        make_reader=lambda: DrawnReader(scenes),
        **options,
    )


def changes(told: list[Observation]) -> list[tuple[SourceState, str]]:
    return [(fact.state, fact.reason) for fact in told if isinstance(fact, SourceChanged)]


def test_a_recording_tells_its_states_and_what_happened():
    source = recorded(STORY)
    told = source.advance(60 * NS_PER_S)
    assert changes(told) == [
        (SourceState.LIVE, ""),
        (SourceState.OFFLINE, "the recording has ended"),
    ]
    assert told[0].seats == ("1", "2")
    rests = [(fact.seat, fact.chips) for fact in told if isinstance(fact, ChipsAtRest)]
    assert rests == [("1", ()), ("2", ()), ("1", (25, 5))]
    assert source.ended
    times = [fact.at_ns for fact in told]
    assert times == sorted(times)


@pytest.mark.parametrize("step_ms", [10, 130, 1000])
def test_steps_make_no_difference(step_ms):
    whole = recorded(STORY).advance(60 * NS_PER_S)
    source, told = recorded(STORY), []
    for until_ns in range(0, 60 * NS_PER_S, step_ms * NS_PER_MS):
        step = source.advance(until_ns)
        assert all(fact.at_ns <= until_ns for fact in step)
        told += step
        if source.ended:
            break
    assert told == whole


def test_a_dark_spell_is_a_fault_and_the_areas_are_told_anew():
    dark = np.zeros((HEIGHT_MM, WIDTH_MM, 3), np.uint8)
    told = recorded([EMPTY] * 8 + [dark] * 15 + [BET] * 12).advance(60 * NS_PER_S)
    assert [state for state, _ in changes(told)] == [
        SourceState.LIVE,
        SourceState.FAULTY,
        SourceState.LIVE,
        SourceState.OFFLINE,
    ]
    back = max(fact.at_ns for fact in told if getattr(fact, "state", None) is SourceState.LIVE)
    after = [fact for fact in told if isinstance(fact, ChipsAtRest) and fact.at_ns > back]
    assert [(fact.seat, fact.chips) for fact in after] == [("1", (25, 5)), ("2", ())]
    assert not any(isinstance(fact, GestureSeen) for fact in told)


def test_nothing_is_told_of_a_table_while_the_camera_is_not_live():
    torn = draw(EMPTY, np.random.default_rng(2))
    torn[400:] = 128
    told = recorded([EMPTY] * 8 + [torn] * 40).advance(2 * NS_PER_S)
    fault = next(fact for fact in told if getattr(fact, "state", None) is SourceState.FAULTY)
    assert "damaged" in fact_reason(fault)
    assert all(fact.at_ns < fault.at_ns for fact in told if isinstance(fact, ChipsAtRest))


def fact_reason(fact: SourceChanged) -> str:
    assert fact.remedy
    return fact.reason


@pytest.mark.parametrize("shift_px", [(9, 0), (0, -12), (20, 14)])
def test_a_moved_camera_is_a_fault_with_the_distance(shift_px):
    moved = EMPTY.but(shift_px=shift_px)
    told = recorded([BET] * 10 + [moved.but(chips=BET.chips)] * 35).advance(60 * NS_PER_S)
    fault = next(fact for fact in told if getattr(fact, "state", None) is SourceState.FAULTY)
    distance = round(float(np.hypot(*shift_px)))
    assert f"it has been moved by about {distance} mm" in fact_reason(fault)
    assert "betline calibrate" in fault.remedy
    bump_ns = 10 * INTERVAL_NS
    assert not any(fact.at_ns > bump_ns for fact in told if isinstance(fact, ChipsAtRest))


def test_a_camera_that_is_put_back_is_live_again():
    moved = EMPTY.but(shift_px=(15, 0))
    scenes = [EMPTY] * 10 + [moved] * 35 + [EMPTY] * 35
    states = [state for state, _ in changes(recorded(scenes).advance(60 * NS_PER_S))]
    assert states == [
        SourceState.LIVE,
        SourceState.FAULTY,
        SourceState.LIVE,
        SourceState.OFFLINE,
    ]


def test_a_camera_moved_before_the_start_is_found_by_the_calibrations_picture():
    empty = draw(EMPTY, np.random.default_rng(4))
    moved = EMPTY.but(shift_px=(15, 0), light=0.8)
    told = recorded([moved] * 30, empty_table=empty).advance(5 * NS_PER_S)
    assert changes(told)[0][0] is SourceState.FAULTY
    assert not any(isinstance(fact, ChipsAtRest) for fact in told)


def test_hands_chips_and_light_move_no_camera():
    scenes = STORY + visit(BET.but(light=0.7), BET.but(light=0.7), (605, 255), stay=60)
    states = [state for state, _ in changes(recorded(scenes).advance(60 * NS_PER_S))]
    assert states == [SourceState.LIVE, SourceState.OFFLINE]


def test_a_covered_lens_is_a_fault_even_if_it_is_not_black():
    cloth = cv2.GaussianBlur(
        np.random.default_rng(8).integers(0, 255, (HEIGHT_MM, WIDTH_MM, 3), dtype=np.uint8),
        (0, 0),
        3,
    )
    told = recorded([EMPTY] * 10 + [np.asarray(cloth, np.uint8)] * 40).advance(6 * NS_PER_S)
    assert "it does not see the table" in changes(told)[1][1]


def test_a_lens_that_loses_its_focus_is_a_fault_with_the_remedy():
    soft = cv2.GaussianBlur(draw(BET, np.random.default_rng(5)), (0, 0), 3)
    told = recorded([BET] * 8 + [np.asarray(soft, np.uint8)] * 165).advance(60 * NS_PER_S)
    fault = next(fact for fact in told if getattr(fact, "state", None) is SourceState.FAULTY)
    assert "out of focus" in fact_reason(fault)
    assert "Wipe the lens" in fault.remedy


def test_a_table_too_plain_to_tell_says_so():
    guard = DriftGuard(straight_above(), LAYOUT)
    plain = np.full((HEIGHT_MM, WIDTH_MM, 3), (60, 120, 40), np.uint8)
    assert guard.look(plain, 0) is None
    assert not guard.can_tell
    marked = DriftGuard(straight_above(), LAYOUT, draw(EMPTY, np.random.default_rng(1)))
    assert marked.can_tell


def test_pictures_of_another_size_are_a_fault():
    small = np.asarray(cv2.resize(draw(EMPTY, np.random.default_rng(1)), (400, 300)), np.uint8)
    told = recorded([small] * 5).advance(NS_PER_S)
    assert "its pictures are 400 x 300, but it was calibrated at 800 x 600" in changes(told)[0][1]


def test_recorded_and_live_do_not_mix():
    with pytest.raises(ValueError, match="is a recording"):
        recorded(STORY).start(print, print)
    live = CameraSource(LIVE, LAYOUT, straight_above(), ColourReader())
    with pytest.raises(ValueError, match="is live"):
        live.advance(0)


class PacedReader(DrawnReader):
    """Plays the same pictures as a live camera would: at its pace, stamped by the clock."""

    def __init__(self, scenes, start_ns):
        super().__init__(scenes)
        self.start_ns = start_ns

    def read(self):
        if self.index >= len(self.pictures):
            threading.Event().wait(60)
        grab = super().read()
        due_ns = self.start_ns + grab.at_ns
        time.sleep(max(0.0, (due_ns - time.monotonic_ns()) / NS_PER_S))
        return Grab(due_ns, grab.picture)


def test_a_live_camera_tells_what_its_recording_tells():
    start_ns = time.monotonic_ns() + NS_PER_S
    told, progress = [], []
    done = threading.Event()

    def tell(fact):
        told.append(fact)
        if isinstance(fact, ChipsAtRest) and fact.chips:
            done.set()

    slow = 4  # so that a busy computer drops no frame and the comparison is exact
    reader = PacedReader([], start_ns)
    reader.pictures = DrawnReader(STORY).pictures
    source = CameraSource(
        LIVE,
        LAYOUT,
        straight_above(),
        ColourReader(),
        make_reader=lambda: SlowedReader(reader, slow),
        clock_ns=lambda: (time.monotonic_ns() - start_ns) // slow,
    )
    source.start(tell, progress.append)
    assert done.wait(60)
    source.stop()
    expected = [fact for fact in recorded(STORY).advance(60 * NS_PER_S) if is_of_table(fact)]
    assert [fact for fact in told if is_of_table(fact)] == expected
    assert progress == sorted(progress)
    assert source.health.counters.frames > 20


class SlowedReader:
    """Plays a reader at a fraction of its pace, on the table clock that runs as slowly."""

    def __init__(self, reader: PacedReader, slow: int):
        self.reader, self.slow = reader, slow

    def open(self):
        pass

    def read(self):
        if self.reader.index >= len(self.reader.pictures):
            threading.Event().wait(60)
        grab = DrawnReader.read(self.reader)
        due_ns = self.reader.start_ns + grab.at_ns * self.slow
        time.sleep(max(0.0, (due_ns - time.monotonic_ns()) / NS_PER_S))
        return grab

    def close(self):
        pass


def is_of_table(fact: Observation) -> bool:
    return not isinstance(fact, SourceChanged)


def test_a_defect_in_reading_a_live_table_is_a_fault_not_its_end(caplog):
    def broken(picture, region_px, pixels_per_mm):
        raise ZeroDivisionError

    told = []
    done = threading.Event()

    def tell(fact):
        told.append(fact)
        if isinstance(fact, SourceChanged) and fact.state is SourceState.FAULTY:
            done.set()

    source = CameraSource(
        LIVE,
        LAYOUT,
        straight_above(),
        broken,
        make_reader=lambda: PacedReader([EMPTY] * 30, time.monotonic_ns()),
    )
    source.start(tell, lambda _: None)
    assert done.wait(60)
    source.stop()
    assert "defect in betline" in changes(told)[-1][1]
    assert "ZeroDivisionError" in caplog.text


@pytest.fixture
def table_folder(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "empty.png"), draw(EMPTY, np.random.default_rng(1)))
    calibration = straight_above().model_copy(update={"reference": "empty.png"})
    write_calibration(calibration, tmp_path / "overhead.yaml")
    writer = cv2.VideoWriter(
        str(tmp_path / "clip.avi"),
        cv2.VideoWriter.fourcc(*"MJPG"),
        FPS,
        (WIDTH_MM, HEIGHT_MM),
    )
    for frame in frames(STORY):
        writer.write(frame.picture)
    writer.release()
    return tmp_path


def settings_in(folder: Path) -> CameraSettings:
    return CameraSettings(
        name="overhead",
        video=str(folder / "clip.avi"),
        fps=FPS,
        calibration=str(folder / "overhead.yaml"),
    )


def test_a_video_file_plays_a_table(table_folder: Path):
    source = open_camera(settings_in(table_folder), LAYOUT, ColourReader())
    told = source.advance(60 * NS_PER_S)
    rests = [(fact.seat, fact.chips) for fact in told if isinstance(fact, ChipsAtRest)]
    assert rests[-1] == ("1", (25, 5))
    source.stop()


def test_a_missing_calibration_or_picture_says_what_to_do(table_folder: Path):
    settings = settings_in(table_folder)
    (table_folder / "empty.png").write_bytes(b"no picture")
    with pytest.raises(DocumentError, match=r"cannot be read\. Calibrate again"):
        open_camera(settings, LAYOUT, ColourReader())
    missing = settings.model_copy(update={"calibration": str(table_folder / "none.yaml")})
    with pytest.raises(DocumentError, match="betline calibrate"):
        open_camera(missing, LAYOUT, ColourReader())


def test_a_seat_out_of_sight_says_what_to_do(table_folder: Path):
    away = LAYOUT.seats[1].model_copy(
        update={"bet_area": ((700, 1), (900, 1), (900, 90), (700, 90))}
    )
    layout = LAYOUT.model_copy(update={"seats": (LAYOUT.seats[0], away)})
    with pytest.raises(DocumentError, match=r"seat 2\. Say in the table file which `seats`"):
        open_camera(settings_in(table_folder), layout, ColourReader())
    one_seat = settings_in(table_folder).model_copy(update={"seats": ("1",)})
    assert open_camera(one_seat, layout, ColourReader()).seats == ("1",)


def test_observations_can_be_compared():
    told = recorded(STORY).advance(60 * NS_PER_S)
    assert replace(told[0]) == told[0]
