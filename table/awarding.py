"""Awarding: what each winner takes, once it is known who won what.

Every pot is won by itself, on each board by itself where the cards were run twice, and in its high
and its low half where the game is split. Who won is said by the cards (`table.showdown`) or by the
dealer, who reads them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from table.cards import Card
from table.duties.odd_chip import Split, by_card, high_and_low, shares, smallest_part
from table.duties.side_pots import Pots
from table.game import Game
from table.rulebook import Rulebook
from table.seats import Seat
from table.variants import variant_of

MOST_BOARDS = 2
"""Cards are run twice at most where the house allows it at all."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One pot, or the part of it that is played for on one board.

    Attributes:
        pot: the number of the pot, from 0, the main pot.
        board: the number of its board, from 0.
        amount: the chips in it.
        players: those who can win it.
        split: whether a low hand may take half of it.
    """

    pot: int
    board: int
    amount: int
    players: tuple[Seat, ...]
    split: bool


@dataclass(frozen=True, kw_only=True)
class Winners:
    """Who won one part.

    Attributes:
        pot: the number of the pot.
        board: the number of the board.
        high: who won it, or its high half.
        low: who won its low half; nobody where no low qualifies or none is played for.
        deciding: the cards by which odd chips go in stud; empty: by seat.
        deciding_low: the same for the low half.
    """

    pot: int
    board: int
    high: tuple[Seat, ...]
    low: tuple[Seat, ...] = ()
    deciding: Mapping[Seat, Sequence[Card]] = field(default_factory=dict)
    deciding_low: Mapping[Seat, Sequence[Card]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Award:
    """One part, awarded.

    Attributes:
        pot: the number of the pot, from 0, the main pot.
        amount: the chips in it.
        board: the number of its board, from 0.
        high: who wins it, or its high half, from the left of the button.
        low: who wins its low half; nobody where no low qualifies or none is played for.
        taken: what each of them takes.
    """

    pot: int
    amount: int
    board: int
    high: tuple[Seat, ...]
    low: tuple[Seat, ...]
    taken: Mapping[Seat, int]


@dataclass(frozen=True, kw_only=True)
class Payout:
    """What the winners take.

    Attributes:
        awards: pot by pot, the last-formed side pot first (WSOP-L 2024 149).
        won: by seat, all pots together.
    """

    awards: tuple[Award, ...]
    won: Mapping[Seat, int]


class AwardError(ValueError):
    """What is said of the winners does not fit the pots.

    Attributes:
        part: the number of the pot and of the board.
        seat: who cannot have won it; None: it is not said who did, or it is said twice.
    """

    def __init__(self, text: str, part: tuple[int, int], seat: Seat | None = None) -> None:
        super().__init__(text)
        self.part = part
        self.seat = seat


def parts_of(pots: Pots, boards: int, game: Game, rulebook: Rulebook) -> tuple[Part, ...]:
    """All that is won by itself, the last-formed side pot first (WSOP-L 2024 149).

    A player alone in a pot takes it whole; no board decides it.

    Args:
        pots: by layers, as `Hand.side_pots` tells them.
        boards: how many boards were dealt, at least 1.
        game: what was played.
        rulebook: down to which chip a pot is split.
    """
    unit = smallest_part(game, rulebook)
    split = variant_of(game).low is not None
    return tuple(
        Part(
            pot=number,
            board=board,
            amount=amount,
            players=pot.players,
            split=split and len(pot.players) > 1,
        )
        for number, pot in reversed(list(enumerate(pots.pots)))
        for board, amount in enumerate(
            _by_board(pot.amount, boards if len(pot.players) > 1 else 1, unit)
        )
    )


def award(
    parts: Sequence[Part],
    winners: Sequence[Winners],
    order: Sequence[Seat],
    game: Game,
    rulebook: Rulebook,
) -> Payout:
    """What each winner takes of each part, odd chips included.

    Sources: TDA 2024 20 and 21, WSOP-L 2024 148-149, RRoP 11 ties 4-5, FSPR 5.9.3.

    Args:
        parts: as `parts_of` gives them.
        winners: of each part; not needed where one player is alone in it.
        order: the seats from the left of the button: the odd chip goes to the first.
        game: what was played.
        rulebook: how a pot is split, and to whom odd chips go.

    Raises:
        AwardError: a part has no winner, or one who cannot win it.
    """
    said = {(one.pot, one.board): one for one in winners}
    known = {(part.pot, part.board) for part in parts}
    for one in winners:
        if (one.pot, one.board) not in known or len(said) < len(winners):
            text = "a part is named that is not there, or one is named twice"
            raise AwardError(text, (one.pot, one.board))
    awards = tuple(_award(part, _won_by(part, said), order, game, rulebook) for part in parts)
    won: dict[Seat, int] = {}
    for one_award in awards:
        for seat, amount in one_award.taken.items():
            won[seat] = won.get(seat, 0) + amount
    return Payout(awards=awards, won=won)


def _won_by(part: Part, said: Mapping[tuple[int, int], Winners]) -> Winners:
    where = (part.pot, part.board)
    if len(part.players) == 1:
        return Winners(pot=part.pot, board=part.board, high=part.players)
    found = said.get(where)
    if found is None or not found.high:
        raise AwardError("it is not said who won this part", where)
    for seat in (*found.high, *found.low):
        if seat not in part.players:
            raise AwardError(f"seat {seat} cannot win this part", where, seat)
    if found.low and not part.split:
        raise AwardError("no low hand is played for", where, found.low[0])
    return found


def _award(
    part: Part, winners: Winners, order: Sequence[Seat], game: Game, rulebook: Rulebook
) -> Award:
    high = tuple(seat for seat in order if seat in winners.high)
    low = tuple(seat for seat in order if seat in winners.low)
    splits = [(Split(amount=part.amount, winners=high), winners.deciding)]
    if low:
        high_half, low_half = high_and_low(part.amount, high, low, smallest_part(game, rulebook))
        splits = [(high_half, winners.deciding), (low_half, winners.deciding_low)]
    taken: dict[Seat, int] = {}
    for split, cards in splits:
        decided = Split(
            amount=split.amount,
            winners=split.winners,
            unit=split.unit,
            hands=cards if by_card(game) and len(split.winners) > 1 else None,
        )
        for seat, share in shares(decided, game, rulebook).items():
            taken[seat] = taken.get(seat, 0) + share
    return Award(
        pot=part.pot, amount=part.amount, board=part.board, high=high, low=low, taken=taken
    )


def _by_board(amount: int, boards: int, unit: int) -> list[int]:
    """A pot's part for each board. What cannot be halved is played for on the first board."""
    part = amount // boards // unit * unit
    return [amount - part * (boards - 1), *[part] * (boards - 1)]
