"""A scene as flat arrays, with the lists that tell the ray caster which chips it must ask."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.camera import RayCamera
from models.raycasting.scene import ChipPose, Scene, Texture

TILE_PX = 16
CELL_MM = 10.0
MOST_IN_HEAP = 8
HEAP_MM = 12.0
"""Chips whose middles are within this of one another may be one heap."""

AMBIENT_REACH_MM = 60.0
"""Chips farther away than this darken nothing but by their shadow."""

TEXELS_PER_PX = 2.0
"""Textures are made coarser to this, so that thin print does not flicker."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Light = NDArray[np.float32]


class Bodies(NamedTuple):
    """What the kernel reads of a scene; colours are linear.

    Attributes:
        chips: (n, 12) origin, and the three axes.
        kinds: (n,) index into faces and walls.
        faces: (kinds, side, side, 3).
        walls: (kinds, height, length, 3).
        sheets: (m, 9) middle, cosine and sine of the turn, half width, half height, corner, shine.
        sheet_pictures: (m, rows, columns, 4), the fourth is opacity.
        lamps: (lamps, 7) place, radius, level.
        ground: (13,) middle, half extent, rail's width and colour, cloth's size, floor's depth,
            ambient.
        cloth, floor, room: tiles and surroundings.
        size: (3,) chip's radius and thickness, gloss.
    """

    chips: Floats
    kinds: Ints
    faces: Light
    walls: Light
    sheets: Floats
    sheet_pictures: Light
    lamps: Floats
    ground: Floats
    cloth: Light
    floor: Light
    room: Light
    size: Floats


class Lists(NamedTuple):
    """Which chips can be seen in a tile of the picture, or shade a cell of the felt.

    Attributes:
        tile_starts, tile_chips: chips of each tile, one list after the other.
        tiles_across: in the picture.
        plain: whether no chip, sheet or shadow is in the tile.
        cell_starts, cell_heaps: heaps of each cell.
        cells: (4,) first x, first y, count along x, count along y.
        heaps: (n, 4) the middle and the radius of a ball about some chips that lie together.
        heap_starts: (n + 1,) each heap's first chip; the last is the count of chips.
    """

    tile_starts: Ints
    tile_chips: Ints
    tiles_across: int
    plain: NDArray[np.bool_]
    cell_starts: Ints
    cell_heaps: Ints
    cells: Floats
    heaps: Floats
    heap_starts: Ints


def linear(picture: Texture | NDArray[np.float32]) -> Light:
    """Stored colours, 0 to 255, as amounts of light, 0 to 1."""
    return np.asarray((np.asarray(picture, np.float32) / 255.0) ** 2.2, np.float32)


def bodies_of(scene: Scene, camera: RayCamera) -> Bodies:
    """The scene's arrays, with textures as fine as this camera needs them."""
    chips = np.zeros((len(scene.chips), 12))
    for row, chip in zip(chips, scene.chips, strict=True):
        row[:3], row[3:] = chip.origin(), chip.axes().ravel()
    scale = _finest_scale(scene, camera) * TEXELS_PER_PX
    circumference = np.pi * scene.diameter_mm
    faces = [_at_most(look.face, scene.diameter_mm * scale) for look in scene.looks]
    walls = [
        _at_most(look.wall, circumference * scale, scene.thickness_mm * scale)
        for look in scene.looks
    ]
    return Bodies(
        chips=chips,
        kinds=np.array([chip.kind for chip in scene.chips], np.int32),
        faces=_stack(faces),
        walls=_stack(walls),
        sheets=_sheets(scene),
        sheet_pictures=_sheet_pictures(scene, scale),
        lamps=np.array([(*lamp.place_mm, lamp.radius_mm, *lamp.level) for lamp in scene.lamps]),
        ground=_ground(scene),
        cloth=linear(scene.ground.cloth),
        floor=linear(scene.ground.floor),
        room=linear(scene.ground.room),
        size=np.array([scene.diameter_mm / 2, scene.thickness_mm, scene.gloss]),
    )


