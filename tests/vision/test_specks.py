"""Single bad pixels are taken out, and nothing else is touched."""

import numpy as np

from vision.specks import without_specks


def test_specks_become_what_is_around_them() -> None:
    rng = np.random.default_rng(1)
    clean = rng.integers(90, 110, (60, 80, 3)).astype(np.uint8)
    bad = clean.copy()
    bad[10, 10] = 255
    bad[0, 79] = 0
    bad[30, 40, 1] = 200
    cleaned = without_specks(bad)
    assert np.abs(cleaned.astype(int) - clean).max() < 25
    untouched = (bad == clean).all(axis=2)
    assert np.array_equal(cleaned[untouched], clean[untouched])


def test_a_line_one_pixel_wide_stays() -> None:
    picture = np.full((40, 40, 3), 240, np.uint8)
    picture[5:35, 20] = 10
    picture[12, 3:37] = 10
    assert without_specks(picture) is picture
