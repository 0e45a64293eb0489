"""The regulation: what one tournament is played under, as its organiser writes it down.

The keys are described, with an example, in docs/tournament.md. Amounts are chips, never money.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from table.documents import Document, faults_in, parse_document
from table.game import AnteType

Amount = Annotated[int, Field(gt=0, strict=True)]
Count = Annotated[int, Field(ge=0, strict=True)]

WHOLE = 1000
"""All of the prize pool; payouts are thousandths of it."""


class SameHand(StrEnum):
    """Who finishes higher of those who bust in one hand at one table. The TDA text is silent."""

    BY_STACK = "by_stack"
    SHARED = "shared"


class RaceRounding(StrEnum):
    """Odd chips that do not make a whole bigger chip. The books are silent; houses differ."""

    UP = "up"
    HALF_UP = "half_up"
    DOWN = "down"


class StackPart(Document):
    """Chips of one denomination in the starting stack."""

    chip: Amount
    count: Amount


class Level(Document):
    """One level.

    Attributes:
        small_blind: 0 where there is none.
        big_blind: also the smallest bet.
        ante: 0 where there is none.
        ante_kind: who pays it.
        minutes: how long it lasts.
        colour_up: the chip that is raced off when the level is over.
        break_minutes: the break after the level, after the race.
    """

    small_blind: Count = 0
    big_blind: Amount
    ante: Count = 0
    ante_kind: AnteType = AnteType.BIG_BLIND
    minutes: Amount
    colour_up: Amount | None = None
    break_minutes: Count = 0

    @property
    def amounts(self) -> dict[str, int]:
        """What has to be paid out of chips, by key."""
        named = {"small_blind": self.small_blind, "big_blind": self.big_blind, "ante": self.ante}
        return {key: amount for key, amount in named.items() if amount}


class Regulation(Document):
    """A tournament's regulation.

    Attributes:
        name: of the tournament.
        rulebook: a shipped rulebook, or the file of a house's own.
        seats_per_table: at most.
        final_table: seats at the last table; None: as TDA 2024 RP-9 says.
        starting_stack: the same for everyone.
        more_chips: denominations that come into play later, in colour-ups.
        levels: in order; the last lasts to the end.
        late_registration_levels: registration closes when this level is over; 0: at the start.
        re_entries: how often a player may enter again while registration is open.
        most_apart: tables may differ by so many players.
        halt_when_short_by: play halts at a table so many players shorter than the longest.
        same_hand: who finishes higher of those who bust in one hand.
        race_rounding: odd chips that do not make a whole bigger chip.
        payouts: thousandths of the prize pool, first place first.
    """

    name: str = Field(min_length=1, max_length=80)
    rulebook: str = Field(min_length=1)
    seats_per_table: int = Field(ge=2, le=11, strict=True)
    final_table: int | None = Field(default=None, ge=2, le=11, strict=True)
    starting_stack: tuple[StackPart, ...] = Field(min_length=1)
    more_chips: tuple[Amount, ...] = ()
    levels: tuple[Level, ...] = Field(min_length=1)
    late_registration_levels: Count = 0
    re_entries: Count = 0
    most_apart: Amount = 1
    halt_when_short_by: int = Field(default=3, ge=2, strict=True)
    same_hand: SameHand = SameHand.BY_STACK
    race_rounding: RaceRounding = RaceRounding.UP
    payouts: tuple[Amount, ...] = Field(min_length=1)

    @property
    def stack(self) -> int:
        """What the starting stack is worth."""
        return sum(part.chip * part.count for part in self.starting_stack)

    @property
    def final_table_seats(self) -> int:
        """Seats at the last table: nine for tables of eight and nine, seven for six and seven.

        Source: TDA 2024 RP-9, which names no others; those keep their own size.
        """
        by_size = {8: 9, 9: 9, 6: 7, 7: 7}
        return self.final_table or by_size.get(self.seats_per_table, self.seats_per_table)

    def chips_in_play(self, level: int) -> tuple[int, ...]:
        """The denominations that are in play during a level, smallest first.

        Args:
            level: its number, from 1.
        """
        gone = {earlier.colour_up for earlier in self.levels[: level - 1]}
        every = {part.chip for part in self.starting_stack} | set(self.more_chips)
        return tuple(sorted(every - gone))


def parse(text: str, name: str) -> Regulation:
    """Read a regulation.

    Args:
        text: the YAML document.
        name: its file name, for messages.

    Raises:
        DocumentError: with the line and the remedy of every fault.
    """
    regulation = parse_document(text, name, Regulation)
    faults = [*_chip_faults(regulation), *_level_faults(regulation), *_payout_faults(regulation)]
    if faults:
        raise faults_in(text, name, faults)
    return regulation


Fault = tuple[tuple[str | int, ...], str, str]


def _chip_faults(regulation: Regulation) -> Iterator[Fault]:
    known: set[int] = set()
    for index, part in enumerate(regulation.starting_stack):
        if part.chip in known:
            yield (
                ("starting_stack", index, "chip"),
                f"{part.chip} stands twice",
                "Add the counts up.",
            )
        known.add(part.chip)
    for index, chip in enumerate(regulation.more_chips):
        if chip in known:
            yield ("more_chips", index), f"{chip} is in play already", "Delete it."
        known.add(chip)


def _level_faults(regulation: Regulation) -> Iterator[Fault]:
    last = len(regulation.levels)
    if regulation.late_registration_levels >= last > 1:
        remedy = f"Write less than {last}: the last level lasts to the end."
        yield ("late_registration_levels",), "registration would never close", remedy
    before = regulation.levels[0]
    for index, level in enumerate(regulation.levels):
        path = ("levels", index)
        if level.small_blind > level.big_blind:
            yield (*path, "small_blind"), "is more than the big blind", "Exchange the two."
        if level.big_blind < before.big_blind:
            yield (
                (*path, "big_blind"),
                "is less than the level before",
                "Check the order of levels.",
            )
        yield from _unpayable(regulation, index)
        if level.colour_up is not None:
            yield from _race_faults(regulation, index, level.colour_up)
        before = level


def _unpayable(regulation: Regulation, index: int) -> Iterator[Fault]:
    chips = regulation.chips_in_play(index + 1)
    if not chips:
        return
    for key, amount in regulation.levels[index].amounts.items():
        if amount % chips[0]:
            message = f"{amount} cannot be paid: the smallest chip in play is {chips[0]}"
            yield ("levels", index, key), message, "Race that chip off later, or change the amount."


def _race_faults(regulation: Regulation, index: int, chip: int) -> Iterator[Fault]:
    path, chips = ("levels", index, "colour_up"), regulation.chips_in_play(index + 1)
    if chip not in chips:
        yield path, f"{chip} is not in play", f"In play are {', '.join(map(str, chips))}."
    elif chip != chips[0]:
        yield path, f"{chip} is not the smallest chip in play", f"Race {chips[0]} off first."
    elif len(chips) == 1:
        yield path, f"no chip above {chip} stays", "Name the next one under more_chips."
    elif chips[1] % chip:
        yield path, f"{chip} cannot be changed into {chips[1]} evenly", "Use a chip in between."


def _payout_faults(regulation: Regulation) -> Iterator[Fault]:
    payouts = regulation.payouts
    if sum(payouts) != WHOLE:
        message = f"the payouts make {sum(payouts)} thousandths"
        yield ("payouts",), message, f"Make them {WHOLE} in all."
    for index, (better, worse) in enumerate(pairwise(payouts), 1):
        if worse > better:
            message = f"place {index + 1} is paid more than place {index}"
            yield ("payouts", index), message, "Write the first place first."
