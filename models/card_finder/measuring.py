"""How well indices are found: on rendered pictures that were not learnt from."""

from pathlib import Path

import numpy as np

from models.corners.pictures import Labels, unpack
from models.corners.scenes import LEAST_VISIBLE, MOST_VISIBLE
from models.networks import Row, exported
from vision.card_finding import decode
from vision.figures import rate

NEAR_MM = 4.0


def measure(weights: Path, pictures: list[bytes], labels: list[Labels]) -> list[Row]:
    """Rows of what was measured.

    Raises:
        NetworkError: there is no such file.
    """
    session = exported(weights)
    found_right = there = found_all = 0
    turned: list[float] = []
    off_mm: list[float] = []
    for packed, rows in zip(pictures, labels, strict=True):
        light = unpack(packed)[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None] / 255
        (cells,) = session.run(None, {"picture": np.ascontiguousarray(light)})
        found = decode(cells[0])
        there += int((rows[:, 10] >= MOST_VISIBLE).sum())
        for index in found:
            scale = index.pixels_per_mm
            far = np.linalg.norm(rows[:, :2] - index.middle_px, axis=1) / scale
            near = np.flatnonzero((far < NEAR_MM) & (rows[:, 10] >= LEAST_VISIBLE))
            readable = [row for row in near if rows[row, 10] >= MOST_VISIBLE]
            found_all += bool(readable) or not len(near)
            if readable:
                best = readable[int(np.argmin(far[readable]))]
                found_right += 1
                off_mm.append(float(far[best]))
                turned.append(_angle(rows[best, 4:6], index.down_px))
    rates = [
        ("readable indices found", rate(min(found_right, there), there)),
        ("what was found is an index", rate(found_right, found_all)),
    ]
    if not off_mm:  # a network that has hardly learnt finds nothing
        return rates
    return [
        *rates,
        ("middle off by, median", f"{np.median(off_mm):.2f} mm"),
        ("turned by, 90 % below", f"{np.degrees(np.quantile(turned, 0.9)):.1f} degrees"),
    ]


def _angle(one: np.ndarray, other: np.ndarray) -> float:
    cosine = one @ other / (np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.arccos(np.clip(cosine, -1, 1)))
