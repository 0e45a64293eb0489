"""Direction: the script played on the stage, with what people press and tap meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from models.scene.chips import HOUSE
from models.staging import movements
from models.staging.script import ChangeStep, DealStep, DemoScript, EndStep, HandScript, PlayerStep
from models.staging.stage import Arm, Stage
from models.staging.tracks import Performance
from table.cards import Card
from table.chips import Chips, Denomination
from table.events import Event, HandEnded, HandStarted, StreetStarted
from table.game import Street
from table.observations import GestureKind, SpokenWord
from table.seats import Seat
from vision.layout import Layout

NS_PER_MS = 1_000_000

OPENING_MS = 2500
"""The table is seen empty of bets for a while, so that each area has been read once."""

ATTENDS_MS = 650
"""From the dealer's hands being gone to his tap on the screen, and from a tap to play going on."""

THINKS_MS = 700
"""From a player's turn to his hand's coming. He acts once the ruling before can have been read."""

PRESSES_MS = 500
"""From a word's button to the hand with the chips."""

RULED_MS = 400
"""From a hand's going to the ruling being on the screen; all budgets together are less."""

CLOSING_MS = 2500


@dataclass(frozen=True, kw_only=True)
class Press:
    """A player's word at the panel."""

    at_ms: int
    seat: Seat
    word: SpokenWord


@dataclass(frozen=True, kw_only=True)
class Gesture:
    """What a player's hand said without chips; the arm is gone at `at_ms`."""

    at_ms: int
    seat: Seat
    kind: GestureKind


@dataclass
class Directed:
    """All that the recording is made from.

    Attributes:
        performance: what can be seen.
        presses: at the panel, in order.
        commands: what the dealer taps on the screen, in order of their times.
        gestures: taps and folds, in order.
    """

    performance: Performance
    presses: list[Press] = field(default_factory=list)
    commands: list[Event] = field(default_factory=list)
    gestures: list[Gesture] = field(default_factory=list)


def direct(script: DemoScript, layout: Layout) -> Directed:
    """Play the script.

    Raises:
        ValueError: it asks for chips that are not there, or for more than a bet area holds.
    """
    return _Direction(script, layout).directed()


class _Direction:
    def __init__(self, script: DemoScript, layout: Layout) -> None:
        self._script = script
        self._stage = Stage(layout, script.seed)
        self._result = Directed(self._stage.performance)
        self._now_ms = 0

    def directed(self) -> Directed:
        for seat, columns in self._script.chips.items():
            for denomination, count in columns.items():
                for _ in range(count):
                    self._stage.stack_up(seat, denomination, 0)
        self._now_ms = OPENING_MS
        for number, hand in enumerate(self._script.hands, start=1):
            self._begin(number, hand)
            for step in hand.steps:
                self._do(step)
        self._result.performance.duration_ms = self._now_ms + CLOSING_MS
        return self._result

    def _begin(self, number: int, hand: HandScript) -> None:
        stage = self._stage
        with self._dealing() as arm:
            movements.deal_in(stage, hand.order, arm)
            movements.lay_pot(stage, chips_for(hand.pot), arm)
            movements.deal_board(stage, hand.cards, arm)
        self._tap(
            HandStarted(
                at_ns=0,
                number=number,
                game=self._script.game(hand.game).game,
                order=hand.order,
                stacks={seat: stage.behind(seat) for seat in hand.order},
                street=Street.FLOP,
                pot=hand.pot,
                first=hand.order[0],
            )
        )

    def _do(self, step: PlayerStep | ChangeStep | DealStep | EndStep) -> None:
        stage = self._stage
        match step:
            case PlayerStep():
                self._act(step)
            case ChangeStep():
                with self._dealing() as arm:
                    movements.make_change(
                        stage, step.change_for, step.takes, step.leaves, step.gives, arm
                    )
            case DealStep():
                with self._dealing() as arm:
                    movements.draw_in(stage, arm)
                    movements.deal_board(stage, [Card.parse(card) for card in step.deal], arm)
                self._tap(StreetStarted(at_ns=0, street=step.street))
            case EndStep():
                self._end(step.pot_to)

    def _act(self, step: PlayerStep) -> None:
        self._now_ms += THINKS_MS
        if step.says is not None:
            self._result.presses.append(Press(at_ms=self._now_ms, seat=step.seat, word=step.says))
            self._now_ms += PRESSES_MS
        if step.taps:
            self._now_ms = movements.tap(self._stage, step.seat, self._now_ms)
            self._gesture(step.seat, GestureKind.TAP_TABLE)
        elif step.folds:
            self._now_ms = movements.fold(self._stage, step.seat, self._now_ms)
            self._gesture(step.seat, GestureKind.CARDS_PUSHED_FORWARD)
        else:
            self._now_ms = movements.push(self._stage, step.seat, step.push, self._now_ms)
        self._now_ms += RULED_MS
        if step.folds:
            with self._dealing() as arm:
                movements.muck_folded(self._stage, arm)

    def _gesture(self, seat: Seat, kind: GestureKind) -> None:
        self._result.gestures.append(Gesture(at_ms=self._now_ms, seat=seat, kind=kind))

    def _end(self, winner: Seat) -> None:
        stage = self._stage
        uncalled = stage.uncalled
        with self._dealing() as arm:
            movements.draw_in(stage, arm)
            won = stage.pot_value - uncalled
            movements.push_pot(stage, winner, arm)
            movements.clear_cards(stage, arm)
        self._tap(HandEnded(at_ns=0, won={winner: won}))

    @contextmanager
    def _dealing(self) -> Iterator[Arm]:
        """The dealer's arm over the table, for several things in one reach."""
        arm = movements.dealers_arm(self._stage, self._now_ms)
        yield arm
        self._now_ms = arm.leave(movements.REACH_MS)

    def _tap(self, event: Event) -> None:
        """The dealer taps the screen, once his hands are free."""
        self._now_ms += ATTENDS_MS
        self._result.commands.append(replace(event, at_ns=self._now_ms * NS_PER_MS))
        self._now_ms += ATTENDS_MS // 2


def chips_for(amount: int) -> Chips:
    """An amount in few chips of the house.

    Raises:
        ValueError: the house has no chips for it.
    """
    handful: list[Denomination] = []
    for denomination in sorted(HOUSE, reverse=True):
        count, amount = divmod(amount, denomination)
        handful += [denomination] * count
    if amount:
        raise ValueError(f"the house has no chip for the last {amount}")
    return tuple(handful)
