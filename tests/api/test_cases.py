"""Worked cases: how they are read and compared, and how many of the shared ones pass."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.case_format import Case, read_cases
from api.cases import BOOKS, answer_of, book_of, check
from api.cli import app
from table.documents import DocumentError
from table.sentences import LANGUAGES, say

OWN = """\
- id: one-chip
  kind: own
  rulebooks: [TDA2024, RRoP11]
  game: {limit: NL, street: turn, sb: 5, bb: 10}
  state: {order: [L, M], turn: M, pot: 60, bets: {L: 30}, acted: {L: 30}, default_stack: 900}
  action: {player: M, motions: [[100]]}
  expect: {action: call, total_bet: 30, change_returned: 70, next: round_over, ask_floor: false}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.yaml"
    file.write_text(OWN, "utf-8")
    return file


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["rulings", "check", *map(str, arguments)])
    return result.exit_code, result.output


def test_a_case_is_ruled_under_every_book_it_names() -> None:
    (case,) = read_cases(OWN, "own.yaml")
    outcomes = check(case)
    assert [outcome.rulebook for outcome in outcomes] == ["TDA2024", "RRoP11"]
    assert all(outcome.passed for outcome in outcomes)


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ("change_returned: 70", "change_returned: 71", "change_returned: expected 71, got 70"),
        ("next: round_over", "next: L", "next: expected 'L', got 'round_over'"),
        ("ask_floor: false", "penalty: possible", "penalty: expected 'possible', got 'no answer'"),
        ("motions: [[100]]", "motions: [[100]], mood: bad", "does not read action.mood"),
        ("bb: 10}", "bb: 10, house: {lights: dim}}", "does not read game.house.lights"),
        ("TDA2024, RRoP11", "HOYLE", "there is no rulebook HOYLE"),
    ],
)
def test_what_differs_or_is_not_read_fails_with_its_reason(
    right: str, wrong: str, reason: str
) -> None:
    assert right in OWN
    (case,) = read_cases(OWN.replace(right, wrong), "own.yaml")
    failures = [failure for outcome in check(case) for failure in outcome.failures]
    assert failures
    assert all(reason in failure for failure in failures)


def test_the_command_prints_n_of_m_last(own: Path) -> None:
    assert run(own) == (0, "1 of 1\n")
    own.write_text(OWN.replace("total_bet: 30", "total_bet: 31"), "utf-8")
    code, printed = run(own)
    assert code == 1
    assert "total_bet: expected 31, got 30" in printed
    assert printed.endswith("0 of 1\n")


def test_the_command_answers_programs_in_json(own: Path) -> None:
    code, printed = run(own, "--json")
    assert (code, json.loads(printed)) == (0, {"passing": 1, "cases": 1, "failing": []})


def test_otherwise_prints_the_rulings_and_what_would_have_changed_them(own: Path) -> None:
    code, printed = run(own, "--otherwise", "--rulebook", "TDA2024")
    assert (code, printed.splitlines()) == (
        0,
        [
            "one-chip (own) under TDA2024:",
            "  CALL 30 — give back 70",
            "  Had raise been said before the chips touched the table: raise to 100 (raise by 70)",
            "1 of 1",
        ],
    )
    code, printed = run(own, "--otherwise", "--json", "--language", "ru")
    rulings = json.loads(printed)["rulings"]
    assert [ruled["rulebook"] for ruled in rulings] == ["TDA2024", "RRoP11"]
    assert (code, rulings[0]["ruling"]) == (0, "КОЛЛ 30 — верните 70")
    assert rulings[0]["otherwise"][0].endswith("рейз до 100 (рейз на 70)")


def test_otherwise_tells_a_failing_case_too_and_none_that_cannot_be_ruled(own: Path) -> None:
    own.write_text(OWN.replace("total_bet: 30", "total_bet: 31"), "utf-8")
    assert "  CALL 30 — give back 70\n" in run(own, "--otherwise")[1]
    own.write_text(OWN.replace("TDA2024, RRoP11", "HOYLE"), "utf-8")
    assert json.loads(run(own, "--otherwise", "--json")[1])["rulings"] == []
    assert run(own, "--otherwise")[1].endswith("there is no rulebook HOYLE\n0 of 1\n")


