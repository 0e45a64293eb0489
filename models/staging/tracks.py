"""Tracks: where things and arms are at every moment of the recording.

A person's hand moves from rest to rest along the path of least jerk, which is how people reach.
"""

from bisect import bisect_right
from dataclasses import dataclass, field

from models.scene.arms import Person, Pose
from models.scene.paint import Placed
from table.cards import Card
from table.chips import Denomination


@dataclass
class Track:
    """Numbers that change with time, from one stop to the next.

    Attributes:
        times_ms: of the stops, rising.
        stops: the numbers at each of them.
    """

    times_ms: list[int] = field(default_factory=list)
    stops: list[tuple[float, ...]] = field(default_factory=list)

    def stop(self, at_ms: int, numbers: tuple[float, ...]) -> None:
        """Be here at this moment.

        Raises:
            ValueError: time runs backwards.
        """
        if self.times_ms and at_ms < self.times_ms[-1]:
            raise ValueError(f"a stop at {at_ms} ms comes after one at {self.times_ms[-1]} ms")
        self.times_ms.append(at_ms)
        self.stops.append(numbers)

    def stay_until(self, at_ms: int) -> None:
        """Stay where the last stop was."""
        self.stop(at_ms, self.stops[-1])

    @property
    def last(self) -> tuple[float, ...]:
        """The numbers at the last stop."""
        return self.stops[-1]

    def at(self, now_ms: float) -> tuple[float, ...]:
        """The numbers at a moment; before the first stop those of the first."""
        after = bisect_right(self.times_ms, now_ms)
        if after == 0:
            return self.stops[0]
        if after == len(self.stops):
            return self.stops[-1]
        start_ms, end_ms = self.times_ms[after - 1], self.times_ms[after]
        share = least_jerk((now_ms - start_ms) / (end_ms - start_ms))
        before, then = self.stops[after - 1], self.stops[after]
        return tuple(one + share * (two - one) for one, two in zip(before, then, strict=True))

    def moves_at(self, now_ms: float) -> bool:
        """Whether it is between two different stops."""
        after = bisect_right(self.times_ms, now_ms)
        if after in (0, len(self.stops)):
            return False
        return self.stops[after - 1] != self.stops[after]


def least_jerk(share: float) -> float:
    """The way done after a share of the time, where speed and force start and end at nothing."""
    return share**3 * (10 - 15 * share + 6 * share**2)


@dataclass(eq=False)
class Thing:
    """A chip or a card.

    Attributes:
        shows: a chip's denomination, a card face up, or None for a card face down.
        appears_ms: when it is first there.
        vanishes_ms: when it is there no more; None: it stays.
        track: x, y, turn and height.
        wear: a chip that has been handled is a little darker.
    """

    shows: Denomination | Card | None
    appears_ms: int
    vanishes_ms: int | None = None
    track: Track = field(default_factory=Track)
    wear: float = 1.0

    def is_there(self, now_ms: float) -> bool:
        """Whether it is on the table."""
        return self.appears_ms <= now_ms and (self.vanishes_ms is None or now_ms < self.vanishes_ms)

    def placed(self, now_ms: float) -> Placed:
        """Where it is."""
        x, y, turn, height = self.track.at(now_ms)
        return Placed(x_mm=x, y_mm=y, turn=turn, height_mm=height)

    @property
    def place(self) -> tuple[float, float]:
        """Where it was put last."""
        return self.track.last[0], self.track.last[1]

    def move(self, from_ms: int, to_ms: int, x: float, y: float, height: float = 0.0) -> None:
        """Move it, turning a little as things do; a card keeps more of its direction."""
        old_x, old_y, turn, _ = self.track.last
        twist = 0.004 if isinstance(self.shows, int) else 0.0004
        turn += twist * (x - old_x) - twist / 2 * (y - old_y)
        self.track.stay_until(from_ms)
        self.track.stop(to_ms, (x, y, turn, height))


@dataclass(eq=False)
class Reach:
    """One reach of an arm over the table, from its coming to its going.

    Attributes:
        person: whose arm.
        track: grip x and y, lift, curl and spread.
    """

    person: Person
    track: Track = field(default_factory=Track)

    def is_there(self, now_ms: float) -> bool:
        """Whether the arm is over the table."""
        return self.track.times_ms[0] <= now_ms <= self.track.times_ms[-1]

    def pose(self, now_ms: float) -> Pose:
        """How the hand is held."""
        x, y, lift, curl, spread = self.track.at(now_ms)
        return Pose(grip_mm=(x, y), lift_mm=lift, curl=curl, spread=spread)


@dataclass
class Performance:
    """All that can be seen.

    Attributes:
        things: every chip and card that is ever on the table.
        reaches: every reach of an arm.
        duration_ms: of the whole.
    """

    things: list[Thing] = field(default_factory=list)
    reaches: list[Reach] = field(default_factory=list)
    duration_ms: int = 0
