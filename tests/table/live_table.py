"""A table as the tests play it: observations in, answers out, every event kept."""

from collections.abc import Iterable
from typing import TypeVar

from table.chips import chips
from table.events import (
    BalanceIs,
    CannotTell,
    Confirmed,
    Event,
    HandStarted,
    Observed,
    Overridden,
    Redone,
    RulingGiven,
    TurnIs,
    Undone,
)
from table.game import Game, Limit, Street
from table.observations import (
    ChipsAtRest,
    GestureKind,
    GestureSeen,
    HandEntered,
    HandLeft,
    Observation,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)
from table.rulebooks import load
from table.ruling import Ruling
from table.state import TableState
from table.stepping import step

MS = 1_000_000
CAMERA, PANEL = "overhead", "panel"

Answer = TypeVar("Answer", bound=Event)

NO_LIMIT = Game(limit=Limit.NO_LIMIT, small_blind=50, big_blind=100)
FIXED_LIMIT = Game(limit=Limit.FIXED_LIMIT, big_blind=60, unit=60)
POT_LIMIT = Game(limit=Limit.POT_LIMIT, variant="omaha", small_blind=50, big_blind=100)


class LiveTable:
    """A table that is played by observations, one second after the other."""

    def __init__(self, rulebook: str = "tda2024") -> None:
        self.initial = TableState(rulebook=load(rulebook))
        self.state = self.initial
        self.log: list[Event] = []
        self.at_ns = 0
        self.answers: tuple[Event, ...] = ()
        for source in (CAMERA, PANEL):
            self.source(source, SourceState.LIVE)

    def take(self, event: Event) -> tuple[Event, ...]:
        """Step one event; its answers are kept in `answers` and in the log."""
        self.state, self.answers = step(self.state, event)
        self.log += [event, *self.answers]
        return self.answers

    def observe(self, seen: Observation) -> tuple[Event, ...]:
        return self.take(Observed(at_ns=max(self.at_ns, seen.at_ns), observation=seen))

    def wait(self, milliseconds: int = 1000) -> int:
        self.at_ns += milliseconds * MS
        return self.at_ns

    def source(
        self, name: str, state: SourceState, seats: tuple[str, ...] = ()
    ) -> tuple[Event, ...]:
        return self.observe(
            SourceChanged(source=name, at_ns=self.wait(), state=state, seats=seats, reason="test")
        )

    def hand(
        self,
        order: Iterable[str] = ("1", "2", "3"),
        *,
        game: Game = NO_LIMIT,
        stack: int = 10_000,
        street: Street = Street.FLOP,
        pot: int = 150,
        stacks: dict[str, int] | None = None,
        first: str | None = None,
    ) -> tuple[Event, ...]:
        seats = tuple(order)
        behind = dict.fromkeys(seats, stack) | (stacks or {})
        return self.take(
            HandStarted(
                at_ns=self.wait(),
                number=1,
                game=game,
                order=seats,
                stacks=behind,
                street=street,
                pot=pot,
                first=first,
            )
        )

    def preflop(self, order: Iterable[str] = ("1", "2", "3"), **more: object) -> None:
        """A hand from its start, the blinds lying there as they were posted."""
        self.hand(order, street=Street.PREFLOP, pot=0, **more)  # type: ignore[arg-type]
        assert self.state.hand is not None
        for seat, amount in self.state.hand.betting.bets.items():
            self.lies(seat, *[25] * (amount // 25))

    def lies(self, seat: str, *denominations: int, **more: object) -> tuple[Event, ...]:
        """After a motion of 600 ms these chips lie in front of the seat."""
        started = self.wait()
        self.observe(HandEntered(source=CAMERA, at_ns=started, seat=seat))
        self.observe(HandLeft(source=CAMERA, at_ns=self.wait(600), seat=seat))
        return self.rest(seat, *denominations, started_ns=started, **more)

    def rest(
        self, seat: str, *denominations: int, started_ns: int, **more: object
    ) -> tuple[Event, ...]:
        return self.observe(
            ChipsAtRest(
                source=CAMERA,
                at_ns=self.wait(200),
                seat=seat,
                chips=chips(denominations),
                started_ns=started_ns,
                **more,  # type: ignore[arg-type]
            )
        )

    def adds(self, seat: str, *denominations: int, **more: object) -> tuple[Event, ...]:
        """One push: these chips come to those that lie there already."""
        return self.lies(seat, *self.state.front(seat).chips, *denominations, **more)

    def says(
        self, seat: str, word: SpokenWord, amount: int | None = None, **more: object
    ) -> tuple[Event, ...]:
        if "at_ns" not in more:
            more["at_ns"] = self.wait()
        return self.observe(
            WordSaid(source=PANEL, seat=seat, word=word, amount=amount, **more)  # type: ignore[arg-type]
        )

    def gesture(self, seat: str, kind: GestureKind, **more: object) -> tuple[Event, ...]:
        return self.observe(
            GestureSeen(
                source=CAMERA,
                at_ns=self.wait(),
                seat=seat,
                gesture=kind,
                **more,  # type: ignore[arg-type]
            )
        )

    def confirm(self) -> tuple[Event, ...]:
        return self.take(Confirmed(at_ns=self.wait()))

    def undo(self) -> tuple[Event, ...]:
        return self.take(Undone(at_ns=self.wait()))

    def redo(self) -> tuple[Event, ...]:
        return self.take(Redone(at_ns=self.wait()))

    def override(
        self, seat: str, action: str, total: int | None = None, by: str = "floor"
    ) -> tuple[Event, ...]:
        return self.take(
            Overridden(
                at_ns=self.wait(), seat=seat, action=action, total=total, reason="seen", by=by
            )
        )

    def told(self, kind: type[Answer]) -> Answer:
        """The one answer of this kind that the last event gave."""
        found = [answer for answer in self.answers if isinstance(answer, kind)]
        assert len(found) == 1, self.answers
        return found[0]

    def told_of(self, seat: str) -> RulingGiven:
        """The one ruling on this seat that the last event gave."""
        found = [a for a in self.answers if isinstance(a, RulingGiven) and a.act.seat == seat]
        assert len(found) == 1, self.answers
        return found[0]

    @property
    def ruling(self) -> Ruling:
        return self.told(RulingGiven).ruling

    @property
    def silent(self) -> bool:
        """Whether the last event gave no ruling and no question."""
        return not any(isinstance(a, RulingGiven | CannotTell | BalanceIs) for a in self.answers)

    @property
    def turn(self) -> str | None:
        return self.state.turn

    @property
    def turns_told(self) -> list[str | None]:
        return [event.seat for event in self.log if isinstance(event, TurnIs)]
