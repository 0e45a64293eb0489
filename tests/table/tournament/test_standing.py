"""Places and prizes: exits in order, shared places, and what the pool is divided into."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rulebooks import load
from table.tournament.regulation import SameHand
from table.tournament.standing import Finish, Out, in_order_of_exit, places, prizes

TDA = load("tda2024")
PAYOUTS = (500, 300, 200)


def exits(
    had: dict[str, int], *, hand_for_hand: bool = False, same_hand: SameHand = SameHand.BY_STACK
) -> tuple[Out, ...]:
    return in_order_of_exit(had, hand_for_hand=hand_for_hand, same_hand=same_hand, rulebook=TDA)


def finishes(out: tuple[Out, ...], left: int) -> list[tuple[str, int, int]]:
    return [(f.player, f.place, f.sharers) for f in places(out, left, TDA)]


def test_who_began_the_hand_with_more_chips_finishes_higher() -> None:
    out = exits({"a": 500, "b": 1200, "c": 500})
    assert [group.players for group in out] == [("a", "c"), ("b",)]
    assert finishes(out, 7) == [("b", 8, 1), ("a", 9, 2), ("c", 9, 2)]
    assert all(group.clause.assumed for group in out), "the TDA text is silent"


def test_the_regulation_may_let_them_share() -> None:
    out = exits({"a": 500, "b": 1200}, same_hand=SameHand.SHARED)
    assert finishes(out, 1) == [("a", 2, 2), ("b", 2, 2)]


def test_tda_2024_rp_8_a_busts_of_an_announced_hand_share_the_place() -> None:
    """The example: 50 are paid, 52 are left, three bust; all three share 50th place."""
    out = exits({"a": 100, "b": 900, "c": 5000}, hand_for_hand=True)
    found = places(out, 49, TDA)
    assert {(finish.place, finish.sharers) for finish in found} == {(50, 3)}
    assert found[0].clause.text == "TDA 2024 RP-8"
    thousandths = (*[20] * 49, 20)
    assert prizes(found, 100_000, thousandths).paid == {"a": 666, "b": 666, "c": 666}


def test_a_late_entry_moves_earlier_exits_down() -> None:
    out = exits({"a": 1})
    assert finishes(out, 9) == [("a", 10, 1)]
    assert finishes(out, 12) == [("a", 13, 1)]


@given(st.lists(st.integers(1, 4), max_size=12), st.integers(1, 5))
def test_places_and_sharers_cover_every_place_once(sizes: list[int], left: int) -> None:
    names = iter(range(100))
    out = tuple(
        Out(tuple(str(next(names)) for _ in range(size)), TDA.odd_chips.cited) for size in sizes
    )
    covered = [
        place
        for player, first, sharers in finishes(out, left)
        for place in [first + [f[0] for f in finishes(out, left) if f[1] == first].index(player)]
    ]
    assert sorted(covered) == list(range(left + 1, left + 1 + sum(sizes)))


@given(st.lists(st.integers(1, 3), min_size=1, max_size=6), st.integers(0, 10**7))
def test_prizes_never_pay_more_than_the_pool_and_miss_only_fractions(
    sizes: list[int], pool: int
) -> None:
    names = iter(range(100))
    clause = TDA.odd_chips.cited
    out = tuple(Out(tuple(str(next(names)) for _ in range(size)), clause) for size in sizes)
    winner = Finish("winner", 1, 1, clause)
    paid = prizes([winner, *places(out, 1, TDA)], pool, PAYOUTS)
    assert sum(paid.paid.values()) + paid.left_over == pool
    entered = 1 + sum(sizes)
    unpaid = sum(pool * share // 1000 for share in PAYOUTS[entered:])
    assert 0 <= paid.left_over - unpaid < 3 + sum(sizes)
    assert set(paid.paid.values()) <= {0} or max(paid.paid.values()) == paid.paid["winner"]


@pytest.mark.parametrize(
    ("out", "paid", "left_over"),
    [
        ((("c",), ("b",)), {"a": 500, "b": 300, "c": 200}, 1),
        ((("b", "c"),), {"a": 500, "b": 250, "c": 250}, 1),
        ((("d",), ("c",), ("b",)), {"a": 500, "b": 300, "c": 200}, 1),
        ((("c", "d"), ("b",)), {"a": 500, "b": 300, "c": 100, "d": 100}, 1),
    ],
)
def test_players_who_share_places_share_what_those_are_paid(
    out: tuple[tuple[str, ...], ...], paid: dict[str, int], left_over: int
) -> None:
    clause = TDA.odd_chips.cited
    groups = tuple(Out(players, clause) for players in out)
    found = prizes([Finish("a", 1, 1, clause), *places(groups, 1, TDA)], 1001, PAYOUTS)
    assert (found.paid, found.left_over) == (paid, left_over)
