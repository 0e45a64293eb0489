"""An act: everything that one player did at one turn, in order."""

from dataclasses import dataclass
from enum import StrEnum

from table.chips import NO_CHIPS, Chips
from table.seats import Seat


class Word(StrEnum):
    """What was said."""

    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    FOLD = "fold"
    ALL_IN = "all_in"
    POT = "pot"
    AMOUNT = "amount"
    CONDITIONAL = "conditional"
    UNCLEAR = "unclear"


class Order(StrEnum):
    """When a word was said: before the chips touched the table (or without chips), or after.

    `UNCLEAR`: word and chips came so close together that no source can tell.
    """

    BEFORE = "before"
    AFTER = "after"
    UNCLEAR = "unclear"


@dataclass(frozen=True, kw_only=True)
class Condition:
    """The if of an if-then: "if you bet I will raise"."""

    player: Seat
    does: str
    promise: Word


@dataclass(frozen=True, kw_only=True)
class Words:
    """A declaration.

    Attributes:
        word: its kind.
        order: before or after the chips.
        amount: the figure said, meaning the total, if one was.
        spoken: the words as spoken, where known.
        candidates: possible amounts of an unclear figure ("five").
        heard_by_all: False where not everybody heard it.
        condition: of a conditional declaration.
    """

    word: Word
    order: Order = Order.BEFORE
    amount: int | None = None
    spoken: str = ""
    candidates: tuple[int, ...] = ()
    heard_by_all: bool = True
    condition: Condition | None = None


class Gesture(StrEnum):
    """What was done with hands or cards rather than said."""

    TAP_TABLE = "tap_table"
    CARDS_PUSHED_FORWARD = "cards_pushed_forward"
    CARDS_MUCKED = "cards_mucked"
    EXPOSES_CARDS = "exposes_cards_action_pending"
    UNOFFICIAL = "thumb_up"
    BOUNTY_CHIP = "bounty_chip"
    SWEEP_WHOLE_STACK_FORWARD = "sweep_whole_stack_forward"
    COMBINE_AND_PUSH_ALL = "combine_and_push_all"
    PULLS_BACK_THEN_FOLDS = "pulls_back_prior_chip_then_folds"
    FORWARD_MOTION_NOT_RELEASED = "forward_motion_not_released"
    CHIPS_OVER_BETTING_LINE = "chips_over_betting_line"
    CUTTING_INSIDE_LINE = "cutting_chips_inside_line"
    STACK_OVER_LINE_THEN_CUT = "stack_over_line_then_cut"
    DEALER_KILLS_LIVE_HAND = "dealer_kills_live_hand"


class PriorMode(StrEnum):
    """What the player did with his own chips that already lay in front of him."""

    LEFT = "left"
    PULLED_ALL = "pulled_all"
    PULLED_PART = "pulled_part"
    PUSHED_ALL = "pushed_all"


@dataclass(frozen=True, kw_only=True)
class PriorChips:
    """The player's chips from earlier on this street, still in front of him.

    Attributes:
        mode: left alone, taken back (all or part), or mixed with the new ones.
        chips: their denominations before this act; worth more than the bet where change is due.
        left: those still out, where part was taken back.
    """

    mode: PriorMode
    chips: Chips
    left: Chips = NO_CHIPS


@dataclass(frozen=True, kw_only=True)
class Act:
    """Everything one player did at one turn.

    Attributes:
        seat: who acted.
        motions: pushes in order, each the chips that it left. None at all: no chips pushed.
        words: the declaration, if any.
        gesture: the gesture, if any.
        prior: own chips that lay in front already, if any.
        in_turn: it was his turn.
        forced: no free choice: posting a blind, a duty of the dealer.
        cut_down: of a stack carried out and cut, the chips that were released; None: all.
        acted_on: another player has already acted on it.
        thought_bet: the bet that he was told, or believed, he was calling; None: the true one.
    """

    seat: Seat
    motions: tuple[Chips, ...] = ()
    words: Words | None = None
    gesture: Gesture | None = None
    prior: PriorChips | None = None
    in_turn: bool = True
    forced: bool = False
    cut_down: Chips | None = None
    acted_on: bool = False
    thought_bet: int | None = None
