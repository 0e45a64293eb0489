"""The draw: a permutation, even tables, uniform, and the same for everyone who computes it."""

import re
from collections import Counter
from itertools import chain, count, islice, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.tournament.draw import below, canonical, in_order, numbers, said, seating, shuffled
from table.tournament.draw_record import DrawRecord, Notice, Room, commit, faults, make
from table.tournament.places import OpenTable, Place

PAGE = Path(__file__).parents[3] / "docs" / "draw.md"
SEED = bytes(range(32))
WORD = "Ah Kd 7c 7d 2s"
PLAYERS = ["Дина", "Boris", "anna", "Chen", "Eva"]
NOTICE = commit(
    "Worked example", SEED, "the board of the first hand", Room.of_equal_tables(2, 4), PLAYERS
)

names = st.lists(
    st.text(st.sampled_from("abcdeжя -'"), min_size=1, max_size=8).filter(str.strip).map(canonical),
    min_size=1,
    max_size=30,
    unique_by=str.casefold,
)
words = names.map(lambda several: f"x {several[0]}")
seeds = st.binary(min_size=32, max_size=32)
rooms = st.lists(st.tuples(st.integers(1, 10), st.integers(0, 5)), min_size=1, max_size=6).map(
    lambda sizes: [OpenTable(n, tuple(range(1, s + 1)), k) for n, (s, k) in enumerate(sizes, 1)]
)


def numbered(seed: int, said: str = "") -> "chain[int]":
    """The stream of the n-th of a fixed set of seeds."""
    return chain(numbers(seed.to_bytes(32, "big"), bytes(32), said))


# The worked example of docs/draw.md, and the program printed there.


def test_the_worked_example_of_the_page() -> None:
    record = make(NOTICE, SEED, WORD)
    page = PAGE.read_text("utf-8")
    assert f"```text\n{NOTICE.statement}```" in page
    assert f"`{NOTICE.commitment}`" in page
    assert f"`{WORD}`, spelled `{record.word}`" in page
    first = next(numbers(SEED, bytes.fromhex(NOTICE.commitment), record.word))
    assert f"`{first:064x}`" in page
    rows = "".join(f"| {card.place} | {card.player} |\n" for card in record.seating)
    assert f"| seat | player |\n|---|---|\n{rows}\n" in page


@given(st.data())
def test_the_program_of_the_page_draws_what_betline_draws(data: st.DataObject) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    space: dict[str, object] = {}
    exec(program, space)  # noqa: S102 - the program that the page tells readers to run
    players, tables = data.draw(names), data.draw(rooms)
    seats = sum(len(table.free) for table in tables)
    players = players[:seats]
    content = [{"table": t.table, "free": t.free, "seated": t.seated} for t in tables]
    room = Room.model_validate({"tables": content})
    seed, word = data.draw(seeds), data.draw(words)
    notice = commit("Event", seed, "some word", room, players)
    drawn = space["draw"](  # type: ignore[operator]
        seed,
        notice.statement,
        said(word),
        {table.table: (table.free, table.seated) for table in tables},
        list(notice.players),
    )
    record = make(notice, seed, word)
    assert drawn == {(card.table, card.seat): card.player for card in record.seating}


# What a draw gives.


@given(names, rooms, seeds)
def test_everybody_gets_one_seat_and_tables_are_even(
    players: list[str], tables: list[OpenTable], seed: bytes
) -> None:
    players = players[: sum(len(table.free) for table in tables)]
    places = seating(players, tables, numbers(seed, bytes(32), WORD))
    assert sorted(places.values()) == sorted(players)
    free = {table.table: set(table.free) for table in tables}
    assert all(place.seat in free[place.table] for place in places)
    filled = Counter(place.table for place in places)
    sizes = {table.table: table.seated + filled[table.table] for table in tables}
    with_room = [t.table for t in tables if filled[t.table] < len(t.free)]
    with_more = [t.table for t in tables if filled[t.table]]
    for shorter in with_room:
        for longer in with_more:
            assert sizes[longer] - sizes[shorter] <= 1, "a player could sit at a shorter table"


@given(names, seeds)
def test_the_order_in_which_players_are_listed_does_not_matter(
    players: list[str], seed: bytes
) -> None:
    room = Room.of_equal_tables(4, 9)
    there = commit("Event", seed, "", room, players)
    back = commit("Event", seed, "", room, players[::-1])
    assert make(there, seed, "") == make(back, seed, "")


def test_more_players_than_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="3 players cannot have 2 seats"):
        seating(["a", "b", "c"], [OpenTable(1, (1, 2))], numbered(1))


# Uniform. The seeds are a fixed set, so these tests give the same every time; the bounds are the
# 99.9 % points of chi-square.


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = sum(counts.values()) / cells
    missing = (cells - len(counts)) * expected
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing


def test_every_order_of_four_is_equally_likely() -> None:
    orders = Counter(tuple(shuffled("abcd", numbered(seed))) for seed in range(6000))
    assert set(orders) == set(permutations("abcd"))
    assert chi_square(Counter(orders), 24) < 49.7  # 23 degrees of freedom


