"""The tournament clock is a function of the time that was played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regulations import regulation

from table.tournament.levels import (
    NS_PER_MINUTE,
    Pause,
    level_of_hand,
    played_ns,
    read_clock,
    registration_open,
    timetable,
)

REGULATION = regulation()
SCHEDULE = timetable(REGULATION)
FULL_NS = 75 * NS_PER_MINUTE


def minutes(number: int) -> int:
    return number * NS_PER_MINUTE


@pytest.mark.parametrize(
    ("at", "number", "is_break", "left"),
    [
        (0, 1, False, 20),
        (19, 1, False, 1),
        (20, 2, False, 20),
        (40, 2, True, 10),
        (49, 2, True, 1),
        (50, 3, False, 20),
        (70, 3, True, 5),
        (75, 4, False, None),
        (10_000, 4, False, None),
    ],
)
def test_level_break_and_time_left(at: int, number: int, is_break: bool, left: int | None) -> None:
    reading = read_clock(SCHEDULE, minutes(at))
    assert (reading.now.number, reading.now.is_break) == (number, is_break)
    assert reading.left_ns == (None if left is None else minutes(left))


def test_what_comes_next() -> None:
    assert read_clock(SCHEDULE, minutes(30)).next == SCHEDULE[2]
    assert read_clock(SCHEDULE, minutes(30)).next.is_break  # type: ignore[union-attr]
    assert read_clock(SCHEDULE, minutes(80)).next is None


@given(st.integers(0, FULL_NS - 1))
def test_the_clock_counts_down_to_what_it_says_comes_next(at_ns: int) -> None:
    reading = read_clock(SCHEDULE, at_ns)
    assert reading.left_ns is not None
    assert reading.left_ns > 0
    then = read_clock(SCHEDULE, at_ns + reading.left_ns)
    assert then.now == reading.next
    assert read_clock(SCHEDULE, at_ns + reading.left_ns - 1).now == reading.now


@given(st.lists(st.integers(0, 10**12), min_size=2, max_size=9, unique=True).map(sorted))
def test_pauses_do_not_count(moments: list[int]) -> None:
    start, *inner, now = moments
    pauses = [Pause(a, b) for a, b in zip(inner[::2], inner[1::2], strict=False)]
    stood_ns = sum(b - a for a, b in zip(inner[::2], inner[1::2], strict=False))
    assert played_ns(start, now, pauses[::-1]) == now - start - stood_ns


def test_the_clock_stands_still_in_an_open_pause() -> None:
    assert played_ns(0, 50, [Pause(20)]) == played_ns(0, 90, [Pause(20)]) == 20


@pytest.mark.parametrize(
    "pauses", [[Pause(0, 10), Pause(5, 15)], [Pause(10, 5)], [Pause(5), Pause(8)]]
)
def test_pauses_that_cannot_be_are_refused(pauses: list[Pause]) -> None:
    with pytest.raises(ValueError, match="pauses overlap"):
        played_ns(0, 100, pauses)


def test_before_the_start_there_is_no_reading() -> None:
    with pytest.raises(ValueError, match="before the start"):
        played_ns(10, 5)
    with pytest.raises(ValueError, match="before the start"):
        read_clock(SCHEDULE, -1)


def test_tda_2024_rp_8_hand_for_hand_takes_two_minutes_a_hand() -> None:
    stopped = [Pause(minutes(15))]
    assert played_ns(0, minutes(90), stopped, hands_for_hand=3) == minutes(21)


def test_tda_2024_23_a_hand_keeps_the_level_at_which_it_began() -> None:
    assert level_of_hand(SCHEDULE, minutes(20) - 1).number == 1
    assert level_of_hand(SCHEDULE, minutes(20)).number == 2
    assert level_of_hand(SCHEDULE, minutes(45)).number == 2, "a hand that runs into the break"


def test_tda_2024_23_one_hand_after_a_dealer_push_is_at_the_prior_level() -> None:
    assert level_of_hand(SCHEDULE, minutes(21), dealer_push=True).number == 1
    assert level_of_hand(SCHEDULE, minutes(1), dealer_push=True).number == 1


@pytest.mark.parametrize(("at", "is_open"), [(0, True), (39, True), (40, False), (50, False)])
def test_registration_closes_when_its_last_level_is_over(at: int, is_open: bool) -> None:
    assert registration_open(REGULATION, read_clock(SCHEDULE, minutes(at))) is is_open


def test_without_late_registration_it_closes_at_the_start() -> None:
    early = regulation(late_registration_levels=0)
    assert registration_open(early, None)
    assert not registration_open(early, read_clock(SCHEDULE, 0))
