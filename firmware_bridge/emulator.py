"""Emulated devices: the firmware, built for this machine, as a process behind a pseudo terminal.

    with EmulatedDevice("panel") as panel:
        panel.say(3, SpokenWord.RAISE, 500)
        panel.unplug()

What runs is the C code of a real device; only its hal_posix.c is the emulation's own.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from firmware_bridge.messages import Outputs
from firmware_bridge.problem import Problem
from firmware_bridge.schema import DeviceName
from firmware_bridge.script import Press, Stroke, strokes_of
from firmware_bridge.shoe import card_number
from firmware_bridge.transport import TransportError
from table.cards import Card
from table.observations import DealerButton, SpokenWord

FIRMWARE = Path(__file__).parent / "firmware"
_COMMAND_WAIT_S = 10.0
# A word's key goes down so long after its first digit may: ten strokes of 80 ms and some.
_LEAD_MS = 1000


class EmulatorError(TransportError):
    """The firmware could not be built or started."""


def build_firmware(target: str) -> Path:
    """Build a target of the firmware's Makefile, once for each state of its sources.

    Args:
        target: such as `panel`, `shoe-sanitized` or `panel.so`.

    Raises:
        EmulatorError: there is no compiler, or it refuses the sources.
    """
    if shutil.which("make") is None or shutil.which("cc") is None:
        raise EmulatorError(
            Problem(
                "The firmware cannot be built: make or a C compiler is missing",
                "Say `sudo apt-get install make gcc libc6-dev`.",
            )
        )
    sources = sorted(path for path in FIRMWARE.iterdir() if path.is_file())
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = _cache_folder() / f"firmware-{digest}"
    built = folder / target
    if not built.exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                # Moved whole or not at all: another process may be building the same.
                _make(Path(scratch), target).replace(built)
        except OSError as error:
            reason = f"The folder {folder} cannot be written: {error.strerror}"
            raise EmulatorError(Problem(reason, "Set XDG_CACHE_HOME to one that can.")) from error
    return built


def _make(folder: Path, target: str) -> Path:
    command = ["make", "-C", str(FIRMWARE), f"OUT={folder}", str(folder / target)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if made.returncode != 0:
        reason = f"The firmware does not build:\n{made.stderr.strip()}"
        raise EmulatorError(Problem(reason, "Mend the first error that is named."))
    return folder / target


def _cache_folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "betline"


class EmulatedDevice:
    """A panel or a shoe without hardware.

    Attributes:
        port: the path to open; it stays the same when the device is plugged in again.
        outputs: lamps and buzzer as they are.

    Args:
        device: what it is.
        boot_id: of its first start.
        sanitized: build it with the address and undefined behaviour sanitizers.
        folder: where the port's link is made; a new temporary folder where not given.
        on_outputs: gets lamps and buzzer when they change, from the reading thread.
        program: another program that obeys the commands of hal_posix.c, and its arguments.

    Raises:
        EmulatorError: the firmware could not be built or started.
    """

    def __init__(
        self,
        device: DeviceName = "panel",
        *,
        boot_id: int = 1,
        sanitized: bool = False,
        folder: Path | None = None,
        on_outputs: Callable[[Outputs], None] | None = None,
        program: Sequence[str] = (),
    ) -> None:
        if not program:
            program = [str(build_firmware(f"{device}-sanitized" if sanitized else device))]
        self._scratch = tempfile.TemporaryDirectory(prefix="betline-") if folder is None else None
        self.port = str(Path(self._scratch.name if self._scratch else str(folder)) / device)
        self.outputs = Outputs()
        self._on_outputs = on_outputs
        self._taken = threading.Semaphore(0)
        self._ended = False
        self._process = subprocess.Popen(  # noqa: S603
            program,
            env={"PORT": self.port, "BOOT_ID": str(boot_id)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._reader = threading.Thread(target=self._read, name=f"emulated {device}", daemon=True)
        self._reader.start()
        self.command("key 0 0 0 0")  # it is taken once the port is there

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def say(self, seat: int, word: SpokenWord, amount: int | None = None) -> int:
        """Type the figure, if any, and press the word's key at a seat.

        Returns:
            Milliseconds until the last key is up.
        """
        press = Press(at_ms=_LEAD_MS if amount else 0, seat=seat, word=word, amount=amount)
        return self.stroke(strokes_of(press))

    def press_dealer(self, button: DealerButton) -> int:
        """Press one of the dealer's keys; gives the milliseconds until it is up."""
        return self.stroke(strokes_of(Press(at_ms=0, dealer=button)))

    def stroke(self, strokes: Iterable[Stroke]) -> int:
        """Move keys at times from now; gives the milliseconds until the last one."""
        last_ms = 0
        for at_ms, subject, bit, down in sorted(strokes):
            self.command(f"key {at_ms} {subject} {bit} {int(down)}")
            last_ms = max(last_ms, at_ms)
        return last_ms

    def deal(self, card: Card | None) -> None:
        """Let a card leave the shoe; None: one that it cannot read."""
        self.command(f"card 0 {card_number(card)}")

    def load_deck(self) -> None:
        """Put a new deck into the shoe."""
        self.command("deck 0")

    def unplug(self) -> None:
        """Pull the cable: the port goes, the device runs on."""
        self.command("unplug")

    def plug(self) -> None:
        """Put the cable in again."""
        self.command("plug")

    def reset(self) -> None:
        """Restart the device, with the keys as they are. Its memory is lost, the port stays."""
        self.command("reset")

    def command(self, line: str) -> None:
        """Send one command of hal_posix.c and wait until it is taken.

        Raises:
            EmulatorError: the process has ended.
        """
        try:
            self._input.write(line + "\n")
            taken = self._taken.acquire(timeout=_COMMAND_WAIT_S)
        except OSError:
            taken = False
        if not taken or self._ended:
            reason = "The emulated device has ended"
            raise EmulatorError(Problem(reason, "Look at what it wrote to the error output."))

    def close(self) -> None:
        """Unplug for good and end the process."""
        self._input.close()  # the process ends with its input
        try:
            self._process.wait(_COMMAND_WAIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._output.close()
        if self._scratch is not None:
            self._scratch.cleanup()

    @property
    def _input(self) -> IO[str]:
        return cast(IO[str], self._process.stdin)

    @property
    def _output(self) -> IO[str]:
        return cast(IO[str], self._process.stdout)

    def _read(self) -> None:
        for line in self._output:
            self._take(line.split())
        self._ended = True
        self._taken.release()  # nobody shall wait any longer

    def _take(self, words: list[str]) -> None:
        match words:
            case ["outputs", lamps, buzzer]:
                before, self.outputs = self.outputs, Outputs(int(lamps), int(buzzer))
                if self._on_outputs is not None and self.outputs != before:
                    self._on_outputs(self.outputs)
            case ["done", *_]:
                self._taken.release()