def test_every_player_gets_every_seat_equally_often() -> None:
    tables = [OpenTable(1, (1, 2, 3)), OpenTable(2, (1, 2, 3))]
    cells: Counter[object] = Counter()
    for seed in range(3000):
        cells.update(
            (place, name) for place, name in seating("abcd", tables, numbered(seed)).items()
        )
    assert len(cells) == 24
    # Six seats by four players, and each player sits somewhere: 24 - 4 degrees of freedom.
    assert chi_square(cells, 24) < 45.3


def test_which_table_gets_one_more_and_which_seat_stays_empty_are_drawn_evenly() -> None:
    tables = [OpenTable(number, (1, 2, 3)) for number in (1, 2, 3)]
    longer: Counter[object] = Counter()
    empty: Counter[object] = Counter()
    for seed in range(3000):
        places = seating("abcdefg", tables, numbered(seed))
        sizes = Counter(place.table for place in places)
        longer.update(table for table in sizes if sizes[table] == 3)
        empty.update(
            place
            for t in tables
            for seat in t.free
            if (place := Place(t.table, seat)) not in places
        )
    assert chi_square(longer, 3) < 13.8  # 2
    assert chi_square(empty, 9) < 26.1  # 8


def test_other_words_and_other_commitments_give_independent_draws() -> None:
    """The seat of one player after changing the word: pairs are as uniform as seats."""
    pairs: Counter[object] = Counter()
    for seed in range(2000):
        first, second = (shuffled("abc", numbered(seed, word)).index("a") for word in ("x", "y"))
        pairs[first, second] += 1
    assert chi_square(pairs, 9) < 26.1


@pytest.mark.parametrize("bound", [3, 6, 7, 10, 1000])
def test_numbers_that_would_favour_small_remainders_are_thrown_away(bound: int) -> None:
    fair = 2**256 - 2**256 % bound
    assert below(bound, iter([fair, 2**256 - 1, 5])) == 5 % bound
    assert below(bound, iter([fair - 1])) == bound - 1


def test_a_power_of_two_throws_nothing_away() -> None:
    assert below(8, iter([2**256 - 1])) == 7
    assert below(1, iter([2**256 - 1])) == 0


def test_the_stream_does_not_repeat() -> None:
    seen = list(islice(numbers(SEED, bytes(32), WORD), 1000))
    assert len(set(seen)) == 1000


@pytest.mark.parametrize(("seed", "commitment"), [(bytes(31), bytes(32)), (SEED, bytes(31))])
def test_a_seed_or_a_commitment_of_another_length_is_refused(
    seed: bytes, commitment: bytes
) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        next(numbers(seed, commitment, WORD))


# Committed before, checked after.


def changed(record: DrawRecord, **values: object) -> DrawRecord:
    return record.model_copy(update=values)


def recommitted(**values: object) -> Notice:
    """Another notice that is consistent in itself."""
    content: dict[str, object] = {
        "event": NOTICE.event,
        "seed": SEED,
        "word_source": NOTICE.word_source,
        "room": Room(tables=NOTICE.tables),
        "players": list(NOTICE.players),
    }
    return commit(**{**content, **values})  # type: ignore[arg-type]


def test_a_draw_as_it_was_made_is_accepted() -> None:
    record = make(NOTICE, SEED, WORD)
    assert faults(record, NOTICE.commitment) == ()
    assert faults(record, f" {NOTICE.commitment.upper()}\n") == ()
    assert faults(record) == ()


@pytest.mark.parametrize(
    "values",
    [
        {"event": "Another event"},
        {"seed": bytes(32)},
        {"word_source": "the flop"},
        {"room": Room.of_equal_tables(2, 5)},
        {"players": [*PLAYERS[1:], "Дима"]},
        {"players": PLAYERS[1:]},
    ],
)
def test_nothing_that_was_committed_to_can_be_changed_afterwards(values: dict[str, object]) -> None:
    notice = recommitted(**values)
    record = make(notice, values.get("seed", SEED), WORD)  # type: ignore[arg-type]
    (fault,) = faults(record, NOTICE.commitment)
    assert fault.name == "draw-fault-commitment"


@given(st.integers(0, 255))
def test_any_other_seed_is_refused(bit: int) -> None:
    other = (int.from_bytes(SEED, "big") ^ (1 << bit)).to_bytes(32, "big")
    with pytest.raises(ValueError, match="not the seed"):
        make(NOTICE, other, WORD)
    record = changed(make(NOTICE, SEED, WORD), seed=other.hex())
    assert [fault.name for fault in faults(record)] == ["draw-fault-seed"]


@given(words)
def test_any_other_word_gives_another_seating_or_the_same_by_chance_alone(word: str) -> None:
    record = make(NOTICE, SEED, WORD)
    swapped = changed(record, word=said(word))
    assert bool(faults(swapped)) == (make(NOTICE, SEED, word).seating != record.seating)


