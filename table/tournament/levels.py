"""The tournament clock: which level, how long still, what comes next.

There is no clock in here. What is asked for is the state after so many nanoseconds of play; who
asks keeps the time, and takes pauses off.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from table.tournament.regulation import Level, Regulation

NS_PER_MINUTE = 60_000_000_000

HAND_FOR_HAND_NS = 2 * NS_PER_MINUTE
"""What one hand takes off the clock while play is hand for hand (TDA 2024 RP-8-C, D)."""


@dataclass(frozen=True)
class Pause:
    """The clock stood still.

    Attributes:
        from_ns: when it was stopped.
        to_ns: when it went on; None: it stands still.
    """

    from_ns: int
    to_ns: int | None = None


@dataclass(frozen=True)
class Stretch:
    """A level, or the break after it.

    Attributes:
        number: the level's number, from 1.
        level: its blinds and antes; those of the level before it in a break.
        is_break: whether it is the break after the level.
        starts_ns: in played time.
        ends_ns: None for the last level, which lasts to the end.
    """

    number: int
    level: Level
    is_break: bool
    starts_ns: int
    ends_ns: int | None


@dataclass(frozen=True)
class Reading:
    """What the clock shows.

    Attributes:
        now: the level or the break.
        left_ns: until it is over; None in the last level.
        next: what comes after it; None in the last level.
    """

    now: Stretch
    left_ns: int | None
    next: Stretch | None


def timetable(regulation: Regulation) -> tuple[Stretch, ...]:
    """All levels and breaks in order."""
    return tuple(_stretches(regulation))


def played_ns(
    started_ns: int, now_ns: int, pauses: Iterable[Pause] = (), hands_for_hand: int = 0
) -> int:
    """Played time: since the start, without pauses, and two minutes for each hand-for-hand hand.

    While play is hand for hand the clock is stopped, which is one of the pauses.

    Args:
        started_ns: when the first level started, in any time.
        now_ns: now, in the same time.
        pauses: when the clock stood still; they do not overlap.
        hands_for_hand: hands played hand for hand so far.

    Raises:
        ValueError: pauses overlap, or a time runs backwards.
    """
    played, until_ns = now_ns - started_ns, started_ns
    for pause in sorted(pauses, key=lambda pause: pause.from_ns):
        ends_ns = now_ns if pause.to_ns is None else min(pause.to_ns, now_ns)
        if pause.from_ns < until_ns or ends_ns < pause.from_ns:
            raise ValueError("pauses overlap, or end before they begin")
        played -= ends_ns - pause.from_ns
        until_ns = ends_ns
    if played < 0:
        raise ValueError("the clock was read before the start")
    return played + hands_for_hand * HAND_FOR_HAND_NS


def read_clock(schedule: tuple[Stretch, ...], after_ns: int) -> Reading:
    """What the clock shows after so much played time.

    Raises:
        ValueError: `after_ns` is negative.
    """
    if after_ns < 0:
        raise ValueError("the clock was read before the start")
    index = max(i for i, stretch in enumerate(schedule) if stretch.starts_ns <= after_ns)
    now = schedule[index]
    left_ns = None if now.ends_ns is None else now.ends_ns - after_ns
    return Reading(now, left_ns, schedule[index + 1] if left_ns is not None else None)


def level_of_hand(
    schedule: tuple[Stretch, ...], began_ns: int, *, dealer_push: bool = False
) -> Stretch:
    """The level that a hand is played at, from its first riffle to its end.

    A new level holds from the next hand on. A hand that began before it keeps its own, however
    long it lasts; so does one hand after a dealer push during which the level changed.

    Source: TDA 2024 23.

    Args:
        schedule: the timetable.
        began_ns: played time at the first riffle, the button of the shuffler, or the dealer push.
        dealer_push: the level changed during the push before this hand.
    """
    levels = [stretch for stretch in schedule if not stretch.is_break]
    begun = [stretch for stretch in levels if stretch.starts_ns <= began_ns]
    prior = dealer_push and len(begun) > 1
    return begun[-2] if prior else begun[-1]


def registration_open(regulation: Regulation, reading: Reading | None) -> bool:
    """Whether players may enter. It closes when the last late level is over, before its break.

    Args:
        regulation: the tournament's.
        reading: what the clock shows; None before the start.
    """
    if reading is None:
        return True
    now = reading.now
    last = regulation.late_registration_levels
    return now.number < last or (now.number == last and not now.is_break)


def _stretches(regulation: Regulation) -> Iterator[Stretch]:
    at_ns, last = 0, len(regulation.levels)
    for number, level in enumerate(regulation.levels, 1):
        ends_ns = at_ns + level.minutes * NS_PER_MINUTE
        yield Stretch(number, level, False, at_ns, ends_ns if number < last else None)
        if level.break_minutes and number < last:
            resumes_ns = ends_ns + level.break_minutes * NS_PER_MINUTE
            yield Stretch(number, level, True, ends_ns, resumes_ns)
            ends_ns = resumes_ns
        at_ns = ends_ns
