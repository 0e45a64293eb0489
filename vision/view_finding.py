"""Settles how the table lies in an uncalibrated picture, by the chips that it shows."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import table_log_likelihood
from vision.colour import linear_light, to_lab
from vision.explanation import Explainer
from vision.flat_picture import FlatPicture, flatten
from vision.rim_fitting import OUTWARD, Rims, measure_rims
from vision.surface import Surface
from vision.table_view import TableView
from vision.view_search import RADIUS_MM, SEARCH_SIDE_PX, FoundView, search_view

RIM_TO_RING = np.geomspace(0.94, 2.2, 24)
"""The circles found may be a ring printed on the chips: the rim is up to so many times larger."""

SETTLING_PIXELS_PER_MM = 1.0

AROUND = 1.12
"""Just beyond a rim, in radii, lies the table."""

EVEN_LIGHT = 0.4
"""Linear light to which the surface is brought where no enrolment says which."""


def circles_in_picture(
    picture: NDArray[np.uint8], surface: Surface, inside: NDArray[np.uint8]
) -> FoundView | None:
    """Find tilt and scale of the most and sharpest circles of one size."""
    height, width = picture.shape[:2]
    factor = min(1.0, SEARCH_SIDE_PX / max(height, width))
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    gain = np.float32(EVEN_LIGHT) / np.maximum(surface.light(*size), np.float32(1e-3))
    lab = to_lab(linear_light(small) * gain.astype(np.float32))
    where = cv2.resize(inside, size, interpolation=cv2.INTER_NEAREST) > 0
    found = search_view(lab, surface.spread_lab, where)
    if found is None:
        return None
    to_whole = np.diag([width / size[0], height / size[1], 1.0])
    return FoundView(
        TableView(to_whole @ found.view.to_picture, found.view.camera_mm),
        found.centres_mm,
        found.sharpness,
    )


def enlarged(found: FoundView, factor: float, diameter_mm: float) -> FoundView:
    """The same view if the circles found were smaller than the rims by `factor`."""
    scale = factor * RADIUS_MM / (diameter_mm / 2)
    return FoundView(found.view.shrunk(1 / scale), found.centres_mm / scale, found.sharpness)


def settle_by_appearance(
    picture: NDArray[np.uint8],
    region: NDArray[np.float64],
    surface: Surface,
    found: FoundView,
    diameter_mm: float,
    reference_light: NDArray[np.float64],
    types_log: NDArray[np.float32],
) -> tuple[TableView, float]:
    """Choose which circles are the rims: those that make the discs look like enrolled chips.

    Returns:
        The view, and how much speaks for it.
    """
    best_view, best_belief = found.view, -np.inf
    for factor in RIM_TO_RING:
        trial = enlarged(found, float(factor), diameter_mm)
        try:
            flat = flatten(
                picture, trial.view, region, surface, reference_light, SETTLING_PIXELS_PER_MM
            )
        except ValueError:
            continue
        radius = diameter_mm / 2 * flat.pixels_per_mm
        centres = (trial.centres_mm - flat.corner_mm) * flat.pixels_per_mm
        rims = measure_rims(flat, centres, np.full(len(centres), radius))
        table_log = table_log_likelihood(flat.surface_lab, flat.surface_spread_lab)
        explainer = Explainer(flat, rims, radius, types_log, table_log)
        judged = [explainer.judge(candidate, []) for candidate in range(len(rims))]
        # By area of the picture, so that a ring inside the chips leaves too much unexplained.
        belief = float(factor) ** 2 * sum(max(0.0, chip.gain) for chip in judged)
        if belief > best_belief:
            clear = rims.strength.mean(axis=1) ** 2 + 1e-6
            correction = float(np.average(rims.radii, weights=clear) / radius)
            best_view = enlarged(found, float(factor) * correction, diameter_mm).view
            best_belief = belief
    return best_view, best_belief


def settle_by_rim(
    picture: NDArray[np.uint8],
    region: NDArray[np.float64],
    surface: Surface,
    found: FoundView,
    diameter_mm: float,
) -> TableView:
    """Choose which circles are the rims, of chips that lie free: those with bare table around."""
    best_factor, best_score = 1.0, -1.0
    for factor in RIM_TO_RING:
        trial = enlarged(found, float(factor), diameter_mm)
        flat = flatten(picture, trial.view, region, surface, None, SETTLING_PIXELS_PER_MM)
        radius = diameter_mm / 2 * flat.pixels_per_mm
        centres = (trial.centres_mm - flat.corner_mm) * flat.pixels_per_mm
        rims = measure_rims(flat, centres, np.full(len(centres), radius))
        clear = rims.strength.mean(axis=1)
        score = float((clear * _table_around(flat, rims)).mean())
        if score > best_score:
            correction = float(np.average(rims.radii, weights=clear**2 + 1e-6) / radius)
            best_factor, best_score = float(factor) * correction, score
    return enlarged(found, best_factor, diameter_mm).view


def _table_around(flat: FlatPicture, rims: Rims) -> NDArray[np.float64]:
    """Share of the surroundings of each circle that is bare table, (n,)."""
    bare = flat.bare_table
    height, width = bare.shape
    around = rims.centres[:, None] + AROUND * rims.radii[:, None, None] * OUTWARD[None]
    x = np.clip(np.rint(around[..., 0]).astype(int), 0, width - 1)
    y = np.clip(np.rint(around[..., 1]).astype(int), 0, height - 1)
    share: NDArray[np.float64] = bare[y, x].mean(axis=1)
    return share
