"""The demo: a recorded table through exactly the path of a live one, checked against its script."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from importlib import resources
from itertools import starmap, zip_longest
from pathlib import Path
from typing import Any

from api.playback import Playback, RecordingClock
from api.running import Table, open_table
from api.session import Listener, Published
from api.table_file import TableFile, read_table_file
from models.staging.script import Expected, read_demo_script
from table.events import CannotTell, Event, RulingGiven
from table.seats import Seat

RECORDING = Path(str(resources.files("models"))) / "recording"


@dataclass(frozen=True)
class Compared:
    """One ruling beside the one that the script expects; None where there is none.

    Attributes:
        expected: by the script.
        given: by betline.
    """

    expected: dict[str, Any] | None
    given: dict[str, Any] | None

    @property
    def equal(self) -> bool:
        """Whether every figure is the same."""
        return self.expected == self.given


@dataclass
class Report:
    """What came of a demo.

    Attributes:
        rulings: all of them, in order.
        unexpected: what else was told: cannot tell, faults, alarms, refused taps.
        recording_s: how long the recording is.
        took_s: how long it took to play.
    """

    rulings: list[Compared] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    recording_s: float = 0.0
    took_s: float = 0.0

    @property
    def equal(self) -> bool:
        """Whether every ruling is the script's, and nothing else was told."""
        return bool(self.rulings) and all(one.equal for one in self.rulings) and not self.unexpected

    def as_json(self) -> dict[str, Any]:
        """The report for a program."""
        rulings = [{**asdict(one), "equal": one.equal} for one in self.rulings]
        return {**asdict(self), "equal": self.equal, "rulings": rulings}


class Watcher:
    """Collects what is published, to be compared with the script."""

    def __init__(self, also: Listener | None = None) -> None:
        """Begin.

        Args:
            also: gets everything too, such as a printer.
        """
        self._also = also
        self.given: list[RulingGiven] = []
        self.cannot_tell: list[CannotTell] = []
        self.alarms: tuple[str, ...] = ()
        self.at_ns = 0

    def __call__(self, published: Published, event: Event | None, answers: Sequence[Event]) -> None:
        """Take one change."""
        self.given += [answer for answer in answers if isinstance(answer, RulingGiven)]
        self.cannot_tell += [answer for answer in answers if isinstance(answer, CannotTell)]
        self.alarms = published.alarms
        self.at_ns = published.at_ns
        if self._also:
            self._also(published, event, answers)

    def report(self, recording: Path, playback: Playback) -> Report:
        """Compare with the script of the recording.

        Raises:
            DocumentError: the script cannot be used.
        """
        expected = [_expected(seat, one) for seat, one in read_demo_script(recording).rulings()]
        given = [_given(one) for one in self.given]
        unexpected = [f"{one.message.name} {dict(one.message.values)}" for one in self.cannot_tell]
        unexpected += list(self.alarms)
        for event, outcome in playback.refused:
            why = outcome.message.name if outcome.message else outcome.text or outcome.status
            unexpected.append(f"{type(event).__name__} was refused: {why}")
        return Report(
            rulings=list(_side_by_side(expected, given)),
            unexpected=unexpected,
            recording_s=self.at_ns / 1e9,
        )


@contextmanager
def demo_table_file(recording: Path, **changes: object) -> Iterator[TableFile]:
    """The table file of a recording, with a log of its own that is deleted afterwards.

    Args:
        recording: the folder.
        **changes: to the table file.

    Raises:
        DocumentError: the recording cannot be used.
    """
    with tempfile.TemporaryDirectory(prefix="betline-demo-") as folder:
        log = Path(folder) / "demo.log"
        yield read_table_file(recording / "table.yaml").model_copy(update={**changes, "log": log})


def play_at_once(table_file: TableFile, watcher: Watcher) -> tuple[Playback, float]:
    """Play a recording as fast as it can be done.

    Args:
        table_file: of the recording.
        watcher: gets everything that is published.

    Returns:
        The playback, and the seconds that it took.

    Raises:
        DocumentError, LogUnavailableError: as of `open_table`.
    """
    clock = RecordingClock(real_pace=False)
    table: Table = open_table(table_file, clock, longest_wait_ns=None)
    try:
        table.session.listen(watcher)
        playback = Playback(table_file, table.layout, table.intake, clock)
        started_s = time.perf_counter()
        playback.run_at_once()
        took_s = time.perf_counter() - started_s
        playback.close()
    finally:
        table.close()
    return playback, took_s


def _expected(seat: Seat, one: Expected) -> dict[str, Any]:
    return {
        "seat": seat,
        "action": one.action.value,
        "total": one.total,
        "raise_by": one.raise_by,
        "give_back": one.give_back,
        "must_add": one.must_add,
        "next": one.next,
    }


def _given(one: RulingGiven) -> dict[str, Any]:
    ruling = one.ruling
    return {
        "seat": ruling.seat,
        "action": ruling.action.value,
        "total": ruling.total,
        "raise_by": ruling.raise_by,
        "give_back": ruling.change_to_return,
        "must_add": ruling.chips_to_add,
        "next": ruling.next,
    }


def _side_by_side(
    expected: Sequence[dict[str, Any]], given: Sequence[dict[str, Any]]
) -> Iterator[Compared]:
    """Pair the two lists so that one ruling too many or too few does not shift the rest."""
    first, second = ([tuple(one.items()) for one in rulings] for rulings in (expected, given))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        yield from starmap(Compared, zip_longest(expected[i1:i2], given[j1:j2]))
