"""What a screen may ask for: the bodies of the REST calls, checked before they become events."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.intake import SCREEN, Command
from table.events import (
    Confirmed,
    DeckCounted,
    Event,
    FloorCalled,
    HandEnded,
    HandRetrieved,
    HandStarted,
    Misdealt,
    Observed,
    OptionChosen,
    Overridden,
    Redone,
    StreetStarted,
    Undone,
)
from table.game import Game, Street
from table.observations import GestureKind, GestureSeen, SpokenWord, WordSaid
from table.seats import Seat, clockwise_from
from table.variants import variant_of

LARGEST_AMOUNT = 10**12

Amount = Annotated[int, Field(ge=0, le=LARGEST_AMOUNT)]
SeatName = Annotated[str, Field(min_length=1, max_length=20)]
StreetName = Annotated[Street, Field(strict=False)]
RulingNumber = Annotated[
    int, Field(ge=0, description="The ruling that the screen shows; 0 before the first.")
]


class RequestRefusedError(ValueError):
    """A request that no state of the table could allow; its text says why."""


class Request(BaseModel):
    """What every request carries."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command_id: str = Field(
        min_length=8,
        max_length=64,
        pattern=r"^[A-Za-z0-9-]+$",
        description="Chosen by the screen. The same one again is the same tap, sent twice.",
    )

    def command(self, event: Event, ruling: int | None = None) -> Command:
        """The command that this request becomes."""
        return Command(command_id=self.command_id, event=event, ruling=ruling)


class ConfirmRequest(Request):
    """The dealer agrees with the ruling shown."""

    ruling: RulingNumber

    def to_command(self) -> Command:
        """The command that this request becomes."""
        return self.command(Confirmed(at_ns=0), self.ruling)


class UndoRequest(Request):
    """The dealer takes the ruling shown back."""

    ruling: RulingNumber

    def to_command(self) -> Command:
        """The command that this request becomes."""
        return self.command(Undone(at_ns=0), self.ruling)


class RedoRequest(Request):
    """The dealer brings back what his last undo took back."""

    ruling: RulingNumber

    def to_command(self) -> Command:
        """The command that this request becomes."""
        return self.command(Redone(at_ns=0), self.ruling)


class OverrideRequest(Request):
    """The dealer or the floor rules otherwise."""

    ruling: RulingNumber
    seat: SeatName
    action: Literal["fold", "check", "call", "bet", "raise", "all_in"]
    total: Amount | None = Field(
        default=None, description="The seat's total on this street; none for a fold or a check."
    )
    reason: str = Field(default="", max_length=200)

    def to_command(self, by: str) -> Command:
        """The command that this request becomes."""
        event = Overridden(
            at_ns=0,
            seat=self.seat,
            action=self.action,
            total=self.total,
            reason=self.reason,
            by=by,
        )
        return self.command(event, self.ruling)


class RetrieveRequest(Request):
    """A hand that was thrown away is identified and retrieved beyond doubt."""

    ruling: RulingNumber
    seat: SeatName
    reason: str = Field(default="", max_length=200)

    def to_command(self, by: str) -> Command:
        """The command that this request becomes."""
        event = HandRetrieved(at_ns=0, seat=self.seat, reason=self.reason, by=by)
        return self.command(event, self.ruling)


class DeckRequest(Request):
    """The dealer counted the cards that remain, because some may have left the shoe unseen."""

    remaining: int = Field(ge=0, le=52)

    def to_command(self) -> Command:
        """The command that this request becomes."""
        return self.command(DeckCounted(at_ns=0, remaining=self.remaining))


class FloorRequest(Request):
    """Somebody asks for the floor."""

    def to_command(self) -> Command:
        """The command that this request becomes."""
        return self.command(FloorCalled(at_ns=0))


class ChooseRequest(Request):
    """The floor, or the player, chose one of the options shown."""

    ruling: RulingNumber
    token: str = Field(min_length=1, max_length=60)
    reason: str = Field(default="", max_length=200)

    def to_command(self, by: str) -> Command:
        """The command that this request becomes."""
        event = OptionChosen(at_ns=0, token=self.token, by=by, reason=self.reason)
        return self.command(event, self.ruling)


