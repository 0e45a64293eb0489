"""Acts as they happen at a table, driven from observations through the fold."""

from live_table import FIXED_LIMIT, MS, POT_LIMIT, LiveTable

from table.act import Order, PriorMode
from table.events import BalanceIs, CannotTell, RulingGiven
from table.game import Game, Limit
from table.observations import GestureKind, HandEntered, HandLeft, SpokenWord
from table.ruling import Action

# The worked examples of the federation (4.14.2 and 4.14.3), from what is seen and heard.


def test_limit_raise_said_with_two_hundreds_is_to_120_and_two_silent_hundreds_call():
    table = LiveTable("fspr")
    table.hand(game=FIXED_LIMIT, pot=0)
    table.adds("1", 20, 20, 20)
    assert (table.ruling.action, table.ruling.total) == (Action.BET, 60)

    table.says("2", SpokenWord.RAISE)
    assert table.silent
    table.adds("2", 100, 100)
    raised = table.ruling
    assert (raised.action, raised.total, raised.raise_by) == (Action.RAISE, 120, 60)
    assert (raised.change_to_return, raised.next) == (80, "3")

    table.adds("3", 100, 100)
    called = table.ruling
    assert (called.action, called.total, called.change_to_return) == (Action.CALL, 120, 80)
    assert table.turn == "1"


def test_pot_limit_one_silent_500_over_a_bet_of_100_calls():
    table = LiveTable("fspr")
    table.hand(("1", "2"), game=POT_LIMIT, pot=100)
    table.adds("1", 100)
    table.adds("2", 500)
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 100)
    assert table.ruling.change_to_return == 400


def test_no_limit_raise_said_then_500_is_a_raise_to_500():
    table = LiveTable("fspr")
    table.hand(("1", "2"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE)
    table.adds("2", 500)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 500)
    assert (table.ruling.raise_by, table.ruling.change_to_return) == (400, 0)


def test_pot_limit_five_silent_hundreds_over_100_raise_to_400():
    table = LiveTable("fspr")
    table.hand(("1", "2"), game=POT_LIMIT, pot=100)
    table.adds("1", 100)
    table.adds("2", 100, 100, 100, 100, 100)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 400)
    assert (table.ruling.raise_by, table.ruling.change_to_return) == (300, 100)


# Motions.


def test_a_second_motion_is_seen_as_a_string_bet_and_replaces_the_ruling():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100, 100)
    table.adds("2", 100, 100)
    first = table.told(RulingGiven)
    assert first.ruling.action is Action.CALL

    table.adds("2", 100, 100, 100, 100)
    second = table.told(RulingGiven)
    assert second.replaces == first.number
    assert second.act.motions == ((100, 100), (100, 100, 100, 100))
    assert (second.ruling.action, second.ruling.total) == (Action.CALL, 200)
    assert second.ruling.change_to_return == 400
    assert table.turn == "3"
    assert table.state.hand is not None
    assert len(table.state.hand.acts) == 2


def test_change_given_back_is_no_act():
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    table.adds("2", 500)
    assert table.ruling.change_to_return == 400
    given = table.state.rulings_given

    table.lies("2")  # The dealer takes the chip away to change it,
    table.lies("2", 100, 100, 100, 100, 100)  # puts the change down,
    table.lies("2", 100)  # and slides it over.
    assert table.told(BalanceIs) == BalanceIs(at_ns=table.at_ns, seat="2")
    assert table.state.rulings_given == given
    assert table.turn == "3"


def test_chips_that_are_missing_are_added_without_another_ruling():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 500)
    table.says("2", SpokenWord.RAISE)
    table.adds("2", 500, 100)
    assert (table.ruling.total, table.ruling.chips_to_add) == (1000, 400)
    table.adds("2", 100, 100)
    assert table.told(BalanceIs).to_add == 200
    table.adds("2", 100, 100)
    assert (table.told(BalanceIs).to_add, table.told(BalanceIs).to_return) == (0, 0)
    assert table.state.rulings_given == 2


def test_chips_pulled_back_from_a_bet_are_missing():
    table = LiveTable()
    table.hand()
    table.adds("1", 500, 500)
    table.lies("1", 500)
    assert table.told(BalanceIs).to_add == 500


def test_a_hand_that_passes_leaves_everything_as_it_was():
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    table.lies("1", 100)
    assert table.answers == ()
    table.lies("2")
    assert table.answers == ()


def test_after_the_dealer_has_confirmed_more_chips_are_out_of_turn():
    table = LiveTable()
    table.hand()
    table.adds("1", 100)
    table.confirm()
    table.adds("1", 100)
    assert not table.told(RulingGiven).act.in_turn
    assert table.ruling.action is Action.PENDING
    assert table.turn == "2"


# Words.


