"""Who lies where: stacks, rows of stacks, bets, piles that lean, single chips and cards."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.raycasting.camera import RayCamera
from models.raycasting.resting import Relief
from models.raycasting.scene import ChipPose
from vision.flat_picture import THICKNESS_MM

Place = NDArray[np.float64]
"""(2,) millimetres."""

TALLEST = 25
FARTHEST_MM = 460.0
TRIES = 25

STACK_MM = 21.0
"""Radius that a stack takes."""


@dataclass(frozen=True, eq=False)
class CardPlace:
    """A card on the table: its middle, its turn, and how many cards lie under it."""

    place_mm: Place
    turn: float
    layer: int


@dataclass(eq=False)
class Arrangement:
    """All that lies on the table, in order.

    Attributes:
        chips: their poses.
        groups: indices of the chips of each stack, from the bottom up, and of each single chip.
        cards: their places.
    """

    chips: list[ChipPose] = field(default_factory=list)
    groups: list[list[int]] = field(default_factory=list)
    cards: list[CardPlace] = field(default_factory=list)


class Arranger:
    """Puts things where a camera sees them, without putting one into another.

    Args:
        random: whence all chance comes.
        camera: who looks.
        kinds: how many kinds of chip there are.
    """

    def __init__(self, random: np.random.Generator, camera: RayCamera, kinds: int) -> None:
        self._random, self._camera, self._kinds = random, camera, kinds
        self._taken: list[tuple[Place, float]] = []
        self._relief = Relief(half_mm=500)
        self.laid = Arrangement()

    def arrange(self) -> Arrangement:
        """Lay the table."""
        random = self._random
        scale = self._camera.pixels_per_mm((0.0, 0.0, 0.0))
        crowd = 1.0 if scale > 2 else 1.6
        what = random.choice(["stacks", "bets", "cards", "nothing"], p=[0.5, 0.3, 0.14, 0.06])
        if what == "stacks":
            for _ in range(int(random.integers(1, 1 + round(4 * crowd)))):
                self._stacks(int(random.choice([1, 1, 2, 3, 5, 8])))
            self._singles(int(random.integers(0, 3)))
            self._cards(int(random.choice([0, 0, 2, 4])))
        elif what == "bets":
            self._cards(int(random.choice([0, 0, 2, 5])))
            for _ in range(int(random.integers(0, 1 + round(2 * crowd)))):
                self._pile(int(random.integers(2, 9)))
            self._singles(int(random.integers(0, 1 + round(5 * crowd))))
            self._stacks(int(random.integers(0, 3)))
        elif what == "cards":
            for _ in range(int(random.integers(1, 4))):
                self._cards(int(random.integers(1, 7)))
            self._singles(int(random.integers(0, 3)))
        return self.laid

    def _free_place(self, radius_mm: float) -> Place | None:
        """A place in the picture, even over the picture, that nothing else takes."""
        width, height = self._camera.width_px, self._camera.height_px
        for _ in range(TRIES):
            pixel = self._random.uniform((0, 0), (width, height))
            ray = np.array([*((pixel - self._camera.centre_px) / self._camera.focal_px), 1.0])
            if (ray @ self._camera.axes)[2] > -0.02:
                continue  # it looks over the table
            place = self._camera.places([pixel])[0]
            free = all(np.hypot(*(place - at)) > radius_mm + r for at, r in self._taken)
            if np.hypot(*place) < FARTHEST_MM and free and self._before_camera(place):
                self._taken.append((place, radius_mm))
                return place
        return None

    def _before_camera(self, place: Place) -> bool:
        """Whether even the tallest stack there is well before the lens."""
        heights = [(*place, 0.0), (*place, TALLEST * THICKNESS_MM)]
        return bool(self._camera.depths(heights).min() > 110.0)

    def _stacks(self, count: int) -> None:
        """A row of stacks, or stacks side by side, nearly touching."""
        place = self._free_place(STACK_MM)
        if place is None:
            return
        kind = int(self._random.integers(self._kinds))
        heights = self._random.integers(1, TALLEST + 1, 2).min()
        step = self._random.uniform(40.0, 75.0)
        turn = self._random.uniform(0, 2 * np.pi)
        for number in range(count):
            aside = step * np.array([np.cos(turn), np.sin(turn)]) * number
            at = place + aside + self._random.normal(0, 0.6, 2) * (number > 0)
            if number and (
                any(np.hypot(*(at - other)) < 39.6 for other, r in self._taken if r == STACK_MM)
                or np.hypot(*at) > FARTHEST_MM
                or not self._before_camera(at)
            ):
                return
            self._taken.append((at, STACK_MM))
            self._stack(at, kind, int(np.clip(heights + self._random.integers(-6, 7), 1, TALLEST)))
            if self._random.random() < 0.6:
                kind = int(self._random.integers(self._kinds))

    def _stack(self, place: Place, kind: int, count: int) -> None:
        """Chips on one another: neat or untidy, sliding to one side, or leaning as a whole."""
        random = self._random
        untidy = float(np.exp(random.uniform(np.log(0.15), np.log(1.8))))
        slide = random.normal(0, 1, 2) * (random.uniform(0, 2.2) if random.random() < 0.35 else 0)
        mixed = random.random() < 0.3
        at, group = place, []
        lean = (0.0, 0.0)
        if random.random() < 0.08 and count > 3:
            lean = (float(random.normal(0, 0.35)), float(random.normal(0, 0.35)))
        up = np.array([-lean[0], -lean[1], 1.0]) / np.hypot(1, np.hypot(*lean))
        lift = 19.5 * float(np.hypot(*lean))
        for layer in range(count):
            if mixed and random.random() < 0.4:
                kind = int(random.integers(self._kinds))
            middle = at + random.normal(0, untidy, 2) * (layer > 0) + layer * THICKNESS_MM * up[:2]
            pose = ChipPose(
                kind=kind,
                place_mm=(float(middle[0]), float(middle[1])),
                height_mm=lift + layer * THICKNESS_MM * float(up[2]),
                turn=float(random.uniform(0, 2 * np.pi)),
                lean=lean,
            )
            group.append(len(self.laid.chips))
            self.laid.chips.append(pose)
            at = at + slide
        self._relief.add(self.laid.chips[-1])
        self.laid.groups.append(group)

    def _pile(self, count: int) -> None:
        """A bet splashed onto the table: chips over and against each other."""
        place = self._free_place(40.0)
        if place is None:
            return
        spread = self._random.uniform(14, 34)
        for _ in range(count):
            self._drop(place + self._random.normal(0, spread, 2))

    def _singles(self, count: int) -> None:
        for _ in range(count):
            place = self._free_place(20.0)
            if place is not None:
                self._drop(place)

    def _drop(self, place: Place) -> None:
        by_a_stack = any(
            np.hypot(*(place - other)) < 40 for other, radius in self._taken if radius == STACK_MM
        )
        if by_a_stack or not self._before_camera(place):
            return
        kind = int(self._random.integers(self._kinds))
        self.laid.groups.append([len(self.laid.chips)])
        turn = float(self._random.uniform(0, 2 * np.pi))
        where = (float(place[0]), float(place[1]))
        self.laid.chips.append(self._relief.rest(where, kind, turn))

    def _cards(self, count: int) -> None:
        """A hand of two, a board in a row, or a fan."""
        place = self._free_place(62.0) if count else None
        if place is None:
            return
        random = self._random
        turn, step = random.uniform(0, 2 * np.pi), random.choice([16.0, 30.0, 68.0, 75.0])
        sloppy = random.uniform(0, 0.15)
        for number in range(count):
            along = (number - (count - 1) / 2) * step
            at = place + along * np.array([np.cos(turn), np.sin(turn)]) + random.normal(0, 1.5, 2)
            layer = len(self.laid.cards)
            self.laid.cards.append(CardPlace(at, turn + random.normal(0, sloppy + 0.01), layer))
            self._taken.append((at, 46.0))
