"""The pictures that readings rest on, kept beside the log."""

import logging
import re
from pathlib import Path

import cv2

from table.seats import Seat
from vision.frames import Picture

logger = logging.getLogger(__name__)

MOST_PICTURES = 5000
"""About two days of a busy table; the oldest are deleted first."""

JPEG_QUALITY = 90
_NAME = re.compile(r"\d{20}-[A-Za-z0-9_]+\.jpg")


class EvidenceFolder:
    """A folder of pictures, named by seat and table time."""

    def __init__(self, log: Path) -> None:
        """The pictures of the table with this log."""
        self.folder = log.with_name(log.name + ".evidence")
        self._failed = False

    def path_of(self, name: str) -> Path | None:
        """The file of a picture; None if there is none of this name."""
        if not _NAME.fullmatch(name):
            return None
        path = self.folder / name
        return path if path.is_file() else None

    def keep(self, seat: Seat, at_ns: int, picture: Picture) -> str:
        """Store a picture and tell its name; an empty one where it could not be stored.

        A ruling does not wait for its picture: the log has what was read.
        """
        name = f"{at_ns:020d}-{re.sub(r'[^A-Za-z0-9]', '_', seat)}.jpg"
        done, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        try:
            self.folder.mkdir(exist_ok=True)
            (self.folder / name).write_bytes(jpeg.tobytes())
            self._forget_oldest()
        except OSError as error:
            if not self._failed:
                logger.warning("No picture can be kept in %s: %s", self.folder, error)
            self._failed = True
            return ""
        self._failed = False
        return name if done else ""

    def _forget_oldest(self) -> None:
        kept = sorted(self.folder.glob("*.jpg"))
        for path in kept[:-MOST_PICTURES]:
            path.unlink(missing_ok=True)
