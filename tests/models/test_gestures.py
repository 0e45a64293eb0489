"""Rendered hands: what the watcher says of them, and what it must never be sure of."""

from dataclasses import replace

import numpy as np
import pytest

from models.gestures.acts import ACTS
from models.gestures.clips import Filmed, film_clip
from models.gestures.measuring import Outcome, Told, confusions, figures, outcome, watch, worst
from models.staging.recording import Source
from table.observations import GestureKind, GestureSeen
from table.trust import SURE_GESTURE

QUICK = {
    "tap twice": 0,
    "fold": 2,
    "sweep": 3,
    "wave-off": 4,
    "point": 5,
    "dealer": 12,
    "put beside": 13,
}
"""Acts and the numbers of their clips."""


@pytest.fixture(scope="module")
def filmed(source: Source) -> dict[str, Filmed]:
    return {
        act: film_clip(source.layout, act, np.random.default_rng((1, number)))
        for act, number in QUICK.items()
    }


@pytest.fixture(scope="module")
def told(source: Source, filmed: dict[str, Filmed]) -> dict[str, Told]:
    return {act: watch(clip, source.layout) for act, clip in filmed.items()}


def seen(gesture: GestureKind, confidence: int) -> GestureSeen:
    return GestureSeen(source="overhead", at_ns=0, confidence=confidence, seat="1", gesture=gesture)


def test_cards_pushed_forward_are_sure(told: dict[str, Told]) -> None:
    assert told["fold"].said == "cards_pushed_forward 930"


def test_knocks_are_taken_for_a_tap_or_asked_about(told: dict[str, Told]) -> None:
    """A small knock at the edge of what shows is not sure: more clips are needed for a rate."""
    assert told["tap twice"].said.startswith("tap_table")


def test_a_whole_stack_swept_forward_is_said_and_never_sure(told: dict[str, Told]) -> None:
    assert told["sweep"].said.startswith("sweep_whole_stack_forward")
    assert told["sweep"].outcome is Outcome.ASKED


def test_a_hand_that_waves_or_points_is_asked_about(told: dict[str, Told]) -> None:
    for act in ("wave-off", "point"):
        assert told[act].outcome is Outcome.RIGHT
        assert told[act].said != "nothing"


def test_nothing_wrong_is_sure(told: dict[str, Told]) -> None:
    assert [one for one in told.values() if one.outcome is Outcome.WRONG] == []


def test_hands_are_told_picture_by_picture(told: dict[str, Told]) -> None:
    right = sum(one.hands_right for one in told.values())
    of = sum(one.hands_of for one in told.values())
    bare_right = sum(one.bare_right for one in told.values())
    bare_of = sum(one.bare_of for one in told.values())
    assert of > 40
    assert bare_of > 200
    assert right >= 0.9 * of
    assert bare_right >= 0.98 * bare_of


def test_the_same_number_gives_the_same_clip_but_for_rounding(
    source: Source, filmed: dict[str, Filmed]
) -> None:
    again = film_clip(source.layout, "fold", np.random.default_rng((1, QUICK["fold"])))
    assert again.clip == filmed["fold"].clip
    one, other = (clip.pictures[20].astype(int) for clip in (again, filmed["fold"]))
    assert np.abs(one - other).mean() < 1.0


def test_the_outcome_of_what_was_said() -> None:
    sure, unsure = SURE_GESTURE, SURE_GESTURE - 1
    tap, fold = GestureKind.TAP_TABLE, GestureKind.CARDS_PUSHED_FORWARD
    assert outcome("tap twice", [seen(tap, sure)]) is Outcome.RIGHT
    assert outcome("tap twice", [seen(tap, unsure)]) is Outcome.ASKED
    assert outcome("tap twice", []) is Outcome.MISSED
    assert outcome("tap twice", [seen(fold, sure)]) is Outcome.WRONG
    assert outcome("wave-off", [seen(tap, sure)]) is Outcome.WRONG
    assert outcome("wave-off", [seen(tap, unsure)]) is Outcome.RIGHT
    assert outcome("wave-off", []) is Outcome.MISSED
    assert outcome("bet", []) is Outcome.RIGHT
    assert outcome("bet", [seen(tap, unsure)]) is Outcome.ASKED


def test_the_figures_count_every_clip(told: dict[str, Told]) -> None:
    wrong = replace(told["point"], outcome=Outcome.WRONG)
    many = [*told.values(), wrong]
    rows = {row.what: row for row in figures(many, "clips")}
    assert rows["gestures"].of == 3
    assert rows["gestures"].cannot_tell >= 1
    assert rows["no gesture that can be told"].of == 5
    assert rows["point"].wrong_and_confident == 1
    assert sum(count for *_, count in confusions(many)) == len(many)
    assert worst(many)[0] is wrong
    assert set(told) <= set(ACTS)
