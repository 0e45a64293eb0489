"""The reader of corners as one of the networks of `models.networks`."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from models.checkpoints import load_run, resume, save_run
from models.corners.pictures import Labels, read_pictures, render_pictures
from models.networks import Row
from models.progress import Progress

if TYPE_CHECKING:
    from models.corners.net import CornerNet

PICTURES_A_STEP = 48
LEARNING_RATE = 3e-3
WEIGHT_DECAY = 2e-2
KEPT_FOR_CALIBRATION = 0.05


class Corners:
    """Reads rank and suit in upright corners."""

    name = "corners"
    picture_s = 0.05
    pass_s = 0.02

    def render(self, folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
        """Render cards on tables, in `models.corners.scenes`."""
        render_pictures(folder, pictures, seed, progress)

    def train(self, data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
        """One learning rate cycle over all epochs, then the calibration on pictures kept for it."""
        import torch

        from models.corners.examples import corners_of
        from models.corners.net import CornerNet, loss

        torch.set_num_threads(1)
        torch.manual_seed(seed)
        pictures, labels = read_pictures(data)
        learnt = len(pictures) - int(len(pictures) * KEPT_FOR_CALIBRATION)
        run.mkdir(parents=True, exist_ok=True)
        # Half again as fast on a processor as the usual order of memory.
        net = CornerNet().to(memory_format=torch.channels_last)
        steps = max(1, learnt // PICTURES_A_STEP)
        optimiser = torch.optim.AdamW(net.parameters(), LEARNING_RATE, weight_decay=WEIGHT_DECAY)
        plan = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, LEARNING_RATE, total_steps=epochs * steps, pct_start=0.15
        )
        first = resume(run, net, optimiser, plan, epochs)
        for epoch in range(first, epochs):
            rng = np.random.default_rng((seed, epoch))
            order = rng.permutation(learnt)
            net.train()
            total = 0.0
            for step in range(steps):
                batch = order[step * PICTURES_A_STEP : (step + 1) * PICTURES_A_STEP]
                cut = corners_of(rng, [pictures[i] for i in batch], [labels[i] for i in batch])
                corners, rank, suit, slip = (torch.from_numpy(part) for part in cut)
                corners = corners.contiguous(memory_format=torch.channels_last)
                error = loss(net(corners), rank, suit, slip)
                optimiser.zero_grad()
                error.backward()
                optimiser.step()
                plan.step()
                total += float(error.detach())
                progress(f"epoch {epoch + 1}, loss {total / (step + 1):.3f}", step + 1, steps)
            told = {"temperatures": _temperatures(net, pictures[learnt:], labels[learnt:])}
            save_run(run, net, optimiser, plan, epoch=epoch + 1, epochs=epochs, **told)

    def evaluate(self, weights: Path, data: Path) -> list[Row]:
        """How many corners of the pictures are read rightly."""
        from models.corners.measuring import measure

        return measure(weights, *read_pictures(data))

    def export(self, run: Path, out: Path) -> None:
        """Write the calibrated network, for any number of corners at a time."""
        import torch

        from models.corners.net import CalibratedNet, CornerNet
        from vision.corner_crop import SIZE_PX

        state = load_run(run)
        net = CornerNet()
        net.load_state_dict(state["net"])
        told = CalibratedNet(net, state["temperatures"]).eval()
        example = torch.zeros(2, 3, SIZE_PX[1], SIZE_PX[0])
        outputs = ["ranks", "suits", "slips"]
        names = {"input_names": ["corners"], "output_names": outputs}
        axes = {name: {0: "batch"} for name in ("corners", *outputs)}
        torch.onnx.export(told, (example,), str(out), dynamo=False, dynamic_axes=axes, **names)


def _temperatures(
    net: "CornerNet", pictures: list[bytes], labels: list[Labels]
) -> tuple[float, float]:
    import torch

    from models.corners.examples import NO_INDEX, corners_of
    from models.corners.net import temperature

    corners, rank, suit, _ = corners_of(np.random.default_rng(0), pictures, labels)
    net.eval()
    with torch.no_grad():
        ranks, suits, _ = net(torch.from_numpy(corners))
    is_index = torch.from_numpy(rank != NO_INDEX)
    return (
        temperature(ranks, torch.from_numpy(rank)),
        temperature(suits[is_index], torch.from_numpy(suit)[is_index]),
    )


NETWORK = Corners()
