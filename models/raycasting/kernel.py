"""The ray caster itself, compiled: what each pixel sees, and how it is lit.

Chips are cylinders that may lean, sheets are flat rectangles, the table is a plane with an edge.
Light comes from round lamps, with soft shadows, and from everywhere, less where a chip is near.
Import this only where numba is installed.
"""

import math

import numba
import numpy as np

from models.raycasting.scene import BEYOND, FELT, FIRST_SHEET

NOTHING = 1e9
BODY_FACE, BODY_WALL, BODY_BACK = 0, 1, 2
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

compiled = numba.njit(cache=True, fastmath=True, nogil=True, error_model="numpy")


@compiled
def _chance(number):
    """A number from 0 to 1 that looks random."""
    x = number & 0xFFFFFFFF
    x = (x ^ 61) ^ (x >> 16)
    x = (x * 9) & 0xFFFFFFFF
    x = x ^ (x >> 4)
    x = (x * 0x27D4EB2D) & 0xFFFFFFFF
    x = x ^ (x >> 15)
    return x / 4294967296.0


@compiled
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@compiled
def _along(start, direction, length):
    return (
        start[0] + direction[0] * length,
        start[1] + direction[1] * length,
        start[2] + direction[2] * length,
    )


@compiled
def _unit(a):
    scale = 1.0 / math.sqrt(_dot(a, a))
    return (a[0] * scale, a[1] * scale, a[2] * scale)


@compiled
def _in_chip(chips, index, vector):
    """A direction in a chip's own axes."""
    # Each number by its own index: a row would be a new array, which costs more than all else.
    return (
        chips[index, 3] * vector[0] + chips[index, 4] * vector[1] + chips[index, 5] * vector[2],
        chips[index, 6] * vector[0] + chips[index, 7] * vector[1] + chips[index, 8] * vector[2],
        chips[index, 9] * vector[0] + chips[index, 10] * vector[1] + chips[index, 11] * vector[2],
    )


@compiled
def _from_chip(chips, index, place):
    """A place as seen from the middle of a chip's lower face, in the table's axes."""
    return (place[0] - chips[index, 0], place[1] - chips[index, 1], place[2] - chips[index, 2])


@compiled
def _out_of_chip(chips, index, vector):
    """A direction of a chip's own axes in those of the table."""
    return (
        chips[index, 3] * vector[0] + chips[index, 6] * vector[1] + chips[index, 9] * vector[2],
        chips[index, 4] * vector[0] + chips[index, 7] * vector[1] + chips[index, 10] * vector[2],
        chips[index, 5] * vector[0] + chips[index, 8] * vector[1] + chips[index, 11] * vector[2],
    )


@compiled
def _hit_chip(chips, index, size, start, direction, nearest):
    """Where a ray meets a chip nearer than `nearest`: the distance, and which part; -1 if not."""
    radius2, thickness = size[0] * size[0], size[1]
    origin = _in_chip(chips, index, _from_chip(chips, index, start))
    ray = _in_chip(chips, index, direction)
    part = -1
    if ray[2] < -1e-9:
        away = (thickness - origin[2]) / ray[2]
        x, y = origin[0] + away * ray[0], origin[1] + away * ray[1]
        if 1e-3 < away < nearest and x * x + y * y <= radius2:
            nearest, part = away, BODY_FACE
    elif ray[2] > 1e-9:
        away = -origin[2] / ray[2]
        x, y = origin[0] + away * ray[0], origin[1] + away * ray[1]
        if 1e-3 < away < nearest and x * x + y * y <= radius2:
            nearest, part = away, BODY_BACK
    across2 = ray[0] * ray[0] + ray[1] * ray[1]
    if across2 > 1e-12:
        half = origin[0] * ray[0] + origin[1] * ray[1]
        beyond = origin[0] * origin[0] + origin[1] * origin[1] - radius2
        inside = half * half - across2 * beyond
        if inside > 0:
            away = (-half - math.sqrt(inside)) / across2
            if 1e-3 < away < nearest and 0 <= origin[2] + away * ray[2] <= thickness:
                nearest, part = away, BODY_WALL
    return nearest, part


