"""Every parameter of a rulebook is really read: another value changes an answer."""

from collections.abc import Callable

import pytest
from spots import did, facing, prior, push, said, spot

from table.act import Act, Gesture, Order, PriorMode, Word
from table.cards import Card
from table.chapters.substantial_action import is_substantial
from table.corrections import WrongAmount, correct
from table.duties.button import Places, wrong_button
from table.duties.clock import may_be_called, on_the_clock
from table.duties.odd_chip import Split, shares
from table.duties.posting import blind_and_ante
from table.duties.showdown import Showdown, rights_to_see, show, showing_order
from table.game import AnteType, Game, Limit, Street
from table.legal import legal_range
from table.returning import skipped, when_turn_comes
from table.rulebook import PARAMETERS, Rulebook
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action

FIXED = Game(limit=Limit.FIXED_LIMIT, big_blind=10, unit=10)
DRAW = Game(limit=Limit.FIXED_LIMIT, big_blind=10, unit=10, variant="draw")
POT = Game(limit=Limit.POT_LIMIT, small_blind=5, big_blind=10)
SHOWDOWN = spot(order="ABC", turn="A", street=Street.SHOWDOWN, stacks={"A": 0})
CALLED = Showdown(last_round=(("A", "bet"), ("B", "call"), ("C", "fold")))
ALL_IN = Showdown(all_in={"A": Street.FLOP}, last_round=(("B", "check"), ("C", "check")))

Probe = Callable[[Rulebook], object]


def preflop(game: Game, bets: dict[str, int], **state: object) -> Probe:
    """The pot raise of the first player in before the flop."""
    betting = spot(
        game=game,
        order="SBU",
        turn="U",
        street=Street.PREFLOP,
        pot=game.ante,
        bets=bets,
        **state,  # type: ignore[arg-type]
    )
    return lambda book: rule(betting, said(Word.POT, seat="U"), book).total


def totals(*acts: tuple[object, Act]) -> Probe:
    """What these acts count as."""

    def probe(book: Rulebook) -> object:
        rulings = [rule(betting, act, book) for betting, act in acts]  # type: ignore[arg-type]
        return [(ruling.action, ruling.total, ruling.ask_floor) for ruling in rulings]

    return probe


def option_spot(**state: object) -> object:
    """The big blind of 50 with the option."""
    return spot(
        order="SBU",
        street=Street.PREFLOP,
        pot=0,
        bets={"S": 50, "B": 50, "U": 50},
        acted={"S": 50, "U": 50},
        **state,  # type: ignore[arg-type]
    )


def covered(book: Rulebook) -> object:
    betting = facing(400, bets={"A": 400, "B": 50}, last_full_raise=350)
    act = push((500,), prior=prior(PriorMode.PULLED_ALL, (500,)))
    return rule(betting, act, book).total


def short_all_ins(book: Rulebook) -> object:
    betting = spot(
        order="ABCD",
        turn="A",
        bets={"A": 100, "B": 140, "C": 140, "D": 200},
        acted={"A": 100, "B": 140, "C": 140, "D": 200},
        stacks={"B": 0, "D": 0},
        last_full_raise=100,
    )
    return legal_range(betting, "A", book)


def wrong_raise(book: Rulebook) -> object:
    error = WrongAmount(made=500, later=(said(Word.CALL, seat="C"), said(Word.FOLD, seat="A")))
    betting = facing(300, order="ABC")
    return correct(betting, said(Word.RAISE, 500), error, book).facts["corrected"]


def miscounted_pot(book: Rulebook) -> object:
    later = (said(Word.CALL, seat="B"), said(Word.FOLD, seat="C"))
    error = WrongAmount(made=400, later=later, pot_miscounted=True)
    betting = spot(game=POT, order="ABC", turn="A")
    return correct(betting, said(Word.POT, seat="A"), error, book).facts["corrected"]


