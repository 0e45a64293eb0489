"""The trained detector: its pictures are framed, and its answers decoded, each thing once."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection import ObjectClass
from vision.network_detector import CLASSES, GREY, SIDE_PX, NetworkDetector, decode

CHIP, STACK = CLASSES.index(ObjectClass.CHIP), CLASSES.index(ObjectClass.STACK)
CARD = CLASSES.index(ObjectClass.CARD)


class Session:
    """Gives the same answer always, and keeps what it was asked."""

    def __init__(self, *candidates: tuple[tuple[float, float, float, float], int, float]) -> None:
        self._answer = np.zeros((1, 4 + len(CLASSES), len(candidates)), np.float32)
        for column, (box, number, score) in enumerate(candidates):
            self._answer[0, :4, column] = box
            self._answer[0, 4 + number, column] = score
        self.asked: NDArray[np.float32]

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="images")]

    def run(self, _: None, inputs: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        self.asked = inputs["images"]
        return [self._answer]

    @property
    def answer(self) -> NDArray[np.float32]:
        return np.asarray(self._answer[0])


def test_a_wide_picture_is_framed_and_its_boxes_come_back_in_its_own_pixels() -> None:
    # 1024 x 576 becomes 256 x 144, in a frame of 256 x 160 with 8 rows of grey above.
    session = Session(((100.0, 58.0, 20.0, 10.0), STACK, 0.9))
    found = NetworkDetector(session).detect(np.full((576, 1024, 3), 255, np.uint8))  # type: ignore[arg-type]
    assert session.asked.shape == (1, 3, 160, SIDE_PX)
    assert session.asked[0, 0, :8] == pytest.approx(GREY / 255)
    assert session.asked[0, 0, 8:-8] == pytest.approx(1.0)
    (stack,) = found
    assert stack.object_class is ObjectClass.STACK
    assert stack.centre_px == pytest.approx([400.0, 200.0])
    assert stack.axes_px == pytest.approx([40.0, 20.0])
    assert stack.score == pytest.approx(0.9)


def test_the_network_is_given_red_green_blue() -> None:
    session = Session()
    picture = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    picture[..., 2] = 255
    assert NetworkDetector(session).detect(picture) == []  # type: ignore[arg-type]
    assert session.asked[0, :, 0, 0] == pytest.approx([1.0, 0.0, 0.0])


def test_a_box_past_the_edge_ends_at_the_edge() -> None:
    session = Session(((0.0, 0.0, 40.0, 40.0), CARD, 0.9))
    picture = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    boxes = NetworkDetector(session).boxes(picture)  # type: ignore[arg-type]
    assert boxes.corners == pytest.approx(np.array([[0.0, 0.0, 20.0, 20.0]]))


def test_what_is_a_chip_to_one_candidate_and_a_stack_to_another_is_one_thing() -> None:
    box = (50.0, 50.0, 20.0, 20.0)
    session = Session((box, CHIP, 0.6), (box, STACK, 0.7), (box, CARD, 0.5))
    boxes = decode(session.answer, 0.25)
    assert boxes.classes.tolist() == [STACK, CARD]
    assert boxes.scores == pytest.approx([0.7, 0.5])


def test_neighbours_stay_two_things() -> None:
    session = Session(((50.0, 50.0, 20.0, 20.0), CHIP, 0.6), ((60.0, 50.0, 20.0, 20.0), CHIP, 0.7))
    assert decode(session.answer, 0.25).scores == pytest.approx([0.7, 0.6])


def test_what_is_not_sure_is_left_out() -> None:
    session = Session(((50.0, 50.0, 20.0, 20.0), CHIP, 0.24))
    assert len(decode(session.answer, 0.25).scores) == 0
