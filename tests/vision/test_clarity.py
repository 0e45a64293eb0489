"""A dirty lens or a lost focus is told; hands, chips and light are not dirt."""

import cv2
import numpy as np
import pytest
from drawn_table import EMPTY, HEIGHT_MM, LAYOUT, WIDTH_MM, Arm, Scene, draw, straight_above

from vision.clarity import EVERY_NS, IN_A_ROW, ClarityGuard
from vision.frames import Picture

RNG = np.random.default_rng(3)
REFERENCE = draw(EMPTY, RNG)
BUSY = EMPTY.but(
    chips=((25, (180, 240)), (5, (230, 240)), (100, (560, 250))),
    cards=((160, 440), (225, 440)),
    arms=(Arm((620, 680), (600, 300)),),
)


def told(pictures: list[Picture]) -> list[str]:
    guard = ClarityGuard(straight_above(), LAYOUT, REFERENCE)
    return [guard.look(picture, number * EVERY_NS) for number, picture in enumerate(pictures)]


def blurred(scene: Scene, sigma_px: float) -> Picture:
    sharp = draw(scene, RNG, noise=0)
    noise = RNG.normal(0, 2, sharp.shape)
    soft = cv2.GaussianBlur(sharp, (0, 0), sigma_px) + noise
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


def smeared(scene: Scene, centre: tuple[int, int], radius_px: int) -> Picture:
    """A fingerprint on the lens: one round part of the picture is soft."""
    sharp, soft = draw(scene, RNG), blurred(scene, 4.0)
    share = np.zeros((HEIGHT_MM, WIDTH_MM, 1), np.float32)
    cv2.circle(share, centre, radius_px, 1.0, -1)
    share = cv2.GaussianBlur(share, (0, 0), 12)[:, :, np.newaxis]
    return np.asarray(share * soft + (1 - share) * sharp, np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.6])
@pytest.mark.parametrize("sigma_px", [2.5, 4.0])
def test_a_lost_focus_is_told_after_ten_seconds(sigma_px: float, light: float) -> None:
    soft = told([blurred(BUSY.but(light=light), sigma_px) for _ in range(IN_A_ROW)])
    assert soft[:-1] == [""] * (IN_A_ROW - 1)
    assert "out of focus" in soft[-1]


def test_a_fingerprint_is_told_with_its_place() -> None:
    fault = told([smeared(EMPTY, (200, 250), 150) for _ in range(IN_A_ROW)])[-1]
    assert "its lens is dirty" in fault


@pytest.mark.parametrize("scene", [EMPTY, BUSY, BUSY.but(light=0.5), EMPTY.but(light=1.3)])
def test_what_lies_there_and_the_light_are_no_dirt(scene: Scene) -> None:
    assert told([draw(scene, RNG) for _ in range(2 * IN_A_ROW)]) == [""] * 2 * IN_A_ROW


def test_a_lens_that_was_wiped_is_clear_again() -> None:
    soft = [blurred(EMPTY, 4.0) for _ in range(IN_A_ROW)]
    assert told([*soft, draw(EMPTY, RNG)])[-2:] == [
        "its picture is out of focus, or its lens is dirty",
        "",
    ]
