"""What each role may see: every field is named here, or it does not leave this machine.

There is no field for a hole card in any view. `api.view_builders` fills them, naming each field,
so that one that is new in the state is seen by nobody until somebody names it.
"""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from table.events import Standing
from table.game import Street
from table.observations import SourceState
from table.seats import Seat


class Role(StrEnum):
    """Who looks."""

    DEALER = "dealer"
    FLOOR = "floor"
    OVERLAY = "overlay"


COMMANDING_ROLES = frozenset({Role.DEALER, Role.FLOOR})
"""Those who may command; all others only look."""


class View(BaseModel):
    """A part of what a screen shows."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AnswerKind(StrEnum):
    """What kind of thing the dealer is told."""

    FAULT = "fault"
    ASK_FLOOR = "ask_floor"
    PRESS = "press"
    CANNOT_TELL = "cannot_tell"
    RULING = "ruling"
    HAND_OVER = "hand_over"
    ROUND_OVER = "round_over"
    WAITING = "waiting"
    NO_HAND = "no_hand"


class Stage(StrEnum):
    """Where the hand stands, whatever is told at the moment."""

    NO_HAND = "no_hand"
    BETTING = "betting"
    ROUND_OVER = "round_over"
    HAND_OVER = "hand_over"


class OptionView(View):
    """One answer to choose from, with what follows from it."""

    token: str
    line: str
    then: str = Field(default="", description="Where the hand would stand; empty: it is open.")
    proposed: bool = False


class ClauseView(View):
    """A rule that the ruling rests on; `assumed` where the rulebook is silent."""

    text: str
    assumed: bool


class AnswerView(View):
    """The one thing that the dealer is told now."""

    kind: AnswerKind
    seat: Seat | None = None
    line: str = Field(default="", description="The answer in one line.")
    rule: str = Field(default="", description="The rule in one line.")
    clauses: tuple[ClauseView, ...] = ()
    action: str | None = None
    total: int | None = Field(default=None, description="The seat's total on this street.")
    raise_by: int = Field(default=0, description="How far that is above the bet before.")
    give_back: int = 0
    to_add: int = 0
    standing: Standing | None = None
    by: str = "betline"
    options: tuple[OptionView, ...] = ()
    otherwise: tuple[str, ...] = Field(
        default=(), description="What would have changed the ruling, a sentence each."
    )
    changed: tuple[str, ...] = Field(
        default=(), description="What a correction changed, a sentence each."
    )


class SeatView(View):
    """One seat."""

    seat: Seat
    stack: int
    bet: int
    dealt_in: bool
    folded: bool
    all_in: bool
    button: bool
    turn: bool


class DealerSeatView(SeatView):
    """One seat as the dealer sees it."""

    chips: tuple[int, ...] = Field(description="The chips that lie in front, as last read.")
    unread: bool = Field(description="Chips lie in front that could not be read.")
    evidence: str = Field(description="Name of the picture of that reading; empty: none.")
    moving: bool = Field(description="A hand is, or was, over the area; it is not read yet.")
    give_back: int = Field(description="Chips that lie there and do not count.")
    to_add: int = Field(description="Chips that count and do not lie there.")


class LegalView(View):
    """What the seat whose turn it is may do."""

    to_call: int
    min_raise_to: int | None
    max_raise_to: int | None


class SourceView(View):
    """The health of one source."""

    name: str
    kind: str
    state: SourceState
    reason: str
    remedy: str


class HandView(View):
    """The hand being played."""

    number: int
    street: Street
    game: str
    small_blind: int
    big_blind: int
    ante: int


class ProposalView(View):
    """The next hand as it would begin if nobody corrected anything."""

    number: int
    games: tuple[str, ...]
    opener_asked: tuple[str, ...] = Field(
        description="Of these games the dealer says who acts first: their cards tell."
    )
    game: str
    button: Seat
    stacks: dict[Seat, int]


class DealerView(View):
    """The dealer screen, and the floor's."""

    table: str
    ruling: int = Field(description="The newest ruling's number, to which a tap refers.")
    stage: Stage
    answer: AnswerView
    last_line: str = Field(description="The newest ruling, while something else is told.")
    hand: HandView | None
    turn: Seat | None
    legal: LegalView | None
    pot: int
    pot_to_win: int = Field(description="The pot once an uncalled bet has returned.")
    seats: tuple[DealerSeatView, ...]
    sources: tuple[SourceView, ...]
    alarms: tuple[str, ...]
    floor_called: bool
    can_redo: bool = Field(description="Something was undone that can be brought back.")
    next_streets: tuple[Street, ...]
    opener_asked: bool = Field(description="The dealer says who acts first on the next street.")
    proposal: ProposalView | None


class OverlayRulingView(View):
    """The last ruling as the audience sees it."""

    seat: Seat
    line: str


class OverlayView(View):
    """The overlay of a broadcast."""

    table: str
    live: bool = Field(description="False while a fault stands: figures are then hidden.")
    hand: HandView | None
    turn: Seat | None
    pot: int
    seats: tuple[SeatView, ...]
    ruling: OverlayRulingView | None = None
