"""A recorded hand, played again at a table by chips, words and gestures.

The record says what each act counted as. Here it is done again as a player would: chips of a chip
set pushed in one motion, and a word only where silent chips would count as something else. What the
rules make of it must be what was recorded.
"""

from collections.abc import Set
from dataclasses import replace

from api.phh import BETTING, GAMES, Action, HandRecord, Verb
from api.recorded_cards import CardsOnTable, DisagreementError
from api.recorded_start import chip_ladder, seat_of, started
from table.act import Act, PriorChips, PriorMode
from table.chips import Chips, change, chips
from table.events import Event, Observed, RulingGiven, StreetStarted
from table.game import Street
from table.hand import Hand
from table.observations import (
    ChipsAtRest,
    GestureKind,
    GestureSeen,
    Observation,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)
from table.rulebook import Rulebook
from table.rules import rule
from table.ruling import Action as Ruled
from table.ruling import Ruling
from table.seats import Seat
from table.state import TableState
from table.stepping import step
from table.variants import VARIANTS

CAMERA, PANEL = "overhead", "panel"
STEP_NS = 1_000_000_000
"""Every motion and every word has a second of its own."""

WAGERS = frozenset({Ruled.BET, Ruled.RAISE, Ruled.ALL_IN})


class RecordedHand:
    """One recorded hand at a table of its own.

    Attributes:
        state: of the table.
        events: every input so far.
        rulings: every ruling given.
    """

    def __init__(
        self, record: HandRecord, rulebook: Rulebook, denominations: Chips | None = None
    ) -> None:
        """Seat the players; nothing is dealt yet.

        Args:
            record: what was recorded.
            rulebook: the rules in force.
            denominations: of the chips that the players have; None: the usual ones.
        """
        self.record = record
        self.state = TableState(rulebook=rulebook)
        self.events: list[Event] = []
        self.rulings: list[RulingGiven] = []
        variant = VARIANTS[GAMES[record.code][0]]
        self.cards = CardsOnTable(variant=variant, hands={}, board=[], mucked=set())
        self._denominations = denominations or chip_ladder(record.scale)
        self._at_ns = 0

    def play(self) -> None:
        """Play the record to its end.

        Raises:
            DisagreementError: the table rules otherwise than the record says.
        """
        for source in (CAMERA, PANEL):
            self._see(SourceChanged(source=source, at_ns=self._now(), state=SourceState.LIVE))
        for action in self.record.actions:
            self.take(action)
        self._run_out()

    def take(self, action: Action) -> None:
        """Carry out one action of the record.

        Raises:
            DisagreementError: the table rules otherwise than the record says.
        """
        if action.verb not in BETTING:
            self.cards.take(action)
            return
        self._begin_round()
        seat = seat_of(action.player or 0)
        if self.state.turn != seat:
            raise DisagreementError(f"it is the turn of {self.state.turn or 'nobody'}")
        match action.verb:
            case Verb.FOLD:
                self._fold(seat)
            case Verb.CHECK_OR_CALL:
                self._check_or_call(seat)
            case Verb.BRING_IN:
                self._bring_in(seat)
            case Verb.BET_OR_RAISE:
                self._bet_or_raise(seat, action.amount or 0)

    @property
    def hand(self) -> Hand:
        """The hand at the table.

        Raises:
            DisagreementError: it could not begin.
        """
        if self.state.hand is None:
            raise DisagreementError("the record has no action, so no hand began")
        return self.state.hand

    def _begin_round(self) -> None:
        """The hand itself, and after a round the next street, begin with the first act in it."""
        if self.state.hand is None:
            self._begin_hand()
        if self.hand.round_over and self.hand.street is not Street.SHOWDOWN:
            self._next_street()

    def _begin_hand(self) -> None:
        event = replace(started(self.record), at_ns=self._now(), up_cards=self.cards.up_cards())
        self._take(event)
        if self.state.hand is None:
            self._take(replace(event, at_ns=self._now(), first=self._first_player()))
        self._post()

    def _post(self) -> None:
        """Blinds and antes are put out, and the antes are drawn in."""
        antes, bets = self.hand.antes, self.hand.betting.bets
        for seat in self.hand.order:
            blind, ante = self._paid(bets.get(seat, 0)), self._paid(antes.get(seat, 0))
            if blind or ante:
                self._lay(seat, chips((*blind, *ante)))
            if ante:
                self._lay(seat, blind)

    def _next_street(self) -> None:
        street = self.cards.variant.after(self.hand.street)
        if street is None:
            raise DisagreementError(f"nothing follows after {self.hand.street}")
        event = StreetStarted(at_ns=self._now(), street=street, up_cards=self.cards.up_cards())
        before = self.hand
        self._take(event)
        if self.hand is before:
            self._take(replace(event, at_ns=self._now(), first=self._first_player()))
        for seat in self.hand.order:
            if self.state.front(seat).chips:
                self._lay(seat, ())

    def _first_player(self) -> Seat:
        """Where cards that decide it are not known, the record tells who opened."""
        done = len(self.rulings)
        acts = [one for one in self.record.actions if one.verb in BETTING]
        return seat_of(acts[done].player or 0) if done < len(acts) else self.hand.live[0]

    def _run_out(self) -> None:
        """Nobody acts any more: the streets that are left, up to the showdown."""
        if self.state.turn is not None:
            raise DisagreementError(f"the record ends, but {self.state.turn} is to act")
        while self.hand.round_over and self.hand.street is not Street.SHOWDOWN:
            self._next_street()

    def _fold(self, seat: Seat) -> None:
        given = self._act(
            GestureSeen(
                source=CAMERA,
                at_ns=self._now(),
                seat=seat,
                gesture=GestureKind.CARDS_PUSHED_FORWARD,
            )
        )
        self._must_be(given.ruling, {Ruled.FOLD}, None)

    def _check_or_call(self, seat: Seat) -> None:
        betting = self.hand.betting
        owed = min(betting.to_call(seat), betting.stack_of(seat))
        if owed <= 0:
            tap = GestureSeen(
                source=CAMERA, at_ns=self._now(), seat=seat, gesture=GestureKind.TAP_TABLE
            )
            self._must_be(self._act(tap).ruling, {Ruled.CHECK}, betting.bet_of(seat))
            return
        given = self._push(seat, owed)
        self._must_be(given.ruling, {Ruled.CALL, Ruled.ALL_IN}, betting.bet_of(seat) + owed)

    def _bring_in(self, seat: Seat) -> None:
        betting = self.hand.betting
        amount = min(self.record.bring_in, betting.stack_of(seat))
        self._must_be(self._push(seat, amount).ruling, {Ruled.BRING_IN}, amount)

    def _bet_or_raise(self, seat: Seat, total: int) -> None:
        betting = self.hand.betting
        more = total - betting.bet_of(seat)
        if more <= 0:
            raise DisagreementError(f"{seat} has {betting.bet_of(seat)} in front already")
        if self._silent_chips_count_as(seat, total):
            given = self._push(seat, more)
        else:
            word = SpokenWord.RAISE if betting.level else SpokenWord.BET
            said = WordSaid(source=PANEL, at_ns=self._now(), seat=seat, word=word, amount=total)
            given = self._act(said)
            self._must_be(given.ruling, WAGERS, total)
            self._add(seat, more)
        self._must_be(given.ruling, WAGERS, total)

    def _silent_chips_count_as(self, seat: Seat, total: int) -> bool:
        """Whether these chips, pushed without a word, are the bet that was recorded."""
        betting = self.hand.betting
        lay = self.state.front(seat).chips
        prior = PriorChips(mode=PriorMode.LEFT, chips=lay) if betting.bet_of(seat) else None
        pushed = self._paid(total - betting.bet_of(seat))
        act = Act(seat=seat, motions=(pushed,), prior=prior)
        ruling = rule(betting, act, self.state.rulebook)
        return ruling.action in WAGERS and ruling.total == total

    def _push(self, seat: Seat, amount: int) -> RulingGiven:
        return self._ruling_of(self._add(seat, amount))

    def _add(self, seat: Seat, amount: int) -> tuple[Event, ...]:
        lay = self.state.front(seat).chips
        return self._lay(seat, chips((*lay, *self._paid(amount))))

    def _paid(self, amount: int) -> Chips:
        try:
            return change(amount, self._denominations)
        except ValueError as error:
            raise DisagreementError(f"with these chips {error}") from error

    def _lay(self, seat: Seat, content: Chips) -> tuple[Event, ...]:
        started_ns = self._now()
        rest = ChipsAtRest(
            source=CAMERA, at_ns=self._now(), seat=seat, chips=content, started_ns=started_ns
        )
        return self._see(rest)

    def _act(self, seen: Observation) -> RulingGiven:
        return self._ruling_of(self._see(seen))

    def _ruling_of(self, answers: tuple[Event, ...]) -> RulingGiven:
        given = [answer for answer in answers if isinstance(answer, RulingGiven)]
        if len(given) != 1:
            raise DisagreementError("no ruling was given")
        self.rulings += given
        return given[0]

    def _must_be(self, ruling: Ruling, actions: Set[Ruled], total: int | None) -> None:
        if ruling.action in actions and total in (None, ruling.total):
            return
        wanted = " or ".join(sorted(actions)) + ("" if total is None else f" to {total}")
        told = f"{ruling.action}" + ("" if ruling.total is None else f" to {ruling.total}")
        clauses = ", ".join(clause.text for clause in ruling.clauses)
        raise DisagreementError(f"recorded: {wanted}; ruled: {told} ({clauses})")

    def _see(self, seen: Observation) -> tuple[Event, ...]:
        return self._take(Observed(at_ns=seen.at_ns, observation=seen))

    def _take(self, event: Event) -> tuple[Event, ...]:
        self.state, answers = step(self.state, event)
        self.events.append(event)
        return answers

    def _now(self) -> int:
        self._at_ns += STEP_NS
        return self._at_ns
