"""What each of the candidates hides of each other, and whose rim goes on where they overlap."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.rim_fitting import Rims

SAME_RIM = 0.05
"""Two rims closer than this, in radii, are one edge in the picture: it speaks for one chip only."""

PLAINLY_CLEAR, PLAINLY_APART = 0.3, 0.4
"""A rim that goes on over another chip, so clear and so many radii off, shows which is on top."""

Mask = NDArray[np.bool_]
Pair = tuple[int, int]
Found = TypeVar("Found")


class Overlaps:
    """Pairs of candidates. They are looked at again and again, so each is worked out once.

    Args:
        rims: the candidates.
        radius: of a chip, in pixels of the flat picture.
        pixels: (n, k, 2) the places of each candidate's face.
        feet: (n, 2) the centres of the feet of their side walls, as the camera sees them.
        rim_present: (n, ANGLES) which pieces of their rims lie in the region that is read.
    """

    def __init__(
        self,
        rims: Rims,
        radius: float,
        pixels: NDArray[np.float64],
        feet: NDArray[np.float64],
        rim_present: NDArray[np.bool_],
    ) -> None:
        self._rims = rims
        self._radius = radius
        self._pixels = pixels
        self._feet = feet
        self._rim_points = rims.points()
        self._rim_present = rim_present
        self._hidden: dict[Pair, Mask] = {}
        self._hidden_rim: dict[Pair, Mask] = {}
        self._rim_over: dict[Pair, NDArray[np.float32]] = {}
        self._plainly_on: dict[Pair, bool] = {}

    def hidden(self, lower: int, upper: int) -> Mask:
        """Which pixels of `lower` lie under `upper`, its side wall included, (k,)."""
        return _once(
            self._hidden, (lower, upper), lambda: self.covers(upper, self._pixels[lower], 1.0)
        )

    def hidden_rim(self, lower: int, upper: int) -> Mask:
        """Which angles of the rim of `lower` lie under `upper`, or on an edge it explains."""
        margin = SAME_RIM * self._radius
        return _once(
            self._hidden_rim,
            (lower, upper),
            lambda: self.covers(upper, self._rim_points[lower], margin),
        )

    def rim_over(self, one: int, other: int) -> NDArray[np.float32]:
        """How clear the rim of one is at each angle at which it lies well within the other's."""
        return _once(self._rim_over, (one, other), lambda: self._find_rim_over(one, other))

    def plainly_on(self, first: int, second: int) -> bool:
        """Whether the rim of the first is seen to go on over the second, and not the reverse."""
        return _once(
            self._plainly_on, (first, second), lambda: self._find_plainly_on(first, second)
        )

    def covers(self, upper: int, points: NDArray[np.float64], margin: float) -> Mask:
        """Which of (n, 2) points lie on a chip or its side wall, or nearer to it than a margin."""
        top = self._within(upper, points - self._rims.centres[upper], margin)
        return top | self.in_wall(upper, points, margin)

    def in_wall(self, chip: int, points: NDArray[np.float64], margin: float) -> Mask:
        """Which of (n, 2) points lie on the foot of a chip's side wall."""
        return self._within(chip, points - self._feet[chip], margin)

    def _within(self, chip: int, offsets: NDArray[np.float64], margin: float) -> Mask:
        x, y = offsets[:, 0], offsets[:, 1]
        square = np.maximum(x * x + y * y, 1e-18)
        along, across = self._rims.lean[chip]
        lean = (along * (x * x - y * y) + across * 2 * x * y) / square
        inside: Mask = np.sqrt(square) < self._rims.radii[chip] + margin + lean
        return inside

    def touching(self, candidate: int, others: Sequence[int]) -> list[int]:
        """Those of the others whose discs overlap this one's."""
        apart = self._rims.centres[np.array(others, int)] - self._rims.centres[candidate]
        near = np.hypot(apart[:, 0], apart[:, 1]) < 2.1 * self._radius
        return [other for other, is_near in zip(others, near, strict=True) if is_near]

    def _find_rim_over(self, one: int, other: int) -> NDArray[np.float32]:
        points = self._rim_points[one] - self._rims.centres[other]
        over = self._within(other, points, -SAME_RIM * self._radius)
        return self._rims.strength[one][over & self._rim_present[one]]

    def _find_plainly_on(self, first: int, second: int) -> bool:
        apart = self._rims.centres[first] - self._rims.centres[second]
        if float(np.hypot(*apart)) < PLAINLY_APART * self._radius:
            return False
        over_second, over_first = self.rim_over(first, second), self.rim_over(second, first)
        if not len(over_second) or not len(over_first):
            return False
        clearness = float(over_second.mean())
        return clearness >= PLAINLY_CLEAR and clearness >= 2 * float(over_first.mean())


def _once(known: dict[Pair, Found], pair: Pair, find: Callable[[], Found]) -> Found:
    if pair not in known:
        known[pair] = find()
    return known[pair]
