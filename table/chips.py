"""Chips and amounts.

An amount is a whole number in the smallest unit of the table; there are no fractions and no
floats. A few chips lying together are the tuple of their denominations, largest first, so that
two equal handfuls compare equal whatever the order in which they were seen.
"""

from collections import Counter
from collections.abc import Iterable

Denomination = int
Chips = tuple[Denomination, ...]

NO_CHIPS: Chips = ()
MOST_CHIPS = 500
"""More than anybody pushes at once."""


def chips(denominations: Iterable[Denomination]) -> Chips:
    """A handful of chips in its one canonical order.

    Raises:
        ValueError: a denomination is not a positive whole number.
    """
    handful = tuple(sorted(denominations, reverse=True))
    if handful and handful[-1] <= 0:
        raise ValueError(f"a chip's denomination must be positive, got {handful[-1]}")
    return handful


def value(handful: Iterable[Denomination]) -> int:
    """What these chips are worth, in the smallest unit of the table."""
    return sum(handful)


def added(before: Iterable[Denomination], after: Iterable[Denomination]) -> Chips:
    """The chips that lie there after but not before."""
    return chips((Counter(after) - Counter(before)).elements())


def taken(before: Iterable[Denomination], after: Iterable[Denomination]) -> Chips:
    """The chips that lay there before but not after."""
    return added(after, before)


def change(amount: int, denominations: Iterable[Denomination]) -> Chips:
    """The fewest large chips first that are worth an amount.

    Args:
        amount: to be paid.
        denominations: of the chips at hand, as many of each as are needed.

    Raises:
        ValueError: these chips cannot make the amount, or not with a few hands full.
    """
    handful: list[Denomination] = []
    left = amount
    for denomination in sorted(denominations, reverse=True):
        count, left = divmod(left, denomination)
        if len(handful) + count > MOST_CHIPS:
            raise ValueError(f"{amount} cannot be paid: it would take over {MOST_CHIPS} chips")
        handful += [denomination] * count
    if left:
        raise ValueError(f"{amount} cannot be paid: {left} is left over")
    return tuple(handful)
