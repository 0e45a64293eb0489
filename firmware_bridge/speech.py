"""What the dealer repeats into a microphone, as a suggestion: never a ruling, and never a word.

The dealer holds the key and repeats what a player said, with the seat: "seat three raises to five
hundred". A grammar knows these sentences and no others. It is wrong now and then, fifteen for fifty
above all, so that what was heard counts only once the dealer has read it and tapped.

It needs the extra `speech`; its acoustic model is part of that package, and knows English alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from table.observations import SpokenWord

SAMPLE_RATE = 16_000
"""Samples a second: one channel, 16 bits, little endian."""

# How much worse a sentence may fit than any string of sounds does, a frame of 10 ms. What is no
# sentence of the grammar fits worse than that.
_WORST_FIT = -0.001
# Nobody says a seat and a word in half a second.
_SHORTEST_BYTES = SAMPLE_RATE

_WORDS = {
    "checks": SpokenWord.CHECK,
    "calls": SpokenWord.CALL,
    "folds": SpokenWord.FOLD,
    "bets": SpokenWord.BET,
    "raises": SpokenWord.RAISE,
}
_DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {
    "a": 1,
    **{word: value for value, word in enumerate((*_DIGITS, *_TEENS), start=1)},
    **{word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)},
}
_GRAMMAR = f"""#JSGF V1.0;
grammar declaration;
public <said> = seat <place> (checks | calls | folds | is all in | (bets | raises) [to] <figure>);
<place> = {" | ".join((*_DIGITS, "ten"))};
<digit> = {" | ".join(_DIGITS)};
<teen> = {" | ".join(_TEENS)};
<tens> = {" | ".join(_TENS)};
<small> = <digit> | <teen> | <tens> [<digit>];
<below> = <small> | (a | <small>) hundred [[and] <small>];
<thousands> = (a | <below>) thousand [[and] <below>];
<figure> = <below> | <thousands> | (a | <below>) million [<below> thousand] [[and] <below>];
"""


class SpeechMissingError(RuntimeError):
    """The extra `speech` is not installed."""


@dataclass(frozen=True)
class Suggestion:
    """What may have been said.

    Attributes:
        seat: the seat's number.
        word: the declaration.
        amount: the figure said, meaning the total, if one was.
        heard: the whole sentence as it was understood.
    """

    seat: int
    word: SpokenWord
    amount: int | None
    heard: str


class Recognizer:
    """Understands one sentence at a time.

    Raises:
        SpeechMissingError: the extra `speech` is not installed.
    """

    def __init__(self) -> None:
        try:
            from pocketsphinx import Config, Decoder, get_model_path
        except ImportError as error:
            text = "The microphone needs one more package: pip install 'betline[speech]'."
            raise SpeechMissingError(text) from error
        model = f"{get_model_path()}/en-us"
        # Digital silence has no sound at all, for which the model was not made: hence the dither.
        config = Config(
            hmm=f"{model}/en-us",
            dict=f"{model}/cmudict-en-us.dict",
            lm=None,
            samprate=float(SAMPLE_RATE),
            dither=True,
            seed=1,
            loglevel="FATAL",
        )
        self._decoder = Decoder(config)
        self._decoder.add_jsgf_string("declaration", _GRAMMAR)
        self._decoder.add_allphone_file("sounds", None)

    def suggestion(self, samples: bytes) -> Suggestion | None:
        """What a recording says; None where it is no sentence of the grammar.

        Args:
            samples: the recording, as `SAMPLE_RATE` says.
        """
        if len(samples) < _SHORTEST_BYTES:
            return None
        sentence = self._best("declaration", samples)
        sounds = self._best("sounds", samples)
        if sentence is None or sounds is None:
            return None
        fit = (sentence.score - sounds.score) / max(1, self._decoder.n_frames())
        return understood(sentence.hypstr) if fit >= _WORST_FIT else None

    def _best(self, search: str, samples: bytes) -> Any:
        self._decoder.activate_search(search)
        self._decoder.start_utt()
        self._decoder.process_raw(samples, full_utt=True)
        self._decoder.end_utt()
        return self._decoder.hyp()


def understood(sentence: str) -> Suggestion | None:
    """The suggestion in a sentence of the grammar; None where the sentence is not whole."""
    match sentence.split():
        case ["seat", place, ("checks" | "calls" | "folds") as word]:
            return Suggestion(_VALUES[place], _WORDS[word], None, sentence)
        case ["seat", place, "is", "all", "in"]:
            return Suggestion(_VALUES[place], SpokenWord.ALL_IN, None, sentence)
        case ["seat", place, ("bets" | "raises") as word, *figure] if figure:
            spoken = figure[1:] if figure[0] == "to" else figure
            amount = figure_of(spoken)
            return Suggestion(_VALUES[place], _WORDS[word], amount, sentence) if amount else None
    return None


def figure_of(words: Sequence[str]) -> int:
    """The number that words say, as in "two thousand five hundred"; 0 for no words."""
    total = below = 0
    for word in words:
        if word == "hundred":
            below *= 100
        elif word in {"thousand", "million"}:
            total += below * (1_000 if word == "thousand" else 1_000_000)
            below = 0
        elif word != "and":
            below += _VALUES[word]
    return total + below
