"""What hands do at a seat: gestures, bets, and all that looks like either and is none."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from models.gestures.circumstances import person
from models.scene.arms import Person
from models.scene.chips import HOUSE
from models.scene.chips import THICKNESS_MM as CHIP_MM
from models.staging.cast import DEALER, DEALER_HOME, PLAYERS, PLAYERS_HOME
from models.staging.places import COLUMNS, FOLDS, hole_cards, inward, middle
from models.staging.stage import FIST, FIST_RAISED, FLAT, HIGH, SLIDE, Arm, Stage
from models.staging.tracks import Thing
from table.observations import GestureKind
from vision.layout import Point

POINTING = (40.0, 0.55, 0.03)
PALM_DOWN = (28.0, 0.05, 0.10)
RESTING = (3.0, 0.45, 0.05)


class Answer(StrEnum):
    """What the watcher ought to make of an act."""

    SURE = "sure"
    ASK = "ask"
    NOTHING = "nothing"


@dataclass
class Scene:
    """One seat, one person, and time.

    Attributes:
        stage: the table.
        seat: the seat's name.
        person: who sits there.
        random: where chance comes from.
        tempo: how long everything takes; 1 is calm.
        at_ms: when the act begins.
    """

    stage: Stage
    seat: str
    person: Person
    random: np.random.Generator
    tempo: float
    at_ms: int

    def ms(self, calm_ms: float) -> int:
        """How long something takes here and now."""
        return max(1, round(calm_ms * self.tempo * self.random.uniform(0.85, 1.15)))

    def reach(self) -> Arm:
        """The player's own arm."""
        return self.stage.arm(self.person, PLAYERS_HOME[self.seat], self.at_ms)

    def bet_place(self, by_mm: float = 14.0) -> Point:
        """About the middle of the bet area."""
        return self.stage.jitter(middle(self.stage.layout.seat(self.seat).bet_area), by_mm)

    def ahead(self, from_place: Point, along_mm: float, aside_mm: float = 0.0) -> Point:
        """A place further to the table's middle, and to the player's right."""
        x, y = inward(self.stage.layout.seat(self.seat))
        return (
            from_place[0] + along_mm * x - aside_mm * y,
            from_place[1] + along_mm * y + aside_mm * x,
        )

    @property
    def cards(self) -> list[Thing]:
        """The player's cards."""
        return self.stage.holes[self.seat]


def deal(scene: Scene) -> None:
    """The player has his cards from the start."""
    for number, (x, y, turn) in enumerate(hole_cards(scene.stage.layout.seat(scene.seat))):
        card = scene.stage.card(None, 0, scene.stage.jitter((x, y), 3.0))
        place = card.place
        card.track.stop(0, (*place, turn + scene.random.uniform(-0.15, 0.15), 0.3 * (1 + number)))
        scene.cards.append(card)


def stack(scene: Scene, columns: int) -> None:
    """The player has chips behind from the start."""
    values = list(HOUSE)
    for column in scene.random.choice(len(values), columns, replace=False):
        for _ in range(int(scene.random.integers(2, 9))):
            scene.stage.stack_up(scene.seat, values[int(column)], 0)


def knock(scene: Scene, times: int) -> int:
    """Knuckles on the felt."""
    arm = scene.reach()
    arm.go(scene.bet_place(), scene.ms(480), FIST_RAISED)
    lift = scene.random.uniform(22, 55)
    raised = (lift, *FIST_RAISED[1:])
    for _ in range(times):
        arm.hold(FIST, scene.ms(170))
        arm.hold(raised, scene.ms(180))
    return arm.leave(scene.ms(480))


def fold(scene: Scene) -> int:
    """Cards pushed or slid forward."""
    arm = scene.reach()
    centre = _centre(scene.cards)
    arm.go(centre, scene.ms(560), SLIDE)
    start_ms = arm.stay(scene.ms(250))
    to = scene.stage.jitter(FOLDS[scene.seat], 25.0)
    end_ms = arm.go(to, scene.ms(750), SLIDE)
    _shift(scene.cards, start_ms, end_ms, to)
    arm.hold(HIGH, scene.ms(200))
    return arm.leave(scene.ms(560))


