"""The layout of a table: where seats, bet areas, betting line, pot and board lie, in millimetres.

The plan is seen from above, the way a camera over the table sees it: x grows to the right and y
grows downwards. The origin is any fixed point of the table; most take the corner at the top left.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError
from shapely import Polygon as Shape
from shapely import is_valid_reason

from table.documents import Document, parse_document
from table.seats import Seat

LEAST_AREA_MM2 = 40 * 40
"""A chip is about 39 mm across: an area that cannot hold one is a slip of the pen."""

TOUCHING_MM2 = 1.0
"""Areas may share an edge; an overlap below this is rounding."""

Point = tuple[float, float]
"""Millimetres: x to the right, y downwards."""


def _with_area(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    shape = Shape(corners)
    if not shape.is_valid:
        raise ValueError(
            f"the corners do not go around an area ({is_valid_reason(shape)}); "
            "list them in order around it"
        )
    if shape.area < LEAST_AREA_MM2:
        raise ValueError(
            f"the area is {shape.area:.0f} square millimetres, too small for a chip; "
            "corners are in millimetres, not centimetres or inches"
        )
    return corners


Polygon = Annotated[tuple[Point, ...], Field(min_length=3), AfterValidator(_with_area)]
"""Corners in order around an area, in millimetres."""


class SeatLayout(Document):
    """Where one seat's chips and cards lie.

    Attributes:
        name: the seat's name.
        player: where the player's chest is; arms come from there. May lie outside the table.
        bet_area: where the chips that this seat bets come to rest.
        card_area: where this seat's cards lie, if the house marks it.
    """

    name: Seat = Field(min_length=1)
    player: Point
    bet_area: Polygon
    card_area: Polygon | None = None


class Layout(Document):
    """Everything that has a place on the table.

    Attributes:
        outline: the edge of the playing surface.
        seats: clockwise, as seen from above.
        betting_line: points along the line that chips must cross, if the table has one.
        pot: where the pot lies.
        board: where the board lies.
        dealer: where the dealer's chest is.
    """

    outline: Polygon
    seats: tuple[SeatLayout, ...] = Field(min_length=1)
    betting_line: tuple[Point, ...] = ()
    pot: Polygon | None = None
    board: Polygon | None = None
    dealer: Point | None = None

    @model_validator(mode="after")
    def _areas_fit(self) -> "Layout":
        faults = [*self._repeated_names(), *self._outside_table(), *self._overlaps()]
        if faults:
            raise ValidationError.from_exception_data("Layout", faults)
        return self

    @property
    def seat_names(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        return tuple(seat.name for seat in self.seats)

    def seat(self, name: Seat) -> SeatLayout:
        """The place of one seat.

        Raises:
            KeyError: this table has no such seat.
        """
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(f"the layout has no seat {name!r}; it has {', '.join(self.seat_names)}")

    def _areas(self) -> Iterator[tuple[tuple[str | int, ...], str, Shape]]:
        """Every area: its key in the document, its name in words, its shape."""
        for index, seat in enumerate(self.seats):
            where = f"of seat {seat.name}"
            yield ("seats", index, "bet_area"), f"the bet area {where}", Shape(seat.bet_area)
            if seat.card_area:
                yield ("seats", index, "card_area"), f"the card area {where}", Shape(seat.card_area)
        if self.pot:
            yield ("pot",), "the pot", Shape(self.pot)
        if self.board:
            yield ("board",), "the board", Shape(self.board)

    def _repeated_names(self) -> Iterator[InitErrorDetails]:
        seen: set[Seat] = set()
        for index, seat in enumerate(self.seats):
            if seat.name in seen:
                message = f"two seats are named {seat.name}; give each its own name"
                yield _fault(("seats", index, "name"), message)
            seen.add(seat.name)

    def _outside_table(self) -> Iterator[InitErrorDetails]:
        table = Shape(self.outline)
        for key, name, shape in self._areas():
            outside = shape.difference(table).area
            if outside > TOUCHING_MM2:
                share = 100 * outside / shape.area
                yield _fault(key, f"{share:.0f} % of {name} lies outside the table's outline")

    def _overlaps(self) -> Iterator[InitErrorDetails]:
        for (_, first_name, first), (key, name, shape) in combinations(self._areas(), 2):
            if first.intersection(shape).area > TOUCHING_MM2:
                message = f"{name} overlaps {first_name}; chips there would count twice"
                yield _fault(key, message)


def _fault(key: tuple[str | int, ...], message: str) -> InitErrorDetails:
    error = PydanticCustomError("layout", "{message}", {"message": message})
    return InitErrorDetails(type=error, loc=key, input=None)


def read_layout(text: str, name: str) -> Layout:
    """Read a layout file.

    Args:
        text: the document.
        name: its file name, for messages.

    Raises:
        table.documents.DocumentError: it cannot be used; the text says line and remedy.
    """
    return parse_document(text, name, Layout)


def corners(polygon: tuple[Point, ...]) -> NDArray[np.float64]:
    """A polygon as an array, (corners, 2), millimetres."""
    return np.asarray(polygon, dtype=np.float64)
