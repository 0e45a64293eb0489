"""The words of the screens: both languages have all that the screens ask for, and no more."""

import json
import re

import pytest

from api.server import SCREENS
from api.views import AnswerKind
from table.game import Street
from table.observations import SourceState

SCRIPTS = "\n".join(
    path.read_text() for path in sorted(SCREENS.iterdir()) if path.suffix in {".js", ".html"}
)
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def catalogue(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((SCREENS / f"words.{language}.json").read_text())
    return words


def asked_for() -> set[str]:
    """The keys that the screens name, and those that they make from what the server sends."""
    named = set(re.findall(r'words\("([\w-]+)"', SCRIPTS))
    named |= set(re.findall(r'data-words="([\w-]+)"', SCRIPTS))
    named |= {f"kind-{kind}" for kind in AnswerKind}
    named |= {f"kind-by-{by}" for by in ("dealer", "floor")} | {"kind-confirmed"}
    quiet = ("waiting", "round-over", "hand-over", "no-hand")
    named |= {*quiet, *(f"{kind}-rule" for kind in quiet), "not-live", "not-live-rule"}
    named |= {street.value for street in Street}
    named |= {state.value for state in SourceState}
    named |= {"fold", "check", "call", "raise", "all_in", "bet-word"}
    named |= {"misdeal", "fouled-deck", "hand-lives", "bounty-chip"}
    named |= {f"reason-{reason}" for reason in ("miscount", "correction", "camera", "intent")}
    named |= {"total", "raise-by", "give-back", "add", "raise-between", "raise-only", "title"}
    return named


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_word_is_there_and_every_word_is_used(language: str) -> None:
    assert asked_for() == set(catalogue(language))


def test_both_languages_name_the_same_values() -> None:
    english, russian = catalogue("en"), catalogue("ru")
    for key, text in english.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(russian[key])), key


def test_no_script_or_style_comes_from_elsewhere() -> None:
    assert "http:" not in SCRIPTS.replace("http://www.w3.org", "")
    assert "https://" not in SCRIPTS
    assert "innerHTML" not in SCRIPTS
