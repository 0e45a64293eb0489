"""The export answers what ultralytics answers: `make test-train`, not part of `make test`."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.box_matching import overlaps
from vision.detection import Detection
from vision.network_detector import NetworkDetector
from vision.ultralytics_detector import UltralyticsDetector
from vision.weights import load

# torch and ultralytics warn of their own future.
pytestmark = pytest.mark.filterwarnings("default")

LEAST_SCORE = 1e-5
"""After one epoch nothing is sure: the comparison asks for what is next to nothing."""

LEAST_OVERLAP = 0.99
SCORE_TOLERANCE = 0.01
"""Of the score itself. Both are fp32; the export folds the normalisation in, which rounds."""


@pytest.fixture(scope="module")
def pictures(trained) -> list[NDArray[np.uint8]]:
    paths = sorted((trained.pictures / "images").glob("*.jpg"))
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in paths[:8]]


@pytest.fixture(scope="module")
def detectors(trained) -> tuple[NetworkDetector, UltralyticsDetector]:
    best = trained.run / "weights" / "best.pt"
    return (
        NetworkDetector(load(trained.exported), least_score=LEAST_SCORE),
        UltralyticsDetector(best, least_score=LEAST_SCORE),
    )


def corners(found: list[Detection]) -> NDArray[np.float64]:
    rows = [(*(one.centre_px - one.axes_px), *(one.centre_px + one.axes_px)) for one in found]
    return np.array(rows, np.float64).reshape(-1, 4)


def test_each_box_of_the_export_is_one_of_ultralytics(pictures, detectors) -> None:
    exported, reference = detectors
    compared = 0
    for picture in pictures:
        ours, theirs = exported.detect(picture), reference.detect(picture)
        # ultralytics gives at most 300 boxes: its surest.
        floor = min((one.score for one in theirs), default=1.0)
        shares = overlaps(corners(ours), corners(theirs))
        for one, row in zip(ours, shares, strict=True):
            if one.score <= floor * (1 + SCORE_TOLERANCE):
                continue
            same = [
                other
                for other, share in zip(theirs, row, strict=True)
                if share > LEAST_OVERLAP and other.object_class == one.object_class
            ]
            assert same, f"{one} is not among the boxes of ultralytics"
            apart = min(abs(one.score - other.score) for other in same)
            assert apart < SCORE_TOLERANCE * one.score
            compared += 1
    assert compared >= len(pictures), "too little was found for a comparison"


def test_a_finished_training_is_left_as_it_is(trained) -> None:
    from models.detector.network import NETWORK

    best = trained.run / "weights" / "best.pt"
    before = best.read_bytes()
    NETWORK.train(trained.pictures, trained.run, epochs=1, seed=1, progress=lambda *_: None)
    assert best.read_bytes() == before


def test_the_export_is_measured_on_rendered_pictures(trained) -> None:
    from models.detector.network import NETWORK

    rows = dict(NETWORK.evaluate(trained.exported, trained.pictures))
    assert set(rows) == {
        f"{what}: {measured}"
        for what in ("chip", "stack", "card", "hand", "chip or stack")
        for measured in ("found", "boxes that are right")
    }


def test_rendering_again_keeps_what_is_there_and_gives_the_same(trained, tmp_path: Path) -> None:
    from models.detector.dataset import write_pictures

    write_pictures(tmp_path, pictures=3, seed=5, progress=lambda *_: None)
    for path in sorted(path for path in tmp_path.rglob("*") if path.is_file()):
        there = trained.pictures / path.relative_to(tmp_path)
        assert path.read_bytes() == there.read_bytes()
    first = tmp_path / "images" / "000000.jpg"
    first.write_bytes(b"kept")
    write_pictures(tmp_path, pictures=3, seed=5, progress=lambda *_: None)
    assert first.read_bytes() == b"kept"
