"""The finder as one of the networks of `models.networks`."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.checkpoints import load_run, resume, save_run
from models.corners.pictures import Labels, read_pictures, render_pictures, unpack
from models.corners.scenes import MOST_VISIBLE, SIDE_PX
from models.networks import Row
from models.progress import Progress

if TYPE_CHECKING:
    pass

BATCH = 16
CROP_PX = 192
LEARNING_RATE = 4e-3
WEIGHT_DECAY = 1e-2


class CardFinder:
    """Finds indices in pictures of 1.15 to 2.9 pixels per millimetre of a card."""

    name = "card_finder"
    picture_s = 0.05
    pass_s = 0.02

    def render(self, folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
        """The pictures that `corners` learns from too."""
        render_pictures(folder, pictures, seed, progress)

    def train(self, data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
        """One learning rate cycle over all epochs; a run that was stopped goes on where it was."""
        import torch

        from models.card_finder.net import FinderNet, loss

        torch.set_num_threads(1)
        torch.manual_seed(seed)
        pictures, labels = read_pictures(data)
        run.mkdir(parents=True, exist_ok=True)
        # Half again as fast on a processor as the usual order of memory.
        net = FinderNet().to(memory_format=torch.channels_last)
        steps = max(1, len(pictures) // BATCH)
        optimiser = torch.optim.AdamW(net.parameters(), LEARNING_RATE, weight_decay=WEIGHT_DECAY)
        plan = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, LEARNING_RATE, total_steps=epochs * steps, pct_start=0.15
        )
        first = resume(run, net, optimiser, plan, epochs)
        for epoch in range(first, epochs):
            rng = np.random.default_rng((seed, epoch))
            order = rng.permutation(len(pictures))
            net.train()
            total = 0.0
            for step in range(steps):
                batch = order[step * BATCH : (step + 1) * BATCH]
                examples = [_example(rng, unpack(pictures[i]), labels[i]) for i in batch]
                picture, near, lie, counts = (
                    torch.from_numpy(np.stack(part)) for part in zip(*examples, strict=True)
                )
                picture = picture.contiguous(memory_format=torch.channels_last)
                error = loss(net(picture), near, lie, counts)
                optimiser.zero_grad()
                error.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
                optimiser.step()
                plan.step()
                total += float(error.detach())
                progress(f"epoch {epoch + 1}, loss {total / (step + 1):.3f}", step + 1, steps)
            save_run(run, net, optimiser, plan, epoch=epoch + 1, epochs=epochs)

    def evaluate(self, weights: Path, data: Path) -> list[Row]:
        """How many readable indices are found, and how many places found are none."""
        from models.card_finder.measuring import measure

        return measure(weights, *read_pictures(data))

    def export(self, run: Path, out: Path) -> None:
        """Write the network, for pictures of any size that is a multiple of 8."""
        import torch

        from models.card_finder.net import FinderNet

        net = FinderNet()
        net.load_state_dict(load_run(run)["net"])
        net.eval()
        example = torch.zeros(1, 3, SIDE_PX, SIDE_PX)
        names = {"input_names": ["picture"], "output_names": ["cells"]}
        axes = {"picture": {2: "height", 3: "width"}, "cells": {2: "rows", 3: "columns"}}
        torch.onnx.export(net, (example,), str(out), dynamo=False, dynamic_axes=axes, **names)


def _example(
    rng: np.random.Generator, picture: NDArray[np.uint8], labels: Labels
) -> tuple[NDArray[np.float32], ...]:
    """A part of a picture, turned by quarters: (3, 192, 192) and its targets."""
    from models.card_finder.net import targets

    left, top = rng.integers(0, SIDE_PX - CROP_PX + 1, 2)
    part = picture[top : top + CROP_PX, left : left + CROP_PX, ::-1]
    placed = labels.copy()
    placed[:, 0] -= left
    placed[:, 1] -= top
    inside = ((placed[:, :2] > -12) & (placed[:, :2] < CROP_PX + 12)).all(axis=1)
    placed = placed[inside]
    for _ in range(int(rng.integers(4))):  # a quarter turn to the left
        part = np.rot90(part)
        x = placed[:, 0].copy()
        placed[:, 0], placed[:, 1] = placed[:, 1].copy(), CROP_PX - x
        for column in (2, 4, 6):
            x = placed[:, column].copy()
            placed[:, column], placed[:, column + 1] = placed[:, column + 1].copy(), -x
    near, lie, counts = targets(placed, CROP_PX, MOST_VISIBLE)
    light = np.ascontiguousarray(part.transpose(2, 0, 1) / 255, np.float32)
    return light, near, lie, counts


NETWORK = CardFinder()
