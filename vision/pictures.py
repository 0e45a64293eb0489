"""Picture files: read whole or not at all."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MOST_MEGAPIXELS = 60
"""More than any camera over a table has; a larger picture would fill the memory."""


class PictureError(ValueError):
    """A file is not a picture that can be read; the text says why and what to do."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """Read a picture file.

    Returns:
        (height, width, 3) blue, green, red; a grey picture has the same value thrice.

    Raises:
        PictureError: it is absent, not a picture, damaged or far too large.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise PictureError(f"{path}: {reason}. Give a JPEG or PNG file.") from error
    # Small and grey first: a picture of a gigapixel would take the memory of the whole machine.
    small = _decode(content, cv2.IMREAD_REDUCED_GRAYSCALE_8)
    if small is None:
        raise PictureError(f"{path}: this is not a picture. Give a JPEG or PNG file.")
    if small.size * 64 > MOST_MEGAPIXELS * 1_000_000:
        raise PictureError(
            f"{path}: it has more than {MOST_MEGAPIXELS} megapixels. Make it smaller."
        )
    picture = _decode(content, cv2.IMREAD_COLOR)
    if picture is None or _ends_too_early(content):
        raise PictureError(f"{path}: the file is damaged or ends too early. Copy it again.")
    return picture


def _decode(content: bytes, flags: int) -> NDArray[np.uint8] | None:
    if not content:
        return None
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error:
        return None
    return None if decoded is None else np.asarray(decoded, np.uint8)


def _ends_too_early(content: bytes) -> bool:
    """Whether the end of a JPEG or PNG is absent: decoders fill the rest with grey silently."""
    if content.startswith(b"\xff\xd8"):
        start_of_scan, end_of_image = b"\xff\xda", b"\xff\xd9"
        return content.rfind(end_of_image) < content.rfind(start_of_scan)
    return content.startswith(b"\x89PNG") and b"IEND" not in content[-64:]
