"""The ray caster itself, compiled: what each pixel sees, and how it is lit.

Chips are cylinders that may lean, sheets are flat rectangles, the table is a plane with an edge.
Light comes from round lamps, with soft shadows, and from everywhere, less where a chip is near.
Import this only where numba is installed.
"""

import math

import numpy as np

from models.raycasting.rays import (
    BODY_FACE,
    BODY_WALL,
    NOTHING,
    along,
    chance,
    compiled,
    dot,
    first_hit,
    from_chip,
    hidden,
    in_chip,
    out_of_chip,
    texel,
    unit,
)
from models.raycasting.scene import BEYOND, FELT, FIRST_SHEET

SAMPLES = 2
"""Along each side of a pixel."""

LIFT = 0.02
"""A shadow's ray starts so far off the surface, in millimetres, not to hit it again."""

AMBIENT_HIDDEN = 0.22
"""What is left of the light from everywhere in a direction in which a chip is near."""

FROM_BELOW = 0.35
"""Light that the cloth gives back, against that of the room."""

BEVEL_MM = 0.45
"""A chip's edge is rounded by about so much."""

SHININESS = 55.0
FLOOR_TILE_MM = 1000.0
TILE_PX = 16
CELL_MM = 10.0
"""As in bodies.py; compiled in."""


@compiled
def _pixel(pictures, index, row, column):
    return (
        pictures[index, row, column, 0],
        pictures[index, row, column, 1],
        pictures[index, row, column, 2],
    )


@compiled
def _tile_colour(tile, x, y, size_mm):
    """The colour at a point of a plane that is covered with one tile."""
    side = tile.shape[0]
    column = math.floor(x / size_mm * side) % side
    row = math.floor(y / size_mm * side) % side
    return (tile[row, column, 0], tile[row, column, 1], tile[row, column, 2])


@compiled
def _chip_surface(bodies, index, part, place):
    """Colour and normal of a chip at a place on it. Its edge is rounded: the normal turns there."""
    chips, kind = bodies.chips, bodies.kinds[index]
    radius, thickness = bodies.size[0], bodies.size[1]
    own = in_chip(chips, index, from_chip(chips, index, place))
    if part == BODY_WALL:
        share = math.atan2(own[1], own[0]) / (2 * math.pi)
        if share < 0:
            share += 1.0
        row = texel(1 - own[2] / thickness, bodies.walls.shape[1])
        colour = _pixel(bodies.walls, kind, row, texel(share, bodies.walls.shape[2]))
        from_edge = min(own[2], thickness - own[2])
        tilt = max(0.0, 1 - from_edge / BEVEL_MM) * (0.9 if own[2] > thickness / 2 else -0.9)
        normal = (own[0] / radius, own[1] / radius, tilt)
    else:
        down = own[1] if part == BODY_FACE else -own[1]
        row = texel(down / radius / 2 + 0.5, bodies.faces.shape[1])
        column = texel(own[0] / radius / 2 + 0.5, bodies.faces.shape[2])
        colour = _pixel(bodies.faces, kind, row, column)
        out = math.sqrt(own[0] * own[0] + own[1] * own[1])
        tilt = max(0.0, 1 - (radius - out) / BEVEL_MM) * 0.9 / max(out, 1.0)
        normal = (own[0] * tilt, own[1] * tilt, 1.0 if part == BODY_FACE else -1.0)
    return colour, unit(out_of_chip(chips, index, normal))


@compiled
def _felt_colour(bodies, x, y):
    from_x, from_y = x - bodies.ground[0], y - bodies.ground[1]
    if abs(from_x) > bodies.ground[2] or abs(from_y) > bodies.ground[3]:
        return (bodies.ground[5], bodies.ground[6], bodies.ground[7])
    return _tile_colour(bodies.cloth, x, y, bodies.ground[8])


