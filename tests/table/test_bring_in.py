"""Stud: the bring-in, its completion, and who opens each street, ruled and folded."""

import pytest
from live_table import LiveTable
from spots import did, push, said, spot

from table.act import Gesture, Word
from table.betting import Betting
from table.cards import Card
from table.events import HandEnded, HandStarted, Misdealt, Refused, StreetStarted
from table.game import Game, Limit, Street
from table.legal import legal_range
from table.observations import GestureKind, SpokenWord
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action
from table.settling import after

TDA = load("tda2024")
STUD = Game(limit=Limit.FIXED_LIMIT, variant="stud", big_blind=20, unit=80, big_unit=160, ante=10)


def third_street(stack: int = 1000, **more: object) -> Betting:
    return spot(game=STUD, street=Street.THIRD, order="ABC", turn="B", pot=30, stack=stack, **more)


@pytest.mark.parametrize(
    ("act", "action", "total"),
    [
        (push((20,)), Action.BRING_IN, 20),
        (push((5, 5, 5, 5)), Action.BRING_IN, 20),
        (push((5,)), Action.BRING_IN, 20),
        (push((100,)), Action.BRING_IN, 20),
        (push((25, 5, 5)), Action.BRING_IN, 20),
        (push((25, 25)), Action.BET, 80),
        (push((25, 25, 25, 5)), Action.BET, 80),
        (push((100, 100)), Action.BET, 80),
        (said(Word.CHECK), Action.BRING_IN, 20),
        (said(Word.CALL), Action.BRING_IN, 20),
        (said(Word.RAISE), Action.BET, 80),
        (said(Word.BET, 80), Action.BET, 80),
        (said(Word.BET, 20), Action.BRING_IN, 20),
        (did(Gesture.TAP_TABLE), Action.BRING_IN, 20),
        (did(Gesture.CARDS_PUSHED_FORWARD), Action.ILLEGAL, None),
        (said(Word.FOLD), Action.ILLEGAL, None),
    ],
)
def test_the_door_card_brings_it_in_or_opens_in_full(
    act: object, action: Action, total: int | None
) -> None:
    ruling = rule(third_street(), act, TDA)  # type: ignore[arg-type]
    assert (ruling.action, ruling.total) == (action, total)
    assert ruling.rule.name.startswith("rule-bring-in")


def test_too_few_chips_are_all_in_and_the_others_owe_the_whole_bring_in() -> None:
    betting = third_street(stacks={"B": 12})
    ruling = rule(betting, push((12,)), TDA)
    assert (ruling.action, ruling.total) == (Action.BRING_IN, 12)
    moved = after(betting, ruling)
    assert moved.turn == "C"
    assert legal_range(moved, "C", TDA) == (20, 80, 80)


def test_completing_is_no_raise_and_the_bring_in_may_raise_it() -> None:
    betting = after(third_street(), rule(third_street(), push((20,)), TDA))
    assert legal_range(betting, "C", TDA) == (20, 80, 80)
    completed = rule(betting, said(Word.RAISE, 80, seat="C"), TDA)
    assert completed.message.name == "ruling-complete"
    betting = after(betting, completed)
    assert betting.raises == 1
    called = after(betting, rule(betting, said(Word.CALL, seat="A"), TDA))
    assert legal_range(called, "B", TDA) == (80, 160, 160)


def test_a_caller_closes_the_round_for_the_bring_in() -> None:
    betting = after(third_street(), rule(third_street(), push((20,)), TDA))
    for seat in "CA":
        betting = after(betting, rule(betting, said(Word.CALL, seat=seat), TDA))
    assert betting.turn is None


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


def stud_table() -> LiveTable:
    table = LiveTable()
    table.take(
        HandStarted(
            at_ns=table.wait(),
            number=1,
            game=STUD,
            order=("1", "2", "3"),
            stacks=dict.fromkeys("123", 1000),
            street=Street.THIRD,
            up_cards={"1": cards("Kd"), "2": cards("2c"), "3": cards("2d")},
        )
    )
    return table


def test_a_stud_hand_goes_from_street_to_street_by_the_cards_that_show() -> None:
    table = stud_table()
    assert table.turn == "2"
    for seat in "123":
        table.lies(seat, 10)
        table.lies(seat)
        assert table.silent
    table.adds("2", 20)
    assert table.told_of("2").ruling.action is Action.BRING_IN
    table.adds("3", 20)
    table.adds("1", 20)
    assert table.turn is None
    showing = {"1": cards("KdQs"), "2": cards("2c2s"), "3": cards("2dAh")}
    table.take(StreetStarted(at_ns=table.wait(), street=Street.FOURTH, up_cards=showing))
    assert table.turn == "2"
    for seat in ("2", "3", "1"):
        table.gesture(seat, GestureKind.TAP_TABLE)
    table.take(StreetStarted(at_ns=table.wait(), street=Street.FIFTH, first="3"))
    assert table.turn == "3"
    assert table.state.hand is not None
    assert table.state.hand.betting.unit == 160
    assert [pot.amount for pot in table.state.hand.side_pots.pots] == [90]


def test_where_the_cards_do_not_say_who_opens_a_person_must() -> None:
    table = LiveTable()
    begun = HandStarted(
        at_ns=table.wait(),
        number=1,
        game=STUD,
        order=("1", "2"),
        stacks={"1": 500, "2": 500},
        street=Street.THIRD,
    )
    table.take(begun)
    assert table.told(Refused).message.name == "refused-opener-unknown"
    table.hand(("1", "2"), game=STUD, street=Street.THIRD, pot=0, first="2")
    assert table.turn == "2"
    table.says("2", SpokenWord.BET, 80)
    table.says("1", SpokenWord.CALL)
    table.take(StreetStarted(at_ns=table.wait(), street=Street.FOURTH))
    assert table.told(Refused).message.name == "refused-opener-unknown"


def test_an_unknown_game_is_refused() -> None:
    table = LiveTable()
    table.hand(game=Game(limit=Limit.NO_LIMIT, variant="pinochle", big_blind=2))
    assert table.told(Refused).message.name == "refused-game-unknown"


def test_a_misdeal_restores_the_stacks_unless_it_is_too_late() -> None:
    table = stud_table()
    table.says("2", SpokenWord.CHECK)
    misdeal = Misdealt(at_ns=table.wait(), by="dealer", reason="two door cards")
    table.take(misdeal)
    assert table.state.hand is not None
    assert table.state.hand.ended
    assert table.state.hand.betting.stacks == dict.fromkeys("123", 1000)
    assert table.state.hand.betting.pot == 0
    table.take(HandEnded(at_ns=table.wait()))
    assert table.told(Refused).message.name == "refused-no-hand"

    late = stud_table()
    for seat in ("2", "3"):
        late.says(seat, SpokenWord.CALL)
    late.take(misdeal)
    assert late.told(Refused).message.name == "refused-misdeal-too-late"
    late.take(Misdealt(at_ns=late.wait(), by="floor", fouled_deck=True))
    assert late.state.hand is not None
    assert late.state.hand.betting.stacks == dict.fromkeys("123", 1000)
