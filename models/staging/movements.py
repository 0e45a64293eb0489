"""What players and the dealer do with their hands, at the pace of a calm live game."""

from collections.abc import Sequence

import numpy as np

from models.scene.chips import THICKNESS_MM as CHIP_MM
from models.staging.cast import DEALER, DEALER_HOME, PLAYERS, PLAYERS_HOME
from models.staging.places import COLUMNS, DECK, FOLDS, MUCK, TRAY, middle
from models.staging.stage import FIST, FIST_RAISED, FLAT, HIGH, SLIDE, Arm, Stage
from models.staging.tracks import Thing
from table.cards import Card
from table.chips import Denomination
from table.seats import Seat
from vision.layout import Point

REACH_MS = 560
GRASP_MS = 300
PUSH_MS = 700
LIFT_MS = 220
PITCH_MS = 300
BETWEEN_CARDS_MS = 160


def push(stage: Stage, seat: Seat, motions: Sequence[Sequence[Denomination]], at_ms: int) -> int:
    """A player bets: chips out of the columns, laid side by side; once more for each motion.

    Returns:
        When the arm has gone.
    """
    arm = stage.arm(PLAYERS[seat], PLAYERS_HOME[seat], at_ms)
    for number, handful in enumerate(motions):
        chips = [_top(stage, seat, denomination) for denomination in handful]
        arm.go(_centre(chips), REACH_MS, FLAT)
        # A string bet goes back to the stack, and takes its time there.
        start_ms = arm.stay(GRASP_MS if number == 0 else 900)
        for chip in chips:
            stage.put_into_bet(seat, chip, start_ms, start_ms + PUSH_MS)
        arm.go(_centre(chips), PUSH_MS, FLAT)
        arm.stay(160)
        arm.hold(HIGH, LIFT_MS)
    return arm.leave(REACH_MS)


def tap(stage: Stage, seat: Seat, at_ms: int) -> int:
    """A player knocks twice on the felt in front of him: a check."""
    arm = stage.arm(PLAYERS[seat], PLAYERS_HOME[seat], at_ms)
    place = stage.jitter(middle(stage.layout.seat(seat).bet_area), 6.0)
    arm.go(place, 480, FIST_RAISED)
    for _ in range(2):
        arm.hold(FIST, 180)
        arm.hold(FIST_RAISED, 190)
    return arm.leave(480)


def fold(stage: Stage, seat: Seat, at_ms: int) -> int:
    """A player pushes his cards forward; the dealer will take them."""
    arm = stage.arm(PLAYERS[seat], PLAYERS_HOME[seat], at_ms)
    cards = stage.holes[seat]
    arm.go(_centre(cards), REACH_MS, SLIDE)
    start_ms = arm.stay(GRASP_MS)
    to = FOLDS[seat]
    end_ms = arm.go(to, 800, SLIDE)
    _shift(cards, start_ms, end_ms, to)
    arm.stay(140)
    arm.hold(HIGH, LIFT_MS)
    stage.muck += cards
    stage.holes[seat] = []
    return arm.leave(REACH_MS)


def dealers_arm(stage: Stage, at_ms: int) -> Arm:
    """The dealer reaches over the table; what he does then may be several things."""
    return stage.arm(DEALER, DEALER_HOME, at_ms)


def muck_folded(stage: Stage, arm: Arm) -> None:
    """The dealer takes folded cards in."""
    _take_cards(arm, [card for card in stage.muck if card.place != MUCK])


def deal_in(stage: Stage, order: Sequence[Seat], arm: Arm) -> None:
    """The dealer pitches two cards to each seat."""
    arm.go((DECK[0] - 14, DECK[1] + 8), 420, FLAT)
    for number in range(2 * len(order)):
        stage.deal_hole(order[number % len(order)], arm.now_ms, PITCH_MS)
        away = (DECK[0] - 40, DECK[1] - 10) if number % 2 == 0 else (DECK[0] - 10, DECK[1] + 6)
        arm.go(away, BETWEEN_CARDS_MS, FLAT)


def deal_board(stage: Stage, cards: Sequence[Card], arm: Arm) -> None:
    """The dealer turns cards of the board over."""
    for card in cards:
        start_ms = arm.go((DECK[0] - 10, DECK[1] + 4), 280, FLAT)
        stage.deal_board(card, start_ms, 320)
        x, y = stage.board[-1].place
        arm.go((x + 6, y + 26), 320, FLAT)


def lay_pot(stage: Stage, handful: Sequence[Denomination], arm: Arm) -> None:
    """The dealer lays out the pot of the rounds before."""
    start_ms = arm.go(TRAY, 360, FLAT)
    chips = [stage.chip(denomination, start_ms, TRAY, 0.0) for denomination in handful]
    end_ms = arm.go(middle(stage.layout.pot or ()), 620, FLAT)
    for chip in chips:
        stage.draw_into_pot(chip, start_ms, end_ms)
    arm.hold(HIGH, LIFT_MS)


