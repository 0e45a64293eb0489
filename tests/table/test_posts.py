"""What is owed before the cards: blinds, straddles, antes, missed blinds, a dead small blind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.dealing import begin
from table.events import HandStarted
from table.game import AnteType, Game, Limit
from table.hand import Hand
from table.legal import legal_range
from table.posts import Posts, last_blind, missed_blinds, paid, posts_due
from table.rulebooks import load

TDA = load("tda2024")
GAME = Game(limit=Limit.NO_LIMIT, small_blind=50, big_blind=100)


def begun(game: Game = GAME, seats: int = 4, posts: Posts | None = None, **stacks: int) -> Hand:
    order = tuple("abcdefghij"[:seats])
    return begin(
        HandStarted(
            at_ns=0,
            number=1,
            game=game,
            order=order,
            stacks=dict.fromkeys(order, 1000) | stacks,
            posts=posts,
        ),
        TDA,
    )


def test_heads_up_the_button_posts_the_small_blind_and_acts_first() -> None:
    hand = begun(seats=2)
    assert hand.betting.bets == {"a": 100, "b": 50}
    assert hand.betting.turn == "b"


def test_short_deck_has_one_blind_on_the_button_and_antes() -> None:
    game = Game(limit=Limit.NO_LIMIT, variant="short_deck", big_blind=20, ante=10)
    hand = begun(game)
    assert hand.betting.bets == {"d": 20}
    assert (hand.betting.pot, hand.betting.turn) == (40, "a")


def test_a_new_player_posts_live_and_does_not_move_the_first_act() -> None:
    posts = Posts(blinds={"a": 50, "b": 100}, live={"d": 100}, dead={"d": 50})
    hand = begun(posts=posts)
    assert hand.betting.bets == {"a": 50, "b": 100, "d": 100}
    assert (hand.betting.pot, hand.betting.turn) == (50, "c")
    assert hand.dead == {"d": 50}
    assert hand.betting.stack_of("d") == 850
    assert hand.staked == {"a": 50, "b": 100, "c": 0, "d": 100}


def test_what_was_missed_is_owed() -> None:
    assert missed_blinds(GAME, small=True, big=True) == (100, 50)
    assert missed_blinds(GAME, small=True, big=False) == (0, 50)
    assert missed_blinds(GAME, small=False, big=True) == (100, 0)


def test_with_a_dead_small_blind_nobody_posts_it_and_pot_limit_counts_it() -> None:
    game = Game(limit=Limit.POT_LIMIT, variant="omaha", small_blind=50, big_blind=100)
    hand = begun(game, seats=3, posts=Posts(blinds={"a": 100}))
    assert hand.betting.turn == "b"
    assert legal_range(hand.betting, "b", TDA).max_raise_to == 350


def test_straddles_in_a_row_move_the_first_act_and_the_least_raise() -> None:
    game = Game(limit=Limit.NO_LIMIT, small_blind=50, big_blind=100, straddle=400)
    posts = Posts(blinds={"a": 50, "b": 100, "c": 200, "d": 400})
    hand = begun(game, seats=6, posts=posts)
    assert hand.betting.turn == "e"
    assert legal_range(hand.betting, "e", TDA) == (400, 800, 1000)


@pytest.mark.parametrize(
    ("kind", "payers"),
    [
        (AnteType.EACH, {"a", "b", "c", "d"}),
        (AnteType.BIG_BLIND, {"b"}),
        (AnteType.BUTTON, {"d"}),
    ],
)
def test_an_ante_of_one_for_all_is_nobodys_stake(kind: AnteType, payers: set[str]) -> None:
    game = Game(limit=Limit.NO_LIMIT, small_blind=50, big_blind=100, ante=25, ante_type=kind)
    hand = begun(game)
    assert set(posts_due(game, hand.order).antes) == payers
    assert set(hand.antes) == payers
    assert set(hand.dead) == (set() if kind is AnteType.EACH else payers)


def test_the_ante_for_all_is_in_the_main_pot_whole() -> None:
    game = Game(
        limit=Limit.NO_LIMIT, small_blind=50, big_blind=100, ante=100, ante_type=AnteType.BIG_BLIND
    )
    hand = begun(game, b=150)
    # The blind first (TDA 2024 RP-11): 100 live, 50 of the ante.
    assert hand.betting.bets["b"] == 100
    assert hand.dead == {"b": 50}
    # So far the small blind faces 50 of the big one; the ante is in the pot with them.
    assert [pot.amount for pot in hand.side_pots.pots] == [50 + 50 + 50]
    assert hand.side_pots.uncalled == ("b", 50)


amounts = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 300))


@given(amounts, amounts, amounts, amounts, st.lists(st.integers(1, 700), min_size=4, max_size=4))
def test_posting_conserves_chips_and_takes_no_more_than_is_there(
    blinds: dict[str, int],
    live: dict[str, int],
    dead: dict[str, int],
    antes: dict[str, int],
    stacks: list[int],
) -> None:
    posts = Posts(blinds=blinds, live=live, dead=dead, antes=antes)
    before = dict(zip("abcd", stacks, strict=True))
    posted = paid(posts, before, GAME, TDA)
    for seat, stack in before.items():
        owed = sum(book.get(seat, 0) for book in (blinds, live, dead, antes))
        went = posted.bets.get(seat, 0) + posted.antes.get(seat, 0)
        assert went == min(stack, owed)
        assert posted.stacks[seat] == stack - went
        assert posted.dead.get(seat, 0) <= posted.antes.get(seat, 0)
    assert last_blind(posts, tuple("abcd")) in "abcd"