def wave_off(scene: Scene) -> int:
    """A flat hand waved from side to side over the felt."""
    arm = scene.reach()
    place, wide = scene.bet_place(), scene.random.uniform(35, 70)
    arm.go(scene.ahead(place, 0, -wide), scene.ms(450), PALM_DOWN)
    for number in range(int(scene.random.integers(2, 5))):
        aside = wide if number % 2 == 0 else -wide
        arm.go(scene.ahead(place, 0, aside), scene.ms(260), PALM_DOWN)
    return arm.leave(scene.ms(450))


def point(scene: Scene) -> int:
    """A finger that points, or draws a circle in the air."""
    arm = scene.reach()
    place, radius = scene.bet_place(), scene.random.uniform(20, 45)
    arm.go(place, scene.ms(450), POINTING)
    if scene.random.random() < 0.5:
        for turn in np.linspace(0, 2 * np.pi, 7)[1:]:
            x, y = radius * np.sin(turn), radius * (1 - np.cos(turn))
            arm.go(scene.ahead(place, y, x), scene.ms(130), POINTING)
    else:
        arm.go(scene.ahead(place, 30), scene.ms(300), POINTING)
        arm.stay(scene.ms(450))
    return arm.leave(scene.ms(450))


def rest(scene: Scene) -> int:
    """A hand that lies on the bet area for a while."""
    arm = scene.reach()
    arm.go(scene.bet_place(), scene.ms(600), RESTING)
    arm.stay(scene.ms(2200))
    return arm.leave(scene.ms(600))


def sweep(scene: Scene) -> int:
    """The whole stack pushed into the bet area in one motion."""
    chips = [chip for column in scene.stage.racks[scene.seat].values() for chip in column]
    arm = scene.reach()
    arm.go(_centre(chips), scene.ms(560), FLAT)
    start_ms = arm.stay(scene.ms(280))
    to = scene.bet_place(8.0)
    end_ms = arm.go(to, scene.ms(700), FLAT)
    columns = [column for column in scene.stage.racks[scene.seat].values() if column]
    for number, column in enumerate(columns):
        place = scene.ahead(to, 0, 42.0 * (number - (len(columns) - 1) / 2))
        for layer, chip in enumerate(column):
            chip.move(start_ms, end_ms, *scene.stage.jitter(place, 0.8), layer * CHIP_MM)
        column.clear()
    arm.hold(HIGH, scene.ms(200))
    return arm.leave(scene.ms(560))


def bet(scene: Scene) -> int:
    """Some chips put out in silence; others stay behind."""
    columns = [column for column in scene.stage.racks[scene.seat].values() if column]
    arm = scene.reach()
    column = columns[int(scene.random.integers(len(columns)))]
    chips = [column.pop() for _ in range(min(int(scene.random.integers(1, 4)), len(column) - 1))]
    arm.go(_centre(chips), scene.ms(560), FLAT)
    start_ms = arm.stay(scene.ms(280))
    end_ms = start_ms + scene.ms(700)
    for chip in chips:
        scene.stage.put_into_bet(scene.seat, chip, start_ms, end_ms)
    arm.go(_centre(chips), end_ms - start_ms, FLAT)
    arm.stay(scene.ms(150))
    arm.hold(HIGH, scene.ms(200))
    return arm.leave(scene.ms(560))


def adjust(scene: Scene) -> int:
    """A hand that only sets its own chips straight."""
    places = COLUMNS[scene.seat]
    arm = scene.reach()
    arm.go(places[int(scene.random.integers(len(places)))], scene.ms(500), FLAT)
    for _ in range(int(scene.random.integers(1, 4))):
        x, y = arm.reach.track.last[:2]
        arm.go(scene.stage.jitter((x, y), 14.0), scene.ms(260), FLAT)
    return arm.leave(scene.ms(500))


def look(scene: Scene) -> int:
    """A player covers his cards and bends their corners up to look."""
    arm = scene.reach()
    arm.go(scene.stage.jitter(_centre(scene.cards), 8.0), scene.ms(500), SLIDE)
    arm.hold((8.0, 0.5, 0.05), scene.ms(250))
    arm.stay(scene.ms(600))
    return arm.leave(scene.ms(500))


