"""Coverage: what a camera can and cannot see of each seat, and what would help."""

from collections.abc import Iterable
from dataclasses import dataclass

from shapely import Polygon as Shape

from table.seats import Seat
from vision.calibration import Calibration
from vision.layout import Layout, SeatLayout, corners

LEAST_TO_READ_PX_PER_MM = 1.3
"""The coarsest scale at which spread chips have been told apart in tests: a chip of 50 pixels."""

LEAST_TO_COUNT_PX_PER_MM = 2.0
"""The edge of one chip in a stack, 3.3 mm, must be several pixels high."""

HIGHEST_TO_COUNT_DEGREES = 45.0
"""From higher up a stack shows more of its top than of its edges; straight above, one chip."""

SPREAD_BETS = "Have bets spread: a neat stack may be taken for one chip."


@dataclass(frozen=True)
class SeatCoverage:
    """What one camera sees of one seat's bet area.

    Attributes:
        camera: the camera's name.
        seat: the seat's name.
        seen_share: share of the bet area that lies inside the picture, 0 to 1.
        pixels_per_mm: the coarsest scale among the area's corners, in the coarsest direction.
        pixels_per_mm_across: the coarsest among them across the line of sight; that is how large
            the edge of a stack is seen.
        elevation_degrees: how steeply the camera looks down at it; None if its lens is not known.
    """

    camera: str
    seat: Seat
    seen_share: float
    pixels_per_mm: float
    pixels_per_mm_across: float
    elevation_degrees: float | None

    @property
    def sees_all(self) -> bool:
        """Whether the whole bet area is in the picture."""
        return self.seen_share > 0.999

    @property
    def can_read_chips(self) -> bool:
        """Whether chips that lie side by side can be read."""
        return self.sees_all and self.pixels_per_mm >= LEAST_TO_READ_PX_PER_MM

    @property
    def can_count_stacks(self) -> bool | None:
        """Whether the chips of a stack can be counted; None if the lens is not known."""
        if not self.sees_all or self.pixels_per_mm_across < LEAST_TO_COUNT_PX_PER_MM:
            return False
        if self.elevation_degrees is None:
            return None
        return self.elevation_degrees <= HIGHEST_TO_COUNT_DEGREES

    @property
    def sentences(self) -> tuple[str, ...]:
        """What it can and cannot do at this seat, each with the remedy."""
        where = f"Camera {self.camera}, seat {self.seat}:"
        if not self.sees_all:
            return (f"{where} {self._not_seen()}",)
        if not self.can_read_chips:
            return (f"{where} {self._too_coarse()}",)
        return (f"{where} can read spread chips.", f"{where} {self._stacks()}")

    def _not_seen(self) -> str:
        return (
            f"sees {100 * self.seen_share:.0f} % of the bet area and cannot read it. "
            "Turn the camera, or leave this seat out of the camera's `seats`."
        )

    def _too_coarse(self) -> str:
        return (
            f"cannot read chips: {self.pixels_per_mm:.1f} pixels per millimetre, "
            f"{LEAST_TO_READ_PX_PER_MM} needed. Move the camera closer or give it more pixels."
        )

    def _stacks(self) -> str:
        if self.pixels_per_mm_across < LEAST_TO_COUNT_PX_PER_MM:
            return (
                f"cannot count stacks: {self.pixels_per_mm_across:.1f} pixels per millimetre, "
                f"{LEAST_TO_COUNT_PX_PER_MM} needed. {SPREAD_BETS}"
            )
        if self.elevation_degrees is None:
            return (
                "cannot say whether stacks can be counted: the lens is not known, so neither is "
                "the camera's angle. Measure the lens and write it into the calibration."
            )
        angle = f"it looks down at {self.elevation_degrees:.0f} degrees"
        if self.can_count_stacks:
            return (
                f"sees whether a chip lies alone or on a stack: {angle}. It counts the stack, but "
                "seldom knows that all of its chips are alike. Have bets spread."
            )
        return (
            f"cannot count stacks: {angle}, {HIGHEST_TO_COUNT_DEGREES:.0f} or less needed, for a "
            f"stack from above shows one chip. {SPREAD_BETS}"
        )


def coverage(
    camera: str, calibration: Calibration, layout: Layout, seats: Iterable[Seat] = ()
) -> list[SeatCoverage]:
    """What one camera sees of the seats that it is to cover.

    Args:
        camera: its name.
        calibration: of the camera.
        layout: of the table.
        seats: the seats; all of the layout if empty.
    """
    names = tuple(seats) or layout.seat_names
    return [_coverage_of(camera, calibration, layout.seat(name)) for name in names]


def uncovered(layout: Layout, covered: Iterable[SeatCoverage]) -> list[str]:
    """A sentence for each seat that no camera can read."""
    readable = {one.seat for one in covered if one.can_read_chips}
    return [
        f"No camera can read seat {seat}: its bets must be entered by hand. "
        "Add a camera or turn one there."
        for seat in layout.seat_names
        if seat not in readable
    ]


def _coverage_of(camera: str, calibration: Calibration, seat: SeatLayout) -> SeatCoverage:
    right, bottom = calibration.width_px - 1, calibration.height_px - 1
    frame = Shape([(0, 0), (right, 0), (right, bottom), (0, bottom)])
    area = Shape(calibration.to_pixels(corners(seat.bet_area)))
    centre = Shape(seat.bet_area).centroid
    return SeatCoverage(
        camera=camera,
        seat=seat.name,
        seen_share=float(area.intersection(frame).area / area.area),
        pixels_per_mm=min(calibration.pixels_per_mm(corner) for corner in seat.bet_area),
        pixels_per_mm_across=min(
            calibration.pixels_per_mm_across(corner) for corner in seat.bet_area
        ),
        elevation_degrees=calibration.elevation_degrees((centre.x, centre.y)),
    )
