"""The field: chips are conserved at every event, and what cannot have happened is refused."""

import ast
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regulations import regulation

from table import tournament
from table.rulebooks import load
from table.sentences import LANGUAGES, say
from table.tournament import events
from table.tournament.balancing import Table, balancing_moves, seats_to_draw, table_to_break
from table.tournament.draw import numbers, seating
from table.tournament.draw_record import Room, commit, make
from table.tournament.field import Field, NotPossibleError, standings
from table.tournament.places import Place
from table.tournament.standing import prizes
from table.tournament.stepping import step

TDA = load("tda2024")
STACK = 10_000


class Floor:
    """Enters events, and keeps the chips that really lie on the tables."""

    def __init__(self, **changes: object) -> None:
        self.field = Field(regulation(**changes))
        self.stacks: dict[str, int] = {}
        self.moment = 0

    def enters(self, event: type[events.TournamentEvent], **values: object) -> None:
        self.moment += 1
        self.field = step(self.field, event(at_ns=self.moment, **values), TDA)
        assert sum(self.field.tables.values()) + self.waiting == self.field.in_play

    @property
    def waiting(self) -> int:
        players = self.field.players.values()
        return sum(player.chips for player in players if not player.place and not player.out)

    def seats(self, *places: str) -> None:
        for place in places:
            name = place.replace("/", "-")
            self.enters(events.Registered, player=name)
            self.enters(events.Seated, player=name, place=Place.parse(place))

    def refuses(
        self, sentence: str, event: type[events.TournamentEvent], **values: object
    ) -> Mapping[str, str | int]:
        """The event is refused, in every language, and nothing has changed."""
        before = self.field
        with pytest.raises(NotPossibleError) as caught:
            self.enters(event, **values)
        assert caught.value.message.name == sentence
        for language in LANGUAGES:
            assert say(caught.value.message, language)
        assert self.field is before
        return caught.value.message.values


@pytest.fixture
def floor() -> Floor:
    """Two tables: 1-1, 1-2, 1-3 and 2-1, 2-2, at level 1."""
    made = Floor()
    made.seats("1/1", "1/2", "1/3", "2/1", "2/2")
    made.enters(events.LevelStarted, level=1)
    return made


# Entering and sitting down.


def test_everybody_gets_the_same_stack(floor: Floor) -> None:
    assert floor.field.tables == {1: 3 * STACK, 2: 2 * STACK}
    assert floor.field.in_play == floor.field.present == 5 * STACK


def test_registration_closes_after_its_last_level(floor: Floor) -> None:
    floor.enters(events.LevelStarted, level=2)
    floor.enters(events.Registered, player="late")
    floor.enters(events.LevelStarted, level=3)
    floor.refuses("field-registration-closed", events.Registered, player="later")


def test_one_entry_at_a_time_and_no_more_than_the_regulation_allows(floor: Floor) -> None:
    floor.refuses("field-entered-already", events.Registered, player="1-1")
    floor.enters(events.Eliminated, had={"1-1": STACK})
    floor.enters(events.Registered, player="1-1")
    assert floor.field.out == (), "the exit of an earlier entry gives no place"
    floor.enters(events.Seated, player="1-1", place=Place(1, 1))
    floor.enters(events.Eliminated, had={"1-1": STACK})
    floor.refuses("field-no-more-entries", events.Registered, player="1-1")


def test_a_seat_is_taken_once_and_exists(floor: Floor) -> None:
    floor.enters(events.Registered, player="new")
    floor.refuses("field-seat-taken", events.Seated, player="new", place=Place(1, 2))
    values = floor.refuses("field-no-such-seat", events.Seated, player="new", place=Place(1, 10))
    assert values["seats"] == 9
    floor.refuses("field-not-waiting", events.Seated, player="1-1", place=Place(1, 9))
    floor.refuses("field-not-waiting", events.Seated, player="nobody", place=Place(1, 9))


# Counting and moving.


def test_a_count_that_is_not_the_tables_total_is_refused(floor: Floor) -> None:
    counts = {"1-1": 9000, "1-2": 11_000, "1-3": 10_025}
    values = floor.refuses("field-count-differs", events.ChipsCounted, table=1, stacks=counts)
    assert (values["counted"], values["expected"]) == (30_025, 30_000)
    floor.enters(events.ChipsCounted, table=1, stacks={**counts, "1-3": 10_000})
    assert floor.field.players["1-2"].chips == 11_000


def test_a_count_is_of_everybody_at_the_table(floor: Floor) -> None:
    short = {"1-1": STACK, "1-2": 2 * STACK}
    values = floor.refuses("field-count-not-of-table", events.ChipsCounted, table=1, stacks=short)
    assert values["player"] == "1-3"
    out = {**short, "1-3": 0}
    floor.refuses("field-count-without-chips", events.ChipsCounted, table=1, stacks=out)


