"""What the worked cases note of other rulebooks (`differs`): each is ruled under that book too.

A note that no rulebook settles is listed with its reason, and the ruling must say that it is
assumed.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.case_format import Case, read_cases
from api.cases import answer_of, book_of, flatten
from table.duties.clock import limit_s, may_be_called
from table.rulebooks import load
from table.ruling import Ruling

pytestmark = pytest.mark.shared

Note = tuple[str, str]
"""A case's id, and the rulebook of which it notes something."""

Cases = dict[str, dict[str, Any]]

NOT_SETTLED: Mapping[Note, str] = {
    ("OC-010", "TDA2024"): (
        "rule 44 speaks of facing a blind and 46-C2 of facing a raise; neither of an option"
    ),
    ("OD-004", "TDA2024"): 'rule 20 speaks of "the odd chip" alone, and never of two',
}
"""Notes that the text of the book does not decide: what we apply is assumed."""

RULED: Mapping[Note, tuple[str, Mapping[str, Any]]] = {
    ("MC-002", "RRoP11"): (
        "RRoP 11 betting 13",
        {"action": "raise", "total_bet": 180, "change_returned": 20},
    ),
    ("MC-002", "WSOP-L2024"): (
        "WSOP-L 2024 136-137, 179",
        {"action": "ask_floor", "options": ["call", "raise"]},
    ),
    ("MC-014", "WSOP-T2024"): (
        "WSOP-T 2024 92, 95",
        {"action": "call", "total_bet": 1400, "change_returned": 600},
    ),
    ("MC-017", "TDA2024"): ("TDA 2024 45", {"action": "raise", "total_bet": 2000}),
    ("MC-017", "RRoP11"): ("RRoP 11 betting 13", {"action": "raise", "total_bet": 2000}),
    ("MC-019", "TDA2024"): (
        "TDA 2024 45",
        {"action": "call", "total_bet": 120, "change_returned": 80},
    ),
    ("MC-019", "WSOP-L2024"): (
        "WSOP-L 2024 136-137, 179",
        {"action": "ask_floor", "options": ["call", "raise"]},
    ),
    ("RO-003", "WSOP-T2024"): (
        "WSOP-T 2024 96-a",
        {"action": "ask_floor", "options": ["call", "raise"]},
    ),
    ("LM-004", "WSOP-L2024"): (
        "WSOP-L 2024 136-137, 179",
        {"action": "ask_floor", "options": ["call", "raise"]},
    ),
    ("OT-005", "RRoP11"): (
        "RRoP 11 betting 10",
        {"action": "released", "options": ["call", "fold"], "min_raise_to": None},
    ),
    ("PL-008", "TDA2024"): ("TDA 2024 54", {"action": "raise", "total_bet": 35}),
    ("AA-003", "TDA2024"): (
        "TDA 2024 51-B",
        {"action": "call", "total_bet": 26_500, "ask_floor": False},
    ),
    ("BL-001", "RRoP11"): ("RRoP 11 no-limit 3-4", {"action": "raise", "total_bet": 20}),
    ("BL-012", "WSOP-L2024"): ("WSOP-L 2024 109", {"button": 2, "stands": False}),
    ("SD-005", "WSOP-L2024"): ("WSOP-L 2024 14, 143", {"may_expose_mucked": "floor"}),
    ("SD-011", "TDA2024"): (
        "TDA 2024 16",
        {"face_up": ["A", "B", "C"], "when": "river", "award_first": ["B", "C"]},
    ),
    ("PR-009", "FSPR"): ("FSPR 3.9.1", {"action": "fold"}),
}
"""What the book of the note says on the facts of the case: the clause, and these figures."""


@pytest.fixture(scope="module")
def cases(shared_folder: Path) -> Cases:
    """The shared cases by their ids, as they are written."""
    text = (shared_folder / "rules" / "cases.yaml").read_text("utf-8")
    return {case["id"]: case for case in yaml.safe_load(text)}


def ruled(case: Mapping[str, Any], book: str, **changes: Mapping[str, Any]) -> Ruling:
    """The ruling on a case under a book, with some of its facts changed, as `state={...}`."""
    changed = deepcopy(dict(case))
    for part, values in changes.items():
        changed[part] = {**(changed[part] or {}), **values}
    (read,) = read_cases(yaml.safe_dump([changed]), "changed.yaml")
    assert isinstance(read, Case)
    return answer_of(read, book_of(read, book))


def clauses(ruling: Ruling) -> dict[str, bool]:
    """The clauses that a ruling cites, and whether each is assumed."""
    return {clause.text: clause.assumed for clause in ruling.clauses}


def told(ruling: Ruling, *fields: str) -> dict[str, Any]:
    """These fields of a ruling; lists for tuples, as the cases write them."""
    flat = flatten(ruling)
    values = {field: flat.get(field) for field in fields}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


@pytest.mark.parametrize(
    ("case", "book"), RULED, ids=[f"{case} {clause}" for (case, _), (clause, _) in RULED.items()]
)
def test_the_book_of_the_note_rules_as_noted(cases: Cases, case: str, book: str) -> None:
    clause, expected = RULED[case, book]
    assert book not in cases[case]["rulebooks"]
    ruling = ruled(cases[case], book)
    assert clauses(ruling).get(clause) is False
    assert told(ruling, *expected) == expected


@pytest.mark.parametrize(("case", "book"), NOT_SETTLED, ids=map(" ".join, NOT_SETTLED))
def test_what_the_text_does_not_settle_is_marked_assumed(
    cases: Cases, case: str, book: str
) -> None:
    assumed = [text for text, is_assumed in clauses(ruled(cases[case], book)).items() if is_assumed]
    assert assumed


