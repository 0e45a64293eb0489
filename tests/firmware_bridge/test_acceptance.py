"""What `make bridge-acceptance` measures at length, at a size that every run can afford.

Whether something came whole and in order is asserted; how fast it was depends on the machine, and
is for the long run alone.
"""

import dataclasses
import shutil
from pathlib import Path

import pytest
from acceptance import delivery, fuzzing, kills, latency, rows, shoes, soak
from bench import needs_compiler
from board import needs_board

from firmware_bridge.emulator import FIRMWARE

pytestmark = pytest.mark.firmware

DOCUMENT = Path(__file__).parents[2] / "docs" / "bridge.md"


@needs_compiler
def test_ten_thousand_presses_through_noise_and_pulled_cables_in_virtual_time():
    row = delivery.on_the_bench(10_000)
    assert row.reached, row


@needs_compiler
def test_damaged_frames_are_refused_by_both_decoders():
    measured = fuzzing.measure(400_000)
    assert [row.reached for row in measured] == [True, True], measured


@needs_compiler
def test_a_decoder_that_forgets_its_checksum_is_found_out(tmp_path: Path):
    broken = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, broken)
    source = (broken / "frame.c").read_text()
    assert source.count("if (!crc_fits(content, checked))") == 1
    (broken / "frame.c").write_text(source.replace("!crc_fits(content, checked)", "checked == 0"))
    firmware, host = fuzzing.measure(20_000, broken)
    assert not firmware.reached, firmware
    assert host.reached, host


@needs_board
def test_the_flashed_binary_loses_nothing_over_a_pulled_cable():
    row = delivery.on_the_board(100)
    assert row.reached, row


@needs_board
def test_hosts_that_die_between_disk_and_acknowledgement_repeat_nothing():
    row = kills.measure(10)
    assert row.reached, row


@needs_board
def test_what_no_queue_can_hold_is_told_and_counted():
    delivery.beyond_the_queue(1)  # it asserts the count and the state; the seconds are measured


@needs_board
def test_every_press_gets_its_time_and_every_outage_ends():
    clean, noisy = latency.pin_to_disk(30)
    measured = [clean, noisy, *latency.outages(2)]
    assert all("ms" in row.measured or " s" in row.measured for row in measured)


@needs_board
def test_eight_panels_make_no_storm():
    row = soak.measure(0.1)
    assert row.reached, row


def test_a_damaged_line_makes_no_wrong_card():
    row = shoes.measure(20_000)
    assert row.reached, row


def test_the_table_is_put_between_its_marks(tmp_path: Path):
    document = tmp_path / "page.md"
    document.write_text(f"before\n{rows.MARKS[0]}old\n{rows.MARKS[1]}after\n")
    good = rows.Row("a thing", "at least 1", "2", reached=True)
    rows.write_into(document, [good, dataclasses.replace(good, reached=False)], "A remark.\n")
    lines = document.read_text().splitlines()
    assert lines[0] == "before"
    assert lines[-1] == "after"
    assert "| a thing | at least 1 | 2 | yes |" in lines
    assert "| a thing | at least 1 | 2 | **no** |" in lines


def test_the_page_of_the_bridge_has_the_marks():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text.index(rows.MARKS[0]) < text.index(rows.MARKS[1])
