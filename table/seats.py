"""Seats: who sits where.

A seat is named, not numbered: a table's layout names its seats ("1" to "9"), worked examples of
rulebooks name theirs ("UTG", "A"). Order around the table is always told by a sequence of seats,
clockwise, first the one nearest to the left of the button.
"""

from collections.abc import Sequence

Seat = str


def clockwise_from(order: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """The seats after `seat`, clockwise, ending with `seat` itself.

    Raises:
        ValueError: `seat` does not sit at this table.
    """
    if seat not in order:
        raise ValueError(f"seat {seat!r} is not one of {', '.join(order)}")
    start = order.index(seat) + 1
    return (*order[start:], *order[:start])
