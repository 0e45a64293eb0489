"""Playing cards, in the notation of hand histories: rank then suit, `Qc`, `Th`."""

from dataclasses import dataclass

RANKS = "23456789TJQKA"
SUITS = "cdhs"


@dataclass(frozen=True, order=True)
class Card:
    """One card of a 52-card deck."""

    rank: str
    suit: str

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise ValueError(f"a card's rank is one of {RANKS}, got {self.rank!r}")
        if len(self.suit) != 1 or self.suit not in SUITS:
            raise ValueError(f"a card's suit is one of {SUITS}, got {self.suit!r}")

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read `Qc`, `10h` or `QC`.

        Raises:
            ValueError: the text is not a card.
        """
        rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
        return cls(rank, suit)

    def __str__(self) -> str:
        return self.rank + self.suit
