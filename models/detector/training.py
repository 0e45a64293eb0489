"""Training with ultralytics, on one core or more, from nothing: no weights of others are used.

ultralytics is under AGPL-3.0; it is imported here alone, when it is asked for.
"""

import os
from pathlib import Path
from typing import Any

from models.detector.dataset import CLASSES, write_lists
from models.networks import NetworkError
from models.progress import Progress
from models.tables.views import SIDE_PX

DEPTH, WIDTH = 0.5, 0.125
"""Of ultralytics' yolo11: half as wide as its smallest, a third of its parameters."""

BATCH = 16

SETTINGS: dict[str, Any] = {
    "imgsz": SIDE_PX,
    "batch": BATCH,
    "nbs": BATCH,
    "optimizer": "AdamW",
    "lr0": 0.002,
    "lrf": 0.02,
    "cos_lr": True,
    "warmup_epochs": 1,
    "mosaic": 0.25,
    "close_mosaic": 2,
    "scale": 0.3,
    "translate": 0.1,
    "hsv_h": 0.1,
    "hsv_s": 0.5,
    "hsv_v": 0.3,
    "fliplr": 0.5,
    "flipud": 0.0,
    "erasing": 0.0,
    "workers": 0,
    "cache": "ram",
    "amp": False,
    "plots": False,
    "patience": 0,
    "verbose": False,
    "exist_ok": True,
}
"""Pictures are not turned: the cameras of the rendered ones are."""


def train(data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
    """Train, or go on with a training that was stopped; one that is finished is left as it is.

    Where `run` holds a start.pt, such as the last.pt of an earlier run, it starts from that.

    Raises:
        NetworkError: there are too few pictures in `data`.
        ModuleNotFoundError: ultralytics is not installed.
    """
    lists = write_lists(data, run)
    last = run / "weights" / "last.pt"
    if last.exists():
        _go_on(last, progress)
        return
    ultralytics, start = _ultralytics(run), run / "start.pt"
    network = ultralytics.YOLO(str(start if start.exists() else _architecture(run)), task="detect")
    _report(network, progress)
    network.train(
        data=str(lists), epochs=epochs, seed=seed, project=str(run.resolve().parent),
        name=run.name, **SETTINGS,
    )  # fmt: skip


def export(run: Path, out: Path) -> None:
    """Write the best epoch's network as ONNX, for pictures of any size.

    Raises:
        NetworkError: nothing is trained in `run`.
        ModuleNotFoundError: ultralytics or onnx is not installed.
    """
    best = run / "weights" / "best.pt"
    if not best.exists():
        raise NetworkError(f"Nothing is trained in {run}: python -m models train detector --help")
    import onnx

    network = _ultralytics(run).YOLO(str(best))
    made = network.export(format="onnx", imgsz=SIDE_PX, dynamic=True, simplify=False, opset=17)
    model = onnx.load(made)
    kept = [entry for entry in model.metadata_props if entry.key != "description"]
    del model.metadata_props[:]  # The description names the folder of the machine that trained it.
    model.metadata_props.extend(kept)
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(out))
    Path(made).unlink()


def _go_on(last: Path, progress: Progress) -> None:
    import torch

    run = last.parents[1]
    ultralytics = _ultralytics(run)
    finished = torch.load(last, map_location="cpu", weights_only=False)["epoch"] < 0
    if not finished:
        network = ultralytics.YOLO(str(last))
        _report(network, progress)
        network.train(resume=True)


def _ultralytics(run: Path) -> Any:
    """The library, kept from writing to the user's home and from installing packages by itself."""
    os.environ.setdefault("YOLO_CONFIG_DIR", str(run.resolve()))
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    os.environ.setdefault("YOLO_OFFLINE", "true")
    import ultralytics

    return ultralytics


def _architecture(run: Path) -> Path:
    """The description of yolo11 that comes with ultralytics, with our classes and our size."""
    import yaml
    from ultralytics.nn.tasks import yaml_model_load

    described = yaml_model_load("yolo11n.yaml")
    described["nc"] = len(CLASSES)
    described["scales"] = {"n": [DEPTH, WIDTH, 1024]}
    written = {key: value for key, value in described.items() if key != "yaml_file"}
    path = run / "yolo11n-narrow.yaml"
    path.write_text(yaml.safe_dump(written))
    return path


def _report(network: Any, progress: Progress) -> None:
    """Tell of each epoch that is done."""

    def done(trainer: Any) -> None:
        progress("epochs", trainer.epoch + 1, trainer.epochs)

    network.add_callback("on_fit_epoch_end", done)
