"""A changed value is a new one: nothing that was worked out from the old content stays in it."""

from dataclasses import dataclass

import pytest

from table.changing import replace, worked_out_once


@dataclass(frozen=True)
class Heap:
    """Chips of one kind."""

    count: int
    worth_each: int

    @worked_out_once
    def worth(self) -> int:
        """All of them."""
        return self.count * self.worth_each


def test_what_was_worked_out_is_worked_out_anew_after_a_change() -> None:
    heap = Heap(3, 100)
    assert heap.worth == 300
    more = replace(heap, count=5)
    assert (more.worth, heap.worth) == (500, 300)


def test_it_is_worked_out_once() -> None:
    heap = Heap(3, 100)
    assert heap.worth == 300
    heap.__dict__["count"] = 7  # as nobody may: only to see whether it is counted again
    assert heap.worth == 300


def test_what_was_worked_out_is_no_part_of_equality() -> None:
    asked, not_asked = Heap(3, 100), Heap(3, 100)
    assert asked.worth == 300
    assert asked == not_asked
    assert hash(asked) == hash(not_asked)


def test_a_field_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Heap has no field colour"):
        replace(Heap(3, 100), colour="red")  # type: ignore[call-arg]
