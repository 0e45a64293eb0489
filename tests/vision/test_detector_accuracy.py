"""How the detector does is counted rightly, and on real photographs it stays above its floors."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection import ObjectClass
from vision.detector_accuracy import (
    HANDS,
    STACKS,
    detector_figures,
    found_of,
    quiet_figure,
    stack_figures,
)
from vision.figures import Figure
from vision.network_detector import CLASSES, NETWORK, SIDE_PX, NetworkDetector
from vision.weights import network

RECORDING = Path(__file__).parents[2] / "models" / "recording"


def demo_detector() -> NetworkDetector:
    """At the scale at which the demo's chips measure about 40 pixels."""
    return NetworkDetector(network(NETWORK), side_px=960)


class OneStack:
    """Finds the same stack in every picture."""

    def __init__(self, score: float) -> None:
        self._answer = np.zeros((1, 4 + len(CLASSES), 1), np.float32)
        self._answer[0, :4, 0] = (64.0, 64.0, 64.0, 64.0)
        self._answer[0, 4 + CLASSES.index(ObjectClass.STACK), 0] = score

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="images")]

    def run(self, _: None, __: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        return [self._answer]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photographs of stacks, the second with the stack elsewhere, and one of a hand."""
    for name in ("images", "labels"):
        (tmp_path / STACKS / name).mkdir(parents=True)
    (tmp_path / "rps_overhead_hands_ccbysa" / "rock").mkdir(parents=True)
    picture = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    for name, middle in (("first", 0.25), ("second", 0.75)):
        cv2.imwrite(str(tmp_path / STACKS / "images" / f"{name}.jpg"), picture)
        line = f"0 {middle} {middle} 0.25 0.25\n"
        (tmp_path / STACKS / "labels" / f"{name}.txt").write_text(line)
    cv2.imwrite(str(tmp_path / "rps_overhead_hands_ccbysa" / "rock" / "1.jpg"), picture)
    return tmp_path


def figures(photos: Path, score: float) -> dict[str, Figure]:
    found = detector_figures(OneStack(score), photos)  # type: ignore[arg-type]
    return {figure.what: figure for figure in found}


def test_what_is_found_and_what_is_made_up_are_counted(photos: Path) -> None:
    told = figures(photos, 0.9)
    found = told["stacks and single chips that have a box"]
    boxes = told["boxes that are around a stack or a single chip"]
    quiet = told["photographs without chips on which none is found"]
    assert (found.right, found.of) == (1, 2)
    assert (boxes.right, boxes.of, boxes.wrong_and_confident) == (1, 2, 1)
    assert (quiet.right, quiet.of, quiet.wrong_and_confident) == (0, 1, 1)
    assert told["photographs of a hand on which one is found"].right == 0


def test_a_false_box_that_is_not_sure_is_not_wrong_and_confident(photos: Path) -> None:
    told = figures(photos, 0.4)
    assert told["boxes that are around a stack or a single chip"].wrong_and_confident == 0
    assert told["photographs without chips on which none is found"].wrong_and_confident == 0


def test_a_photograph_that_cannot_be_read_is_named(photos: Path) -> None:
    (photos / STACKS / "images" / "first.jpg").write_bytes(b"no picture")
    with pytest.raises(OSError, match=r"first\.jpg cannot be read"):
        figures(photos, 0.9)


@pytest.mark.shared
def test_stacks_on_real_photographs_are_found_and_few_are_made_up(shared_folder: Path) -> None:
    photos = shared_folder / "photos"
    if not (photos / STACKS).is_dir():
        pytest.skip("the photographs of stacks are not there")
    found, boxes = stack_figures(NetworkDetector(network(NETWORK)), photos)
    assert found.of == 544
    assert found.right / found.of >= 0.88
    assert boxes.right / boxes.of >= 0.83
    assert boxes.wrong_and_confident / boxes.of <= 0.05


@pytest.mark.shared
def test_a_real_hand_is_hardly_ever_taken_for_chips(shared_folder: Path) -> None:
    paths = sorted((shared_folder / "photos").glob(HANDS.pattern))
    if not paths:
        pytest.skip("the photographs of hands are not there")
    quiet = quiet_figure(network(NETWORK), HANDS, paths[::5])
    assert quiet.right / quiet.of >= 0.85


def test_on_the_demos_empty_table_chips_are_found_in_the_dealers_rack_alone() -> None:
    picture = cv2.imread(str(RECORDING / "overhead.empty.jpg"))
    corners, _ = found_of(demo_detector(), picture, ObjectClass.CHIP, ObjectClass.STACK)
    assert len(corners) >= 3
    assert (corners[:, 1] > 0.85 * picture.shape[0]).all()


def test_on_the_demos_film_chips_and_cards_are_found() -> None:
    film = cv2.VideoCapture(str(RECORDING / "overhead.mp4"))
    film.set(cv2.CAP_PROP_POS_MSEC, 60_000)
    _, picture = film.read()
    film.release()
    # Five seats' chips, three bets and the pot; the board's three cards and the hole cards.
    chips, _ = found_of(demo_detector(), picture, ObjectClass.CHIP, ObjectClass.STACK)
    cards, _ = found_of(demo_detector(), picture, ObjectClass.CARD)
    assert len(chips) >= 18
    assert len(cards) >= 4
