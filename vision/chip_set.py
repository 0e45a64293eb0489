"""A house's chips as data: which there are, what they are worth, and how each looks.

A chip set is a folder `NAME.chipset` with two files: `chipset.yaml`, which people may read and
edit, and `appearances.npz`, the colours learned at enrolment.
"""

import io
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from pydantic import Field

from table.documents import Document, DocumentError, parse_document
from vision.appearance import COLOURS, RINGS, log_likelihood, with_foreign
from vision.flat_picture import THICKNESS_MM

DIAMETER_MM = 39.0
FORMAT = 1


class ChipSetError(ValueError):
    """A chip set cannot be used; the text says why and what to do."""


class ChipType(Document):
    """One kind of chip.

    Attributes:
        label: its name on the table, such as `25` or `red`.
        value: what it is worth, in the smallest unit of the table; None if it has no value of its
            own, as with roulette colours.
        samples: how many chips it was learned from.
    """

    label: str = Field(min_length=1, max_length=40)
    value: int | None = Field(default=None, gt=0)
    samples: int = Field(ge=1)


class ChipSetDocument(Document):
    """The content of `chipset.yaml`."""

    format: int = Field(default=FORMAT, ge=FORMAT, le=FORMAT)
    house: str = Field(min_length=1, max_length=80)
    enrolled: str = Field(default="", max_length=40)
    diameter_mm: float = Field(default=DIAMETER_MM, ge=20, le=80)
    thickness_mm: float = Field(default=THICKNESS_MM, ge=1, le=10)
    chips: tuple[ChipType, ...] = Field(min_length=1, max_length=40)


@dataclass(frozen=True)
class ChipSet:
    """The chips of one house.

    Attributes:
        document: what `chipset.yaml` says.
        counts: (types, RINGS, COLOURS) how often each colour was seen in each ring of each type.
        surface_light: (3,) linear blue, green, red of the surface on which they were enrolled.
    """

    document: ChipSetDocument
    counts: NDArray[np.float32]
    surface_light: NDArray[np.float64]

    def __post_init__(self) -> None:
        expected = (len(self.types), RINGS, COLOURS)
        if self.counts.shape != expected:
            raise ChipSetError(f"appearances must have shape {expected}, got {self.counts.shape}")
        if self.surface_light.shape != (3,):
            raise ChipSetError(f"surface must have shape (3,), got {self.surface_light.shape}")
        if not (np.isfinite(self.counts).all() and np.isfinite(self.surface_light).all()):
            raise ChipSetError("appearances must be finite numbers")
        if (self.counts < 0).any() or not self.counts.sum(axis=(1, 2)).all():
            raise ChipSetError("every chip type must have been seen")
        labels = [chip.label for chip in self.types]
        if len(set(labels)) < len(labels):
            raise ChipSetError(f"two chip types have one label: {', '.join(sorted(labels))}")

    @property
    def types(self) -> tuple[ChipType, ...]:
        """The chip types, in the order of `counts`."""
        return self.document.chips

    @property
    def diameter_mm(self) -> float:
        """Diameter of every chip of the house."""
        return self.document.diameter_mm

    @cached_property
    def types_log(self) -> NDArray[np.float32]:
        """Log probability of each colour in each ring, (types + 1, RINGS, COLOURS).

        The last type is the chip that is none of this set.
        """
        return with_foreign(log_likelihood(self.counts))

    def save(self, folder: Path) -> None:
        """Write the chip set; an older one in the same folder is replaced.

        Raises:
            OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            folder / "appearances.npz",
            counts=self.counts.astype(np.float32),
            surface_light=self.surface_light.astype(np.float64),
        )
        content = self.document.model_dump(mode="json")
        text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
        (folder / "chipset.yaml").write_text(text, encoding="utf-8")


def load_chip_set(folder: Path) -> ChipSet:
    """Read a chip set.

    Raises:
        ChipSetError: it is absent, damaged, or was made by another version.
    """
    path = folder / "chipset.yaml"
    remedy = "Make it with `betline enroll`."
    try:
        document = parse_document(path.read_text(encoding="utf-8"), str(path), ChipSetDocument)
    except DocumentError as error:
        raise ChipSetError(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ChipSetError(f"{path} cannot be read: {_reason(error)}. {remedy}") from error
    path = folder / "appearances.npz"
    try:
        # From memory: a damaged archive would leave its file open.
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            counts = np.asarray(arrays["counts"], np.float32)
            surface_light = np.asarray(arrays["surface_light"], np.float64)
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ChipSetError(f"{path} cannot be read: {_reason(error)}. {remedy}") from error
    try:
        return ChipSet(document, counts, surface_light)
    except ChipSetError as error:
        raise ChipSetError(f"{folder}: {error}. {remedy}") from error


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "it is damaged"