def capped(book: Rulebook, game: Game = FIXED) -> object:
    betting = spot(
        game=game,
        order="ABC",
        bets={"A": 40, "B": 30},
        acted={"A": 40, "B": 30},
        raises=4,
    )
    return legal_range(betting, "B", book)


def capped_heads_up(book: Rulebook) -> object:
    betting = spot(
        game=FIXED,
        bets={"A": 60, "B": 50},
        acted={"A": 60, "B": 50},
        raises=6,
        raises_when_heads_up=2,
    )
    limited = book.with_overrides({"limit_cap_raises": 3})
    return legal_range(betting, "B", limited)


def straddled(book: Rulebook) -> object:
    game = Game(limit=Limit.NO_LIMIT, small_blind=2, big_blind=5, straddle=10)
    betting = spot(game=game, order="SBUM", turn="M", street=Street.PREFLOP, bets={"U": 10})
    return rule(betting, said(Word.RAISE, seat="M"), book).total


def checked_early(book: Rulebook) -> object:
    then = spot(order="ABC", turn="A")
    now = facing(200, order="ABC", turn="B")
    return when_turn_comes(then, now, said(Word.CHECK), book).min_raise_to


def passed_over(*acts: Act) -> Probe:
    betting = facing(200, order="ABCDE")
    return lambda book: skipped(betting, "B", acts, book, spoke=False).action


def stud_split(book: Rulebook) -> object:
    hands = {"A": [Card.parse("Kc"), Card.parse("4s")], "B": [Card.parse("9h"), Card.parse("2c")]}
    split = Split(amount=105, unit=5, winners=("B", "A"), hands=hands)
    return shares(split, Game(limit=Limit.FIXED_LIMIT, big_blind=10, variant="razz"), book)


def collusion(book: Rulebook) -> object:
    return show(SHOWDOWN, Showdown(collusion_suspected=True), book).facts


ANTED = Game(
    limit=Limit.POT_LIMIT, small_blind=5, big_blind=10, ante=10, ante_type=AnteType.BIG_BLIND
)
ROUNDED = Game(limit=Limit.POT_LIMIT, small_blind=5, big_blind=10, round_small_blind=True)
CUT = did(Gesture.STACK_OVER_LINE_THEN_CUT, (100,) * 9, cut_down=(100, 100, 100))
HELD = did(Gesture.FORWARD_MOTION_NOT_RELEASED, acted_on=True)
LATE_CALL = said(Word.CALL, None, (500, 500), order=Order.AFTER)
THREE_MOTIONS = said(Word.RAISE, None, (300,), (500,), (500,))

