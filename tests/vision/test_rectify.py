"""One area of the table, drawn from straight above."""

import numpy as np
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
