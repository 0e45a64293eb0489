"""How many chips a stack has, from low cameras that see its side.

Where the stack stands is known only roughly. Each camera's strip tells where its foot is, so the
place is corrected and the side unrolled again, until it fits. What several cameras say is joined.
An answer is given only where it is as good as certain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.chip_set import ChipSetDocument
from vision.frames import Picture
from vision.layer_network import TALLEST, LayerEvidence, judge
from vision.layout import Point
from vision.stack_strip import FELT_ROW, StackStrip, unroll

TALLEST_TOLD = 20
"""Casinos stack by twenty. The network knows taller ones, so that they are not told as twenty."""

SURE = 0.97
"""A count is told from this probability on; see the table of reliability in the model card."""

RANGE_SHARE = 0.98
"""The least and the most that are told enclose the count with this probability."""

LEAST_EDGE = 0.1
"""The network must have seen a foot and a top edge, as such, at least with this probability."""

LEAST_SLOPE, MOST_SLOPE = 0.42, 1.5
"""Tangents of the elevations that it has learnt, 23 to 56 degrees."""

LEAST_PX_PER_MM, MOST_PX_PER_MM = 1.5, 3.2
"""The scales that it has learnt. A picture that is finer is made coarser, one coarser is not read.
"""

ROUNDS = 3
"""So often is the place corrected."""

STARTS_MM = (0.0, 7.0, -7.0)
"""Nearer to the camera by so much than was thought, until a count is as good as certain."""

PLACE_MM = 4.0
"""Standard deviation of where a stack is thought to stand."""

SHAKES_MM = ((0.7, 0.5), (-0.6, -0.5))
"""The last look is from the place found and from these about it; nearer, and to the right."""

FARTHEST_ROWS = 16
FARTHEST_APART_MM = 5.0
"""Two cameras that see the foot farther apart than this do not see the same stack."""

SPREAD = "Spread the chips."


@dataclass(frozen=True, eq=False)
class StackSight:
    """What one camera shows of a stack.

    Attributes:
        pictures: at least one, taken while nothing moved.
        calibration: of the camera, with its lens.
    """

    pictures: Sequence[Picture]
    calibration: Calibration


@dataclass(frozen=True, kw_only=True)
class StackCount:
    """How many chips a stack has.

    Attributes:
        count: the likeliest.
        low: the least there may be.
        high: the most there may be.
        probability: of `count`.
        one_kind: probability that its chips are all of one kind.
        place_mm: where it stands; where it was thought to, if that could not be told better.
        cannot_tell: why the count is not to be relied on and what to do; empty if it is.
    """

    count: int
    low: int
    high: int
    probability: float
    one_kind: float
    place_mm: Point
    cannot_tell: str = ""


def count_stack(
    sights: Sequence[StackSight],
    chips: ChipSetDocument,
    place_mm: Point,
    session: onnxruntime.InferenceSession | None = None,
) -> StackCount:
    """Count the chips of the stack that stands about there.

    Args:
        sights: what each camera that can see it shows.
        chips: the house's; their diameter and thickness matter.
        place_mm: where it stands, to about a centimetre.
        session: the network; that of models/weights if absent.

    Raises:
        vision.weights.WeightsError: the network is not there.
    """
    looks = []
    reasons = []
    for sight in sights:
        look = _look(sight, chips, place_mm, session)
        if isinstance(look, str):
            reasons.append(look)
        else:
            looks.append(look)
    if not looks:
        reason = reasons[0] if reasons else "no camera sees the side of this stack"
        return _nothing(place_mm, f"The stack cannot be counted: {reason}. {SPREAD}")
    return _joined(looks)


@dataclass(frozen=True, eq=False)
class _Look:
    """What one camera says once its strip fits."""

    log_counts: NDArray[np.float64]
    judged: Sequence[LayerEvidence]
    place_mm: Point
    foot_seen: float
    top_seen: float

    def one_kind(self, count: int) -> float:
        """Probability that all chips are of one kind, if there are so many."""
        return float(np.median([one.one_kind(count) for one in self.judged]))


def _look(
    sight: StackSight,
    chips: ChipSetDocument,
    place_mm: Point,
    session: onnxruntime.InferenceSession | None,
) -> _Look | str:
    """What one camera says, or why it cannot say anything."""
    view = _View(_fine_enough(sight, place_mm), chips, session)
    strip = view.strip(0, place_mm)
    if strip is None:
        return "the camera's lens is not measured, so heights are not known"
    if not LEAST_SLOPE <= strip.slope <= MOST_SLOPE:
        return "no camera looks at it from between 25 and 55 degrees"
    if strip.pixels_per_mm < LEAST_PX_PER_MM:
        return "the camera sees it too coarsely"
    best: _Look | None = None
    for nearer in STARTS_MM:
        x, y = np.array(place_mm) + nearer * strip.towards
        look = view.settle((float(x), float(y)))
        if best is None or _merit(look, place_mm) > _merit(best, place_mm):
            best = look
        if float(best.log_counts.max()) > np.log(SURE):
            break
    assert best is not None  # noqa: S101 -- there is at least one start
    return best


class _View:
    """One camera's frames of one stack, and the network that judges them."""

    def __init__(
        self,
        sight: StackSight,
        chips: ChipSetDocument,
        session: onnxruntime.InferenceSession | None,
    ) -> None:
        self._sight = sight
        self._chips = chips
        self._session = session

    def strip(self, frame: int, place_mm: Point) -> StackStrip | None:
        """The side of a stack that stands there, in one frame."""
        return unroll(
            self._sight.pictures[frame],
            self._sight.calibration,
            place_mm,
            diameter_mm=self._chips.diameter_mm,
            thickness_mm=self._chips.thickness_mm,
        )

    def settle(self, place_mm: Point) -> _Look:
        """Correct the place until the strip fits, then judge all frames from about there."""
        for _ in range(ROUNDS):
            strips = list(self._strips(place_mm, (), first_only=True))
            evidence = self._judge(strips)[0]
            place_mm = strips[0].place_at(evidence.foot_row, evidence.right_mm)
        strips = list(self._strips(place_mm, SHAKES_MM))
        judged = self._judge(strips)
        # Frames and places near are no independent witnesses: their mean counts as one.
        mean = np.log(np.mean([np.exp(one.log_counts) for one in judged], axis=0) + 1e-9)
        places = [
            strip.place_at(one.foot_row, one.right_mm)
            for strip, one in zip(strips, judged, strict=True)
        ]
        x, y = np.median(places, axis=0)
        return _Look(
            log_counts=mean,
            judged=judged,
            place_mm=(float(x), float(y)),
            foot_seen=float(np.median([one.foot_seen for one in judged])),
            top_seen=float(np.median([one.top_seen for one in judged])),
        )

    def _strips(
        self, place_mm: Point, shakes: Sequence[Point], *, first_only: bool = False
    ) -> Iterator[StackStrip]:
        frames = range(1) if first_only else range(len(self._sight.pictures))
        for frame in frames:
            strip = self.strip(frame, place_mm)
            if strip is None:
                continue
            yield strip
            for nearer, right in shakes:
                row = FELT_ROW - strip.rows_from_nearer(nearer)
                moved = self.strip(frame, strip.place_at(row, right))
                if moved is not None:
                    yield moved

    def _judge(self, strips: Sequence[StackStrip]) -> list[LayerEvidence]:
        return judge(strips, self._chips.diameter_mm, self._session)


