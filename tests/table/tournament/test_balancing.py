"""Balancing, halting and breaking tables by TDA 2024 10, 11 and RP-9."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regulations import regulation

from table.tournament.balancing import (
    FINAL_TABLE,
    Table,
    balancing_moves,
    halts,
    seats_to_draw,
    table_to_break,
)
from table.tournament.draw import numbers, seating
from table.tournament.places import Place

REGULATION = regulation()


def table(number: int, seats: str, big_blind: int = 1) -> Table:
    """A table of nine whose taken seats are named by their digits."""
    players = {int(seat): f"{number}-{seat}" for seat in seats}
    return Table(number, 9, players, big_blind)


@st.composite
def rooms(draw: st.DrawFn) -> list[Table]:
    made = []
    for number in range(1, draw(st.integers(2, 5)) + 1):
        taken = draw(st.sets(st.integers(1, 9), min_size=1))
        big_blind = draw(st.integers(1, 9))
        made.append(table(number, "".join(map(str, sorted(taken))), big_blind))
    return made


# 11-A: who moves, and where to.


def test_tda_2024_11_a_the_next_big_blind_moves_to_the_worst_seat() -> None:
    longest = table(1, "123456789", big_blind=3)
    shortest = table(2, "1245789", big_blind=2)
    (move,) = balancing_moves([longest, shortest], [1, 2], REGULATION)
    assert (move.player, move.from_place) == ("1-4", Place(1, 4))
    assert move.to_place == Place(2, 3), "the big blind at once"
    assert move.clauses[0].text == "TDA 2024 11-A"
    assert not move.waits


def test_tda_2024_11_a_the_single_big_blind_even_twice() -> None:
    """The big blind of the last hand is out: its seat is the dead small blind of the next."""
    shortest = table(2, "145789", big_blind=2)
    assert shortest.worst_first == (3, 6, 2)
    assert shortest.next_big_blind == 4


def test_tda_2024_11_a_the_worst_position_is_never_the_small_blind() -> None:
    longest, shortest = table(1, "123456789"), table(2, "1345", big_blind=2)
    moves = balancing_moves([longest, shortest], [1, 2], REGULATION)
    assert [move.to_place for move in moves] == [Place(2, 6), Place(2, 7)]
    only = Table(2, 3, {1: "a", 3: "b"}, big_blind=2)
    fuller = Table(1, 9, {seat: str(seat) for seat in range(1, 7)}, big_blind=1)
    (move,) = balancing_moves([only, fuller], [1, 2], REGULATION)
    assert move.waits, "the only free seat has the small blind: the button has to pass first"


def test_tda_2024_11_c_from_the_longest_table_of_equals_the_first_to_break() -> None:
    tables = [table(1, "12345678"), table(2, "12345678"), table(3, "123456")]
    (move,) = balancing_moves(tables, [2, 1, 3], REGULATION)
    assert move.from_place.table == 2


@pytest.mark.parametrize(("apart", "count"), [(1, 1), (2, 0)])
def test_tables_may_differ_by_what_the_regulation_allows(apart: int, count: int) -> None:
    tables = [table(1, "12345678"), table(2, "123456")]
    assert len(balancing_moves(tables, [1, 2], regulation(most_apart=apart))) == count


@given(rooms(), st.integers(1, 3))
def test_after_the_moves_tables_are_as_even_as_allowed(tables: list[Table], apart: int) -> None:
    order = [each.number for each in tables]
    seats = {name: Place(t.number, seat) for t in tables for seat, name in t.players.items()}
    for move in balancing_moves(tables, order, regulation(most_apart=apart)):
        assert seats[move.player] == move.from_place
        assert move.to_place not in seats.values()
        seats[move.player] = move.to_place
    sizes = [sum(place.table == number for place in seats.values()) for number in order]
    assert max(sizes) - min(sizes) <= apart
    assert len(set(seats.values())) == len(seats)


@given(rooms())
def test_even_tables_need_no_moves_and_others_no_more_than_needed(tables: list[Table]) -> None:
    order = [each.number for each in tables]
    sizes = [len(each.players) for each in tables]
    mean, above = divmod(sum(sizes), len(sizes))
    least = sum(size - mean for size in sizes if size > mean)
    moves = balancing_moves(tables, order, REGULATION)
    assert least - above <= len(moves) <= least


# 11-D: halting.


def test_tda_2024_11_d_play_halts_once_the_big_blind_would_be_an_empty_seat() -> None:
    """The illustration: five players against eight."""
    longest = table(2, "12345678")
    short = table(1, "12569", big_blind=2)
    assert halts(short, [short, longest], REGULATION)
    dealt = table(1, "12569", big_blind=5)
    assert not halts(dealt, [dealt, longest], REGULATION), "the blinds are not yet impacted"
    six = table(1, "125689", big_blind=2)
    assert not halts(six, [six, longest], REGULATION), "only two short"


# 10-B, RP-9: breaking.


def test_a_table_breaks_when_the_others_have_seats_for_all() -> None:
    tables = [table(1, "123456"), table(2, "123456"), table(3, "123456")]
    found = table_to_break(tables, [3, 1, 2], REGULATION)
    assert found is not None
    assert found[0] == 3
    more = [*tables[:2], table(3, "1234567")]
    assert table_to_break(more, [3, 1, 2], REGULATION) is None


def test_tda_2024_rp_9_two_tables_of_five_become_a_final_table_of_nine() -> None:
    ten = [table(1, "12345"), table(2, "12345")]
    assert table_to_break(ten, [1, 2], REGULATION) is None
    nine = [table(1, "12345"), table(2, "1234")]
    assert table_to_break(nine, [1, 2], REGULATION) == (1, FINAL_TABLE)
    assert table_to_break(nine[:1], [1], REGULATION) is None


@given(rooms(), st.binary(min_size=32, max_size=32))
def test_tda_2024_10_b_players_of_a_broken_table_draw_seats_and_tables_stay_even(
    tables: list[Table], seed: bytes
) -> None:
    broken, *staying = tables
    room = seats_to_draw(staying)
    players = list(broken.players.values())
    if len(players) > sum(len(each.free) for each in room):
        return
    places = seating(players, room, numbers(seed, bytes(32), ""))
    taken = {Place(each.number, seat) for each in staying for seat in each.players}
    assert not taken & places.keys()
    assert sorted(places.values()) == sorted(players)


def test_a_table_that_is_not_in_the_breaking_order_is_told() -> None:
    with pytest.raises(ValueError, match="table 2 is missing in the breaking order"):
        table_to_break([table(1, "1"), table(2, "1")], [1], REGULATION)
    with pytest.raises(ValueError, match="nobody sits at table 1"):
        _ = table(1, "").next_big_blind
