"""The trained detector run by ultralytics: for its own files (.pt) and TensorRT engines (.engine).

What runs at the table is vision.network_detector, which needs neither torch nor ultralytics. This
is for machines with a graphics card, and to check the export against. ultralytics is under
AGPL-3.0; it comes with the extra `train` and is imported only when this detector is made.
"""

import os
from pathlib import Path

import numpy as np

from vision.detection import Detection, ObjectClass
from vision.frames import Picture
from vision.network_detector import LEAST_SCORE, SAME_THING, SIDE_PX


class UltralyticsError(RuntimeError):
    """The detector cannot be made; the text says why and what to do."""


class UltralyticsDetector:
    """Finds things with ultralytics.

    Args:
        weights: a .pt or .engine file whose classes are those of ObjectClass.
        side_px: the longer side to which pictures are brought.
        least_score: what is less sure is left out.

    Raises:
        UltralyticsError: ultralytics is not installed, the file is not there, or its classes are
            others.
    """

    def __init__(
        self, weights: Path, *, side_px: int = SIDE_PX, least_score: float = LEAST_SCORE
    ) -> None:
        if not weights.exists():
            raise UltralyticsError(f"There is no file {weights}.")
        # It must neither install packages by itself nor look for news.
        os.environ.setdefault("YOLO_AUTOINSTALL", "false")
        os.environ.setdefault("YOLO_OFFLINE", "true")
        try:
            import ultralytics
        except ModuleNotFoundError as error:
            raise UltralyticsError(
                f"{error.name} is not installed: pip install 'betline[train]'. At the table"
                " vision.network_detector does without."
            ) from error
        self._network = ultralytics.YOLO(str(weights), task="detect")
        names = set(self._network.names.values())
        if not names <= set(ObjectClass):
            raise UltralyticsError(f"{weights} finds {sorted(names)}, not {sorted(ObjectClass)}.")
        self._side_px = side_px
        self._least_score = least_score

    def detect(self, picture: Picture) -> list[Detection]:
        """Find things; each outline is the ellipse in the thing's box.

        Args:
            picture: (height, width, 3) blue, green, red.
        """
        result = self._network.predict(
            picture,
            imgsz=self._side_px,
            conf=self._least_score,
            iou=SAME_THING,
            verbose=False,
        )[0]
        boxes = result.boxes.cpu().numpy()
        return [
            Detection(
                object_class=ObjectClass(result.names[int(number)]),
                centre_px=np.asarray(middle[:2], np.float64),
                axes_px=np.maximum(np.asarray(middle[2:], np.float64) / 2, 0.5),
                angle=0.0,
                score=float(score),
            )
            for middle, score, number in zip(boxes.xywh, boxes.conf, boxes.cls, strict=True)
        ]
