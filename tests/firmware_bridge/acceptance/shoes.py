"""A stand-in for an Angel Eye shoe whose line damages one copy in a hundred."""

from random import Random

from angel_eye_shoe import AngelEyeShoe, DamagingLine

from acceptance.rows import Row
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.shoes.angel_eye import AngelEye
from firmware_bridge.shoes.said import CardSaid, Missed
from table.cards import RANKS, SUITS, Card

_DAMAGED = 0.01
_CARD_NS = 400 * NS_PER_MS
_COPY_NS = 17 * NS_PER_MS


def measure(cards: int) -> Row:
    """Deal so many cards, and compare each with what was told before the next."""
    random = Random(6)
    shoe = AngelEyeShoe(DamagingLine(random, _DAMAGED))
    protocol = AngelEye()
    deck = [Card(rank, suit) for rank in RANKS for suit in SUITS]
    wrong = untold = announced = 0
    for number in range(cards):
        card, now_ns = random.choice(deck), number * _CARD_NS
        said = list(protocol.feed(b"", now_ns))
        for place, copy in enumerate(shoe.deal(card)):
            said += protocol.feed(copy, now_ns + place * _COPY_NS)
        told = [item.card for item in said if isinstance(item, CardSaid)]
        wrong += told not in ([], [card])
        untold += told == []
        announced += any(isinstance(item, Missed) for item in said)
    return Row(
        f"stand-in Angel Eye, {cards:,} cards, {_DAMAGED:.0%} of the copies damaged",
        "no wrong card",
        f"{wrong} wrong; {untold} not told for damage, {announced} times announced",
        wrong == 0 and (announced > 0) == (untold > 0),
    )
