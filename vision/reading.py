"""Reads the chips in a picture: which there are, what they are worth, and whether to believe it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.appearance import table_log_likelihood
from vision.chip_set import ChipSet
from vision.explanation import Explainer, PlacedChip, explain
from vision.flat_picture import FlatPicture, flatten, region_mask, whole
from vision.leftovers import LEAST_LEFTOVER_MM2, NOTHING_LEFT, leftovers, may_be_overlooked
from vision.rim_detector import find_rims
from vision.surface import fit_surface, surface_region
from vision.table_view import TableView
from vision.view_finding import circles_in_picture, settle_by_appearance

LOOKS = 12.0
"""Pixels of a chip resemble their neighbours: a whole face is worth this many free looks at it."""

SURE = 0.9
ENOUGH_VISIBLE = 0.3
"""A chip of which less shows is counted, but the reading is not relied on."""

MOST_CUT = 0.2
"""A chip of which more lies beyond the edge may belong to what lies there."""


@dataclass(frozen=True)
class ReadChip:
    """One chip as it was read.

    Attributes:
        centre_px: x and y in the picture.
        outline_px: (n, 2) its rim in the picture.
        label: which chip of the set it is; empty if it is none of them.
        value: what it is worth; None if unknown or without a value.
        probability: how sure the label is, 0 to 1.
        runner_up: the label that is next likely; empty if there is none.
        visible: share of its face that shows.
        doubt: why this chip is not sure; empty if it is.
    """

    centre_px: tuple[float, float]
    outline_px: NDArray[np.float64]
    label: str
    value: int | None
    probability: float
    runner_up: str
    visible: float
    doubt: str


@dataclass(frozen=True)
class Reading:
    """What a picture says.

    Attributes:
        chips: the chips, the clearest first.
        cannot_tell: why the reading is not to be relied on and what to do; empty if it is.
        sureness: probability that count and labels are all right, 0 to 1.
        reaching_in_mm2: what is neither table nor one of the chips and reaches in over the edge.
    """

    chips: tuple[ReadChip, ...]
    cannot_tell: str
    sureness: float
    reaching_in_mm2: float = 0.0

    @property
    def sum(self) -> int:
        """What the chips with a value are worth together, in the smallest unit of the table."""
        return sum(chip.value for chip in self.chips if chip.value is not None)

    @property
    def unknown(self) -> int:
        """Chips that are none of the set."""
        return sum(1 for chip in self.chips if not chip.label)

    def counts(self) -> dict[str, int]:
        """How many chips of each label there are; unknown ones under the empty label."""
        result: dict[str, int] = {}
        for chip in self.chips:
            result[chip.label] = result.get(chip.label, 0) + 1
        return result


def read_chips(
    picture_bgr: NDArray[np.uint8],
    chip_set: ChipSet,
    *,
    region: NDArray[np.float64] | None = None,
    pixels_per_mm: float | None = None,
) -> Reading:
    """Read the chips in a picture.

    Args:
        picture_bgr: (height, width, 3) blue, green, red.
        chip_set: the chips of the house.
        region: (n, 2) corners of the area to read, in pixels; the whole picture if absent.
        pixels_per_mm: scale of a picture that is already seen from straight above, such as a
            rectified bet area. If absent, tilt and scale are found from the chips themselves.

    Raises:
        ValueError: the picture is not (height, width, 3) of bytes.
    """
    picture = _checked(picture_bgr)
    if region is None:
        surface = fit_surface(picture)
        corners = whole(picture) if pixels_per_mm else surface_region(picture, surface)
    else:
        corners = np.asarray(region, np.float64)
        surface = fit_surface(picture, region_mask(picture, corners))
    if pixels_per_mm is not None:
        view = TableView.from_scale(pixels_per_mm)
    else:
        found = circles_in_picture(picture, surface, region_mask(picture, corners))
        if found is None:
            return Reading((), "", 1.0)
        view, _ = settle_by_appearance(
            picture,
            corners,
            surface,
            found,
            chip_set.diameter_mm,
            chip_set.surface_light,
            chip_set.types_log,
        )
    flat = flatten(picture, view, corners, surface, chip_set.surface_light)
    return read_flat(flat, chip_set, chips_only=pixels_per_mm is not None)


def read_flat(flat: FlatPicture, chip_set: ChipSet, *, chips_only: bool = False) -> Reading:
    """Read the chips of a picture that has been drawn from straight above.

    Args:
        flat: the picture.
        chip_set: the chips of the house.
        chips_only: nothing but chips may lie there, as in a bet area; anything else is a doubt.
    """
    radius = chip_set.diameter_mm / 2 * flat.pixels_per_mm
    rims = find_rims(flat, radius)
    explainer = Explainer(
        flat,
        rims,
        radius,
        chip_set.types_log,
        table_log_likelihood(flat.surface_lab, flat.surface_spread_lab),
    )
    placed = explain(explainer)
    # A chip that only reaches into the area lies elsewhere.
    counted = [chip for chip in placed if not chips_only or _lies_inside(flat, explainer, chip)]
    chips = tuple(_read_chip(flat, explainer, chip, chip_set) for chip in counted)
    reasons = [chip.doubt for chip in chips if chip.doubt]
    left = leftovers(flat, explainer, placed) if chips_only else NOTHING_LEFT
    if left.free_mm2 >= LEAST_LEFTOVER_MM2:
        reasons.append("something lies there that is no chip of this set: take it away")
    if not chips_only and any(chip.cut > MOST_CUT for chip in placed):
        reasons.append("a chip lies over the edge of the table or the picture: move it in")
    if may_be_overlooked(explainer, placed):
        reasons.append("there may be one more chip: spread the chips")
    sureness = float(np.prod([chip.probability for chip in chips])) if chips else 1.0
    return Reading(chips, reasons[0] if reasons else "", sureness, left.reaching_in_mm2)


def _lies_inside(flat: FlatPicture, explainer: Explainer, placed: PlacedChip) -> bool:
    x, y = np.rint(explainer.rims.centres[placed.candidate]).astype(int)
    height, width = flat.inside.shape
    return 0 <= x < width and 0 <= y < height and bool(flat.inside[y, x])


def _read_chip(
    flat: FlatPicture, explainer: Explainer, placed: PlacedChip, chip_set: ChipSet
) -> ReadChip:
    order = np.argsort(-placed.evidence)
    odds = np.exp(LOOKS * placed.visible * (placed.evidence - placed.evidence.max()))
    probability = float(odds.max() / odds.sum())
    labels = [*(chip.label for chip in chip_set.types), ""]
    values = [*(chip.value for chip in chip_set.types), None]
    best = int(order[0])
    runner_up = labels[int(order[1])]
    doubt = ""
    if not labels[best]:
        doubt = "a chip is none of this chip set: take it out or enrol it"
    elif probability < SURE:
        doubt = f"a chip may be {labels[best]} or {runner_up or 'foreign'}: lay it free"
    elif placed.visible < ENOUGH_VISIBLE:
        doubt = "a chip lies mostly under others: spread the chips"
    centre = explainer.rims.centres[placed.candidate]
    x, y = flat.points_in_picture(centre[None])[0]
    return ReadChip(
        centre_px=(float(x), float(y)),
        outline_px=flat.points_in_picture(explainer.rim_points[placed.candidate]),
        label=labels[best],
        value=values[best],
        probability=probability,
        runner_up=runner_up,
        visible=placed.visible,
        doubt=doubt,
    )


def _checked(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8 or not picture.size:
        raise ValueError(
            f"a picture must have shape (height, width, 3) of bytes, got {picture.shape}"
            f" of {picture.dtype}"
        )
    return picture
