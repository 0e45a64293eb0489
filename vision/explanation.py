"""Which chips, lying how on each other, explain what is seen.

Candidates from the rims overlap and contradict each other. A set of them is chosen so that each
visible pixel and each piece of rim is explained once, by the topmost chip there: first the
clearest, then what the remaining pixels and rims speak for. Then it is settled, from the places
where two chips overlap, which lies on which, and every chip must stand up to that once more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.appearance import COLOURS, Disc, colour_numbers
from vision.flat_picture import FlatPicture
from vision.overlap import SAME_RIM, Overlaps
from vision.rim_fitting import ANGLES, Rims

STRIDE = 2
"""Colours are compared at every other pixel: a millimetre apart."""

EVIDENCE_CAP = 5.0
"""Most nats that one pixel may speak for or against a chip, so that no glint decides."""

RIM_EVIDENCE = 16.0
"""Nats a pixel that a whole clear rim is worth against no rim at all."""

RIM_BY_CHANCE = 0.2
"""Mean clearness of a rim where there is none, on the edges of print, wood and cards."""

MOST_RIM_EVIDENCE = 4.0
"""A rim that is clear over half its length is a rim: more of it is not more of a chip."""

LEAST_BELIEF = 4.6
"""Nats a pixel by which rim and colours must speak for a chip, against any colours and no rim."""

LITTLE_SHOWS = 0.5
"""Further nats that are asked for, over the root of the share that shows: little may mislead."""

LEAST_GAIN = 1.0
"""Nats a visible pixel by which a chip must explain the place better than the bare table does."""

LEAST_VISIBLE = 0.08
"""Share of a chip's face that must show: less than that is told from a side wall by nobody."""

LEAST_FOREIGN_RIM = 0.6
"""A chip of no known kind is told by its rim alone, so that must be clear all around."""

AROUND = 1.15
"""Where the surroundings of a chip are looked at, in radii."""

LEAST_SURROUNDED = 0.45
"""Share of a chip's surroundings that must be bare table or other chips: no bet lies on a card."""

ROUNDS = 2
"""How often the order of the chips and the chips themselves are looked at again."""


@dataclass(frozen=True)
class PlacedChip:
    """A chip that explains a part of the picture.

    Attributes:
        candidate: its row in the candidates.
        evidence: (types,) mean log probability of the visible pixels, for each type.
        visible: share of its face that shows.
        cut: share of its face that lies outside the region or the picture.
        rim: mean clearness of the rim that shows.
        belief: nats a visible pixel that speak for a chip of this kind, rim included.
        gain: nats, per pixel of a whole chip, that it adds to the explanation.
        fit: the same, a rim counted for all that it is worth: of two places for one chip, which
            both are believed, the one whose rim fits better is right.
    """

    candidate: int
    evidence: NDArray[np.float64]
    visible: float
    cut: float
    rim: float
    belief: float
    gain: float
    fit: float

    @property
    def credible(self) -> bool:
        """Whether enough shows, and enough speaks for it."""
        return (
            self.belief >= LEAST_BELIEF + LITTLE_SHOWS / float(np.sqrt(max(self.visible, 1e-6)))
            and self.visible >= LEAST_VISIBLE
            and self.gain >= LEAST_GAIN * self.visible
        )


