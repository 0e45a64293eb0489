"""A rulebook: a named set of parameters, each with its value and the clause that sets it.

The rules themselves are code, one subject a file in `table.chapters`; where the books disagree, the
code asks the rulebook. Every parameter is an entry of a YAML file in `table/rulebooks`, marked
`assumed` where the book is silent and the value is our reading. A house writes its own file, says
`based_on` a shipped one, and lists only what differs.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Generic, Self, TypeVar

from pydantic import create_model

from table.documents import Document, DocumentError, Problem, parse_document
from table.ruling import Clause


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
    # Sizes.
    OPENING_MINIMUM = "opening_minimum"
    RAISE_MINIMUM = "raise_minimum"
    FIXED_SIZE = "fixed_size"
    POT_MAXIMUM = "pot_maximum"
    POT_WORD = "pot_word"
    TABLE_STAKES = "table_stakes"
    # Order of action.
    OUT_OF_TURN = "out_of_turn"
    FOLD_OUT_OF_TURN = "fold_out_of_turn"
    SKIPPED = "skipped"
    # The hand.
    ACCEPTED_ACTION = "accepted_action"
    HIDDEN_CHIPS = "hidden_chips"
    MUCKED_BETTOR = "mucked_bettor"
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


Value = TypeVar("Value")


class Parameter(Document, Generic[Value]):
    """One parameter of a rulebook.

    Attributes:
        value: what this book says.
        clause: where it says so.
        assumed: the book is silent; the value is our reading.
    """

    value: Value
    clause: str
    assumed: bool = False

    @property
    def cited(self) -> Clause:
        """The clause, as a ruling carries it."""
        return Clause(self.clause, self.assumed)


class Rulebook(Document):
    """All parameters of one book. A rule reads them as `rulebook.reopening.value`.

    Attributes:
        name: short, as the command line takes it.
        title: as a person would name the book.
        version: of these values.
        based_on: the book from which the entries come that its file did not list.
    """

    name: str
    title: str
    version: str
    based_on: str | None = None

    # Chips without a word.
    silent_chips: Parameter[SilentChips]
    silent_chips_fixed_limit: Parameter[SilentChipsFixedLimit]
    last_chips: Parameter[LastChips]
    overchip_option: Parameter[OverchipOption]
    covered_overchip: Parameter[CoveredOverchip]
    tiny_chip_percent: Parameter[int]

    # Words and motions.
    two_motions: Parameter[TwoMotions]
    word_against_chips: Parameter[WordAgainstChips]
    commit_rule: Parameter[CommitRule]

    # Sizes.
    minimum_raise: Parameter[bool]
    straddle_raise: Parameter[StraddleRaise]
    reopening: Parameter[Reopening]
    undercall: Parameter[Undercall]
    correction_window: Parameter[CorrectionWindow]
    misunderstanding: Parameter[Misunderstanding]

    # Fixed limit: raises after the bet; 0 where the house names the number.
    limit_cap_raises: Parameter[int]
    cap_heads_up: Parameter[CapHeadsUp]

    # Pot-limit.
    pot_preflop: Parameter[PotPreflop]
    pot_overbet: Parameter[PotOverbet]
    ante_in_pot: Parameter[bool]

    # Order of action.
    out_of_turn_check: Parameter[OutOfTurnCheck]
    skipped_after: Parameter[SkippedAfter]
    substantial_action: Parameter[SubstantialAction]
    clock_wait_s: Parameter[int]
    clock_s: Parameter[int]
    clock_countdown_s: Parameter[int]
    clock_expired: Parameter[ClockExpired]

    # Blinds, antes, button.
    blind_or_ante: Parameter[BlindOrAnte]
    wrong_button: Parameter[WrongButton]

    # Pots and showdown.
    odd_chip_unit: Parameter[OddChipUnit]
    odd_chips: Parameter[OddChips]
    stud_odd_chip: Parameter[StudOddChip]
    all_in_face_up: Parameter[AllInFaceUp]
    right_to_see: Parameter[RightToSee]
    exposed_cards: Parameter[ExposedCards]

    # Where this book prints the rules on which the books agree, and for those that it does not
    # print, the clause of the book that we follow instead.
    clauses: dict[Subject, str]
    assumed_clauses: dict[Subject, str] = {}

    def clause(self, subject: Subject) -> Clause:
        """The clause of a rule on which the books agree."""
        if subject in self.clauses:
            return Clause(self.clauses[subject])
        return Clause(self.assumed_clauses.get(subject, self.title), assumed=True)

    def with_overrides(self, clause: str = "house rule", **values: object) -> Self:
        """The same book with some values replaced.

        Args:
            clause: what the replaced entries cite.
            **values: new values by parameter name.

        Raises:
            DocumentError: a name or a value that no rulebook knows.
        """
        content = self.model_dump()
        for name, value in values.items():
            content[name] = {"value": value, "clause": clause}
        try:
            return type(self).model_validate(content)
        except ValueError as error:
            raise DocumentError(self.name, [Problem(0, "", str(error))]) from error


PARAMETERS = tuple(
    name
    for name, field in Rulebook.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, Parameter)
)
"""The names of all parameters, in the order in which a rulebook lists them."""

_NO_CLAUSES: dict[Subject, str] = {}
_entries: dict[str, Any] = {
    name: (Rulebook.model_fields[name].annotation | None, None)  # type: ignore[operator]
    for name in PARAMETERS
}
_RulebookFile = create_model(
    "_RulebookFile",
    __base__=Document,
    name=(str, ...),
    title=(str, ...),
    version=(str, ...),
    based_on=(str | None, None),
    clauses=(dict[Subject, str], _NO_CLAUSES),
    assumed_clauses=(dict[Subject, str], _NO_CLAUSES),
    **_entries,
)


def parse(text: str, name: str, base: Callable[[str], Rulebook] | None = None) -> Rulebook:
    """Read a rulebook.

    Args:
        text: the YAML document.
        name: its file name, for messages.
        base: gives the rulebook that the document says it is `based_on`.

    Raises:
        DocumentError: an unknown key or value, or a parameter that is missing; with the line and
            the remedy.
    """
    document = parse_document(text, name, _RulebookFile)
    given = {key: value for key, value in document if value is not None}
    based_on = given.get("based_on")
    if based_on is not None and base is not None:
        ground = base(based_on)
        inherited = {key: getattr(ground, key) for key in PARAMETERS}
        assumed = {**ground.assumed_clauses, **given["assumed_clauses"]}
        clauses = {**ground.clauses, **given["clauses"]}
        given = {**inherited, **given, "clauses": clauses, "assumed_clauses": assumed}
    missing = [key for key in PARAMETERS if key not in given]
    if missing:
        remedy = "Add it, or write `based_on:` with a shipped rulebook to take it from there."
        raise DocumentError(
            name, [Problem(1, key, "this parameter is missing", remedy) for key in missing]
        )
    return Rulebook(**given)
