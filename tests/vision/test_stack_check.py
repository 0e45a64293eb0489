"""A read chip is checked for what lies under it, where the camera sees sides."""

import numpy as np
import pytest

from models.raycasting.camera import looking_at
from vision.area_reading import AreaReading, ReadTop
from vision.chip_set import ChipSetDocument, ChipType
from vision.layer_network import FOOT_REACH, TALLEST
from vision.rectify import RectifiedArea
from vision.stack_check import StackCheck, stack_checker
from vision.stack_strip import FELT_ROW, ROWS, ROWS_PER_CHIP

CHIPS = ChipSetDocument(house="any", chips=(ChipType(label="5", value=5, samples=1),))
AREA = ((-60.0, -45.0), (60.0, -45.0), (60.0, 45.0), (-60.0, 45.0))
HEIGHT_PX = 320


class OneStack:
    """Stands for the network: it finds one stack of so many chips, wherever it is looked for.

    The camera looks along y, so a strip's place along y is told by the foot's row.
    """

    def __init__(self, count: int, foot_y_mm: float, change_at: int = 0) -> None:
        self.count = count
        self.foot_y_mm = foot_y_mm
        self.change_at = change_at
        self.places: list[float] = []

    def run(self, names, feeds):
        strips = len(feeds["strip"])
        scores = np.full((strips, TALLEST, 2 * FOOT_REACH + 1), -60.0)
        edges = np.full((strips, 4, ROWS), -8.0)
        for index, (y, slope) in enumerate(self.places[-strips:]):
            nearer = self.foot_y_mm - y
            row = round(nearer * slope / (3.3 / ROWS_PER_CHIP))
            if abs(row) <= FOOT_REACH:
                scores[index, self.count - 1, FOOT_REACH - row] = 8.0
                edges[index, (0, 2), FELT_ROW] = 8.0
        if self.change_at:
            edges[:, 3] = 8.0
        return scores, np.zeros(strips), edges


@pytest.fixture
def view():
    return looking_at(
        (0.0, 0.0, 0.0),
        azimuth=np.pi / 2,
        elevation=np.radians(40),
        distance_mm=900,
        focal_px=900 * 2.2,
        size_px=(HEIGHT_PX, HEIGHT_PX),
    )


def checked(view, monkeypatch, network, reading=None):
    """The reading of one top of a stack that stands at the network's place."""
    import vision.stack_check as check_module
    import vision.stack_counting as counting_module

    for module in (check_module, counting_module):
        unroll = module.unroll

        def noted(picture, calibration, place_mm, *, unroll=unroll, **sizes):
            strip = unroll(picture, calibration, place_mm, **sizes)
            network.places.append((place_mm[1], strip.slope))
            return strip

        monkeypatch.setattr(module, "unroll", noted)
    calibration = view.calibration()
    area = RectifiedArea(calibration, AREA)
    camera = view.place_mm
    height = network.count * 3.3
    top = (camera[:2] * height - np.array((0, network.foot_y_mm)) * camera[2]) / (
        height - camera[2]
    )
    spot = (top + np.array((85.0, 70.0))) * area.pixels_per_mm - 0.5
    told = reading or AreaReading(chips=(5,), tops=(ReadTop(5, tuple(spot)),), sureness=0.98)
    picture = np.random.default_rng(3).integers(0, 255, (HEIGHT_PX, HEIGHT_PX, 3)).astype(np.uint8)
    return StackCheck(calibration, area, CHIPS, network)(told, [picture])


def test_the_place_of_a_spot_is_the_one_that_was_drawn_there(view):
    area = RectifiedArea(view.calibration(), AREA)
    corner = area.to_table_mm(tuple(area.region_px[0]))
    assert corner == pytest.approx(AREA[0])


def test_one_chip_stays_one_chip(view, monkeypatch):
    told = checked(view, monkeypatch, OneStack(1, 5.0))
    assert (told.chips, told.cannot_tell) == ((5,), "")


@pytest.mark.parametrize("count", [2, 6, 12])
def test_a_stack_of_one_kind_is_counted_under_its_top(view, monkeypatch, count):
    told = checked(view, monkeypatch, OneStack(count, 10.0))
    assert (told.chips, told.cannot_tell) == ((5,) * count, "")


def test_a_stack_of_several_kinds_is_not_told(view, monkeypatch):
    told = checked(view, monkeypatch, OneStack(6, 10.0, change_at=2))
    assert "several kinds" in told.cannot_tell


def test_a_top_without_a_side_is_not_told(view, monkeypatch):
    told = checked(view, monkeypatch, OneStack(3, 400.0))
    assert told.cannot_tell


def test_what_was_in_doubt_already_stays_so_and_is_not_looked_at(view, monkeypatch):
    network = OneStack(1, 5.0)
    doubtful = AreaReading(chips=(5,), cannot_tell="A chip is hidden. Spread the chips.")
    assert checked(view, monkeypatch, network, doubtful) is doubtful
    assert not network.places


def test_an_overhead_camera_and_one_without_a_lens_check_nothing(view):
    make = stack_checker(CHIPS)
    area = RectifiedArea(view.calibration(), AREA)
    assert make(view.calibration(), area) is not None
    above = looking_at(
        (0.0, 0.0, 0.0),
        azimuth=1.0,
        elevation=np.radians(80),
        distance_mm=900,
        focal_px=900 * 2.2,
        size_px=(HEIGHT_PX, HEIGHT_PX),
    )
    assert make(above.calibration(), area) is None
    bare = view.calibration().model_copy(update={"lens": None})
    assert make(bare, area) is None


def test_what_reaches_over_the_area_unread_may_be_a_stack(view, monkeypatch):
    nothing = AreaReading(reaching_in_mm2=900.0)
    told = checked(view, monkeypatch, OneStack(5, 0.0), nothing)
    assert "maybe a stack" in told.cannot_tell
    assert told.sureness == 0.0


def test_an_area_that_is_bare_stays_empty(view, monkeypatch):
    assert checked(view, monkeypatch, OneStack(5, 0.0), AreaReading()) == AreaReading()
