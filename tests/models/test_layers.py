"""The network of layers: its scenes and its truth always, its learning where torch is installed."""

from pathlib import Path

import numpy as np
import pytest

from models.heldout.scene_files import write_scene
from models.heldout.stacks import finish
from models.layers.examples import examples_of, foot_and_right, place_under, roughly_calibrated
from models.layers.measuring import Told, figure, rows
from models.layers.pictures import StackPicture, read_pictures, write_picture
from models.layers.rendering import picture_of
from models.layers.views import Range, random_stack, random_view
from models.networks import NetworkError
from vision.flat_picture import THICKNESS_MM
from vision.layer_network import FOOT_REACH
from vision.stack_counting import StackCount
from vision.stack_strip import COLUMNS, FELT_ROW, ROWS, ROWS_PER_CHIP, unroll

TEN = Range(counts=(10, 10))


@pytest.fixture(scope="module")
def view():
    return random_view(np.random.default_rng(4), TEN)


@pytest.fixture
def picture(view) -> StackPicture:
    noise = np.random.default_rng(1).integers(0, 255, (view.camera.height_px, view.camera.width_px))
    plain = np.repeat(noise[..., None], 3, axis=2).astype(np.uint8)
    return picture_of("000000", view, plain, 0.9)


def test_the_chips_of_a_stack_lie_on_one_another_and_hold():
    for seed in range(30):
        stack = random_stack(np.random.default_rng(seed), 12)
        places = np.array([chip.place_mm for chip in stack])
        heights = [chip.height_mm for chip in stack]
        assert np.allclose(np.diff(heights), THICKNESS_MM)
        assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() < 19.5


def test_the_picture_holds_the_stack_and_its_ground(view):
    stack = view.scene.chips[: view.count]
    rims = np.concatenate([view.scene.rims(chip) for chip in stack])
    pixels = view.camera.project(rims)
    assert pixels.min() > 0
    assert (pixels < (view.camera.width_px, view.camera.height_px)).all()
    assert view.count == 10


def test_the_same_seed_gives_the_same_view(view):
    again = random_view(np.random.default_rng(4), TEN)
    assert again.scene.chips == view.scene.chips
    assert np.array_equal(again.camera.place_mm, view.camera.place_mm)


def test_a_picture_is_read_as_it_was_written(picture, tmp_path: Path):
    write_picture(tmp_path, picture)
    (read,) = read_pictures(tmp_path)
    assert np.array_equal(read.picture, picture.picture)
    assert read.calibration == picture.calibration
    assert (read.kinds, read.count) == (picture.kinds, 10)
    assert np.allclose(read.offsets_mm, picture.offsets_mm, atol=1e-3)


def test_a_folder_without_pictures_says_how_to_make_them(tmp_path: Path):
    with pytest.raises(NetworkError, match="models render layers"):
        list(read_pictures(tmp_path))


def test_edges_of_an_example_are_where_the_camera_sees_the_chips(picture):
    examples = examples_of([picture], strips=3, seed=1)
    assert examples.inputs.shape == (3, 6, ROWS, COLUMNS)
    for foot, edges in zip(examples.feet, examples.edges, strict=True):
        assert abs(foot - FELT_ROW) <= FOOT_REACH
        assert (edges[10:] == -1).all()
        # A chip that lies right on the lowest has its edge whole chips above the foot.
        off = edges[:10] - foot - ROWS_PER_CHIP * np.arange(1, 11)
        nearer = np.linalg.norm(picture.offsets_mm, axis=1)
        assert (np.abs(off) <= nearer * 1.6 * ROWS_PER_CHIP / THICKNESS_MM + 1e-3).all()
        assert abs(off[0]) < 1e-3


def test_the_foot_of_the_truth_is_where_the_strip_puts_it(picture):
    x, y = picture.place_mm
    strip = unroll(
        picture.picture, picture.calibration, (x + 2, y - 3), diameter_mm=39, thickness_mm=3.3
    )
    row, right = foot_and_right(strip, picture.place_mm)
    assert strip.place_at(row, right) == pytest.approx(picture.place_mm, abs=1e-6)


