"""The exported networks: one ONNX file each under models/weights, with its model card beside it.

What runs at the table is onnxruntime alone, on one thread: the cameras share two cores.
"""

from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

import onnxruntime

FOLDER = "weights"


class WeightsError(RuntimeError):
    """A network cannot be loaded; the text says which and what to do."""


@lru_cache
def network(name: str) -> onnxruntime.InferenceSession:
    """The network of that name, loaded once.

    Raises:
        WeightsError: there is no such file, or onnxruntime cannot read it.
    """
    with as_file(files("models") / FOLDER / f"{name}.onnx") as path:
        return load(path)


def load(path: Path) -> onnxruntime.InferenceSession:
    """The network in a file.

    Raises:
        WeightsError: there is no such file, or onnxruntime cannot read it.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    # onnxruntime's own errors have no common class below Exception.
    except Exception as error:
        raise WeightsError(
            f"The network {path.stem} cannot be loaded from {path}: {error}. Install betline again,"
            " or make the file with `python -m models export`."
        ) from error
