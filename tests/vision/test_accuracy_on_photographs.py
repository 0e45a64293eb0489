"""What docs/accuracy.md says of real photographs holds, and a change for the worse fails here."""

from pathlib import Path

import pytest

from vision.accuracy import section
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


def test_what_is_wrong_is_never_sure(results: list[PictureResult]) -> None:
    assert [one.name for one in results if one.wrong_and_confident] == []


def test_what_is_right_is_mostly_relied_on(results: list[PictureResult]) -> None:
    assert sum(one.all_is_right and not one.cannot_tell for one in results) >= 15


def test_the_page_tells_what_was_measured(results: list[PictureResult]) -> None:
    assert section(results, "betline evaluate chips").text in PAGE.read_text(encoding="utf-8")
