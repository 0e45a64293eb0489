"""What lies in one bet area, as the watcher asks for it and observations tell it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.chips import NO_CHIPS, Chips, Denomination
from table.chips import chips as handful
from vision.chip_set import ChipSet
from vision.frames import Picture
from vision.reading import read_chips


@dataclass(frozen=True)
class ReadTop:
    """A chip's face that was read: of a chip that lies alone, or of the uppermost of a stack.

    Attributes:
        value: what it is worth; None if that is not known.
        centre_px: its middle in the rectified picture.
    """

    value: Denomination | None
    centre_px: tuple[float, float]


@dataclass(frozen=True)
class AreaReading:
    """The content of one bet area.

    Attributes:
        chips: the chips that are worth something, largest first.
        unknown: things like chips whose worth is not known.
        cannot_tell: why the reading is not to be relied on, and what to do; empty if it is.
        sureness: probability that all of it is right, 0 to 1.
        tops: where each chip was read.
        reaching_in_mm2: what is neither table nor one of the chips and reaches in over the edge.
    """

    chips: Chips = NO_CHIPS
    unknown: int = 0
    cannot_tell: str = ""
    sureness: float = 1.0
    tops: tuple[ReadTop, ...] = ()
    reaching_in_mm2: float = 0.0


AreaReader = Callable[[Picture, NDArray[np.float64], float], AreaReading]
"""Reads a rectified picture: the picture, the area's corners in its pixels, its pixels per mm."""


def area_reader(chip_set: ChipSet) -> AreaReader:
    """A reader of bet areas for the chips of one house."""

    def read(picture: Picture, region_px: NDArray[np.float64], pixels_per_mm: float) -> AreaReading:
        reading = read_chips(picture, chip_set, region=region_px, pixels_per_mm=pixels_per_mm)
        values = [chip.value for chip in reading.chips]
        return AreaReading(
            chips=handful(value for value in values if value is not None),
            unknown=values.count(None),
            cannot_tell=reading.cannot_tell,
            sureness=reading.sureness,
            tops=tuple(ReadTop(chip.value, chip.centre_px) for chip in reading.chips),
            reaching_in_mm2=reading.reaching_in_mm2,
        )

    return read
