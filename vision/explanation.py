"""Which chips, lying how on each other, explain what is seen.

Candidates from the rims overlap and contradict each other. A set of them is chosen so that each
visible pixel is explained once, by the topmost chip over it: first the clearest, then what the
remaining pixels and the remaining pieces of rim speak for, then every choice is looked at again.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.appearance import COLOURS, Disc, colour_numbers
from vision.flat_picture import FlatPicture
from vision.rim_detector import ANGLES, Rims

STRIDE = 2
"""Colours are compared at every other pixel: a millimetre apart."""

EVIDENCE_CAP = 5.0
"""Most nats that one pixel may speak for or against a chip, so that no glint decides."""

RIM_EVIDENCE = 8.0
"""Nats a pixel that a whole clear rim is worth against no rim at all."""

RIM_BY_CHANCE = 0.5
"""Mean clearness of a rim where there is none, on the edges of print, wood and cards."""

LEAST_BELIEF = 3.7
"""Nats a pixel by which rim and colours must speak for a chip, against any colours and no rim."""

LEAST_FOREIGN_RIM = 0.8
"""A chip of no known kind is told by its rim alone, so that must be clear all around."""


@dataclass(frozen=True)
class PlacedChip:
    """A chip that explains a part of the picture.

    Attributes:
        candidate: its row in the candidates.
        evidence: (types,) mean nats of each type, over the visible pixels.
        visible: share of its face that shows.
        rim: mean clearness of the rim that shows.
        belief: nats a visible pixel that speak for a chip of this kind, rim included.
        total: nats, per pixel of a whole chip, that it adds to the explanation.
    """

    candidate: int
    evidence: NDArray[np.float64]
    visible: float
    rim: float
    belief: float
    total: float


class Explainer:
    """Judges candidates by the pixels and the pieces of rim that are left for them."""

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
        self.disc = Disc.of_radius(radius, STRIDE)
        self.types = len(types_log)
        height, width = flat.inside.shape
        numbers = colour_numbers(flat.lab)
        places = np.rint(rims.centres).astype(int)[:, None] + self.disc.offsets[None]
        within = (
            (places[..., 0] >= 0)
            & (places[..., 0] < width)
            & (places[..., 1] >= 0)
            & (places[..., 1] < height)
        )
        x = np.clip(places[..., 0], 0, width - 1)
        y = np.clip(places[..., 1], 0, height - 1)
        self.present = within & flat.inside[y, x]
        colours = numbers[y, x]
        likely = types_log[:, self.disc.ring[None], colours]  # types, candidates, pixels
        self.likely = likely
        self.gain = np.clip(likely - table_log[colours][None], -EVIDENCE_CAP, EVIDENCE_CAP)
        angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
        outward = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        self.rim_places = rims.centres[:, None] + rims.radii[:, None, None] * outward[None]
        rim_x = np.rint(self.rim_places[..., 0]).astype(int)
        rim_y = np.rint(self.rim_places[..., 1]).astype(int)
        on_picture = (rim_x >= 0) & (rim_x < width) & (rim_y >= 0) & (rim_y < height)
        self.rim_present = (
            on_picture & (flat.inside[np.clip(rim_y, 0, height - 1), np.clip(rim_x, 0, width - 1)])
        )
        centres = np.rint(rims.centres)
        self.pixel_places = centres[:, None] + self.disc.offsets[None]

    def hides(self, upper: int, lower: int) -> NDArray[np.bool_]:
        """Which pixels of `lower` lie under `upper`."""
        apart = self.pixel_places[lower] - self.rims.centres[upper]
        return (apart**2).sum(axis=1) < (self.rims.radii[upper] + 1.0) ** 2

    def hides_rim(self, upper: int, lower: int) -> NDArray[np.bool_]:
        """Which angles of the rim of `lower` lie under `upper`."""
        apart = self.rim_places[lower] - self.rims.centres[upper]
        return (apart**2).sum(axis=1) < (self.rims.radii[upper] - 1.5) ** 2

    def judge(self, candidate: int, above: list[int]) -> PlacedChip:
        """How much speaks for a candidate that lies under these others."""
        shows = self.present[candidate].copy()
        rim_shows = self.rim_present[candidate].copy()
        for upper in above:
            shows &= ~self.hides(upper, candidate)
            rim_shows &= ~self.hides_rim(upper, candidate)
        pixels = shows.sum()
        gains = self.gain[:, candidate][:, shows]
        summed = gains.sum(axis=1) / len(shows)
        evidence = (
            self.likely[:, candidate][:, shows].mean(axis=1) if pixels else np.zeros(self.types)
        )
        best = int(np.argmax(evidence))
        strength = self.rims.strength[candidate][rim_shows]
        rim = float(strength.mean()) if len(strength) else 0.0
        rim_belief = RIM_EVIDENCE * (rim - RIM_BY_CHANCE)
        belief = float(evidence[best]) + float(np.log(COLOURS)) + rim_belief
        total = float(summed[best]) + float(pixels / len(shows)) * rim_belief
        if best == self.types - 1 and rim < LEAST_FOREIGN_RIM:
            belief = 0.0
        return PlacedChip(
            candidate,
            evidence.astype(np.float64),
            float(pixels / len(shows)),
            rim,
            belief,
            total,
        )

    def near(self, candidate: int) -> NDArray[np.int64]:
        """The candidates whose discs touch this one's."""
        apart = np.linalg.norm(self.rims.centres - self.rims.centres[candidate], axis=1)
        found = np.nonzero(apart < 2.1 * self.radius)[0]
        return found[found != candidate]


def explain(explainer: Explainer) -> list[PlacedChip]:
    """Choose chips, the topmost first."""
    count = len(explainer.rims)
    if not count:
        return []
    chosen: list[int] = []
    judged = [explainer.judge(candidate, []) for candidate in range(count)]
    open_candidates = set(range(count))
    while open_candidates:
        believed = [c for c in open_candidates if judged[c].belief >= LEAST_BELIEF]
        if not believed:
            break
        best = max(believed, key=lambda candidate: judged[candidate].total)
        chosen.append(best)
        open_candidates.discard(best)
        for other in explainer.near(best):
            if other in open_candidates:
                upper = [c for c in chosen if c in set(explainer.near(int(other)).tolist())]
                judged[other] = explainer.judge(int(other), upper)
    return [judged[candidate] for candidate in chosen]
