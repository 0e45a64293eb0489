"""What would have changed a ruling on chips, on the examples of FSPR 4.14 and as laws."""

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from hypothesis import given
from spots import did, facing, push, said, spot
from test_rule_laws import situations

from table.act import Act, Gesture, Order, Word
from table.betting import Betting
from table.game import Game, Limit
from table.otherwise import Cause, otherwise, sentence
from table.returning import when_turn_comes
from table.rulebook import Rulebook
from table.rulebooks import load
from table.rules import rule
from table.ruling import Action
from table.sentences import LANGUAGES, catalogue, say
from table.settling import ACTS

FIXED_LIMIT = Game(limit=Limit.FIXED_LIMIT, small_blind=30, big_blind=60, unit=60)
POT_LIMIT = Game(limit=Limit.POT_LIMIT, small_blind=25, big_blind=50)


def told(betting: Betting, act: Act, book: str, language: str) -> list[str]:
    """The sentences that belong to the ruling on this act."""
    rulebook = load(book)
    found = otherwise(betting, act, rulebook, rule(betting, act, rulebook))
    return [say(sentence(other), language) for other in found]


def outcomes(betting: Betting, act: Act, book: str) -> dict[Cause, tuple[Action, int | None]]:
    """What each alternative would have been."""
    rulebook = load(book)
    found = otherwise(betting, act, rulebook, rule(betting, act, rulebook))
    return {other.cause: (other.ruling.action, other.ruling.total) for other in found}


RAISE_FIRST_RU = "Если бы слово «рейз» прозвучало до того, как фишки коснулись стола"
FSPR_4_14 = {
    "limit: raise said, then two hundreds over 60": (
        facing(60, game=FIXED_LIMIT, pot=0),
        said(Word.RAISE, None, (100, 100)),
        "Had the chips been put in without a word: call 60",
        "Если бы фишки были поставлены молча: колл 60",
    ),
    "limit: two silent hundreds over 60": (
        facing(60, game=FIXED_LIMIT, pot=0),
        push((100, 100)),
        "Had raise been said before the chips touched the table: raise to 120 (raise by 60)",
        f"{RAISE_FIRST_RU}: рейз до 120 (рейз на 60)",
    ),
    "pot limit: one silent 500 over 100": (
        facing(100, game=POT_LIMIT, pot=100),
        push((500,)),
        "Had raise been said before the chips touched the table: raise to 400 (raise by 300)",
        f"{RAISE_FIRST_RU}: рейз до 400 (рейз на 300)",
    ),
    "no limit: one silent 500 over 100": (
        facing(100),
        push((500,)),
        "Had raise been said before the chips touched the table: raise to 500 (raise by 400)",
        f"{RAISE_FIRST_RU}: рейз до 500 (рейз на 400)",
    ),
    "no limit: raise said, then one 500 over 100": (
        facing(100),
        said(Word.RAISE, None, (500,)),
        "Had the chips been put in without a word: call 100",
        "Если бы фишки были поставлены молча: колл 100",
    ),
}


@pytest.mark.parametrize("example", FSPR_4_14)
def test_fspr_4_14_says_what_would_have_changed_the_ruling(example: str) -> None:
    betting, act, english, russian = FSPR_4_14[example]
    assert told(betting, act, "fspr", "en") == [english]
    assert told(betting, act, "fspr", "ru") == [russian]


def test_fspr_4_14_five_silent_hundreds_raise_with_the_word_or_without() -> None:
    betting = facing(100, game=POT_LIMIT, pot=100)
    assert outcomes(betting, push((100,) * 5), "fspr") == {}


def test_tda_2024_42_a_string_bet_in_one_motion_would_have_been_a_raise() -> None:
    assert outcomes(facing(200), push((100, 100), (500,)), "tda2024") == {
        Cause.RAISE_SAID_FIRST: (Action.RAISE, 400),
        Cause.ONE_MOTION: (Action.RAISE, 700),
    }


def test_tda_2024_44_a_late_raise_would_have_bound_had_it_come_first() -> None:
    act = said(Word.RAISE, None, (5000,), order=Order.AFTER)
    assert outcomes(facing(300), act, "tda2024") == {Cause.WORD_FIRST: (Action.RAISE, 5000)}


def test_an_announced_amount_would_not_have_counted_had_raise_alone_been_said() -> None:
    act = said(Word.RAISE, 1000, (5000,))
    assert outcomes(facing(300), act, "tda2024") == {
        Cause.SILENT: (Action.CALL, 300),
        Cause.NO_AMOUNT: (Action.RAISE, 5000),
    }


def test_a_bet_said_without_one_to_face_is_no_raise() -> None:
    act = push((25,), (100,), seat="A")
    assert outcomes(spot(turn="A"), act, "tda2024")[Cause.ONE_MOTION] == (Action.BET, 125)
    assert Cause.RAISE_SAID_FIRST not in outcomes(spot(turn="A"), act, "tda2024")