def test_a_language_that_is_not_spoken_is_refused(own: Path) -> None:
    code, printed = run(own, "--otherwise", "--language", "de")
    assert (code, "use en or ru" in printed) == (2, True)


@pytest.mark.shared
def test_what_would_have_changed_the_rulings_of_fspr_4_14_is_told(shared_folder: Path) -> None:
    """FSPR 4.14.2: the oversized chip is a call; had raise been said first, a raise."""
    text = (shared_folder / "rules" / "cases.yaml").read_text("utf-8")
    outcomes = {
        outcome.rulebook: outcome
        for case in read_cases(text, "cases.yaml")
        if case.id == "OC-001"
        for outcome in check(case)
    }
    told = [say(message, "en") for message in outcomes["FSPR"].otherwise]
    assert told == [
        "Had raise been said before the chips touched the table: raise to 400 (raise by 300)"
    ]


def test_kind_and_rulebook_select(own: Path) -> None:
    assert run(own, "--kind", "own", "--rulebook", "RRoP11")[0] == 0
    code, printed = run(own, "--kind", "other")
    assert (code, printed) == (1, "No case is of this kind and names this rulebook.\n")


def test_a_file_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    assert "cannot be read" in run(tmp_path / "missing.yaml")[1]
    broken = tmp_path / "broken.yaml"
    broken.write_text("- id: [", "utf-8")
    assert run(broken)[0] == 1
    assert "broken.yaml" in run(broken)[1]
    with pytest.raises(DocumentError, match="kind"):
        read_cases("- {id: a, rulebooks: [TDA2024]}", "cases.yaml")
    with pytest.raises(DocumentError, match="not a list"):
        read_cases("id: a", "cases.yaml")


def test_one_case_that_does_not_fit_fails_alone() -> None:
    broken = OWN.replace("limit: NL", "limit: NO").replace("id: one-chip", "id: broken")
    bad, good = read_cases(broken + OWN, "own.yaml")
    assert "game.limit" in check(bad)[0].failures[0]
    assert check(good)[0].passed


def test_a_case_that_contradicts_itself_fails_with_its_reason() -> None:
    (case,) = read_cases(OWN.replace("player: M", "player: Z"), "own.yaml")
    assert "cannot be ruled" in check(case)[0].failures[0]


@pytest.mark.shared
def test_every_shared_case_passes(shared_folder: Path) -> None:
    text = (shared_folder / "rules" / "cases.yaml").read_text("utf-8")
    cases = read_cases(text, "cases.yaml")
    outcomes = [outcome for case in cases for outcome in check(case)]
    assert not [outcome for outcome in outcomes if not outcome.passed]
    assert len(cases) == 183
    assert len(outcomes) == sum(len(case.rulebooks) for case in cases) > 300


@pytest.mark.shared
def test_no_ruling_on_a_shared_case_cites_a_clause_twice(shared_folder: Path) -> None:
    text = (shared_folder / "rules" / "cases.yaml").read_text("utf-8")
    for case in read_cases(text, "cases.yaml"):
        assert isinstance(case, Case)
        for name in BOOKS:
            cited = [clause.text for clause in answer_of(case, book_of(case, name)).clauses]
            assert len(cited) == len(set(cited)), (case.id, name, cited)


@pytest.mark.shared
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shared_case_can_be_said(shared_folder: Path, language: str) -> None:
    text = (shared_folder / "rules" / "cases.yaml").read_text("utf-8")
    for case in read_cases(text, "cases.yaml"):
        assert isinstance(case, Case)
        for name in case.rulebooks:
            ruling = answer_of(case, book_of(case, name))
            assert say(ruling.message, language)
            assert say(ruling.rule, language)