def test_mr_015_tda_2024_45_one_over_three_is_no_raise(cases: Cases) -> None:
    """The case leaves open what the last full bet was: the bet of 3 that it describes."""
    ruling = ruled(cases["MR-015"], "TDA2024", state={"last_full_raise": 3})
    assert clauses(ruling) == {"TDA 2024 45": False}
    assert told(ruling, "action", "total_bet", "change_returned") == {
        "action": "call",
        "total_bet": 3,
        "change_returned": 1,
    }


def test_ro_001_wsop_t_2024_96_a_who_acted_is_not_offered_a_raise(cases: Cases) -> None:
    ruling = ruled(cases["RO-001"], "WSOP-T2024")
    assert told(ruling, "next", "min_raise_to") == {"next": "A", "min_raise_to": None}


def test_lm_009_tda_2024_48_the_cap_of_the_house_stays_heads_up(cases: Cases) -> None:
    """The house names the number; the case is one of a house that has none."""
    ruling = ruled(cases["LM-009"], "TDA2024", game={"cap": 4})
    assert told(ruling, "action", "total_bet") == {"action": "call", "total_bet": 40}
    assert "TDA 2024 48" in clauses(ruling)


def test_lm_009_wsop_t_2024_100_a_bet_and_four_raises_even_heads_up(cases: Cases) -> None:
    uncapped = deepcopy(cases["LM-009"])
    del uncapped["game"]["cap"]
    fifth = ruled(uncapped, "WSOP-T2024")
    assert told(fifth, "action", "total_bet", "min_raise_to") == {
        "action": "raise",
        "total_bet": 50,
        "min_raise_to": None,
    }
    sixth = ruled(uncapped, "WSOP-T2024", state={"raises": 5})
    assert told(sixth, "action") == {"action": "call"}
    assert "WSOP-T 2024 100" in clauses(sixth)


def test_sd_005_tda_2024_18_a_river_caller_who_kept_his_cards_may_demand(cases: Cases) -> None:
    called = {
        "tabled": [],
        "mucked": [],
        "kept": ["S2", "S1"],
        "last_round": [{"player": "S1", "does": "bet"}, {"player": "S2", "does": "call"}],
        "request": {"by": "S2", "of": "S1"},
    }
    may = ruled(cases["SD-005"], "TDA2024", data=called)
    assert (may.facts["must_show"], may.ask_floor) == (True, False)
    assert "TDA 2024 18-B" in clauses(may)
    mucked = ruled(cases["SD-005"], "TDA2024", data={**called, "mucked": ["S2"], "kept": ["S1"]})
    assert mucked.facts["must_show"] is False


def test_od_004_pokerkit_gives_both_odd_chips_to_the_first(cases: Cases) -> None:
    """PokerKit is no rulebook; a house that does as it does names one parameter."""
    (case,) = read_cases(yaml.safe_dump([cases["OD-004"]]), "case.yaml")
    assert isinstance(case, Case)
    house = load("tda2024").with_overrides({"odd_chips": "all_to_first"})
    assert answer_of(case, house).facts["shares"] == {"S1": 13, "S2": 11, "S4": 11}


def test_pr_001_wsop_t_2024_80_up_to_25_seconds_and_5(cases: Cases) -> None:
    assert limit_s(load("wsop_t2024")) == 25 + 5
    for seconds, action in ((29, "pending"), (30, "fold")):
        clock = {"clock": {"called": True, "seconds": seconds}}
        ruling = ruled(cases["PR-001"], "WSOP-T2024", action=clock)
        assert told(ruling, "action") == {"action": action}
        assert "WSOP-T 2024 80" in clauses(ruling)


def test_pr_001_wsop_l_2024_181_two_minutes_first_then_60_seconds_and_10(cases: Cases) -> None:
    book = load("wsop_l2024")
    assert [may_be_called(seconds, book) for seconds in (119, 120)] == [False, True]
    for seconds, action in ((30, "pending"), (69, "pending"), (70, "fold")):
        clock = {"clock": {"called": True, "seconds": seconds}}
        ruling = ruled(cases["PR-001"], "WSOP-L2024", action=clock)
        assert told(ruling, "action") == {"action": action}


BY_THEMSELVES: Mapping[Note, Callable[[Cases], None]] = {
    ("MR-015", "TDA2024"): test_mr_015_tda_2024_45_one_over_three_is_no_raise,
    ("RO-001", "WSOP-T2024"): test_ro_001_wsop_t_2024_96_a_who_acted_is_not_offered_a_raise,
    ("LM-009", "TDA2024"): test_lm_009_tda_2024_48_the_cap_of_the_house_stays_heads_up,
    ("LM-009", "WSOP-T2024"): test_lm_009_wsop_t_2024_100_a_bet_and_four_raises_even_heads_up,
    ("SD-005", "TDA2024"): test_sd_005_tda_2024_18_a_river_caller_who_kept_his_cards_may_demand,
    ("OD-004", "PokerKit"): test_od_004_pokerkit_gives_both_odd_chips_to_the_first,
    ("PR-001", "WSOP-T2024"): test_pr_001_wsop_t_2024_80_up_to_25_seconds_and_5,
    ("PR-001", "WSOP-L2024"): test_pr_001_wsop_l_2024_181_two_minutes_first_then_60_seconds_and_10,
}
"""Notes on other facts than those of their case: each has a test of its own above."""


def test_every_note_is_tested_or_listed_as_not_settled(cases: Cases) -> None:
    notes = {(name, book) for name, case in cases.items() for book in case.get("differs") or {}}
    treated = [*RULED, *NOT_SETTLED, *BY_THEMSELVES]
    assert len(treated) == len(set(treated))
    assert set(treated) == notes
