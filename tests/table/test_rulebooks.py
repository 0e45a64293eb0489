"""Rulebooks: complete, cited, and read with file, line and remedy."""

from enum import Enum
from pathlib import Path

import pytest

from table.choices import Subject
from table.documents import DocumentError
from table.rulebook import PARAMETERS
from table.rulebooks import SHIPPED, load, read

HOUSE = """\
name: casino
title: House rules
version: "3"
based_on: tda2024
"""


@pytest.mark.parametrize("name", SHIPPED)
def test_every_parameter_has_a_clause_and_every_rule_a_place(name: str) -> None:
    book = load(name)
    assert book.name == name
    for parameter in PARAMETERS:
        assert getattr(book, parameter).clause
    assert set(book.clauses).isdisjoint(book.assumed_clauses)
    assert set(book.clauses) | set(book.assumed_clauses) == set(Subject)
    assert all(book.clause(subject).text for subject in Subject)


OWN_CLAUSES = {
    "fspr": "FSPR",
    "tda2024": "TDA 2024",
    "wsop_t2024": "WSOP-T 2024",
    "wsop_l2024": "WSOP-L 2024",
    "roberts": "RRoP 11",
    "book": "Old book",
}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_another_book_prints_is_assumed(name: str) -> None:
    book = load(name)
    for parameter in PARAMETERS:
        entry = getattr(book, parameter)
        assert entry.assumed or entry.clause.startswith(OWN_CLAUSES[name]), parameter
    assert all(text.startswith(OWN_CLAUSES[name]) for text in book.clauses.values())
    assert not any(text.startswith(OWN_CLAUSES[name]) for text in book.assumed_clauses.values())


def test_the_old_book_has_no_minimum_raise() -> None:
    assert not load("book").minimum_raise.value
    assert all(load(name).minimum_raise.value for name in SHIPPED if name != "book")


def test_a_house_lists_only_what_differs() -> None:
    book = read(HOUSE + 'undercall: {value: always_full_call, clause: "House 7"}\n', "casino.yaml")
    assert book.undercall.value == "always_full_call"
    assert book.undercall.clause == "House 7"
    assert book.reopening == load("tda2024").reopening
    assert book.clause(Subject.ONE_CHIP) == load("tda2024").clause(Subject.ONE_CHIP)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("undercal: {value: made_right, clause: a}", "casino.yaml:5: undercal: unknown key. Did"),
        ("undercall: {value: made_rite, clause: a}", "Did you mean made_right?"),
        ("undercall: {value: made_right}", "casino.yaml:5: undercall.clause: this key is missing"),
        ("clock_s: {value: soon, clause: a}", "casino.yaml:5: clock_s.value:"),
    ],
)
def test_a_wrong_key_or_value_names_file_line_and_remedy(line: str, told: str) -> None:
    with pytest.raises(DocumentError) as raised:
        read(f"{HOUSE}{line}\n", "casino.yaml")
    assert told in str(raised.value)


def test_a_parameter_that_is_missing_is_named_with_the_way_out() -> None:
    with pytest.raises(DocumentError, match="based_on") as raised:
        read('name: casino\ntitle: House rules\nversion: "3"\n', "casino.yaml")
    assert len(raised.value.problems) == len(PARAMETERS)


def test_an_unknown_base_is_named() -> None:
    with pytest.raises(DocumentError, match="tda2024"):
        read(HOUSE.replace("tda2024", "tda2O24"), "casino.yaml")


def test_overrides_are_checked_like_a_file() -> None:
    with pytest.raises(DocumentError):
        load("tda2024").with_overrides({"undercall": "sometimes"})
    with pytest.raises(DocumentError):
        load("tda2024").with_overrides({"undercal": "made_right"})


def test_the_page_about_rulebooks_names_every_parameter_and_value() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text("utf-8")
    for name in PARAMETERS:
        value = getattr(load("tda2024"), name).value
        choices = [f"`{choice.value}`" for choice in type(value)] if isinstance(value, Enum) else []
        for written in (f"| `{name}` |", *choices):
            assert written in page


def test_the_example_of_the_page_is_a_rulebook() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text("utf-8")
    example = page.split("```yaml\n")[1].split("```")[0]
    book = read(example, "docs/rulebooks.md")
    assert book.undercall.value == "always_full_call"
    assert book.clause(Subject.ONE_CHIP).text == "Our room 3"
