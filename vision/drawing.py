"""Draws what was seen: every chip with its outline and its name, and what is not sure."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import ReadChip, Reading

SURE_COLOUR = (70, 200, 70)
UNSURE_COLOUR = (0, 140, 255)
DARK = (20, 20, 20)
LIGHT = (255, 255, 255)
FONT = cv2.FONT_HERSHEY_SIMPLEX

LONGEST_SIDE_PX = 2000
"""A picture of evidence is looked at on a screen; it need not be larger."""


def draw_reading(
    picture_bgr: NDArray[np.uint8],
    reading: Reading,
    region: NDArray[np.float64] | None = None,
) -> NDArray[np.uint8]:
    """The picture with what was read.

    A sure chip has a whole outline and its name; an unsure one a broken outline and its name with
    a question mark, so that the two differ in shape and word and not in colour alone.

    Args:
        picture_bgr: the picture that was read.
        reading: what it says.
        region: (n, 2) the area that was read, in pixels, to be drawn as a thin line.
    """
    scale = min(1.0, LONGEST_SIDE_PX / max(picture_bgr.shape[:2]))
    size = (
        max(1, round(picture_bgr.shape[1] * scale)),
        max(1, round(picture_bgr.shape[0] * scale)),
    )
    drawn = np.asarray(cv2.resize(picture_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    stroke = max(1, round(max(size) / 600))
    if region is not None:
        corners = np.rint(np.asarray(region) * scale).astype(np.int32)
        cv2.polylines(drawn, [corners], True, LIGHT, stroke)
    for chip in reading.chips:
        _draw_chip(drawn, chip, scale, stroke)
    _write_summary(drawn, reading, stroke)
    return drawn


def _draw_chip(drawn: NDArray[np.uint8], chip: ReadChip, scale: float, stroke: int) -> None:
    outline = np.rint(chip.outline_px * scale).astype(np.int32)
    colour = UNSURE_COLOUR if chip.doubt else SURE_COLOUR
    if chip.doubt:
        for start in range(0, len(outline), 8):
            dash = np.take(outline, range(start, start + 5), axis=0, mode="wrap")
            cv2.polylines(drawn, [dash], False, colour, 2 * stroke, cv2.LINE_AA)
    else:
        cv2.polylines(drawn, [outline], True, colour, 2 * stroke, cv2.LINE_AA)
    name = chip.label or "unknown"
    if chip.doubt:
        name += "?"
    centre = np.array(chip.centre_px) * scale
    # The name fills about two thirds of the chip, and is never too small to read.
    width = float(np.ptp(outline[:, 0]))
    letter = float(np.clip(width * 0.65 / max(1, 18 * len(name)), 0.35, 1.5 * stroke))
    (text_width, text_height), _ = cv2.getTextSize(name, FONT, letter, stroke)
    corner = (round(centre[0] - text_width / 2), round(centre[1] + text_height / 2))
    cv2.putText(drawn, name, corner, FONT, letter, DARK, 4 * stroke, cv2.LINE_AA)
    cv2.putText(drawn, name, corner, FONT, letter, LIGHT, stroke, cv2.LINE_AA)


def _write_summary(drawn: NDArray[np.uint8], reading: Reading, stroke: int) -> None:
    lines = [f"{len(reading.chips)} chips, sum {reading.sum}, sure {reading.sureness:.0%}"]
    if reading.cannot_tell:
        lines.append(f"CANNOT TELL: {reading.cannot_tell}")
    letter = 0.45 * stroke + 0.15
    for number, line in enumerate(lines):
        corner = (6 * stroke, round((number + 1) * 34 * letter))
        cv2.putText(drawn, line, corner, FONT, letter, DARK, 4 * stroke, cv2.LINE_AA)
        cv2.putText(drawn, line, corner, FONT, letter, LIGHT, stroke, cv2.LINE_AA)
