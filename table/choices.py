"""Where the books disagree: for each parameter of a rulebook, what it may be set to."""

from enum import StrEnum


class SilentChips(StrEnum):
    """No-limit and pot-limit: several chips pushed without a word, more than the call."""

    EVERY_CHIP_THEN_HALF = "every_chip_then_half"
    HALF = "half"
    HALF_OR_FLOOR = "half_or_floor"
    ANY_EXCESS_RAISES = "any_excess_raises"
    SAME_DENOMINATION_CALLS = "same_denomination_calls"


class SilentChipsFixedLimit(StrEnum):
    """Fixed limit: the same question."""

    EVERY_CHIP_THEN_HALF = "every_chip_then_half"
    HALF = "half"
    HALF_OR_FLOOR = "half_or_floor"
    CALL = "call"


class LastChips(StrEnum):
    """The last chips pushed without a word, not all of them needed for the call."""

    ALL_IN = "all_in"
    BY_HALF = "by_half"


class OverchipOption(StrEnum):
    """Big blind, nobody raised, one chip without a word."""

    CHECK = "check"
    CHECK_OR_FLOOR_IF_PULLED_BACK = "check_or_floor_if_pulled_back"
    FLOOR = "floor"


class CoveredOverchip(StrEnum):
    """Own chips covered the call, were all taken back, and one bigger chip put out instead."""

    SEVERAL_CHIPS = "several_chips"
    FULL_VALUE = "full_value"


class TwoMotions(StrEnum):
    """Raise said, then chips in more than one motion."""

    FIRST_ONLY = "first_only"
    ONE_FURTHER = "one_further"
    ALL_IN_CASH_GAMES = "all_in_cash_games"


class WordAgainstChips(StrEnum):
    """Word and chips disagree."""

    FIRST = "first"
    WORD = "word"


class CommitRule(StrEnum):
    """When chips in the hand become a bet."""

    PUSHED_OUT = "pushed_out"
    RELEASED = "released"
    BETTING_LINE = "betting_line"
    UNDECIDED = "undecided"


class Undercall(StrEnum):
    """Less than the bet was put in, in turn."""

    OPENING_BET_OR_HEADS_UP = "opening_bet_or_heads_up"
    MADE_RIGHT = "made_right"
    ALWAYS_FULL_CALL = "always_full_call"


class CorrectionWindow(StrEnum):
    """Until when a wrong amount is corrected."""

    STREET = "street"
    ROUND = "round"


class Reopening(StrEnum):
    """Short all-ins add up to a full raise for one who has acted."""

    CUMULATIVE = "cumulative"
    CONSECUTIVE = "consecutive"


class CapHeadsUp(StrEnum):
    """Fixed limit: the cap on raises when two players are left."""

    STAYS = "stays"
    LIFTED_IF_ROUND_BEGAN_SO = "lifted_if_round_began_so"
    LIFTED = "lifted"


class PotPreflop(StrEnum):
    """Pot-limit before the flop: what the blinds count for."""

    FULL_BLINDS = "full_blinds"
    SMALL_BLIND_AS_BIG = "small_blind_as_big"
    HOUSE_CHOICE = "house_choice"
    AS_POSTED = "as_posted"


class PotOverbet(StrEnum):
    """Pot-limit: a bet above the pot, or on a wrong count."""

    STREET_OR_SUBSTANTIAL_ACTION = "street_or_substantial_action"
    UNTIL_ALL_ACTED = "until_all_acted"


class StraddleRaise(StrEnum):
    """The least raise over a straddle."""

    THREE_BIG_BLINDS = "three_big_blinds"
    TWICE_THE_STRADDLE = "twice_the_straddle"


class BlindOrAnte(StrEnum):
    """A short big blind who owes the ante too pays this first."""

    BLIND_FIRST = "blind_first"
    ANTE_FIRST = "ante_first"


class OutOfTurnCheck(StrEnum):
    """Checked out of turn, then somebody bet."""

    ALL_OPTIONS = "all_options"
    NO_RAISE = "no_raise"


class SkippedAfter(StrEnum):
    """How many acts behind a skipped player end his right to act."""

    SUBSTANTIAL_ACTION = "substantial_action"
    TWO_PLAYERS = "two_players"
    THREE_PLAYERS = "three_players"


class SubstantialAction(StrEnum):
    """What makes action substantial."""

    TWO_WITH_CHIPS_OR_THREE = "two_with_chips_or_three"
    TWO_UNLESS_ALIKE_OR_THREE = "two_unless_alike_or_three"


