"""Colour-up: who races, for how many chips, and who wins them.

What each player has after it is a duty of the dealer, in `table.duties.chip_race`.
"""

from collections.abc import Mapping, Sequence

from table.cards import RANKS, SUITS, Card
from table.seats import Seat
from table.tournament.regulation import RaceRounding


def odd_chips(chip: int, to: int, holdings: Mapping[Seat, int]) -> dict[Seat, int]:
    """The chips that each seat races with: those that do not make a bigger one; from seat 1 on."""
    odd = {seat: count % (to // chip) for seat, count in holdings.items()}
    return {seat: odd[seat] for seat in sorted(odd, key=_number) if odd[seat]}


def chips_to_win(chip: int, to: int, holdings: Mapping[Seat, int], rounding: RaceRounding) -> int:
    """How many bigger chips the table races for; never more than there are players to win them."""
    odd = odd_chips(chip, to, holdings)
    whole, rest = divmod(sum(odd.values()) * chip, to)
    rounds_up = {
        RaceRounding.UP: rest > 0,
        RaceRounding.HALF_UP: 2 * rest >= to,
        RaceRounding.DOWN: False,
    }
    return min(whole + rounds_up[rounding], len(odd))


def winners(cards: Mapping[Seat, Sequence[Card]], count: int) -> tuple[Seat, ...]:
    """The seats with the highest cards, by rank and then by suit; one chip each at most.

    Each seat is dealt a card for each odd chip, from seat 1 on.

    Source: TDA 2024 24-A; that rank and suit decide is custom.

    Args:
        cards: what each seat was dealt, face up.
        count: how many chips are raced for.
    """
    best = {seat: max(map(_height, dealt)) for seat, dealt in cards.items() if dealt}
    return tuple(sorted(best, key=lambda seat: best[seat], reverse=True)[:count])


def _number(seat: Seat) -> tuple[int, Seat]:
    """Seats in their order: 2 before 10."""
    return (int(seat), "") if seat.isdigit() else (0, seat)


def _height(card: Card) -> tuple[int, int]:
    return RANKS.index(card.rank), SUITS.index(card.suit)
