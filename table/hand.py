"""A hand: its betting, its board, and the acts that were ruled in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table.betting import Betting
from table.cards import Card
from table.chips import NO_CHIPS, Chips
from table.duties.side_pots import Pot, Pots, side_pots
from table.events import RulingGiven, Standing
from table.game import Game, Street
from table.opening import UpCards
from table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class RuledAct:
    """One act of the hand with the ruling that stands for it.

    Attributes:
        given: the ruling, the last one where it was replaced.
        before: the betting that the act was ruled from; undoing goes back to it.
        lay: the chips that lay in front of the seat before the act.
        standing: shown or confirmed.
    """

    given: RulingGiven
    before: Betting
    lay: Chips = NO_CHIPS
    standing: Standing = Standing.SHOWN


@dataclass(frozen=True, kw_only=True)
class Hand:
    """One hand, from blinds to the pushing of the pot.

    Attributes:
        number: of the hand at this table.
        game: what is played, as it began.
        order: the seats dealt in, clockwise, first the one left of the button.
        starting_stacks: chips of each seat before blinds and antes.
        betting: the betting of the street as it stands.
        board: the face-up cards as last seen.
        acts: those ruled, in order, each with the ruling that stands.
        antes: dead chips by seat that may still lie in front until they are drawn in.
        dead: chips in the pot that are nobody's stake, by the seat that put them in: an ante for
            all, a small blind that was missed.
        up_cards: in stud, the cards that each player shows.
        won: what each winner took; empty until the hand has ended.
        ended: the pot was pushed.
    """

    number: int
    game: Game
    order: tuple[Seat, ...]
    starting_stacks: Mapping[Seat, int]
    betting: Betting
    board: tuple[Card, ...] = ()
    acts: tuple[RuledAct, ...] = ()
    antes: Mapping[Seat, int] = field(default_factory=dict)
    dead: Mapping[Seat, int] = field(default_factory=dict)
    up_cards: UpCards = field(default_factory=dict)
    won: Mapping[Seat, int] = field(default_factory=dict)
    ended: bool = False

    @property
    def street(self) -> Street:
        """The betting round."""
        return self.betting.street

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that have not folded, in order."""
        return tuple(seat for seat in self.order if seat not in self.betting.folded)

    def place_of(self, number: int | None) -> int | None:
        """Where the act stands on which the ruling of this number is the last; None: nowhere.

        Mostly it is the last act, so the search begins there.
        """
        if number is None:
            return None
        for index in range(len(self.acts) - 1, -1, -1):
            if self.acts[index].given.number == number:
                return index
        return None

    def ruled(self, number: int | None) -> RuledAct | None:
        """The act on which the ruling of this number is the last; None: there is none."""
        index = self.place_of(number)
        return None if index is None else self.acts[index]

    @property
    def staked(self) -> dict[Seat, int]:
        """What each seat has put at stake in this hand; an ante that one pays for all is none."""
        return {
            seat: self.starting_stacks.get(seat, 0)
            - self.betting.stack_of(seat)
            - self.dead.get(seat, 0)
            for seat in self.order
        }

    @property
    def side_pots(self) -> Pots:
        """The pots by layers, the main pot first, until they are pushed."""
        if self.ended:
            return Pots(())
        staked = self.staked
        if not any(staked.values()):  # begun in the middle, and checked through since
            return Pots((Pot(self.betting.pot_with_bets, self.live),))
        dead = self.betting.pot_with_bets - sum(staked.values())
        return side_pots(staked, self.betting.folded, dead)

    @property
    def over(self) -> bool:
        """One hand is left, or the pot was pushed."""
        return self.ended or len(self.live) < 2

    @property
    def round_over(self) -> bool:
        """The betting of this street is closed; the next cards, or the showdown, come next."""
        return not self.over and self.betting.turn is None
