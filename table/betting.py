"""The betting of one street at one moment: what is in front of whom, and who must act."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table.act import Word
from table.changing import worked_out_once
from table.game import Game, Street
from table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Pending:
    """A declaration whose amount is still open."""

    seat: Seat
    word: Word
    amount: int | None = None


@dataclass(frozen=True, kw_only=True)
class Betting:
    """The state that a ruling starts from. Absent seats: bet 0, not acted yet.

    Attributes:
        game: what is played.
        street: the betting round.
        order: the seats dealt in, clockwise, first the nearest to the left of the button.
        turn: who must act; None: nobody.
        pot: chips pulled in already, dead money included.
        bets: what counts in front of each seat on this street.
        stacks: chips behind; those in front are not among them.
        acted: the bet level that each seat had reached or faced when it last acted on this
            street. A seat that is absent has not acted; posting a blind is no act.
        folded: seats out of the hand.
        last_full_raise: the largest full bet or raise of the street.
        raises: fixed limit: bets and raises made, the bet counts one.
        full_level: fixed limit: level of the full bet that a short all-in did not reach.
        call_level: what must be called when that is above all bets (a short big blind).
        posted_small_blind: really posted; None: in full.
        posted_big_blind: really posted; None: in full.
        pending: a declaration whose amount is open.
        raises_when_heads_up: fixed limit: bets and raises that had been made when only two hands
            were left; None: there are more, or the round began with two.
        may_not_raise: seats that may only call or fold at their next act, whatever they face.
    """

    game: Game
    street: Street
    order: tuple[Seat, ...]
    turn: Seat | None
    pot: int = 0
    bets: Mapping[Seat, int] = field(default_factory=dict)
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    acted: Mapping[Seat, int] = field(default_factory=dict)
    folded: frozenset[Seat] = frozenset()
    last_full_raise: int = 0
    raises: int = 0
    full_level: int | None = None
    call_level: int | None = None
    posted_small_blind: int | None = None
    posted_big_blind: int | None = None
    pending: Pending | None = None
    raises_when_heads_up: int | None = None
    may_not_raise: frozenset[Seat] = frozenset()

    def bet_of(self, seat: Seat) -> int:
        """What counts in front of this seat on this street."""
        return self.bets.get(seat, 0)

    def stack_of(self, seat: Seat) -> int:
        """The chips behind this seat."""
        return self.stacks.get(seat, 0)

    @worked_out_once
    def level(self) -> int:
        """The bet that must be called: the total that a caller has in front of him."""
        return max([self.call_level or 0, self._short_big_blind_owed, *self.bets.values()])

    @property
    def _short_big_blind_owed(self) -> int:
        """A big blind that was posted short is owed in full by the others (WSOP-L 2024 150)."""
        posted = self.posted_big_blind
        short = posted is not None and 0 < posted < self.game.big_blind
        return self.game.big_blind if short and self.street is Street.PREFLOP else 0

    def to_call(self, seat: Seat) -> int:
        """What this seat is short of the bet, whatever its stack."""
        return self.level - self.bet_of(seat)

    @property
    def pot_with_bets(self) -> int:
        """The pot with all bets that are not pulled in yet."""
        return self.pot + sum(self.bets.values())

    @worked_out_once
    def live(self) -> frozenset[Seat]:
        """The seats that still hold cards."""
        return frozenset(self.order) - self.folded

    @property
    def full_raise(self) -> int:
        """The largest full bet or raise of the street; before any, the smallest bet."""
        return self.last_full_raise or self.game.big_blind

    @property
    def unit(self) -> int:
        """Fixed limit: the size of a bet or raise on this street."""
        return self.game.unit or self.game.big_blind
