"""The game being played: its limit, its stakes and its streets."""

from dataclasses import dataclass
from enum import StrEnum


class Limit(StrEnum):
    """How much may be bet."""

    NO_LIMIT = "NL"
    POT_LIMIT = "PL"
    FIXED_LIMIT = "FL"
    SPREAD = "SPREAD"


class Street(StrEnum):
    """A betting round, of any game; `table.variants` tells which game has which."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"
    SEVENTH = "seventh"
    PREDRAW = "predraw"
    FIRST_DRAW = "first_draw"
    SECOND_DRAW = "second_draw"
    THIRD_DRAW = "third_draw"
    BET = "bet"
    SHOWDOWN = "showdown"


class AnteType(StrEnum):
    """Who pays the ante."""

    EACH = "each"
    BIG_BLIND = "bba"
    BUTTON = "button"


class EventKind(StrEnum):
    """Some rulebooks rule a money game and a tournament differently."""

    CASH = "cash"
    TOURNAMENT = "tournament"


@dataclass(frozen=True, kw_only=True)
class Game:
    """What is played, for how much. Amounts are in the smallest unit of the table.

    Attributes:
        limit: no-limit, pot-limit, fixed limit or spread limit.
        variant: holdem, omaha, stud, badugi ...: one of `table.variants.VARIANTS`.
        small_blind: 0 where there is none.
        big_blind: also the smallest bet; in stud, the bring-in.
        unit: fixed limit: size of a bet or raise on this street.
        big_unit: fixed limit: its size on the late streets; None: twice `unit`.
        cap: fixed limit: bets and raises allowed, the bet counts one. None: the rulebook's own.
        uncapped: fixed limit: no cap, whatever the rulebook says.
        max_raise: spread limit: the largest bet or raise.
        straddle: its size, None where nobody straddled.
        kill: a full kill; `unit` is doubled already.
        ante: 0 where there is none.
        ante_type: who pays it.
        round_small_blind: pot-limit before the flop counts the small blind as a big blind.
        round_pot_to: pot-limit: the pot is rounded up to this unit; 0 for not at all.
        smallest_chip: the smallest chip in play.
        event: cash or tournament; None where it makes no difference.
    """

    limit: Limit
    variant: str = "holdem"
    small_blind: int = 0
    big_blind: int
    unit: int | None = None
    big_unit: int | None = None
    cap: int | None = None
    uncapped: bool = False
    max_raise: int | None = None
    straddle: int | None = None
    kill: bool = False
    ante: int = 0
    ante_type: AnteType = AnteType.EACH
    round_small_blind: bool = False
    round_pot_to: int = 0
    smallest_chip: int = 1
    event: EventKind | None = None
