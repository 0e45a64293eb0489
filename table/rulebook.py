"""A rulebook: a named set of parameters, each with its value and the clause that sets it.

The rules themselves are code, one subject a file in `table.chapters`; where the books disagree, the
code asks the rulebook. Every parameter is an entry of a YAML file in `table/rulebooks`, marked
`assumed` where the book is silent and the value is our reading. A house writes its own file, says
`based_on` a shipped one, and lists only what differs.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Self, TypeVar

from pydantic import create_model

from table.choices import (
    AllInFaceUp,
    BlindOrAnte,
    CapHeadsUp,
    ClockExpired,
    CommitRule,
    CorrectionWindow,
    CoveredOverchip,
    ExposedCards,
    LastChips,
    Misunderstanding,
    OddChips,
    OddChipUnit,
    OutOfTurnCheck,
    OverchipOption,
    PotOverbet,
    PotPreflop,
    Reopening,
    RightToSee,
    SilentChips,
    SilentChipsFixedLimit,
    SkippedAfter,
    StraddleRaise,
    StudOddChip,
    Subject,
    SubstantialAction,
    TwoMotions,
    Undercall,
    WordAgainstChips,
    WrongButton,
)
from table.documents import Document, DocumentError, Problem, parse_document
from table.ruling import Clause

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
    limit_cap_raises_two_rounds: Parameter[int]
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
    assumed_clauses: dict[Subject, str]

    def clause(self, subject: Subject) -> Clause:
        """The clause of a rule on which the books agree."""
        if subject in self.clauses:
            return Clause(self.clauses[subject])
        return Clause(self.assumed_clauses.get(subject, self.title), assumed=True)

    def with_overrides(self, values: Mapping[str, object], clause: str = "house rule") -> Self:
        """The same book with some values replaced.

        Args:
            values: new values by parameter name.
            clause: what the replaced entries cite.

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
