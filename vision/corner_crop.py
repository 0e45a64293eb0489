"""The part of a card around one of its indices, drawn upright: what the reader of cards sees.

It holds the index, rank over suit, and what stands beside and below it: the first pips, or the edge
of a court's frame.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE_PX = (64, 80)
"""Width and height."""

LEFT_MM, TOP_MM = -10.0, -20.0
"""Of the crop, from the index's middle."""

MM_PER_PX = 36.0 / 64.0

DARKEST, BRIGHTEST = 2, 98
"""Percentiles of the crop that become 0 and 1: dark pictures read like bright ones."""


def corner_crop(
    picture: NDArray[np.uint8],
    middle_px: NDArray[np.floating],
    right_px: NDArray[np.floating],
    down_px: NDArray[np.floating],
) -> NDArray[np.float32]:
    """Cut one corner out.

    Args:
        picture: (height, width, 3) blue, green, red.
        middle_px: (2,) the index's middle.
        right_px: (2,) what a millimetre to the right on the card is in the picture.
        down_px: (2,) what a millimetre down on the card is in the picture.

    Returns:
        (3, 80, 64) red, green, blue, 0 to 1.
    """
    corner = middle_px + LEFT_MM * right_px + TOP_MM * down_px
    matrix = np.stack([right_px * MM_PER_PX, down_px * MM_PER_PX, corner], axis=1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        picture, matrix.astype(np.float64), SIZE_PX, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    low, high = map(float, np.percentile(cut[::3, ::3], (DARKEST, BRIGHTEST)))
    light = (cut[..., ::-1].astype(np.float32) - low) / max(high - low, 8.0)
    return np.ascontiguousarray(np.clip(light, -0.3, 1.3).transpose(2, 0, 1))
