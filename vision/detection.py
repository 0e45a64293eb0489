"""What a detector finds in a picture, whichever detector it is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class ObjectClass(StrEnum):
    """The things on a table that a detector can tell apart."""

    CHIP = "chip"
    STACK = "stack"
    CARD = "card"
    HAND = "hand"


@dataclass(frozen=True)
class Detection:
    """One thing that was found.

    Attributes:
        object_class: what it is.
        centre_px: (2,) x and y in the picture.
        axes_px: (2,) half axes of its outline, the first along `angle`.
        angle: radians from +x towards +y.
        score: how much of its outline is there, 0 to 1. Not a probability.
    """

    object_class: ObjectClass
    centre_px: NDArray[np.float64]
    axes_px: NDArray[np.float64]
    angle: float
    score: float

    def __post_init__(self) -> None:
        for name in ("centre_px", "axes_px"):
            shape = getattr(self, name).shape
            if shape != (2,):
                raise ValueError(f"{name} must have shape (2,), got {shape}")
        if not (self.axes_px > 0).all():
            raise ValueError(f"axes_px must be positive, got {self.axes_px}")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score must be 0 to 1, got {self.score}")


class Detector(Protocol):
    """Finds things in a picture: classical geometry today, a network tomorrow."""

    def detect(self, picture: NDArray[np.uint8]) -> list[Detection]:
        """Find things.

        Args:
            picture: (height, width, 3) blue, green, red.
        """
        ...
