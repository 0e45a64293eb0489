"""Places: who finishes where, who shares a place, and what of the prize pool that is worth."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from table.duties.hand_for_hand import shared_place
from table.rulebook import Rulebook
from table.ruling import Clause
from table.tournament.regulation import WHOLE, SameHand

SAME_HAND = Clause("custom: more chips at the start of the hand finish higher", assumed=True)
"""The TDA text is silent on players who bust in one hand at one table."""

OUT_IN_TURN = Clause("custom: who is out later finishes higher", assumed=True)


@dataclass(frozen=True)
class Out:
    """Players who are out with one place between them.

    Attributes:
        players: their names.
        clause: why they share it, or why these are placed as they are.
    """

    players: tuple[str, ...]
    clause: Clause


@dataclass(frozen=True)
class Finish:
    """One player's place.

    Attributes:
        player: the name.
        place: the best of the places that are shared.
        sharers: how many share it; 1 for nobody else.
        clause: what it rests on.
    """

    player: str
    place: int
    sharers: int
    clause: Clause


def in_order_of_exit(
    had: Mapping[str, int], *, hand_for_hand: bool, same_hand: SameHand, rulebook: Rulebook
) -> tuple[Out, ...]:
    """The players who bust in one hand, the lowest place first.

    In an announced hand-for-hand hand all of them share, at whatever tables they sat (TDA 2024
    RP-8-A). Otherwise who began the hand with more chips finishes higher, and equal stacks share;
    or all share, as the regulation says.

    Args:
        had: what each had when the hand began.
        hand_for_hand: whether it was such a hand.
        same_hand: the regulation's choice.
        rulebook: the rules in force.
    """
    names = sorted(had, key=lambda player: (had[player], player))
    if hand_for_hand:
        clause = shared_place(len(names), len(names), rulebook).clauses[0]
        return (Out(tuple(names), clause),)
    if len(names) == 1:
        return (Out(tuple(names), OUT_IN_TURN),)
    if same_hand is SameHand.SHARED:
        return (Out(tuple(names), Clause("regulation: same_hand")),)
    return tuple(Out(tuple(equal), SAME_HAND) for _, equal in groupby(names, key=had.__getitem__))


def places(out: Sequence[Out], left: int, rulebook: Rulebook) -> tuple[Finish, ...]:
    """The place of everybody who is out, the best first.

    Places count from the top, so those of early exits move down while players still enter.

    Args:
        out: in the order of exit.
        left: players who are still in.
        rulebook: the rules in force.
    """
    return tuple(_places(out, left, rulebook))


def _places(out: Sequence[Out], left: int, rulebook: Rulebook) -> Iterator[Finish]:
    for group in reversed(out):
        before = left + len(group.players)
        place = shared_place(before, len(group.players), rulebook).facts["share_place"]
        assert isinstance(place, int)  # noqa: S101 - a fact of that ruling
        for player in group.players:
            yield Finish(player, place, len(group.players), group.clause)
        left = before


@dataclass(frozen=True)
class Prizes:
    """What each player is paid.

    Attributes:
        paid: by name.
        left_over: what shared places could not divide; the organiser says who gets it.
    """

    paid: Mapping[str, int]
    left_over: int


def prizes(finishes: Iterable[Finish], pool: int, payouts: Sequence[int]) -> Prizes:
    """What the places are paid; players who share places share what those are paid.

    Args:
        finishes: places, from the winner's on.
        pool: the prize pool, in the smallest unit of its currency.
        payouts: thousandths of the pool by place, as the regulation lists them.
    """
    paid: dict[str, int] = {}
    for finish in finishes:
        shared = payouts[finish.place - 1 : finish.place - 1 + finish.sharers]
        money = sum(pool * share // WHOLE for share in shared)
        if money:
            paid[finish.player] = money // finish.sharers
    return Prizes(paid, pool - sum(paid.values()))