def lists_of(scene: Scene, camera: RayCamera) -> Lists:
    """Which chips each tile of the picture and each cell of the felt has to do with."""
    across, down = _tiles(camera.width_px), _tiles(camera.height_px)
    tiles: list[list[int]] = [[] for _ in range(across * down)]
    for index, chip in enumerate(scene.chips):
        for row, column in _tiles_of(chip, scene, camera, across, down):
            tiles[row * across + column].append(index)
    tile_starts, tile_chips = _one_after_the_other(tiles)
    heaps = _heaps(scene)
    cells, cell_starts, cell_heaps = _cells(scene, heaps)
    return Lists(
        tile_starts=tile_starts,
        tile_chips=tile_chips,
        tiles_across=across,
        plain=_plain_tiles(scene, camera, across, down),
        cell_starts=cell_starts,
        cell_heaps=cell_heaps,
        cells=cells,
        heaps=np.array([_ball(scene, heap) for heap in heaps]).reshape(-1, 4),
        heap_starts=np.array([*(heap.start for heap in heaps), len(scene.chips)], np.int32),
    )


def _finest_scale(scene: Scene, camera: RayCamera) -> float:
    """Pixels per millimetre where things are nearest; at least those of the cloth in the middle."""
    places = [chip.origin() for chip in scene.chips]
    places += [corner for sheet in scene.sheets for corner in sheet.corners()]
    if not places:
        return 2.0
    depth = max(50.0, float(np.percentile(camera.depths(places), 10)))
    return camera.focal_px / depth


def _at_most(texture: Texture, width: float, height: float | None = None) -> Texture:
    rows, columns = texture.shape[:2]
    size = (
        min(columns, max(8, round(width))),
        min(rows, max(8, round(width if height is None else height))),
    )
    return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _stack(textures: list[Texture]) -> Light:
    if not textures:
        return np.zeros((1, 1, 1, 3), np.float32)
    return linear(np.stack(textures))


def _sheets(scene: Scene) -> Floats:
    rows = [
        (
            *sheet.place_mm,
            sheet.height_mm,
            np.cos(sheet.turn),
            np.sin(sheet.turn),
            sheet.size_mm[0] / 2,
            sheet.size_mm[1] / 2,
            sheet.corner_mm,
            sheet.shine,
        )
        for sheet in scene.sheets
    ]
    return np.array(rows, np.float64).reshape(-1, 9)


def _sheet_pictures(scene: Scene, scale: float) -> Light:
    """All pictures at one size, as one array; opacity stays as it is."""
    if not scene.sheets:
        return np.zeros((1, 1, 1, 4), np.float32)
    sides = np.array([sheet.picture.shape[:2] for sheet in scene.sheets]).max(axis=0)
    wanted = max(max(sheet.size_mm) for sheet in scene.sheets) * scale
    rows, columns = (int(min(side, max(32, wanted))) for side in sides)
    pictures = np.ones((len(scene.sheets), rows, columns, 4), np.float32)
    for out, sheet in zip(pictures, scene.sheets, strict=True):
        fitted = cv2.resize(sheet.picture, (columns, rows), interpolation=cv2.INTER_AREA)
        out[..., :3] = linear(np.asarray(fitted[..., :3], np.uint8))
        if fitted.shape[2] == 4:
            out[..., 3] = fitted[..., 3] / 255.0
    return pictures


def _ground(scene: Scene) -> Floats:
    ground = scene.ground
    rail = linear(np.array(ground.rail, np.float32))
    return np.array(
        [
            *ground.middle_mm,
            *ground.half_mm,
            ground.rail_mm,
            *rail,
            ground.cloth_mm,
            ground.floor_depth_mm,
            *scene.ambient,
        ]
    )


