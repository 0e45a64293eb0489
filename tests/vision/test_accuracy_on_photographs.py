"""What docs/accuracy.md says of real photographs holds, and a change for the worse fails here."""

from pathlib import Path

import pytest

from vision.accuracy import markdown
from vision.evaluation import PictureResult, evaluate

pytestmark = pytest.mark.shared

PAGE = Path(__file__).parents[2] / "docs" / "accuracy.md"


@pytest.fixture(scope="module")
def results(shared_folder: Path) -> list[PictureResult]:
    """Every photograph, read with what was enrolled from the others of its set."""
    photos = shared_folder / "photos" / "internal"
    if not photos.is_dir():
        pytest.skip("the photographs are not among the reference material")
    return evaluate(photos)


def test_the_count_is_right(results: list[PictureResult]) -> None:
    assert sum(one.count_is_right for one in results) >= 18
    assert len(results) == 21


def test_the_labels_are_right(results: list[PictureResult]) -> None:
    assert sum(one.right for one in results) >= 152
    assert sum(one.found for one in results) <= 153


def test_what_is_wrong_is_seldom_sure(results: list[PictureResult]) -> None:
    assert sum(one.wrong_and_confident for one in results) <= 1


def test_the_page_tells_what_was_measured(results: list[PictureResult]) -> None:
    assert PAGE.read_text(encoding="utf-8") == markdown(results, "betline evaluate")
