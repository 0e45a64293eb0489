"""The rendered pictures as files: NNNNNN.jpg, and in NNNNNN.txt a line for each index in it."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.corners.glyphs import font_files
from models.corners.scenes import draw_scene
from models.networks import NetworkError
from models.progress import Progress

MORE_FONTS = "fonts"
"""Fonts in this folder beside the pictures are used with those of the machine."""

KEPT_QUALITY = 97
COLUMNS = 11
"""Middle, right, down, to the centre: x and y of each; rank, suit, visible share."""

Labels = NDArray[np.float32]
"""(indices, 11)."""


def render_pictures(folder: Path, pictures: int, seed: int, progress: Progress) -> None:
    """Render what is not there yet; each picture has its own seed."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    fonts = font_files(folder / MORE_FONTS)
    for number in range(pictures):
        path = folder / f"{number:06d}.jpg"
        if not path.with_suffix(".txt").exists():
            drawn, indices = draw_scene(np.random.default_rng((seed, number)), fonts)
            cv2.imwrite(str(path), drawn, [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY])
            lines = [" ".join(f"{value:.4g}" for value in index.row()) for index in indices]
            path.with_suffix(".txt").write_text("\n".join(lines), encoding="utf-8")
        progress("pictures", number + 1, pictures)


def read_pictures(folder: Path) -> tuple[list[bytes], list[Labels]]:
    """The pictures, packed as they lie on disk, and their labels.

    Raises:
        NetworkError: there are none.
    """
    paths = sorted(path.with_suffix(".jpg") for path in folder.glob("[0-9]*.txt"))
    if not paths:
        raise NetworkError(f"There are no pictures in {folder}. Render some first.")
    return [path.read_bytes() for path in paths], [_labels(path) for path in paths]


def _labels(path: Path) -> Labels:
    words = path.with_suffix(".txt").read_text(encoding="utf-8").split()
    return np.array(words, np.float32).reshape(-1, COLUMNS)


def unpack(picture: bytes) -> NDArray[np.uint8]:
    """(height, width, 3) blue, green, red."""
    return np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), np.uint8)
