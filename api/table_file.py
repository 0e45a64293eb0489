"""The table file: everything that one table is made of, in one YAML document.

The keys are described, with an example, in docs/table-file.md. Paths are relative to the file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field, field_validator, model_validator

from firmware_bridge.registry import KINDS
from firmware_bridge.schema import DeviceName
from firmware_bridge.shoes.line_reader import read_card_codes
from table.documents import Document, DocumentError, Model, Problem, faults_in, parse_document
from table.game import AnteType, EventKind, Game, Limit
from table.seats import Seat
from table.variants import VARIANTS
from vision.camera_settings import CameraSettings
from vision.layout import Layout, read_layout

LOOPBACK_HOSTS = ("127.0.0.1", "::1", "localhost")


class BridgeEntry(Document):
    """One device on a serial line: a panel of buttons and lamps, or a shoe.

    Exactly one of `port` and `recording` is given.

    Attributes:
        name: unique among the sources, such as `panel`.
        device: `panel` or `shoe`, which are ours; `angel_eye` (unofficial, not verified on
            hardware); `line_reader`, a barcode, QR or RFID reader that sends a line a card.
        port: a serial port, best by its lasting name under /dev/serial/by-id/ (`betline ports`
            lists them), or an address such as socket://192.168.1.9:4000.
        recording: a recorded line of a panel or shoe of ours, *.serial.jsonl.
        seats: the seats at the panel's positions 1, 2, ...; the layout's, clockwise, if absent.
        codes: of a line reader: the file that says which code is which card.
    """

    name: str = Field(min_length=1)
    device: Literal["panel", "shoe", "angel_eye", "line_reader"] = "panel"
    port: str | None = None
    recording: str | None = None
    seats: tuple[Seat, ...] = ()
    codes: str | None = None

    @model_validator(mode="after")
    def _one_line(self) -> "BridgeEntry":
        if (self.port is None) == (self.recording is None):
            raise ValueError("give exactly one of port and recording")
        if self.recording is not None and self.device not in get_args(DeviceName):
            raise ValueError("only a panel or shoe of ours can be a recording")
        if (self.codes is not None) != KINDS[self.device].needs_codes:
            raise ValueError("a line_reader has codes, and no other device has them")
        return self


class GameEntry(Document):
    """A game that the dealer may start on the screen. Amounts are in the smallest unit.

    The keys are those of `table.game.Game`, and `name`, which the screen shows.
    """

    name: str = Field(min_length=1, max_length=40)
    limit: Limit
    variant: str = "holdem"
    small_blind: int = Field(default=0, ge=0)
    big_blind: int = Field(gt=0)
    unit: int | None = Field(default=None, gt=0)
    big_unit: int | None = Field(default=None, gt=0)
    cap: int | None = Field(default=None, gt=0)
    uncapped: bool = False
    max_raise: int | None = Field(default=None, gt=0)
    straddle: int | None = Field(default=None, gt=0)
    kill: bool = False
    ante: int = Field(default=0, ge=0)
    ante_type: AnteType = AnteType.EACH
    round_small_blind: bool = False
    round_pot_to: int = Field(default=0, ge=0)
    smallest_chip: int = Field(default=1, gt=0)
    event: EventKind | None = None

    @field_validator("variant")
    @classmethod
    def _known_variant(cls, variant: str) -> str:
        if variant not in VARIANTS:
            raise ValueError(f"no game is called {variant!r}; there are {', '.join(VARIANTS)}")
        return variant

    @property
    def game(self) -> Game:
        """The game as `table` knows it."""
        return Game(**self.model_dump(exclude={"name"}))


class ScreensEntry(Document):
    """Where the screens are served.

    Attributes:
        host: 127.0.0.1 for this machine alone; 0.0.0.0 for tablets too, which then need the
            pairing code that `betline run` prints.
        port: of the web server.
    """

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)

    @property
    def needs_pairing(self) -> bool:
        """Whether other machines can reach the screens."""
        return self.host not in LOOPBACK_HOSTS


class TableFile(Document):
    """The whole table file.

    Attributes:
        name: of the table, shown on every screen.
        layout: the layout file.
        rulebook: the name of a shipped rulebook, or a rulebook file.
        chip_set: the chip set's folder.
        language: the screens' first language; each screen can be switched.
        cameras: at least one.
        bridges: devices on serial lines.
        games: at least one; the first is proposed for a new hand.
        log: the log file, on a local disk.
        commands: of a recorded table: what was tapped on the dealer screen, one event a line.
        screens: where the screens are served.
    """

    name: str = Field(min_length=1, max_length=40)
    layout: Path
    rulebook: str = Field(min_length=1)
    chip_set: Path
    language: Literal["en", "ru"] = "en"
    cameras: tuple[CameraSettings, ...] = Field(min_length=1)
    bridges: tuple[BridgeEntry, ...] = ()
    games: tuple[GameEntry, ...] = Field(min_length=1)
    log: Path = Path("betline.log")
    commands: Path | None = None
    screens: ScreensEntry = ScreensEntry()

    @property
    def recorded(self) -> bool:
        """Whether all sources are recordings, so that the table has a time line of its own."""
        sources = [camera.recorded for camera in self.cameras]
        return all(sources + [bridge.recording is not None for bridge in self.bridges])

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of all sources, in the order of the file."""
        cameras = [entry.name for entry in self.cameras]
        return (*cameras, *(entry.name for entry in self.bridges))

    def game(self, name: str) -> Game | None:
        """The game of this name; None if the table does not offer it."""
        return next((entry.game for entry in self.games if entry.name == name), None)


