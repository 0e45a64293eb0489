"""The showdown: who shows first, who must show, and who may ask to see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from table.betting import Betting
from table.choices import AllInFaceUp, RightToSee, Subject
from table.duties.duty import ask_floor, duty
from table.game import EventKind, Street
from table.rulebook import Rulebook
from table.ruling import Action, Option, Ruling
from table.seats import Seat, clockwise_from
from table.variants import variant_of

AGGRESSIVE = frozenset({"bet", "raise", "all_in"})


@dataclass(frozen=True, kw_only=True)
class Showdown:
    """What is known when the betting is over.

    Attributes:
        last_round: who did what on the last street, in order.
        all_in: on which street each all-in player went all-in.
        last_call: on which street each other player last called.
        tabled: players who have shown.
        mucked: players whose cards are gone.
        discarding: players whose cards are on their way in.
        claims: players who claim a share.
        kept: players who still hold their cards; empty where that is not known.
        shown: cards that were shown, of players who have not tabled the whole hand.
        makes_winner: those cards win the pot.
        board_plays: the best hand is the board.
        collusion_suspected: with a founded suspicion.
        asked_by: who asks to see a hand.
        asked_of: whose hand is asked for.
    """

    last_round: tuple[tuple[Seat, str], ...] = ()
    all_in: Mapping[Seat, Street] = field(default_factory=dict)
    last_call: Mapping[Seat, Street] = field(default_factory=dict)
    tabled: tuple[Seat, ...] = ()
    mucked: tuple[Seat, ...] = ()
    discarding: tuple[Seat, ...] = ()
    claims: tuple[Seat, ...] = ()
    kept: tuple[Seat, ...] = ()
    shown: tuple[Seat, ...] = ()
    makes_winner: bool = False
    board_plays: bool = False
    collusion_suspected: bool = False
    asked_by: Seat | None = None
    asked_of: Seat | None = None

    @property
    def aggressor(self) -> Seat | None:
        """The last to bet or raise on the last street."""
        return next((seat for seat, does in reversed(self.last_round) if does in AGGRESSIVE), None)

    @property
    def river_callers(self) -> tuple[Seat, ...]:
        """Those who paid to see the aggressor's hand."""
        return tuple(dict.fromkeys(seat for seat, does in self.last_round if does == "call"))


def show(betting: Betting, known: Showdown, rulebook: Rulebook) -> Ruling:
    """What happens at the showdown.

    Facts, where they apply: `order`, `face_up` with `when` and `award_first`, `winner`,
    `must_show`, `must_table_all`, `right_to_see`, `may_expose_mucked`, `request`, `who`.
    """
    live = tuple(seat for seat in betting.order if seat in betting.live)
    if len(live) == 1:
        facts = {"winner": live[0], "must_show": False, "pot": betting.pot_with_bets}
        return _showdown(betting, "showdown-one-hand", rulebook, facts)
    if known.collusion_suspected:
        return _collusion(betting, known, rulebook)
    if known.asked_by is not None and known.asked_of is not None:
        return _asked(betting, known, rulebook)
    facts = {
        "order": showing_order(betting, known, rulebook),
        "right_to_see": rights_to_see(betting, known, rulebook),
        "may_expose_mucked": _may_expose(rulebook),
        **_must_show(live, known),
        **_advice(known),
        **_face_up(betting, known, rulebook),
    }
    return _showdown(betting, "showdown-order", rulebook, facts)


def showing_order(betting: Betting, known: Showdown, rulebook: Rulebook) -> tuple[Seat, ...]:
    """The last bettor or raiser of the last street first, then clockwise.

    With no bet, the first after the button. Bets of earlier streets do not matter. Where hands are
    not turned up at once, those in a side pot show before those all-in for the main pot only.

    Sources: FSPR 5.9.2, TDA 2024 17, WSOP-L 2024 145.
    """
    first = known.aggressor
    if first is None and not known.last_round and known.all_in:
        first = _pusher(known)
    around = betting.order if first is None else (first, *clockwise_from(betting.order, first))
    showing = dict.fromkeys(
        seat for seat in around if seat in betting.live and seat not in known.mucked
    )
    if not _all_at_once(betting, rulebook) and known.last_round:
        acted = {seat for seat, _ in known.last_round}
        return (
            *(seat for seat in showing if seat in acted or seat not in known.all_in),
            *(seat for seat in showing if seat not in acted and seat in known.all_in),
        )
    return tuple(showing)


def _pusher(known: Showdown) -> Seat:
    """Who pushed all-in on the latest street (WSOP-L 2024 145: he shows first)."""
    streets = list(Street)
    return max(known.all_in, key=lambda seat: streets.index(known.all_in[seat]))


def _all_at_once(betting: Betting, rulebook: Rulebook) -> bool:
    match rulebook.all_in_face_up.value:
        case AllInFaceUp.ALL_AT_ONCE:
            return True
        case AllInFaceUp.ALL_AT_ONCE_IN_TOURNAMENTS:
            return betting.game.event is EventKind.TOURNAMENT
        case AllInFaceUp.SHOWDOWN_ORDER:
            return False