def test_a_player_moves_with_the_chips(floor: Floor) -> None:
    floor.enters(events.Moved, player="1-3", place=Place(2, 9), chips=7000)
    assert floor.field.tables == {1: 23_000, 2: 27_000}
    assert floor.field.seated_at(2) == {1: "2-1", 2: "2-2", 9: "1-3"}


@pytest.mark.parametrize("chips", [0, -1, 29_999, 30_000])
def test_nobody_carries_more_than_the_others_leave(floor: Floor, chips: int) -> None:
    move = {"player": "1-3", "place": Place(2, 9), "chips": chips}
    values = floor.refuses("field-stack-impossible", events.Moved, **move)
    assert (values["least"], values["most"]) == (1, 29_998)


def test_the_last_one_at_a_table_carries_all_of_it(floor: Floor) -> None:
    floor.enters(events.Moved, player="2-1", place=Place(1, 9), chips=12_000)
    short = {"player": "2-2", "place": Place(1, 8), "chips": 7_999}
    floor.refuses("field-stack-impossible", events.Moved, **short)
    floor.enters(events.Moved, **{**short, "chips": 8_000})
    assert floor.field.tables == {1: 5 * STACK}


# Out.


def test_eliminated_players_leave_their_chips_at_the_table(floor: Floor) -> None:
    floor.enters(events.Eliminated, had={"1-1": 4000, "1-2": 9000})
    assert floor.field.tables[1] == 3 * STACK
    places = [(finish.player, finish.place) for finish in standings(floor.field, TDA)]
    assert places == [("1-2", 4), ("1-1", 5)]


def test_hands_of_several_tables_are_one_hand_only_when_announced(floor: Floor) -> None:
    had = {"1-1": 4000, "2-1": 9000}
    floor.refuses("field-hands-of-several-tables", events.Eliminated, had=had)
    floor.enters(events.Eliminated, had=had, hand_for_hand=True)
    assert {(f.place, f.sharers) for f in standings(floor.field, TDA)} == {(4, 2)}


def test_somebody_wins_the_chips(floor: Floor) -> None:
    both = {"2-1": 5000, "2-2": 5000}
    floor.refuses("field-nobody-won", events.Eliminated, had=both)
    much = {"1-1": 15_000, "1-2": 15_000}
    floor.refuses("field-had-too-much", events.Eliminated, had=much)
    floor.refuses("field-not-seated", events.Eliminated, had={"nobody": 1})


def test_tda_2024_71_d_chips_of_a_disqualified_player_leave_play(floor: Floor) -> None:
    floor.enters(events.Disqualified, player="1-1", chips=12_000, reason="collusion")
    assert floor.field.in_play == 5 * STACK - 12_000
    assert floor.field.tables[1] == 18_000
    assert standings(floor.field, TDA)[0].place == 5


# The race.


def at_the_race(floor: Floor) -> Floor:
    for level in (2, 3):
        floor.enters(events.LevelStarted, level=level)
    return floor


def test_tda_2024_24_a_race_changes_the_total_by_its_rounding_alone(floor: Floor) -> None:
    race = {"table": 1, "chip": 25, "holdings": {"1": 5, "2": 7}, "won": ("2",)}
    at_the_race(floor).enters(events.RaceDone, **race)
    assert floor.field.raced == 0
    assert floor.field.players["1-1"].chips == STACK - 25
    assert floor.field.players["1-2"].chips == STACK + 25
    up = {"table": 2, "chip": 25, "holdings": {"1": 5}, "won": ("1",)}
    floor.enters(events.RaceDone, **up)
    assert floor.field.raced == 75
    assert floor.field.tables[2] == 2 * STACK + 75


def test_a_race_is_run_when_it_is_due_once_and_by_its_rules(floor: Floor) -> None:
    race = {"table": 1, "chip": 25, "holdings": {"1": 5, "2": 4}, "won": ("1",)}
    floor.refuses("field-no-race-now", events.RaceDone, **race)
    at_the_race(floor)
    floor.refuses("field-no-race-now", events.RaceDone, **{**race, "chip": 100})
    floor.refuses("field-race-winners", events.RaceDone, **{**race, "won": ()})
    floor.refuses("field-race-winners", events.RaceDone, **{**race, "won": ("1", "1")})
    floor.refuses("field-race-without-odd-chip", events.RaceDone, **{**race, "won": ("2",)})
    empty = {**race, "holdings": {"1": 5, "8": 4}}
    floor.refuses("field-race-of-empty-seat", events.RaceDone, **empty)
    floor.enters(events.RaceDone, **race)
    floor.refuses("field-raced-already", events.RaceDone, **race)


def test_levels_follow_one_another(floor: Floor) -> None:
    floor.refuses("field-level-not-next", events.LevelStarted, level=3)
    floor.refuses("field-level-not-next", events.LevelStarted, level=1)
    for level in (2, 3, 4):
        floor.enters(events.LevelStarted, level=level)
    floor.refuses("field-level-not-next", events.LevelStarted, level=5)


