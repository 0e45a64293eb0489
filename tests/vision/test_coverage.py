"""Coverage: the sentences that `betline check` prints."""

import pytest
from test_calibration import view_from

from vision.coverage import coverage, uncovered
from vision.layout import Layout, SeatLayout

LAYOUT = Layout(
    outline=((0, 0), (1200, 0), (1200, 600), (0, 600)),
    seats=(
        SeatLayout(
            name="1", player=(600, 700), bet_area=((500, 250), (700, 250), (700, 350), (500, 350))
        ),
    ),
)


def seen_from(camera_mm, layout=LAYOUT):
    return coverage("overhead", view_from(camera_mm, (600.0, 300.0)), layout)[0]


def test_straight_above_reads_spread_chips_and_counts_no_stacks():
    seen = seen_from((600.0, 300.0, 450.0))
    assert seen.pixels_per_mm == pytest.approx(1000 / 450, rel=0.01)
    assert seen.elevation_degrees == pytest.approx(90, abs=0.5)
    assert seen.can_read_chips
    assert seen.can_count_stacks is False
    assert "can read spread chips" in seen.sentences[0]
    assert "a stack from above shows one chip" in seen.sentences[1]


def test_from_low_and_close_it_counts_stacks():
    seen = seen_from((600.0, 600.0, 270.0))
    assert seen.elevation_degrees == pytest.approx(42, abs=0.5)
    assert seen.can_count_stacks
    assert (
        seen.sentences[1]
        == "Camera overhead, seat 1: sees whether a chip lies alone or on a stack: it looks down "
        "at 42 degrees. It counts the stack, but seldom knows that all of its chips are alike. "
        "Have bets spread."
    )


def test_from_low_and_far_it_is_too_coarse_to_count():
    seen = seen_from((600.0, 780.0, 400.0))
    assert seen.can_count_stacks is False
    assert "pixels per millimetre" in seen.sentences[-1]


def test_from_far_it_reads_nothing_and_says_the_remedy():
    seen = seen_from((600.0, 300.0, 1500.0))
    assert not seen.can_read_chips
    (sentence,) = seen.sentences
    assert "cannot read chips: 0.7 pixels per millimetre, 1.3 needed." in sentence
    assert sentence.endswith("Move the camera closer or give it more pixels.")


def test_without_a_lens_counting_is_not_known():
    calibration = view_from((600.0, 300.0, 450.0), (600.0, 300.0)).model_copy(update={"lens": None})
    seen = coverage("overhead", calibration, LAYOUT)[0]
    assert seen.can_count_stacks is None
    assert "the lens is not known" in seen.sentences[1]


def test_a_seat_at_the_pictures_edge_is_told_with_its_share():
    seen = coverage("overhead", view_from((600.0, 490.0, 450.0), (600.0, 490.0)), LAYOUT)[0]
    assert not seen.sees_all
    assert 0.1 < seen.seen_share < 0.9
    assert "of the bet area and cannot read it. Turn the camera" in seen.sentences[0]
    (sentence,) = uncovered(LAYOUT, [seen])
    assert sentence.startswith("No camera can read seat 1")


def test_a_seat_that_one_camera_reads_is_covered():
    far, near = seen_from((600.0, 300.0, 1500.0)), seen_from((600.0, 300.0, 450.0))
    assert uncovered(LAYOUT, [far, near]) == []