@compiled
def _beyond(bodies, start, direction):
    """What is seen past the table: the floor, fading into the room."""
    height, width = bodies.room.shape[:2]
    steep = math.acos(min(1.0, max(-1.0, direction[2]))) / math.pi
    around = math.atan2(direction[1], direction[0]) / (2 * math.pi) + 0.5
    row, column = texel(steep, height), texel(around, width)
    room = (bodies.room[row, column, 0], bodies.room[row, column, 1], bodies.room[row, column, 2])
    if direction[2] > -0.02:
        return room
    away = -(start[2] + bodies.ground[9]) / direction[2]
    x, y = start[0] + away * direction[0], start[1] + away * direction[1]
    floor = _tile_colour(bodies.floor, x, y, FLOOR_TILE_MM)
    near = min(1.0, 2500.0 / away)
    return (
        floor[0] * near + room[0] * (1 - near),
        floor[1] * near + room[1] * (1 - near),
        floor[2] * near + room[2] * (1 - near),
    )


@compiled
def _shading_chips(lists, place):
    """The chips that can shade a place: where their list starts and ends."""
    column = math.floor((place[0] - lists.cells[0]) / CELL_MM)
    row = math.floor((place[1] - lists.cells[1]) / CELL_MM)
    if column < 0 or row < 0 or column >= lists.cells[2] or row >= lists.cells[3]:
        return 0, 0
    cell = row * int(lists.cells[2]) + column
    return lists.cell_starts[cell], lists.cell_starts[cell + 1]


@compiled
def _room_light(bodies, lists, near, place, normal, number):
    """Share of the light from everywhere that arrives, asked of one direction by chance."""
    if near[0] == near[1]:
        return 1.0 if normal[2] > 0.5 else 0.65
    turn, out2 = 2 * math.pi * chance(number), chance(number + 1)
    if abs(normal[2]) > 0.9:
        first = unit((normal[2], 0.0, -normal[0]))
    else:
        first = unit((-normal[1], normal[0], 0.0))
    second = (
        normal[1] * first[2] - normal[2] * first[1],
        normal[2] * first[0] - normal[0] * first[2],
        normal[0] * first[1] - normal[1] * first[0],
    )
    a, b = math.cos(turn) * math.sqrt(out2), math.sin(turn) * math.sqrt(out2)
    up = math.sqrt(1 - out2)
    direction = (
        first[0] * a + second[0] * b + normal[0] * up,
        first[1] * a + second[1] * b + normal[1] * up,
        first[2] * a + second[2] * b + normal[2] * up,
    )
    if hidden(bodies, lists, near, place, direction, 200.0):
        return AMBIENT_HIDDEN
    return FROM_BELOW if direction[2] < 0 else 1.0


@compiled
def _to_lamp(lamps, index, place, number):
    """The direction of a point of a lamp by chance, and how much of its light comes so far."""
    turn = 2 * math.pi * chance(number)
    out = math.sqrt(chance(number + 1)) * lamps[index, 3]
    to = (
        lamps[index, 0] + math.cos(turn) * out - place[0],
        lamps[index, 1] + math.sin(turn) * out - place[1],
        lamps[index, 2] - place[2],
    )
    return unit(to), lamps[index, 2] * lamps[index, 2] / dot(to, to)


@compiled
def _lit(bodies, lists, place, normal, view, colour, shine, pixel, sample):
    """The light that a surface sends to the camera.

    Each sample asks one lamp, in turn, as bright as all of them together; sample -1 asks all.
    """
    number = pixel + sample * 61 + 11
    place = along(place, normal, LIFT)
    near = _shading_chips(lists, place)
    room = _room_light(bodies, lists, near, place, normal, number)
    blue, green, red = (
        colour[0] * room * bodies.ground[10],
        colour[1] * room * bodies.ground[11],
        colour[2] * room * bodies.ground[12],
    )
    lamps = len(bodies.lamps)
    for index in range(lamps):
        if sample >= 0 and index != (sample + int(chance(pixel) * lamps)) % lamps:
            continue
        towards, reach = _to_lamp(bodies.lamps, index, place, number + 3)
        facing = dot(normal, towards)
        if facing <= 0 or hidden(bodies, lists, near, place, towards, NOTHING):
            continue
        mirrored = 0.0
        if shine > 0:
            half = unit((towards[0] - view[0], towards[1] - view[1], towards[2] - view[2]))
            mirrored = shine * max(0.0, dot(normal, half)) ** SHININESS * 4.0
        strength = reach * (lamps if sample >= 0 else 1)
        blue += bodies.lamps[index, 4] * strength * (facing * colour[0] + mirrored)
        green += bodies.lamps[index, 5] * strength * (facing * colour[1] + mirrored)
        red += bodies.lamps[index, 6] * strength * (facing * colour[2] + mirrored)
    return blue, green, red


