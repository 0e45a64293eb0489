"""The pots that are to be pushed: their parts, and what each winner takes, odd chips included.

The dealer says who won what, also where the cards were run twice; betline does the sum by the
rulebook. Nothing is carried out here: the pot is pushed by the command `hand-end`.
"""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from api.requests import SeatName
from table.awarding import MOST_BOARDS, AwardError, Part, Winners, award, parts_of
from table.duties.odd_chip import Split, by_card, high_and_low, smallest_part
from table.hand import Hand
from table.rulebook import Rulebook
from table.seats import Seat
from table.variants import variant_of

MOST_PARTS = 40


class WinnersBody(BaseModel):
    """Who won one part."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    pot: int = Field(ge=0, lt=MOST_PARTS)
    board: int = Field(default=0, ge=0, lt=MOST_BOARDS)
    high: tuple[SeatName, ...] = Field(default=(), max_length=30, strict=False)
    low: tuple[SeatName, ...] = Field(default=(), max_length=30, strict=False)

    @property
    def winners(self) -> Winners:
        """The same in the words of the rules."""
        return Winners(pot=self.pot, board=self.board, high=self.high, low=self.low)


class PotsRequest(BaseModel):
    """How many boards were dealt, and who won which part, as far as it has been said."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    boards: int = Field(default=1, ge=1, le=MOST_BOARDS)
    winners: tuple[WinnersBody, ...] = Field(default=(), max_length=MOST_PARTS, strict=False)


class PartView(BaseModel):
    """One pot, or the part of it that is played for on one board."""

    model_config = ConfigDict(from_attributes=True)

    pot: int = Field(description="From 0, the main pot.")
    board: int = Field(description="From 0.")
    amount: int
    players: tuple[Seat, ...] = Field(description="Those who can win it.")
    split: bool = Field(description="A low hand may take half of it.")


class PotsView(BaseModel):
    """The pots of the hand, and what the winners take."""

    parts: tuple[PartView, ...]
    boards_most: int = Field(description="1 in games without a board.")
    won: Mapping[Seat, int] | None = Field(
        description="What each winner takes of all; null until every part is won by somebody."
    )
    odd_by_card: bool = Field(
        description="An odd chip goes by a card that betline does not see: correct the amounts."
    )


class PotsError(ValueError):
    """The winners that were named do not fit the pots."""


def pots_of(hand: Hand, rulebook: Rulebook, asked: PotsRequest) -> PotsView:
    """The parts of the pots, and the winners' shares once each part has its winners.

    Raises:
        PotsError: somebody is named who cannot have won.
    """
    game = hand.game
    most = MOST_BOARDS if variant_of(game).board_cards else 1
    if asked.boards > most:
        raise PotsError("This game has no board that could be run twice.")
    parts = parts_of(hand.side_pots, asked.boards, game, rulebook)
    winners = [one.winners for one in asked.winners if one.high]
    won: Mapping[Seat, int] | None = None
    try:
        won = award(parts, winners, hand.order, game, rulebook).won
    except AwardError as error:
        named = any((one.pot, one.board) == error.part for one in winners)
        if named:
            raise PotsError(f"Pot {error.part[0] + 1}: {error}.") from error
    unit = smallest_part(game, rulebook)
    return PotsView(
        parts=tuple(map(PartView.model_validate, parts)),
        boards_most=most,
        won=won,
        odd_by_card=by_card(game) and any(_is_odd(parts, one, unit) for one in winners),
    )


def _is_odd(parts: tuple[Part, ...], winners: Winners, unit: int) -> bool:
    """Whether this part leaves an odd chip among several winners."""
    amount = next(
        part.amount for part in parts if (part.pot, part.board) == (winners.pot, winners.board)
    )
    splits: tuple[Split, ...] = (Split(amount=amount, winners=winners.high),)
    if winners.low:
        splits = high_and_low(amount, winners.high, winners.low, unit)
    return any(split.amount % (len(split.winners) * unit) != 0 for split in splits)
