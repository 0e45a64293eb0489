"""Builds what each role may see from what the session has published."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from api.session import Published
from api.table_file import TableFile
from api.views import (
    AnswerKind,
    AnswerView,
    ClauseView,
    DealerSeatView,
    DealerView,
    HandView,
    LegalView,
    OptionView,
    OverlayRulingView,
    OverlayView,
    ProposalView,
    Role,
    SeatView,
    SourceView,
    Stage,
)
from table.betting import Betting
from table.dealing import pot_to_win, street_after
from table.events import CannotTell, RulingGiven, Standing
from table.game import Street
from table.hand import Hand
from table.legal import legal_range
from table.observations import SourceState, WordSaid
from table.otherwise import otherwise, sentence
from table.previewing import preview
from table.reporting import correction
from table.ruling import Message, Option
from table.seats import Seat, clockwise_from
from table.sentences import say
from table.taking_back import can_redo
from table.variants import variant_of

logger = logging.getLogger(__name__)


class UnknownRoleError(ValueError):
    """Nobody of this name may see anything."""


@dataclass(frozen=True)
class _Look:
    """What all builders of one view need."""

    published: Published
    table_file: TableFile
    seats: tuple[Seat, ...]
    language: str

    @property
    def hand(self) -> Hand | None:
        return self.published.state.hand

    @property
    def betting(self) -> Betting | None:
        return self.hand.betting if self.hand else None

    def say(self, message: Message) -> str:
        """The sentence; its bare name where the catalogue lacks it, for a screen must not stop."""
        if not message.name:
            return ""
        try:
            return say(message, self.language)
        except ValueError:
            logger.exception("a sentence is missing")
            return message.name


def view_for(
    role: str, published: Published, table_file: TableFile, seats: tuple[Seat, ...], language: str
) -> DealerView | OverlayView:
    """What this role may see of the table now.

    Raises:
        UnknownRoleError: there is no such role, so there is nothing that it may see.
    """
    builder = _BUILDERS.get(role)
    if builder is None:
        raise UnknownRoleError(f"There is no role {role[:20]!r}: use {', '.join(_BUILDERS)}.")
    return builder(_Look(published, table_file, seats, language))


def _dealer(look: _Look) -> DealerView:
    if look.published.log_fault:
        return _dealer_without_log(look)
    state = look.published.state
    newest = state.rulings[-1] if state.rulings else None
    answer = _answer(look)
    repeated = newest is None or answer.kind in {AnswerKind.RULING, AnswerKind.ASK_FLOOR}
    return DealerView(
        table=look.table_file.name,
        ruling=state.rulings_given,
        stage=_stage(look.hand),
        answer=answer,
        last_line="" if repeated or newest is None else look.say(newest.ruling.message),
        hand=_hand(look),
        turn=state.turn,
        legal=_legal(look),
        pot=look.betting.pot_with_bets if look.betting else 0,
        pot_to_win=pot_to_win(look.hand) if look.hand and not look.hand.ended else 0,
        seats=tuple(_dealer_seat(look, seat) for seat in look.seats),
        sources=tuple(_sources(look)),
        alarms=look.published.alarms,
        floor_called=state.floor_called,
        can_redo=can_redo(state),
        next_streets=_next_streets(look.hand),
        opener_asked=look.hand is not None and variant_of(look.hand.game).stud,
        proposal=_proposal(look),
    )


def _dealer_without_log(look: _Look) -> DealerView:
    """No figure at all: what happens at the table now is not taken in until the disk is back."""
    return DealerView(
        table=look.table_file.name,
        ruling=look.published.state.rulings_given,
        stage=Stage.NO_HAND,
        answer=AnswerView(
            kind=AnswerKind.FAULT,
            line=look.say(Message("log-not-writable")),
            rule=look.published.log_fault,
        ),
        last_line="",
        hand=None,
        turn=None,
        legal=None,
        pot=0,
        pot_to_win=0,
        seats=(),
        sources=tuple(_sources(look)),
        alarms=look.published.alarms,
        floor_called=False,
        can_redo=False,
        next_streets=(),
        opener_asked=False,
        proposal=None,
    )


def _overlay(look: _Look) -> OverlayView:
    newest = look.published.answer
    if look.published.log_fault or (isinstance(newest, CannotTell) and newest.fault):
        return OverlayView(
            table=look.table_file.name, live=False, hand=None, turn=None, pot=0, seats=()
        )
    answer = _answer(look)
    ruling = None
    if answer.kind is AnswerKind.RULING and isinstance(newest, RulingGiven):
        line = look.say(newest.ruling.message)
        ruling = OverlayRulingView(seat=newest.ruling.seat, line=line)
    return OverlayView(
        table=look.table_file.name,
        live=True,
        hand=_hand(look),
        turn=look.published.state.turn,
        pot=look.betting.pot_with_bets if look.betting else 0,
        seats=tuple(_seat(look, seat) for seat in look.seats),
        ruling=ruling,
    )


_BUILDERS: dict[str, Callable[[_Look], DealerView | OverlayView]] = {
    Role.DEALER: _dealer,
    Role.FLOOR: _dealer,
    Role.OVERLAY: _overlay,
}


def _answer(look: _Look) -> AnswerView:
    state, answer = look.published.state, look.published.answer
    if state.to_confirm:
        return _press(look)
    if state.asked:
        return _ruling(look, state.asked)
    if isinstance(answer, CannotTell):
        return _cannot_tell(look, answer)
    if answer is not None:
        return _ruling(look, answer)
    return _quiet(look)


def _quiet(look: _Look) -> AnswerView:
    """Nothing was ruled since the street began."""
    stage = _stage(look.hand)
    if stage is Stage.BETTING:
        return AnswerView(kind=AnswerKind.WAITING, seat=look.published.state.turn)
    return AnswerView(kind=AnswerKind(stage))


def _stage(hand: Hand | None) -> Stage:
    if hand is None or hand.ended:
        return Stage.NO_HAND
    if hand.over or (hand.round_over and hand.street is Street.SHOWDOWN):
        return Stage.HAND_OVER
    return Stage.ROUND_OVER if hand.round_over else Stage.BETTING


def _press(look: _Look) -> AnswerView:
    """A button was pressed while its link was down."""
    press = look.published.state.to_confirm[0]
    if not isinstance(press, WordSaid):
        line = look.say(Message("dealer-press-to-confirm"))
        return AnswerView(kind=AnswerKind.PRESS, line=line)
    values = {"seat": press.seat, "word": press.word.value, "amount": press.amount or 0}
    line = look.say(Message("press-to-confirm", values))
    return AnswerView(kind=AnswerKind.PRESS, seat=press.seat, line=line)


def _cannot_tell(look: _Look, answer: CannotTell) -> AnswerView:
    kind = AnswerKind.FAULT if answer.fault else AnswerKind.CANNOT_TELL
    return AnswerView(kind=kind, seat=answer.seat, line=look.say(answer.message))


def _ruling(look: _Look, given: RulingGiven) -> AnswerView:
    ruling = given.ruling
    asked = look.published.state.asked is not None
    ruled = look.hand.ruled(given.number) if look.hand else None
    return AnswerView(
        kind=AnswerKind.ASK_FLOOR if asked else AnswerKind.RULING,
        seat=ruling.seat,
        line=look.say(ruling.message),
        rule=look.say(ruling.rule),
        clauses=tuple(
            ClauseView(text=clause.text, assumed=clause.assumed) for clause in ruling.clauses
        ),
        action=ruling.action,
        total=ruling.total,
        raise_by=ruling.raise_by,
        give_back=ruling.change_to_return,
        to_add=ruling.chips_to_add,
        standing=ruled.standing if ruled else Standing.SHOWN,
        by=given.by,
        options=tuple(
            _option(look, option, ruling.default_option) for option in look.published.state.options
        ),
        otherwise=_otherwise(look, given, ruled.before) if ruled and not asked else (),
        changed=tuple(_changed(look, given)),
    )


def _otherwise(look: _Look, given: RulingGiven, before: Betting) -> tuple[str, ...]:
    """What would have changed the ruling, each in one sentence."""
    others = otherwise(before, given.act, look.published.state.rulebook, given.ruling)
    return tuple(look.say(sentence(other)) for other in others)


def _changed(look: _Look, given: RulingGiven) -> Iterator[str]:
    """What a person's correction changed, each in one sentence."""
    corrected = correction(given, look.published.state.rulings)
    if corrected is None:
        return
    yield look.say(Message("changed-from", {"line": look.say(corrected.before.ruling.message)}))
    yield from map(look.say, corrected.changes)
    for undone in corrected.taken_back:
        values = {"seat": undone.ruling.seat, "line": look.say(undone.ruling.message)}
        yield look.say(Message("changed-taken-back", values))


