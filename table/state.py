"""The state of a table: what the fold over its events knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table.act import Gesture
from table.betting import Betting
from table.chips import NO_CHIPS, Chips
from table.deck import Deck
from table.events import RulingGiven
from table.hand import Hand
from table.observations import Observation, SourceChanged, WordSaid
from table.rulebook import Rulebook
from table.ruling import Option
from table.seats import Seat

Fault = tuple[str, tuple[Seat, ...]]
"""A fault's identity: its source, and its seats where it is of a part of the source."""


@dataclass(frozen=True, kw_only=True)
class Motion:
    """One push of chips.

    Attributes:
        chips: what it left.
        started_ns: when the hand came in, or the first movement was seen.
        ended_ns: when the hand had gone: by then the chips had touched the table.
    """

    chips: Chips
    started_ns: int
    ended_ns: int


@dataclass(frozen=True, kw_only=True)
class Front:
    """What lay in front of a seat when it was last read well.

    Attributes:
        chips: what lay there.
        at_ns: table time of that reading.
        source: who read it.
        evidence: name of the stored picture, else empty.
        unread: the motion since then that left chips which could not be read, with a guess at
            them; None: the reading holds.
    """

    chips: Chips = NO_CHIPS
    at_ns: int = 0
    source: str = ""
    evidence: str = ""
    unread: Motion | None = None

    @property
    def unread_since_ns(self) -> int | None:
        """Since when motions have left chips that could not be read; None: the reading holds."""
        return self.unread.started_ns if self.unread else None


@dataclass(frozen=True, kw_only=True)
class OpenAct:
    """What one player has done so far: an act that waits for more, or that may still be amended.

    Attributes:
        seat: who acts.
        before: the betting that the act is ruled from.
        faced: the betting that he answered out of turn, with the acts done that waited already;
            None: that is `before`.
        lay: the chips that lay in front before it.
        content: the chips that lie in front after its last motion.
        lay_left: those of `lay` that are still out.
        moved_along: those of `lay` were pushed along with the new chips.
        motions: the pushes, in order.
        words: what was said, in order.
        gesture: what was done without leaving chips, if anything.
        in_turn: it was his turn.
        unsure: it began or went on while a source was faulty, so the dealer must confirm it.
        given: the ruling shown for it; None: not ruled yet.
        ruled_content: the chips that lay in front when it was ruled.
    """

    seat: Seat
    before: Betting
    faced: Betting | None = None
    lay: Chips = NO_CHIPS
    content: Chips = NO_CHIPS
    lay_left: Chips = NO_CHIPS
    moved_along: bool = False
    motions: tuple[Motion, ...] = ()
    words: tuple[WordSaid, ...] = ()
    gesture: Gesture | None = None
    in_turn: bool = True
    unsure: bool = False
    given: RulingGiven | None = None
    ruled_content: Chips = NO_CHIPS


Begun = tuple[Seat, tuple[WordSaid, ...], tuple[Motion, ...], Gesture | None]
"""Something that a player did which is not ruled yet."""


@dataclass(frozen=True, kw_only=True)
class TakenBack:
    """What an undo took back: the hand and the open acts as they were before it.

    Attributes:
        hand: the hand.
        open_act: the act that was open.
        held: the acts that were held.
        asked: the question that was open.
        begun: what was done by then and not ruled; anything more is of another course of play.
        press: a press that was refused; None: an act was taken back.
    """

    hand: Hand | None
    open_act: OpenAct | None
    held: tuple[OpenAct, ...]
    asked: RulingGiven | None
    begun: frozenset[Begun] = frozenset()
    press: Observation | None = None


@dataclass(frozen=True, kw_only=True)
class TableState:
    """Everything that is known of a table at one moment.

    A fresh table is `TableState(rulebook=...)`; every other state is made by `table.stepping.step`.

    Attributes:
        rulebook: the rules that rulings rest on.
        table: the table's name.
        seats: its seats, clockwise.
        versions: what the table runs with: rulebook, chip set, calibration, weights.
        sources: the last that was told of each source. One that is absent never was live.
        part_faults: parts of sources that are not live, though the source may be.
        hand: the hand being played, or the last one until another begins.
        fronts: what lies in front of each seat; an absent seat: nothing.
        moving: seats whose area had a hand over it since its chips were last read at rest.
        hand_left_ns: when the last hand left each seat's area.
        open_act: the act that waits for more, or may still be amended.
        held: acts of seats that were not in turn, in order, until the turn reaches them.
        rulings: the last rulings given, newest last, at most `RULINGS_KEPT`.
        rulings_given: how many rulings this log has; the number of the last one.
        asked: the ruling whose options the floor, or the player, must choose from.
        taken_back: what was undone since anything else was ruled, newest last.
        to_confirm: presses that came over a broken link, oldest first.
        floor_called: somebody asked for the floor, and nothing was decided since.
        faults_told: the faults that were told, each by its source and, of a part, its seats.
        to_reread: seats whose chips were not watched for a while, until they are read again.
        balances: what is still to give back (above zero) or to add (below) as last told, by seat.
        deck: the cards that have left the shoe, and whether all of them are known.
    """

    rulebook: Rulebook
    table: str = ""
    seats: tuple[Seat, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, SourceChanged] = field(default_factory=dict)
    part_faults: tuple[SourceChanged, ...] = ()
    hand: Hand | None = None
    fronts: Mapping[Seat, Front] = field(default_factory=dict)
    moving: frozenset[Seat] = frozenset()
    hand_left_ns: Mapping[Seat, int] = field(default_factory=dict)
    open_act: OpenAct | None = None
    held: tuple[OpenAct, ...] = ()
    rulings: tuple[RulingGiven, ...] = ()
    rulings_given: int = 0
    asked: RulingGiven | None = None
    taken_back: tuple[TakenBack, ...] = ()
    to_confirm: tuple[Observation, ...] = ()
    floor_called: bool = False
    faults_told: frozenset[Fault] = frozenset()
    to_reread: frozenset[Seat] = frozenset()
    balances: Mapping[Seat, int] = field(default_factory=dict)
    deck: Deck = field(default_factory=Deck)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None: nobody's."""
        return self.hand.betting.turn if self.hand and not self.hand.ended else None

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers that are shown to choose from."""
        return self.asked.ruling.options if self.asked else ()

    def front(self, seat: Seat) -> Front:
        """What lies in front of this seat."""
        return self.fronts.get(seat, Front())


RULINGS_KEPT = 32