def test_a_raise_said_too_late_is_a_call():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100)
    table.adds("2", 500)
    first = table.told(RulingGiven)
    table.says("2", SpokenWord.RAISE)
    late = table.told(RulingGiven)
    assert late.replaces == first.number
    assert late.act.words is not None
    assert late.act.words.order is Order.AFTER
    assert (late.ruling.action, late.ruling.total) == (Action.CALL, 100)


def test_a_word_that_arrives_after_the_picture_but_was_said_before_counts_as_before():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    said_ns = table.at_ns + 900 * MS
    table.adds("2", 500)
    assert table.ruling.action is Action.CALL
    table.says("2", SpokenWord.RAISE, at_ns=said_ns)
    assert table.told(RulingGiven).act.words.order is Order.BEFORE
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 500)


def test_a_word_said_while_the_hand_is_over_the_chips_is_neither_before_nor_after():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 100)
    table.adds("2", 500)
    contact = table.at_ns - 500 * MS
    table.says("2", SpokenWord.RAISE, at_ns=contact)
    assert table.told(RulingGiven).act.words.order is Order.UNCLEAR


def test_a_word_waits_for_the_hand_in_the_area():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    started = table.wait()
    table.observe(HandEntered(source="overhead", at_ns=started, seat="2"))
    table.says("2", SpokenWord.CALL, at_ns=table.wait(10))
    assert table.silent
    table.observe(HandLeft(source="overhead", at_ns=table.wait(500), seat="2"))
    table.rest("2", 500, started_ns=started)
    given = table.told(RulingGiven)
    assert given.act.words.order is Order.BEFORE
    assert (given.ruling.action, given.ruling.change_to_return) == (Action.CALL, 400)


def test_call_said_then_the_exact_chips_are_one_ruling():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 500)
    table.says("2", SpokenWord.CALL)
    assert (table.ruling.action, table.ruling.total) == (Action.CALL, 500)
    table.adds("2", 500)
    assert (table.told(BalanceIs).to_add, table.told(BalanceIs).to_return) == (0, 0)
    assert table.state.rulings_given == 2


def test_call_said_then_too_few_chips_must_be_made_up():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 500)
    table.says("2", SpokenWord.CALL)
    table.adds("2", 100, 100)
    assert table.told(BalanceIs).to_add == 300


def test_call_said_then_too_many_chips_are_given_back():
    table = LiveTable()
    table.hand(("1", "2", "3"))
    table.adds("1", 500)
    table.says("2", SpokenWord.CALL)
    table.adds("2", 1000)
    given = table.told(RulingGiven)
    assert given.replaces == 2
    assert (given.ruling.action, given.ruling.total) == (Action.CALL, 500)
    assert given.ruling.change_to_return == 500


def test_an_amount_said_after_raise_completes_it():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE)
    table.says("2", SpokenWord.AMOUNT, 700)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 700)


def test_a_raise_without_chips_is_ruled_when_the_dealer_confirms():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    table.says("2", SpokenWord.RAISE)
    assert table.silent
    table.confirm()
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 200)


def test_the_same_button_twice_is_one_ruling():
    table = LiveTable()
    table.hand()
    table.says("1", SpokenWord.CHECK)
    table.says("1", SpokenWord.CHECK)
    assert table.answers == ()


# Own chips from before.


def facing_600_with_two_25s():
    """Seat 3, the big blind of 50 in two 25s, faces a raise to 600 (cases PC-001 to PC-012)."""
    table = LiveTable()
    game = Game(limit=Limit.NO_LIMIT, small_blind=25, big_blind=50)
    table.preflop(("2", "3", "1"), game=game)
    table.adds("1", 500, 100)
    assert (table.ruling.action, table.ruling.total) == (Action.RAISE, 600)
    table.says("2", SpokenWord.FOLD)
    assert table.turn == "3"
    assert table.state.front("3").chips == (25, 25)
    return table


def test_prior_chips_left_and_one_overchip_call():
    table = facing_600_with_two_25s()
    table.adds("3", 1000)
    assert table.told(RulingGiven).act.prior.mode is PriorMode.LEFT
    assert (table.ruling.action, table.ruling.change_to_return) == (Action.CALL, 450)


def test_prior_chips_all_taken_back_and_one_overchip_call():
    table = facing_600_with_two_25s()
    table.lies("3", 1000)
    assert table.told(RulingGiven).act.prior.mode is PriorMode.PULLED_ALL
    assert (table.ruling.action, table.ruling.change_to_return) == (Action.CALL, 400)


def test_prior_chips_taken_back_first_and_then_chips_put_out():
    table = facing_600_with_two_25s()
    table.lies("3")
    assert table.silent
    table.lies("3", 1000, 500)
    given = table.told(RulingGiven)
    assert given.act.prior.mode is PriorMode.PULLED_ALL
    assert given.act.motions == ((1000, 500),)
    assert (given.ruling.action, given.ruling.total) == (Action.RAISE, 1500)


