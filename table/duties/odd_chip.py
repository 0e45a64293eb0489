"""Splitting a pot, and the chips that cannot be split."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from table.cards import RANKS, SUITS, Card
from table.choices import OddChips, OddChipUnit, StudOddChip, Subject
from table.duties.duty import duty
from table.game import Game
from table.rulebook import Rulebook
from table.ruling import Action, Clause, Ruling
from table.seats import Seat

LOW = frozenset({"razz"})
"""Stud games that the lowest hand wins."""


@dataclass(frozen=True, kw_only=True)
class Split:
    """A pot that several players share.

    Attributes:
        amount: the chips in it.
        winners: from the left of the button.
        unit: the smallest part that is paid; None: as the rulebook says.
        hands: the winners' cards, where a card decides.
    """

    amount: int
    winners: tuple[Seat, ...]
    unit: int | None = None
    hands: Mapping[Seat, Sequence[Card]] | None = None


def by_card(game: Game) -> bool:
    """Whether a card, not the seat, decides the odd chip: in games of the stud family."""
    return game.variant.startswith("stud") or game.variant in LOW


def smallest_part(game: Game, rulebook: Rulebook) -> int:
    """The chip down to which a pot is split.

    The smallest chip in play (TDA 2024 20, RRoP 11 ties 4, FSPR 5.9.3), or the smallest unit of
    which the blinds are made (WSOP-L 2024 148).
    """
    blinds = gcd(game.small_blind, game.big_blind)
    if rulebook.odd_chip_unit.value is OddChipUnit.SMALLEST_BLIND_CHIP:
        return max(game.smallest_chip, blinds)
    return game.smallest_chip


def shares(split: Split, game: Game, rulebook: Rulebook) -> dict[Seat, int]:
    """What each winner takes of one pot.

    In board games the odd chips go to the first winners after the button, one each; in stud by a
    card.

    Sources: TDA 2024 20, WSOP-L 2024 148-149, RRoP 11 ties 4-5, FSPR 5.9.3.
    """
    unit = split.unit or smallest_part(game, rulebook)
    winners = _in_odd_chip_order(split, game, rulebook)
    parts, loose = divmod(split.amount, unit)
    each, odd = divmod(parts, len(winners))
    taken = dict.fromkeys(split.winners, each * unit)
    if rulebook.odd_chips.value is OddChips.ALL_TO_FIRST:
        taken[winners[0]] += odd * unit
    else:
        for winner in winners[:odd]:
            taken[winner] += unit
    taken[winners[0]] += loose
    return taken


def _in_odd_chip_order(split: Split, game: Game, rulebook: Rulebook) -> tuple[Seat, ...]:
    """The winners, first the one who gets the first odd chip."""
    hands = split.hands
    if not by_card(game) or not hands or not all(hands.get(seat) for seat in split.winners):
        return split.winners
    by_seven = rulebook.stud_odd_chip.value is StudOddChip.CARD_OF_SEVEN_LOW_IN_LOW_GAMES
    if by_seven and game.variant in LOW:
        return tuple(sorted(split.winners, key=lambda seat: min(map(_height, hands[seat]))))
    return tuple(
        sorted(split.winners, key=lambda seat: max(map(_height, hands[seat])), reverse=True)
    )


def _height(card: Card) -> tuple[int, int]:
    """Rank first, then the suit: clubs, diamonds, hearts, spades."""
    return RANKS.index(card.rank), SUITS.index(card.suit)


def high_and_low(
    amount: int, high: tuple[Seat, ...], low: tuple[Seat, ...], unit: int
) -> tuple[Split, Split]:
    """The halves of a pot that a high and a low hand share; the odd chip goes to the high half."""
    half = amount // 2 // unit * unit
    return (
        Split(amount=amount - half, winners=high, unit=unit),
        Split(amount=half, winners=low, unit=unit),
    )


def pay(splits: Sequence[Split], game: Game, rulebook: Rulebook) -> Ruling:
    """Each pot is split by itself. Facts: `shares` in all, and `by_pot`."""
    by_pot = [shares(split, game, rulebook) for split in splits]
    total: dict[Seat, int] = {}
    for taken in by_pot:
        for seat, amount in taken.items():
            total[seat] = total.get(seat, 0) + amount
    pot = sum(split.amount for split in splits)
    return duty(
        Action.SPLIT,
        "split",
        *_clauses(game, rulebook),
        values={"pot": pot, "count": len(total)},
        pot=pot,
        facts={"shares": total, "by_pot": by_pot},
    )


def _clauses(game: Game, rulebook: Rulebook) -> tuple[Clause, ...]:
    stud = (rulebook.stud_odd_chip.cited,) if by_card(game) else ()
    return (
        *stud,
        rulebook.clause(Subject.ODD_CHIP),
        rulebook.odd_chip_unit.cited,
        rulebook.odd_chips.cited,
    )
