"""Cameras: what each trouble turns into, in recordings and in the state machine."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.observations import SourceState
from vision.camera_health import LEAST_STALE_NS, LONGEST_PAUSE_NS, CameraHealth, StateChange
from vision.camera_settings import CameraSettings
from vision.cameras import RecordedCamera
from vision.frames import NS_PER_MS, NS_PER_S, Frame, Grab
from vision.picture_faults import PictureFault, PictureJudge
from vision.readers import (
    EndOfRecording,
    FolderReader,
    LiveReader,
    ReaderError,
    VideoReader,
    reader_for,
)

INTERVAL_NS = NS_PER_S // 15
RANDOM = np.random.default_rng(5)
SCENE = cv2.GaussianBlur(RANDOM.integers(0, 255, (120, 160, 3), dtype=np.uint8), (9, 9), 4)


def noisy(scene=SCENE):
    noise = RANDOM.normal(0, 2, scene.shape)
    return np.clip(scene + noise, 0, 255).astype(np.uint8)


def torn_at_bottom():
    picture = noisy()
    picture[90:] = 128
    return picture


def torn_in_the_middle():
    picture = noisy()
    picture[60:] = np.clip(picture[60:].astype(int) + 70, 0, 255)
    return picture


class PlayedReader:
    """Plays a list: a picture, None for one that cannot be decoded, or an error to raise."""

    def __init__(self, items, step_ns=INTERVAL_NS):
        self.items = list(items)
        self.step_ns = step_ns
        self.index = 0
        self.closed = False

    def open(self):
        pass

    def read(self):
        if self.index >= len(self.items):
            raise EndOfRecording
        item = self.items[self.index]
        self.index += 1
        if isinstance(item, Exception):
            raise item
        return Grab(at_ns=(self.index - 1) * self.step_ns, picture=item)

    def close(self):
        self.closed = True


def changes_in(items):
    return [(item.state, item.reason) for item in items if isinstance(item, StateChange)]


def play(items, until_ns=60 * NS_PER_S):
    camera = RecordedCamera("overhead", PlayedReader(items), INTERVAL_NS)
    return list(camera.until(until_ns)), camera


# Judging pictures


@pytest.mark.parametrize(
    ("picture", "fault"),
    [
        (None, PictureFault.UNREADABLE),
        (np.zeros_like(SCENE), PictureFault.BLACK),
        (np.full_like(SCENE, 128), PictureFault.BLACK),
        (torn_at_bottom(), PictureFault.TORN),
        (torn_in_the_middle(), PictureFault.TORN),
        (noisy(), None),
    ],
)
def test_an_unfit_picture_is_named(picture, fault):
    judge = PictureJudge(live=True)
    assert judge.fault(noisy()) is None
    assert judge.fault(picture) is fault


def test_only_a_live_source_can_freeze():
    still = noisy()
    live, recorded = PictureJudge(live=True), PictureJudge(live=False)
    assert live.fault(still) is None
    assert live.fault(still.copy()) is PictureFault.FROZEN
    assert recorded.fault(still) is None
    assert recorded.fault(still.copy()) is None


def test_a_table_with_a_plain_border_is_not_torn():
    bordered = SCENE.copy()
    bordered[80:] = (30, 90, 30)
    judge = PictureJudge(live=False)
    hand = bordered.copy()
    hand[50:110, 60:90] = (140, 160, 200)
    assert [judge.fault(picture) for picture in (bordered, hand, bordered)] == [None] * 3


def test_a_light_that_dims_is_not_black():
    judge = PictureJudge(live=True)
    assert judge.fault(noisy()) is None
    assert judge.fault((noisy() * 0.4).astype(np.uint8)) is None


# Recordings


def test_a_recording_is_live_from_its_first_frame_and_drops_none():
    items, camera = play([noisy() for _ in range(40)])
    assert changes_in(items) == [
        (SourceState.LIVE, ""),
        (SourceState.OFFLINE, "the recording has ended"),
    ]
    frames = [item for item in items if isinstance(item, Frame)]
    assert [frame.sequence for frame in frames] == list(range(1, 41))
    assert camera.health.counters.frames == 40
    assert camera.ended


@pytest.mark.parametrize("step_ns", [NS_PER_MS * 7, NS_PER_S, 60 * NS_PER_S])
def test_a_recording_tells_the_same_whatever_the_steps(step_ns):
    played = [noisy() for _ in range(20)] + [None] * 20 + [np.zeros_like(SCENE)] * 20
    played += [SCENE] * 20
    camera = RecordedCamera("overhead", PlayedReader(played), INTERVAL_NS)
    told = []
    for until_ns in range(0, 8 * NS_PER_S + step_ns, step_ns):
        told += list(camera.until(until_ns))
    summary = [(item.at_ns, getattr(item, "state", None)) for item in told]
    expected = RecordedCamera("overhead", PlayedReader(played), INTERVAL_NS)
    whole = list(expected.until(100 * NS_PER_S))
    assert summary == [(item.at_ns, getattr(item, "state", None)) for item in whole]


@pytest.mark.parametrize(
    ("unfit", "state", "words"),
    [
        (None, SourceState.FAULTY, "cannot be decoded"),
        (np.zeros_like(SCENE), SourceState.FAULTY, "black"),
        (torn_at_bottom(), SourceState.FAULTY, "damaged"),
    ],
)
def test_unfit_pictures_for_long_are_a_fault_and_good_ones_end_it(unfit, state, words):
    items, camera = play([noisy()] * 5 + [unfit] * 15 + [noisy()] * 10)
    changes = changes_in(items)
    assert [change[0] for change in changes] == [
        SourceState.LIVE,
        state,
        SourceState.LIVE,
        SourceState.OFFLINE,
    ]
    assert words in changes[1][1]
    assert sum(camera.health.counters.faults.values()) == 15


def test_one_unfit_picture_is_passed_over():
    items, _ = play([noisy()] * 5 + [None] + [noisy()] * 5)
    assert [state for state, _ in changes_in(items)] == [SourceState.LIVE, SourceState.OFFLINE]


def test_a_gap_in_a_recording_is_a_stall_told_at_its_due_time():
    camera = RecordedCamera("overhead", PlayedReader([noisy()] * 3, 2 * NS_PER_S), INTERVAL_NS)
    items = list(camera.until(NS_PER_S))
    assert items[-1].state is SourceState.STALLED
    assert items[-1].at_ns == LEAST_STALE_NS
    assert camera.health.counters.stalls == 1


def test_a_recording_that_breaks_off_says_so():
    items, camera = play([noisy(), ReaderError("the disk is gone", "Mount it.")])
    assert changes_in(items)[-1] == (SourceState.OFFLINE, "the disk is gone")
    assert camera._reader.closed


# Files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "b.png"), SCENE)
    cv2.imwrite(str(tmp_path / "a.png"), 255 - SCENE)
    (tmp_path / "c.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("not a picture either", encoding="utf-8")
    return tmp_path


def test_a_folder_shows_each_picture_for_its_time(folder: Path):
    settings = CameraSettings(name="x", folder=str(folder), fps=10, hold_ms=300, calibration="c")
    camera = RecordedCamera("x", reader_for(settings), NS_PER_S // 10)
    frames = list(camera.frames_until(10 * NS_PER_S))
    assert [frame.at_ns // NS_PER_MS for frame in frames] == [0, 100, 200, 300, 400, 500]
    assert np.array_equal(frames[0].picture, 255 - SCENE)
    assert np.array_equal(frames[3].picture, SCENE)
    assert camera.health.counters.faults[PictureFault.UNREADABLE] == 3


def test_missing_files_say_what_to_check(tmp_path: Path):
    (tmp_path / "broken.mp4").write_bytes(b"no video" * 100)
    for reader, words in (
        (FolderReader(tmp_path / "none", fps=10, hold_ms=100), "there is no folder"),
        (FolderReader(tmp_path, fps=10, hold_ms=100), "holds no pictures"),
        (VideoReader(tmp_path / "none.mp4"), "there is no file"),
        (VideoReader(tmp_path / "broken.mp4"), "not a video that can be read"),
    ):
        with pytest.raises(ReaderError, match=words) as caught:
            reader.open()
        assert caught.value.remedy
        camera = RecordedCamera("overhead", reader, INTERVAL_NS)
        (change,) = camera.until(NS_PER_S)
        assert change.state is SourceState.OFFLINE
        assert words in change.reason


def test_a_video_is_stamped_with_its_own_times(tmp_path: Path):
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (160, 120))
    for _ in range(10):
        writer.write(noisy())
    writer.release()
    camera = RecordedCamera("overhead", VideoReader(path), NS_PER_S // 20)
    frames = list(camera.frames_until(NS_PER_S))
    assert [frame.at_ns // NS_PER_MS for frame in frames] == list(range(0, 500, 50))
    assert camera.ended


def test_a_device_that_is_not_there_says_so():
    settings = CameraSettings(name="x", device="/dev/no-such-camera", calibration="c")
    with pytest.raises(ReaderError, match="there is no camera"):
        LiveReader(settings, time.monotonic_ns).open()


def test_settings_want_exactly_one_source():
    with pytest.raises(ValueError, match="exactly one of folder, video, device, url; given: none"):
        CameraSettings(name="x", calibration="c")
    with pytest.raises(ValueError, match="given: folder and url"):
        CameraSettings(name="x", folder="f", url="rtsp://camera", calibration="c")


# Health


def test_the_pause_grows_and_is_capped():
    health = CameraHealth(INTERVAL_NS)
    pauses = []
    for _ in range(8):
        health.failed("unplugged", "plug it in", 0)
        pauses.append(health.pause_ns // NS_PER_S)
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]
    health.opened(0)
    health.valid_frame(1)
    health.failed("unplugged", "plug it in", 2)
    assert health.pause_ns == NS_PER_S
    for _ in range(100):
        health.failed("unplugged", "plug it in", 3)
    assert health.pause_ns == LONGEST_PAUSE_NS


def test_a_slow_camera_may_take_two_intervals():
    health = CameraHealth(NS_PER_S)
    health.opened(0)
    health.valid_frame(0)
    assert health.time_passed(2 * NS_PER_S) == []
    (change,) = health.time_passed(2 * NS_PER_S + 1)
    assert change.state is SourceState.STALLED


@given(
    st.lists(
        st.tuples(
            st.integers(1, 2 * NS_PER_S),
            st.sampled_from([None, "wait", "failed", "opened", *PictureFault]),
        ),
        max_size=60,
    )
)
def test_live_always_means_a_recent_valid_frame(story):
    health = CameraHealth(INTERVAL_NS)
    health.opened(0)
    now_ns, valid_ns, state = 0, None, health.state
    for pause_ns, event in story:
        now_ns += pause_ns
        changes = health.time_passed(now_ns)
        if event is None:
            changes += health.valid_frame(now_ns)
            valid_ns = now_ns
        elif event == "failed":
            changes += health.failed("unplugged", "plug it in", now_ns)
        elif event == "opened":
            changes += health.opened(now_ns)
        elif event != "wait":
            changes += health.unfit_frame(event, now_ns)
        for change in changes:
            assert change.state is not state
            assert change.at_ns <= now_ns
            state = change.state
        assert state is health.state
        if state is SourceState.LIVE:
            assert valid_ns is not None
            assert now_ns - valid_ns <= health.stale_ns