class OddChipUnit(StrEnum):
    """The chip down to which a pot is split."""

    SMALLEST_CHIP = "smallest_chip"
    SMALLEST_BLIND_CHIP = "smallest_blind_chip"


class OddChips(StrEnum):
    """Two or more odd chips."""

    ONE_EACH = "one_each"
    ALL_TO_FIRST = "all_to_first"


class StudOddChip(StrEnum):
    """Stud: by whose card the odd chip goes."""

    HIGH_CARD_OF_FIVE = "high_card_of_five"
    CARD_OF_SEVEN_LOW_IN_LOW_GAMES = "card_of_seven_low_in_low_games"


class AllInFaceUp(StrEnum):
    """When hands are turned up after an all-in."""

    ALL_AT_ONCE = "all_at_once"
    SHOWDOWN_ORDER = "showdown_order"
    ALL_AT_ONCE_IN_TOURNAMENTS = "all_at_once_in_tournaments"


class RightToSee(StrEnum):
    """Who may ask to see a hand at the showdown."""

    RIVER_CALLER = "river_caller"
    RIVER_CALLER_UNLESS_MUCKED = "river_caller_unless_mucked"
    COLLUSION_ONLY = "collusion_only"
    HOUSE = "house"
    CHIEF_JUDGE = "chief_judge"


class ExposedCards(StrEnum):
    """Cards shown with action pending."""

    PENALTY = "penalty"
    FOLD = "fold"


class ClockExpired(StrEnum):
    """The clock ran out."""

    CHECK_OR_FOLD = "check_or_fold"
    FOLD = "fold"


class WrongButton(StrEnum):
    """The button was placed wrongly and substantial action has followed."""

    STANDS = "stands"
    CORRECTED_NEXT_HAND = "corrected_next_hand"


class Misunderstanding(StrEnum):
    """A caller who was told, or believed, a much smaller bet."""

    TRUE_BET = "true_bet"
    MAY_BE_EXCUSED = "may_be_excused"


class Subject(StrEnum):
    """Rules on which the books agree; each book prints them under a number of its own."""

    # One chip, several chips.
    ONE_CHIP = "one_chip"
    CHIP_OPENS = "chip_opens"
    SEVERAL_OPEN = "several_open"
    PRIOR_CHIPS = "prior_chips"
    PRIOR_PULLED_BACK = "prior_pulled_back"
    # Words.
    WORDS_BIND = "words_bind"
    WORD_WITHOUT_BET = "word_without_bet"
    AMOUNT_IS_TOTAL = "amount_is_total"
    AMOUNT_ONLY = "amount_only"
    RAISE_BY_CHIPS = "raise_by_chips"
    UNHEARD = "unheard"
    UNCLEAR_AMOUNT = "unclear_amount"
    CONDITIONAL = "conditional"
    PENDING_AMOUNT = "pending_amount"
    # Motions and gestures.
    STRING_BET = "string_bet"
    TAP = "tap"
    CARDS_FORWARD = "cards_forward"
    UNOFFICIAL_GESTURE = "unofficial_gesture"
    BOUNTY_CHIP = "bounty_chip"
    # Sizes.
    OPENING_MINIMUM = "opening_minimum"
    BRING_IN = "bring_in"
    RAISE_MINIMUM = "raise_minimum"
    FIXED_SIZE = "fixed_size"
    POT_MAXIMUM = "pot_maximum"
    POT_WORD = "pot_word"
    TABLE_STAKES = "table_stakes"
    # Order of action.
    OUT_OF_TURN = "out_of_turn"
    FOLD_OUT_OF_TURN = "fold_out_of_turn"
    SKIPPED = "skipped"
    UNDERCALLS_IN_A_ROW = "undercalls_in_a_row"
    # The hand.
    ACCEPTED_ACTION = "accepted_action"
    HIDDEN_CHIPS = "hidden_chips"
    EXACT_COUNT = "exact_count"
    MUCKED_BETTOR = "mucked_bettor"
    RETRIEVED_HAND = "retrieved_hand"
    KILLED_HAND = "killed_hand"
    MISDEAL = "misdeal"
    DEAD_BUTTON = "dead_button"
    HAND_FOR_HAND = "hand_for_hand"
    CHIP_RACE = "chip_race"
    # Pots and showdown.
    SIDE_POTS = "side_pots"
    ODD_CHIP = "odd_chip"
    SHOWDOWN_ORDER = "showdown_order"
    TABLE_ALL_CARDS = "table_all_cards"
