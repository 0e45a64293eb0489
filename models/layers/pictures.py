"""A folder of pictures of stacks, each with its calibration and the truth beside it.

Any renderer writes this form; training and measuring read it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.networks import NetworkError
from vision.calibration import Calibration
from vision.frames import Picture


@dataclass(frozen=True, eq=False)
class StackPicture:
    """One picture of one stack.

    Attributes:
        name: of its file.
        picture: (height, width, 3) blue, green, red.
        calibration: exact.
        place_mm: the middle of the lowest chip.
        offsets_mm: (count, 2) how far each chip lies from the lowest.
        kinds: of the chips, from the felt up.
        elevation_degrees, pixels_per_mm: of the camera at the stack.
        visible: share of the stack that nothing hides.
    """

    name: str
    picture: Picture
    calibration: Calibration
    place_mm: tuple[float, float]
    offsets_mm: tuple[tuple[float, float], ...]
    kinds: tuple[str, ...]
    elevation_degrees: float
    pixels_per_mm: float
    visible: float

    @property
    def count(self) -> int:
        """How many chips the stack has."""
        return len(self.kinds)


def write_picture(folder: Path, picture: StackPicture) -> None:
    """Write the picture and its truth; the truth last, so that a file half written is not read."""
    folder.mkdir(parents=True, exist_ok=True)
    truth = {
        "calibration": picture.calibration.model_dump(mode="json", exclude_defaults=True),
        "place_mm": picture.place_mm,
        "offsets_mm": np.round(picture.offsets_mm, 4).tolist(),
        "kinds": picture.kinds,
        "elevation_degrees": picture.elevation_degrees,
        "pixels_per_mm": picture.pixels_per_mm,
        "visible": picture.visible,
    }
    cv2.imwrite(str(folder / f"{picture.name}.png"), picture.picture)
    (folder / f"{picture.name}.json").write_text(json.dumps(truth), encoding="utf-8")


def read_pictures(folder: Path) -> Iterator[StackPicture]:
    """All pictures of a folder, in the order of their names.

    Raises:
        NetworkError: there are none.
    """
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise NetworkError(
            f"There are no pictures of stacks in {folder}. Render some: "
            "python -m models render layers"
        )
    for path in paths:
        truth = json.loads(path.read_text(encoding="utf-8"))
        image = cv2.imread(str(path.with_suffix(".png")))
        if image is None:
            raise NetworkError(f"{path.with_suffix('.png')} cannot be read. Delete it and {path}.")
        yield StackPicture(
            name=path.stem,
            picture=np.asarray(image, np.uint8),
            calibration=Calibration.model_validate(truth["calibration"]),
            place_mm=tuple(truth["place_mm"]),
            offsets_mm=tuple(tuple(offset) for offset in truth["offsets_mm"]),
            kinds=tuple(truth["kinds"]),
            elevation_degrees=truth["elevation_degrees"],
            pixels_per_mm=truth["pixels_per_mm"],
            visible=truth["visible"],
        )