def _option(look: _Look, option: Option, default: str | None) -> OptionView:
    line = look.say(Message(f"option-{option.token.replace('_', '-')}", dict(option.amounts)))
    then = preview(look.published.state, option)
    return OptionView(
        token=option.token,
        line=line,
        then=look.say(then) if then else "",
        proposed=option.token == default,
    )


def _hand(look: _Look) -> HandView | None:
    hand = look.hand
    if hand is None:
        return None
    name = next(
        (
            entry.name
            for entry in look.table_file.games
            if entry.game == replace(hand.game, straddle=entry.straddle)
        ),
        hand.game.limit,
    )
    return HandView(
        number=hand.number,
        street=hand.street,
        game=name,
        small_blind=hand.game.small_blind,
        big_blind=hand.game.big_blind,
        ante=hand.game.ante,
    )


def _legal(look: _Look) -> LegalView | None:
    betting, turn = look.betting, look.published.state.turn
    if betting is None or turn is None:
        return None
    legal = legal_range(betting, turn, look.published.state.rulebook)
    return LegalView(
        to_call=legal.call_to - betting.bet_of(turn),
        min_raise_to=legal.min_raise_to,
        max_raise_to=legal.max_raise_to,
    )


def _seat(look: _Look, seat: Seat) -> SeatView:
    betting, hand = look.betting, look.hand
    dealt_in = betting is not None and seat in betting.order
    folded = betting is not None and seat in betting.folded
    stack = betting.stack_of(seat) if betting else 0
    return SeatView(
        seat=seat,
        stack=stack,
        bet=betting.bet_of(seat) if betting else 0,
        dealt_in=dealt_in,
        folded=folded,
        all_in=dealt_in and not folded and stack == 0 and hand is not None and not hand.ended,
        button=_button(hand) == seat,
        turn=look.published.state.turn == seat,
    )


