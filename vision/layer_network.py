"""The network that counts layers, as it runs at the table; see models/weights/layers.md."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.stack_strip import COLUMNS, FELT_ROW, ROWS, ROWS_PER_CHIP, StackStrip
from vision.weights import network

NAME = "layers"
TALLEST = 24
"""It tells counts from 1 to this."""

FOOT_REACH = 20
"""It seeks the foot so many rows below and above where it should be."""


ABOUT_ROWS = 3
"""The foot's row is told between rows from so many on either side."""


@dataclass(frozen=True, eq=False)
class LayerEvidence:
    """What one strip says.

    Attributes:
        log_scores: (counts, feet) of each count from 1, and each row of the foot.
        right_mm: how far to the right the stack stands of where it was thought to.
        edges: (4, ROWS) log odds that a row is the foot, a joint of two chips, or the top; and at a
            joint, that the chips below and above it are of different kinds.
    """

    log_scores: NDArray[np.float64]
    right_mm: float
    edges: NDArray[np.float64]

    @property
    def log_counts(self) -> NDArray[np.float64]:
        """(counts,) log probability of each count."""
        by_count = _log_sum(self.log_scores, 1)
        return by_count - _log_sum(by_count, 0)

    @property
    def foot_row(self) -> float:
        """The row where the foot is: the likeliest, and the mean of those about it."""
        by_row = _log_sum(self.log_scores, 0)
        best = int(by_row.argmax())
        about = np.arange(max(0, best - ABOUT_ROWS), min(len(by_row), best + ABOUT_ROWS + 1))
        share = np.exp(by_row[about] - by_row[best])
        return float((share * about).sum() / share.sum()) + FELT_ROW - FOOT_REACH

    @property
    def log_evidence(self) -> float:
        """How well any stack explains the strip; to be compared between strips of one picture."""
        return float(_log_sum(_log_sum(self.log_scores, 1), 0))

    @property
    def foot_seen(self) -> float:
        """Probability that some row is a foot, whatever else there is."""
        return _probability(self.edges[0].max())

    @property
    def top_seen(self) -> float:
        """Probability that some row is a top edge."""
        return _probability(self.edges[2].max())

    def one_kind(self, count: int) -> float:
        """Probability that the lowest so many chips are all of one kind."""
        first = round(self.foot_row)
        alike = 1.0
        for chip in range(1, count):
            row = first + chip * ROWS_PER_CHIP
            alike *= 1 - _probability(float(self.edges[3, row - 1 : row + 2].mean()))
        return alike


def network_input(strip: StackStrip) -> NDArray[np.float32]:
    """(6, ROWS, COLUMNS): colours about their mean, where they are seen, slope, and scale."""
    channels = np.empty((6, ROWS, COLUMNS), np.float32)
    colours = strip.picture.astype(np.float32) / 255.0
    seen = strip.seen.astype(np.float32)
    pixels = colours[strip.seen] if strip.seen.any() else colours.reshape(-1, 3)
    channels[:3] = ((colours - pixels.mean()) / (pixels.std() + 0.05)).transpose(2, 0, 1)
    channels[:3] *= seen
    channels[3] = seen
    channels[4] = strip.slope
    channels[5] = np.log(strip.pixels_per_mm)
    return channels


def judge(
    strips: Sequence[StackStrip],
    diameter_mm: float,
    session: onnxruntime.InferenceSession | None = None,
) -> list[LayerEvidence]:
    """What the network says of each strip.

    Args:
        strips: at least one.
        diameter_mm: of the chips.
        session: the network; that of models/weights if absent.

    Raises:
        vision.weights.WeightsError: the network is not there.
    """
    loaded = network(NAME) if session is None else session
    batch = np.stack([network_input(strip) for strip in strips])
    scores, aside, edges = loaded.run(["scores", "aside", "edges"], {"strip": batch})
    return [
        LayerEvidence(
            np.asarray(score, np.float64),
            float(right) * diameter_mm / 2,
            np.asarray(edge, np.float64),
        )
        for score, right, edge in zip(scores, aside, edges, strict=True)
    ]


def _probability(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))


def _log_sum(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    most = values.max(axis=axis, keepdims=True)
    summed = np.log(np.exp(values - most).sum(axis=axis)) + most.squeeze(axis)
    return np.asarray(summed)
