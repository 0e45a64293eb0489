"""Face-up cards on real photographs: a few pictures of each set, as floors that can fail.

All of them are measured by `vision.card_evaluation.card_figures`; it takes minutes.
"""

from pathlib import Path

import pytest

from vision.card_evaluation import (
    FELT,
    OVERHEAD,
    SCENES,
    CardEvaluationError,
    card_figures,
)
from vision.figures import Figure

pytestmark = pytest.mark.shared

PICTURES = {
    OVERHEAD: ("images/train_06.jpg", "images/train_16.jpg"),
    FELT: ("images/club3.jpg", "images/heart1.jpg", "images/surface2.jpg"),
    SCENES: (
        "images/WIN_20240627_12_54_32_Pro_jpg.jpg",
        "images/WIN_20240627_17_02_34_Pro_jpg.jpg",
    ),
}


@pytest.fixture(scope="module")
def figures(shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Figure]:
    """What was measured, by the set and by what was told."""
    photos = shared_folder / "photos"
    if not all((photos / name).is_dir() for name in PICTURES):
        pytest.skip("the photographs are not among the reference material")
    few = tmp_path_factory.mktemp("photos")
    for name, pictures in PICTURES.items():
        labels = [file.replace("images", "labels").replace(".jpg", ".txt") for file in pictures]
        for file in (*pictures, *labels, "ground_truth.yaml", "../data.yaml"):
            real, link = (photos / name / file).resolve(), Path(f"{few}/{name}/{file}")
            if real.is_file():
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(real)
    return {figure.on: figure for figure in card_figures(few) if "one reading" in figure.what}


def test_a_board_and_hands_from_straight_above(figures: dict[str, Figure]) -> None:
    figure = figures[OVERHEAD]
    assert figure.of == 24
    assert figure.right >= 20
    assert figure.wrong_and_confident == 0


def test_small_cards_on_felt(figures: dict[str, Figure]) -> None:
    figure = figures[FELT]
    assert figure.of == 42
    assert figure.right >= 41
    assert figure.wrong_and_confident == 0


def test_fanned_cards_from_the_side(figures: dict[str, Figure]) -> None:
    figure = figures[SCENES]
    assert figure.of == 40
    assert figure.right >= 33
    assert figure.wrong_and_confident <= 2


def test_a_folder_without_photographs_is_said(tmp_path: Path) -> None:
    with pytest.raises(CardEvaluationError, match="no photographs of cards"):
        card_figures(tmp_path)
