"""The stage: what lies where, and the movements of which everything at a table is made."""

from collections.abc import Iterable

import numpy as np

from models.scene.arms import Person
from models.scene.cards import THICKNESS_MM as CARD_MM
from models.scene.chips import HOUSE
from models.scene.chips import THICKNESS_MM as CHIP_MM
from models.staging.places import COLUMNS, DECK, TRAY, bet_slots, board_place, hole_cards, pot_slots
from models.staging.tracks import Performance, Reach, Thing
from table.cards import Card
from table.chips import Denomination
from table.seats import Seat
from vision.layout import Layout, Point

FLAT = (4.0, 0.30, 0.06)
"""Lift, curl and spread of a hand that moves chips over the felt."""

HIGH = (34.0, 0.22, 0.09)
"""Of a hand that travels."""

SLIDE = (2.0, 0.12, 0.10)
"""Of a hand that pushes cards."""

FIST = (2.0, 0.85, 0.02)
"""Of a hand that knocks."""

FIST_RAISED = (50.0, 0.85, 0.02)


class Arm:
    """One reach of an arm, written stop by stop."""

    def __init__(self, person: Person, home: Point, at_ms: int) -> None:
        self.reach = Reach(person)
        self.now_ms = at_ms
        self._home = home
        self.reach.track.stop(at_ms, (*home, *HIGH))

    def go(self, to: Point, take_ms: int, held: tuple[float, float, float] = HIGH) -> int:
        """Move the fingertips to a place; the time of arrival."""
        self.now_ms += take_ms
        self.reach.track.stop(self.now_ms, (*to, *held))
        return self.now_ms

    def stay(self, for_ms: int) -> int:
        """Stay there; the time afterwards."""
        self.now_ms += for_ms
        self.reach.track.stay_until(self.now_ms)
        return self.now_ms

    def hold(self, held: tuple[float, float, float], take_ms: int) -> int:
        """Hold the hand otherwise, in its place."""
        x, y = self.reach.track.last[:2]
        return self.go((x, y), take_ms, held)

    def leave(self, take_ms: int) -> int:
        """Go home; the time when it is there."""
        return self.go(self._home, take_ms)