def _merit(look: _Look, place_mm: Point) -> float:
    """How well a stack explains what is seen, and how near it stands to where it should."""
    away = float(np.hypot(*np.subtract(look.place_mm, place_mm)))
    evidence = float(np.median([one.log_evidence for one in look.judged]))
    return evidence - 0.5 * (away / PLACE_MM) ** 2


def _fine_enough(sight: StackSight, place_mm: Point) -> StackSight:
    """The sight, with its pictures made coarser if they are finer than the network knows."""
    scale = sight.calibration.pixels_per_mm_across(place_mm)
    if scale <= MOST_PX_PER_MM:
        return sight
    blur = 0.4 * scale / MOST_PX_PER_MM
    return replace(
        sight,
        pictures=[
            np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
            for picture in sight.pictures
        ],
    )


def _joined(looks: Sequence[_Look]) -> StackCount:
    """What the cameras say together."""
    together = np.sum([look.log_counts for look in looks], axis=0)
    shares = np.exp(together - together.max())
    shares /= shares.sum()
    count = int(shares.argmax()) + 1
    low, high = _range(shares)
    places = np.array([look.place_mm for look in looks])
    x, y = places.mean(axis=0)
    told = StackCount(
        count=count,
        low=low,
        high=high,
        probability=float(shares[count - 1]),
        # The camera that doubts most is believed: it may see what others do not.
        one_kind=min(look.one_kind(count) for look in looks),
        place_mm=(float(x), float(y)),
    )
    return replace(told, cannot_tell=_doubt(told, looks, places))


def _doubt(told: StackCount, looks: Sequence[_Look], places: NDArray[np.float64]) -> str:
    """Why the count is not to be relied on; empty if it is."""
    if float(np.ptp(places, axis=0).max()) > FARTHEST_APART_MM:
        return f"Two cameras do not see the same stack here. {SPREAD}"
    if max(look.foot_seen for look in looks) < LEAST_EDGE:
        return f"The foot of a stack is hidden, so it cannot be counted. {SPREAD}"
    if max(look.top_seen for look in looks) < LEAST_EDGE:
        return f"The top of a stack is hidden, so it cannot be counted. {SPREAD}"
    if told.high > TALLEST_TOLD:
        return f"A stack may have more than {TALLEST_TOLD} chips. Split it."
    if told.probability < SURE:
        if told.low == told.high:
            return f"A stack has about {told.count} chips, which is not sure. {SPREAD}"
        return f"A stack has {told.low} to {told.high} chips, which is not sure. {SPREAD}"
    return ""


def _range(shares: NDArray[np.float64]) -> tuple[int, int]:
    """The counts about the likeliest that hold most of the probability."""
    low = high = int(shares.argmax())
    while shares[low : high + 1].sum() < RANGE_SHARE:
        below = shares[low - 1] if low > 0 else -1.0
        above = shares[high + 1] if high + 1 < len(shares) else -1.0
        if max(below, above) < 0:
            break
        if below > above:
            low -= 1
        else:
            high += 1
    return low + 1, high + 1


def _nothing(place_mm: Point, reason: str) -> StackCount:
    return StackCount(
        count=1,
        low=1,
        high=TALLEST,
        probability=0.0,
        one_kind=0.0,
        place_mm=place_mm,
        cannot_tell=reason,
    )
