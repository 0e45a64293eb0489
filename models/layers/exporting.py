"""The trained network of layers as an ONNX file, checked against torch."""

import warnings
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from models.layers.model import CHANNELS, LayerNetwork
from models.layers.training import BEST
from models.networks import NetworkError
from vision.stack_strip import COLUMNS, ROWS

LARGEST_DIFFERENCE = 2e-2
"""In log probabilities; sums run in another order."""


def export(run: Path, out: Path) -> None:
    """Write the best epoch of a run.

    Raises:
        NetworkError: nothing is trained in `run`, or the file does not say what torch says.
    """
    path = run / BEST
    if not path.exists():
        raise NetworkError(f"Nothing is trained in {run}. Run: python -m models train layers")
    model = LayerNetwork()
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    example = torch.randn(2, CHANNELS, ROWS, COLUMNS)
    example[:, 3], example[:, 4] = 1.0, 0.8
    out.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        # torch's newer exporter needs one package more and unrolls nothing better.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            model,
            (example,),
            str(out),
            input_names=["strip"],
            output_names=["scores", "aside", "edges"],
            dynamic_axes={name: {0: "n"} for name in ("strip", "scores", "aside", "edges")},
            opset_version=17,
            dynamo=False,
        )
    session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    three = torch.cat((example, example[:1]))
    told = session.run(["scores"], {"strip": three.numpy()})[0]
    with torch.no_grad():
        expected = model(three)[0].numpy()
    if float(np.abs(told - expected).max()) > LARGEST_DIFFERENCE:
        raise NetworkError(f"{out} does not say what the trained network says")
