"""What the cameras of an idle table cost, as `betline bench` tells it."""

from dataclasses import replace

from api.demo import RECORDING, demo_table_file
from api.idle_bench import Idle, measure_idle


def test_two_cameras_over_an_idle_table_are_measured_and_held_against_their_budget():
    with demo_table_file(RECORDING) as table_file:
        idle = measure_idle(table_file, measured_s=1)
    assert (idle.cameras, idle.size_px, idle.frames_per_second) == (2, (1920, 1080), 15.0)
    assert 0.05 < idle.cores < 2.0  # decoding thirty pictures of this size alone takes more


def test_more_than_one_core_misses_the_budget():
    kept = Idle(2, (1920, 1080), 15.0, cores=0.5)
    missed = replace(kept, cores=1.01)
    assert kept.within
    assert not missed.within
    assert missed.as_json()["within"] is False
