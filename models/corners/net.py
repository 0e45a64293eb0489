"""The reader: one upright corner in, how likely each rank and each suit is out."""

import torch
from torch import Tensor, nn

from models.corners.examples import NO_INDEX, RANKS

SUITS = 4


def _layer(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class CornerNet(nn.Module):
    """(batch, 3, 80, 64) -> (batch, 14) rank or none, (batch, 4) suit; both before softmax."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _layer(3, 16),
            nn.MaxPool2d(2),
            _layer(16, 32),
            nn.MaxPool2d(2),
            _layer(32, 48),
            _layer(48, 64),
            nn.MaxPool2d(2),
            _layer(64, 64),
            _layer(64, 96),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.3),
            nn.Linear(96 * 5 * 4, 128),
            nn.ReLU(inplace=True),
        )
        self.rank = nn.Linear(128, RANKS + 1)
        self.suit = nn.Linear(128, SUITS)

    def forward(self, corner: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of rank and suit."""
        seen = self.body(corner)
        return self.rank(seen), self.suit(seen)


class CalibratedNet(nn.Module):
    """What is exported: probabilities, each head's logits divided by its temperature."""

    def __init__(self, net: CornerNet, temperatures: tuple[float, float]) -> None:
        super().__init__()
        self.net = net
        self.temperatures = temperatures

    def forward(self, corner: Tensor) -> tuple[Tensor, Tensor]:
        """Probabilities of rank and suit."""
        rank, suit = self.net(corner)
        return (
            torch.softmax(rank / self.temperatures[0], dim=1),
            torch.softmax(suit / self.temperatures[1], dim=1),
        )


def loss(said: tuple[Tensor, Tensor], rank: Tensor, suit: Tensor) -> Tensor:
    """Cross entropy of both heads; of the rank alone where there is no index."""
    is_index = rank != NO_INDEX
    told = nn.functional.cross_entropy(said[0], rank, label_smoothing=0.02)
    if not bool(is_index.any()):
        return told
    return told + nn.functional.cross_entropy(
        said[1][is_index], suit[is_index], label_smoothing=0.02
    )


def temperature(logits: Tensor, truth: Tensor) -> float:
    """What to divide logits by so that they are as sure as they are right (Guo et al., 2017)."""
    steps = torch.linspace(0.3, 3.0, 109)
    losses = [nn.functional.cross_entropy(logits / step, truth) for step in steps]
    return float(steps[int(torch.stack(losses).argmin())])
