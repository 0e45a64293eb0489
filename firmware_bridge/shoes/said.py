"""What a shoe's protocol makes of its bytes. A card is in no representation and no log line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from firmware_bridge.problem import Problem
from table.cards import Card


@dataclass(frozen=True)
class CardSaid:
    """A card left the shoe."""

    card: Card = field(repr=False)


@dataclass(frozen=True)
class NewDeck:
    """The next card is the first of a new deck."""


@dataclass(frozen=True)
class Missed:
    """Cards may have left that were not understood.

    Attributes:
        reason: a sentence for the dealer.
    """

    reason: str


@dataclass(frozen=True)
class Trouble:
    """The shoe says that it is in trouble; None: no longer."""

    problem: Problem | None


Said = CardSaid | NewDeck | Missed | Trouble


class CardProtocol(Protocol):
    """The language of one kind of shoe or reader."""

    def opened(self) -> None:
        """A fresh stream of bytes begins: nothing of an earlier one counts."""

    def feed(self, data: bytes, now_ns: int) -> Iterator[Said]:
        """What these bytes, and the time that has passed, make complete."""
