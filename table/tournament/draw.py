"""The seating draw: uniform, fixed before anyone knows it, and checkable by anyone.

Every number comes from HMAC-SHA-256 under the secret seed, over the commitment that was published
and the word that was said in public. Nobody who lacks the seed can foretell a number, and nobody
who has it can change one after the commitment. docs/draw.md writes the algorithm down for other
programs, with a worked example; it cannot be changed without a new name in `ALGORITHM`.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, TypeVar

from table.tournament.places import OpenTable, Place, shares

ALGORITHM: Final = "betline draw 1"
"""Stands in the first line of what is committed to."""

SEED_BYTES = 32

_NUMBERS = 1 << 256
"""How many numbers the stream can give: those of 256 bits."""

T = TypeVar("T")


def canonical(text: str) -> str:
    """A name or a word in the one spelling that the draw knows: NFC, single spaces.

    Raises:
        ValueError: nothing is left, or there is a character that cannot be seen in print.
    """
    for letter in text:
        if unicodedata.category(letter) in {"Cc", "Cf", "Co", "Cs"}:
            raise ValueError(f"{text!r} has a character that print does not show; retype it")
    spelled = " ".join(unicodedata.normalize("NFC", text).split())
    if not spelled:
        raise ValueError("the text is empty")
    return spelled


def said(word: str) -> str:
    """A public word as the draw knows it: letters and digits alone, capitals aside.

    Whoever knows the seed could else try spellings of one word until the seating pleases him.

    Raises:
        ValueError: nothing is left, or there is a sign that is neither letter, digit nor point.
    """
    kept = ""
    for letter in _folded(word):
        kind = unicodedata.category(letter)[0]
        if kind not in "LMNPZ":
            raise ValueError(f"write the word {word!r} with letters and digits, suits too: Ah Kd")
        kept += letter if kind in "LMN" else ""
    if not kept:
        raise ValueError("the word is empty")
    return _folded(kept)


def in_order(players: Sequence[str]) -> tuple[str, ...]:
    """The players' one order before the draw: that of their names' UTF-8 bytes."""
    return tuple(sorted(players, key=lambda player: player.encode()))


def numbers(seed: bytes, commitment: bytes, word: str) -> Iterator[int]:
    """The draw's numbers of 256 bits, without end.

    Args:
        seed: the secret, 32 bytes.
        commitment: the SHA-256 that was published, 32 bytes.
        word: what was said in public after that, as `said` gives it; empty where no word was
            announced.

    Raises:
        ValueError: the seed or the commitment is of another length.
    """
    if len(seed) != SEED_BYTES or len(commitment) != hashlib.sha256().digest_size:
        raise ValueError(f"a seed has {SEED_BYTES} bytes and a commitment 32")
    word_sha256 = hashlib.sha256(word.encode()).digest()
    for number in count():
        message = commitment + word_sha256 + number.to_bytes(8, "big")
        yield int.from_bytes(hmac.digest(seed, message, "sha256"), "big")


def below(bound: int, stream: Iterator[int]) -> int:
    """A whole number from 0 to `bound` - 1, each equally likely.

    A number beyond the last whole multiple of `bound` would favour the small remainders; it is
    thrown away and the next one taken.
    """
    fair = _NUMBERS - _NUMBERS % bound
    return next(number for number in stream if number < fair) % bound


def shuffled(items: Sequence[T], stream: Iterator[int]) -> list[T]:
    """The items in an order of which each is equally likely: Fisher and Yates, from the end."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


def seating(
    players: Sequence[str], tables: Sequence[OpenTable], stream: Iterator[int]
) -> dict[Place, str]:
    """Who gets which place. Each seating that fills the tables evenly is equally likely.

    First the tables are shuffled: that decides who gets a player more where they do not come out
    even. Then each table's seats are shuffled: that decides which stay empty. Then the players are.

    Args:
        players: their names, each once, in any order.
        tables: the seats that may be drawn.
        stream: the draw's numbers.

    Raises:
        ValueError: there are more players than seats.
    """
    tables = sorted(tables)
    sizes = shares(len(players), shuffled(tables, stream))
    places = [
        Place(table.table, seat)
        for table in tables
        for seat in sorted(shuffled(table.free, stream)[: sizes[table.table]])
    ]
    return dict(zip(places, shuffled(in_order(players), stream), strict=True))


def _folded(text: str) -> str:
    """Compatibility forms and capitals aside; folded until that changes nothing more."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded if folded == text else _folded(folded)
