"""A word and chips: which came first, and what if nobody can tell or nobody heard."""

from collections.abc import Callable

from table.act import Order, Word
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, option
from table.choices import Subject, WordAgainstChips
from table.ruling import Action, Option

Decide = Callable[[Turn], Verdict]


def too_close_to_tell(turn: Turn, decide: Decide) -> Verdict | None:
    """Word and chips came so close together that no source can tell which was first.

    Where both orders come to the same, that is the ruling. Otherwise the dealer is asked: this is
    betline's own addition, not a rule of a book.
    """
    words = turn.act.words
    if words is None or words.order is not Order.UNCLEAR or not turn.act.motions:
        return None
    first, last = decide(turn.words_first()), decide(turn.chips_first())
    if (first.action, first.total) == (last.action, last.total):
        return first
    return Verdict(
        action=Action.PENDING,
        rule="rule-which-came-first",
        clauses=(turn.rulebook.word_against_chips.cited,),
        headline="ask-which-came-first",
        options=(_reading(turn, "words_first", first), _reading(turn, "chips_first", last)),
        facts={"words_first": first.action.value, "chips_first": last.action.value},
    )


def _reading(turn: Turn, name: str, verdict: Verdict) -> Option:
    return option(turn, name, turn.before if verdict.total is None else verdict.total)


def not_heard_by_all(turn: Turn, decide: Decide) -> Verdict | None:
    """Words that not everybody heard, and chips that say something else: the floor decides.

    Sources: TDA 2024 40-A and its illustration.
    """
    words = turn.act.words
    if words is None or words.heard_by_all or not turn.spoke_first or not turn.act.motions:
        return None
    spoken, silent = decide(turn.heard()), decide(turn.without_words())
    if (spoken.action, spoken.total) == (silent.action, silent.total):
        return spoken
    return ask_floor(
        "floor-unheard",
        "rule-unheard",
        turn.clause(Subject.UNHEARD),
        options=(_reading(turn, "words_stand", spoken), _reading(turn, "chips_stand", silent)),
        default=None,
    )


def word_after_chips(turn: Turn, decide: Decide) -> Verdict | None:
    """The chips touched the table before the word.

    Most tournament books: whichever came first stands. Money-game books correct the bet to the
    words; but a raise announced without an amount, after chips that are no raise, is a string bet
    in all but name, and the floor decides.

    Sources: TDA 2024 40-A and 44, WSOP-T 2024 90-a and 97, WSOP-L 2024 176, RRoP 11 no-limit 8.
    """
    words = turn.act.words
    if words is None or turn.spoke_first:
        return None
    parameter = turn.rulebook.word_against_chips
    silent = decide(turn.without_words())
    corrects = words.word in {Word.CALL, Word.BET, Word.RAISE, Word.AMOUNT, Word.ALL_IN}
    if parameter.value is WordAgainstChips.FIRST or not corrects:
        return silent.citing(parameter.cited)
    spoken = decide(turn.words_first())
    late_raise = words.word in {Word.BET, Word.RAISE, Word.ALL_IN} and words.amount is None
    if late_raise and (spoken.total or 0) > (silent.total or 0):
        return ask_floor(
            "floor-late-word",
            "rule-late-word",
            parameter.cited,
            options=(_reading(turn, "chips_stand", silent), _reading(turn, "words_stand", spoken)),
            default="chips_stand",
        )
    return spoken.citing(parameter.cited)