Fault = tuple[tuple[str | int, ...], str, str]
"""The path of a key, what is wrong, and the remedy."""


def read_table_file(path: Path) -> TableFile:
    """Read a table file; its paths become absolute, and what it names is known to exist.

    Raises:
        DocumentError: it cannot be used; the text says file, line and remedy.
    """
    text = _read_text(path, "Check the path; docs/table-file.md shows an example.")
    table_file = parse_document(text, str(path), TableFile)
    faults = [
        *_repeated_names(table_file),
        *_mixed_times(table_file),
        *_missing_files(table_file, path.parent),
    ]
    if faults:
        raise faults_in(text, str(path), faults)
    found = _with_absolute_paths(table_file, path.parent.absolute())
    strangers = list(_unknown_seats(found, read_layout_file(found.layout)))
    if strangers:
        raise faults_in(text, str(path), strangers)
    for bridge in found.bridges:
        if bridge.codes is not None:
            read_card_codes(Path(bridge.codes))
    return found


def read_layout_file(path: Path) -> Layout:
    """Read the layout that a table file names.

    Raises:
        DocumentError: it cannot be used.
    """
    return read_layout(_read_text(path, "Check `layout:` in the table file."), str(path))


def _repeated_names(table_file: TableFile) -> Iterator[Fault]:
    cameras = [(("cameras", index), entry.name) for index, entry in enumerate(table_file.cameras)]
    bridges = [(("bridges", index), entry.name) for index, entry in enumerate(table_file.bridges)]
    games = [(("games", index), entry.name) for index, entry in enumerate(table_file.games)]
    for group in ([*cameras, *bridges], games):
        seen: set[str] = set()
        for key, name in group:
            if name in seen:
                message = f"the name {name!r} is used twice"
                yield (*key, "name"), message, "Give each its own name."
            seen.add(name)


def _mixed_times(table_file: TableFile) -> Iterator[Fault]:
    """A recording has a time line of its own, which no live source can follow."""
    recorded = {("cameras", i): entry.recorded for i, entry in enumerate(table_file.cameras)}
    recorded |= {
        ("bridges", i): entry.recording is not None for i, entry in enumerate(table_file.bridges)
    }
    if table_file.commands and not all(recorded.values()):
        yield ("commands",), "taps can be replayed only with recorded sources", "Delete this line."
    if len(set(recorded.values())) > 1:
        key = next(key for key, played in recorded.items() if played)
        yield key, "recorded and live sources cannot be mixed", "Record all sources, or none."


def _missing_files(table_file: TableFile, folder: Path) -> Iterator[Fault]:
    files: list[tuple[tuple[str | int, ...], str | None]] = [
        (("layout",), str(table_file.layout)),
        (("chip_set",), str(table_file.chip_set)),
        (("commands",), str(table_file.commands) if table_file.commands else None),
        (("rulebook",), table_file.rulebook if _is_path(table_file.rulebook) else None),
    ]
    for index, camera in enumerate(table_file.cameras):
        files.append((("cameras", index, "calibration"), camera.calibration))
        files += [(("cameras", index, key), getattr(camera, key)) for key in ("folder", "video")]
    for index, bridge in enumerate(table_file.bridges):
        files += [(("bridges", index, key), getattr(bridge, key)) for key in ("recording", "codes")]
    for key, name in files:
        if name is not None and not (folder / name).exists():
            yield key, f"there is no {name}", "Paths are relative to the table file."


def _unknown_seats(table_file: TableFile, layout: Layout) -> Iterator[Fault]:
    remedy = f"Its seats are {', '.join(layout.seat_names)}."
    named = [(("cameras", index), entry.seats) for index, entry in enumerate(table_file.cameras)]
    named += [(("bridges", index), entry.seats) for index, entry in enumerate(table_file.bridges)]
    for key, seats in named:
        for place, seat in enumerate(seats):
            if seat not in layout.seat_names:
                yield (*key, "seats", place), f"the layout has no seat {seat}", remedy


def _with_absolute_paths(table_file: TableFile, folder: Path) -> TableFile:
    def absolute(entry: Model, *keys: str) -> Model:
        given = {key: getattr(entry, key) for key in keys}
        paths = {key: str(folder / name) for key, name in given.items() if name is not None}
        return entry.model_copy(update=paths)

    cameras = [absolute(entry, "folder", "video", "calibration") for entry in table_file.cameras]
    bridges = [absolute(entry, "recording", "codes") for entry in table_file.bridges]
    rulebook = table_file.rulebook
    return table_file.model_copy(
        update={
            "layout": folder / table_file.layout,
            "rulebook": str(folder / rulebook) if _is_path(rulebook) else rulebook,
            "chip_set": folder / table_file.chip_set,
            "log": folder / table_file.log,
            "commands": folder / table_file.commands if table_file.commands else None,
            "cameras": tuple(cameras),
            "bridges": tuple(bridges),
        }
    )


def _is_path(rulebook: str) -> bool:
    return rulebook.endswith((".yaml", ".yml"))


def _read_text(path: Path, remedy: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        problem = Problem(0, "", "this is not a text file", remedy)
        raise DocumentError(str(path), [problem]) from error
    except OSError as error:
        problem = Problem(0, "", f"cannot be read: {error.strerror}", remedy)
        raise DocumentError(str(path), [problem]) from error
