"""The catalogue: both languages say everything, with the same values, in whole sentences."""

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from table import rules
from table.ruling import Message
from table.sentences import LANGUAGES, catalogue, say

CODE = Path(rules.__file__).parent


class Names(Visitor):
    """The variables and the other messages that a message uses."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def sentences(language: str) -> dict[str, set[str]]:
    """The variables of every message, those of messages that it refers to included."""
    parsed = FluentParser().parse(catalogue(language))
    assert not [entry for entry in parsed.body if isinstance(entry, ftl.Junk)]
    found = {}
    for entry in parsed.body:
        if isinstance(entry, ftl.Message):
            names = Names()
            names.visit(entry)
            assert entry.id.name not in found, f"{entry.id.name} stands twice"
            found[entry.id.name] = names
    return {
        name: names.variables.union(*(found[other].variables for other in names.messages))
        for name, names in found.items()
    }


def names_in_code() -> set[str]:
    """Every name in the code of `table` that looks like the name of a ruling or a rule."""
    named = re.compile(
        r"(rule|ruling|string|floor|ask|out-of-turn|wait-for|bound-to|round)-[a-z-]+"
    )
    found = set()
    for file in (*CODE.glob("*.py"), *CODE.glob("chapters/*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
        texts = (node.value for node in constants if isinstance(node.value, str))
        found |= {text for text in texts if named.fullmatch(text)}
    return found


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    english, russian = (sentences(language) for language in LANGUAGES)
    assert english == russian


def test_every_sentence_that_the_code_names_exists() -> None:
    named = names_in_code()
    assert len(named) > 70
    assert named <= set(sentences("en"))


def test_no_sentence_is_put_together_in_code() -> None:
    """The code hands over names and values: no text with blanks, and nothing is joined."""
    for file in CODE.glob("chapters/*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)], file.name


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "RAISE TO 1,200 (raise by 900) — give back 300"),
        ("ru", "РЕЙЗ ДО 1\u00a0200 (рейз на 900) — верните 300"),
    ],
)
def test_a_total_and_a_raise_by_are_told_apart(language: str, line: str) -> None:
    values = {"total": 1200, "by": 900, "back": 300, "add": 0, "chips": "back", "seat": "A"}
    assert say(Message("ruling-raise", values), language) == line


def test_a_clause_that_is_assumed_says_so() -> None:
    values = {"clause": "TDA 2024 44", "source": "assumed"}
    assert "assumed" in say(Message("rule-one-chip", values), "en")
    assert "assumed" not in say(Message("rule-one-chip", values | {"source": "printed"}), "en")


def test_what_cannot_be_said_is_an_error() -> None:
    with pytest.raises(ValueError, match="no sentence is named"):
        say(Message("no-such-thing"), "en")
    with pytest.raises(ValueError, match="cannot be said"):
        say(Message("ruling-call", {"chips": "even"}), "en")
    with pytest.raises(ValueError, match="no sentences in"):
        say(Message("ruling-none"), "de")
