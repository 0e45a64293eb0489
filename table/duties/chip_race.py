"""The chip race: the smallest chip leaves the table."""

from collections.abc import Collection, Mapping

from table.choices import Subject
from table.duties.duty import duty
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat


def chip_race(
    chip: int,
    to: int,
    holdings: Mapping[Seat, int],
    winners: Collection[Seat],
    last_chips: Collection[Seat],
    rulebook: Rulebook,
) -> Ruling:
    """Change small chips for bigger ones; odd ones are raced for, one bigger chip each at most.

    Nobody is raced out: a player with nothing else gets one chip of the lowest kind that stays.

    Sources: TDA 2024 24-A.

    Args:
        chip: the denomination that leaves.
        to: the next one.
        holdings: how many of the leaving chips each seat has.
        winners: those who won a chip in the race.
        last_chips: seats that have nothing else.
        rulebook: the rules in force.
    """
    result = {}
    for seat, count in holdings.items():
        kept = count * chip // to * to + (to if seat in winners else 0)
        result[seat] = max(kept, to) if seat in last_chips and count else kept
    return _race(result, {}, rulebook)


def found_after_the_race(
    chip: int, to: int, holdings: Mapping[Seat, int], rulebook: Rulebook
) -> Ruling:
    """Chips found later are changed at equal value only; the rest leaves (TDA 2024 24)."""
    result = {seat: count * chip // to * to for seat, count in holdings.items()}
    worth = sum(count * chip for count in holdings.values())
    return _race(result, {"removed": worth - sum(result.values())}, rulebook)


def _race(result: dict[Seat, int], facts: dict[str, object], rulebook: Rulebook) -> Ruling:
    return duty(
        Action.RACE,
        "chip-race",
        rulebook.clause(Subject.CHIP_RACE),
        facts={"result": result, **facts},
    )
