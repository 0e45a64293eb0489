"""The rulebook's table of contents: what an act counts as.

`rule` asks the questions in order, and the first chapter that has an answer gives the verdict. Each
chapter is a file of `table.chapters`; each names its clauses.
"""

from collections.abc import Callable

from table.act import Act
from table.betting import Betting
from table.chapters import gestures, motions, word_and_chips
from table.chapters.bring_in import bring_in
from table.chapters.no_chips import nothing_done
from table.chapters.one_chip import big_blind_option, one_chip, opening_bet
from table.chapters.out_of_turn import out_of_turn
from table.chapters.pending_amount import amount_still_open, completing
from table.chapters.several_chips import several_chips
from table.chapters.turn import Turn
from table.chapters.undercall import tiny_chip, undercall
from table.chapters.verdict import Verdict, settle
from table.chapters.words import decided_by_words
from table.rulebook import Rulebook
from table.ruling import Ruling


def rule(betting: Betting, act: Act, rulebook: Rulebook) -> Ruling:
    """What `act` counts as, and what follows from it. The same input gives the same ruling.

    Args:
        betting: the state before the act.
        act: everything that the player did at his turn.
        rulebook: the rules in force.
    """
    turn = Turn(betting, completing(betting, act), rulebook)
    return settle(turn, decide(turn))


def decide(turn: Turn) -> Verdict:
    """The first chapter that has an answer."""
    verdicts = (chapter(turn) for chapter in CONTENTS)
    return next((verdict for verdict in verdicts if verdict), None) or nothing_done(turn)


def word_and_chips_too_close(turn: Turn) -> Verdict | None:
    """Nobody can tell whether the word or the chips came first."""
    return word_and_chips.too_close_to_tell(turn, decide)


def words_not_heard_by_all(turn: Turn) -> Verdict | None:
    """The words were not heard by all, and the chips say something else."""
    return word_and_chips.not_heard_by_all(turn, decide)


def word_after_chips(turn: Turn) -> Verdict | None:
    """The chips came first."""
    return word_and_chips.word_after_chips(turn, decide)


def gesture(turn: Turn) -> Verdict | None:
    """A gesture decides."""
    return gestures.gesture(turn, decide)


def string_bet(turn: Turn) -> Verdict | None:
    """Several motions and no word."""
    return motions.string_bet(turn, decide)


CONTENTS: tuple[Callable[[Turn], Verdict | None], ...] = (
    # 1. Is it his turn, and is the bet that he answers complete?
    out_of_turn,
    amount_still_open,
    bring_in,
    # 2. Did he say something, and did it come first?
    word_and_chips_too_close,
    words_not_heard_by_all,
    decided_by_words,
    word_after_chips,
    # 3. Did a gesture decide?
    gesture,
    # 4. Chips without a word: in one motion?
    string_bet,
    # 5. With no bet to face they are the bet; the big blind's option is a case of its own.
    opening_bet,
    big_blind_option,
    # 6. Facing a bet: too little, one chip, or several?
    tiny_chip,
    undercall,
    one_chip,
    several_chips,
)
