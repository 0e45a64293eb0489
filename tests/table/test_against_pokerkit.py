"""Random legal hands: legal ranges, pots and payouts as PokerKit 0.7.7 has them.

Where it is known to rule otherwise, `oracle` names the clause that betline follows.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import BIG, GAMES, KNOWN, NOBODY_TO_BET_AGAINST, STUD, BothTables

from table.act import Word

# Of a draw game more would use up the deck, and with it the one order of the cards.
MOST_PLAYERS = {"NT": 6, "PO": 6, "FT": 6, "N2L1D": 4, "F2L3D": 3, "FB": 3}
STACKS = st.integers(BIG, 30 * BIG) | st.integers(2, 60).map(lambda count: count * BIG)


def seated(code: str, data: st.DataObject) -> BothTables:
    draw = data.draw
    players = draw(st.integers(2, MOST_PLAYERS.get(code, 5)))
    ante = draw(st.sampled_from((0, 0, 10)))
    if GAMES[code][1] in STUD:
        ante = 10
    stacks = [draw(STACKS) + ante for _ in range(players)]
    return BothTables(code, stacks, ante, draw(st.integers(0, 2**32)))


def play(both: BothTables, data: st.DataObject) -> None:
    both.next_round()
    while both.pokerkit.actor_index is not None:
        allowed = both.compared()
        seat = both.betting.turn
        assert seat is not None
        owes = both.betting.to_call(seat) > 0
        wishes = ["call", "call", "call", "fold", "least", "most", "between"]
        wish = data.draw(st.sampled_from(wishes))
        if wish == "fold" and owes:
            both.do(Word.FOLD)
        elif wish in ("least", "most", "between") and allowed.least is not None:
            assert allowed.most is not None
            total = {"least": allowed.least, "most": allowed.most}.get(wish)
            total = total or data.draw(st.integers(allowed.least, allowed.most))
            both.do(Word.RAISE if both.betting.level else Word.BET, total)
        else:
            both.do(Word.CALL if owes else Word.CHECK)
        both.next_round()
    both.compare_the_end()


@pytest.mark.parametrize("code", GAMES)
@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_random_legal_hands_agree(code: str, data: st.DataObject) -> None:
    play(seated(code, data), data)


@pytest.mark.parametrize("code", [code for code in GAMES if GAMES[code][1] not in STUD])
def test_a_big_blind_with_nobody_to_bet_against_is_asked_nothing(code: str) -> None:
    both = BothTables(code, [BIG + 1, BIG + 1, BIG], 0, 0)
    both.next_round()
    for word in (Word.CALL, Word.FOLD):
        both.do(word)
        both.next_round()
    assert both.clauses == {NOBODY_TO_BET_AGAINST}
    both.compare_the_end()


def test_every_known_difference_names_its_clause() -> None:
    assert all(difference.clause.split(":")[0] for difference in KNOWN)
