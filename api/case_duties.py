"""Worked cases in which no player has a choice: pots, showdown, button, clock and the like."""

from api.case_entries import SplitEntry
from api.case_format import Case
from table.cards import Card
from table.duties.button import Places, move_button, wrong_button
from table.duties.chip_race import chip_race, found_after_the_race
from table.duties.clock import on_the_clock
from table.duties.counts import exact_count
from table.duties.dealing_errors import (
    amount_stands,
    live_hand_killed,
    misdeal_claimed,
    substantial_action_asked,
)
from table.duties.hand_for_hand import shared_place
from table.duties.hidden_chips import hidden_chips
from table.duties.odd_chip import Split, high_and_low, pay
from table.duties.posting import post_big_blind
from table.duties.round_over import round_over
from table.duties.showdown import Showdown, show
from table.duties.side_pots import divide
from table.game import Street
from table.rulebook import Rulebook
from table.ruling import Action, Ruling


def duty_of(case: Case, rulebook: Rulebook) -> Ruling | None:
    """The ruling on a case without a choice; None where a player acts."""
    action, betting = case.action, case.state.betting(case.game)
    if action.clock is not None and action.clock.called:
        return on_the_clock(betting, action.player, action.clock.seconds, rulebook)
    if action.victim is not None:
        return live_hand_killed(betting, action.victim, rulebook)
    if action.request is not None and action.request.kind == "exact_count":
        return exact_count(betting, action.player, action.request.of or "", rulebook)
    if case.state.hidden_chips:
        return _hidden(case, rulebook)
    if not action.forced:
        return None
    return _dealer(case, rulebook) or _pots(case, rulebook) or round_over(betting)


def _dealer(case: Case, rulebook: Rulebook) -> Ruling | None:
    """Something that the dealer was asked, or that went wrong."""
    action, betting = case.action, case.state.betting(case.game)
    done = [Action(did.does) for did in action.acts]
    if case.state.last is not None:
        return _button(case, rulebook)
    if action.misdeal_claim:
        return misdeal_claimed(betting, done, rulebook)
    if action.request is not None:
        return substantial_action_asked(betting, done, rulebook)
    if action.error is not None and action.error.found == "after_next_card":
        return amount_stands(betting, rulebook)
    if action.payout is not None:
        return shared_place(action.payout.left, action.payout.bust, rulebook)
    if action.race is not None:
        race = action.race
        if race.after:
            return found_after_the_race(race.chip, race.to, race.holdings, rulebook)
        return chip_race(
            race.chip, race.to, race.holdings, race.race_winners, race.last_chips, rulebook
        )
    if action.motions:
        return post_big_blind(betting, action.player, rulebook)
    return None


def _pots(case: Case, rulebook: Rulebook) -> Ruling | None:
    data, game = case.data, case.game.game()
    if data.contrib:
        return divide(data.contrib, data.folded, data.dead, rulebook)
    if data.hilo is not None:
        hilo = data.hilo
        return pay(high_and_low(hilo.amount, hilo.high, hilo.low, hilo.unit), game, rulebook)
    splits = data.splits or ((data.split,) if data.split is not None else ())
    if splits:
        return pay([_split(split) for split in splits], game, rulebook)
    if case.game.street is Street.SHOWDOWN:
        return show(case.state.betting(case.game), _showdown(case), rulebook)
    return None


def _split(entry: SplitEntry) -> Split:
    hands = entry.hands or {}
    return Split(
        amount=entry.amount,
        unit=entry.unit,
        winners=entry.winners,
        hands={seat: [Card.parse(card) for card in cards] for seat, cards in hands.items()},
    )


def _showdown(case: Case) -> Showdown:
    data = case.data
    return Showdown(
        last_round=tuple((did.player, did.does) for did in data.last_round),
        all_in=data.all_in,
        last_call=data.last_call,
        tabled=data.tabled,
        mucked=data.mucked,
        discarding=data.discarding,
        kept=data.kept,
        shown=tuple(data.shown),
        makes_winner=data.makes_winner,
        claims=data.claims,
        board_plays=data.board_plays,
        collusion_suspected=data.collusion_suspected,
        asked_by=data.request.by if data.request else None,
        asked_of=data.request.of if data.request else None,
    )


def _button(case: Case, rulebook: Rulebook) -> Ruling:
    state, last = case.state, case.state.last
    if last is None or state.seats is None:
        raise ValueError(f"{case.id}: a button case needs seats and last")
    places = Places(button=last.button, small_blind=last.sb, big_blind=last.bb)
    if state.button_now is None:
        return move_button(state.seats, places, state.busted, rulebook)
    return wrong_button(
        state.seats,
        places,
        state.button_now,
        substantial=state.substantial_action,
        rulebook=rulebook,
    )


def _hidden(case: Case, rulebook: Rulebook) -> Ruling:
    betting = case.state.betting(case.game)
    (holder, hidden), *_ = case.state.hidden_chips.items()
    called = betting.bet_of(holder)
    caller = case.action.player
    covered = betting.bet_of(caller) + betting.stack_of(caller) - called
    return hidden_chips(
        called,
        min(hidden, max(0, covered)),
        holder_wins=case.data.winner == holder,
        rulebook=rulebook,
    )
