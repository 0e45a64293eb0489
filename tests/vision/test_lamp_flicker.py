"""A flickering lamp: its bands wander over the picture, and nothing that lies there has moved."""

import numpy as np
import pytest
from drawn_table import (
    EMPTY,
    HEIGHT_MM,
    INTERVAL_NS,
    LAYOUT,
    ColourReader,
    frames,
    straight_above,
    visit,
)

from table.observations import ChipsAtRest, HandEntered, HandLeft, Observation
from vision.frames import Frame
from vision.lamp import JUDGED_FRAMES, LampEvener
from vision.watching import TableWatcher

SPOT = (205.0, 255.0)
BET = EMPTY.but(chips=((25, (180, 240)), (5, (230, 240))))
CALM = 8
KNOWN = JUDGED_FRAMES + 5
"""Frames after which a lamp that flickers is known."""

READOUT_S = 0.02
"""A rolling shutter takes so long from the first row to the last."""


def flickering(frame: Frame, lamp_hz: float, depth: float) -> Frame:
    """The frame under a lamp that flickers: each row is exposed at its own moment."""
    rows_s = frame.at_ns / 1e9 + READOUT_S * np.arange(HEIGHT_MM) / HEIGHT_MM
    light = 1 + depth * np.sin(2 * np.pi * lamp_hz * rows_s)
    picture = np.clip(frame.picture * light[:, None, None], 0, 255).astype(np.uint8)
    return Frame(picture, frame.at_ns, frame.source, frame.sequence)


def watch(scenes, lamp_hz: float, depth: float) -> list[Observation]:
    """What is told of seat 1 once the lamp is known."""
    watcher = TableWatcher("overhead", LAYOUT.seats, straight_above(), ColourReader())
    lamp = LampEvener("overhead")
    told = []
    for frame in frames([scenes[0]] * KNOWN + list(scenes)):
        lit = flickering(frame, lamp_hz, depth)
        evened = Frame(lamp.even(lit.picture), lit.at_ns, lit.source, lit.sequence)
        told += [fact for fact in watcher.see(evened) if fact.seat == "1"]
    return [fact for fact in told if fact.at_ns > KNOWN * INTERVAL_NS]


@pytest.mark.parametrize(("lamp_hz", "depth"), [(100.0, 0.15), (100.7, 0.3)])
def test_a_flickering_lamp_moves_nothing(lamp_hz: float, depth: float) -> None:
    assert watch([BET] * 40, lamp_hz, depth) == []


@pytest.mark.parametrize(("lamp_hz", "depth"), [(100.3, 0.15), (100.7, 0.25), (119.3, 0.15)])
def test_a_bet_is_seen_under_a_flickering_lamp(lamp_hz: float, depth: float) -> None:
    told = watch([EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM, lamp_hz, depth)
    assert [type(fact) for fact in told] == [HandEntered, HandLeft, ChipsAtRest]
    assert told[-1].chips == (25, 5)


def test_under_a_steady_lamp_no_pixel_is_changed() -> None:
    lamp = LampEvener("overhead")
    arms = visit(EMPTY, BET, SPOT, stay=40) + visit(BET, BET.but(light=0.6), SPOT)
    for frame in frames([EMPTY] * JUDGED_FRAMES + arms):
        assert lamp.even(frame.picture) is frame.picture


def test_the_bands_are_gone_and_the_remedy_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    lamp = LampEvener("overhead")
    errors = []
    for frame in frames([BET] * 2 * JUDGED_FRAMES):
        evened = lamp.even(flickering(frame, 100.7, 0.15).picture)
        rows = np.log(evened[:, 320:480].mean(axis=(1, 2)) / frame.picture[:, 320:480].mean((1, 2)))
        errors.append(float(rows.std()))
    assert np.mean(errors[:JUDGED_FRAMES]) > 0.09
    assert np.mean(errors[JUDGED_FRAMES:]) < 0.03
    assert len(caplog.messages) == 1
    assert "exposure time to 10 or 20 ms" in caplog.text