READ: dict[str, tuple[tuple[object, ...], Probe]] = {
    "silent_chips": (
        ("half", "half_or_floor", "any_excess_raises", "same_denomination_calls"),
        totals(
            (facing(120), push((100, 100))),
            (facing(1000), push((500,) * 4)),
            (facing(1000), push((1000, 100))),
        ),
    ),
    "silent_chips_fixed_limit": (
        ("half", "half_or_floor", "call"),
        totals(
            (facing(12, game=FIXED, raises=1), push((10, 10))),
            (facing(10, game=FIXED, raises=1), push((5,) * 4)),
        ),
    ),
    "last_chips": (
        ("by_half",),
        totals((facing(700, stacks={"B": 1000}), push((500, 300, 200)))),
    ),
    "overchip_option": (
        ("check_or_floor_if_pulled_back", "floor"),
        totals(
            (option_spot(), push((500,))),
            (option_spot(), push((500,), prior=prior(PriorMode.PULLED_ALL, (50,)))),
        ),
    ),
    "covered_overchip": (("full_value",), covered),
    "tiny_chip_percent": ((5,), totals((facing(1000), push((25,))))),
    "two_motions": (
        ("one_further", "all_in_cash_games"),
        totals((facing(300), THREE_MOTIONS)),
    ),
    "word_against_chips": (("word",), totals((facing(300), LATE_CALL))),
    "commit_rule": (
        ("released", "betting_line", "undecided"),
        totals((facing(300), CUT), (facing(300), HELD)),
    ),
    "minimum_raise": ((False,), totals((facing(300), said(Word.RAISE)))),
    "straddle_raise": (("three_big_blinds",), straddled),
    "reopening": (("consecutive",), short_all_ins),
    "undercall": (
        ("made_right", "always_full_call"),
        totals(
            (
                spot(order="ABC", turn="C", bets={"A": 50, "B": 300}, last_full_raise=250),
                push((100,), seat="C"),
            )
        ),
    ),
    "correction_window": (("round",), wrong_raise),
    "misunderstanding": (
        ("may_be_excused",),
        totals((facing(900), push((50, 50), thought_bet=100))),
    ),
    "limit_cap_raises": ((3,), capped),
    "limit_cap_raises_two_rounds": ((3,), lambda book: capped(book, DRAW)),
    "cap_heads_up": (("lifted",), capped_heads_up),
    "pot_preflop": (
        ("small_blind_as_big", "as_posted", "house_choice"),
        lambda book: [
            preflop(POT, {"S": 5, "B": 10})(book),
            preflop(ROUNDED, {"S": 5, "B": 10})(book),
            preflop(POT, {"B": 10}, posted_small_blind=0, posted_big_blind=10)(book),
        ],
    ),
    "pot_overbet": (("until_all_acted",), miscounted_pot),
    "ante_in_pot": ((False,), preflop(ANTED, {"S": 5, "B": 10})),
    "out_of_turn_check": (("no_raise",), checked_early),
    "skipped_after": (
        ("two_players", "three_players"),
        lambda book: [
            passed_over(said(Word.CALL, seat="C"), said(Word.FOLD, seat="D"))(book),
            passed_over(said(Word.FOLD, seat="C"), said(Word.FOLD, seat="D"))(book),
        ],
    ),
    "substantial_action": (
        ("two_unless_alike_or_three",),
        lambda book: is_substantial([Action.CHECK, Action.FOLD], book),
    ),
    "clock_wait_s": ((120,), lambda book: may_be_called(60, book)),
    "clock_s": ((60,), lambda book: on_the_clock(facing(50), "B", 40, book).action),
    "clock_countdown_s": ((10,), lambda book: on_the_clock(facing(50), "B", 32, book).action),
    "clock_expired": (
        ("fold",),
        lambda book: on_the_clock(spot(turn="A"), "A", 90, book).action,
    ),
    "blind_or_ante": (("ante_first",), lambda book: blind_and_ante(120, 100, 100, book)),
    "wrong_button": (
        ("corrected_next_hand",),
        lambda book: (
            wrong_button(
                6,
                Places(button=1, small_blind=2, big_blind=3),
                4,
                substantial=True,
                rulebook=book,
            ).facts
        ),
    ),
    "odd_chip_unit": (
        ("smallest_blind_chip",),
        lambda book: shares(Split(amount=105, winners=("A", "B")), POT, book),
    ),
    "odd_chips": (
        ("all_to_first",),
        lambda book: shares(Split(amount=35, unit=1, winners=("A", "B", "C")), POT, book),
    ),
    "stud_odd_chip": (("card_of_seven_low_in_low_games",), stud_split),
    "all_in_face_up": (
        ("showdown_order", "all_at_once_in_tournaments"),
        lambda book: showing_order(SHOWDOWN, ALL_IN, book),
    ),
    "right_to_see": (
        ("collusion_only", "house", "chief_judge"),
        lambda book: [rights_to_see(SHOWDOWN, CALLED, book), collusion(book)],
    ),
    "exposed_cards": (("fold",), totals((facing(300), did(Gesture.EXPOSES_CARDS)))),
}


def test_every_parameter_has_a_probe() -> None:
    assert set(READ) == set(PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (values, _) in READ.items() for value in values]
)
def test_another_value_changes_an_answer(name: str, value: object) -> None:
    book = load("tda2024")
    _, probe = READ[name]
    assert getattr(book, name).value != value
    assert probe(book.with_overrides({name: value})) != probe(book)
