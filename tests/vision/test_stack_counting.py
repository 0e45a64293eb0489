"""Counting stacks: what is told, and when not. The network is stood in for by what it says."""

from collections.abc import Sequence

import numpy as np
import pytest

from models.raycasting.camera import looking_at
from vision.calibration import calibrate
from vision.chip_set import ChipSetDocument, ChipType
from vision.layer_network import FOOT_REACH, TALLEST
from vision.stack_counting import StackSight, count_stack
from vision.stack_strip import FELT_ROW, ROWS, ROWS_PER_CHIP

CHIPS = ChipSetDocument(house="any", chips=(ChipType(label="5", samples=1),))
PLACE = (120.0, 80.0)


class Says:
    """Stands for the network: it says the same of every strip."""

    def __init__(
        self,
        counts: dict[int, float],
        *,
        foot_rows_low: int = 0,
        hidden: str = "",
        change_at: int = 0,
        each: Sequence[dict[int, float]] = (),
    ) -> None:
        self._each = [counts, *each]
        self._foot = FOOT_REACH - foot_rows_low
        self._hidden = hidden
        self._change_at = change_at
        self.asked = 0

    def run(self, names, feeds):
        strips = len(feeds["strip"])
        self.asked += strips
        counts = self._each[min(self.asked > 6, len(self._each) - 1)]
        scores = np.full((strips, TALLEST, 2 * FOOT_REACH + 1), -30.0)
        for count, share in counts.items():
            scores[:, count - 1, self._foot] = np.log(share)
        edges = np.full((strips, 4, ROWS), -8.0)
        for channel, name in ((0, "foot"), (2, "top")):
            if name != self._hidden:
                edges[:, channel, FELT_ROW] = 8.0
        if self._change_at:
            row = FELT_ROW + self._change_at * ROWS_PER_CHIP
            edges[:, 3, row - 1 : row + 2] = 8.0
        return scores, np.zeros(strips), edges


def sight(elevation_degrees=35.0, azimuth_degrees=80.0, scale=2.4, frames=1):
    view = looking_at(
        (*PLACE, 10.0),
        azimuth=np.radians(azimuth_degrees),
        elevation=np.radians(elevation_degrees),
        distance_mm=900,
        focal_px=900 * scale,
        size_px=(320, 320),
    )
    picture = np.random.default_rng(1).integers(0, 255, (320, 320, 3)).astype(np.uint8)
    return StackSight([picture] * frames, view.calibration(PLACE))


def test_a_count_that_the_network_is_sure_of_is_told():
    told = count_stack([sight()], CHIPS, PLACE, Says({7: 0.995, 8: 0.005}))
    assert (told.count, told.low, told.high, told.cannot_tell) == (7, 7, 7, "")
    assert told.probability == pytest.approx(0.995, abs=1e-3)
    assert told.place_mm == pytest.approx(PLACE, abs=1.0)
    assert told.one_kind > 0.95


def test_a_count_that_is_not_sure_is_told_as_a_range_with_what_to_do():
    told = count_stack([sight()], CHIPS, PLACE, Says({7: 0.6, 8: 0.4}))
    assert (told.count, told.low, told.high) == (7, 7, 8)
    assert "7 to 8 chips" in told.cannot_tell
    assert told.cannot_tell.endswith("Spread the chips.")


def test_two_cameras_that_each_doubt_are_sure_together():
    alone = count_stack([sight()], CHIPS, PLACE, Says({7: 0.9, 8: 0.1}))
    both = [sight(azimuth_degrees=80), sight(azimuth_degrees=10)]
    together = count_stack(both, CHIPS, PLACE, Says({7: 0.9, 8: 0.1}))
    assert alone.cannot_tell
    assert not together.cannot_tell
    assert together.probability == pytest.approx(0.81 / 0.82, abs=1e-3)


def test_two_cameras_that_differ_do_not_tell():
    both = [sight(azimuth_degrees=80), sight(azimuth_degrees=10)]
    says = Says({7: 0.99, 8: 0.01}, each=[{8: 0.99, 7: 0.01}])
    assert count_stack(both, CHIPS, PLACE, says).cannot_tell


def test_several_frames_of_one_camera_are_no_more_sure_than_one():
    one = count_stack([sight(frames=1)], CHIPS, PLACE, Says({7: 0.9, 8: 0.1}))
    five = count_stack([sight(frames=5)], CHIPS, PLACE, Says({7: 0.9, 8: 0.1}))
    assert five.probability == pytest.approx(one.probability)
    assert five.cannot_tell


@pytest.mark.parametrize("hidden", ["foot", "top"])
def test_a_stack_whose_end_is_hidden_is_not_counted(hidden):
    told = count_stack([sight()], CHIPS, PLACE, Says({7: 1.0}, hidden=hidden))
    assert hidden in told.cannot_tell


def test_a_stack_that_may_be_taller_than_twenty_is_not_told():
    told = count_stack([sight()], CHIPS, PLACE, Says({20: 0.9, 21: 0.1}))
    assert "more than 20" in told.cannot_tell


def test_a_stack_that_stands_nearer_is_found_there():
    says = Says({7: 1.0}, foot_rows_low=1)
    seen = sight()
    told = count_stack([seen], CHIPS, PLACE, says)
    moved = np.subtract(told.place_mm, PLACE)
    towards = np.subtract(seen.calibration.camera_mm()[:2], PLACE)
    assert moved @ towards / np.linalg.norm(towards) > 1.0


def test_a_stack_of_two_kinds_is_told_as_such():
    told = count_stack([sight()], CHIPS, PLACE, Says({7: 1.0}, change_at=3))
    assert told.one_kind < 0.05


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (sight(elevation_degrees=75), "25 and 55 degrees"),
        (sight(scale=1.0), "too coarsely"),
    ],
)
def test_a_camera_that_cannot_count_says_why(seen, reason):
    told = count_stack([seen], CHIPS, PLACE, Says({7: 1.0}))
    assert reason in told.cannot_tell
    assert (told.low, told.high, told.probability) == (1, TALLEST, 0.0)


def test_without_a_lens_nothing_is_counted():
    known = sight()
    pairs = [(pair.pixel, pair.table_mm) for pair in known.calibration.points]
    bare = StackSight(known.pictures, calibrate((320, 320), pairs))
    assert "lens" in count_stack([bare], CHIPS, PLACE, Says({7: 1.0})).cannot_tell


def test_without_a_camera_nothing_is_counted():
    assert count_stack([], CHIPS, PLACE, Says({7: 1.0})).cannot_tell
