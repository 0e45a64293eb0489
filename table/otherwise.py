"""What would have changed a ruling on chips: one circumstance taken otherwise, and ruled again.

Nothing is foretold here. Each alternative is an act like the one that was made, and `table.rules`
rules it from the same betting under the same book.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from table.act import Act, Order, Word, Words
from table.betting import Betting
from table.changing import replace
from table.chips import chips
from table.rulebook import Rulebook
from table.rules import rule
from table.ruling import Action, Message, Ruling
from table.settling import ACTS


class Cause(StrEnum):
    """The one circumstance that is taken otherwise."""

    RAISE_SAID_FIRST = "raise-said-first"
    BET_SAID_FIRST = "bet-said-first"
    WORD_FIRST = "word-first"
    SILENT = "silent"
    NO_AMOUNT = "no-amount"
    ONE_MOTION = "one-motion"


@dataclass(frozen=True)
class Otherwise:
    """What an act would have counted as.

    Attributes:
        cause: the circumstance that would have had to be otherwise.
        ruling: on the act that differs in this alone.
    """

    cause: Cause
    ruling: Ruling


def otherwise(
    betting: Betting, act: Act, rulebook: Rulebook, ruling: Ruling
) -> tuple[Otherwise, ...]:
    """What would have changed the ruling on chips that a player put in of his own free choice.

    Kept is what would have been another action or another total. What is the floor's to decide,
    now or in the alternative, is left out: no figure can be promised there. So is a ruling that
    the book does not give on the act alone: a person's own, or chips given back because the
    action had changed.

    Sources: TDA 2024 40-A (words first), 42 (one motion), 44 and FSPR 4.14.2 (raise said first).

    Args:
        betting: the state before the act.
        act: what the player did.
        rulebook: the rules in force.
        ruling: on the act.
    """
    if not act.motions or act.forced or _is_the_floors(ruling):
        return ()
    if _counted(rule(betting, act, rulebook)) != _counted(ruling):
        return ()
    ruled = (
        Otherwise(cause, rule(betting, other, rulebook))
        for cause, other in _other_acts(betting, act)
    )
    return tuple(other for other in ruled if _differs(other.ruling, ruling))


def sentence(other: Otherwise) -> Message:
    """The alternative in one sentence: what would have had to be otherwise, and what it gives."""
    return Message(
        f"otherwise-{other.cause}",
        {
            "outcome": _outcome(other.ruling),
            "total": other.ruling.total or 0,
            "by": other.ruling.raise_by,
        },
    )


def _other_acts(betting: Betting, act: Act) -> Iterator[tuple[Cause, Act]]:
    """The acts that differ in one circumstance: the word, its moment, its amount, the motions."""
    words = act.words
    if words is None:
        yield _raise_said_first(betting, act)
    elif words.order is Order.AFTER:
        yield Cause.WORD_FIRST, replace(act, words=replace(words, order=Order.BEFORE))
    else:
        yield Cause.SILENT, replace(act, words=None)
        if words.word in {Word.BET, Word.RAISE} and words.amount is not None:
            yield Cause.NO_AMOUNT, replace(act, words=replace(words, amount=None, spoken=""))
    if len(act.motions) > 1:
        together = chips(chip for motion in act.motions for chip in motion)
        yield Cause.ONE_MOTION, replace(act, motions=(together,))


def _raise_said_first(betting: Betting, act: Act) -> tuple[Cause, Act]:
    """Raise announced before the chips; with no bet to raise, bet."""
    if betting.level > 0:
        return Cause.RAISE_SAID_FIRST, replace(act, words=Words(word=Word.RAISE))
    return Cause.BET_SAID_FIRST, replace(act, words=Words(word=Word.BET))


def _differs(other: Ruling, ruling: Ruling) -> bool:
    """Whether it is a ruling that binds, on another action or to another total."""
    binds = other.action in ACTS and not _is_the_floors(other)
    return binds and _counted(other) != _counted(ruling)


def _counted(ruling: Ruling) -> tuple[Action, int | None]:
    return ruling.action, ruling.total


def _is_the_floors(ruling: Ruling) -> bool:
    return ruling.ask_floor or ruling.action is Action.ASK_FLOOR


def _outcome(ruling: Ruling) -> str:
    """The variant of the sentence: an all-in that only calls, and a completed bet, are told apart.

    A completed bet is a raise whose ruling says so by its own headline.
    """
    if ruling.action is Action.ALL_IN and ruling.raise_by == 0:
        return "all-in-call"
    if ruling.message.name == "ruling-complete":
        return "complete"
    return ruling.action.value.replace("_", "-")