def test_prior_chips_partly_taken_back_count_with_the_new_one():
    table = facing_600_with_two_25s()
    table.lies("3", 25)
    assert table.silent
    table.adds("3", 1000)
    given = table.told(RulingGiven)
    assert given.act.prior.mode is PriorMode.PULLED_PART
    assert given.act.prior.left == (25,)
    assert (given.ruling.action, given.ruling.total) == (Action.RAISE, 1150)
    assert given.ruling.chips_to_add == 125


def test_prior_chips_combined_with_new_ones_count_together():
    table = facing_600_with_two_25s()
    table.lies("3")
    table.lies("3", 500, 500, 25, 25)
    given = table.told(RulingGiven)
    assert given.act.prior.mode is PriorMode.PUSHED_ALL
    assert given.act.motions == ((500, 500),)
    assert (given.ruling.action, given.ruling.total) == (Action.RAISE, 1150)
    assert given.ruling.chips_to_add == 100


def test_prior_chips_pushed_along_count_together():
    table = facing_600_with_two_25s()
    table.adds("3", 500, 500, moved_along=True)
    given = table.told(RulingGiven)
    assert given.act.prior.mode is PriorMode.PUSHED_ALL
    assert (given.ruling.total, given.ruling.chips_to_add) == (1150, 100)


def test_prior_chips_taken_back_bind_to_call_or_raise():
    table = facing_600_with_two_25s()
    table.lies("3", 25)
    table.says("3", SpokenWord.FOLD)
    assert table.ruling.action is Action.ILLEGAL
    assert {option.token for option in table.ruling.options} == {"call", "raise"}
    assert table.turn == "3"


def test_prior_chips_lifted_and_put_back_are_no_act():
    table = facing_600_with_two_25s()
    table.lies("3")
    table.lies("3", 25, 25)
    assert table.silent
    assert table.turn == "3"


# Gestures.


def test_a_tap_checks_and_cards_pushed_forward_fold():
    table = LiveTable()
    table.hand()
    table.gesture("1", GestureKind.TAP_TABLE)
    assert (table.ruling.action, table.turn) == (Action.CHECK, "2")
    table.adds("2", 200)
    table.gesture("3", GestureKind.CARDS_PUSHED_FORWARD)
    assert (table.ruling.action, table.turn) == (Action.FOLD, "1")


def test_a_gesture_that_is_not_sure_is_asked_about():
    table = LiveTable()
    table.hand()
    table.gesture("1", GestureKind.TAP_TABLE, confidence=600)
    assert table.told(CannotTell).message.name == "gesture-uncertain"
    table.gesture("1", GestureKind.UNKNOWN)
    assert table.told(CannotTell).seat == "1"
    assert table.turn == "1"
    table.gesture("2", GestureKind.UNKNOWN)
    assert table.answers == ()


def test_a_tap_is_nothing_when_chips_came_with_it():
    table = LiveTable()
    table.hand()
    table.observe(HandEntered(source="overhead", at_ns=table.wait(), seat="1"))
    table.gesture("1", GestureKind.TAP_TABLE)
    assert table.silent
    table.rest("1", 100, 100, started_ns=table.at_ns)
    assert (table.ruling.action, table.ruling.total) == (Action.BET, 200)


# Chips that cannot be read.


def test_unreadable_chips_are_asked_about_once_and_ruled_when_spread():
    table = LiveTable()
    table.hand()
    table.lies("1", 500, cannot_tell="the stack hides its chips")
    question = table.told(CannotTell)
    assert (question.seat, question.message.name) == ("1", "chips-unreadable")
    table.lies("1", 500, unknown=2)
    assert table.answers == ()
    table.lies("1", 500, 100)
    given = table.told(RulingGiven)
    assert (given.ruling.action, given.ruling.total) == (Action.BET, 600)
    assert given.act.motions == ((500, 100),)


def test_a_reading_below_the_threshold_is_not_ruled_on():
    table = LiveTable()
    table.hand()
    table.lies("1", 500, confidence=899)
    assert table.told(CannotTell).message.name == "chips-uncertain"
    assert table.state.rulings_given == 0


def test_a_word_after_unreadable_chips_waits_until_they_are_read():
    table = LiveTable()
    table.hand(("1", "2"))
    table.adds("1", 100)
    table.lies("2", 500, cannot_tell="spread")
    table.says("2", SpokenWord.RAISE)
    assert table.silent
    table.lies("2", 500)
    assert table.told(RulingGiven).act.words.order is Order.AFTER
    assert table.ruling.action is Action.CALL
