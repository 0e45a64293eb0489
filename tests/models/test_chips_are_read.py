"""What is drawn is read: every chip of the house, by vision, with the chip set that ships."""

from dataclasses import replace

import pytest

from models.scene.chips import HOUSE
from models.staging.film import Film
from models.staging.places import bet_slots, middle
from models.staging.recording import CHIP_SET_NAME, FOLDER, Source
from models.staging.rig import CAMERAS, LIGHT, landmarks, table_top
from models.staging.stage import Stage
from table.chips import Chips, Denomination, chips
from vision.area_reading import area_reader
from vision.chip_set import ChipSet, load_chip_set
from vision.rectify import RectifiedArea


@pytest.fixture(scope="module")
def chip_set() -> ChipSet:
    return load_chip_set(FOLDER / CHIP_SET_NAME)


def read(source: Source, chip_set: ChipSet, handful: list[Denomination], seed: int) -> Chips:
    """What vision reads of chips that lie side by side in front of seat 2."""
    seat = source.layout.seat("2")
    camera = replace(
        CAMERAS[0], width_px=420, height_px=320, place_mm=middle(seat.bet_area), tilt_degrees=(0, 0)
    )
    stage = Stage(source.layout, seed)
    for denomination, place in zip(handful, bet_slots(seat), strict=False):
        stage.chip(denomination, 0, stage.jitter(place, 1.5), 0.0)
    picture = Film(camera, table_top(source.layout, 1), stage.performance, LIGHT, seed).picture(0)
    area = RectifiedArea(camera.calibration(landmarks(source.layout)), seat.bet_area)
    reading = area_reader(chip_set)(area.draw(picture), area.region_px, area.pixels_per_mm)
    assert reading.cannot_tell == ""
    assert reading.unknown == 0
    return reading.chips


@pytest.mark.parametrize("denomination", HOUSE)
def test_each_chip_is_read_right(
    denomination: Denomination, source: Source, chip_set: ChipSet
) -> None:
    assert read(source, chip_set, [denomination], seed=denomination) == (denomination,)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bet_of_every_chip_is_read_right(seed: int, source: Source, chip_set: ChipSet) -> None:
    handful = [*HOUSE, 100]
    assert read(source, chip_set, handful, seed) == chips(handful)


def test_nothing_is_read_of_bare_felt(source: Source, chip_set: ChipSet) -> None:
    assert read(source, chip_set, [], seed=1) == ()
