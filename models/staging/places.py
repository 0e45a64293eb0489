"""Where people put things on the demo's table: columns of chips, bets side by side, cards."""

import numpy as np

from models.scene.cards import WIDTH_MM
from models.scene.chips import DIAMETER_MM
from vision.layout import Layout, Point, Polygon, SeatLayout

PITCH_MM = DIAMETER_MM + 4.0
"""Chips of a bet are laid side by side: from above, a stack shows one chip."""

TRAY: Point = (450.0, 510.0)
DECK: Point = (690.0, 432.0)
MUCK: Point = (784.0, 426.0)

COLUMNS: dict[str, tuple[Point, ...]] = {
    "1": ((38, 206), (81, 204), (40, 163), (83, 161), (124, 188)),
    "2": ((184, 42), (182, 85), (141, 42), (139, 85), (100, 66)),
    "3": ((716, 42), (718, 85), (759, 42), (761, 85), (800, 66)),
    "4": ((862, 206), (819, 204), (860, 163), (817, 161), (776, 188)),
}
"""Where each seat keeps its chips, one column for each denomination, the smallest first."""

FOLDS: dict[str, Point] = {
    "1": (290.0, 304.0),
    "2": (300.0, 281.0),
    "3": (600.0, 281.0),
    "4": (610.0, 304.0),
}
"""Where folded cards are pushed to: past the bet area, clear of everybody else's."""


def middle(polygon: Polygon) -> Point:
    """The middle of an area."""
    xs, ys = zip(*polygon, strict=True)
    return (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2


def inward(seat: SeatLayout) -> Point:
    """Which way a player looks: from the chest to the bet area, of length one."""
    way = np.array(middle(seat.bet_area)) - np.array(seat.player)
    way = way / np.linalg.norm(way)
    return float(way[0]), float(way[1])


def bet_slots(seat: SeatLayout) -> list[Point]:
    """Places for chips in a bet area: first the row away from the player, from its middle out."""
    (low_x, low_y), (high_x, high_y) = _bounds(seat.bet_area)
    centre = middle(seat.bet_area)
    count_x = int((high_x - low_x - DIAMETER_MM) // PITCH_MM) + 1
    count_y = int((high_y - low_y - DIAMETER_MM) // PITCH_MM) + 1
    slots = [
        (
            centre[0] + (column - (count_x - 1) / 2) * PITCH_MM,
            centre[1] + (row - (count_y - 1) / 2) * PITCH_MM,
        )
        for column in range(count_x)
        for row in range(count_y)
    ]
    ahead = inward(seat)

    def order(slot: Point) -> tuple[float, float, float]:
        along = (slot[0] - centre[0]) * ahead[0] + (slot[1] - centre[1]) * ahead[1]
        aside = abs((slot[0] - centre[0]) * ahead[1] - (slot[1] - centre[1]) * ahead[0])
        return -round(along), round(aside), slot[0] + slot[1]

    return sorted(slots, key=order)


def hole_cards(seat: SeatLayout) -> list[tuple[float, float, float]]:
    """x, y and turn of a player's two cards."""
    x, y = middle(seat.card_area or seat.bet_area)
    ahead = inward(seat)
    turn = float(np.arctan2(ahead[1], ahead[0]) + np.pi / 2)
    aside = np.array([-ahead[1], ahead[0]]) * 9.0
    return [
        (x - aside[0], y - aside[1], turn - 0.03),
        (x + aside[0] + 2.0, y + aside[1] + 2.0, turn + 0.04),
    ]


def board_place(layout: Layout, index: int) -> Point:
    """Where the board's cards lie, counted from 0."""
    if layout.board is None:
        raise ValueError("the layout has no board")
    x, y = middle(layout.board)
    return x + (index - 2) * (WIDTH_MM + 4.0), y


def pot_slots(layout: Layout) -> list[Point]:
    """Places in the pot, from its middle out."""
    if layout.pot is None:
        raise ValueError("the layout has no pot")
    x, y = middle(layout.pot)
    steps = [(column, row) for row in (-1, 0, 1) for column in (-2, -1, 0, 1, 2)]
    steps.sort(key=lambda step: (abs(step[0]) + 1.5 * abs(step[1]), step))
    return [(x + 31.0 * column, y + 29.0 * row + 7.0 * (column % 2)) for column, row in steps]


def _bounds(polygon: Polygon) -> tuple[Point, Point]:
    xs, ys = zip(*polygon, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))
