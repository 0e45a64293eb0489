"""Worked cases against the rules engine: rule each one, and compare every expected field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.case_format import Case
from table.act import Act
from table.betting import Betting
from table.corrections import WrongAmount, correct, followed_by
from table.round_over import round_over
from table.rulebook import Rulebook
from table.rulebooks import load
from table.rules import rule
from table.ruling import Ruling
from table.settling import after

BOOKS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "TDA2024": ("tda2024", {}),
    "WSOP-T2024": ("wsop_t2024", {}),
    "WSOP-L2024": ("wsop_l2024", {}),
    "RRoP11": ("roberts", {}),
    "FSPR": ("fspr", {}),
    "BOOK000": ("book", {}),
    "TDA2019": ("tda2024", {"blind_or_ante": "ante_first"}),
    "FIDPA": ("tda2024", {"silent_chips": "same_denomination_calls"}),
    "RU-Voskanyan": ("tda2024", {"undercall": "always_full_call"}),
    "HOUSE": ("tda2024", {}),
}
"""The rulebooks that a case may name: a shipped one, and what differs from it."""


@dataclass(frozen=True)
class Outcome:
    """One case under one rulebook.

    Attributes:
        case: its id.
        kind: its group.
        rulebook: as the case names it.
        failures: what differs from the expectation, empty where it passes.
    """

    case: str
    kind: str
    rulebook: str
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether every expected field is as the case says."""
        return not self.failures


def check(case: Case) -> tuple[Outcome, ...]:
    """Rule a case under every rulebook that it names."""
    return tuple(
        Outcome(case.id, case.kind, name, tuple(_failures(case, name))) for name in case.rulebooks
    )


def book_of(case: Case, name: str) -> Rulebook:
    """The rulebook that a case names, with the switches of its house.

    Raises:
        KeyError: there is no rulebook of that name.
    """
    shipped, differences = BOOKS[name]
    house = case.game.house
    switches: dict[str, object] = dict(differences)
    if "commit_rule" in house.model_fields_set:
        switches["commit_rule"] = house.commit_rule or "undecided"
    if house.ante_order is not None:
        switches["blind_or_ante"] = house.ante_order
    if house.ante_counts is not None:
        switches["ante_in_pot"] = house.ante_counts
    if house.tiny_chip_percent is not None:
        switches["tiny_chip_percent"] = house.tiny_chip_percent
    book = load(shipped)
    return book.with_overrides(switches) if switches else book


def _failures(case: Case, name: str) -> list[str]:
    if case.not_read:
        return [f"betline does not read {', '.join(case.not_read)}"]
    if name not in BOOKS:
        return [f"there is no rulebook {name}"]
    answer = flatten(answer_of(case, book_of(case, name)))
    return [
        f"{field}: expected {wanted!r}, got {answer.get(field, 'no answer')!r}"
        for field, wanted in case.expect.items()
        if not _same(field, wanted, answer)
    ]


def answer_of(case: Case, rulebook: Rulebook) -> Ruling:
    """The ruling on a case, once everything that followed is carried out."""
    betting = case.state.betting(case.game)
    action = case.action
    if action.forced:
        return round_over(betting, action.player)
    act = action.act()
    later = [followed for did in action.later if (followed := did.act()) is not None]
    if action.error_found is not None:
        return correct(betting, act, _error(case, later), rulebook)
    ruling = rule(betting, act, rulebook)
    return _after_later(betting, ruling, later, rulebook) if later else ruling


def _error(case: Case, later: list[Act]) -> WrongAmount:
    action = case.action
    said = action.verbal.amount if action.verbal else None
    pushed = sum(map(sum, action.motions))
    made = action.dealer_quoted or said or pushed
    return WrongAmount(
        made=made,
        later=tuple(later),
        next_card=action.error_found == "after_next_card",
        pot_miscounted=action.dealer_quoted is not None,
    )


def _after_later(betting: Betting, ruling: Ruling, later: list[Act], rulebook: Rulebook) -> Ruling:
    betting = after(betting, ruling)
    for act in later:
        betting = after(betting, rule(betting, act, rulebook))
    return followed_by(ruling, betting, rulebook)


def flatten(ruling: Ruling) -> dict[str, Any]:
    """A ruling in the words of the format."""
    return {
        **ruling.facts,
        "action": ruling.action.value,
        "total_bet": ruling.total,
        "added": ruling.added,
        "raise_by": ruling.raise_by,
        "change_returned": ruling.change_to_return,
        "must_add": ruling.chips_to_add,
        "pot_after": ruling.pot,
        "next": ruling.next,
        "min_raise_to": ruling.min_raise_to,
        "max_raise_to": ruling.max_raise_to,
        "ask_floor": ruling.ask_floor,
        "options": [option.token for option in ruling.options],
        "default": ruling.default_option,
        "amounts": {option.token: dict(option.amounts) for option in ruling.options},
    }


def _same(field: str, wanted: Any, answer: Mapping[str, Any]) -> bool:
    if field == "default" and wanted is None:
        return True
    if field not in answer:
        return False
    got = answer[field]
    if field == "options":
        return set(wanted) == set(got)
    if field == "amounts":
        return all(_part_of(figures, got.get(token)) for token, figures in wanted.items())
    return _plain(wanted) == _plain(got)


def _part_of(wanted: Mapping[str, int], got: Mapping[str, int] | None) -> bool:
    return got is not None and wanted.items() <= got.items()


def _plain(value: Any) -> Any:
    """The value with lists for tuples and names for seats, as the format writes them."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