def make_change(
    stage: Stage,
    seat: Seat,
    takes: Sequence[Denomination],
    leaves: Sequence[Denomination],
    gives: Sequence[Denomination],
    arm: Arm,
) -> None:
    """The dealer gives back what a bet has too much.

    Where the chips to give back lie in the bet, they are pushed back. Otherwise chips from the tray
    take their place: some are left in the bet, some given back, and those taken go to the tray. The
    hand stays over the bet until all of it is right.
    """
    taken = [stage.take_from_bet(seat, denomination) for denomination in takes]
    if sorted(takes) == sorted(gives):
        arm.go(_centre(taken), 600, FLAT)
        start_ms = arm.stay(220)
        end_ms = arm.go(COLUMNS[seat][2], 560, FLAT)
        for chip in taken:
            stage.give_to_rack(seat, chip, start_ms, end_ms)
    else:
        _exchange(stage, seat, taken, (leaves, gives), arm)
    arm.hold(HIGH, LIFT_MS)


def _exchange(
    stage: Stage,
    seat: Seat,
    taken: Sequence[Thing],
    brought: tuple[Sequence[Denomination], Sequence[Denomination]],
    arm: Arm,
) -> None:
    start_ms = arm.go(TRAY, 400, FLAT)
    leaves, gives = (
        [stage.chip(denomination, start_ms, TRAY, 0.0) for denomination in handful]
        for handful in brought
    )
    place = _centre(taken)
    end_ms = arm.go(place, 660, FLAT)
    for chip in leaves:
        stage.put_into_bet(seat, chip, start_ms, end_ms)
    for number, chip in enumerate(gives):
        chip.move(start_ms, end_ms, *stage.jitter(place, 6.0), (1 + number) * CHIP_MM)
    start_ms = arm.stay(240)
    end_ms = arm.go(COLUMNS[seat][2], 540, FLAT)
    for chip in gives:
        stage.give_to_rack(seat, chip, start_ms, end_ms)
    for number, chip in enumerate(taken):
        chip.move(start_ms, end_ms, *COLUMNS[seat][2], (12 + number) * CHIP_MM)
    start_ms = arm.stay(120)
    end_ms = arm.go(TRAY, 760, FLAT)
    for chip in taken:
        stage.into_tray(chip, start_ms, end_ms)


def draw_in(stage: Stage, arm: Arm) -> None:
    """The dealer draws all bets into the pot."""
    pot = middle(stage.layout.pot or ())
    for front in stage.fronts.values():
        chips = list(front.values())
        if not chips:
            continue
        arm.go(_centre(chips), 520, FLAT)
        start_ms = arm.stay(120)
        end_ms = arm.go(pot, 600, FLAT)
        for chip in chips:
            stage.draw_into_pot(chip, start_ms, end_ms)
        front.clear()
    arm.hold(HIGH, 160)


def push_pot(stage: Stage, seat: Seat, arm: Arm) -> None:
    """The dealer pushes the pot to its winner."""
    arm.go(middle(stage.layout.pot or ()), 300, FLAT)
    start_ms = arm.stay(140)
    end_ms = arm.go(COLUMNS[seat][3], 700, FLAT)
    for chip in stage.pot:
        stage.give_to_rack(seat, chip, start_ms, end_ms)
    stage.pot = []
    arm.hold(HIGH, 160)


def clear_cards(stage: Stage, arm: Arm) -> None:
    """The dealer takes in all cards."""
    for seat, cards in stage.holes.items():
        _take_cards(arm, cards)
        stage.muck += cards
        stage.holes[seat] = []
    _take_cards(arm, stage.board)
    for card in (*stage.board, *stage.muck):
        card.vanishes_ms = arm.now_ms
    stage.board, stage.muck = [], []


def _take_cards(arm: Arm, cards: Sequence[Thing]) -> None:
    """Draw cards to the muck."""
    if not cards:
        return
    arm.go(_centre(cards), 460, SLIDE)
    start_ms = arm.stay(80)
    end_ms = arm.go(MUCK, 480, SLIDE)
    for card in cards:
        card.move(start_ms, end_ms, *MUCK, 0.3)


def _shift(cards: Sequence[Thing], from_ms: int, to_ms: int, to: Point) -> None:
    """Move things together, so that their middle comes to a place."""
    centre = _centre(cards)
    for card in cards:
        x, y = card.place
        card.move(from_ms, to_ms, x + to[0] - centre[0], y + to[1] - centre[1], 0.6)


def _top(stage: Stage, seat: Seat, denomination: Denomination) -> Thing:
    """The top chip of a column, taken off it.

    Raises:
        ValueError: the seat has no such chip.
    """
    column = stage.racks[seat][denomination]
    if not column:
        raise ValueError(f"seat {seat} has no {denomination} left")
    return column.pop()


def _centre(things: Sequence[Thing]) -> Point:
    x, y = np.mean([thing.place for thing in things], axis=0)
    return float(x), float(y)
