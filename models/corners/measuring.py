"""How well exported corners are read: on rendered pictures that were not learnt from."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.corners.examples import SLIP_SCALES, corners_of
from models.corners.pictures import Labels
from models.networks import Row, exported
from vision.figures import rate

SURE = 0.9


def measure(weights: Path, pictures: list[bytes], labels: list[Labels]) -> list[Row]:
    """Rows of what was measured.

    Raises:
        NetworkError: there is no such file.
    """
    session = exported(weights)
    corners, rank, suit, slip = corners_of(np.random.default_rng(0), pictures, labels)
    parts = [
        session.run(None, {"corners": corners[i : i + 128]}) for i in range(0, len(corners), 128)
    ]
    ranks, suits, slips = (np.concatenate(part) for part in zip(*parts, strict=True))
    none = rank == ranks.shape[1] - 1
    rank_right = ranks.argmax(axis=1) == rank
    suit_right = suits.argmax(axis=1) == suit
    both = (rank_right & suit_right)[~none]
    sure = (ranks.max(axis=1) * suits.max(axis=1) > SURE)[~none]
    return [
        ("card", rate(int(both.sum()), len(both))),
        ("rank", rate(int(rank_right[~none].sum()), int((~none).sum()))),
        ("suit", rate(int(suit_right[~none].sum()), int((~none).sum()))),
        (f"card, where surer than {SURE}", rate(int((both & sure).sum()), int(sure.sum()))),
        ("no index, told as none", rate(int(rank_right[none].sum()), int(none.sum()))),
        ("off by, before", f"{_off_mm(slip[~none]):.2f} mm"),
        ("off by, the slip taken out", f"{_off_mm((slip - slips)[~none]):.2f} mm"),
    ]


def _off_mm(slips: NDArray[np.float32]) -> float:
    """The median distance between where the index's middle is and where it is taken to be."""
    return float(np.median(np.linalg.norm((slips * SLIP_SCALES)[:, :2], axis=1)))
