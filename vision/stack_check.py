"""Whether a chip that was read is one chip or the top of a stack.

A camera that looks from the side sees how far each top lies over the felt. What it takes for one
chip is counted there; so a stack is never told as the one chip on its top.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from table.chips import Denomination
from table.chips import chips as handful
from vision.area_reading import AreaReading, ReadTop
from vision.calibration import Calibration
from vision.chip_set import ChipSetDocument
from vision.frames import Picture
from vision.layer_network import FOOT_REACH, TALLEST, judge
from vision.layout import Point
from vision.rectify import RectifiedArea
from vision.stack_counting import (
    LEAST_PX_PER_MM,
    LEAST_SLOPE,
    MOST_SLOPE,
    SPREAD,
    StackCount,
    StackSight,
    count_stack,
)
from vision.stack_strip import FELT_ROW, ROWS_PER_CHIP, StackStrip, unroll

TRIED = (1, 4, 7, 10, 13, 16, 19)
"""Heights, in chips, that a top is first thought to lie at; each search reaches the next."""

TOP_ROWS = 6.0
"""Standard deviation of the row in which the read top has its edge."""

FARTHEST_OFF_MM = 8.0
"""The counted stack must have its top where the top was read."""

ONE_PLACE_MM = 25.0
"""Two stacks that stand closer than this would run through each other."""

ONE_KIND = 0.97

LEAST_REACHING_IN_MM2 = 240.0
"""A fifth of a chip's face. From the side a stack is drawn out over the felt, beyond the area."""


@dataclass(frozen=True)
class StackCheck:
    """Counts what lies under the tops that one camera reads in one area.

    Attributes:
        calibration: of the camera, with its lens.
        area: the area, as it is drawn for reading.
        chips: the house's.
        session: the network; that of models/weights if None.
    """

    calibration: Calibration
    area: RectifiedArea
    chips: ChipSetDocument
    session: onnxruntime.InferenceSession | None = None

    def __call__(self, reading: AreaReading, pictures: Sequence[Picture]) -> AreaReading:
        """The reading with every top counted; *cannot tell* where a count is not sure.

        Args:
            reading: of the area.
            pictures: the camera's whole pictures that it was read from.
        """
        if reading.cannot_tell:
            return reading
        if reading.reaching_in_mm2 >= LEAST_REACHING_IN_MM2:
            doubt = (
                f"Something that was not read reaches over the bet area: maybe a stack. {SPREAD}"
            )
            return replace(reading, cannot_tell=doubt, sureness=0.0)
        if not reading.tops:
            return reading
        # One of them: the others show the same, and a reading must not take long.
        sight = StackSight(pictures[-1:], self.calibration)
        values: list[Denomination] = []
        feet: list[Point] = []
        unknown, sureness = 0, reading.sureness
        for top in reading.tops:
            told = self._count(sight, top)
            doubt = self._doubt(told, top, feet)
            if doubt:
                return replace(reading, cannot_tell=doubt, sureness=0.0)
            feet.append(told.place_mm)
            sureness *= told.probability * told.one_kind
            if top.value is None:
                unknown += told.count
            else:
                values += [top.value] * told.count
        return replace(reading, chips=handful(values), unknown=unknown, sureness=sureness)

    def _count(self, sight: StackSight, top: ReadTop) -> StackCount:
        place = self.area.to_table_mm(top.centre_px)
        return count_stack([sight], self.chips, self._foot(sight, place), self.session)

    def _foot(self, sight: StackSight, top_mm: Point) -> Point:
        """Where a stack stands whose top is seen over that place of the felt.

        The higher the stack, the nearer to the camera it stands; its top edge is seen in the same
        direction whatever its height. So all heights are tried, and the likeliest is taken.
        """
        strips = [self._strip(sight, top_mm, height) for height in TRIED]
        judged = judge(strips, self.chips.diameter_mm, self.session)
        best, found = -np.inf, top_mm
        for strip, evidence, height in zip(strips, judged, TRIED, strict=True):
            scores = evidence.log_scores + _top_is_near(height)
            count, foot = np.unravel_index(int(scores.argmax()), scores.shape)
            if scores[count, foot] > best:
                row = FELT_ROW - FOOT_REACH + float(foot)
                best, found = float(scores[count, foot]), strip.place_at(row, evidence.right_mm)
        return found

    def _strip(self, sight: StackSight, top_mm: Point, height: int) -> StackStrip:
        x, y = np.array(top_mm) + self._nearer_mm(top_mm, height)
        strip = unroll(
            sight.pictures[0],
            self.calibration,
            (float(x), float(y)),
            diameter_mm=self.chips.diameter_mm,
            thickness_mm=self.chips.thickness_mm,
        )
        if strip is None:
            raise ValueError("this camera does not see sides: stack_checker makes no check for it")
        return strip

    def _nearer_mm(self, top_mm: Point, height: int) -> NDArray[np.float64]:
        """How much nearer to the camera a stack stands than where its top is seen on the felt."""
        camera = self.calibration.camera_mm()
        if camera is None:
            return np.zeros(2)
        share = height * self.chips.thickness_mm / camera[2]
        return share * (np.array(camera[:2]) - top_mm)

    def _doubt(self, told: StackCount, top: ReadTop, feet: Sequence[Point]) -> str:
        """Why the count under a top is not to be relied on; empty if it is."""
        if told.cannot_tell:
            return told.cannot_tell
        place = self.area.to_table_mm(top.centre_px)
        expected = np.array(place) + self._nearer_mm(place, told.count)
        if float(np.hypot(*(expected - told.place_mm))) > FARTHEST_OFF_MM:
            return f"The side of a stack does not fit its top. {SPREAD}"
        if any(np.hypot(*np.subtract(told.place_mm, foot)) < ONE_PLACE_MM for foot in feet):
            return f"Two chips seem to lie on one stack. {SPREAD}"
        if told.count > 1 and told.one_kind < ONE_KIND:
            return f"A stack of {told.count} chips may hold several kinds. {SPREAD}"
        return ""


StackChecker = Callable[[Calibration, RectifiedArea], StackCheck | None]
"""Makes the check of one camera and area; None if the camera does not see sides."""


def stack_checker(chips: ChipSetDocument) -> StackChecker:
    """Makes checks for the chips of one house."""

    def make(calibration: Calibration, area: RectifiedArea) -> StackCheck | None:
        check = StackCheck(calibration, area, chips)
        return check if _sees_sides(calibration, area.middle_mm) else None

    return make


def _sees_sides(calibration: Calibration, at_mm: Point) -> bool:
    elevation = calibration.elevation_degrees(at_mm)
    if elevation is None:
        return False
    slope = float(np.tan(np.radians(elevation)))
    fine = calibration.pixels_per_mm_across(at_mm) >= LEAST_PX_PER_MM
    return fine and LEAST_SLOPE <= slope <= MOST_SLOPE


def _top_is_near(height: int) -> NDArray[np.float64]:
    """(TALLEST, feet) log odds that the top edge is where that of the read top is."""
    feet = np.arange(2 * FOOT_REACH + 1) - FOOT_REACH
    chips = np.arange(1, TALLEST + 1)[:, None]
    off = feet + (chips - height) * ROWS_PER_CHIP
    return np.asarray(-0.5 * (off / TOP_ROWS) ** 2)