def _face_up(betting: Betting, known: Showdown, rulebook: Rulebook) -> dict[str, object]:
    """All hands are turned up once the betting is over; the side pot is awarded first.

    Those who bet on beside an all-in turn theirs up too, after the last street.

    Sources: TDA 2024 16, WSOP-T 2024 70, WSOP-L 2024 149.
    """
    if not known.all_in or not _all_at_once(betting, rulebook):
        return {}
    streets = list(Street)
    reached = {**known.all_in, **known.last_call}
    latest = max(reached.values(), key=streets.index)
    if known.last_round:
        latest = variant_of(betting.game).streets[-1].street
    main_only = min(known.all_in.values(), key=streets.index)
    involved = [seat for seat in betting.order if seat in betting.live - set(known.mucked)]
    in_side_pot = [seat for seat in involved if known.all_in.get(seat) is not main_only]
    return {
        "face_up": involved,
        "when": latest.value,
        "award_first": in_side_pot if len(in_side_pot) > 1 else involved,
    }


def _must_show(live: Sequence[Seat], known: Showdown) -> dict[str, object]:
    """The last hand need not be shown; to play the board, all cards must be tabled.

    Sources: FSPR 5.9.2, TDA 2024 13-A, 17-B and 19.
    """
    facts: dict[str, object] = {}
    if known.mucked:
        left = [seat for seat in live if seat not in known.mucked]
        facts["must_show"] = len(left) > 1
    if any(seat not in known.tabled for seat in known.claims):
        facts["must_table_all"] = True
    return facts


def _advice(known: Showdown) -> dict[str, object]:
    """One card that would win is shown: the dealer advises to table them all (TDA 2024 13)."""
    partly = [seat for seat in known.shown if seat not in known.tabled]
    return {"advise": "table_all"} if known.makes_winner and partly else {}


def rights_to_see(betting: Betting, known: Showdown, rulebook: Rulebook) -> dict[Seat, Seat | None]:
    """Whose hand each player may ask to see.

    A river caller who has tabled or still holds his cards may see the aggressor's (TDA 2024 18);
    other books know no such right.
    """
    granting = {RightToSee.RIVER_CALLER, RightToSee.RIVER_CALLER_UNLESS_MUCKED}
    granted = rulebook.right_to_see.value in granting
    lost = {*known.mucked, *known.discarding, *betting.folded}
    if known.kept:
        lost |= set(betting.order) - {*known.kept, *known.tabled}
    callers = {seat for seat in known.river_callers if seat not in lost} if granted else set()
    return {seat: known.aggressor if seat in callers else None for seat in betting.order}


def _may_expose(rulebook: Rulebook) -> str:
    """Who may turn up a mucked hand (FSPR 5.9.2: nobody)."""
    return "nobody" if rulebook.right_to_see.value is RightToSee.CHIEF_JUDGE else "floor"


def _collusion(betting: Betting, known: Showdown, rulebook: Rulebook) -> Ruling:
    """A founded suspicion: the chief judge looks alone, or the floor has the hand shown.

    Sources: FSPR 5.9.2, WSOP-L 2024 14 and 143.
    """
    parameter = rulebook.right_to_see
    if parameter.value is RightToSee.CHIEF_JUDGE:
        return ask_floor(
            "showdown-collusion-judge",
            parameter.cited,
            options=(Option(token="judge_looks_alone"),),  # noqa: S106
            default="judge_looks_alone",
            action=Action.SHOWDOWN,
            who="chief_judge",
            may_expose_mucked="judge_only",
        )
    return _discretion(betting, known, rulebook)


def _asked(betting: Betting, known: Showdown, rulebook: Rulebook) -> Ruling:
    """A player asks to see a hand: his right, or the floor's discretion, or refused."""
    asked_by, asked_of = known.asked_by or "", known.asked_of or ""
    rights = rights_to_see(betting, known, rulebook)
    if rights.get(asked_by) == asked_of:
        facts: dict[str, object] = {"right_to_see": rights, "must_show": True}
        return _showdown(betting, "showdown-right-to-see", rulebook, facts)
    if asked_by in known.mucked or rulebook.right_to_see.value is RightToSee.CHIEF_JUDGE:
        refused: dict[str, object] = {"right_to_see": rights, "must_show": False}
        return _showdown(betting, "showdown-no-right", rulebook, refused)
    return _discretion(betting, known, rulebook)


def _discretion(betting: Betting, known: Showdown, rulebook: Rulebook) -> Ruling:
    return ask_floor(
        "showdown-discretion",
        rulebook.right_to_see.cited,
        options=(Option(token="show"), Option(token="keep_hidden")),  # noqa: S106
        default=None,
        action=Action.SHOWDOWN,
        request="discretion",
        right_to_see=rights_to_see(betting, known, rulebook),
    )


def _showdown(
    betting: Betting, sentence: str, rulebook: Rulebook, facts: Mapping[str, object]
) -> Ruling:
    order = facts.get("order")
    first = order[0] if isinstance(order, tuple) and order else str(facts.get("winner", ""))
    return duty(
        Action.SHOWDOWN,
        sentence,
        rulebook.clause(Subject.SHOWDOWN_ORDER),
        rulebook.right_to_see.cited,
        rulebook.all_in_face_up.cited,
        values={"seat": first},
        pot=betting.pot_with_bets,
        facts=dict(facts),
    )
