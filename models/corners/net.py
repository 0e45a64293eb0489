"""The reader of one upright corner: how likely each rank and suit is, and how far it is off."""

import torch
from torch import Tensor, nn

from models.corners.examples import NO_INDEX, RANKS

SUITS = 4
SLIP = 6


def _layer(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class CornerNet(nn.Module):
    """(batch, 3, 80, 64) -> (batch, 14) rank or none, (batch, 4) suit, (batch, 6) slip."""

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
        self.slip = nn.Linear(128, SLIP)

    def forward(self, corner: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of rank and suit, and the slip that leads to the index's true place."""
        seen = self.body(corner)
        return self.rank(seen), self.suit(seen), self.slip(seen)


class CalibratedNet(nn.Module):
    """What is exported: probabilities, each head's logits divided by its temperature."""

    def __init__(self, net: CornerNet, temperatures: tuple[float, float]) -> None:
        super().__init__()
        self.net = net
        self.temperatures = temperatures

    def forward(self, corner: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Probabilities of rank and suit, and the slip."""
        rank, suit, slip = self.net(corner)
        return (
            torch.softmax(rank / self.temperatures[0], dim=1),
            torch.softmax(suit / self.temperatures[1], dim=1),
            slip,
        )


def loss(said: tuple[Tensor, Tensor, Tensor], rank: Tensor, suit: Tensor, slip: Tensor) -> Tensor:
    """Cross entropy of rank and suit, and the slip's error; where there is no index, rank alone."""
    is_index = rank != NO_INDEX
    told = nn.functional.cross_entropy(said[0], rank, label_smoothing=0.02)
    if not bool(is_index.any()):
        return told
    named = nn.functional.cross_entropy(said[1][is_index], suit[is_index], label_smoothing=0.02)
    placed = nn.functional.smooth_l1_loss(said[2][is_index], slip[is_index], beta=0.1)
    return told + named + placed


def temperature(logits: Tensor, truth: Tensor) -> float:
    """What to divide logits by so that they are as sure as they are right (Guo et al., 2017)."""
    steps = torch.linspace(0.3, 3.0, 109)
    losses = [nn.functional.cross_entropy(logits / step, truth) for step in steps]
    return float(steps[int(torch.stack(losses).argmin())])
