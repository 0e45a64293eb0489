"""Hands that were played on television, word by word and chip by chip through the fold.

Every raise is announced and its chips follow; calls are silent pushes of the exact chips. The turn,
the totals and the ends of the rounds must be those of the record.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from live_table import LiveTable

from table.dealing import street_after
from table.events import BalanceIs, RulingGiven, StreetStarted
from table.game import AnteType, Game, Limit, Street
from table.observations import SpokenWord
from table.ruling import Action

SCALE = 100  # Records count in quarters of a chip.
UNKNOWN_STACK = 10**12
LIMITS = {
    "NT": Limit.NO_LIMIT,
    "FT": Limit.FIXED_LIMIT,
    "PO": Limit.POT_LIMIT,
    "FO/8": Limit.FIXED_LIMIT,
}
WAGERS = (Action.BET, Action.RAISE, Action.ALL_IN)


@pytest.mark.shared
def test_the_fold_agrees_with_the_record_of_every_televised_hand(shared_folder: Path):
    played = 0
    for file in sorted((shared_folder / "hands").glob("*.phh")):
        record = tomllib.loads(file.read_text("utf-8"))
        if record["variant"] in LIMITS and sum(map(bool, record["blinds_or_straddles"])) == 2:
            play(record)
            played += 1
    assert played >= 20


def play(record: dict[str, Any]) -> None:
    table = dealt(record)
    assert table.state.hand is not None
    for seat, amount in table.state.hand.betting.bets.items():
        table.lies(seat, amount)
    for action in record["actions"]:
        if re.fullmatch("d db .*", action):
            next_street(table)
        elif re.match(r"p\d+ (f|cc|cbr)", action):
            seat, act, *amount = action.split()
            assert table.turn == seat, action
            if act == "f":
                table.says(seat, SpokenWord.FOLD)
                assert table.ruling.action is Action.FOLD, action
            elif act == "cc":
                check_or_call(table, seat)
            else:
                raise_to(table, seat, int(float(amount[0]) * SCALE))
    assert table.turn is None


def dealt(record: dict[str, Any]) -> LiveTable:
    """The table at the start of the hand. Players are named as in the record."""
    stacks = [
        UNKNOWN_STACK if stack == float("inf") else int(stack * SCALE)
        for stack in record["starting_stacks"]
    ]
    order = tuple(f"p{number}" for number in range(1, len(stacks) + 1))
    antes = record["antes"]
    small, big = sorted(filter(None, record["blinds_or_straddles"]))
    game = Game(
        limit=LIMITS[record["variant"]],
        small_blind=small * SCALE,
        big_blind=big * SCALE,
        unit=record["small_bet"] * SCALE if "small_bet" in record else None,
        cap=4,
        ante=max(antes) * SCALE,
        ante_type=AnteType.EACH if all(antes) else AnteType.BIG_BLIND,
    )
    table = LiveTable()
    table.hand(
        order,
        game=game,
        street=Street.PREFLOP,
        pot=0,
        stacks=dict(zip(order, stacks, strict=True)),
    )
    return table


def next_street(table: LiveTable) -> None:
    assert table.state.hand is not None
    street = street_after(table.state.hand)
    assert table.state.hand.round_over
    assert street is not None
    table.take(StreetStarted(at_ns=table.wait(), street=street))
    for seat in table.state.hand.order:
        table.lies(seat)
        assert table.silent


def check_or_call(table: LiveTable, seat: str) -> None:
    assert table.state.hand is not None
    betting = table.state.hand.betting
    owed = min(betting.to_call(seat), betting.stack_of(seat))
    if owed == 0:
        table.says(seat, SpokenWord.CHECK)
        assert table.ruling.action is Action.CHECK
        return
    total = betting.bet_of(seat) + owed
    table.adds(seat, owed)
    all_in = owed == betting.stack_of(seat)
    assert table.told_of(seat).ruling.action is (Action.ALL_IN if all_in else Action.CALL)
    assert table.told_of(seat).ruling.total == total
    assert table.state.hand.betting.bet_of(seat) == total


def raise_to(table: LiveTable, seat: str, total: int) -> None:
    table.says(seat, SpokenWord.RAISE, total)
    given = table.told(RulingGiven)
    assert given.ruling.action in WAGERS
    assert given.ruling.total == total
    missing = total - sum(table.state.front(seat).chips)
    table.adds(seat, missing)
    assert table.told(BalanceIs) == BalanceIs(at_ns=table.at_ns, seat=seat)
