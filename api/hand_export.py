"""The hands of a log, as records of the Poker Hand History format.

Beside each action stand what was ruled (`_ruling`), who decided otherwise and why (`_override`),
and how sure the sources were, in thousandths (`_confidence`); an action that is no act has empty
ones. Cards that nobody showed are not in the export: the log keeps them sealed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from api.log import Record
from api.phh import CODES, Action, Cards, HandRecord, Verb
from api.session import DOCUMENT, OWN_KINDS
from table.encoding import decode_event
from table.events import Event, HandStarted, Observed, RulingGiven
from table.game import AnteType, Limit, Street
from table.hand import Hand, RuledAct
from table.observations import CERTAIN
from table.posts import Posts, posting_order, posts_due
from table.rulebook import Rulebook
from table.ruling import Action as Ruled
from table.seats import Seat, clockwise_from
from table.sentences import say
from table.settling import ACTS
from table.state import TableState
from table.stepping import ANSWERS, step
from table.variants import Variant, variant_of

NO_LIMITS = frozenset({Limit.NO_LIMIT, Limit.POT_LIMIT})


@dataclass(frozen=True, kw_only=True)
class LoggedHand:
    """One hand of a log.

    Attributes:
        event: its beginning.
        hand: as it was last.
        confidence: how sure the least sure observation of each ruling was, by its number.
    """

    event: HandStarted
    hand: Hand
    confidence: dict[int, int]


class NotExportableError(ValueError):
    """The format has no way to write this hand; the text says why."""


def hands_of(records: Iterable[Record], language: str = "en") -> Iterator["Exported"]:
    """Every hand of a log in order: its record, or why it has none.

    Args:
        records: of the log, checked.
        language: of the rulings.

    Raises:
        DecodingError: an event is of another version.
    """
    for logged in logged_hands(records):
        number = logged.hand.number
        try:
            yield Exported(number=number, record=record_of(logged, language))
        except NotExportableError as error:
            yield Exported(number=number, reason=str(error))


@dataclass(frozen=True, kw_only=True)
class Exported:
    """A hand of the log, written or not.

    Attributes:
        number: of the hand at its table.
        record: None where it cannot be written.
        reason: why not.
    """

    number: int
    record: HandRecord | None = None
    reason: str = ""


def logged_hands(records: Iterable[Record]) -> Iterator[LoggedHand]:
    """Fold a log again, and give each hand as it was at its end."""
    reading = _Reading()
    for record in records:
        if record.kind == DOCUMENT and record.content["role"] == "rulebook":
            reading.rulebook = Rulebook.model_validate_json(record.content["text"])
        if record.kind in OWN_KINDS:
            continue
        event = decode_event(
            {"kind": record.kind, "at_ns": record.at_ns, "payload": record.content}
        )
        if not isinstance(event, ANSWERS):
            yield from reading.take(event)
    yield from reading.finished()


@dataclass
class _Reading:
    """The fold of a log, hand by hand."""

    rulebook: Rulebook | None = None
    state: TableState | None = None
    begun: HandStarted | None = None
    confidence: dict[int, int] = field(default_factory=dict)
    least: dict[Seat, int] = field(default_factory=dict)

    def take(self, event: Event) -> Iterator[LoggedHand]:
        if self.state is None:
            if self.rulebook is None:
                return
            self.state = TableState(rulebook=self.rulebook)
        before = self.state
        self.state, answers = step(before, event)
        if isinstance(event, HandStarted) and self.state.hand is not before.hand:
            yield from self.finished(before)
            self.begun, self.confidence, self.least = event, {}, {}
        self._weigh(event)
        for given in (answer for answer in answers if isinstance(answer, RulingGiven)):
            self.confidence[given.number] = self.least.get(given.act.seat, CERTAIN)
            if given.act.in_turn:
                self.least.pop(given.act.seat, None)

    def _weigh(self, event: Event) -> None:
        if isinstance(event, Observed):
            seat = getattr(event.observation, "seat", None)
            if seat is not None:
                told = event.observation.confidence
                self.least[seat] = min(told, self.least.get(seat, CERTAIN))

    def finished(self, state: TableState | None = None) -> Iterator[LoggedHand]:
        state = state or self.state
        if self.begun is not None and state is not None and state.hand is not None:
            yield LoggedHand(event=self.begun, hand=state.hand, confidence=self.confidence)


def record_of(logged: LoggedHand, language: str = "en") -> HandRecord:
    """The record of one hand.

    Raises:
        NotExportableError: the format cannot say it.
    """
    event, hand = logged.event, logged.hand
    game, variant = event.game, variant_of(event.game)
    code = CODES.get((game.variant, game.limit))
    if code is None:
        raise NotExportableError(f"the format has no code for {game.limit} {game.variant}")
    if event.pot or event.street is not variant.streets[0].street:
        raise NotExportableError("it was taken up in its middle")
    draws = any(plan.draw for plan in variant.streets)
    if draws and hand.street is not variant.streets[0].street:
        raise NotExportableError("the log does not have the cards that were exchanged")
    posts = event.posts or posts_due(game, event.order)
    around = posting_order(event.order)
    fixed = game.limit not in NO_LIMITS
    unit = game.unit or game.big_blind
    lines = _Lines(logged, variant, language)
    lines.write()
    return HandRecord(
        name=f"hand-{hand.number}",
        code=code,
        antes=tuple(posts.antes.get(seat, 0) + posts.dead.get(seat, 0) for seat in around),
        blinds=tuple(_live(posts, seat) for seat in around),
        bring_in=game.big_blind if variant.stud else 0,
        min_bet=0 if fixed else game.big_blind,
        small_bet=unit if fixed else 0,
        big_bet=(game.big_unit or 2 * unit) if fixed else 0,
        stacks=tuple(event.stacks[seat] for seat in event.order),
        actions=tuple(lines.actions),
        antes_trimmed=game.ante_type is AnteType.EACH and not posts.dead,
        finishing_stacks=_finishing(hand),
        winnings=tuple(hand.won.get(seat, 0) for seat in hand.order) if hand.won else None,
        more={
            "hand": hand.number,
            "players": list(hand.order),
            "_ruling": lines.rulings,
            "_override": lines.overrides,
            "_confidence": lines.confidences,
        },
    )


def _live(posts: Posts, seat: Seat) -> int:
    """A blind or straddle; the live blind of a new player is below zero in the format."""
    return posts.blinds.get(seat, 0) or -posts.live.get(seat, 0)


def _finishing(hand: Hand) -> tuple[int, ...] | None:
    if not hand.ended or hand.betting.pot:
        return None
    return tuple(hand.betting.stack_of(seat) for seat in hand.order)


class _Lines:
    """The actions of a record, and what stands beside each."""

    def __init__(self, logged: LoggedHand, variant: Variant, language: str) -> None:
        self.actions: list[Action] = []
        self.rulings: list[str] = []
        self.overrides: list[str] = []
        self.confidences: list[int] = []
        self._logged = logged
        self._hand = logged.hand
        self._variant = variant
        self._language = language
        self._early_folds: dict[Seat, RuledAct] = {}
        self._last: Seat | None = None

    def write(self) -> None:
        """All actions, in the order that the format asks for: a fold waits for its turn."""
        street: Street | None = None
        acts = [act for act in self._hand.acts if act.given.ruling.action in ACTS]
        for act in acts:
            if not act.given.act.in_turn:
                if act.given.ruling.action is Ruled.FOLD:
                    self._early_folds[act.given.act.seat] = act
                continue
            while street is not act.before.street:
                street = self._next_street(street)
            self._folds_before(act.given.act.seat)
            self._write_act(act)
        self._folds_before(None)
        while acts and street is not None and self._cards_lie_of(self._variant.after(street)):
            street = self._next_street(street)

    def _next_street(self, street: Street | None) -> Street:
        self._folds_before(None)
        self._last = None
        following = (
            self._variant.streets[0].street if street is None else self._variant.after(street)
        )
        plan = self._variant.plan(following) if following else None
        if following is None or plan is None:
            raise NotExportableError("its rounds are not those of the game")
        if plan.down or plan.up:
            for player, seat in enumerate(self._hand.order, start=1):
                if seat not in self._folded_before(following):
                    self._deal(Verb.DEAL_HOLE, player, self._cards_of(seat, following))
        if plan.board:
            self._deal(Verb.DEAL_BOARD, None, self._board_of(following))
        return following

    def _folded_before(self, street: Street) -> set[Seat]:
        names = [plan.street for plan in self._variant.streets]
        return {
            act.given.act.seat
            for act in self._hand.acts
            if act.given.ruling.action is Ruled.FOLD
            and names.index(act.before.street) < names.index(street)
        }

    def _cards_of(self, seat: Seat, street: Street) -> Cards:
        """Face-down cards are not told; of the face-up ones, those that were seen."""
        showing = list(self._hand.up_cards.get(seat, ()))
        dealt = 0
        for plan in self._variant.streets:
            if plan.street is street:
                up = [*showing[dealt : dealt + plan.up], *[None] * plan.up][: plan.up]
                return (*[None] * plan.down, *up)
            dealt += plan.up
        return ()

    def _board_of(self, street: Street) -> Cards:
        lying = 0
        for plan in self._variant.streets:
            if plan.street is street:
                seen = self._hand.board[lying : lying + plan.board]
                return (*seen, *[None] * (plan.board - len(seen)))
            lying += plan.board
        return ()

    def _cards_lie_of(self, street: Street | None) -> bool:
        """Whether cards of a street lie there although nobody acted on it: all were all-in."""
        plan = self._variant.plan(street) if street else None
        return plan is not None and plan.board > 0 and None not in self._board_of(plan.street)

    def _folds_before(self, seat: Seat | None) -> None:
        """Folds out of turn, of the seats between the last act and this one; None: all."""
        order = self._hand.order
        around = clockwise_from(order, self._last or order[-1])
        for other in around:
            if other == seat:
                return
            if other in self._early_folds:
                self._write_act(self._early_folds.pop(other))

    def _write_act(self, act: RuledAct) -> None:
        given = act.given
        seat, ruling = given.act.seat, given.ruling
        self._last = seat
        wager = ruling.total is not None and ruling.total > act.before.level
        verb = {Ruled.FOLD: Verb.FOLD, Ruled.BRING_IN: Verb.BRING_IN}.get(ruling.action)
        if verb is None:
            verb = Verb.BET_OR_RAISE if wager else Verb.CHECK_OR_CALL
        player = self._hand.order.index(seat) + 1
        amount = ruling.total if verb is Verb.BET_OR_RAISE else None
        clauses = ", ".join(clause.text for clause in ruling.clauses)
        self._write(
            Action(verb=verb, player=player, amount=amount),
            f"{say(ruling.message, self._language)} ({clauses})" if clauses else "",
            "" if given.by == "betline" else f"{given.by}: {given.reason}",
            self._logged.confidence.get(given.number, CERTAIN),
        )

    def _deal(self, verb: Verb, player: int | None, cards: Cards) -> None:
        self._write(Action(verb=verb, player=player, cards=cards), "", "", CERTAIN)

    def _write(self, action: Action, ruling: str, override: str, confidence: int) -> None:
        self.actions.append(action)
        self.rulings.append(ruling)
        self.overrides.append(override)
        self.confidences.append(confidence)
