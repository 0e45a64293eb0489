"""Worked cases against the rules engine: rule each one, and compare every expected field."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from api.case_duties import duty_of
from api.case_format import Case, Unreadable
from table.act import Act
from table.betting import Betting
from table.corrections import WrongAmount, correct, followed_by
from table.duties.hand_for_hand import all_in_called
from table.duties.side_pots import pot_facts, side_pots
from table.otherwise import Otherwise, otherwise, sentence
from table.returning import skipped, undercalls_in_a_row, when_turn_comes
from table.rulebook import Rulebook
from table.rulebooks import load
from table.rules import rule
from table.ruling import Message, Ruling
from table.settling import ACTS, after

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
        ruling: betline's ruling in one sentence; None where it cannot be ruled.
        otherwise: what would have changed it, a sentence each.
    """

    case: str
    kind: str
    rulebook: str
    failures: tuple[str, ...]
    ruling: Message | None = None
    otherwise: tuple[Message, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every expected field is as the case says."""
        return not self.failures


def check(case: Case | Unreadable) -> tuple[Outcome, ...]:
    """Rule a case under every rulebook that it names."""
    if isinstance(case, Unreadable):
        reason = (f"the case does not fit the format: {case.reason}",)
        return tuple(Outcome(case.id, case.kind, name, reason) for name in case.rulebooks)
    return tuple(_outcome(case, name) for name in case.rulebooks)


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


def _outcome(case: Case, name: str) -> Outcome:
    """The case under one rulebook, or why it cannot be ruled."""
    if case.not_read:
        reason = f"betline does not read {', '.join(case.not_read)}"
    elif name not in BOOKS:
        reason = f"there is no rulebook {name}"
    else:
        try:
            return _ruled(case, name)
        except (ValueError, LookupError) as error:
            reason = f"cannot be ruled: {error}"
    return Outcome(case.id, case.kind, name, (reason,))


def _ruled(case: Case, name: str) -> Outcome:
    rulebook = book_of(case, name)
    ruling = answer_of(case, rulebook)
    others = tuple(sentence(other) for other in otherwise_of(case, rulebook, ruling))
    failures = tuple(_failures(case, flatten(ruling)))
    return Outcome(case.id, case.kind, name, failures, ruling.message, others)


def _failures(case: Case, answer: Mapping[str, Any]) -> list[str]:
    return [
        f"{field}: expected {wanted!r}, got {answer.get(field, 'no answer')!r}"
        for field, wanted in case.expect.items()
        if not _same(field, wanted, answer)
    ]


def otherwise_of(case: Case, rulebook: Rulebook, ruling: Ruling) -> tuple[Otherwise, ...]:
    """What would have changed the ruling on a case; nothing where no act of a player is ruled."""
    if duty_of(case, rulebook) is not None:
        return ()
    return otherwise(case.state.betting(case.game), case.action.act(), rulebook, ruling)


def answer_of(case: Case, rulebook: Rulebook) -> Ruling:
    """The ruling on a case, once everything that followed is carried out."""
    without_choice = duty_of(case, rulebook)
    if without_choice is not None:
        return without_choice
    betting, action = case.state.betting(case.game), case.action
    act = action.act()
    later = [followed for did in action.followed_by if (followed := did.act()) is not None]
    if action.skipped is not None:
        passed = action.skipped
        spoke = passed.spoke or not passed.had_time
        return skipped(betting, passed.player, [act, *later], rulebook, spoke=spoke)
    if action.error_found is not None:
        return correct(betting, act, _error(case, later), rulebook)
    if not act.in_turn and later and betting.turn == later[0].seat:
        return _out_of_turn(betting, act, later, rulebook)
    ruling = rule(betting, act, rulebook)
    if later and ruling.action in ACTS:
        ruling = _after_later(betting, ruling, later, rulebook)
    totals = [did.to for did in action.followed_by if did.does == "call" and did.to is not None]
    if "short_by" in ruling.facts and any(total < betting.level for total in totals):
        ruling = undercalls_in_a_row(ruling, act.seat, rulebook)
    if case.data.contrib:
        divided = side_pots(case.data.contrib, case.data.folded, case.data.dead)
        ruling = replace(ruling, facts={**ruling.facts, **pot_facts(divided)})
    return all_in_called(ruling, rulebook) if action.hand_for_hand else ruling


def _out_of_turn(betting: Betting, act: Act, later: list[Act], rulebook: Rulebook) -> Ruling:
    """The player in turn acts, and then the turn comes to the one who acted too early."""
    now = betting
    for followed in later:
        now = after(now, rule(now, followed, rulebook))
    return when_turn_comes(betting, now, act, rulebook)


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
    wanted, got = _plain(wanted), _plain(answer[field])
    if field == "options":
        return set(wanted) == set(got)
    if field == "pots":
        return [(amount, sorted(players)) for amount, players in wanted] == [
            (amount, sorted(players)) for amount, players in got
        ]
    if field in {"amounts", "bound_acts"}:
        return all(_part_of(figures, got.get(key)) for key, figures in wanted.items())
    if field == "right_to_see":
        return _part_of(wanted, got)
    return bool(wanted == got)


def _part_of(wanted: Mapping[str, Any], got: Mapping[str, Any] | None) -> bool:
    """Whether each figure that is expected is there; others are not compared."""
    return got is not None and wanted.items() <= got.items()


def _plain(value: Any) -> Any:
    """The value with lists for tuples and names for seats, as the format writes them."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
