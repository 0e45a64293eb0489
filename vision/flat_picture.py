"""A picture as it is read: from straight above, at one scale, in the light of the enrolment."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import lengths, linear_light, to_lab
from vision.surface import Surface, same_surface
from vision.table_view import TableView

PIXELS_PER_MM = 2.0
"""Scale of reading: a rim is found to a tenth of a pixel, and no printed spot is lost."""

MOST_PIXELS = 6_000_000
"""A flat picture larger than this is not a table seen from any sensible place."""


LEAST_APART_LAB = 8.0
"""What differs less from the surface cannot be told from it."""

THICKNESS_MM = 3.3

BURNT = 0.75
"""Linear light from which cameras compress towards white: how bright it truly was is not known."""

BEYOND_SURFACE = 1.1
"""The surface itself is never burnt, for its light is known: only what is so much brighter."""


@dataclass(frozen=True)
class FlatPicture:
    """The area that is read.

    Attributes:
        lab: (height, width, 3) colour, its light made that of the enrolment.
        surface_lab: (3,) the surface's colour in that light.
        surface_spread_lab: the surface's own texture, one standard deviation.
        same_surface: the surface could be that of the enrolment; else its light was left alone.
        inside: (height, width) the places that belong to the region and to the picture.
        pixels_per_mm: scale of the flat picture.
        corner_mm: where its upper left corner lies on the table.
        view: how the table lies in the picture.
        thickness_mm: of a chip.
    """

    lab: NDArray[np.float32]
    surface_lab: NDArray[np.float32]
    surface_spread_lab: float
    same_surface: bool
    inside: NDArray[np.bool_]
    pixels_per_mm: float
    corner_mm: tuple[float, float]
    view: TableView
    thickness_mm: float = THICKNESS_MM

    @cached_property
    def bare_table(self) -> NDArray[np.bool_]:
        """Where nothing but the surface is seen, in light or in shadow, (height, width)."""
        apart = self.lab - self.surface_lab
        # A shadow darkens the table and hardly tints it.
        apart[..., 0] = np.where(apart[..., 0] < 0, apart[..., 0] / 2, apart[..., 0])
        tolerance = max(LEAST_APART_LAB, 3.0 * self.surface_spread_lab)
        bare: NDArray[np.bool_] = (lengths(apart) < tolerance) & self.inside
        return bare

    @cached_property
    def texture(self) -> float:
        """How much the bare table changes from pixel to pixel, in Lab units over two pixels.

        Nine tenths of it change less. 1 where no table is seen.
        """
        bare = self.bare_table
        across = lengths(self.lab[:, 2:] - self.lab[:, :-2])
        down = lengths(self.lab[2:] - self.lab[:-2])
        changes = np.concatenate(
            [across[bare[:, 2:] & bare[:, :-2]], down[bare[2:] & bare[:-2]], [1.0]]
        )
        return float(np.percentile(changes, 90))

    def side_shift(self, centres: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far the foot of a chip's side wall appears from its top, (n, 2) pixels.

        Args:
            centres: (n, 2) of the chips' tops, in pixels of the flat picture.
        """
        camera = self.view.camera_mm
        if camera is None:
            return np.zeros_like(centres)
        below = (camera[:2] - self.corner_mm) * self.pixels_per_mm
        share = self.thickness_mm / (camera[2] + self.thickness_mm)
        shift: NDArray[np.float64] = share * (below - centres)
        return shift

    def points_in_picture(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) pixels of the flat picture to (n, 2) pixels of the picture."""
        return self.view.points_in_picture(points / self.pixels_per_mm + self.corner_mm)


def flatten(
    picture: NDArray[np.uint8],
    view: TableView,
    region: NDArray[np.float64],
    surface: Surface,
    reference_light: NDArray[np.float64] | None,
    pixels_per_mm: float = PIXELS_PER_MM,
) -> FlatPicture:
    """Draw the region from straight above and bring its light to that of the enrolment.

    Args:
        picture: (height, width, 3) blue, green, red.
        view: how the table lies in it.
        region: (n, 2) corners in pixels of the picture.
        surface: the surface of this picture.
        reference_light: (3,) linear blue, green, red of the surface at the enrolment; None at the
            enrolment itself, which then keeps this picture's own middle.
        pixels_per_mm: scale of the flat picture.

    Raises:
        ValueError: the view makes no sensible flat picture of the region.
    """
    corners = view.points_on_table(region)
    lowest, highest = corners.min(axis=0), corners.max(axis=0)
    extent = np.ceil((highest - lowest) * pixels_per_mm)
    if not np.isfinite(extent).all() or extent.prod() > MOST_PIXELS:
        raise ValueError("the table is seen from too flat an angle")
    size = (max(1, int(extent[0])), max(1, int(extent[1])))
    corner = (float(lowest[0]), float(lowest[1]))
    height, width = picture.shape[:2]
    scale = view.pixels_per_mm(corners.mean(axis=0)) / pixels_per_mm
    source, source_view = picture, view
    if scale > 2.0:  # drawn smaller at once, thin print would flicker
        factor = 2.0 / scale
        source = np.asarray(
            cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        source_view = view.scaled(factor)
    flat = source_view.flatten(source, corner, size, pixels_per_mm)
    light = surface.light(*_small(width, height))
    small_view = TableView(
        np.diag([light.shape[1] / width, light.shape[0] / height, 1.0]) @ view.to_picture
    )
    flat_light = small_view.flatten(light, corner, size, pixels_per_mm)
    reference = surface.colour if reference_light is None else reference_light
    same = same_surface(surface.colour, reference)
    if not same:
        reference = surface.colour
    target = reference.astype(np.float32)
    lab = to_lab(_relight(linear_light(flat), np.maximum(flat_light, 1e-3), target))
    mask = region_mask(picture, region)
    inside = view.flatten(mask, corner, size, pixels_per_mm) > 127
    surface_lab = to_lab(target.reshape(1, 1, 3)).reshape(3)
    return FlatPicture(
        lab, surface_lab, surface.spread_lab, same, inside, pixels_per_mm, corner, view
    )


def whole(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The region that is the whole picture."""
    height, width = picture.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def region_mask(picture: NDArray[np.uint8], region: NDArray[np.float64]) -> NDArray[np.uint8]:
    """255 inside the polygon, 0 outside, (height, width)."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(region).astype(np.int32)], (255,))
    return mask


def _relight(
    light: NDArray[np.float32], surface: NDArray[np.float32], target: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Change the light so that the surface looks as wanted, but leave burnt white white."""
    gain = target / surface
    start = np.clip(BEYOND_SURFACE * surface, BURNT, 0.98)
    burnt = np.clip((light - start) / (1.0 - start), 0.0, 1.0)
    burnt = burnt * burnt * (3.0 - 2.0 * burnt)
    changed = light * gain
    return np.where(gain < 1.0, changed + (light - changed) * burnt, changed)


def _small(width: int, height: int) -> tuple[int, int]:
    factor = min(1.0, 64 / max(width, height))
    return max(2, round(width * factor)), max(2, round(height * factor))