class WordRequest(Request):
    """A player said something, and the dealer enters it."""

    seat: SeatName
    word: Literal["check", "call", "bet", "raise", "fold", "all_in", "pot", "amount"]
    amount: Amount | None = Field(default=None, description="The figure said, meaning the total.")
    heard: bool = Field(
        default=False, description="A microphone heard it: the dealer is asked before it counts."
    )

    def to_command(self) -> Command:
        """The command that this request becomes."""
        said = WordSaid(
            source=SCREEN,
            at_ns=0,
            seat=self.seat,
            word=SpokenWord(self.word),
            amount=self.amount,
            needs_confirmation=self.heard,
        )
        return self.command(Observed(at_ns=0, observation=said))


class BountyChipRequest(Request):
    """A player put out a bounty chip or a time token, and the dealer enters it."""

    seat: SeatName

    def to_command(self) -> Command:
        """The command that this request becomes."""
        kind = GestureKind.BOUNTY_CHIP
        seen = GestureSeen(source=SCREEN, at_ns=0, seat=self.seat, gesture=kind)
        return self.command(Observed(at_ns=0, observation=seen))


class HandRequest(Request):
    """A new hand begins."""

    number: int = Field(ge=1, le=10**9)
    game: str = Field(max_length=40, description="The name of one of the table's games.")
    button: SeatName = Field(description="The seat that has the button; it need not be dealt in.")
    stacks: dict[SeatName, Amount] = Field(
        max_length=30, description="Chips of each seat that is dealt in, before blinds and antes."
    )
    street: StreetName | None = Field(
        default=None, description="The round that begins; none: the first one of the game."
    )
    pot: Amount = Field(default=0, description="Chips pulled in already.")
    first: SeatName | None = Field(
        default=None, description="Who acts first; none: as the rules say."
    )
    straddle: Annotated[int, Field(gt=0, le=LARGEST_AMOUNT)] | None = Field(
        default=None, description="The size of a straddle in this hand."
    )

    def to_command(self, game: Game, seats: tuple[Seat, ...]) -> Command:
        """The command that this request becomes.

        Args:
            game: what is played.
            seats: the table's seats, clockwise.

        Raises:
            RequestRefusedError: a seat is unknown, or fewer than two have chips.
        """
        named = {self.button, *self.stacks} | ({self.first} if self.first else set())
        unknown = sorted(named - set(seats))
        if unknown:
            raise RequestRefusedError(f"There is no seat {unknown[0]} at this table.")
        order = tuple(
            seat for seat in clockwise_from(seats, self.button) if self.stacks.get(seat, 0) > 0
        )
        if len(order) < 2:
            raise RequestRefusedError("A hand needs two seats with chips. Enter their stacks.")
        event = HandStarted(
            at_ns=0,
            number=self.number,
            game=replace(game, straddle=self.straddle) if self.straddle else game,
            order=order,
            stacks={seat: self.stacks[seat] for seat in order},
            street=self.street or variant_of(game).streets[0].street,
            pot=self.pot,
            first=self.first,
        )
        return self.command(event)


class StreetRequest(Request):
    """The bets are drawn in and the next cards are dealt."""

    ruling: RulingNumber
    street: StreetName
    first: SeatName | None = Field(
        default=None, description="Who acts first; none: as the rules say. Stud needs it."
    )

    def to_command(self) -> Command:
        """The command that this request becomes."""
        event = StreetStarted(at_ns=0, street=self.street, first=self.first)
        return self.command(event, self.ruling)


class HandEndRequest(Request):
    """The pot is pushed."""

    ruling: RulingNumber
    won: dict[SeatName, Amount] = Field(default_factory=dict, max_length=30)

    def to_command(self) -> Command:
        """The command that this request becomes."""
        return self.command(HandEnded(at_ns=0, won=self.won), self.ruling)


class MisdealRequest(Request):
    """The hand is a misdeal: everybody gets back what he put in."""

    ruling: RulingNumber
    fouled_deck: bool = Field(
        default=False, description="The deck itself is wrong: it counts even after action."
    )
    reason: str = Field(default="", max_length=200)

    def to_command(self, by: str) -> Command:
        """The command that this request becomes."""
        event = Misdealt(at_ns=0, by=by, reason=self.reason, fouled_deck=self.fouled_deck)
        return self.command(event, self.ruling)