def test_an_all_in_that_would_only_have_called_says_so() -> None:
    betting = facing(300, stacks={"B": 300})
    act = said(Word.FOLD, None, (100, 100, 100))
    assert told(betting, act, "tda2024", "en") == [
        "Had the chips been put in without a word: all-in call 300"
    ]


def test_without_chips_or_free_choice_nothing_would_have_changed_it() -> None:
    assert outcomes(facing(300), said(Word.RAISE), "tda2024") == {}
    assert outcomes(facing(300), did(Gesture.TAP_TABLE), "tda2024") == {}
    assert outcomes(facing(300), push((5000,), forced=True), "tda2024") == {}


def test_what_the_floor_decides_has_no_alternatives() -> None:
    act = said(Word.RAISE, None, (5000,), order=Order.AFTER)
    assert rule(facing(300), act, load("roberts")).ask_floor
    assert outcomes(facing(300), act, "roberts") == {}


def test_a_ruling_that_the_act_alone_does_not_give_has_no_alternatives() -> None:
    """Chips given back because the action changed: no word would have made them count."""
    then, now = facing(100, order="ABC", turn="A"), facing(300, order="ABC", turn="B")
    act, book = push((500,), in_turn=False), load("tda2024")
    back = when_turn_comes(then, now, act, book)
    assert back.action is Action.RELEASED
    in_turn = push((500,))
    assert otherwise(now, in_turn, book, rule(now, in_turn, book))
    assert otherwise(now, in_turn, book, back) == ()


@given(situations())
def test_an_alternative_binds_differs_and_has_a_sentence(
    found: tuple[Betting, Act, Rulebook],
) -> None:
    betting, act, rulebook = found
    ruling = rule(betting, act, rulebook)
    others = otherwise(betting, act, rulebook, ruling)
    assert others == otherwise(betting, act, rulebook, ruling)
    assert len({other.cause for other in others}) == len(others)
    for other in others:
        assert other.ruling.action in ACTS
        assert not other.ruling.ask_floor
        assert (other.ruling.action, other.ruling.total) != (ruling.action, ruling.total)
        for language in LANGUAGES:
            line = say(sentence(other), language)
            figures = "".join(filter(str.isdigit, line))
            if other.ruling.action not in {Action.FOLD, Action.CHECK}:
                assert figures.startswith(str(other.ruling.total))


@given(situations())
def test_each_cause_changes_its_one_circumstance(found: tuple[Betting, Act, Rulebook]) -> None:
    """Ruled by hand here, apart from the code under test."""
    betting, act, rulebook = found
    ruling = rule(betting, act, rulebook)
    for other in otherwise(betting, act, rulebook, ruling):
        remade = by_hand(other.cause, act)
        assert rule(betting, remade, rulebook) == other.ruling


def by_hand(cause: Cause, act: Act) -> Act:
    """The act in which this one circumstance is otherwise, written out field by field."""
    motions = [list(motion) for motion in act.motions]
    if cause is Cause.ONE_MOTION:
        motions = [[chip for motion in motions for chip in motion]]
    spoken = act.words
    if cause in {Cause.RAISE_SAID_FIRST, Cause.BET_SAID_FIRST}:
        spoken = said(Word.RAISE if cause is Cause.RAISE_SAID_FIRST else Word.BET).words
    elif cause is Cause.SILENT:
        spoken = None
    elif spoken is not None and cause is not Cause.ONE_MOTION:
        spoken = type(spoken)(
            word=spoken.word,
            amount=None if cause is Cause.NO_AMOUNT else spoken.amount,
            order=Order.BEFORE if cause is Cause.WORD_FIRST else spoken.order,
            candidates=spoken.candidates,
            heard_by_all=spoken.heard_by_all,
            condition=spoken.condition,
        )
    return push(
        *map(tuple, motions),
        seat=act.seat,
        words=spoken,
        gesture=act.gesture,
        prior=act.prior,
        acted_on=act.acted_on,
        thought_bet=act.thought_bet,
    )


def test_saying_bet_and_saying_raise_are_told_apart_by_the_bet_to_face() -> None:
    """One big chip with no bet to face is a bet either way; facing one, the word matters."""
    assert outcomes(spot(turn="A"), push((500,), seat="A"), "tda2024") == {}
    assert Cause.RAISE_SAID_FIRST in outcomes(facing(50), push((500,)), "tda2024")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_has_its_own_words_for_every_cause(language: str) -> None:
    """The variant that stands where none fits is never reached: each outcome is written out."""
    outcomes_named = {action.value.replace("_", "-") for action in ACTS}
    parsed = FluentParser().parse(catalogue(language))
    found = {}
    for entry in parsed.body:
        if isinstance(entry, ftl.Message) and entry.id.name.startswith("otherwise-"):
            (placeable,) = entry.value.elements
            keys = [variant.key.name for variant in placeable.expression.variants]
            found[entry.id.name] = keys
    assert set(found) == {f"otherwise-{cause}" for cause in Cause}
    for keys in found.values():
        assert sorted(keys) == sorted(outcomes_named | {"all-in-call", "complete"})
