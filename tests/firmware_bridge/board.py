"""The panel's own binary in a simulated ATmega: the same face as `EmulatedDevice`, and noise."""

import functools
import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.emulator import EmulatedDevice, build_firmware
from firmware_bridge.script import Stroke

CHIPS = ("atmega2560", "atmega328p", "atmega32u4")
_SOURCES = sorted((Path(__file__).parent / "simavr_board").glob("*.[ch]"))
_HEADER = Path("/usr/include/simavr/sim_avr.h")
_FLAGS = ("-O2", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")


def missing() -> str:
    """What the board needs and this machine lacks; empty where nothing."""
    tools = [tool for tool in ("cc", "make", "avr-gcc", "pkg-config") if shutil.which(tool) is None]
    return ", ".join([*tools, *([] if _HEADER.exists() else ["libsimavr-dev"])])


needs_board = pytest.mark.skipif(
    bool(missing()), reason=f"missing for the simulated board: {missing()}"
)


@functools.cache
def board_program() -> Path:
    """Build the board around the chip, once for each state of its source."""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in _SOURCES)).hexdigest()[:16]
    built = build_firmware("panel-atmega2560.elf").with_name(f"simavr-board-{digest}")
    if not built.exists():
        listed = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "simavr"],
            capture_output=True,
            text=True,
            check=True,
        )
        libraries = [*listed.stdout.split(), "-lelf", "-lutil"]
        with tempfile.TemporaryDirectory(dir=built.parent) as scratch:
            made = Path(scratch) / built.name
            sources = [path for path in _SOURCES if path.suffix == ".c"]
            subprocess.run(["cc", *_FLAGS, "-o", made, *sources, *libraries], check=True)
            made.replace(built)
    return built


@dataclass(frozen=True)
class Move:
    """A key that moved.

    Attributes:
        subject: the seat's position, 0 for the dealer.
        bit: the key's bit.
        down: where it went.
        at_ns: when, on the clock of `time.monotonic_ns`.
        chip_ms: when, by the chip's own time.
    """

    subject: int
    bit: int
    down: bool
    at_ns: int
    chip_ms: int


class Board(EmulatedDevice):
    """A panel with an ATmega.

    Attributes:
        moves: every key that moved so far.
        greetings: maker and product, each time that a host took up its USB.
    """

    def __init__(self, chip: str = "atmega2560", *, boot_id: int = 1) -> None:
        self.moves: list[Move] = []
        self.greetings: list[str] = []
        self._moves_to_come = 0
        self._unused_ram = 0
        elf = build_firmware(f"panel-{chip}.elf")
        super().__init__("panel", boot_id=boot_id, program=[str(board_program()), chip, str(elf)])

    def noise(self, share: float, seed: int = 1) -> None:
        """Damage this share of the bytes each way: a third each flipped, lost and doubled."""
        millionths = round(share * 1e6 / 3)
        self.command(f"noise {millionths} {millionths} {millionths} {seed}")

    def freeze(self) -> None:
        """Let the chip stand still, with its cable in."""
        self.command("freeze")

    def thaw(self) -> None:
        """Let it go on."""
        self.command("thaw")

    def unused_ram(self) -> int:
        """Bytes between variables and stack that nothing has ever touched."""
        self.command("ram")
        return self._unused_ram

    def stroke(self, strokes: Iterable[Stroke]) -> int:
        """Move keys at times from now, and count the moves to come."""
        listed = list(strokes)
        self._moves_to_come += len(listed)
        return super().stroke(listed)

    @property
    def settled(self) -> bool:
        """Whether every stroke so far has moved its key.

        A key that is pressed while it is down says nothing, so whoever presses one twice waits for
        this: on a loaded machine the chip's time runs behind what the host has already heard.
        """
        return len(self.moves) == self._moves_to_come

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def _take(self, words: list[str]) -> None:
        match words:
            case ["moved", subject, bit, down, at_ns, chip_ms]:
                move = Move(int(subject), int(bit), down == "1", int(at_ns), int(chip_ms))
                self.moves.append(move)
            case ["usb", *names]:
                self.greetings.append(" ".join(names))
            case ["unused", count]:
                self._unused_ram = int(count)
            case _:
                super()._take(words)
