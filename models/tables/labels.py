"""What there is to find in a rendered picture: boxes around chips, stacks, cards and hands.

A box goes around the whole thing, hidden parts too, but not past the picture's edge. What shows too
little of itself to be found is not asked for.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.rendering import Rendered
from models.raycasting.scene import FIRST_SHEET
from models.tables.hands import HAND, Hand
from vision.detection import ObjectClass

LEAST_SHARE = 0.3
"""Of the part of a thing's outline that lies in the picture, so much must show."""

LEAST_IN_PICTURE = 0.15
"""Of a thing's box, so much must lie in the picture."""

LEAST_PX = 6.0
NEAREST_MM = 20.0

Corners = NDArray[np.float64]
"""(4,) left, top, right, bottom in pixels."""


@dataclass(frozen=True, eq=False)
class Label:
    """A thing that is to be found."""

    object_class: ObjectClass
    box: Corners


def labels_of(
    rendered: Rendered, groups: list[list[int]], cards: int, hands: list[Hand]
) -> list[Label]:
    """The labels of a picture.

    Args:
        rendered: the picture and its ids; pixels of hands are marked in them.
        groups: the chips of each stack; of one chip where it lies alone.
        cards: how many of the first sheets are cards.
        hands: those that were drawn.
    """
    found = []
    for group in groups:
        rims = np.concatenate([rendered.scene.rims(rendered.scene.chips[i]) for i in group])
        which = ObjectClass.CHIP if len(group) == 1 else ObjectClass.STACK
        found.append(_label(rendered, which, rims, np.isin(rendered.ids, group)))
    for index in range(cards):
        corners = rendered.scene.sheets[index].corners()
        found.append(
            _label(rendered, ObjectClass.CARD, corners, rendered.ids == FIRST_SHEET + index)
        )
    found += [_hand(rendered, hand) for hand in hands]
    return [label for label in found if label is not None]


def _label(
    rendered: Rendered,
    which: ObjectClass,
    outline_mm: NDArray[np.float64],
    shown: NDArray[np.bool_],
) -> Label | None:
    if rendered.camera.depths(outline_mm).min() < NEAREST_MM:
        return None
    pixels = rendered.camera.project(outline_mm)
    outline = np.zeros(shown.shape, np.uint8)
    cv2.fillConvexPoly(outline, cv2.convexHull(pixels.round().astype(np.int32)), (1,))
    if shown.sum() < LEAST_SHARE * outline.sum() or not shown.any():
        return None
    return _cut(rendered, which, np.array([*pixels.min(axis=0), *pixels.max(axis=0)]))


def _hand(rendered: Rendered, hand: Hand) -> Label | None:
    label = _cut(rendered, ObjectClass.HAND, np.array(hand.box))
    if label is None:
        return None
    left, top, right, bottom = label.box.astype(int)
    shown = (rendered.ids[top : bottom + 1, left : right + 1] == HAND).mean()
    return label if shown > LEAST_SHARE / 2 else None


def _cut(rendered: Rendered, which: ObjectClass, box: Corners) -> Label | None:
    """The part of a box that lies in the picture, if it is large enough."""
    height, width = rendered.ids.shape
    inside = np.clip(box, 0, [width, height, width, height])
    sides = inside[2:] - inside[:2]
    share = sides.prod() / max(1e-6, (box[2:] - box[:2]).prod())
    large = sides.min() >= LEAST_PX and share >= LEAST_IN_PICTURE
    return Label(which, inside) if large else None
