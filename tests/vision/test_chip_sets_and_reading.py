"""Chip sets, enrolment and reading: on drawn chips, and with everything that may be wrong."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.scene.chips import HOUSE
from models.staging.recording import CHIP_SET_NAME, FOLDER
from vision.chip_set import ChipSet, ChipSetError, load_chip_set
from vision.enrolment import EnrolmentError, EnrolmentPhoto, enrol, locate
from vision.pictures import PictureError, load_picture
from vision.reading import read_chips

PX_PER_MM = 3.0
FELT = (70, 110, 60)
RADIUS_PX = round(39 / 2 * PX_PER_MM)
CHIPS = {"5": (50, 50, 200), "25": (60, 160, 60), "100": (30, 30, 30), "500": (180, 60, 150)}


def table(*placed: tuple[str, int, int], width: int = 480, height: int = 320) -> np.ndarray:
    """A felt with chips on it: label and the centre in pixels."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = FELT
    for label, x, y in placed:
        colour = CHIPS.get(label, (200, 200, 40))
        cv2.circle(picture, (x, y), RADIUS_PX, colour, -1, cv2.LINE_AA)
        for spot in range(0, 360, 60):
            cv2.ellipse(
                picture, (x, y), (RADIUS_PX - 4, RADIUS_PX - 4), 0, spot, spot + 22, (235,) * 3, 8
            )
        cv2.circle(picture, (x, y), RADIUS_PX // 2, (225, 225, 225), 2, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (3, 3), 0) + noise, 0, 255).astype(np.uint8)


def photo_of(label: str) -> EnrolmentPhoto:
    places = ((label, 90, 90), (label, 250, 100), (label, 380, 220), (label, 120, 230))
    return EnrolmentPhoto(f"{label}.png", table(*places), label=label, pixels_per_mm=PX_PER_MM)


@pytest.fixture(scope="module")
def chip_set() -> ChipSet:
    located = [locate(photo_of(label)) for label in CHIPS]
    return enrol(located, {label: int(label) for label in CHIPS}, house="drawn").chip_set


def read(chip_set: ChipSet, *placed: tuple[str, int, int]):
    return read_chips(table(*placed), chip_set, pixels_per_mm=PX_PER_MM)


def test_every_free_chip_of_its_kind_is_learned_from(chip_set: ChipSet) -> None:
    assert {chip.label: chip.samples for chip in chip_set.types} == dict.fromkeys(CHIPS, 4)


@pytest.mark.parametrize("label", CHIPS)
def test_one_chip_is_read(chip_set: ChipSet, label: str) -> None:
    reading = read(chip_set, (label, 200, 150))
    assert reading.counts() == {label: 1}
    assert reading.sum == int(label)
    assert reading.cannot_tell == ""


def test_a_handful_is_summed(chip_set: ChipSet) -> None:
    reading = read(chip_set, ("5", 90, 90), ("25", 220, 90), ("25", 350, 100), ("100", 150, 220))
    assert reading.counts() == {"5": 1, "25": 2, "100": 1}
    assert reading.sum == 155
    assert reading.cannot_tell == ""


def test_bare_felt_holds_no_chip(chip_set: ChipSet) -> None:
    reading = read(chip_set)
    assert reading.chips == ()
    assert reading.cannot_tell == ""


def test_a_strange_chip_is_not_given_the_nearest_worth(chip_set: ChipSet) -> None:
    for known in ((), (("100", 350, 200),)):
        reading = read(chip_set, ("strange", 200, 150), *known)
        assert reading.sum == 100 * len(known)
        assert reading.cannot_tell != ""


def test_a_chip_that_only_reaches_into_the_area_lies_elsewhere(chip_set: ChipSet) -> None:
    picture = table(("5", 120, 150), ("25", 290, 150))
    left = np.array([(0, 0), (260, 0), (260, 320), (0, 320)], np.float64)
    reading = read_chips(picture, chip_set, region=left, pixels_per_mm=PX_PER_MM)
    assert reading.counts() == {"5": 1}
    assert reading.cannot_tell == ""


def test_a_chip_mostly_under_another_is_not_relied_on(chip_set: ChipSet) -> None:
    reading = read(chip_set, ("5", 200, 150), ("25", 218, 158))
    assert reading.cannot_tell != ""


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((320, 480, 3), np.uint8),
        np.full((320, 480, 3), 255, np.uint8),
        np.full((1, 1, 3), 128, np.uint8),
        np.random.default_rng(2).integers(0, 256, (320, 480, 3)).astype(np.uint8),
    ],
    ids=["black", "white", "one pixel", "noise"],
)
def test_a_picture_of_nothing_gives_no_sure_chip(chip_set: ChipSet, picture: np.ndarray) -> None:
    reading = read_chips(picture, chip_set, pixels_per_mm=PX_PER_MM)
    assert reading.chips == () or reading.cannot_tell != ""


@pytest.mark.parametrize("shape", [(320, 480), (320, 480, 4), (0, 480, 3)])
def test_what_is_no_colour_picture_is_refused(chip_set: ChipSet, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"height, width, 3|picture"):
        read_chips(np.zeros(shape, np.uint8), chip_set, pixels_per_mm=PX_PER_MM)


def test_enrolling_bare_felt_says_what_to_do() -> None:
    bare = EnrolmentPhoto("bare.png", table(), label="5", pixels_per_mm=PX_PER_MM)
    with pytest.raises(EnrolmentError, match="no chip was found for 5"):
        enrol([locate(bare)], {"5": 5}, house="drawn")


def test_a_chip_set_is_saved_and_loaded(chip_set: ChipSet, tmp_path: Path) -> None:
    chip_set.save(tmp_path / "drawn.chipset")
    loaded = load_chip_set(tmp_path / "drawn.chipset")
    assert loaded.document == chip_set.document
    assert np.array_equal(loaded.counts, chip_set.counts)


def test_a_chip_set_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ChipSetError, match="betline enroll"):
        load_chip_set(tmp_path / "none.chipset")


def test_a_damaged_chip_set_is_refused(chip_set: ChipSet, tmp_path: Path) -> None:
    folder = tmp_path / "drawn.chipset"
    chip_set.save(folder)
    appearances = folder / "appearances.npz"
    appearances.write_bytes(appearances.read_bytes()[:200])
    with pytest.raises(ChipSetError, match="cannot be read"):
        load_chip_set(folder)


def test_the_demos_chip_set_has_every_chip_of_its_house() -> None:
    values = {chip.value for chip in load_chip_set(FOLDER / CHIP_SET_NAME).types}
    assert values == set(HOUSE)


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\xff\xd8\xff\xe0 cut"])
def test_a_file_that_is_no_picture_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "picture.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=r"picture\.jpg"):
        load_picture(path)
