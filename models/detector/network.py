"""The detector as one of the networks of `models.networks`."""

from pathlib import Path

import cv2
import numpy as np

from models.detector.dataset import CLASSES, write_pictures
from models.networks import Row, exported
from models.progress import Progress
from vision.box_matching import Matched, match, read_boxes
from vision.detection import ObjectClass
from vision.figures import rate
from vision.network_detector import NetworkDetector


class DetectorNetwork:
    """Finds chips, stacks, cards and hands; learnt from tables of models.tables."""

    name = "detector"
    picture_s = 0.45
    pass_s = 0.04

    def render(self, folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
        """As in `Network`."""
        write_pictures(folder, pictures=pictures, seed=seed, progress=progress)

    def train(self, data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
        """As in `Network`."""
        from models.detector.training import train

        train(data, run, epochs=epochs, seed=seed, progress=progress)

    def evaluate(self, weights: Path, data: Path) -> list[Row]:
        """What is found of each class, and how many boxes are right, at an overlap of a half."""
        detector = NetworkDetector(exported(weights))
        totals = dict.fromkeys((*CLASSES, "chip or stack"), Matched())
        for image in sorted((data / "images").glob("*.jpg")):
            for what, counted in _matched(detector, image).items():
                totals[what] += counted
        return [
            (f"{what}: {measured}", rate(total.right, of))
            for what, total in totals.items()
            for measured, of in (("found", total.wanted), ("boxes that are right", total.found))
        ]

    def export(self, run: Path, out: Path) -> None:
        """As in `Network`."""
        from models.detector.training import export

        export(run, out)


def _matched(detector: NetworkDetector, image: Path) -> dict[str, Matched]:
    """Each class of one picture, and chips and stacks as if they were one class."""
    picture = np.asarray(cv2.imread(str(image), cv2.IMREAD_COLOR), np.uint8)
    height, width = picture.shape[:2]
    labels = image.parents[1] / "labels" / f"{image.stem}.txt"
    classes, wanted = read_boxes(labels, width, height)
    boxes = detector.boxes(picture)
    either = [CLASSES.index(one) for one in (ObjectClass.CHIP, ObjectClass.STACK)]
    numbers: dict[str, list[int]] = {name: [number] for number, name in enumerate(CLASSES)}
    numbers["chip or stack"] = either
    return {
        name: match(boxes.corners[np.isin(boxes.classes, group)], wanted[np.isin(classes, group)])
        for name, group in numbers.items()
    }


NETWORK = DetectorNetwork()
