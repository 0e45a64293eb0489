"""The dealer's duties: pots, odd chips, showdown, button, race, clock and errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spots import did, facing, said, spot

from table.act import Act, Condition, Gesture, Word, Words
from table.cards import Card
from table.duties.button import Places, move_button, next_places
from table.duties.chip_race import chip_race, found_after_the_race
from table.duties.clock import on_the_clock
from table.duties.counts import exact_count
from table.duties.dealing_errors import live_hand_killed, misdeal_claimed
from table.duties.hand_for_hand import all_in_called, shared_place
from table.duties.hidden_chips import hidden_chips
from table.duties.odd_chip import Split, high_and_low, pay, shares
from table.duties.round_over import round_over
from table.duties.showdown import Showdown, rights_to_see, show
from table.duties.side_pots import Pot, side_pots
from table.game import Game, Limit, Street
from table.rulebook import Rulebook
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action, Message, Ruling
from table.sentences import LANGUAGES, say

TDA, FSPR = load("tda2024"), load("fspr")
HOLDEM = Game(limit=Limit.NO_LIMIT, small_blind=5, big_blind=10)
stakes = st.dictionaries(st.sampled_from("ABCDE"), st.integers(1, 40), min_size=2)


def test_layers_by_stake_with_the_chips_of_a_folded_hand() -> None:
    divided = side_pots({"A": 40, "B": 100, "C": 100, "D": 70}, folded={"D"}, dead=15)
    assert divided.pots == (Pot(175, ("A", "B", "C")), Pot(150, ("B", "C")))
    assert divided.uncalled is None


def test_what_nobody_called_goes_back() -> None:
    divided = side_pots({"A": 160, "B": 110})
    assert divided.pots == (Pot(220, ("A", "B")),)
    assert divided.uncalled == ("A", 50)


@given(stakes, st.sets(st.sampled_from("ABCDE")), st.integers(0, 20))
def test_pots_hold_what_was_staked(
    contributions: dict[str, int], gone: set[str], dead: int
) -> None:
    folded = gone - {max(contributions, key=lambda seat: contributions[seat])}
    divided = side_pots(contributions, folded, dead)
    returned = divided.uncalled[1] if divided.uncalled else 0
    staked = sum(contributions.values()) + dead
    assert sum(pot.amount for pot in divided.pots) + returned == staked
    for pot in divided.pots:
        assert pot.players
        assert not set(pot.players) & folded


@given(st.integers(1, 500), st.integers(1, 5), st.sampled_from((1, 5, 25)))
def test_shares_are_the_pot_and_nobody_gets_two_odd_chips(amount: int, n: int, unit: int) -> None:
    winners = tuple("ABCDE"[:n])
    taken = shares(Split(amount=amount, winners=winners, unit=unit), HOLDEM, TDA)
    assert sum(taken.values()) == amount
    assert max(taken.values()) - min(taken.values()) < 2 * unit


def test_odd_chips_go_one_each_to_the_first_after_the_button() -> None:
    split = Split(amount=38, winners=("A", "B", "C"), unit=1)
    assert shares(split, HOLDEM, TDA) == {"A": 13, "B": 13, "C": 12}


def test_tda_2024_20_b_in_stud_the_high_card_takes_the_odd_chip() -> None:
    hands = {"A": [Card.parse("Qd")], "B": [Card.parse("Qs")]}
    split = Split(amount=25, winners=("A", "B"), unit=5, hands=hands)
    stud = Game(limit=Limit.FIXED_LIMIT, variant="stud", big_blind=5)
    assert shares(split, stud, TDA) == {"A": 10, "B": 15}
    assert shares(split, HOLDEM, TDA) == {"A": 15, "B": 10}


def test_high_and_low_the_odd_chip_of_the_whole_pot_goes_high() -> None:
    ruling = pay(high_and_low(135, ("H",), ("L", "M"), 5), HOLDEM, TDA)
    assert ruling.facts["shares"] == {"H": 70, "L": 35, "M": 30}


# Showdown.


def at_showdown(**state: object) -> object:
    return spot(order="ABC", turn="A", street=Street.SHOWDOWN, **state)  # type: ignore[arg-type]


def facts(known: Showdown, book: Rulebook = TDA, **state: object) -> dict[str, object]:
    return dict(show(at_showdown(**state), known, book).facts)  # type: ignore[arg-type]


def test_the_last_raiser_shows_first() -> None:
    river = (("A", "check"), ("B", "bet"), ("C", "raise"), ("A", "fold"), ("B", "call"))
    shown = facts(Showdown(last_round=river), folded=frozenset("A"))
    assert shown["order"] == ("C", "B")


def test_with_no_bet_the_first_after_the_button_shows_first() -> None:
    river = (("A", "check"), ("B", "check"), ("C", "check"))
    assert facts(Showdown(last_round=river))["order"] == ("A", "B", "C")


def test_the_last_hand_need_not_be_shown() -> None:
    assert facts(Showdown(mucked=("A", "B")))["must_show"] is False
    assert facts(Showdown(), folded=frozenset("AB"))["winner"] == "C"


def test_tda_2024_18_a_river_caller_who_kept_his_cards_may_see() -> None:
    river = (("A", "bet"), ("B", "call"), ("C", "call"))
    known = Showdown(last_round=river, mucked=("C",))
    rights = {"A": None, "B": "A", "C": None}
    assert rights_to_see(at_showdown(), known, TDA) == rights  # type: ignore[arg-type]
    assert set(rights_to_see(at_showdown(), known, FSPR).values()) == {None}  # type: ignore[arg-type]
    asked = Showdown(last_round=river, asked_by="B", asked_of="A")
    ruling = show(at_showdown(), asked, TDA)  # type: ignore[arg-type]
    assert (ruling.facts["must_show"], ruling.ask_floor) == (True, False)
    nosy = Showdown(last_round=river, asked_by="B", asked_of="C")
    assert show(at_showdown(), nosy, TDA).ask_floor  # type: ignore[arg-type]


def test_fspr_5_9_2_only_the_chief_judge_looks_at_a_mucked_hand() -> None:
    assert facts(Showdown(mucked=("B",)), FSPR)["may_expose_mucked"] == "nobody"
    ruling = show(at_showdown(), Showdown(collusion_suspected=True), FSPR)  # type: ignore[arg-type]
    assert ruling.facts["who"] == "chief_judge"


def test_tda_2024_16_all_hands_up_and_the_side_pot_first() -> None:
    known = Showdown(all_in={"A": Street.FLOP, "B": Street.TURN}, last_call={"C": Street.TURN})
    shown = facts(known)
    assert (shown["face_up"], shown["when"]) == (["A", "B", "C"], "turn")
    assert shown["award_first"] == ["B", "C"]


def test_tda_2024_16_who_bet_on_beside_an_all_in_turn_theirs_up_too_after_the_river() -> None:
    river = (("B", "check"), ("C", "check"))
    shown = facts(Showdown(all_in={"A": Street.FLOP}, last_round=river))
    assert (shown["face_up"], shown["when"]) == (["A", "B", "C"], "river")
    assert shown["award_first"] == ["B", "C"]


def test_who_plays_the_board_must_table_all_cards() -> None:
    assert facts(Showdown(tabled=("B",), claims=("A",), board_plays=True))["must_table_all"]


# Button.

LAST = Places(button=4, small_blind=5, big_blind=6)


@pytest.mark.parametrize(
    ("busted", "button", "small", "big"),
    [((), 5, 6, 1), ((5,), 5, 6, 1), ((6,), 5, None, 1), ((1,), 5, 6, 2), ((5, 6), 5, None, 1)],
)
def test_the_dead_button(busted: tuple[int, ...], button: int, small: int | None, big: int) -> None:
    ruling = move_button(6, LAST, busted, TDA)
    assert (ruling.facts["button"], ruling.facts["sb"], ruling.facts["bb"]) == (button, small, big)
    assert ruling.facts["dead_button"] == (button in busted)
    assert ruling.facts["dead_sb"] == (small is None)


def test_heads_up_the_button_is_the_small_blind() -> None:
    places = next_places(4, Places(button=1, small_blind=2, big_blind=3), busted=(2, 4))
    assert places == Places(button=3, small_blind=3, big_blind=1)


# The rest.


def test_nobody_is_raced_out() -> None:
    raced = chip_race(
        25, 100, {"1": 1, "2": 6, "3": 3}, winners=["3"], last_chips=["1"], rulebook=TDA
    )
    assert raced.facts["result"] == {"1": 100, "2": 100, "3": 100}
    late = found_after_the_race(25, 100, {"1": 5}, TDA)
    assert late.facts == {"result": {"1": 100}, "removed": 25}


def test_the_clock_gives_a_tie_to_nobody_before_it_ends() -> None:
    assert on_the_clock(facing(50), "B", 29, TDA).action is Action.PENDING
    assert on_the_clock(facing(50), "B", 30, TDA).action is Action.FOLD
    assert on_the_clock(spot(turn="A"), "A", 30, TDA).action is Action.CHECK
    assert on_the_clock(spot(turn="A"), "A", 30, load("wsop_t2024")).action is Action.FOLD
    assert on_the_clock(facing(50), "B", 60, load("wsop_l2024")).facts["limit_seconds"] == 70


def test_a_count_is_given_to_one_who_faces_an_all_in() -> None:
    facing_all_in = facing(700, order="ABC", stacks={"A": 0})
    assert exact_count(facing_all_in, "B", "A", TDA).facts["allowed"]
    assert not exact_count(facing_all_in, "C", "A", TDA).facts["allowed"]
    assert not exact_count(facing(700), "B", "A", TDA).facts["allowed"]


def test_no_misdeal_after_substantial_action() -> None:
    betting = facing(100, order="ABC")
    late = misdeal_claimed(betting, [Action.FOLD, Action.CALL], TDA)
    assert (late.action, late.facts["misdeal"]) == (Action.NO_CHANGE, False)
    assert misdeal_claimed(betting, [Action.FOLD, Action.FOLD], TDA).facts["misdeal"]


def test_a_killed_hand_gets_back_what_nobody_called() -> None:
    betting = facing(700, order="ABC", bets={"A": 700, "B": 200})
    ruling = live_hand_killed(betting, "A", TDA)
    assert (ruling.change_to_return, ruling.pot) == (500, 700)


def test_a_bettor_who_mucks_gets_back_what_nobody_called() -> None:
    betting = spot(order="ABC", turn="C", bets={"A": 400, "B": 900}, acted={"A": 400, "B": 900})
    act = did(Gesture.CARDS_MUCKED, seat="B", in_turn=False)
    ruling = rule(betting, act, TDA)
    assert (ruling.action, ruling.total, ruling.facts["refund"]) == (Action.FOLD, 400, 500)


def test_hidden_chips_are_not_paid_and_do_not_save() -> None:
    assert hidden_chips(900, 300, holder_wins=True, rulebook=TDA).default_option == "not_paid"
    lost = hidden_chips(900, 300, holder_wins=False, rulebook=TDA)
    assert lost.options[0].amounts == {"paid": 1200}


def test_hand_for_hand() -> None:
    assert shared_place(52, 3, TDA).facts == {"share_place": 50, "sharers": 3}
    betting = facing(600, stacks={"A": 0})
    ruling = all_in_called(rule(betting, said(Word.CALL), TDA), TDA)
    assert ruling.facts["cards_face_down"]


def test_the_round_is_over() -> None:
    ruling = round_over(spot(order="ABC", bets={"A": 10, "B": 30, "C": 30}, folded=frozenset("A")))
    assert (ruling.pot, ruling.facts["in_hand"], ruling.facts["out"]) == (370, ("B", "C"), ("A",))


def test_if_then_talk_is_the_floors() -> None:
    words = Words(
        word=Word.CONDITIONAL,
        condition=Condition(player="A", does="bet", promise=Word.RAISE),
    )
    ruling = rule(spot(turn="A"), Act(seat="B", words=words, in_turn=False), TDA)
    assert ruling.default_option == "no_action"


def duties() -> list[Ruling]:
    """One of each."""
    betting = facing(100, order="ABC")
    moved = move_button(6, LAST, (5,), TDA)
    return [
        round_over(betting),
        pay([Split(amount=10, winners=("A",))], HOLDEM, TDA),
        moved,
        shared_place(9, 2, TDA),
        exact_count(betting, "B", "A", TDA),
        misdeal_claimed(betting, [], TDA),
        live_hand_killed(betting, "A", TDA),
        hidden_chips(9, 3, holder_wins=True, rulebook=TDA),
        chip_race(25, 100, {"1": 4}, winners=[], last_chips=[], rulebook=TDA),
        on_the_clock(betting, "B", 5, TDA),
        show(at_showdown(), Showdown(), TDA),  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_duty_can_be_said(language: str) -> None:
    for ruling in duties():
        assert say(ruling.message, language)
        assert say(ruling.rule, language)
        for option in ruling.options:
            name = f"option-{option.token.replace('_', '-')}"
            assert say(Message(name, dict(option.amounts)), language)
