"""The demo's script: which hands are played, who does what, and how betline must rule.

The document is written by people, `models/recording/script.yaml`; all else is made from it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from table.cards import Card
from table.chips import Denomination
from table.documents import Document, parse_document
from table.game import AnteType, Game, Limit, Street
from table.observations import SpokenWord
from table.ruling import Action
from table.seats import Seat


class GameScript(Document):
    """A game of the demo; the keys are those of the table file's games."""

    name: str
    limit: Limit
    variant: str = "holdem"
    small_blind: int = 0
    big_blind: int
    unit: int | None = None
    cap: int | None = None

    @property
    def game(self) -> Game:
        """The game as `table` knows it."""
        return Game(**self.model_dump(exclude={"name"}), ante_type=AnteType.EACH)


class Expected(Document):
    """How betline must rule. Every figure is checked; what is left out must be as here.

    Attributes:
        action: what the act counts as.
        total: what counts in front of the seat on this street afterwards ("to").
        raise_by: how far that is above the bet before.
        give_back: of the chips that are out, those to give back.
        must_add: what the player must still put out.
        next: who acts next, `round_over` or `hand_over`.
    """

    action: Action
    total: int = 0
    raise_by: int = 0
    give_back: int = 0
    must_add: int = 0
    next: str


class PlayerStep(Document):
    """What a player does at his turn.

    Attributes:
        seat: who.
        says: the word of his button, pressed before anything else.
        push: the chips of each motion, in order; a second motion goes back to the stack for more.
        taps: he taps the table twice.
        folds: he pushes his cards forward.
        confirm: the dealer confirms on the screen what was seen.
        rulings: what must be ruled, in order; a second ruling replaces the first.
    """

    seat: Seat
    says: SpokenWord | None = None
    push: tuple[tuple[Denomination, ...], ...] = ()
    taps: bool = False
    folds: bool = False
    rulings: tuple[Expected, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _does_one_thing(self) -> "PlayerStep":
        if bool(self.push) + self.taps + self.folds != 1:
            raise ValueError("a player pushes, taps or folds")
        return self


class ChangeStep(Document):
    """The dealer makes change: takes chips out of a bet, lays others in, gives others back."""

    change_for: Seat
    takes: tuple[Denomination, ...] = ()
    leaves: tuple[Denomination, ...] = ()
    gives: tuple[Denomination, ...] = ()


class DealStep(Document):
    """The dealer draws all bets in, turns cards over, and taps the next street on the screen."""

    deal: tuple[str, ...]
    street: Street


class EndStep(Document):
    """The dealer draws all bets in, pushes the pot and taps the hand's end on the screen."""

    pot_to: Seat


Step = PlayerStep | ChangeStep | DealStep | EndStep


class HandScript(Document):
    """One hand, which begins at a known position of the flop.

    Attributes:
        title: what the hand shows.
        game: the name of one of the games.
        order: the seats dealt in, clockwise, the first to act first.
        pot: drawn in already.
        board: the cards of the flop.
        steps: in order.
    """

    title: str
    game: str
    order: tuple[Seat, ...]
    pot: int
    board: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The flop."""
        return tuple(Card.parse(card) for card in self.board)


class DemoScript(Document):
    """The whole recording.

    Attributes:
        name: the table's.
        rulebook: by which betline rules.
        seed: of all that is left to chance: how chips are turned, the camera's noise.
        chips: what each seat has at the beginning, by denomination.
        games: those that are played.
        hands: in order.
    """

    name: str
    rulebook: str
    seed: int = 1
    chips: dict[Seat, dict[Denomination, int]]
    games: tuple[GameScript, ...]
    hands: tuple[HandScript, ...]

    def game(self, name: str) -> GameScript:
        """The game of this name.

        Raises:
            KeyError: the script has no such game.
        """
        return {game.name: game for game in self.games}[name]

    def rulings(self) -> Iterator[tuple[Seat, Expected]]:
        """All rulings that must be given, in order, with the seat that each is about."""
        for hand in self.hands:
            for step in hand.steps:
                if isinstance(step, PlayerStep):
                    yield from ((step.seat, expected) for expected in step.rulings)


SCRIPT_NAME: Literal["script.yaml"] = "script.yaml"


def read_demo_script(folder: Path) -> DemoScript:
    """Read the script of a recording's folder.

    Raises:
        table.documents.DocumentError: it cannot be used.
        OSError: it cannot be read.
    """
    path = folder / SCRIPT_NAME
    return parse_document(path.read_text(encoding="utf-8"), str(path), DemoScript)
