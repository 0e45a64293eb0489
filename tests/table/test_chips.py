"""Chips: amounts are whole numbers, and a handful has one canonical order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.chips import NO_CHIPS, added, chips, taken, value

handfuls = st.lists(st.sampled_from([1, 5, 25, 100, 500, 1000]), max_size=12)


@given(handfuls, st.randoms())
def test_the_order_in_which_chips_are_seen_does_not_matter(handful: list[int], shuffle) -> None:
    shuffled = list(handful)
    shuffle.shuffle(shuffled)
    assert chips(shuffled) == chips(handful)


@given(handfuls, handfuls)
def test_what_was_added_and_taken_explains_the_change_in_value(
    before: list[int], after: list[int]
) -> None:
    difference = value(added(before, after)) - value(taken(before, after))
    assert difference == value(after) - value(before)


@given(handfuls)
def test_nothing_is_added_or_taken_when_nothing_changes(handful: list[int]) -> None:
    assert added(handful, handful) == taken(handful, handful) == NO_CHIPS


@pytest.mark.parametrize("wrong", [0, -5])
def test_a_chip_is_worth_something(wrong: int) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        chips([100, wrong])
