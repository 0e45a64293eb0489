"""Four stacks that the network has not learnt from, rendered by another renderer, are counted.

They are among the held-out pictures of the model card; how it does on all of them stands there.
"""

from pathlib import Path

import numpy as np
import pytest

from models.layers.measuring import CHIPS
from models.layers.pictures import StackPicture, read_pictures
from vision.stack_counting import StackSight, count_stack

STACKS = list(read_pictures(Path(__file__).parent / "stacks"))


def counted(stack: StackPicture, off_mm: tuple[float, float], picture=None):
    place = (stack.place_mm[0] + off_mm[0], stack.place_mm[1] + off_mm[1])
    seen = stack.picture if picture is None else picture
    return count_stack([StackSight([seen], stack.calibration)], CHIPS, place)


@pytest.mark.parametrize("stack", STACKS, ids=[f"{stack.count} chips" for stack in STACKS])
def test_a_stack_is_counted_from_a_place_that_is_three_millimetres_off(stack):
    told = counted(stack, (2.0, -2.5))
    assert told.count == stack.count
    assert told.cannot_tell == ""
    assert np.hypot(*np.subtract(told.place_mm, stack.place_mm)) < 2.5


@pytest.mark.parametrize("stack", STACKS, ids=[f"{stack.count} chips" for stack in STACKS])
def test_where_there_is_only_cloth_no_stack_is_told(stack):
    cloth = np.broadcast_to(stack.picture[:12, :12].mean(axis=(0, 1)), stack.picture.shape)
    grain = np.random.default_rng(1).normal(0, 3, stack.picture.shape)
    told = counted(stack, (0.0, 0.0), np.clip(cloth + grain, 0, 255).astype(np.uint8))
    assert told.cannot_tell


@pytest.mark.parametrize(
    "stack", STACKS[-2:], ids=[f"{stack.count} chips" for stack in STACKS[-2:]]
)
def test_a_stack_whose_lower_half_is_hidden_is_not_told(stack):
    covered = stack.picture.copy()
    foot = stack.calibration.to_pixels([stack.place_mm])[0]
    covered[round(foot[1]) - 20 :] = 90
    assert counted(stack, (0.0, 0.0), covered).cannot_tell
