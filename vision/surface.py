"""The surface the chips lie on: its colour, how the light falls off over it, and what is not it.

Chips are told apart by colour, and colour by the light. The one thing in every picture that is
known to be the same is the surface, so its colour is the white card: a picture is read after its
light has been brought to the light of the enrolment.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import lengths, linear_light, to_lab

FIT_SIDE_PX = 160
"""The surface is smooth, so it is fitted on a picture of this longest side."""

REGION_SIDE_PX = 400
"""Longest side of the picture on which the region is found."""

SURFACE_STEPS = 8
"""Rounds of fitting, dropping what is not surface, and fitting again."""

LARGEST_TEXTURE_LAB = 14.0
"""Wood grain and felt differ from their own mean by less; another surface by more."""

MOST_LIGHT_CHANGE = 8.0
"""Lamps differ in brightness and colour, but a channel that changes by more is another surface."""

MOST_TINT_CHANGE = 8.0
"""A white lamp against a warm one shifts red to blue by less than this."""


@dataclass(frozen=True)
class Surface:
    """How the surface looks in one picture.

    Attributes:
        coefficients: (6, 3) log of linear blue, green, red as a quadratic of the place.
        size_px: (width, height) of the picture.
        spread_lab: the surface's own texture and noise, one standard deviation, in Lab units.
    """

    coefficients: NDArray[np.float64]
    size_px: tuple[int, int]
    spread_lab: float

    def light(self, width: int, height: int) -> NDArray[np.float32]:
        """Linear blue, green, red of the bare surface at every place of a picture of that size."""
        terms = _terms(width, height)
        log_light = terms.reshape(-1, 6) @ self.coefficients
        return np.exp(log_light).reshape(height, width, 3).astype(np.float32)

    @property
    def colour(self) -> NDArray[np.float64]:
        """Linear blue, green, red of the surface in the middle of the picture."""
        return np.exp(_terms(3, 3)[1, 1] @ self.coefficients)


def fit_surface(picture: NDArray[np.uint8], inside: NDArray[np.uint8] | None = None) -> Surface:
    """Find the commonest colour of a picture, and how it gets brighter and darker over it.

    Args:
        picture: (height, width, 3) blue, green, red.
        inside: (height, width) mask of the places to look at; everywhere if absent.
    """
    height, width = picture.shape[:2]
    scale = min(1.0, FIT_SIDE_PX / max(height, width))
    small_size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(picture, small_size, interpolation=cv2.INTER_AREA), np.uint8)
    light = linear_light(small)
    lab = to_lab(light)
    usable = np.ones(small.shape[:2], bool)
    if inside is not None:
        usable = cv2.resize(inside, small_size, interpolation=cv2.INTER_NEAREST) > 0
        usable = usable if usable.any() else np.ones_like(usable)
    terms = _terms(*small_size)
    log_light = np.log(np.maximum(light, 1e-4))
    centredness = _centredness(terms)
    belongs = usable & _near_commonest(lab, usable, centredness)
    coefficients = np.zeros((6, 3))
    spread = 1.0
    for step in range(SURFACE_STEPS):
        count = 1 if step < 2 else 6  # a plain colour first: a curve would run away to the clutter
        design = terms[belongs][:, :count]
        ridge = np.eye(count) * 1e-3 * len(design)
        ridge[0, 0] = 1e-9
        coefficients = np.zeros((6, 3))
        coefficients[:count] = np.linalg.solve(
            design.T @ design + ridge, design.T @ log_light[belongs]
        )
        fitted = np.exp(terms @ coefficients).astype(np.float32)
        apart = lengths(lab - to_lab(fitted))
        spread = float(np.clip(1.48 * np.median(apart[belongs]), 1.0, 8.0))
        nearby = usable & (apart < np.clip(3.0 * spread, 8.0, LARGEST_TEXTURE_LAB))
        if not nearby.any():
            break
        patch = _largest_patch(nearby, centredness)
        settled = count > 1 and np.array_equal(patch, belongs)
        belongs = patch
        if settled:
            break
    return Surface(coefficients, (width, height), spread)


def surface_region(picture: NDArray[np.uint8], surface: Surface) -> NDArray[np.float64]:
    """Where the surface is: corners in pixels, (n, 2), of the hull of its largest patch."""
    height, width = picture.shape[:2]
    scale = min(1.0, REGION_SIDE_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    apart = lengths(to_lab(linear_light(small)) - to_lab(surface.light(*size)))
    tolerance = np.clip(3.0 * surface.spread_lab, 8.0, LARGEST_TEXTURE_LAB)
    patch = _largest_patch(apart < tolerance, np.ones_like(apart))
    y, x = np.nonzero(patch)
    if len(x) < 3:
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    # The four corners of each pixel, so that a patch up to the border reaches the border.
    corners = np.concatenate([np.stack([x + i, y + j], axis=1) for i in (0, 1) for j in (0, 1)])
    hull = cv2.convexHull(corners.astype(np.float32)).reshape(-1, 2)
    return np.asarray(hull / (size[0] / width, size[1] / height), np.float64)


def _centredness(terms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weight of each place: who photographs a table points the camera at it."""
    weight: NDArray[np.float64] = (1 - np.abs(terms[..., 1])) * (1 - np.abs(terms[..., 2]))
    return weight


def _near_commonest(
    lab: NDArray[np.float32], usable: NDArray[np.bool_], weight: NDArray[np.float64]
) -> NDArray[np.bool_]:
    steps = np.floor(lab[usable] / (10.0, 5.0, 5.0)).astype(int)
    # One number for a bin: unique rows take ten times as long.
    numbers = ((steps[:, 0] + 128) * 256 + steps[:, 1] + 128) * 256 + steps[:, 2] + 128
    kinds, first, where = np.unique(numbers, return_index=True, return_inverse=True)
    bins = steps[first]
    counts = np.bincount(where, weights=weight[usable], minlength=len(kinds))
    # A bin and its neighbours, so that a mode on the border of two bins is not split.
    near = np.abs(bins[:, None] - bins[None]).max(axis=2) <= 1
    mode = (bins[np.argmax(near @ counts)] + 0.5) * (10.0, 5.0, 5.0)
    return lengths(lab - mode) < 14.0


def _largest_patch(mask: NDArray[np.bool_], weight: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The largest connected part: a surface of nearly the same colour elsewhere is another."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)
    sizes = np.bincount(labels.ravel(), weights=(weight * mask).ravel(), minlength=count)
    return mask & (labels == int(np.argmax(sizes)))


def _terms(width: int, height: int) -> NDArray[np.float64]:
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    x = (x + 0.5) / width * 2 - 1
    y = (y + 0.5) / height * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=2)


def same_surface(light: NDArray[np.float64], reference: NDArray[np.float64]) -> bool:
    """Could these be one surface under two lamps?"""
    change = np.log(np.maximum(light, 1e-4) / np.maximum(reference, 1e-4))
    brightness = abs(float(change.mean()))
    tint = float(np.ptp(change))
    return brightness < np.log(MOST_LIGHT_CHANGE) and tint < np.log(MOST_TINT_CHANGE)
