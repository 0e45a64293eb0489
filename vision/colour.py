"""Colours as light, and as the eye parts them."""

import cv2
import numpy as np
from numpy.typing import NDArray


def linear_light(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Undo the camera's gamma: (height, width, 3) blue, green, red in 0..1, linear."""
    return np.asarray(cv2.LUT(picture, _LINEAR), np.float32)


def to_lab(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """CIE Lab of linear blue, green, red: L in 0..100, a and b about -100..100."""
    clipped = np.clip(light, 0.0, 1.0).astype(np.float32)
    flat = np.ascontiguousarray(clipped.reshape(clipped.shape[0], -1, 3))
    lab = cv2.cvtColor(flat, cv2.COLOR_LBGR2Lab).reshape(light.shape)
    return np.asarray(lab, np.float32)


def lengths(changes: NDArray[np.floating]) -> NDArray[np.floating]:
    """How large each change of colour is: (..., 3) Lab differences to (...)."""
    # np.linalg.norm along so short an axis takes five times as long.
    first, second, third = changes[..., 0], changes[..., 1], changes[..., 2]
    return np.sqrt(first * first + second * second + third * third)


def _linear_table() -> NDArray[np.float32]:
    code = np.arange(256) / 255.0
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


_LINEAR = _linear_table()