# The end.


def test_the_winner_holds_all_chips(floor: Floor) -> None:
    floor.refuses("field-not-the-last", events.Finished, winner="1-1", chips=5 * STACK)
    floor.enters(events.Eliminated, had={"1-1": 100, "1-2": 100})
    floor.enters(events.Eliminated, had={"2-1": 100})
    floor.enters(events.Moved, player="2-2", place=Place(1, 9), chips=2 * STACK)
    floor.enters(events.Eliminated, had={"2-2": 100})
    values = floor.refuses("field-winner-short", events.Finished, winner="1-3", chips=49_975)
    assert values["expected"] == 5 * STACK
    floor.enters(events.Finished, winner="1-3", chips=5 * STACK)
    assert [finish.place for finish in standings(floor.field, TDA)] == [1, 2, 3, 4, 4]
    floor.refuses("field-finished", events.LevelStarted, level=2)


# A whole tournament, with real stacks beside it that the field never sees.


class Played(Floor):
    """Plays random hands, balances and breaks tables, until one player is left."""

    def __init__(self, players: int, chance: random.Random) -> None:
        super().__init__(late_registration_levels=0, seats_per_table=6)
        self.chance = chance
        self.big_blinds: dict[int, int] = {}
        seed = chance.randbytes(32)
        names = [f"player {number}" for number in range(players)]
        notice = commit("Event", seed, "", Room.of_equal_tables(-(-players // 6), 6), names)
        for card in make(notice, seed, "").seating:
            self.enters(events.Registered, player=card.player)
            self.enters(events.Seated, player=card.player, place=card.place)
            self.stacks[card.player] = STACK
        self.enters(events.LevelStarted, level=1)

    @property
    def tables(self) -> list[Table]:
        seats = 7 if len(self.field.left) <= 7 else 6
        return [
            Table(number, seats, self.field.seated_at(number), self.big_blinds.get(number, 1))
            for number in self.field.tables
        ]

    def plays_a_hand(self, table: Table) -> None:
        self.big_blinds[table.number] = table.next_big_blind
        names = list(table.players.values())
        winner = self.chance.choice(names)
        had = {name: self.stacks[name] for name in names}
        for name in names:
            lost = self.chance.choice([0, had[name] // 2, had[name]])
            if name != winner:
                self.stacks[name] -= lost
                self.stacks[winner] += lost
        if busted := {name: had[name] for name in names if not self.stacks[name]}:
            self.enters(events.Eliminated, had=busted)
        sitting = {name: self.stacks[name] for name in names if self.stacks[name]}
        self.enters(events.ChipsCounted, table=table.number, stacks=sitting)

    def moves(self, player: str, to: Place) -> None:
        self.enters(events.Moved, player=player, place=to, chips=self.stacks[player])

    def tidies(self) -> None:
        order = list(self.field.tables)
        while found := table_to_break(self.tables, order, self.field.regulation):
            staying = [table for table in self.tables if table.number != found[0]]
            leaving = list(self.field.seated_at(found[0]).values())
            stream = numbers(self.chance.randbytes(32), bytes(32), "")
            for place, player in seating(leaving, seats_to_draw(staying), stream).items():
                self.moves(player, place)
        for move in balancing_moves(self.tables, order, self.field.regulation):
            self.moves(move.player, move.to_place)


@given(st.integers(2, 30), st.integers(0, 2**32))
def test_a_whole_tournament_ends_with_all_chips_before_one_player(players: int, seed: int) -> None:
    played = Played(players, random.Random(seed))
    while len(played.field.left) > 1:
        for table in played.tables:
            if len(played.field.seated_at(table.number)) > 1:
                played.plays_a_hand(table)
        if len(played.field.left) > 1:
            played.tidies()
        sizes = [len(table.players) for table in played.tables]
        assert max(sizes) - min(sizes) <= 1 or len(played.field.left) == 1
    (winner,) = played.field.left
    played.enters(events.Finished, winner=winner, chips=played.stacks[winner])
    assert played.stacks[winner] == players * STACK
    found = standings(played.field, TDA)
    assert len(found) == players
    assert found[0].place == 1
    paid = prizes(found, 1_000_000, played.field.regulation.payouts)
    assert sum(paid.paid.values()) + paid.left_over == 1_000_000


# Sentences.


def test_every_sentence_of_the_tournament_is_said_somewhere_and_exists() -> None:
    (folder,) = tournament.__path__
    code = Path(folder).parents[1]
    files = [*Path(folder).glob("*.py"), code / "api/commands/draw.py", code / "api/seat_cards.py"]
    texts = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    named = {text for text in texts if re.fullmatch(r"(field|draw|cards?)-[a-z-]+", text)}
    source = (code / "table/sentences/en/tournament.ftl").read_text("utf-8")
    assert named == set(re.findall(r"^([a-z-]+) = ", source, re.MULTILINE))
    assert len(named) > 40