@compiled
def _hidden(bodies, lists, near, start, direction, reach):
    """Whether one of the chips near is in the way."""
    chips, radius, thickness = bodies.chips, bodies.size[0], bodies.size[1]
    ball2 = radius * radius + thickness * thickness / 4
    for member in range(near[0], near[1]):
        index = lists.cell_chips[member]
        to = (
            chips[index, 0] + chips[index, 9] * thickness / 2 - start[0],
            chips[index, 1] + chips[index, 10] * thickness / 2 - start[1],
            chips[index, 2] + chips[index, 11] * thickness / 2 - start[2],
        )
        ahead = _dot(to, direction)
        if _dot(to, to) - ahead * ahead > ball2 or ahead < -radius:
            continue
        if _hit_chip(chips, index, bodies.size, start, direction, reach)[1] >= 0:
            return True
    return False


@compiled
def _on_sheet(sheets, index, x, y):
    """Where a point of the plan lies on a sheet, 0 to 1 across and down, or (-1, -1) beside it."""
    from_x, from_y = x - sheets[index, 0], y - sheets[index, 1]
    across = from_x * sheets[index, 3] + from_y * sheets[index, 4]
    down = -from_x * sheets[index, 4] + from_y * sheets[index, 3]
    half_x, half_y, corner = sheets[index, 5], sheets[index, 6], sheets[index, 7]
    if abs(across) >= half_x or abs(down) >= half_y:
        return -1.0, -1.0
    over_x, over_y = abs(across) - half_x + corner, abs(down) - half_y + corner
    if over_x > 0 and over_y > 0 and over_x * over_x + over_y * over_y > corner * corner:
        return -1.0, -1.0
    return (across / half_x + 1) / 2, (down / half_y + 1) / 2


@compiled
def _texel(share, count):
    return min(count - 1, max(0, int(share * count)))


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
def _first_hit(bodies, lists, tile, start, direction):
    """The first thing on a ray: distance, id, part of a chip, and place on a sheet."""
    nearest, found, part = NOTHING, BEYOND, -1
    across, down = 0.0, 0.0
    if direction[2] < -1e-6:
        away = -start[2] / direction[2]
        x = abs(start[0] + away * direction[0] - bodies.ground[0])
        y = abs(start[1] + away * direction[1] - bodies.ground[1])
        rail = bodies.ground[4]
        if x < bodies.ground[2] + rail and y < bodies.ground[3] + rail:
            nearest, found = away, FELT
        for index in range(len(bodies.sheets)):
            away = (bodies.sheets[index, 2] - start[2]) / direction[2]
            if not 1e-3 < away < nearest:
                continue
            x, y = start[0] + away * direction[0], start[1] + away * direction[1]
            u, v = _on_sheet(bodies.sheets, index, x, y)
            if u < 0:
                continue
            row = _texel(v, bodies.sheet_pictures.shape[1])
            column = _texel(u, bodies.sheet_pictures.shape[2])
            if bodies.sheet_pictures[index, row, column, 3] > 0.5:
                nearest, found, across, down = away, FIRST_SHEET + index, u, v
    for member in range(lists.tile_starts[tile], lists.tile_starts[tile + 1]):
        index = lists.tile_chips[member]
        away, hit = _hit_chip(bodies.chips, index, bodies.size, start, direction, nearest)
        if hit >= 0:
            nearest, found, part = away, index, hit
    return nearest, found, part, across, down


@compiled
def _chip_surface(bodies, index, part, place):
    """Colour and normal of a chip at a place on it. Its edge is rounded: the normal turns there."""
    chips, kind = bodies.chips, bodies.kinds[index]
    radius, thickness = bodies.size[0], bodies.size[1]
    own = _in_chip(chips, index, _from_chip(chips, index, place))
    if part == BODY_WALL:
        share = math.atan2(own[1], own[0]) / (2 * math.pi)
        if share < 0:
            share += 1.0
        row = _texel(1 - own[2] / thickness, bodies.walls.shape[1])
        colour = _pixel(bodies.walls, kind, row, _texel(share, bodies.walls.shape[2]))
        from_edge = min(own[2], thickness - own[2])
        tilt = max(0.0, 1 - from_edge / BEVEL_MM) * (0.9 if own[2] > thickness / 2 else -0.9)
        normal = (own[0] / radius, own[1] / radius, tilt)
    else:
        down = own[1] if part == BODY_FACE else -own[1]
        row = _texel(down / radius / 2 + 0.5, bodies.faces.shape[1])
        column = _texel(own[0] / radius / 2 + 0.5, bodies.faces.shape[2])
        colour = _pixel(bodies.faces, kind, row, column)
        out = math.sqrt(own[0] * own[0] + own[1] * own[1])
        tilt = max(0.0, 1 - (radius - out) / BEVEL_MM) * 0.9 / max(out, 1.0)
        normal = (own[0] * tilt, own[1] * tilt, 1.0 if part == BODY_FACE else -1.0)
    return colour, _unit(_out_of_chip(chips, index, normal))


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
    row, column = _texel(steep, height), _texel(around, width)
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
    turn, out2 = 2 * math.pi * _chance(number), _chance(number + 1)
    if abs(normal[2]) > 0.9:
        first = _unit((normal[2], 0.0, -normal[0]))
    else:
        first = _unit((-normal[1], normal[0], 0.0))
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
    if _hidden(bodies, lists, near, place, direction, 200.0):
        return AMBIENT_HIDDEN
    return FROM_BELOW if direction[2] < 0 else 1.0


