"""`python -m models render|train|evaluate|export`: finds the network, and says what is wrong."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from models import networks
from models.__main__ import app
from models.networks import NetworkError, Row, training_packages_needed
from models.progress import Progress


class Counting:
    """A network that counts: it renders one file a picture."""

    name = "counting"
    picture_s = 0.5
    pass_s = 0.25

    def render(self, folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(pictures):
            np.savez(folder / f"{number}.npz", seed=seed)
            progress("pictures", number + 1, pictures)

    def train(self, data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
        run.mkdir(parents=True, exist_ok=True)
        (run / "trained").write_text(f"{len(list(data.iterdir()))} {epochs} {seed}")
        progress("epochs", epochs, epochs)

    def evaluate(self, weights: Path, data: Path) -> list[Row]:
        return [(weights.read_text(), str(len(list(data.iterdir()))))]

    def export(self, run: Path, out: Path) -> None:
        out.write_text((run / "trained").read_text())


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    known = networks.find

    def find(name: str) -> networks.Network:
        return Counting() if name == "counting" else known(name)

    monkeypatch.setattr("models.network_commands.find", find)


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == status, result.output
    return " ".join(result.output.split())


def test_a_network_is_rendered_for_trained_exported_and_measured(tmp_path: Path) -> None:
    run("render", "counting", "--pictures", "3", "--seed", "7")
    assert len(list((tmp_path / "runs/counting/pictures").iterdir())) == 3
    run("train", "counting", "--epochs", "2", "--seed", "7", "--run", "trial")
    run("export", "counting", "--run", "trial", "--weights", "counting.onnx")
    said = run("evaluate", "counting", "--weights", "counting.onnx")
    assert said.endswith("3 2 7 3")


def test_a_dry_run_says_how_many_and_how_long_and_writes_nothing(tmp_path: Path) -> None:
    said = run("render", "counting", "--pictures", "1200", "--dry-run")
    assert "1200 pictures for counting" in said
    assert "about 10 minutes on one core" in said
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_of_training_counts_the_pictures(tmp_path: Path) -> None:
    run("render", "counting", "--pictures", "4", "--data", "here")
    said = run("train", "counting", "--data", "here", "--epochs", "20", "--dry-run")
    assert "4 pictures 20 times" in said
    assert "about 20 seconds on one core" in said
    assert not (tmp_path / "runs").exists()


def test_a_network_that_there_is_not_is_refused_with_those_there_are() -> None:
    said = run("train", "counter", status=1)
    assert "There is no network 'counter'" in said
    assert all(name in said for name in networks.names())


def test_training_without_pictures_names_the_command_that_makes_them() -> None:
    said = run("train", "counting", "--data", "nowhere", status=1)
    assert "no pictures in nowhere" in said
    assert "python -m models render" in said


def test_a_missing_training_package_is_told_with_the_remedy() -> None:
    remedy = r"torch is not installed.*'betline\[train\]'"
    with pytest.raises(NetworkError, match=remedy), training_packages_needed():
        raise ModuleNotFoundError("No module named 'torch.nn'", name="torch.nn")


def test_another_missing_module_is_no_matter_of_training() -> None:
    with pytest.raises(ModuleNotFoundError, match="ours"), training_packages_needed():
        raise ModuleNotFoundError("No module named 'ours'", name="ours")


@pytest.mark.parametrize("command", ["render", "train", "evaluate", "export"])
def test_help_shows_an_example(command: str) -> None:
    assert f"Example: python -m models {command} " in run(command, "--help")


@pytest.mark.parametrize("name", networks.names())
def test_each_network_bears_the_name_of_its_folder_and_says_what_it_costs(name: str) -> None:
    network = networks.find(name)
    assert network.name == name
    assert network.picture_s > 0
    assert network.pass_s > 0
