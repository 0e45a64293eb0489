"""What a microphone may suggest. The voices are synthetic: this says nothing about a loud room."""

import io
import shutil
import subprocess
import sys
import wave

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.speech import (
    SAMPLE_RATE,
    Recognizer,
    SpeechMissingError,
    Suggestion,
    figure_of,
    understood,
)
from table.observations import SpokenWord

UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
UNITS += ["ten", "eleven", "twelve"]
UNITS += [f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")]
TENS = [f"{stem}ty" for stem in ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")]


def spoken(number: int) -> list[str]:
    """A number as words, from the largest unit down."""
    for value, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= value:
            rest = number % value
            return [*spoken(number // value), name, *(spoken(rest) if rest else [])]
    if number < 20:
        return [UNITS[number - 1]]
    rest = number % 10
    return [TENS[number // 10 - 2], *([UNITS[rest - 1]] if rest else [])]


@given(st.integers(1, 999_999_999))
def test_a_number_in_words_is_that_number(number: int):
    assert figure_of(spoken(number)) == number


@pytest.mark.parametrize(
    ("sentence", "suggested"),
    [
        ("seat three checks", (3, SpokenWord.CHECK, None)),
        ("seat ten is all in", (10, SpokenWord.ALL_IN, None)),
        ("seat one raises to twelve hundred", (1, SpokenWord.RAISE, 1200)),
        ("seat two bets a thousand and fifty", (2, SpokenWord.BET, 1050)),
        ("seat two bets", None),
        ("seat two raises to", None),
        ("seat three is all", None),
        ("", None),
    ],
)
def test_only_a_whole_sentence_is_a_suggestion(
    sentence: str, suggested: tuple[int, SpokenWord, int | None] | None
):
    assert understood(sentence) == (Suggestion(*suggested, sentence) if suggested else None)


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    with pytest.raises(SpeechMissingError, match=r"pip install 'betline\[speech\]'"):
        Recognizer()


def say(text: str, voice: str) -> bytes:
    """A sentence in a synthetic voice, with a little noise around it."""
    made = subprocess.run(
        ["espeak-ng", "-v", voice, "-s", "150", "-w", "/dev/stdout", text],
        capture_output=True,
        check=True,
    ).stdout
    with wave.open(io.BytesIO(made)) as file:
        rate, frames = file.getframerate(), file.readframes(file.getnframes())
    heard = np.frombuffer(frames, dtype="<i2").astype(float)
    at_s = np.arange(0, len(heard) / rate, 1 / SAMPLE_RATE)
    sound = np.interp(at_s, np.arange(len(heard)) / rate, heard)
    padded = np.concatenate([np.zeros(6_000), sound, np.zeros(6_000)])
    noise = np.random.default_rng(0).normal(0, 30, len(padded))
    return (padded + noise).astype("<i2").tobytes()


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    pytest.importorskip("pocketsphinx", reason="the extra speech is not installed")
    return Recognizer()


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is missing: no voice")
class TestVoices:
    @pytest.mark.parametrize(
        ("sentence", "suggested"),
        [
            ("seat five calls", (5, SpokenWord.CALL, None)),
            ("seat seven folds", (7, SpokenWord.FOLD, None)),
            ("seat nine is all in", (9, SpokenWord.ALL_IN, None)),
            ("seat three raises to five hundred", (3, SpokenWord.RAISE, 500)),
        ],
    )
    def test_a_declaration_is_understood(
        self, recognizer: Recognizer, sentence: str, suggested: tuple[int, SpokenWord, int | None]
    ):
        assert recognizer.suggestion(say(sentence, "en-us")) == Suggestion(*suggested, sentence)

    @pytest.mark.parametrize("sentence", ["hello my friend how are you", "one more beer please"])
    def test_talk_is_no_declaration(self, recognizer: Recognizer, sentence: str):
        assert recognizer.suggestion(say(sentence, "en-gb")) is None

    def test_silence_is_no_declaration(self, recognizer: Recognizer):
        assert recognizer.suggestion(bytes(2 * SAMPLE_RATE)) is None
        assert recognizer.suggestion(b"") is None