def _tiles(pixels: int) -> int:
    return -(-pixels // TILE_PX)


def _tiles_of(
    chip: ChipPose, scene: Scene, camera: RayCamera, across: int, down: int
) -> list[tuple[int, int]]:
    rows, columns = _tiles_about(scene.rims(chip), camera, across, down)
    return [(row, column) for row in rows for column in columns]


def _tiles_about(
    outline_mm: Floats, camera: RayCamera, across: int, down: int
) -> tuple[range, range]:
    """The rows and columns of tiles that an outline, (n, 3), may show in."""
    if camera.depths(outline_mm).min() < 1.0:
        return range(down), range(across)
    pixels = camera.project(outline_mm)
    # A rim is a polygon here: one pixel more holds the circle.
    first = np.floor((pixels.min(axis=0) - 1.5) / TILE_PX).astype(int)
    last = np.floor((pixels.max(axis=0) + 1.5) / TILE_PX).astype(int)
    rows = range(max(0, first[1]), min(down - 1, last[1]) + 1)
    return rows, range(max(0, first[0]), min(across - 1, last[0]) + 1)


def _plain_tiles(scene: Scene, camera: RayCamera, across: int, down: int) -> NDArray[np.bool_]:
    """Whether nothing but cloth, out of every shadow, can be in a tile."""
    plain = np.ones((down, across), bool)
    outlines = [sheet.corners() for sheet in scene.sheets]
    for chip in scene.chips:
        reach = _reach_mm(chip, scene)
        around = reach * np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)])
        on_felt = np.array([*chip.place_mm, 0.0]) + around
        outlines.append(np.concatenate((on_felt, scene.rims(chip))))
    for outline in outlines:
        rows, columns = _tiles_about(outline, camera, across, down)
        plain[rows.start : rows.stop, columns.start : columns.stop] = False
    return plain.ravel()


def _heaps(scene: Scene) -> list[range]:
    """Chips that follow one another and lie together, such as those of a stack.

    A ray that misses the ball about a heap misses all of its chips.
    """
    heaps: list[range] = []
    for index, chip in enumerate(scene.chips):
        first = heaps[-1].start if heaps else index
        away = np.hypot(*np.subtract(chip.place_mm, scene.chips[first].place_mm))
        if heaps and index - first < MOST_IN_HEAP and away < HEAP_MM:
            heaps[-1] = range(first, index + 1)
        else:
            heaps.append(range(index, index + 1))
    return heaps


def _ball(scene: Scene, heap: range) -> Floats:
    rims = np.concatenate([scene.rims(scene.chips[index], 8) for index in heap])
    middle = (rims.min(axis=0) + rims.max(axis=0)) / 2
    # A rim of eight points is a polygon: the circle reaches a little farther.
    return np.array([*middle, np.linalg.norm(rims - middle, axis=1).max() * 1.05])


def _cells(scene: Scene, heaps: list[range]) -> tuple[Floats, Ints, Ints]:
    if not scene.chips:
        return np.zeros(4), np.zeros(1, np.int32), np.zeros(1, np.int32)
    middles = [scene.chips[heap.start] for heap in heaps]
    places = np.array([chip.place_mm for chip in middles])
    highest = [max((scene.chips[i] for i in heap), key=lambda c: c.height_mm) for heap in heaps]
    reaches = np.array([_reach_mm(chip, scene) + HEAP_MM for chip in highest])
    corner = (places - reaches[:, None]).min(axis=0)
    extent = (places + reaches[:, None]).max(axis=0) - corner
    along, below = (int(side // CELL_MM) + 1 for side in extent)
    cells: list[list[int]] = [[] for _ in range(along * below)]
    for index, (place, reach) in enumerate(zip(places, reaches, strict=True)):
        first = ((place - reach - corner) // CELL_MM).astype(int)
        last = ((place + reach - corner) // CELL_MM).astype(int)
        for row in range(first[1], min(below - 1, last[1]) + 1):
            for column in range(first[0], min(along - 1, last[0]) + 1):
                cells[row * along + column].append(index)
    starts, chips = _one_after_the_other(cells)
    return np.array([*corner, along, below], np.float64), starts, chips


def _reach_mm(chip: ChipPose, scene: Scene) -> float:
    """How far from its middle a chip can throw shadow or darken what is beside it."""
    radius = scene.diameter_mm / 2
    slope = float(np.hypot(*chip.lean))
    top = chip.height_mm + scene.thickness_mm + radius * slope
    shadow = 0.0
    for lamp in scene.lamps:
        away = np.hypot(lamp.place_mm[0] - chip.place_mm[0], lamp.place_mm[1] - chip.place_mm[1])
        above = max(1.0, lamp.place_mm[2] - top)
        shadow = max(shadow, top * (float(away) + lamp.radius_mm + radius) / above)
    return radius + max(shadow, min(AMBIENT_REACH_MM, top)) + 8.0


def _one_after_the_other(lists: list[list[int]]) -> tuple[Ints, Ints]:
    starts = np.zeros(len(lists) + 1, np.int32)
    starts[1:] = np.cumsum([len(one) for one in lists])
    members = [index for one in lists for index in one] or [0]
    return starts, np.array(members, np.int32)
