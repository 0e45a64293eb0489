"""Awarding: parts, odd chips, boards and halves, when it is said who won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.awarding import AwardError, Payout, Winners, award, parts_of
from table.duties.side_pots import Pot, Pots
from table.game import Game, Limit
from table.rulebooks import load

TDA = load("tda2024")
ORDER = ("1", "2", "3", "4")
MAIN_AND_SIDE = Pots((Pot(900, ("1", "2", "3")), Pot(400, ("2", "3"))))


def game(variant: str = "holdem", smallest_chip: int = 1) -> Game:
    return Game(
        variant=variant,
        limit=Limit.NO_LIMIT,
        small_blind=5,
        big_blind=10,
        smallest_chip=smallest_chip,
    )


def awarded(pots: Pots, *winners: Winners, boards: int = 1, what: Game | None = None) -> Payout:
    what = what or game()
    return award(parts_of(pots, boards, what, TDA), winners, ORDER, what, TDA)


def test_tda_21_each_side_pot_is_won_by_itself() -> None:
    result = awarded(
        MAIN_AND_SIDE, Winners(pot=0, board=0, high=("1",)), Winners(pot=1, board=0, high=("3",))
    )
    assert result.won == {"1": 900, "3": 400}
    assert [one.pot for one in result.awards] == [1, 0]  # WSOP-L 149: the last-formed one first


def test_tda_20_odd_chips_go_to_the_left_of_the_button_down_to_the_smallest_chip() -> None:
    pots = Pots((Pot(1025, ("2", "3", "4")),))
    winners = Winners(pot=0, board=0, high=("4", "2", "3"))
    assert awarded(pots, winners, what=game(smallest_chip=25)).won == {"2": 350, "3": 350, "4": 325}
    assert awarded(pots, winners).won == {"2": 342, "3": 342, "4": 341}


def test_run_twice_each_board_is_played_for_half_of_each_pot() -> None:
    parts = parts_of(MAIN_AND_SIDE, 2, game(), TDA)
    assert [(one.pot, one.board, one.amount) for one in parts] == [
        (1, 0, 200),
        (1, 1, 200),
        (0, 0, 450),
        (0, 1, 450),
    ]
    result = awarded(
        MAIN_AND_SIDE,
        Winners(pot=0, board=0, high=("1",)),
        Winners(pot=0, board=1, high=("2",)),
        Winners(pot=1, board=0, high=("3",)),
        Winners(pot=1, board=1, high=("2",)),
        boards=2,
    )
    assert result.won == {"1": 450, "2": 650, "3": 200}


def test_run_twice_what_cannot_be_halved_is_played_for_on_the_first_board() -> None:
    parts = parts_of(Pots((Pot(75, ("1", "2")),)), 2, game(smallest_chip=25), TDA)
    assert [one.amount for one in parts] == [50, 25]


def test_a_player_alone_in_a_pot_takes_it_whatever_the_boards() -> None:
    pots = Pots((Pot(900, ("1", "2")), Pot(101, ("2",))))
    parts = parts_of(pots, 2, game(), TDA)
    assert [(one.pot, one.amount) for one in parts] == [(1, 101), (0, 450), (0, 450)]
    winners = [Winners(pot=0, board=board, high=("1",)) for board in (0, 1)]
    assert awarded(pots, *winners, boards=2).won == {"2": 101, "1": 900}


def test_the_low_hand_takes_half_and_the_odd_chip_goes_to_the_high_half() -> None:
    pots = Pots((Pot(101, ("1", "2", "3")),))
    hi_lo = game("omaha8")
    result = awarded(pots, Winners(pot=0, board=0, high=("1",), low=("2", "3")), what=hi_lo)
    assert result.won == {"1": 51, "2": 25, "3": 25}


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ([], "not said who won"),
        ([Winners(pot=1, board=0, high=("1",))], "seat 1 cannot win"),
        ([Winners(pot=1, board=0, high=("2",), low=("3",))], "no low hand"),
        ([Winners(pot=7, board=0, high=("2",))], "not there"),
        ([Winners(pot=1, board=0, high=("2",))] * 2, "named twice"),
    ],
)
def test_what_does_not_fit_the_pots_is_refused(winners: list[Winners], said: str) -> None:
    with pytest.raises(AwardError, match=said):
        awarded(MAIN_AND_SIDE, *winners)


@given(
    amounts=st.lists(st.integers(1, 10_000), min_size=1, max_size=4),
    boards=st.integers(1, 2),
    chip=st.sampled_from([1, 5, 25]),
    data=st.data(),
)
def test_all_chips_of_all_pots_are_awarded(
    amounts: list[int], boards: int, chip: int, data: st.DataObject
) -> None:
    pots = Pots(tuple(Pot(amount, ORDER[number:]) for number, amount in enumerate(amounts)))
    what = game("omaha8", chip)
    winners = [
        Winners(
            pot=part.pot,
            board=part.board,
            high=tuple(data.draw(st.sets(st.sampled_from(part.players), min_size=1))),
            low=tuple(data.draw(st.sets(st.sampled_from(part.players)))) if part.split else (),
        )
        for part in parts_of(pots, boards, what, TDA)
        if len(part.players) > 1
    ]
    result = awarded(pots, *winners, boards=boards, what=what)
    assert sum(result.won.values()) == sum(amounts)
    assert sum(one.amount for one in result.awards) == sum(amounts)
