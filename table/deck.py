"""The deck: which cards have left the shoe, whether they can have, and whether all are known.

A card cannot leave one deck twice, and no more cards can leave than the deck has: where a shoe
says so, a card was misread or does not belong, and that is an alarm. Where cards may have left
unseen the hand is marked: its cards are unverified until the count is right again, or a new hand
begins.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from table.cards import RANKS, SUITS, Card
from table.observations import CardLeftShoe

CARDS = len(RANKS) * len(SUITS)


class Impossible(StrEnum):
    """What cannot be."""

    TWICE = "twice"
    TOO_MANY = "too_many"


class Doubt(StrEnum):
    """Why the cards are not all known."""

    GAP = "gap"
    SKIPPED = "skipped"
    UNREAD = "unread"
    IMPOSSIBLE = "impossible"
    MISCOUNTED = "miscounted"


@dataclass(frozen=True)
class Deck:
    """What is known of one deck.

    Attributes:
        seen: the cards that were read. Not in the representation: some are secret.
        before: the shoe's count when this deck began.
        left: how many cards have left the shoe since, by its count.
        doubt: why the cards are unverified; None while they are not.
        new: the shoe began this deck by itself, and no hand has begun with it yet.
    """

    seen: frozenset[Card] = field(default=frozenset(), repr=False)
    before: int = 0
    left: int = 0
    doubt: Doubt | None = None
    new: bool = False

    @property
    def remaining(self) -> int:
        """How many cards should still be in the shoe."""
        return CARDS - self.left

    def dealt(self, told: CardLeftShoe) -> tuple["Deck", Impossible | None]:
        """A card left the shoe.

        Args:
            told: the card, and the shoe's count; a count of 1 begins a new deck.

        Returns:
            The deck after it, and what cannot be about it.
        """
        deck = Deck(new=True) if told.ordinal == 1 else self
        left = told.ordinal - deck.before
        if left != deck.left + 1:
            deck = deck.doubted(Doubt.SKIPPED)
        deck = replace(deck, left=left)
        if told.card is None:
            deck = deck.doubted(Doubt.UNREAD)
        elif told.card in deck.seen:
            return deck.doubted(Doubt.IMPOSSIBLE), Impossible.TWICE
        else:
            deck = replace(deck, seen=deck.seen | {told.card})
        if left > CARDS:
            return deck.doubted(Doubt.IMPOSSIBLE), Impossible.TOO_MANY
        return deck, None

    def doubted(self, doubt: Doubt) -> "Deck":
        """The cards are unverified from now on; the first reason stays."""
        return replace(self, doubt=self.doubt or doubt)

    def hand_begins(self) -> "Deck":
        """A hand begins with a whole deck: the one that the shoe has just begun, or the next."""
        if self.new:
            return replace(self, new=False)
        return Deck(before=self.before + self.left)

    def counted(self, remaining: int) -> "Deck":
        """A person counted the cards that remain.

        The mark goes where the count is right and every card that left is known; else it stays,
        or comes.

        Args:
            remaining: cards that are still in the shoe.
        """
        if remaining == self.remaining and len(self.seen) == self.left:
            return replace(self, doubt=None)
        return self.doubted(Doubt.MISCOUNTED)