def neighbour(scene: Scene) -> int:
    """The arm of another player passes over the bet area."""
    other = str(scene.random.choice([seat for seat in PLAYERS if seat != scene.seat]))
    who = person(PLAYERS[other], scene.random, scene.person.sleeve)
    arm = scene.stage.arm(who, PLAYERS_HOME[other], scene.at_ms)
    return _pass_over(scene, arm)


def dealer(scene: Scene) -> int:
    """The dealer's arm passes over the bet area."""
    who = replace(person(DEALER, scene.random, DEALER.sleeve), sleeve=DEALER.sleeve)
    arm = scene.stage.arm(who, DEALER_HOME, scene.at_ms)
    return _pass_over(scene, arm)


def _pass_over(scene: Scene, arm: Arm) -> int:
    arm.go(scene.bet_place(35.0), scene.ms(600), HIGH)
    arm.stay(scene.ms(scene.random.uniform(60, 700)))
    return arm.leave(scene.ms(600))


def put_beside(scene: Scene) -> int:
    """A coin or another trinket put down beside the bet area."""
    arm = scene.reach()
    aside = scene.random.choice([-1.0, 1.0]) * scene.random.uniform(85, 120)
    place = scene.ahead(middle(scene.stage.layout.seat(scene.seat).bet_area), -20.0, aside)
    start_ms = arm.now_ms
    end_ms = arm.go(place, scene.ms(700), FLAT)
    trinket = scene.stage.chip(next(iter(HOUSE)), start_ms, PLAYERS_HOME[scene.seat], 0.0)
    trinket.move(start_ms, end_ms, *place)
    arm.stay(scene.ms(250))
    return arm.leave(scene.ms(600))


def put_back(scene: Scene) -> int:
    """A hand that thinks: forward over the bet area with nothing, and back again."""
    arm = scene.reach()
    arm.go(scene.bet_place(20.0), scene.ms(450), FLAT if scene.random.random() < 0.5 else HIGH)
    arm.stay(scene.ms(scene.random.uniform(50, 500)))
    return arm.leave(scene.ms(450))


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something a hand does, and what is right to say of it.

    Attributes:
        play: does it; answers when the arm has gone.
        answer: what the watcher ought to do.
        gesture: what it ought to be called, if it is to be sure.
        needs_cards: it is done with the player's cards.
        needs_chips: it is done with the player's chips.
    """

    play: Callable[[Scene], int]
    answer: Answer = Answer.NOTHING
    gesture: GestureKind | None = None
    needs_cards: bool = False
    needs_chips: bool = False


ACTS: dict[str, Act] = {
    "tap twice": Act(
        play=lambda scene: knock(scene, 2),
        answer=Answer.SURE,
        gesture=GestureKind.TAP_TABLE,
        needs_cards=True,
    ),
    "tap once": Act(
        play=lambda scene: knock(scene, 1),
        answer=Answer.SURE,
        gesture=GestureKind.TAP_TABLE,
        needs_cards=True,
    ),
    "fold": Act(
        play=fold,
        answer=Answer.SURE,
        gesture=GestureKind.CARDS_PUSHED_FORWARD,
        needs_cards=True,
    ),
    "sweep": Act(
        play=sweep,
        answer=Answer.SURE,
        gesture=GestureKind.SWEEP_WHOLE_STACK_FORWARD,
        needs_chips=True,
    ),
    "wave-off": Act(play=wave_off, answer=Answer.ASK),
    "point": Act(play=point, answer=Answer.ASK),
    "forward and back": Act(play=put_back, answer=Answer.ASK),
    "rest": Act(play=rest, answer=Answer.ASK),
    "bet": Act(play=bet, needs_chips=True),
    "adjust": Act(play=adjust),
    "look": Act(play=look, needs_cards=True),
    "neighbour": Act(play=neighbour),
    "dealer": Act(play=dealer),
    "put beside": Act(play=put_beside),
}


def _centre(things: list[Thing]) -> Point:
    x, y = np.mean([thing.place for thing in things], axis=0)
    return float(x), float(y)


def _shift(things: list[Thing], from_ms: int, to_ms: int, to: Point) -> None:
    centre = _centre(things)
    for thing in things:
        x, y = thing.place
        thing.move(from_ms, to_ms, x + to[0] - centre[0], y + to[1] - centre[1], 0.6)
