"""Boxes are held against what there is: overlap, and each thing once."""

from pathlib import Path

import numpy as np
import pytest

from vision.box_matching import Matched, match, overlaps, read_boxes

THING = [10.0, 10.0, 30.0, 50.0]


def test_overlap_is_the_common_area_over_the_whole() -> None:
    half = [10.0, 10.0, 30.0, 30.0]
    shares = overlaps(np.array([THING, half]), np.array([THING, [100.0, 100, 120, 120]]))
    assert shares == pytest.approx(np.array([[1.0, 0.0], [0.5, 0.0]]))


def test_a_second_box_around_the_same_thing_is_not_right() -> None:
    found = np.array([THING, [11.0, 10.0, 30.0, 50.0]])
    assert match(found, np.array([THING])) == Matched(right=1, found=2, wanted=1)


def test_a_box_that_overlaps_by_less_than_half_is_not_right() -> None:
    found = np.array([[10.0, 10.0, 30.0, 29.0]])
    assert match(found, np.array([THING])) == Matched(right=0, found=1, wanted=1)


def test_a_picture_with_nothing_on_it_has_nothing_to_find() -> None:
    nothing = np.zeros((0, 4))
    assert match(nothing, nothing) == Matched()
    assert match(nothing, np.array([THING])) == Matched(wanted=1)
    assert match(np.array([THING]), nothing) == Matched(found=1)


def test_counts_add_up_over_pictures() -> None:
    assert Matched(1, 2, 3) + Matched(10, 20, 30) == Matched(11, 22, 33)


def test_boxes_are_read_from_shares_of_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text("1 0.5 0.25 0.5 0.5\n\n3 0.1 0.1 0.2 0.2\n")
    classes, corners = read_boxes(path, 200, 100)
    assert classes.tolist() == [1, 3]
    assert corners == pytest.approx(np.array([[50.0, 0, 150, 50], [0, 0, 40, 20]]))


def test_a_file_of_polygons_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text("1 0.5 0.25 0.5 0.5 0.7 0.7\n")
    with pytest.raises(ValueError, match="a class and four numbers"):
        read_boxes(path, 200, 100)
