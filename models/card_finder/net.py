"""The finder: a small fully convolutional network with one answer for every 8 by 8 pixels.

What it tells of a cell that an index has its middle in: how sure it is, where the middle is, what a
millimetre to the right and down on the card is in the picture, and where the card's centre is.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

CELL_PX = 8
SCALES = np.array([8, 8, 2, 2, 2, 2, 64, 64], np.float32)
"""What the eight numbers are multiplied by to be pixels: middle, right, down, to the centre."""

NEAR_PX = 5.0
"""Standard deviation of how far from an index's middle a cell still answers for it."""

ANSWERS_FROM = 0.4
IGNORED_PX = 14.0


def _layer(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.first = _layer(channels, channels, dilation=dilation)
        self.second = _layer(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.second(self.first(x))


class FinderNet(nn.Module):
    """(batch, 3, height, width) red, green, blue 0 to 1 -> (batch, 9, height / 8, width / 8)."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _layer(3, width, stride=2),
            _layer(width, 2 * width, stride=2),
            _layer(2 * width, 2 * width),
            _layer(2 * width, 3 * width, stride=2),
            _Residual(3 * width, 2),
            _Residual(3 * width, 2),
            _Residual(3 * width, 1),
        )
        self.heat = nn.Conv2d(3 * width, 1, 1)
        self.lie = nn.Conv2d(3 * width, 8, 1)
        nn.init.constant_(self.heat.bias, -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        """The nine numbers of every cell."""
        seen = self.body(picture)
        return torch.cat([self.heat(seen), self.lie(seen)], dim=1)


def targets(
    labels: NDArray[np.float32], side: int, readable: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """What the cells should say: how near an index is, its lie, and which cells count.

    Args:
        labels: (indices, 11) as in `models.corners.pictures`.
        side: of the picture, in pixels.
        readable: the share of an index that must be seen.

    Returns:
        near (cells, cells), lie (8, cells, cells), counts (cells, cells).
    """
    cells = side // CELL_PX
    middles = (np.mgrid[0:cells, 0:cells][::-1] + 0.5) * CELL_PX
    near = np.zeros((cells, cells), np.float32)
    lie = np.zeros((8, cells, cells), np.float32)
    counts = np.ones((cells, cells), np.float32)
    for label in labels:
        away = label[:2, None, None] - middles
        far2 = (away**2).sum(axis=0)
        at_edge = (label[:2] < IGNORED_PX).any() or (label[:2] > side - IGNORED_PX).any()
        if label[10] < readable or at_edge:
            counts[far2 < IGNORED_PX**2] = 0
            continue
        nearness = np.exp(-far2 / (2 * NEAR_PX**2))
        mine = nearness > near
        near = np.where(mine, nearness, near)
        told = np.concatenate([away, np.broadcast_to(label[2:8, None, None], (6, cells, cells))])
        lie = np.where(mine, told / SCALES[:, None, None], lie)
    counts[near > 0.2] = 1
    return near.astype(np.float32), lie.astype(np.float32), counts


def loss(said: Tensor, near: Tensor, lie: Tensor, counts: Tensor) -> Tensor:
    """Focal loss of the nearness (as CenterNet's), and how far off the lies are in pixels."""
    heat = said[:, 0]
    sure = torch.sigmoid(heat)
    is_middle = (near > 0.75).float()
    found = -nn.functional.logsigmoid(heat) * (1 - sure) ** 2 * is_middle
    absent = -nn.functional.logsigmoid(-heat) * sure**2 * (1 - near) ** 4 * (1 - is_middle)
    middles = is_middle.sum().clamp(min=1)
    answering = (near > ANSWERS_FROM).float()[:, None]
    off = nn.functional.smooth_l1_loss(said[:, 1:], lie, reduction="none", beta=0.1) * answering
    told = (counts * (found + absent)).sum() / middles
    return told + 2 * off.sum() / answering.sum().clamp(min=1)
