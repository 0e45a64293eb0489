"""The big blind who owes the ante too, with chips for one and a part of the other."""

from dataclasses import replace

from table.betting import Betting
from table.choices import BlindOrAnte
from table.duties.duty import duty
from table.game import AnteType
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat
from table.settling import next_to_act


def blind_and_ante(stack: int, blind: int, ante: int, rulebook: Rulebook) -> tuple[int, int]:
    """What a big blind posts as blind and as ante.

    The blind first (TDA 2024 RP-11), or the ante first (TDA 2019 RP-11).
    """
    if rulebook.blind_or_ante.value is BlindOrAnte.BLIND_FIRST:
        posted = min(stack, blind)
        return posted, min(stack - posted, ante)
    posted_ante = min(stack, ante)
    return min(stack - posted_ante, blind), posted_ante


def post_big_blind(betting: Betting, seat: Seat, rulebook: Rulebook) -> Ruling:
    """The big blind of `seat`, with the ante where he pays it for all. Facts: `posted`."""
    game = betting.game
    owed = game.ante if game.ante_type is AnteType.BIG_BLIND else 0
    blind, ante = blind_and_ante(betting.stack_of(seat), game.big_blind, owed, rulebook)
    moved = replace(
        betting,
        pot=betting.pot + ante,
        bets={**betting.bets, seat: blind},
        stacks={**betting.stacks, seat: betting.stack_of(seat) - blind - ante},
        call_level=game.big_blind if blind < game.big_blind else betting.call_level,
    )
    ruling = duty(
        Action.POST,
        "post",
        rulebook.blind_or_ante.cited,
        values={"seat": seat, "blind": blind, "ante": ante},
        pot=moved.pot_with_bets,
        upcoming=next_to_act(moved, seat),
        facts={"posted": {"blind": blind, "ante": ante}},
    )
    return replace(ruling, seat=seat, total=blind, added=blind)