class Stage:
    """What lies on the table, and where it will lie.

    Attributes:
        layout: the places of the table.
        performance: all that was done so far.
        racks: each seat's chips behind, by denomination, the top one last.
        fronts: each seat's chips in the bet area, by slot.
        holes: each seat's cards.
        board: the cards face up.
        pot: the chips drawn in.
    """

    def __init__(self, layout: Layout, seed: int) -> None:
        self.layout = layout
        self.performance = Performance()
        self.racks: dict[Seat, dict[Denomination, list[Thing]]] = {
            seat: {denomination: [] for denomination in HOUSE} for seat in layout.seat_names
        }
        self.fronts: dict[Seat, dict[int, Thing]] = {seat: {} for seat in layout.seat_names}
        self.holes: dict[Seat, list[Thing]] = {seat: [] for seat in layout.seat_names}
        self.board: list[Thing] = []
        self.pot: list[Thing] = []
        self.muck: list[Thing] = []
        self._random = np.random.default_rng(seed)
        for layer in range(3):
            deck = self.card(None, 0)
            deck.track.stop(0, (*self.jitter(DECK, 0.8), 0.0, 4.0 * layer))

    def arm(self, person: Person, home: Point, at_ms: int) -> Arm:
        """An arm that comes over the table."""
        arm = Arm(person, home, at_ms)
        self.performance.reaches.append(arm.reach)
        return arm

    def chip(self, denomination: Denomination, at_ms: int, place: Point, height: float) -> Thing:
        """A chip that comes onto the table."""
        turn, wear = self._random.uniform(0, 2 * np.pi), self._random.uniform(0.95, 1.01)
        thing = Thing(denomination, at_ms, wear=float(wear))
        thing.track.stop(at_ms, (*place, float(turn), height))
        self.performance.things.append(thing)
        return thing

    def card(self, card: Card | None, at_ms: int, place: Point = DECK) -> Thing:
        """A card that comes off the deck."""
        thing = Thing(card, at_ms)
        thing.track.stop(at_ms, (*place, float(self._random.uniform(-0.03, 0.03)), CARD_MM))
        self.performance.things.append(thing)
        return thing

    def jitter(self, place: Point, by_mm: float) -> Point:
        """About this place: nobody lays things down to the millimetre."""
        x, y = self._random.uniform(-by_mm, by_mm, 2)
        return place[0] + float(x), place[1] + float(y)

    def column(self, seat: Seat, denomination: Denomination) -> tuple[Point, float]:
        """Where the next chip of a column goes: its place and height."""
        place = COLUMNS[seat][list(HOUSE).index(denomination)]
        return place, len(self.racks[seat][denomination]) * CHIP_MM

    def stack_up(self, seat: Seat, denomination: Denomination, at_ms: int) -> None:
        """A chip that lies on its column from now on."""
        place, height = self.column(seat, denomination)
        chip = self.chip(denomination, at_ms, self.jitter(place, 0.6), height)
        self.racks[seat][denomination].append(chip)

    def put_into_bet(self, seat: Seat, chip: Thing, from_ms: int, to_ms: int) -> None:
        """Move a chip into the next free slot of a bet area.

        Raises:
            ValueError: the bet area is full.
        """
        slots = bet_slots(self.layout.seat(seat))
        free = [number for number in range(len(slots)) if number not in self.fronts[seat]]
        if not free:
            raise ValueError(f"the bet area of seat {seat} holds {len(slots)} chips side by side")
        x, y = self.jitter(slots[free[0]], 1.2)
        chip.move(from_ms, to_ms, x, y)
        self.fronts[seat][free[0]] = chip

    def take_from_bet(self, seat: Seat, denomination: Denomination) -> Thing:
        """A chip out of a bet area, the one nearest to the player.

        Raises:
            ValueError: there is no such chip.
        """
        slots = [slot for slot, chip in self.fronts[seat].items() if chip.shows == denomination]
        if not slots:
            raise ValueError(f"no {denomination} lies in front of seat {seat}")
        return self.fronts[seat].pop(max(slots))

    def give_to_rack(self, seat: Seat, chip: Thing, from_ms: int, to_ms: int) -> None:
        """Move a chip onto a seat's column."""
        if not isinstance(chip.shows, int):
            raise TypeError("only chips are stacked")
        place, height = self.column(seat, chip.shows)
        x, y = self.jitter(place, 0.6)
        chip.move(from_ms, to_ms, x, y, height)
        self.racks[seat][chip.shows].append(chip)

    def draw_into_pot(self, chip: Thing, from_ms: int, to_ms: int) -> None:
        """Move a chip into the pot."""
        slots = pot_slots(self.layout)
        layer, place = divmod(len(self.pot), len(slots))
        x, y = self.jitter(slots[place], 3.0)
        chip.move(from_ms, to_ms, x, y, layer * CHIP_MM)
        self.pot.append(chip)

    def into_tray(self, chip: Thing, from_ms: int, to_ms: int) -> None:
        """Move a chip into the dealer's tray, where it vanishes among its like."""
        chip.move(from_ms, to_ms, *TRAY)
        chip.vanishes_ms = to_ms

    def deal_hole(self, seat: Seat, at_ms: int, take_ms: int) -> None:
        """Pitch the next card to a seat."""
        x, y, turn = hole_cards(self.layout.seat(seat))[len(self.holes[seat])]
        card = self.card(None, at_ms)
        x, y = self.jitter((x, y), 1.0)
        card.track.stop(at_ms + take_ms, (x, y, turn, (1 + len(self.holes[seat])) * CARD_MM))
        self.holes[seat].append(card)

    def deal_board(self, card: Card, at_ms: int, take_ms: int) -> None:
        """Turn the next card of the board over."""
        x, y = self.jitter(board_place(self.layout, len(self.board)), 0.8)
        thing = self.card(card, at_ms)
        thing.track.stop(at_ms + take_ms, (x, y, float(self._random.normal(0, 0.008)), CARD_MM))
        self.board.append(thing)

    def behind(self, seat: Seat) -> int:
        """What a seat's chips behind are worth."""
        return sum(value * len(chips) for value, chips in self.racks[seat].items())

    @property
    def pot_value(self) -> int:
        """What the pot is worth."""
        return worth(self.pot)

    @property
    def uncalled(self) -> int:
        """By how much the largest bet is above the second: nobody called that."""
        bets = sorted(worth(front.values()) for front in self.fronts.values())
        return bets[-1] - bets[-2]


def worth(things: Iterable[Thing]) -> int:
    """What chips are worth together."""
    return sum(thing.shows for thing in things if isinstance(thing.shows, int))
