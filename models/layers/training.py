"""Training of the network of layers with torch, on one core; goes on from where it was stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.layers.examples import Examples, examples_of
from models.layers.model import FOOT_REACH, LayerNetwork
from models.layers.pictures import read_pictures
from models.progress import Progress
from vision.stack_strip import COLUMNS, FELT_ROW, ROWS, ROWS_PER_CHIP

STRIPS = 4
"""Of each picture, from as many places near the stack."""

BATCH = 16
FASTEST = 4e-3
WARMING = 0.2
"""Share of the training in which it becomes as fast as that."""

HELD_BACK = 12
"""Every so-manieth picture is not learnt from, and tells which epoch is best."""

FOOT_WEIGHT, EDGE_WEIGHT, ASIDE_WEIGHT, CHANGE_WEIGHT = 0.5, 2.0, 4.0, 1.0
EDGE_ROWS = 0.7
"""An edge counts as such so many rows about where it is."""

HIDDEN = 0.12
"""Share of the strips that something is laid before."""

CHECKPOINT, BEST, LOG = "checkpoint.pt", "best.pt", "log.jsonl"


def train(data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
    """Train on the pictures in `data`; a run that was stopped goes on after its last epoch."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    run.mkdir(parents=True, exist_ok=True)
    examples = examples_of(read_pictures(data), strips=STRIPS, seed=seed)
    held = examples.picture % HELD_BACK == 0
    learnt, kept = np.flatnonzero(~held), np.flatnonzero(held)
    model = LayerNetwork()
    optimiser = torch.optim.AdamW(model.parameters(), FASTEST / 10, weight_decay=1e-3)
    passes = len(np.unique(examples.picture[learnt]))
    steps = -(-passes // BATCH)
    first, best = _resume(run, model, optimiser)
    for epoch in range(first, epochs):
        random = np.random.default_rng((seed, epoch))
        rates = [_rate((epoch + step / steps) / epochs) for step in range(steps)]
        loss = _epoch(model, optimiser, rates, examples, learnt, random, progress, epoch)
        figures = {"epoch": epoch, "loss": loss, **_judge(model, examples, kept)}
        with (run / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(figures) + "\n")
        if figures["kept_loss"] < best:
            best = figures["kept_loss"]
            torch.save(model.state_dict(), run / BEST)
        state = {
            "model": model.state_dict(),
            "optimiser": optimiser.state_dict(),
            "epoch": epoch,
            "best": best,
        }
        torch.save(state, run / CHECKPOINT)
        progress("epochs of layers", epoch + 1, epochs)


def _resume(run: Path, model: Any, optimiser: Any) -> tuple[int, float]:
    path = run / CHECKPOINT
    if not path.exists():
        return 0, float("inf")
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimiser.load_state_dict(state["optimiser"])
    return state["epoch"] + 1, state["best"]


def _epoch(
    model: Any,
    optimiser: Any,
    rates: list[float],
    examples: Examples,
    learnt: Any,
    random: np.random.Generator,
    progress: Progress,
    epoch: int,
) -> float:
    """One strip of each picture."""
    model.train()
    order = random.permutation(learnt)
    _, first = np.unique(examples.picture[order], return_index=True)
    order = order[np.sort(first)]
    losses = []
    for step, rate in enumerate(rates):
        chosen = order[step * BATCH : (step + 1) * BATCH]
        optimiser.param_groups[0]["lr"] = rate
        strips, aside = _varied(_inputs(examples, chosen), examples.aside[chosen], random)
        loss = _loss(model, strips, aside, examples, chosen)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        losses.append(loss.item())
        progress(f"epoch {epoch}", step + 1, len(rates))
    return float(np.mean(losses))


def _rate(share: float) -> float:
    """How fast to learn when this share of the training is done: faster at first, slow at last."""
    if share < WARMING:
        return FASTEST * (0.1 + 0.9 * share / WARMING)
    return FASTEST * max(1e-3, 0.5 + 0.5 * np.cos(np.pi * (share - WARMING) / (1 - WARMING)))


def _inputs(examples: Examples, chosen: Any) -> Any:
    return torch.from_numpy(examples.inputs[chosen].astype(np.float32))


def _varied(strips: Any, aside: Any, random: np.random.Generator) -> tuple[Any, Any]:
    """Mirrored, recoloured, lit otherwise, noisier: what a strip shows stays the same."""
    strips, aside = strips.clone(), torch.from_numpy(aside.copy())
    for one in range(len(strips)):
        if random.random() < 0.5:
            strips[one] = strips[one].flip(2)
            aside[one] = -aside[one]
        strips[one, :3] = strips[one, random.permutation(3)]
        gain = torch.from_numpy(np.exp(random.normal(0, 0.2, (3, 1, 1)))).float()
        shift = torch.from_numpy(random.normal(0, 0.2, (3, 1, 1))).float()
        noise = float(np.abs(random.normal(0, 0.06)))
        colours = strips[one, :3] * gain + shift
        strips[one, :3] = (colours + noise * torch.randn_like(colours)) * strips[one, 3:4]
        if random.random() < HIDDEN:
            _hide(strips[one], random)
    return strips, aside


def _hide(strip: Any, random: np.random.Generator) -> None:
    """Lay something plain before the stack: the network must say that it is less sure then."""
    height, width = int(random.integers(6, 70)), int(random.integers(8, COLUMNS + 1))
    row = int(random.integers(0, ROWS - height))
    column = int(random.integers(0, COLUMNS - width + 1))
    colour = torch.from_numpy(random.normal(0, 1, (3, 1, 1))).float()
    part = strip[:3, row : row + height, column : column + width]
    part.copy_(colour + 0.1 * torch.randn_like(part))


def _loss(model: Any, strips: Any, aside: Any, examples: Examples, chosen: Any) -> Any:
    scores, right, edges = model(strips)
    counts = torch.from_numpy(examples.counts[chosen])
    feet = torch.from_numpy(examples.feet[chosen])
    every = torch.log_softmax(scores.flatten(1), 1).view_as(scores)
    of_count = every[torch.arange(len(counts)), counts - 1]
    right_count = torch.logsumexp(of_count, 1)
    rows = torch.arange(scores.shape[2]) + FELT_ROW - FOOT_REACH
    near = torch.softmax(-0.5 * ((rows - feet[:, None]) / EDGE_ROWS) ** 2, 1)
    foot = (near * (of_count - right_count[:, None])).sum(1)
    wanted = _wanted_edges(examples, chosen)
    edge = torch.nn.functional.binary_cross_entropy_with_logits(edges[:, :3], wanted)
    sideways = torch.nn.functional.smooth_l1_loss(right, aside, beta=0.05)
    return (
        -(right_count + FOOT_WEIGHT * foot).mean()
        + EDGE_WEIGHT * edge
        + ASIDE_WEIGHT * sideways
        + CHANGE_WEIGHT * _change_loss(edges[:, 3], examples, chosen)
    )


def _change_loss(told: Any, examples: Examples, chosen: Any) -> Any:
    """Whether the kind changes is asked at the joints alone, where they are to be read."""
    asked = np.zeros((len(chosen), ROWS), np.float32)
    changed = np.zeros((len(chosen), ROWS), np.float32)
    for out, truth, index in zip(asked, changed, chosen, strict=True):
        for chip in range(examples.counts[index] - 1):
            row = round(examples.feet[index]) + (chip + 1) * ROWS_PER_CHIP
            out[row - 1 : row + 2] = 1.0
            truth[row - 1 : row + 2] = examples.changes[index, chip]
    losses = torch.nn.functional.binary_cross_entropy_with_logits(
        told, torch.from_numpy(changed), reduction="none"
    )
    weights = torch.from_numpy(asked)
    return (losses * weights).sum() / weights.sum().clamp_min(1.0)


def _wanted_edges(examples: Examples, chosen: Any) -> Any:
    """(n, 3, ROWS) where foot, joints and top are, 0 to 1."""
    rows = np.arange(ROWS)
    wanted = np.zeros((len(chosen), 3, ROWS), np.float32)
    for out, index in zip(wanted, chosen, strict=True):
        count, tops = examples.counts[index], examples.edges[index]
        out[0] = _bump(rows, examples.feet[index])
        for joint in tops[: count - 1]:
            out[1] = np.maximum(out[1], _bump(rows, joint))
        out[2] = _bump(rows, tops[count - 1])
    return torch.from_numpy(wanted)


def _bump(rows: Any, at: float) -> Any:
    return np.exp(-0.5 * ((rows - at) / EDGE_ROWS) ** 2)


def _judge(model: Any, examples: Examples, kept: Any) -> dict[str, float]:
    """How well the pictures are told that were not learnt from."""
    model.eval()
    losses, right, feet, alike = [], [], [], []
    with torch.no_grad():
        for start in range(0, len(kept), BATCH):
            chosen = kept[start : start + BATCH]
            strips = _inputs(examples, chosen)
            aside = torch.from_numpy(examples.aside[chosen])
            losses.append(_loss(model, strips, aside, examples, chosen).item() * len(chosen))
            scores, _, edges = model(strips)
            alike.append(_change_loss(edges[:, 3], examples, chosen).item() * len(chosen))
            told = torch.logsumexp(scores, 2).argmax(1).numpy() + 1
            right.append(told == examples.counts[chosen])
            row = torch.logsumexp(scores, 1).argmax(1).numpy() + FELT_ROW - FOOT_REACH
            feet.append(np.abs(row - examples.feet[chosen]))
    return {
        "kept_loss": sum(losses) / len(kept),
        "kept_change_loss": sum(alike) / len(kept),
        "kept_exact": float(np.concatenate(right).mean()),
        "kept_foot_rows": float(np.median(np.concatenate(feet))),
    }
