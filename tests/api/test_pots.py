"""The pots before they are pushed: parts, boards and shares, and what cannot have been won."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk

from api.pots import PotsError, PotsRequest, WinnersBody, pots_of
from table.events import HandStarted, StreetStarted
from table.game import Game, Street
from table.hand import Hand
from table.observations import SpokenWord


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(tmp_path / "table.log")
    opened.all_live()
    yield opened
    opened.close()


def all_in(desk: Desk, game: Game, **stacks: int) -> Hand:
    """Everybody puts in all that he has on the flop; 300 lie in the pot from before."""
    order = tuple(name.removeprefix("seat_") for name in stacks)
    desk.does(
        HandStarted(
            at_ns=0,
            number=1,
            game=game,
            order=order,
            stacks=dict(zip(order, stacks.values(), strict=True)),
            street=Street.FLOP,
            pot=300,
            first=order[0],
        )
    )
    for seat in order:
        desk.says(seat, SpokenWord.ALL_IN)
    hand = desk.session.published.state.hand
    assert hand is not None
    return hand


def asked(desk: Desk, hand: Hand, *winners: WinnersBody, boards: int = 1) -> dict[str, object]:
    rulebook = desk.session.published.state.rulebook
    return pots_of(hand, rulebook, PotsRequest(boards=boards, winners=winners)).model_dump()


@pytest.fixture
def three_all_in(desk: Desk) -> Hand:
    return all_in(desk, desk.table_file.games[0].game, seat_1=1_000, seat_2=3_000, seat_3=5_000)


def test_the_parts_are_told_before_anybody_is_named(desk: Desk, three_all_in: Hand) -> None:
    told = asked(desk, three_all_in)
    assert told["won"] is None
    assert [(one["pot"], one["amount"], one["players"]) for one in told["parts"]] == [  # type: ignore[attr-defined]
        (1, 4_000, ("2", "3")),
        (0, 3_300, ("1", "2", "3")),
    ]
    assert told["boards_most"] == 2


def test_run_twice_each_board_is_won_by_itself(desk: Desk, three_all_in: Hand) -> None:
    told = asked(
        desk,
        three_all_in,
        WinnersBody(pot=1, board=0, high=("3",)),
        WinnersBody(pot=1, board=1, high=("2",)),
        WinnersBody(pot=0, board=0, high=("1", "2")),
        WinnersBody(pot=0, board=1, high=("1",)),
        boards=2,
    )
    assert told["won"] == {"1": 2_475, "2": 2_825, "3": 2_000}


def test_nothing_is_shared_until_every_part_has_a_winner(desk: Desk, three_all_in: Hand) -> None:
    assert asked(desk, three_all_in, WinnersBody(pot=0, high=("1",)))["won"] is None


def test_who_cannot_win_a_pot_is_refused(desk: Desk, three_all_in: Hand) -> None:
    with pytest.raises(PotsError, match="Pot 2: seat 1 cannot win this part"):
        asked(desk, three_all_in, WinnersBody(pot=1, high=("1",)))


def test_stud_has_no_board_to_run_twice_and_its_odd_chip_goes_by_card(desk: Desk) -> None:
    stud = desk.table_file.games[1].game
    desk.does(
        HandStarted(
            at_ns=0,
            number=1,
            game=stud,
            order=("1", "2"),
            stacks={"1": 1_000, "2": 1_000},
            street=Street.SEVENTH,
            pot=301,
            first="1",
        )
    )
    for seat in ("1", "2"):
        desk.says(seat, SpokenWord.CHECK)
    desk.does(StreetStarted(at_ns=0, street=Street.SHOWDOWN))
    hand = desk.session.published.state.hand
    assert hand is not None
    with pytest.raises(PotsError, match="no board"):
        asked(desk, hand, boards=2)
    shared = asked(desk, hand, WinnersBody(pot=0, high=("1", "2")))
    assert shared["odd_by_card"] is True
    assert asked(desk, hand, WinnersBody(pot=0, high=("1",)))["odd_by_card"] is False
