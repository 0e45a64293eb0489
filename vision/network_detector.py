"""A trained detector of chips, stacks, cards and hands, run by onnxruntime on one thread.

How it was trained and how well it does: models/weights/detector.md.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.detection import Detection, ObjectClass
from vision.frames import Picture

NETWORK = "detector"

CLASSES = tuple(ObjectClass)
"""In the order in which the network gives their scores."""

SIDE_PX = 256
"""What the network was trained on: a larger picture is brought to this, its longer side."""

STRIDE_PX = 32
GREY = 114

LEAST_SCORE = 0.25
SAME_THING = 0.55
"""Boxes that overlap by more (intersection over union) are one thing, a chip or a stack."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """What the network finds, the surest first.

    Attributes:
        corners: (n, 4) left, top, right, bottom in pixels of the picture.
        scores: (n,) 0 to 1; not probabilities.
        classes: (n,) indices into CLASSES.
    """

    corners: NDArray[np.float64]
    scores: NDArray[np.float64]
    classes: NDArray[np.int64]


class NetworkDetector:
    """Finds things with an exported network.

    Args:
        session: the network, from vision.weights.
        side_px: the longer side to which pictures are brought. Chips in them must measure 14 to
            160 pixels then: the network has seen no others.
        least_score: what is less sure is left out.
    """

    def __init__(
        self,
        session: onnxruntime.InferenceSession,
        *,
        side_px: int = SIDE_PX,
        least_score: float = LEAST_SCORE,
    ) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        self._side_px = side_px
        self._least_score = least_score

    def detect(self, picture: Picture) -> list[Detection]:
        """Find things; each outline is the ellipse in the thing's box.

        Args:
            picture: (height, width, 3) blue, green, red.
        """
        boxes = self.boxes(picture)
        return [
            Detection(
                object_class=CLASSES[number],
                centre_px=(corners[:2] + corners[2:]) / 2,
                axes_px=np.maximum((corners[2:] - corners[:2]) / 2, 0.5),
                angle=0.0,
                score=float(score),
            )
            for corners, score, number in zip(
                boxes.corners, boxes.scores, boxes.classes, strict=True
            )
        ]

    def boxes(self, picture: Picture) -> Boxes:
        """The same as boxes, which lie within the picture."""
        small, scale, (left, top) = _letterbox(picture, self._side_px)
        batch = small[None, ..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255.0
        answer = self._session.run(None, {self._input: np.ascontiguousarray(batch)})[0]
        found = decode(np.asarray(answer)[0], self._least_score)
        height, width = picture.shape[:2]
        corners = (found.corners - [left, top, left, top]) / scale
        corners = np.clip(corners, 0, [width, height, width, height])
        return Boxes(corners, found.scores, found.classes)


def decode(answer: NDArray[np.float32], least_score: float) -> Boxes:
    """The boxes in a network's answer, each thing once.

    Args:
        answer: (4 + classes, candidates): middle x and y, width, height, and the score of each
            class.
        least_score: what is less sure is left out.
    """
    scores, classes = answer[4:].max(axis=0), answer[4:].argmax(axis=0)
    sure = scores >= least_score
    middle, size = answer[:2, sure].T, answer[2:4, sure].T
    corners = np.concatenate((middle - size / 2, middle + size / 2), axis=1).astype(np.float64)
    scores, classes = scores[sure].astype(np.float64), classes[sure]
    kept = _once_each(corners, scores, classes)
    return Boxes(corners[kept], scores[kept], classes[kept])


def _once_each(
    corners: NDArray[np.float64], scores: NDArray[np.float64], classes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Indices of the surest box of each thing, the surest first."""
    if not len(scores):
        return np.zeros(0, np.int64)
    # What is a chip to one candidate and a stack to another is one thing all the same.
    kinds = np.where(classes == CLASSES.index(ObjectClass.STACK), 0, classes)
    rects = np.concatenate((corners[:, :2], corners[:, 2:] - corners[:, :2]), axis=1)
    kept = cv2.dnn.NMSBoxesBatched(rects.tolist(), scores.tolist(), kinds.tolist(), 0.0, SAME_THING)
    indices = np.asarray(kept, np.int64).reshape(-1)
    return np.asarray(indices[np.argsort(-scores[indices], kind="stable")])


def _letterbox(picture: Picture, side_px: int) -> tuple[Picture, float, tuple[int, int]]:
    """The picture at the network's scale amid grey, to whole strides; scale and upper left."""
    height, width = picture.shape[:2]
    scale = side_px / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    if size != (width, height):
        fine = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(picture, size, interpolation=fine), np.uint8)
    across, down = (-side % STRIDE_PX for side in size)
    left, top = across // 2, down // 2
    framed = cv2.copyMakeBorder(
        picture, top, down - top, left, across - left, cv2.BORDER_CONSTANT, value=(GREY,) * 3
    )
    return np.asarray(framed, np.uint8), scale, (left, top)
