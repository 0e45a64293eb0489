"""A detector trained for a moment: enough to have an answer, far too little to have a right one."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

PICTURES = 16


@dataclass(frozen=True)
class Trained:
    """What `python -m models` made.

    Attributes:
        pictures: the rendered ones, with their labels.
        run: what training left.
        exported: the ONNX file.
    """

    pictures: Path
    run: Path
    exported: Path


def models(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "models", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    folder = tmp_path_factory.mktemp("detector")
    made = Trained(folder / "pictures", folder / "run", folder / "detector.onnx")
    where = ("--data", str(made.pictures))
    models("render", "detector", "--pictures", str(PICTURES), "--seed", "5", *where)
    models("train", "detector", "--epochs", "1", "--run", str(made.run), *where)
    models("export", "detector", "--run", str(made.run), "--weights", str(made.exported))
    return made
