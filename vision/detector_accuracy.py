"""How well the trained detector finds stacks on real photographs, and what it takes for chips."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box_matching import Matched, match, read_boxes
from vision.detection import ObjectClass
from vision.figures import Figure
from vision.frames import Picture
from vision.network_detector import CLASSES, NetworkDetector

STACKS = "degen101_chip_stacks/eval_unaugmented"
"""Photographs from low down and near, with a box around each stack and each single chip."""

WITHOUT_CHIPS = {
    "hands over a green table": "rps_overhead_hands_ccbysa/*/*.jpg",
    "cards on a grey table": "cardcounter_real_cards_55cls/table_scenes/images/*.jpg",
    "cards on felt": "blackjack_tracker_cards_chips_on_felt/images/[cdhs][liep]*.jpg",
}

SURE = 0.5
"""A false box with at least this score is wrong and confident."""

AIM_PERCENT = 90.0


def stack_figures(detector: NetworkDetector, photos: Path) -> list[Figure]:
    """Stacks found, and boxes that are stacks; a single chip counts as a stack, as in the labels.

    Raises:
        OSError: the photographs or their labels cannot be read.
    """
    total, sure_and_false = Matched(), 0
    folder = photos / STACKS
    images = sorted((folder / "images").glob("*.jpg"))
    for image in images:
        picture = _read(image)
        height, width = picture.shape[:2]
        _, wanted = read_boxes(folder / "labels" / f"{image.stem}.txt", width, height)
        corners, scores = chips_and_stacks(detector, picture)
        total += match(corners, wanted)
        sure = match(corners[scores >= SURE], wanted)
        sure_and_false += sure.found - sure.right
    on = f"{len(images)} photographs, {STACKS}"
    return [
        Figure(
            what="stacks and single chips that have a box",
            on=on,
            right=total.right,
            of=total.wanted,
            aim_percent=AIM_PERCENT,
        ),
        Figure(
            what="boxes that are around a stack or a single chip",
            on=on,
            right=total.right,
            of=total.found,
            aim_percent=AIM_PERCENT,
            wrong_and_confident=sure_and_false,
        ),
    ]


def quiet_figures(detector: NetworkDetector, photos: Path) -> list[Figure]:
    """Photographs without chips on which none is found.

    Raises:
        OSError: a photograph cannot be read.
    """
    return [
        _quiet(detector, what, sorted(photos.glob(pattern)))
        for what, pattern in WITHOUT_CHIPS.items()
    ]


def _quiet(detector: NetworkDetector, what: str, images: Sequence[Path]) -> Figure:
    surest = [_surest_chip(detector, _read(image)) for image in images]
    return Figure(
        what="photographs without chips on which none is found",
        on=f"{len(images)} photographs, {what}",
        right=sum(score == 0 for score in surest),
        of=len(images),
        aim_percent=AIM_PERCENT,
        wrong_and_confident=sum(score >= SURE for score in surest),
    )


def _surest_chip(detector: NetworkDetector, picture: Picture) -> float:
    _, scores = chips_and_stacks(detector, picture)
    return float(scores.max(initial=0.0))


def chips_and_stacks(
    detector: NetworkDetector, picture: Picture
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The boxes, (n, 4), of chips and of stacks, the surest first, and their scores."""
    boxes = detector.boxes(picture)
    wanted = _numbers((ObjectClass.CHIP, ObjectClass.STACK))
    these = np.isin(boxes.classes, wanted)
    return boxes.corners[these], boxes.scores[these]


def _numbers(classes: Iterable[ObjectClass]) -> list[int]:
    return [CLASSES.index(one) for one in classes]


def _read(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(f"{path} cannot be read as a picture.")
    return np.asarray(picture, np.uint8)
