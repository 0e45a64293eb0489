"""The export answers what ultralytics answers: `make test-train`, not part of `make test`."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.network_detector import NetworkDetector
from vision.ultralytics_detector import UltralyticsDetector
from vision.weights import load

# torch and ultralytics warn of their own future.
pytestmark = pytest.mark.filterwarnings("default")

LEAST_SCORE = 1e-5
"""After one epoch nothing is sure: the comparison asks for what is next to nothing."""

BOX_TOLERANCE_PX = 0.05
SCORE_TOLERANCE = 1e-4
"""Both are fp32; the export folds the normalisation in, which rounds."""


@pytest.fixture(scope="module")
def pictures(trained) -> list[NDArray[np.uint8]]:
    paths = sorted((trained.pictures / "images").glob("*.jpg"))
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in paths[:8]]


def test_every_candidate_of_the_export_is_that_of_ultralytics(trained, pictures) -> None:
    import torch
    import ultralytics

    session = load(trained.exported)
    reference = ultralytics.YOLO(str(trained.run / "weights" / "best.pt")).model.eval()
    for picture in pictures:
        batch = picture[None, ..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255
        ours = session.run(None, {session.get_inputs()[0].name: batch})[0][0]
        with torch.no_grad():
            theirs = reference(torch.from_numpy(batch))[0][0].numpy()
        assert ours.shape == theirs.shape == (8, 32 * 32 + 16 * 16 + 8 * 8)
        assert np.abs(ours[:4] - theirs[:4]).max() < BOX_TOLERANCE_PX
        assert np.abs(ours[4:] - theirs[4:]).max() < SCORE_TOLERANCE


def test_both_detectors_are_as_sure_of_the_surest_thing(trained, pictures) -> None:
    ours = NetworkDetector(load(trained.exported), least_score=LEAST_SCORE)
    best = trained.run / "weights" / "best.pt"
    theirs = UltralyticsDetector(best, least_score=LEAST_SCORE)
    for picture in pictures:
        surest = [detector.detect(picture)[0].score for detector in (ours, theirs)]
        assert surest[0] == pytest.approx(surest[1], abs=SCORE_TOLERANCE)


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
