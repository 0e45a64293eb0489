"""Side pots: the stakes in layers, each won by those who put chips into it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from table.choices import Subject
from table.duties.duty import duty
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat


@dataclass(frozen=True)
class Pot:
    """One pot.

    Attributes:
        amount: the chips in it.
        players: those who can win it.
    """

    amount: int
    players: tuple[Seat, ...]


@dataclass(frozen=True)
class Pots:
    """All pots of a hand.

    Attributes:
        pots: the main pot first.
        uncalled: the player whose bet nobody called in full, and what goes back to him.
    """

    pots: tuple[Pot, ...]
    uncalled: tuple[Seat, int] | None = None


def side_pots(
    contributions: Mapping[Seat, int], folded: Collection[Seat] = (), dead: int = 0
) -> Pots:
    """Divide what was staked.

    Nobody can be made to put in, or can win from one opponent, more than he has. A folded hand's
    chips stay in the layers that they reached; dead chips are in the main pot.

    Sources: TDA 2024 21, WSOP-L 2024 149, the old book's table stakes.

    Args:
        contributions: what each player staked in the hand.
        folded: those who cannot win.
        dead: chips that are nobody's stake.
    """
    stakes, uncalled = _without_uncalled(contributions)
    live = [seat for seat in stakes if seat not in folded]
    levels = [0, *sorted({stakes[seat] for seat in live})]
    pots: list[Pot] = []
    for low, high in pairwise(levels):
        amount = sum(min(stake, high) - min(stake, low) for stake in stakes.values())
        players = tuple(seat for seat in live if stakes[seat] >= high)
        pots.append(Pot(amount, players))
    above = sum(max(0, stake - levels[-1]) for stake in stakes.values())
    if pots:
        pots[0] = Pot(pots[0].amount + dead, pots[0].players)
        pots[-1] = Pot(pots[-1].amount + above, pots[-1].players)
    return Pots(tuple(pots), uncalled)


def _without_uncalled(
    contributions: Mapping[Seat, int],
) -> tuple[dict[Seat, int], tuple[Seat, int] | None]:
    """The stakes without the part of the largest that nobody called."""
    stakes = {seat: stake for seat, stake in contributions.items() if stake > 0}
    if not stakes:
        return stakes, None
    largest = max(stakes, key=lambda seat: stakes[seat])
    called = max((stake for seat, stake in stakes.items() if seat != largest), default=0)
    uncalled = stakes[largest] - called
    if uncalled == 0:
        return stakes, None
    return {**stakes, largest: called}, (largest, uncalled)


def divide(
    contributions: Mapping[Seat, int], folded: Collection[Seat], dead: int, rulebook: Rulebook
) -> Ruling:
    """The pots as a ruling. Facts: `pots` and `uncalled`."""
    divided = side_pots(contributions, folded, dead)
    returned = divided.uncalled[1] if divided.uncalled else 0
    amount = sum(pot.amount for pot in divided.pots)
    return duty(
        Action.POTS,
        "pots",
        rulebook.clause(Subject.SIDE_POTS),
        values={"pot": amount, "count": len(divided.pots), "back": returned},
        pot=amount,
        change_to_return=returned,
        facts=pot_facts(divided),
    )


def pot_facts(divided: Pots) -> dict[str, object]:
    """The pots by the names of the worked cases."""
    return {
        "pots": [[pot.amount, list(pot.players)] for pot in divided.pots],
        "uncalled": list(divided.uncalled) if divided.uncalled else None,
    }
