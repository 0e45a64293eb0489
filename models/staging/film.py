"""Filming: the performance drawn picture by picture, as one camera sees it.

What rests is drawn once and kept; of each picture only what moves is drawn anew.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from models.scene.arms import ArmPicture, draw_arm
from models.scene.camera import SceneCamera
from models.scene.cards import card_back, card_face, card_shadow
from models.scene.chips import THICKNESS_MM, chip_face, chip_shadow, chip_wall
from models.scene.paint import Box, Canvas, Placed, Sprite, draw, frame_box, sprite_box
from models.scene.sensor import Light, Sensor, defocus
from models.scene.table_top import TableTop
from models.staging.tracks import Performance, Thing
from table.cards import Card

FPS = 15

WALL_SLICES = 4
"""So many slices make the side of a chip; each is less than a millimetre thick."""

MARGIN_PX = 4
"""What the lens spreads beyond what is drawn."""

SHADOW_SHIFT_MM = (0.9, 1.2)


class Film:
    """Draws a performance for one camera.

    Attributes:
        still: what rests, before lens and lamp.

    Args:
        camera: who films.
        table_top: the empty table.
        performance: what is done.
        light: the lamp.
        seed: of the sensor's noise.
    """

    def __init__(
        self,
        camera: SceneCamera,
        table_top: TableTop,
        performance: Performance,
        light: Light,
        seed: int,
    ) -> None:
        self._camera = camera
        self._performance = performance
        self._light = light
        self._sensor = Sensor(camera, seed)
        self._frame = frame_box(camera)
        self._falloff = light.falloff(camera)
        self._bare = table_top.drawn_by(camera)
        self.still = self._bare.copy()
        self._seen = self._through_lens(self.still, self._frame)
        self._resting: dict[Thing, Box] = {}

    @property
    def pictures(self) -> int:
        """How many pictures the whole film has."""
        return self._performance.duration_ms * FPS // 1000

    def empty_table(self) -> NDArray[np.uint8]:
        """A picture of the table before anything lies on it."""
        return self._sensor.expose(self._through_lens(self._bare, self._frame), 1.0)

    def frames(self) -> Iterator[NDArray[np.uint8]]:
        """All pictures, (height, width, 3), in order."""
        for number in range(self.pictures):
            yield self.picture(number * 1000 / FPS)

    def picture(self, now_ms: float) -> NDArray[np.uint8]:
        """The picture at a moment."""
        there = [thing for thing in self._performance.things if thing.is_there(now_ms)]
        moving = [thing for thing in there if thing.track.moves_at(now_ms)]
        self._rest(set(there) - set(moving), now_ms)
        arms = [
            draw_arm(self._camera, reach.person, reach.pose(now_ms))
            for reach in self._performance.reaches
            if reach.is_there(now_ms)
        ]
        scene = self._seen.copy()
        for box, crew in _groups(
            [(self._box(thing, now_ms), thing) for thing in moving]
            + [(arm.box, arm) for arm in arms if arm is not None]
        ):
            window = box.grown(MARGIN_PX).cut(self._frame)
            if window.empty:
                continue
            canvas = self.still[window.slices].copy()
            self._draw_things(
                canvas, window, [one for one in crew if isinstance(one, Thing)], now_ms
            )
            for one in crew:
                if isinstance(one, ArmPicture):
                    one.lay(canvas, window)
            scene[window.slices] = self._through_lens(canvas, window)
        return self._sensor.expose(scene, self._light.at(now_ms))

    def _rest(self, resting: set[Thing], now_ms: float) -> None:
        """Draw anew where the things that rest have changed."""
        boxes = {thing: self._box(thing, now_ms) for thing in resting}
        gone = [(box, one) for one, box in self._resting.items() if boxes.get(one) != box]
        come = [(box, one) for one, box in boxes.items() if self._resting.get(one) != box]
        for box, _ in _groups([*gone, *come]):
            window = box.grown(MARGIN_PX).cut(self._frame)
            if window.empty:
                continue
            canvas = self._bare[window.slices].copy()
            near = [one for one, its_box in boxes.items() if not its_box.cut(window).empty]
            self._draw_things(canvas, window, near, now_ms)
            self.still[window.slices] = canvas
            wide = window.grown(MARGIN_PX).cut(self._frame)
            self._seen[wide.slices] = self._through_lens(self.still[wide.slices], wide)
        self._resting = boxes

    def _through_lens(self, canvas: Canvas, window: Box) -> Canvas:
        return defocus(canvas) * self._falloff[window.slices]

    def _box(self, thing: Thing, now_ms: float) -> Box:
        placed = thing.placed(now_ms)
        felt = Placed(x_mm=placed.x_mm, y_mm=placed.y_mm, turn=placed.turn)
        box = sprite_box(self._camera, _shadow(thing), felt)
        return box.joined(sprite_box(self._camera, _face(thing), placed))

    def _draw_things(self, canvas: Canvas, window: Box, things: list[Thing], now_ms: float) -> None:
        order = {thing: number for number, thing in enumerate(self._performance.things)}
        lying = sorted((thing.placed(now_ms).height_mm, order[thing], thing) for thing in things)
        for _, _, thing in lying:
            draw_thing(canvas, window, self._camera, thing, thing.placed(now_ms))


def draw_thing(
    canvas: Canvas, window: Box, camera: SceneCamera, thing: Thing, placed: Placed
) -> None:
    """Draw a chip or a card with its shadow."""
    x, y, height = placed.x_mm, placed.y_mm, placed.height_mm
    under = Placed(
        x_mm=x + SHADOW_SHIFT_MM[0],
        y_mm=y + SHADOW_SHIFT_MM[1],
        turn=placed.turn,
        height_mm=height,
    )
    draw(canvas, window, camera, _shadow(thing), under)
    if isinstance(thing.shows, int):
        for slice_number in range(WALL_SLICES):
            lift = height + THICKNESS_MM * slice_number / WALL_SLICES
            level = Placed(x_mm=x, y_mm=y, turn=placed.turn, height_mm=round(lift, 2))
            draw(canvas, window, camera, chip_wall(thing.shows), level)
        height += THICKNESS_MM
    top = Placed(x_mm=x, y_mm=y, turn=placed.turn, height_mm=round(height, 2))
    draw(canvas, window, camera, _face(thing), top)


def _face(thing: Thing) -> Sprite:
    if isinstance(thing.shows, Card):
        return card_face(thing.shows)
    if thing.shows is None:
        return card_back()
    return chip_face(thing.shows)


def _shadow(thing: Thing) -> Sprite:
    return chip_shadow() if isinstance(thing.shows, int) else card_shadow()


Drawn = Thing | ArmPicture


def _groups(items: Sequence[tuple[Box, Drawn]]) -> list[tuple[Box, list[Drawn]]]:
    """Items whose boxes overlap, together, each group with the box around it."""
    groups: list[tuple[Box, list[Drawn]]] = []
    for item_box, item in items:
        box, crew = item_box, [item]
        apart = []
        for group in groups:
            if box.cut(group[0]).empty:
                apart.append(group)
            else:
                box, crew = box.joined(group[0]), group[1] + crew
        groups = [*apart, (box, crew)]
    return groups
