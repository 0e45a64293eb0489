"""What docs/wiring.md tells a technician is what the firmware does."""

import re
import subprocess
from pathlib import Path

import pytest
from bench import needs_compiler

from firmware_bridge.emulator import FIRMWARE
from firmware_bridge.registry import KINDS
from firmware_bridge.schema import SCHEMA

WIRING = Path(__file__).parents[2] / "docs" / "wiring.md"
CHIPS = ("ATmega2560", "ATmega328P", "ATmega32U4")
# Which pin of a header a pin of port B is: the boards' own drawings.
HEADERS = {
    "ATmega2560": {0: "53", 1: "52", 2: "51", 3: "50", 4: "10"},
    "ATmega328P": {0: "8", 1: "9", 2: "10", 3: "11", 4: "12"},
    "ATmega32U4": {1: "SCK, 15", 2: "MOSI, 16", 3: "MISO, 14", 4: "8", 5: "9"},
}
PINS = ("load", "clock", "keys", "outputs", "latch")


def table_under(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    text = WIRING.read_text(encoding="utf-8").split(f"\n## {heading}\n", 1)[1]
    lines = text.split("\n## ", 1)[0].splitlines()
    rows = [line for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def defined(header: str, *flags: str) -> dict[str, str]:
    """The macros of a header."""
    command = ["cc", "-E", "-dM", *flags, str(FIRMWARE / header)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^#define (\w+) (.+)$", listed, re.MULTILINE))


@needs_compiler
@pytest.mark.parametrize("chip", CHIPS)
def test_each_pin_is_the_one_that_the_firmware_drives(chip: str):
    column = 2 + CHIPS.index(chip)
    macros = defined("avr_pins.h", f"-D__AVR_{chip}__")
    told = {row[0]: row[column] for row in table_under("Pins")}
    numbers = {name: int(macros[f"PIN_{name.upper()}"]) for name in PINS}
    assert told == {name: f"B{at} = {HEADERS[chip][at]}" for name, at in numbers.items()}


def test_each_chips_queue_is_the_one_that_it_is_built_with():
    makefile = (FIRMWARE / "Makefile").read_text(encoding="utf-8")
    built = dict(re.findall(r"^QUEUE_(\w+) := (\d+)$", makefile, re.MULTILINE))
    told = {row[0].lower(): row[3] for row in table_under("Which board")}
    assert told == {chip: f"{length} events" for chip, length in built.items()}


def test_each_button_hangs_on_the_input_that_is_read_as_it():
    """The first bit that a 74HC165 gives is its input H."""
    chips = [SCHEMA.dealer_keys, *(SCHEMA.seat_keys[at : at + 8] for at in (0, 8, 16))]
    expected = [
        [letter, *(chip[at] if at < len(chip) else "" for chip in chips)]
        for at, letter in enumerate("HGFEDCBA")
    ]
    assert table_under("Buttons") == expected


def test_every_device_of_the_registry_is_told_and_no_other():
    told = {row[0].strip("`") for row in table_under("Shoes and readers")}
    assert told | {"panel"} == set(KINDS)
    for name, kind in KINDS.items():
        row = next((row for row in table_under("Shoes and readers") if name in row[0]), None)
        if row and "baud" in row[1]:
            assert f"{kind.baudrate} baud" in row[1]