@compiled
def _lit(bodies, lists, place, normal, view, colour, shine, number):
    """The light that a surface sends to the camera."""
    place = _along(place, normal, LIFT)
    near = _shading_chips(lists, place)
    room = _room_light(bodies, lists, near, place, normal, number)
    blue, green, red = (
        colour[0] * room * bodies.ground[10],
        colour[1] * room * bodies.ground[11],
        colour[2] * room * bodies.ground[12],
    )
    for index in range(len(bodies.lamps)):
        height = bodies.lamps[index, 2]
        turn = 2 * math.pi * _chance(number + 3 + 2 * index)
        out = math.sqrt(_chance(number + 4 + 2 * index)) * bodies.lamps[index, 3]
        to = (
            bodies.lamps[index, 0] + math.cos(turn) * out - place[0],
            bodies.lamps[index, 1] + math.sin(turn) * out - place[1],
            height - place[2],
        )
        away2 = _dot(to, to)
        towards = _unit(to)
        facing = _dot(normal, towards)
        if facing <= 0 or _hidden(bodies, lists, near, place, towards, NOTHING):
            continue
        reach = height * height / away2
        mirrored = 0.0
        if shine > 0:
            half = _unit((towards[0] - view[0], towards[1] - view[1], towards[2] - view[2]))
            mirrored = shine * max(0.0, _dot(normal, half)) ** SHININESS * 4.0
        blue += bodies.lamps[index, 4] * reach * (facing * colour[0] + mirrored)
        green += bodies.lamps[index, 5] * reach * (facing * colour[1] + mirrored)
        red += bodies.lamps[index, 6] * reach * (facing * colour[2] + mirrored)
    return blue, green, red


@compiled
def _seen(bodies, lists, tile, start, direction, number):
    """What a ray sees: blue, green, red, and the id."""
    away, found, part, across, down = _first_hit(bodies, lists, tile, start, direction)
    if found == BEYOND:
        colour = _beyond(bodies, start, direction)
        return colour[0], colour[1], colour[2], found
    place = _along(start, direction, away)
    normal, shine = (0.0, 0.0, 1.0), 0.0
    if found == FELT:
        colour = _felt_colour(bodies, place[0], place[1])
    elif found >= FIRST_SHEET:
        index = found - FIRST_SHEET
        row = _texel(down, bodies.sheet_pictures.shape[1])
        column = _texel(across, bodies.sheet_pictures.shape[2])
        colour = _pixel(bodies.sheet_pictures, index, row, column)
        shine = bodies.size[2] * bodies.sheets[index, 8]
    else:
        colour, normal = _chip_surface(bodies, found, part, place)
        shine = bodies.size[2]
    light = _lit(bodies, lists, place, normal, direction, colour, shine, number)
    return light[0], light[1], light[2], found


@compiled
def _ray(axes, focal_px, x, y):
    """The direction of a pixel; x and y from the principal point."""
    across, down = x / focal_px, y / focal_px
    return _unit(
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
                seen = _seen(bodies, lists, tile, start, _ray(axes, focal_px, x, y), pixel)
                _store(light, row, column, seen, 1.0)
                ids[row, column] = seen[3]
                continue
            middle = _ray(axes, focal_px, x, y)
            ids[row, column] = _first_hit(bodies, lists, tile, start, middle)[1]
            for sample in range(SAMPLES * SAMPLES):
                number = pixel + sample * 61
                along = (sample % SAMPLES + _chance(number)) / SAMPLES - 0.5
                below = (sample // SAMPLES + _chance(number + 7)) / SAMPLES - 0.5
                direction = _ray(axes, focal_px, x + along, y + below)
                seen = _seen(bodies, lists, tile, start, direction, number + 11)
                _store(light, row, column, seen, 1.0 / (SAMPLES * SAMPLES))
