"""One area of the table, drawn from straight above."""

import numpy as np
import pytest
from drawn_table import HEIGHT_MM, WIDTH_MM, straight_above

from vision.rectify import RectifiedArea


def test_beside_a_slanted_area_the_picture_that_may_be_shown_is_black():
    area = RectifiedArea(straight_above(), ((100, 100), (300, 100), (100, 300)))
    white = np.full((HEIGHT_MM, WIDTH_MM, 3), 255, np.uint8)
    shown = area.without_surroundings(area.draw(white))
    assert shown.shape == (201, 201, 3)
    across, down = np.meshgrid(np.arange(201), np.arange(201))
    assert (shown[across + down <= 199] == 255).all()
    assert (shown[across + down >= 202] == 0).all()


@pytest.mark.parametrize("count", range(1, 7))
def test_several_pictures_of_one_rest_are_drawn_as_their_median(count):
    area = RectifiedArea(straight_above(), ((100, 100), (300, 100), (300, 200), (100, 200)))
    rng = np.random.default_rng(count)
    pictures = [
        rng.integers(0, 256, (HEIGHT_MM, WIDTH_MM, 3), dtype=np.uint8) for _ in range(count)
    ]
    drawn = np.stack([area.draw(picture) for picture in pictures])
    expected = np.median(drawn, axis=0).astype(np.uint8)
    assert np.array_equal(area.draw_median(pictures), expected)
