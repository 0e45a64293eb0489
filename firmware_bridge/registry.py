"""Every kind of device that the bridge can read, by the name that the table file gives it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.bridge import Bridge, Delivery, keep_nothing
from firmware_bridge.driver import Driver
from firmware_bridge.link import Accounted, EventKey
from firmware_bridge.schema import SCHEMA, DeviceName
from firmware_bridge.shoes import angel_eye, line_reader
from firmware_bridge.shoes.reader import CardReader
from table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Use:
    """What a driver is made for.

    Attributes:
        name: the source's name in the table file.
        seats: names of the seats at positions 1, 2, ... of a panel.
        persist: puts a delivery on disk, or raises.
        resume_after: the last delivery's key from an earlier run.
        accounted: the losses that a person had confirmed in an earlier run.
        keep_accounted: puts such on disk.
        recorded: the bytes come from a recording.
        codes: the mapping file of a reader that needs one.
    """

    name: str
    seats: Sequence[Seat]
    persist: Callable[[Delivery], None]
    resume_after: EventKey | None = None
    accounted: Accounted | None = None
    keep_accounted: Callable[[Accounted], None] = keep_nothing
    recorded: bool = False
    codes: Path | None = None


@dataclass(frozen=True)
class DeviceKind:
    """One kind of device.

    Attributes:
        summary: what it is, in a line.
        baudrate: its speed, with eight data bits, no parity and one stop bit.
        make: makes the driver of one such device.
        needs_codes: it says codes, which a mapping file makes cards.
    """

    summary: str
    baudrate: int
    make: Callable[[Use], Driver]
    needs_codes: bool = False


def _ours(device: DeviceName) -> Callable[[Use], Driver]:
    def make(use: Use) -> Driver:
        return Bridge(
            use.name,
            device,
            use.seats,
            persist=use.persist,
            resume_after=use.resume_after,
            accounted=use.accounted,
            keep_accounted=use.keep_accounted,
            recorded=use.recorded,
        )

    return make


def _angel_eye(use: Use) -> Driver:
    return CardReader(
        use.name, angel_eye.AngelEye(), persist=use.persist, resume_after=use.resume_after
    )


def _line_reader(use: Use) -> Driver:
    if use.codes is None:
        raise ValueError("a line reader needs its mapping file: give codes")
    codes = line_reader.read_card_codes(use.codes)
    return CardReader(
        use.name,
        line_reader.LineReader(codes),
        persist=use.persist,
        resume_after=use.resume_after,
    )


KINDS: dict[str, DeviceKind] = {
    "panel": DeviceKind(
        "our panel: keys and a lamp for each seat", SCHEMA.timing.baud, _ours("panel")
    ),
    "shoe": DeviceKind("our card shoe", SCHEMA.timing.baud, _ours("shoe")),
    "angel_eye": DeviceKind(
        "Angel Eye II-EX (unofficial, not verified on hardware)", angel_eye.BAUDRATE, _angel_eye
    ),
    "line_reader": DeviceKind(
        "a barcode, QR or RFID reader that sends a line a card",
        line_reader.BAUDRATE,
        _line_reader,
        needs_codes=True,
    ),
}