def _dealer_seat(look: _Look, seat: Seat) -> DealerSeatView:
    state = look.published.state
    front = state.front(seat)
    balance = state.balances.get(seat, 0)
    return DealerSeatView(
        **_seat(look, seat).model_dump(),
        chips=front.chips,
        unread=front.unread_since_ns is not None,
        evidence=front.evidence,
        moving=seat in state.moving,
        give_back=max(balance, 0),
        to_add=max(-balance, 0),
    )


def _sources(look: _Look) -> Iterator[SourceView]:
    entries = [(camera.name, "camera") for camera in look.table_file.cameras]
    entries += [(bridge.name, bridge.device) for bridge in look.table_file.bridges]
    for name, kind in entries:
        told = look.published.state.sources.get(name)
        yield SourceView(
            name=name,
            kind=kind,
            state=told.state if told else SourceState.STARTING,
            reason=told.reason if told else "",
            remedy=told.remedy if told else "",
        )


def _button(hand: Hand | None) -> Seat | None:
    """The last to act after the flop; a dead button is shown at the seat before it."""
    return hand.order[-1] if hand else None


def _next_streets(hand: Hand | None) -> tuple[Street, ...]:
    """The streets that may follow. In stud the dealer tells which, for the cards are many."""
    if hand is None or hand.ended:
        return ()
    following = street_after(hand)
    if following is not None:
        return (following,)
    return () if hand.street is Street.SHOWDOWN else (Street.BET, Street.SHOWDOWN)


def _proposal(look: _Look) -> ProposalView:
    hand, seats = look.hand, look.seats
    entries = look.table_file.games
    games = tuple(entry.name for entry in entries)
    stud = tuple(entry.name for entry in entries if variant_of(entry.game).stud)
    if hand is None:
        return ProposalView(
            number=1,
            games=games,
            opener_asked=stud,
            game=games[0],
            button=seats[0],
            stacks={},
        )
    stacks = {seat: hand.betting.stack_of(seat) for seat in hand.order}
    button = _button(hand) or seats[0]
    following = [seat for seat in clockwise_from(seats, button) if stacks.get(seat, 0) > 0]
    played = _hand(look)
    return ProposalView(
        number=hand.number + 1,
        games=games,
        opener_asked=stud,
        game=played.game if played and played.game in games else games[0],
        button=following[0] if following else button,
        stacks=stacks,
    )