@compiled
def _seen(bodies, lists, tile, start, direction, pixel, sample):
    """What a ray sees: blue, green, red, and the id."""
    away, found, part, across, down = first_hit(bodies, lists, tile, start, direction)
    if found == BEYOND:
        colour = _beyond(bodies, start, direction)
        return colour[0], colour[1], colour[2], found
    place = along(start, direction, away)
    normal, shine = (0.0, 0.0, 1.0), 0.0
    if found == FELT:
        colour = _felt_colour(bodies, place[0], place[1])
    elif found >= FIRST_SHEET:
        index = found - FIRST_SHEET
        row = texel(down, bodies.sheet_pictures.shape[1])
        column = texel(across, bodies.sheet_pictures.shape[2])
        colour = _pixel(bodies.sheet_pictures, index, row, column)
        shine = bodies.size[2] * bodies.sheets[index, 8]
    else:
        colour, normal = _chip_surface(bodies, found, part, place)
        shine = bodies.size[2]
    light = _lit(bodies, lists, place, normal, direction, colour, shine, pixel, sample)
    return light[0], light[1], light[2], found


@compiled
def _ray(axes, focal_px, x, y):
    """The direction of a pixel; x and y from the principal point."""
    across, down = x / focal_px, y / focal_px
    return unit(
        (
            axes[0, 0] * across + axes[1, 0] * down + axes[2, 0],
            axes[0, 1] * across + axes[1, 1] * down + axes[2, 1],
            axes[0, 2] * across + axes[1, 2] * down + axes[2, 2],
        )
    )


@compiled
def _store(light, row, column, seen, share):
    light[row, column, 0] += np.float32(seen[0] * share)
    light[row, column, 1] += np.float32(seen[1] * share)
    light[row, column, 2] += np.float32(seen[2] * share)


@compiled
def cast(bodies, lists, place, axes, focal_px, centre_x, centre_y, seed, light, ids):
    """Add to `light` (height, width, 3) what is seen, and fill `ids` (height, width).

    The id is that of what the pixel's centre sees. The light is of four rays, spread over the
    pixel by chance; of one in tiles in which nothing but the cloth is near.
    """
    start = (place[0], place[1], place[2])
    height, width = ids.shape
    for row in range(height):
        for column in range(width):
            tile = (row // TILE_PX) * lists.tiles_across + column // TILE_PX
            x, y = column - centre_x, row - centre_y
            pixel = (row * width + column) * 4 * 61 + seed
            if lists.plain[tile]:
                seen = _seen(bodies, lists, tile, start, _ray(axes, focal_px, x, y), pixel, -1)
                _store(light, row, column, seen, 1.0)
                ids[row, column] = seen[3]
                continue
            middle = _ray(axes, focal_px, x, y)
            ids[row, column] = first_hit(bodies, lists, tile, start, middle)[1]
            for sample in range(SAMPLES * SAMPLES):
                number = pixel + sample * 61
                right = (sample % SAMPLES + chance(number)) / SAMPLES - 0.5
                below = (sample // SAMPLES + chance(number + 7)) / SAMPLES - 0.5
                direction = _ray(axes, focal_px, x + right, y + below)
                seen = _seen(bodies, lists, tile, start, direction, pixel, sample)
                _store(light, row, column, seen, 1.0 / (SAMPLES * SAMPLES))
