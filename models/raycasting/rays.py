"""Rays against chips and sheets, compiled. Import this only where numba is installed.

Everything is told by arrays and an index: a row of an array would be a new array, and cost more
than all else.
"""

import math

import numba

from models.raycasting.scene import BEYOND, FELT, FIRST_SHEET

NOTHING = 1e9
BODY_FACE, BODY_WALL, BODY_BACK = 0, 1, 2

compiled = numba.njit(cache=True, fastmath=True, nogil=True, error_model="numpy")


@compiled
def chance(number):
    """A number from 0 to 1 that looks random."""
    x = number & 0xFFFFFFFF
    x = (x ^ 61) ^ (x >> 16)
    x = (x * 9) & 0xFFFFFFFF
    x = x ^ (x >> 4)
    x = (x * 0x27D4EB2D) & 0xFFFFFFFF
    x = x ^ (x >> 15)
    return x / 4294967296.0


@compiled
def dot(a, b):
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@compiled
def along(start, direction, length):
    """The place so far along a ray."""
    return (
        start[0] + direction[0] * length,
        start[1] + direction[1] * length,
        start[2] + direction[2] * length,
    )


@compiled
def unit(a):
    """The same direction, of length 1."""
    scale = 1.0 / math.sqrt(dot(a, a))
    return (a[0] * scale, a[1] * scale, a[2] * scale)


@compiled
def in_chip(chips, index, vector):
    """A direction in a chip's own axes."""
    return (
        chips[index, 3] * vector[0] + chips[index, 4] * vector[1] + chips[index, 5] * vector[2],
        chips[index, 6] * vector[0] + chips[index, 7] * vector[1] + chips[index, 8] * vector[2],
        chips[index, 9] * vector[0] + chips[index, 10] * vector[1] + chips[index, 11] * vector[2],
    )


@compiled
def from_chip(chips, index, place):
    """A place as seen from the middle of a chip's lower face, in the table's axes."""
    return (place[0] - chips[index, 0], place[1] - chips[index, 1], place[2] - chips[index, 2])


@compiled
def out_of_chip(chips, index, vector):
    """A direction of a chip's own axes in those of the table."""
    return (
        chips[index, 3] * vector[0] + chips[index, 6] * vector[1] + chips[index, 9] * vector[2],
        chips[index, 4] * vector[0] + chips[index, 7] * vector[1] + chips[index, 10] * vector[2],
        chips[index, 5] * vector[0] + chips[index, 8] * vector[1] + chips[index, 11] * vector[2],
    )


@compiled
def hit_chip(chips, index, size, start, direction, nearest):
    """Where a ray meets a chip nearer than `nearest`: the distance, and which part; -1 if not."""
    radius2, thickness = size[0] * size[0], size[1]
    origin = in_chip(chips, index, from_chip(chips, index, start))
    ray = in_chip(chips, index, direction)
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
def passes(middle_x, middle_y, middle_z, radius, start, direction):
    """Whether a ray passes a ball by."""
    to = (middle_x - start[0], middle_y - start[1], middle_z - start[2])
    ahead = dot(to, direction)
    away2 = dot(to, to)
    return away2 - ahead * ahead > radius * radius or (ahead < 0 and away2 > radius * radius)


@compiled
def hidden(bodies, lists, near, start, direction, reach):
    """Whether a chip of the heaps near is in the way."""
    heaps, chips, half = lists.heaps, bodies.chips, bodies.size[1] / 2
    ball = math.sqrt(bodies.size[0] * bodies.size[0] + half * half)
    for member in range(near[0], near[1]):
        heap = lists.cell_heaps[member]
        x, y, z, radius = heaps[heap, 0], heaps[heap, 1], heaps[heap, 2], heaps[heap, 3]
        if passes(x, y, z, radius, start, direction):
            continue
        for index in range(lists.heap_starts[heap], lists.heap_starts[heap + 1]):
            x = chips[index, 0] + chips[index, 9] * half
            y = chips[index, 1] + chips[index, 10] * half
            z = chips[index, 2] + chips[index, 11] * half
            if passes(x, y, z, ball, start, direction):
                continue
            if hit_chip(chips, index, bodies.size, start, direction, reach)[1] >= 0:
                return True
    return False


@compiled
def on_sheet(sheets, index, x, y):
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
def texel(share, count):
    """The index of a pixel at a share, 0 to 1, of so many."""
    return min(count - 1, max(0, int(share * count)))


@compiled
def first_hit(bodies, lists, tile, start, direction):
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
            u, v = on_sheet(bodies.sheets, index, x, y)
            if u < 0:
                continue
            row = texel(v, bodies.sheet_pictures.shape[1])
            column = texel(u, bodies.sheet_pictures.shape[2])
            if bodies.sheet_pictures[index, row, column, 3] > 0.5:
                nearest, found, across, down = away, FIRST_SHEET + index, u, v
    for member in range(lists.tile_starts[tile], lists.tile_starts[tile + 1]):
        index = lists.tile_chips[member]
        away, hit = hit_chip(bodies.chips, index, bodies.size, start, direction, nearest)
        if hit >= 0:
            nearest, found, part = away, index, hit
    return nearest, found, part, across, down
