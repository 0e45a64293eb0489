"""The network of layers, in torch: an unrolled side in, how likely each count is out.

A small convolutional network says for each row of the strip how much it looks like the stack's
foot, like the joint of two chips, and like the top edge. What ties these together is known: between
foot and top lie whole chips. So the count is summed over all ways to lay whole chips, each pushed
a little out of line, from each row that may be the foot: the forward algorithm of a hidden Markov
model, part of the network and trained with it.
"""

from typing import Any

import torch
from torch import nn

from vision.layer_network import FOOT_REACH, TALLEST
from vision.stack_strip import FELT_ROW, ROWS_PER_CHIP

SLIP_ROWS = 7
"""A chip that is pushed out of line has its edge so many rows off, at the most."""

CHANNELS = 6
"""Blue, green, red, whether the picture reaches there, the camera's slope, and its scale."""

LEAST = 1e-20


def _block(into: int, out: int, stride: tuple[int, int] = (1, 1)) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, padding=1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


def _line(into: int, out: int, dilation: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv1d(into, out, 5, padding=2 * dilation, dilation=dilation, bias=False),
        nn.BatchNorm1d(out),
        nn.ReLU(),
    )


class LayerNetwork(nn.Module):
    """Counts the chips of an unrolled stack."""

    def __init__(self) -> None:
        super().__init__()
        self.see = nn.Sequential(
            _block(CHANNELS, 16),
            _block(16, 24, (1, 2)),
            _block(24, 32, (1, 2)),
            _block(32, 40),
        )
        self.rows_first = _line(80, 64, 1)
        self.rows_wide = nn.ModuleList([_line(64, 64, dilation) for dilation in (2, 4, 8, 2)])
        self.edges = nn.Conv1d(64, 4, 1)
        self.aside = nn.Linear(40 * 10, 1)
        self.slip_spread = nn.Parameter(torch.tensor([0.0, 1.0]))
        self.slip_pull = nn.Parameter(torch.tensor([-2.0]))

    def forward(self, strip: Any) -> tuple[Any, Any, Any]:
        """Judge strips.

        Args:
            strip: (n, CHANNELS, ROWS, COLUMNS), the first row is the lowest.

        Returns:
            (n, TALLEST, 2 * FOOT_REACH + 1) log scores of each count and row of the foot;
            (n,) how far to the right of its place the stack stands, in its radii; and
            (n, 4, ROWS) log odds that there is a foot, a joint, a top; and, where there is a
            joint, that the chips below and above it are of different kinds.
        """
        features = self.see(strip)
        aside = self.aside(features.mean(2).flatten(1)).squeeze(1)
        rows = self.rows_first(torch.cat((features.mean(3), features.amax(3)), 1))
        for wide in self.rows_wide:
            rows = rows + wide(rows)
        edges = self.edges(rows)
        slope = strip[:, 4, 0, 0]
        return self.count(edges, slope), aside, edges

    def count(self, edges: Any, slope: Any) -> Any:
        """Sum over all ways to lay whole chips between foot and top.

        Args:
            edges: (n, 4, ROWS) as `forward` gives them; the last is not asked for.
            slope: (n,) of the camera; the steeper it looks, the more rows does a push make.
        """
        feet = 2 * FOOT_REACH + 1
        first = FELT_ROW - FOOT_REACH
        foot = edges[:, 0, first : first + feet]
        joint, top = edges[:, 1], edges[:, 2]
        moves, pulls = self._slips(slope)
        way = None
        scores = []
        for chip in range(1, TALLEST + 1):
            start = first + chip * ROWS_PER_CHIP - SLIP_ROWS
            stop = start + feet + 2 * SLIP_ROWS
            joints = joint[:, start:stop].unfold(1, 2 * SLIP_ROWS + 1, 1)
            tops = top[:, start:stop].unfold(1, 2 * SLIP_ROWS + 1, 1)
            if way is None:
                arrived = moves[:, SLIP_ROWS].unsqueeze(1).clamp_min(LEAST).log() + pulls
                arrived = arrived.expand(-1, feet, -1)
            else:
                most = way.amax(2, keepdim=True)
                arrived = torch.bmm((way - most).exp(), moves).clamp_min(LEAST).log()
                arrived = arrived + most + pulls
            scores.append(foot + torch.logsumexp(arrived + tops, 2))
            way = arrived + joints
        return torch.stack(scores, 1)

    def _slips(self, slope: Any) -> tuple[Any, Any]:
        """How likely each slip follows each, (n, slips, slips), and how unlikely each is itself."""
        slips = torch.arange(-SLIP_ROWS, SLIP_ROWS + 1, dtype=slope.dtype, device=slope.device)
        spread = (
            nn.functional.softplus(self.slip_spread[0])
            + nn.functional.softplus(self.slip_spread[1]) * slope
        )
        apart = (slips[None, :, None] - slips[None, None, :]) / spread[:, None, None]
        likely = torch.exp(-0.5 * apart * apart)
        moves = likely / likely.sum(2, keepdim=True)
        pull = nn.functional.softplus(self.slip_pull) / (spread * spread)
        return moves, (-0.5 * pull[:, None] * slips * slips).unsqueeze(1)
