"""What a training leaves in its run folder after every epoch, and going on from it.

For networks that learn in one cycle of the learning rate over all their epochs.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.networks import NetworkError

if TYPE_CHECKING:
    import torch

LAST = "last.pt"


def load_run(run: Path) -> dict[str, Any]:
    """What a training left.

    Raises:
        NetworkError: nothing is trained there.
    """
    import torch

    if not (run / LAST).exists():
        raise NetworkError(f"Nothing is trained in {run}. Say: python -m models train --help")
    return dict(torch.load(run / LAST, weights_only=True))


def save_run(
    run: Path,
    net: "torch.nn.Module",
    optimiser: "torch.optim.Optimizer",
    plan: "torch.optim.lr_scheduler.LRScheduler",
    *,
    epoch: int,
    epochs: int,
    **more: Any,
) -> None:
    """Keep everything that going on needs.

    Args:
        run: the folder of the training.
        net: the network.
        optimiser: of its weights.
        plan: of its learning rate.
        epoch: how many are done.
        epochs: of the whole cycle.
        more: what else is learnt with the network.
    """
    import torch

    state = {
        "net": net.state_dict(),
        "optimiser": optimiser.state_dict(),
        "plan": plan.state_dict(),
        "epoch": epoch,
        "epochs": epochs,
        **more,
    }
    torch.save(state, run / LAST)


def resume(
    run: Path,
    net: "torch.nn.Module",
    optimiser: "torch.optim.Optimizer",
    plan: "torch.optim.lr_scheduler.LRScheduler",
    epochs: int,
) -> int:
    """Go on where a training was stopped; gives the first epoch that is to be done."""
    if not (run / LAST).exists():
        return 0
    state = load_run(run)
    net.load_state_dict(state["net"])
    if state["epochs"] != epochs:  # a new cycle, from what was learnt
        return 0
    optimiser.load_state_dict(state["optimiser"])
    plan.load_state_dict(state["plan"])
    return int(state["epoch"])
