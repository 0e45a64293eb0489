"""How well the trained detector does on real photographs: what it finds, and what it makes up."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.box_matching import Matched, match, read_boxes
from vision.detection import ObjectClass
from vision.figures import Figure
from vision.frames import Picture
from vision.network_detector import CLASSES, SIDE_PX, NetworkDetector

STACKS = "degen101_chip_stacks/eval_unaugmented"
"""Photographs from low down and near, with a box around each stack and each single chip."""

SURE = 0.5
"""A false box with at least this score is wrong and confident."""

AIM_PERCENT = 90.0


@dataclass(frozen=True)
class Collection:
    """Photographs of one kind.

    Attributes:
        what: they show.
        pattern: of their files, in the folder of photographs.
        side_px: to which they are brought, so that a chip would have the size that is known.
    """

    what: str
    pattern: str
    side_px: int = SIDE_PX


HANDS = Collection("a hand over a green table", "rps_overhead_hands_ccbysa/*/*.jpg")

WITHOUT_CHIPS = (
    HANDS,
    Collection("cards on a grey table", "cardcounter_real_cards_55cls/table_scenes/images/*.jpg"),
    Collection(
        "a suit of cards on green felt",
        "blackjack_tracker_cards_chips_on_felt/images/[cdhs][liep]*.jpg",
        side_px=640,
    ),
)


def detector_figures(session: onnxruntime.InferenceSession, photos: Path) -> list[Figure]:
    """All figures of the detector.

    Args:
        session: the network.
        photos: the folder that holds the collections; what is not there is left out.

    Raises:
        OSError: a photograph or its labels cannot be read.
    """
    figures = []
    if (photos / STACKS).is_dir():
        figures += stack_figures(NetworkDetector(session), photos)
    figures += [
        quiet_figure(session, collection, paths)
        for collection in WITHOUT_CHIPS
        if (paths := sorted(photos.glob(collection.pattern)))
    ]
    if hands := sorted(photos.glob(HANDS.pattern)):
        figures.append(hand_figure(session, hands))
    return figures


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
        corners, scores = found_of(detector, picture, ObjectClass.CHIP, ObjectClass.STACK)
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


def quiet_figure(
    session: onnxruntime.InferenceSession, collection: Collection, paths: Sequence[Path]
) -> Figure:
    """Photographs without chips on which no chip and no stack is found.

    Raises:
        OSError: a photograph cannot be read.
    """
    detector = NetworkDetector(session, side_px=collection.side_px)
    surest = [_surest(detector, path, ObjectClass.CHIP, ObjectClass.STACK) for path in paths]
    return Figure(
        what="photographs without chips on which none is found",
        on=f"{len(paths)} photographs, {collection.what}",
        right=sum(score == 0 for score in surest),
        of=len(paths),
        aim_percent=AIM_PERCENT,
        wrong_and_confident=sum(score >= SURE for score in surest),
    )


def hand_figure(session: onnxruntime.InferenceSession, paths: Sequence[Path]) -> Figure:
    """Photographs of one hand on which a hand is found.

    Raises:
        OSError: a photograph cannot be read.
    """
    detector = NetworkDetector(session)
    surest = [_surest(detector, path, ObjectClass.HAND) for path in paths]
    return Figure(
        what="photographs of a hand on which one is found",
        on=f"{len(paths)} photographs, {HANDS.what}",
        right=sum(score > 0 for score in surest),
        of=len(paths),
    )


def found_of(
    detector: NetworkDetector, picture: Picture, *classes: ObjectClass
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The boxes, (n, 4), of these classes, the surest first, and their scores."""
    boxes = detector.boxes(picture)
    these = np.isin(boxes.classes, [CLASSES.index(one) for one in classes])
    return boxes.corners[these], boxes.scores[these]


def _surest(detector: NetworkDetector, path: Path, *classes: ObjectClass) -> float:
    """The highest score of these classes; 0 if none is found."""
    return float(found_of(detector, _read(path), *classes)[1].max(initial=0.0))


def _read(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(f"{path} cannot be read as a picture.")
    return np.asarray(picture, np.uint8)