def test_a_rough_calibration_is_off_by_about_what_it_should(picture):
    random = np.random.default_rng(2)
    off = []
    for _ in range(40):
        rough = roughly_calibrated(picture.calibration, random, 1.0)
        off.append(np.hypot(*np.subtract(place_under(picture, rough), picture.place_mm)))
    assert 0.2 < np.mean(off) < 1.5


def test_figures_tell_wrong_and_sure_apart_from_doubtful(picture):
    def told(count: int, probability: float, reason: str = "") -> Told:
        answer = StackCount(
            count=count,
            low=count,
            high=count,
            probability=probability,
            one_kind=1.0,
            place_mm=(0, 0),
            cannot_tell=reason,
        )
        return Told(picture, answer, 0.3)

    everything = [told(10, 0.99), told(11, 0.99), told(9, 0.6, "not sure")]
    summed = figure(everything, "three")
    assert (summed.right, summed.of) == (1, 3)
    assert (summed.wrong_and_confident, summed.cannot_tell) == (1, 1)
    lines = dict(rows(everything))
    assert lines["all: exact"].startswith("1/3")
    assert lines["6 to 10 chips: exact"].startswith("1/3")
    assert lines["probability 0.97 to 0.995: exact"].startswith("1/2")


def test_a_scene_is_written_for_another_renderer(view, tmp_path: Path):
    write_scene(tmp_path / "000000", view)
    written = {path.name for path in (tmp_path / "000000").iterdir()}
    assert {"scene.json", "cloth.png", "face0.png", "wall0.png"} <= written
    with pytest.raises(NetworkError, match=r"blender\.py"):
        finish(tmp_path, tmp_path / "out", seed=1)


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="learning needs torch, from the extra `train`")


def test_counts_are_summed_over_all_ways_to_lay_whole_chips(torch):
    """Against a plain sum over every slip of two chips."""
    from models.layers.model import SLIP_ROWS, LayerNetwork

    torch.manual_seed(2)
    model = LayerNetwork().double()
    edges = torch.randn(1, 4, ROWS, dtype=torch.double)
    slope = torch.tensor([0.8], dtype=torch.double)
    with torch.no_grad():
        scores = model.count(edges, slope)[0, 1]
        moves, pulls = model._slips(slope)
    slips = range(-SLIP_ROWS, SLIP_ROWS + 1)
    for foot in (0, 17, 40):
        row = FELT_ROW - FOOT_REACH + foot
        total = 0.0
        for first in slips:
            for second in slips:
                ways = moves[0, SLIP_ROWS, first + SLIP_ROWS]
                ways = ways * moves[0, first + SLIP_ROWS, second + SLIP_ROWS]
                said = (
                    edges[0, 0, row]
                    + edges[0, 1, row + ROWS_PER_CHIP + first]
                    + edges[0, 2, row + 2 * ROWS_PER_CHIP + second]
                    + pulls[0, 0, first + SLIP_ROWS]
                    + pulls[0, 0, second + SLIP_ROWS]
                )
                total += float(ways * torch.exp(said))
        assert float(scores[foot]) == pytest.approx(np.log(total), abs=1e-5)


def test_a_training_goes_on_where_it_was_stopped_and_is_exported(torch, picture, tmp_path: Path):
    pytest.importorskip("onnx", reason="exporting needs onnx, from the extra `train`")
    from dataclasses import replace

    from models.layers.exporting import export
    from models.layers.training import LOG, train

    for number in range(4):
        write_picture(tmp_path / "data", replace(picture, name=f"{number:06d}"))
    told: list[tuple[str, int, int]] = []
    for epochs in (1, 2):
        train(
            tmp_path / "data",
            tmp_path / "run",
            epochs=epochs,
            seed=1,
            progress=lambda *step: told.append(step),
        )
    assert len((tmp_path / "run" / LOG).read_text().splitlines()) == 2
    export(tmp_path / "run", tmp_path / "layers.onnx")
    assert 100_000 < (tmp_path / "layers.onnx").stat().st_size < 8 * 2**20
