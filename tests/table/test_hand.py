"""Hands: blinds, streets, the drawing in of bets, and the law that no chip is lost."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from live_table import CAMERA, FIXED_LIMIT, NO_LIMIT, LiveTable

from table.cards import Card
from table.dealing import begin, begin_street, end, street_after
from table.events import (
    CannotTell,
    HandEnded,
    HandStarted,
    Refused,
    RulingGiven,
    StreetStarted,
    TurnIs,
)
from table.game import AnteType, Game, Limit, Street
from table.hand import Hand
from table.observations import BoardSeen, SpokenWord
from table.rulebooks import load
from table.ruling import Action

TDA = load("tda2024")


def started(
    order: str, game: Game = NO_LIMIT, stack: int = 1000, rulebook: str = "tda2024", **stacks: int
) -> Hand:
    seats = tuple(order)
    event = HandStarted(
        at_ns=0, number=1, game=game, order=seats, stacks=dict.fromkeys(seats, stack) | stacks
    )
    return begin(event, load(rulebook))


def test_the_blinds_are_left_of_the_button_and_the_next_seat_acts_first():
    betting = started("abcd").betting
    assert betting.bets == {"a": 50, "b": 100}
    assert (betting.turn, betting.level) == ("c", 100)


def test_heads_up_the_button_posts_the_small_blind_and_acts_first():
    betting = started("ab").betting
    assert betting.bets == {"b": 50, "a": 100}
    assert betting.turn == "b"


def test_a_straddle_acts_last():
    betting = started("abcd", replace(NO_LIMIT, straddle=200)).betting
    assert betting.bets == {"a": 50, "b": 100, "c": 200}
    assert betting.turn == "d"


def test_a_short_big_blind_leaves_the_full_blind_to_call():
    betting = started("abc", b=30).betting
    assert (betting.bets["b"], betting.stacks["b"]) == (30, 0)
    assert (betting.level, betting.posted_big_blind) == (100, 30)


@pytest.mark.parametrize(
    ("kind", "pot", "paid"),
    [
        (AnteType.EACH, 30, {"a": 10, "b": 10, "c": 10}),
        (AnteType.BIG_BLIND, 10, {"b": 10}),
        (AnteType.BUTTON, 10, {"c": 10}),
    ],
)
def test_antes_are_dead_money_of_those_who_owe_them(kind: AnteType, pot: int, paid: dict[str, int]):
    hand = started("abc", replace(NO_LIMIT, ante=10, ante_type=kind))
    assert hand.betting.pot == pot
    assert hand.antes == paid


def test_a_short_big_blind_pays_the_blind_before_the_ante():
    game = replace(NO_LIMIT, ante=100, ante_type=AnteType.BIG_BLIND)
    hand = started("abc", game, b=150)
    assert (hand.betting.bets["b"], hand.betting.pot) == (100, 50)


def test_a_hand_may_begin_in_the_middle():
    table = LiveTable()
    table.hand(("1", "2", "3"), street=Street.TURN, pot=900, first="3")
    assert table.state.hand is not None
    assert (table.turn, table.state.hand.betting.pot) == ("3", 900)
    assert table.state.hand.betting.bets == {}


def test_the_uncalled_bet_returns_when_bets_are_drawn_in():
    hand = started("abc")
    betting = replace(
        hand.betting,
        turn=None,
        bets={"a": 50, "b": 100, "c": 700},
        stacks={"a": 950, "b": 900, "c": 300},
        folded=frozenset("a"),
    )
    flop = begin_street(replace(hand, betting=betting), Street.FLOP).betting
    assert (flop.pot, flop.stacks["c"], flop.bets) == (250, 900, {})
    assert flop.turn == "b"


def test_nobody_acts_once_all_but_one_are_all_in():
    hand = started("abc")
    betting = replace(hand.betting, turn=None, bets={}, stacks={"a": 0, "b": 0, "c": 5})
    assert begin_street(replace(hand, betting=betting), Street.FLOP).betting.turn is None


def test_fixed_limit_doubles_on_the_turn_and_only_once():
    hand = started("ab", FIXED_LIMIT)
    units = []
    for street in (Street.FLOP, Street.TURN, Street.RIVER):
        hand = begin_street(replace(hand, betting=replace(hand.betting, turn=None)), street)
        units.append(hand.betting.game.unit)
    assert units == [60, 120, 120]


FLOP = tuple(map(Card.parse, ("Qc", "7h", "2d")))


def checked_round() -> LiveTable:
    table = LiveTable()
    table.hand(("1", "2"), street=Street.PREFLOP, pot=0)
    table.lies("2", 25, 25)
    table.lies("1", 100)
    table.adds("2", 25, 25)
    table.says("1", SpokenWord.CHECK)
    assert table.told(TurnIs).seat is None
    return table


def board(table: LiveTable, *cards: Card) -> None:
    table.observe(BoardSeen(source=CAMERA, at_ns=table.wait(), cards=cards))


def test_the_flop_begins_the_next_street_once_the_round_is_over():
    table = checked_round()
    board(table, *FLOP[:2])
    assert table.answers == ()
    board(table, *FLOP)
    assert table.told(TurnIs).seat == "1"
    assert table.state.hand is not None
    assert (table.state.hand.street, table.state.hand.betting.pot) == (Street.FLOP, 200)
    assert table.state.hand.board == FLOP
    table.lies("2")
    table.lies("1")
    assert table.silent
    table.adds("1", 100)
    assert table.told(RulingGiven).act.prior is None
    assert table.ruling.action is Action.BET


def test_bets_that_still_lie_there_are_no_bets_of_the_new_street():
    table = checked_round()
    board(table, *FLOP)
    table.adds("1", 100)
    given = table.told(RulingGiven)
    assert (given.ruling.action, given.ruling.total, given.act.prior) == (Action.BET, 100, None)


def test_cards_before_the_round_is_over_are_told():
    table = LiveTable()
    table.hand(("1", "2"), street=Street.PREFLOP, pot=0)
    board(table, *FLOP)
    assert table.told(CannotTell).message.name == "cards-before-round-over"
    assert table.state.hand is not None
    assert table.state.hand.street is Street.PREFLOP


def test_confirming_a_round_that_is_over_begins_the_next_street():
    table = checked_round()
    table.confirm()
    assert table.state.hand is not None
    assert table.state.hand.street is Street.PREFLOP
    table.confirm()
    assert table.state.hand.street is Street.FLOP


def test_a_street_begins_only_when_it_is_the_next_and_the_round_is_over():
    table = LiveTable()
    table.hand(("1", "2"), street=Street.PREFLOP, pot=0)
    table.take(StreetStarted(at_ns=table.wait(), street=Street.FLOP))
    assert table.told(Refused).message.name == "refused-round-not-over"
    table = checked_round()
    table.take(StreetStarted(at_ns=table.wait(), street=Street.TURN))
    assert table.told(Refused).message.name == "refused-street-not-next"


def test_the_pot_goes_to_the_last_hand_when_the_others_have_folded():
    table = LiveTable()
    table.hand(("1", "2"), stack=1000, pot=150)
    table.adds("1", 300)
    table.says("2", SpokenWord.FOLD)
    assert table.state.hand is not None
    assert table.state.hand.over
    table.take(HandEnded(at_ns=table.wait()))
    assert table.state.hand.won == {"1": 150}
    assert table.state.hand.betting.stacks == {"1": 1150, "2": 1000}


def test_what_was_won_must_be_the_pot():
    table = checked_round()
    table.take(HandEnded(at_ns=table.wait(), won={"1": 190}))
    assert table.told(Refused).message.values == {"won": 190, "pot": 200}
    table.take(HandEnded(at_ns=table.wait(), won={"1": 100, "2": 100}))
    assert table.state.hand is not None
    assert table.state.hand.ended
    assert table.turn is None


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"order": ("1",)}, "refused-hand-needs-seats"),
        ({"order": ("1", "1")}, "refused-hand-needs-seats"),
        ({"first": "9"}, "refused-first-not-dealt-in"),
        ({"stacks": {"1": 100, "2": 0}}, "refused-seat-without-chips"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(changed: dict, why: str):
    table = LiveTable()
    event = HandStarted(
        at_ns=0, number=1, game=NO_LIMIT, order=("1", "2"), stacks={"1": 100, "2": 100}
    )
    table.take(replace(event, **changed))
    assert table.told(Refused).message.name == why
    assert table.state.hand is None


@given(
    stacks=st.lists(st.integers(1, 2000), min_size=2, max_size=6),
    words=st.lists(
        st.tuples(st.sampled_from(SpokenWord), st.integers(0, 2500) | st.none()), max_size=40
    ),
    limit=st.sampled_from(Limit),
    ante=st.sampled_from((0, 10)),
    kind=st.sampled_from(AnteType),
)
def test_no_chip_is_lost_or_made_through_a_whole_hand(stacks, words, limit, ante, kind):
    order = tuple(str(seat) for seat in range(len(stacks)))
    game = Game(
        limit=limit,
        small_blind=50,
        big_blind=100,
        unit=100,
        max_raise=500,
        ante=ante,
        ante_type=kind,
    )
    table = LiveTable()
    table.hand(
        order, game=game, street=Street.PREFLOP, pot=0, stacks=dict(zip(order, stacks, strict=True))
    )
    total = sum(stacks)

    def conserved() -> bool:
        betting = table.state.hand.betting
        parts = [*betting.stacks.values(), *betting.bets.values()]
        return betting.pot + sum(parts) == total and min(parts, default=0) >= 0

    assert conserved()
    for word, amount in words:
        if table.turn is not None:
            table.says(table.turn, word, amount)
            table.confirm()
        elif table.state.hand.round_over:
            street = street_after(table.state.hand)
            if street is None:
                break
            table.take(StreetStarted(at_ns=table.wait(), street=street))
        assert conserved()
    ended = end(table.state.hand, {})
    assert sum(ended.betting.stacks.values()) + ended.betting.pot == total


def test_an_act_is_found_by_the_ruling_that_stands_for_it():
    table = LiveTable()
    table.hand()
    table.says("1", SpokenWord.CHECK)
    table.adds("2", 100)
    table.adds("2", 500)
    hand = table.state.hand
    assert hand is not None
    amended = table.told(RulingGiven)
    assert (hand.place_of(1), hand.place_of(amended.number)) == (0, 1)
    assert hand.ruled(amended.number) is hand.acts[1]
    replaced = amended.replaces
    assert replaced is not None
    assert (hand.ruled(replaced), hand.ruled(99), hand.ruled(None)) == (None, None, None)
