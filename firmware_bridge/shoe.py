"""The card shoe's events as observations.

A card is a secret until it is shown: it is in no message, no log line and no representation.
"""

from firmware_bridge.messages import Event
from firmware_bridge.schema import SCHEMA
from table.cards import Card
from table.observations import CardLeftShoe


def card_number(card: Card | None) -> int:
    """A card's number on the wire; 0 for a card that was counted but not read."""
    if card is None:
        return 0
    rank, suit = SCHEMA.ranks.index(card.rank), SCHEMA.suits.index(card.suit)
    return 1 + len(SCHEMA.suits) * rank + suit


def card_of(number: int) -> Card | None:
    """The card with that number on the wire; None for 0."""
    if number == 0:
        return None
    rank, suit = divmod(number - 1, len(SCHEMA.suits))
    return Card(SCHEMA.ranks[rank], SCHEMA.suits[suit])


def observation(source: str, event: Event, at_ns: int) -> CardLeftShoe:
    """What a shoe's event tells the table."""
    return CardLeftShoe(
        source=source, at_ns=at_ns, card=card_of(event.subject), ordinal=event.value
    )
