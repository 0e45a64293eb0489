"""PokerKit and betline at the same table: every decision is asked of both.

The list of known differences is below: each names the clause that betline follows. Whatever else
differs is a failure.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from pokerkit import (
    Automation,
    BoardDealing,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    HoleDealing,
    Mode,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    StandingPatOrDiscarding,
    State,
)

from table.act import Act, Word, Words
from table.betting import Betting
from table.cards import Card
from table.dealing import begin, begin_street, end, street_after
from table.duties.odd_chip import by_card
from table.events import HandStarted
from table.game import Game, Limit, Street
from table.legal import legal_range
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action
from table.seats import Seat
from table.settling import after
from table.showdown import payout
from table.variants import variant_of

# PokerKit gives every odd chip to one player, and posts antes before blinds.
BOOK = load("tda2024").with_overrides({"odd_chips": "all_to_first", "blind_or_ante": "ante_first"})
EVERYTHING = tuple(one for one in Automation if one.name != "STANDING_PAT_OR_DISCARDING")

GAMES: dict[str, tuple[type, str, Limit]] = {
    "NT": (NoLimitTexasHoldem, "holdem", Limit.NO_LIMIT),
    "NS": (NoLimitShortDeckHoldem, "short_deck", Limit.NO_LIMIT),
    "PO": (PotLimitOmahaHoldem, "omaha", Limit.POT_LIMIT),
    "FT": (FixedLimitTexasHoldem, "holdem", Limit.FIXED_LIMIT),
    "FO/8": (FixedLimitOmahaHoldemHighLowSplitEightOrBetter, "omaha8", Limit.FIXED_LIMIT),
    "F7S": (FixedLimitSevenCardStud, "stud", Limit.FIXED_LIMIT),
    "F7S/8": (FixedLimitSevenCardStudHighLowSplitEightOrBetter, "stud8", Limit.FIXED_LIMIT),
    "FR": (FixedLimitRazz, "razz", Limit.FIXED_LIMIT),
    "N2L1D": (NoLimitDeuceToSevenLowballSingleDraw, "single_draw_27", Limit.NO_LIMIT),
    "F2L3D": (FixedLimitDeuceToSevenLowballTripleDraw, "triple_draw_27", Limit.FIXED_LIMIT),
    "FB": (FixedLimitBadugi, "badugi", Limit.FIXED_LIMIT),
}
SMALL, BIG = 50, 100


@dataclass(frozen=True)
class Choice:
    """What may be done: the total of a call, and of the least and the largest raise, if any."""

    call_to: int
    least: int | None
    most: int | None


@dataclass(frozen=True)
class Difference:
    """Where PokerKit is known to rule otherwise.

    Attributes:
        clause: what betline follows.
        holds: whether it explains the two answers at this point of the betting.
    """

    clause: str
    holds: Callable[[Betting, Seat, Choice, Choice], bool]


def _short_all_in(betting: Betting) -> bool:
    """Somebody is all-in by less than a full bet or raise on this street."""
    return any(betting.bet_of(seat) > 0 and betting.stack_of(seat) == 0 for seat in betting.live)


def _most_of_others(betting: Betting, seat: Seat) -> int:
    others = betting.live - {seat}
    return max(betting.bet_of(other) + betting.stack_of(other) for other in others)


KNOWN = (
    Difference(
        "TDA 2024 47-A: a short all-in is no full bet and reopens nothing, not even a first one",
        lambda betting, _, ours, theirs: (
            betting.game.limit is not Limit.FIXED_LIMIT
            and betting.full_raise == betting.game.big_blind
            and _short_all_in(betting)
            and ours.call_to == theirs.call_to
        ),
    ),
    Difference(
        "TDA 2024 47-B, RRoP 11 betting 6: in fixed limit half a bet reopens, less is completed",
        lambda betting, _, ours, theirs: (
            betting.game.limit is Limit.FIXED_LIMIT
            and _short_all_in(betting)
            and ours.call_to == theirs.call_to
        ),
    ),
    Difference(
        "TDA 2024 45-B: a fixed bet is made in full, and what nobody can call returns to him",
        lambda betting, seat, ours, theirs: (
            betting.game.limit is Limit.FIXED_LIMIT
            and ours.least is not None
            and theirs.most == theirs.least == _most_of_others(betting, seat)
            and ours.call_to == theirs.call_to
        ),
    ),
    Difference(
        "TDA 2024 43: a fixed bet has one size; PokerKit lets Omaha hi-lo bet up to the pot",
        lambda betting, _, ours, theirs: (
            betting.game.variant == "omaha8"
            and None not in (ours.least, theirs.least)
            and ours.least == theirs.least
            and ours.most < theirs.most
        ),
    ),
    Difference(
        "TDA 2024 48: the number of raises is the house's; PokerKit allows four after a blind",
        lambda betting, _, ours, theirs: (
            betting.game.limit is Limit.FIXED_LIMIT
            and betting.raises >= 4
            and theirs.least is None
            and ours.call_to == theirs.call_to
        ),
    ),
)

STUD = ("stud", "stud8", "razz")

NOBODY_TO_BET_AGAINST = (
    "TDA 2024 16: with all others all-in and nothing to call, betting is complete; PokerKit asks "
    "the big blind for a check"
)


class BothTables:
    """One hand, dealt by PokerKit and ruled by both."""

    def __init__(self, code: str, stacks: list[int], ante: int, seed: int) -> None:
        random.seed(seed)
        self.kind, variant, limit = GAMES[code]
        fixed = limit is Limit.FIXED_LIMIT
        self.game = Game(
            limit=limit,
            variant=variant,
            small_blind=0 if variant in STUD else SMALL,
            big_blind=SMALL // 2 if variant in STUD else BIG,
            unit=BIG if fixed else None,
            ante=ante,
            uncapped=True,
        )
        self.stud = variant_of(self.game).stud
        posts = [SMALL // 2] if self.stud else [(SMALL, BIG)]
        sizes = [BIG, 2 * BIG] if fixed else [BIG]
        self.pokerkit: State = self.kind.create_state(
            EVERYTHING, True, ante, *posts, *sizes, stacks, len(stacks), mode=Mode.CASH_GAME
        )
        self.seats = tuple(f"p{number}" for number in range(1, len(stacks) + 1))
        self.hole: dict[Seat, list[Card]] = {seat: [] for seat in self.seats}
        self.board: list[Card] = []
        self._told = 0
        self.learn_cards()
        self.hand = begin(
            HandStarted(
                at_ns=0,
                number=1,
                game=self.game,
                order=self.seats,
                stacks=dict(zip(self.seats, stacks, strict=True)),
                street=variant_of(self.game).streets[0].street,
                up_cards=self.up_cards(),
            ),
            BOOK,
        )
        self.clauses: set[str] = set()

    def learn_cards(self) -> None:
        """Take over what PokerKit has dealt and what was exchanged since."""
        for operation in self.pokerkit.operations[self._told :]:
            match operation:
                case HoleDealing():
                    self.hole[self.seats[operation.player_index]] += map(card, operation.cards)
                case BoardDealing():
                    self.board += map(card, operation.cards)
                case StandingPatOrDiscarding():
                    for thrown in operation.cards:
                        self.hole[self.seats[operation.player_index]].remove(card(thrown))
        self._told = len(self.pokerkit.operations)

    def up_cards(self) -> dict[Seat, tuple[Card, ...]]:
        if not self.stud:
            return {}
        return {seat: tuple(cards[2:6]) for seat, cards in self.hole.items()}

    @property
    def betting(self) -> Betting:
        return self.hand.betting

    def next_round(self) -> None:
        """Draws without a change of cards, and our next streets, until both wait for an act."""
        self._draw_cards()
        if self.betting.turn is None and self._asked_for_nothing():
            self.clauses.add(NOBODY_TO_BET_AGAINST)
            self.pokerkit.check_or_call()
            self._draw_cards()
        while self.hand.round_over and self.hand.street is not Street.SHOWDOWN:
            street = street_after(self.hand)
            assert street is not None
            self.hand = begin_street(self.hand, street, up_cards=self.up_cards())

    def _draw_cards(self) -> None:
        while self.pokerkit.stand_patter_or_discarder_index is not None:
            index = self.pokerkit.stand_patter_or_discarder_index
            cards = list(self.pokerkit.hole_cards[index])
            self.pokerkit.stand_pat_or_discard(random.sample(cards, random.randint(0, 3)))
        self.learn_cards()

    def _asked_for_nothing(self) -> bool:
        """Whether PokerKit waits for the one act that is left to a player: a check."""
        return (
            self.pokerkit.checking_or_calling_amount == 0
            and self.pokerkit.min_completion_betting_or_raising_to_amount is None
        )

    def compared(self) -> Choice:
        """Both answers to whose turn it is and what he may do; what both allow."""
        index = self.pokerkit.actor_index
        assert index is not None
        seat = self.seats[index]
        assert self.betting.turn == seat
        ours = Choice(*legal_range(self.betting, seat, BOOK))
        theirs = self._theirs(index)
        if ours == theirs:
            return ours
        clause = next(
            (one.clause for one in KNOWN if one.holds(self.betting, seat, ours, theirs)), None
        )
        assert clause is not None, (self.betting, ours, theirs)
        self.clauses.add(clause)
        if None in (ours.least, theirs.least):
            return replace(ours, least=None, most=None)
        least, most = max(ours.least, theirs.least), min(ours.most, theirs.most)
        return Choice(ours.call_to, *((least, most) if least <= most else (None, None)))

    def _theirs(self, index: int) -> Choice:
        state = self.pokerkit
        # Who must bring it in can neither check nor call: None.
        call = state.checking_or_calling_amount or 0
        return Choice(
            state.bets[index] + call,
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )

    def do(self, word: Word, total: int | None = None) -> None:
        """One act at both tables."""
        betting = self.betting
        assert betting.turn is not None
        act = Act(seat=betting.turn, words=Words(word=word, amount=total))
        ruling = rule(betting, act, BOOK)
        match word:
            case Word.FOLD:
                self.pokerkit.fold()
                assert ruling.action is Action.FOLD
            case Word.BET | Word.RAISE:
                self.pokerkit.complete_bet_or_raise_to(total)
                assert ruling.total == total
            case _ if self.pokerkit.can_post_bring_in():
                self.pokerkit.post_bring_in()
                assert ruling.action is Action.BRING_IN
            case _:
                self.pokerkit.check_or_call()
                assert ruling.action in (Action.CHECK, Action.CALL, Action.ALL_IN)
        self.hand = replace(self.hand, betting=after(betting, ruling))

    def compare_the_end(self) -> None:
        """The same chips are won."""
        assert not self.pokerkit.status
        assert self.hand.over or self.hand.street is Street.SHOWDOWN
        shown = {seat: tuple(self.hole[seat]) for seat in self.hand.live}
        pots = self.hand.side_pots
        paid = payout(pots, shown, [tuple(self.board)], self.seats, self.game, BOOK)
        stacks = end(self.hand, paid.won).betting.stacks
        theirs = dict(zip(self.seats, self.pokerkit.stacks, strict=True))
        assert sum(stacks.values()) == sum(self.hand.starting_stacks.values())
        # RRoP 11 high-low: without a low the high hand takes a pot whole. PokerKit halves every
        # pot as soon as one player has a low, even one who has no part in it.
        if len({bool(award.low) for award in paid.awards}) > 1:
            return
        # Two differences of a chip or two. TDA 2024 20-B: in stud a card decides the odd chip, in
        # PokerKit the seat. TDA 2024 21: each pot is split by itself; PokerKit joins pots once the
        # losers who made them two have thrown their hands away.
        parts = 2 * len(pots.pots)
        odd = parts if by_card(self.game) or len(pots.pots) > 1 else 0
        assert all(abs(stacks[seat] - theirs[seat]) <= odd for seat in self.seats)


def card(theirs: object) -> Card:
    return Card.parse(repr(theirs))
