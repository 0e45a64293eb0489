"""A player's turn: what he faces, what he has put out, and the book in force."""

from dataclasses import dataclass

from table.act import Act, Order, PriorMode
from table.betting import Betting
from table.changing import replace, worked_out_once
from table.chips import NO_CHIPS, Chips, chips, value
from table.choices import Subject
from table.legal import LegalRange, legal_range
from table.rulebook import Rulebook
from table.ruling import Clause
from table.seats import Seat


@dataclass(frozen=True)
class Turn:
    """What every chapter of the rulebook asks about one act.

    Attributes:
        betting: the state before the act.
        act: what the player did.
        rulebook: the rules in force.
    """

    betting: Betting
    act: Act
    rulebook: Rulebook

    @property
    def seat(self) -> Seat:
        """Who acts."""
        return self.act.seat

    @property
    def level(self) -> int:
        """The bet that he faces, as the total that a caller has in front of him."""
        return self.betting.level

    @property
    def before(self) -> int:
        """What counts in front of him already."""
        return self.betting.bet_of(self.seat)

    @property
    def facing_bet(self) -> bool:
        """Whether he owes chips. A blind is a bet."""
        return self.level > self.before

    @property
    def heads_up(self) -> bool:
        """Whether two hands are left."""
        return len(self.betting.live) == 2

    @property
    def silent(self) -> bool:
        """Whether nothing was said."""
        return self.act.words is None

    @property
    def spoke_first(self) -> bool:
        """Whether something was said before the chips touched the table, or without chips."""
        words = self.act.words
        return words is not None and (words.order is not Order.AFTER or not self.act.motions)

    @property
    def pushed(self) -> Chips:
        """The chips of the first motion."""
        return self.act.motions[0] if self.act.motions else NO_CHIPS

    @property
    def prior_mode(self) -> PriorMode:
        """What he did with his own earlier chips; untouched where nothing else was seen."""
        return self.act.prior.mode if self.act.prior else PriorMode.LEFT

    @property
    def took_back(self) -> bool:
        """Whether he took back some or all of his own earlier chips."""
        return self.prior_mode in {PriorMode.PULLED_ALL, PriorMode.PULLED_PART}

    @property
    def prior_worth(self) -> int:
        """What his earlier chips are worth, more than his bet where change is due."""
        return value(self.act.prior.chips) if self.act.prior else self.before

    @property
    def prior_covers(self) -> bool:
        """Whether his earlier chips alone are worth the bet that he faces."""
        return self.prior_worth >= self.level

    @property
    def prior_out(self) -> int:
        """What his earlier chips that are still out are worth."""
        match self.prior_mode:
            case PriorMode.PULLED_ALL:
                return 0
            case PriorMode.PULLED_PART if self.act.prior:
                return value(self.act.prior.left)
            case _:
                return self.prior_worth

    @property
    def first_total(self) -> int:
        """All that lies out after the first motion."""
        return self.prior_out + value(self.pushed)

    @property
    def out_total(self) -> int:
        """All that lies out after the last motion."""
        return self.prior_out + sum(map(value, self.act.motions))

    @property
    def reach(self) -> int:
        """The largest total that his chips allow. Change that he is due counts as behind him."""
        return self.before + self.betting.stack_of(self.seat)

    @worked_out_once
    def legal(self) -> LegalRange:
        """What he may do."""
        return legal_range(self.betting, self.seat, self.rulebook, self.reach)

    @property
    def may_raise(self) -> bool:
        """Whether he may bet or raise at all."""
        return self.legal.min_raise_to is not None

    def within_limits(self, total: int) -> int:
        """`total` brought up to the least legal raise, or cut to the largest.

        Where no raise is possible, the call.
        """
        least, most = self.legal.min_raise_to, self.legal.max_raise_to
        if least is None or most is None:
            return self.legal.call_to
        return max(least, min(total, most))

    def clause(self, subject: Subject) -> Clause:
        """Where the book in force prints a rule on which the books agree."""
        return self.rulebook.clause(subject)

    def without_words(self) -> "Turn":
        """The same chips, silently."""
        return replace(self, act=replace(self.act, words=None))

    def words_first(self) -> "Turn":
        """The same act, the words before the chips."""
        return self._with_words(order=Order.BEFORE)

    def chips_first(self) -> "Turn":
        """The same act, the words after the chips."""
        return self._with_words(order=Order.AFTER)

    def with_motions(self, *motions: Chips) -> "Turn":
        """The same act with other motions."""
        return replace(self, act=replace(self.act, motions=tuple(map(chips, motions))))

    def heard(self) -> "Turn":
        """The same act, its words heard by all."""
        return self._with_words(heard_by_all=True)

    def _with_words(self, **changes: object) -> "Turn":
        words = self.act.words
        if words is None:
            return self
        changed = replace(words, **changes)  # type: ignore[arg-type]
        return replace(self, act=replace(self.act, words=changed))
