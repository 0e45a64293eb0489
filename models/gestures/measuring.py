"""How well the watcher tells gestures and hands, on clips that it has never seen."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from models.gestures.acts import ACTS, Answer
from models.gestures.clips import Clip, Filmed
from table.chips import chips as handful
from table.observations import GestureSeen, HandEntered, HandLeft, Observation
from table.trust import SURE_GESTURE
from vision.area_reading import AreaReading
from vision.figures import Figure
from vision.frames import Picture
from vision.layout import Layout
from vision.watching import TableWatcher

AIM_GESTURES = 95.0
AIM_HANDS = 98.0

CLEARLY_OVER_MM2 = 1500.0
"""More of the bet area is covered: a hand is over it. Less, but not none: nobody can say."""

AGREED_FRAMES = 4
"""The truth has to be the same for so many pictures: a hand is told with a short delay."""


class Outcome(StrEnum):
    """What came of a clip."""

    RIGHT = "right"
    ASKED = "asked"
    MISSED = "missed"
    WRONG = "wrong and confident"


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the watcher made of a clip.

    Attributes:
        clip: what was truly there.
        said: the gesture and its confidence in thousandths, or nothing.
        outcome: how good that is.
        hands_right: pictures in which a hand was over the bet area and said to be.
        hands_of: pictures in which one was.
        bare_right: pictures in which none was, and none was said to be.
        bare_of: pictures in which none was.
    """

    clip: Clip
    said: str
    outcome: Outcome
    hands_right: int
    hands_of: int
    bare_right: int
    bare_of: int


def watch(filmed: Filmed, layout: Layout) -> Told:
    """Run the table's watcher over a clip.

    What lies in the bet area is given to it as it is: reading chips is measured elsewhere.
    """
    now = 0

    def read(_: Picture, __: NDArray[np.float64], ___: float) -> AreaReading:
        return AreaReading(chips=handful(filmed.clip.chips[now]))

    seat = layout.seat(filmed.clip.seat)
    watcher = TableWatcher("overhead", [seat], filmed.calibration, read, empty_table=filmed.empty)
    told: list[list[Observation]] = []
    for now, frame in enumerate(filmed.frames()):  # noqa: B007 - read() looks at it
        told.append(watcher.see(frame))
    gestures = [one for frame in told for one in frame if isinstance(one, GestureSeen)]
    hands = _hands(filmed.clip, list(_over(told)))
    return Told(
        clip=filmed.clip,
        said=", ".join(f"{one.gesture} {one.confidence}" for one in gestures) or "nothing",
        outcome=outcome(filmed.clip.act, gestures),
        hands_right=hands[True][0],
        hands_of=hands[True][1],
        bare_right=hands[False][0],
        bare_of=hands[False][1],
    )


def outcome(act: str, gestures: Sequence[GestureSeen]) -> Outcome:
    """How good it is to say this of an act."""
    expected = ACTS[act]
    sure = {one.gesture for one in gestures if one.confidence >= SURE_GESTURE}
    if sure - {expected.gesture}:
        return Outcome.WRONG
    if sure:
        return Outcome.RIGHT
    if gestures:
        return Outcome.RIGHT if expected.answer is Answer.ASK else Outcome.ASKED
    return Outcome.RIGHT if expected.answer is Answer.NOTHING else Outcome.MISSED


def figures(told: Sequence[Told], on: str) -> list[Figure]:
    """The rates: of all gestures, of all else, of hands, and of each act."""
    gestures = [one for one in told if ACTS[one.clip.act].answer is Answer.SURE]
    rest = [one for one in told if ACTS[one.clip.act].answer is not Answer.SURE]
    hands = sum(one.hands_right for one in told), sum(one.hands_of for one in told)
    bare = sum(one.bare_right for one in told), sum(one.bare_of for one in told)
    return [
        _figure("gestures", on, gestures, AIM_GESTURES),
        _figure("no gesture that can be told", on, rest, None),
        *(
            _figure(act, on, [one for one in told if one.clip.act == act], None)
            for act in ACTS
            if any(one.clip.act == act for one in told)
        ),
        Figure(
            what="a hand over the bet area, picture by picture",
            on=on,
            right=hands[0],
            of=hands[1],
            aim_percent=AIM_HANDS,
        ),
        Figure(
            what="no hand over the bet area, picture by picture",
            on=on,
            right=bare[0],
            of=bare[1],
            aim_percent=AIM_HANDS,
        ),
    ]


def confusions(told: Iterable[Told]) -> list[tuple[str, str, int]]:
    """Act, what was said of it, and how often."""
    counted = Counter((one.clip.act, one.said) for one in told)
    return [(*pair, count) for pair, count in sorted(counted.items())]


def worst(told: Iterable[Told], most: int = 12) -> list[Told]:
    """The clips that went worst: first what was wrong and sure, then what was missed or asked."""
    order = [Outcome.WRONG, Outcome.MISSED, Outcome.ASKED]
    bad = [one for one in told if one.outcome is not Outcome.RIGHT]
    return sorted(bad, key=lambda one: order.index(one.outcome))[:most]


def _figure(what: str, on: str, told: Sequence[Told], aim: float | None) -> Figure:
    counted = Counter(one.outcome for one in told)
    return Figure(
        what=what,
        on=on,
        right=counted[Outcome.RIGHT],
        of=len(told),
        aim_percent=aim,
        cannot_tell=counted[Outcome.ASKED],
        wrong_and_confident=counted[Outcome.WRONG],
    )


def _over(told: Sequence[Sequence[Observation]]) -> Iterator[bool]:
    """Picture by picture, whether a hand is said to be over the bet area."""
    over = False
    for frame in told:
        for one in frame:
            if isinstance(one, HandEntered | HandLeft):
                over = isinstance(one, HandEntered)
        yield over


def _hands(clip: Clip, said: Sequence[bool]) -> dict[bool, tuple[int, int]]:
    """For hand and none: pictures in which it was said, and in which it was there for a while."""
    right, of = Counter[bool](), Counter[bool]()
    for number in range(AGREED_FRAMES - 1, len(said)):
        lately = clip.covered_mm2[number - AGREED_FRAMES + 1 : number + 1]
        there, bare = min(lately) > CLEARLY_OVER_MM2, max(lately) == 0.0
        if there or bare:
            of[there] += 1
            right[there] += said[number] is there
    return {there: (right[there], of[there]) for there in (True, False)}