@pytest.mark.parametrize("word", [WORD, " ah KD, 7c-7d 2S.", "AhKd7c7d2s", "Ａｈ Kd 7c 7d 2s"])
def test_another_spelling_of_the_word_is_the_same_draw(word: str) -> None:
    """Else whoever knows the seed could choose among spellings."""
    assert make(NOTICE, SEED, word) == make(NOTICE, SEED, WORD)


@given(st.text())
def test_the_spelling_of_a_word_is_its_own(text: str) -> None:
    try:
        word = said(text)
    except ValueError:
        return
    assert said(word) == word == said(f" {text}! ")


@pytest.mark.parametrize("word", ["A♥ K♦", "a+b", "a\nb"])
def test_a_word_is_written_with_letters_and_digits(word: str) -> None:
    with pytest.raises(ValueError, match="with letters and digits, suits too"):
        make(NOTICE, SEED, word)
    with pytest.raises(ValueError, match="the word is empty"):
        make(NOTICE, SEED, " ... ")


@given(st.permutations(range(5)))
def test_any_other_seating_is_refused(order: list[int]) -> None:
    record = make(NOTICE, SEED, WORD)
    cards = [
        card.model_copy(update={"player": record.seating[index].player})
        for card, index in zip(record.seating, order, strict=True)
    ]
    found = faults(changed(record, seating=tuple(cards)))
    wrong = sum(1 for index, place in enumerate(order) if index != place)
    assert [fault.name for fault in found] == ["draw-fault-seat"] * wrong


def test_a_seat_that_was_added_left_out_or_doubled_is_refused() -> None:
    record = make(NOTICE, SEED, WORD)
    assert len(faults(changed(record, seating=record.seating[1:]))) == 1
    twice = (*record.seating, record.seating[0])
    assert [fault.name for fault in faults(changed(record, seating=twice))] == [
        "draw-fault-place-twice"
    ]


def test_a_word_is_needed_exactly_where_one_was_announced() -> None:
    with pytest.raises(ValueError, match="announces 'the board"):
        make(NOTICE, SEED, "")
    silent = recommitted(word_source="")
    with pytest.raises(ValueError, match="announces 'no word'"):
        make(silent, SEED, WORD)
    assert faults(make(silent, SEED, "")) == ()
    assert "draw-fault-word" in {f.name for f in faults(changed(make(silent, SEED, ""), word="x"))}


def test_a_notice_that_was_edited_is_not_read() -> None:
    for edit in ({"event": "Other"}, {"commitment": "0" * 64}, {"players": NOTICE.players[1:]}):
        with pytest.raises(ValueError, match="does not belong to this notice"):
            Notice.model_validate({**NOTICE.model_dump(), **edit})


def test_the_notice_does_not_tell_the_seed() -> None:
    told = NOTICE.model_dump_json() + NOTICE.statement
    assert SEED.hex() not in told


# Spelling.


def test_one_name_has_one_spelling() -> None:
    assert canonical("  Йона   Мария ") == canonical("Йона Мария")
    assert canonical("Zoe\u0308") == "Zo\u00eb"


@given(st.text())
def test_the_canonical_spelling_of_a_spelling_is_itself(text: str) -> None:
    try:
        spelled = canonical(text)
    except ValueError:
        return
    assert canonical(spelled) == spelled
    assert "\n" not in spelled, "a name cannot add a line to the committed text"


@pytest.mark.parametrize(
    "name", ["", "  ", "a\nplayer: b", "a\u200bb", "a\u202eb", "\ud800", "\ue000"]
)
def test_what_print_does_not_show_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"empty|print does not show"):
        canonical(name)


@pytest.mark.parametrize("twice", [["Anna", "anna"], ["Anna ", "Anna"], ["Zoë", "Zoe\u0308"]])
def test_two_players_of_one_name_are_refused(twice: list[str]) -> None:
    with pytest.raises(ValueError, match="two players have one name"):
        commit("Event", SEED, "", Room.of_equal_tables(1, 9), twice)


def test_players_stand_in_the_order_of_their_bytes() -> None:
    assert in_order(PLAYERS) == ("Boris", "Chen", "Eva", "anna", "Дина")


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ([{"table": 1, "free": [2, 1]}], "each free seat once"),
        ([{"table": 1, "free": [1, 1]}], "each free seat once"),
        ([{"table": 2, "free": [1]}, {"table": 1, "free": [1]}], "each table once"),
        ([{"table": 0, "free": [1]}], "greater than or equal to 1"),
        ([], "at least 1 item"),
    ],
)
def test_a_room_is_written_in_one_way(tables: list[object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Room.model_validate({"tables": tables})


@pytest.mark.parametrize("text", ["3", "3/", "/7", "0/7", "3/x", "3/7/1", "٣/7", "-1/2", ""])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write table and seat as 3/7"):
        Place.parse(text)


def test_a_place_reads_as_it_prints() -> None:
    for table in islice(count(1), 12):
        assert Place.parse(str(Place(table, 7))) == Place(table, 7)