class Explainer:
    """Judges candidates by the pixels and the pieces of rim that are left for them.

    Args:
        flat: the picture.
        rims: the candidates.
        radius: of a chip, in pixels of the flat picture.
        types_log: (types, RINGS, COLOURS) log probabilities; the last type is the foreign chip.
        table_log: (COLOURS,) log probabilities where no chip lies.
    """

    def __init__(
        self,
        flat: FlatPicture,
        rims: Rims,
        radius: float,
        types_log: NDArray[np.float32],
        table_log: NDArray[np.float32],
    ) -> None:
        self.flat = flat
        self.rims = rims
        self.radius = radius
        self.foreign = len(types_log) - 1
        disc = Disc.of_radius(radius, STRIDE)
        # One disc for all, stretched to the rim of each.
        distance = np.maximum(np.linalg.norm(disc.offsets, axis=1), 1e-9)
        towards = (disc.offsets / distance[:, None]).T[:, None]
        stretch = rims.radius_towards(towards[0], towards[1]) / radius
        self.pixels = rims.centres[:, None] + disc.offsets[None] * stretch[..., None]
        self.pixel_present, x, y = self._present(self.pixels)
        colours = colour_numbers(flat.lab)[y, x]
        places = disc.ring[None] * COLOURS + colours
        types = types_log.reshape(len(types_log), -1)
        self.likely = np.take(types, places, axis=1)  # types, candidates, pixels
        self.likely_table = table_log[colours]  # candidates, pixels
        self.rim_points = rims.points()
        self.rim_present, _, _ = self._present(self.rim_points)
        # The foot of a chip's side wall, seen from the camera, beside its top.
        self.feet = rims.centres + flat.side_shift(rims.centres)
        self.overlaps = Overlaps(rims, radius, self.pixels, self.feet, self.rim_present)
        self.bare = flat.bare_table
        self._judged: dict[tuple[int, frozenset[int]], PlacedChip] = {}

    def _present(
        self, points: NDArray[np.float64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Which points lie in the region, and the pixels nearest to them."""
        height, width = self.flat.inside.shape
        x = np.rint(points[..., 0]).astype(np.int64)
        y = np.rint(points[..., 1]).astype(np.int64)
        within = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
        return within & self.flat.inside[y, x], x, y

    def judge(self, candidate: int, above: Sequence[int]) -> PlacedChip:
        """How much speaks for a candidate that lies under these others."""
        asked = (candidate, frozenset(above))
        if asked not in self._judged:
            self._judged[asked] = self._judge(candidate, above)
        return self._judged[asked]

    def _judge(self, candidate: int, above: Sequence[int]) -> PlacedChip:
        present = self.pixel_present[candidate]
        shows = present.copy()
        rim_shows = self.rim_present[candidate].copy()
        for upper in above:
            shows &= ~self.overlaps.hidden(candidate, upper)
            rim_shows &= ~self.overlaps.hidden_rim(candidate, upper)
        visible = float(shows.mean())
        cut = 1.0 - float(present.mean())
        if not shows.any() or not rim_shows.any():
            nothing = np.zeros(self.foreign + 1)
            return PlacedChip(candidate, nothing, visible, cut, 0.0, 0.0, 0.0, 0.0)
        likely = self.likely[:, candidate][:, shows]
        evidence = likely.mean(axis=1, dtype=np.float64)
        best = int(np.argmax(evidence))
        rim = float(self.rims.strength[candidate][rim_shows].mean())
        rim_gain = RIM_EVIDENCE * (rim - RIM_BY_CHANCE)
        rim_belief = min(rim_gain, MOST_RIM_EVIDENCE)
        belief = float(evidence[best]) + float(np.log(COLOURS)) + rim_belief
        if best == self.foreign and rim < LEAST_FOREIGN_RIM:
            belief = 0.0
        more_than_table = likely[best] - self.likely_table[candidate, shows]
        colours = float(np.clip(more_than_table, -EVIDENCE_CAP, EVIDENCE_CAP).mean())
        gain, fit = visible * (colours + rim_belief), visible * (colours + rim_gain)
        return PlacedChip(candidate, evidence, visible, cut, rim, belief, gain, fit)

    def surrounded(self, candidate: int, others: list[int]) -> float:
        """Share of a chip's surroundings that is bare table or another chip."""
        centre = self.rims.centres[candidate]
        points = centre + AROUND * (self.rim_points[candidate] - centre)
        present, x, y = self._present(points)
        own_wall = self.overlaps.in_wall(candidate, points, 1.0)
        known = self.bare[y, x]
        for other in others:
            known |= self.overlaps.covers(other, points, SAME_RIM * self.radius)
        looked_at = present & ~own_wall
        return float(known[looked_at].mean()) if looked_at.any() else 1.0

    def lies_on(self, first: int, second: int, types: dict[int, int]) -> bool:
        """Whether the first of two chips lies on the second, by what shows where they overlap."""
        over_second = self.overlaps.hidden(second, first) & self.pixel_present[second]
        over_first = self.overlaps.hidden(first, second) & self.pixel_present[first]
        colours = float(self.likely[types[first], first, over_first].sum()) - float(
            self.likely[types[second], second, over_second].sum()
        )
        size = self.pixels.shape[1]
        rim_first = self.overlaps.rim_over(first, second)
        rim_second = self.overlaps.rim_over(second, first)
        rims = float(rim_first.sum() - rim_second.sum()) * RIM_EVIDENCE / ANGLES
        return colours / size + rims > 0


def explain(explainer: Explainer) -> list[PlacedChip]:
    """Choose chips, the topmost first."""
    everyone = list(range(len(explainer.rims)))
    chosen: list[PlacedChip] = []
    for _ in range(ROUNDS):
        chosen = _add_clearest_first(explainer, chosen, everyone)
        chosen = _settle_order(explainer, chosen)
    return chosen


def _add_clearest_first(
    explainer: Explainer, chosen: list[PlacedChip], everyone: list[int]
) -> list[PlacedChip]:
    """Add, one after the other, the candidate that explains most of what is left."""
    above = [chip.candidate for chip in chosen]
    left = {candidate for candidate in everyone if candidate not in above}
    judged = {candidate: _judge_among(explainer, candidate, above) for candidate in left}
    result = list(chosen)
    while True:
        credible = [judged[candidate] for candidate in left if judged[candidate].credible]
        if not credible:
            return result
        best = max(credible, key=lambda chip: chip.fit)
        result.append(best)
        above.append(best.candidate)
        left.discard(best.candidate)
        for other in explainer.overlaps.touching(best.candidate, sorted(left)):
            judged[other] = _judge_among(explainer, other, above)


def _judge_among(explainer: Explainer, candidate: int, chosen: list[int]) -> PlacedChip:
    """Judge a candidate under the chosen ones, but for those that it plainly lies on."""
    overlaps = explainer.overlaps
    near = overlaps.touching(candidate, chosen)
    return explainer.judge(
        candidate, [other for other in near if not overlaps.plainly_on(candidate, other)]
    )


def _settle_order(explainer: Explainer, chosen: list[PlacedChip]) -> list[PlacedChip]:
    """Sort the chips from the topmost down, and drop what is then no longer credible."""
    types = {chip.candidate: int(np.argmax(chip.evidence)) for chip in chosen}
    waiting = [chip.candidate for chip in chosen]
    on_top: dict[int, set[int]] = {candidate: set() for candidate in waiting}
    for place, first in enumerate(waiting):
        later = waiting[place + 1 :]
        for second in explainer.overlaps.touching(first, later):
            if explainer.lies_on(first, second, types):
                on_top[second].add(first)
            else:
                on_top[first].add(second)
    order: list[int] = []
    while waiting:
        # In a ring of chips, each on the next, no order is right: then the clearest goes first.
        top = next((c for c in waiting if not on_top[c] & set(waiting)), waiting[0])
        order.append(top)
        waiting.remove(top)
    kept: list[PlacedChip] = []
    for candidate in order:
        above = [chip.candidate for chip in kept]
        judged = explainer.judge(candidate, explainer.overlaps.touching(candidate, above))
        neighbours = [other for other in order if other != candidate]
        near = explainer.overlaps.touching(candidate, neighbours)
        if judged.credible and explainer.surrounded(candidate, near) >= LEAST_SURROUNDED:
            kept.append(judged)
    return kept
