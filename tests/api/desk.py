"""A table without cameras: what its sources would tell is told by hand, on a clock of its own."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from api.broadcast import Broadcast
from api.intake import SCREEN, Command, Intake, Outcome
from api.log import TableLog
from api.session import Session, Step
from api.table_file import TableFile
from table import rulebooks
from table.cards import Card
from table.chips import chips
from table.events import Event, HandStarted
from table.game import Street
from table.observations import (
    CardLeftShoe,
    ChipsAtRest,
    HandLeft,
    Observation,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)
from table.state import TableState
from table.stepping import step

SEATS = ("1", "2", "3", "4")
NS_PER_MS = 1_000_000

TABLE_FILE = TableFile(
    name="Test table",
    layout=Path("layout.yaml"),
    rulebook="fspr",
    chip_set=Path("chips"),
    cameras=({"name": "overhead", "device": 0, "calibration": "overhead.yaml"},),
    bridges=({"name": "panel", "port": "/dev/null"}, {"name": "shoe", "port": "/dev/null"}),
    games=(
        {"name": "No-limit", "limit": "NL", "small_blind": 50, "big_blind": 100},
        {"name": "Stud", "limit": "FL", "variant": "stud", "big_blind": 20, "unit": 40, "ante": 5},
        {"name": "Omaha", "limit": "PL", "variant": "omaha", "small_blind": 50, "big_blind": 50},
    ),
)


@dataclass
class Clock:
    """Stands still until it is told to go on."""

    at_ns: int = 0

    def __call__(self) -> int:
        return self.at_ns


@dataclass
class Desk:
    """One table, and everything that may be done at it."""

    path: Path
    moves: Step = step
    clock: Clock = field(default_factory=Clock)
    table_file: TableFile = TABLE_FILE

    def __post_init__(self) -> None:
        self.log = TableLog(self.path, self.table_file.name)
        initial = TableState(rulebook=rulebooks.load("fspr"), table="Test table", seats=SEATS)
        self.session = Session(self.log, initial, self.moves)
        self.session.restore()
        self.clock.at_ns = max(self.clock.at_ns, self.session.published.at_ns)
        # A long wait, so that order is decided by watermarks, as in a recording.
        self.intake = Intake(self.session, self.table_file.sources, self.clock, None)
        self.broadcast = Broadcast(self.intake, self.table_file, SEATS)
        self.fronts: dict[str, tuple[int, ...]] = {}

    def close(self) -> None:
        self.intake.stop()
        self.log.close()

    def tell(self, observation: Observation, origin: str | None = None) -> None:
        """A source tells something now, and that there was nothing else."""
        self.clock.at_ns += NS_PER_MS
        self.intake.observe(replace(observation, at_ns=self.clock.at_ns), origin)
        for source in self.table_file.sources:
            self.intake.progress(source, self.clock.at_ns)
        self.intake.settle()

    def all_live(self) -> None:
        for source in (*self.table_file.sources, SCREEN):
            self.tell(SourceChanged(source=source, at_ns=0, state=SourceState.LIVE))

    def stalls(self, source: str) -> None:
        self.tell(
            SourceChanged(
                source=source,
                at_ns=0,
                state=SourceState.STALLED,
                reason="no picture for 2 s",
                remedy="Check its cable.",
            )
        )

    def begins(self, pot: int = 300, order: tuple[str, ...] = SEATS) -> Outcome:
        """A hand begins on the flop, so that no blinds lie there; the first in order acts."""
        game = self.table_file.games[0].game
        self.fronts = {}
        return self.does(
            HandStarted(
                at_ns=0,
                number=1,
                game=game,
                order=order,
                stacks=dict.fromkeys(order, 10_000),
                street=Street.FLOP,
                pot=pot,
                first=order[0],
            )
        )

    def pushes(self, seat: str, *denominations: int, evidence: str = "") -> None:
        """A hand comes, leaves chips and goes; they come to rest."""
        began_ns = self.clock.at_ns + 100 * NS_PER_MS
        self.clock.at_ns = began_ns + 300 * NS_PER_MS
        self.tell(HandLeft(source="overhead", at_ns=0, seat=seat))
        self.clock.at_ns += 200 * NS_PER_MS
        self.fronts[seat] = chips((*self.fronts.get(seat, ()), *denominations))
        self.tell(
            ChipsAtRest(
                source="overhead",
                at_ns=0,
                seat=seat,
                chips=self.fronts[seat],
                started_ns=began_ns,
                evidence=evidence,
            )
        )

    def unreadable(self, seat: str) -> None:
        """Chips come to rest that cannot be read."""
        began_ns = self.clock.at_ns + 100 * NS_PER_MS
        self.clock.at_ns = began_ns + 500 * NS_PER_MS
        self.tell(
            ChipsAtRest(
                source="overhead",
                at_ns=0,
                seat=seat,
                chips=(100,),
                started_ns=began_ns,
                cannot_tell="a stack hides what is under it",
            )
        )

    def says(self, seat: str, word: SpokenWord, amount: int | None = None) -> None:
        self.tell(WordSaid(source="panel", at_ns=0, seat=seat, word=word, amount=amount))

    def deals(self, card: str, ordinal: int) -> None:
        self.tell(CardLeftShoe(source="shoe", at_ns=0, card=Card.parse(card), ordinal=ordinal))

    def does(self, event: Event, command_id: str = "", ruling: int | None = None) -> Outcome:
        """The dealer taps, and sees what became of it."""
        self.clock.at_ns += NS_PER_MS
        name = command_id or f"tap-{self.clock.at_ns}"
        outcome = self.intake.command(Command(command_id=name, event=event, ruling=ruling))
        for source in self.table_file.sources:
            self.intake.progress(source, self.clock.at_ns)
        self.intake.settle()
        return outcome.result(timeout=0)
