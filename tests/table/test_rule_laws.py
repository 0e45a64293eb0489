"""Laws that hold for every act in every state, under every rulebook."""

from hypothesis import given
from hypothesis import strategies as st

from table.act import Act, Gesture, Order, PriorChips, PriorMode, Word, Words
from table.betting import Betting
from table.chips import chips, value
from table.game import EventKind, Game, Limit, Street
from table.rulebook import Rulebook
from table.rulebooks import SHIPPED, load
from table.rules import rule
from table.ruling import ROUND_OVER, Action, Message
from table.sentences import LANGUAGES, say
from table.settling import ACTS, after

SEATS = "ABCD"
DENOMINATIONS = (25, 50, 100, 500, 1000)
handfuls = st.lists(st.sampled_from(DENOMINATIONS), min_size=1, max_size=5).map(chips)
books = st.sampled_from(SHIPPED).map(load)


@st.composite
def games(draw: st.DrawFn) -> Game:
    limit = draw(st.sampled_from(Limit))
    return Game(
        limit=limit,
        small_blind=draw(st.sampled_from((0, 25))),
        big_blind=50,
        unit=100 if limit is Limit.FIXED_LIMIT else None,
        cap=draw(st.sampled_from((None, 3, 4))),
        max_raise=400 if limit is Limit.SPREAD else None,
        event=draw(st.sampled_from((None, *EventKind))),
        round_small_blind=draw(st.booleans()),
    )


@st.composite
def bettings(draw: st.DrawFn) -> Betting:
    """States as play can reach them: bets up to the level, the last full raise within it."""
    order = SEATS[: draw(st.integers(2, 4))]
    level = draw(st.sampled_from((0, 50, 75, 150, 400, 1300)))
    bets = {seat: draw(st.integers(0, level // 25)) * 25 for seat in order}
    opener = draw(st.sampled_from(order))
    bets[opener] = level
    turn = draw(st.sampled_from(order))
    stacks = {seat: draw(st.integers(0, 120)) * 25 for seat in order}
    stacks[turn] = max(25, stacks[turn])
    acted = {seat: draw(st.sampled_from((bets[seat], level))) for seat in order if seat != turn}
    if draw(st.booleans()):
        acted[turn] = bets[turn]
    return Betting(
        game=draw(games()),
        street=draw(st.sampled_from((Street.PREFLOP, Street.FLOP, Street.RIVER))),
        order=tuple(order),
        turn=turn,
        pot=draw(st.integers(0, 40)) * 25,
        bets=bets,
        stacks=stacks,
        acted=acted,
        last_full_raise=draw(st.sampled_from((0, 50, 100))),
        raises=draw(st.integers(0, 4)),
    )


@st.composite
def words(draw: st.DrawFn) -> Words:
    word = draw(st.sampled_from(Word))
    amount = draw(st.sampled_from((None, 25, 75, 200, 600, 1500, 99_000)))
    return Words(
        word=word,
        order=draw(st.sampled_from(Order)),
        amount=amount or 200 if word is Word.AMOUNT else amount,
        candidates=(5, 500, 5000) if word is Word.UNCLEAR else (),
        heard_by_all=draw(st.booleans()),
    )


@st.composite
def acts(draw: st.DrawFn, betting: Betting) -> Act:
    """An act that the chips of the player in turn allow."""
    seat = betting.turn
    assert seat is not None
    motions, behind = [], betting.stack_of(seat)
    for motion in draw(st.lists(handfuls, max_size=3)):
        if value(motion) <= behind:
            motions.append(motion)
            behind -= value(motion)
    own = None
    if betting.bet_of(seat) and draw(st.booleans()):
        lying = chips([25] * (betting.bet_of(seat) // 25))
        mode = draw(st.sampled_from(PriorMode))
        own = PriorChips(mode=mode, chips=lying, left=lying[:-1])
    return Act(
        seat=seat,
        motions=tuple(motions),
        words=draw(st.none() | words()),
        gesture=draw(st.none() | st.sampled_from(Gesture)),
        prior=own,
        acted_on=draw(st.booleans()),
        thought_bet=draw(st.sampled_from((None, 50))),
    )


@st.composite
def situations(draw: st.DrawFn) -> tuple[Betting, Act, Rulebook]:
    betting = draw(bettings())
    return betting, draw(acts(betting)), draw(books)


@given(situations())
def test_every_act_has_an_answer_and_always_the_same(spot: tuple[Betting, Act, Rulebook]) -> None:
    assert rule(*spot) == rule(*spot)


@given(situations())
def test_the_figures_of_a_ruling_agree(spot: tuple[Betting, Act, Rulebook]) -> None:
    betting, act, _ = spot
    ruling = rule(*spot)
    if ruling.total is None:
        assert (ruling.raise_by, ruling.added) == (0, 0)
        return
    before = betting.bet_of(act.seat)
    assert ruling.total <= before + betting.stack_of(act.seat)
    assert ruling.raise_by == max(0, ruling.total - betting.level)
    assert ruling.clauses
    if ruling.action is not Action.FOLD:
        assert ruling.total == before + ruling.added
    if ruling.action is Action.RAISE:
        assert ruling.total == betting.level + ruling.raise_by > betting.level > 0
    if ruling.action is Action.CALL:
        assert ruling.total == betting.level


@given(situations())
def test_what_lies_out_is_what_counts_and_the_change(spot: tuple[Betting, Act, Rulebook]) -> None:
    _, act, _ = spot
    ruling = rule(*spot)
    if ruling.total is None or not act.motions:
        return
    kept = act.prior
    earlier = spot[0].bet_of(act.seat)
    if kept is not None:
        earlier = {
            PriorMode.LEFT: value(kept.chips),
            PriorMode.PUSHED_ALL: value(kept.chips),
            PriorMode.PULLED_PART: value(kept.left),
            PriorMode.PULLED_ALL: 0,
        }[kept.mode]
    out = earlier + sum(map(value, act.motions))
    assert ruling.total + ruling.change_to_return == out + ruling.chips_to_add
    assert not (ruling.change_to_return and ruling.chips_to_add)


@given(situations())
def test_no_ruling_cites_a_clause_twice(spot: tuple[Betting, Act, Rulebook]) -> None:
    cited = [clause.text for clause in rule(*spot).clauses]
    assert len(cited) == len(set(cited))


@given(situations(), st.randoms(use_true_random=False))
def test_the_order_of_chips_in_a_motion_does_not_matter(
    spot: tuple[Betting, Act, Rulebook], shuffler: object
) -> None:
    betting, act, book = spot
    mixed = []
    for motion in act.motions:
        handful = list(motion)
        shuffler.shuffle(handful)  # type: ignore[attr-defined]
        mixed.append(tuple(handful))
    again = Act(**{**vars(act), "motions": tuple(mixed)})
    assert rule(betting, act, book) == rule(betting, again, book)


@given(situations())
def test_the_legal_range_is_a_range(spot: tuple[Betting, Act, Rulebook]) -> None:
    ruling = rule(*spot)
    least, most = ruling.min_raise_to, ruling.max_raise_to
    assert (least is None) == (most is None)
    if least is not None and most is not None:
        assert 0 < least <= most
        moved = after(spot[0], ruling)
        assert most > moved.level


@given(situations())
def test_chips_are_neither_made_nor_lost(spot: tuple[Betting, Act, Rulebook]) -> None:
    betting = spot[0]
    ruling = rule(*spot)
    moved = after(betting, ruling)
    total = betting.pot_with_bets + sum(betting.stacks.values())
    assert moved.pot_with_bets + sum(moved.stacks.values()) == total
    assert ruling.pot == moved.pot_with_bets
    assert min(moved.stacks.values()) >= 0
    if ruling.action in ACTS and ruling.next == ROUND_OVER:
        assert moved.turn is None


@given(situations())
def test_the_floor_and_the_player_always_get_options(spot: tuple[Betting, Act, Rulebook]) -> None:
    ruling = rule(*spot)
    if ruling.ask_floor:
        assert ruling.action is Action.ASK_FLOOR
        assert len(ruling.options) > 1
    if ruling.action is Action.ILLEGAL:
        assert ruling.options


@given(situations(), st.sampled_from(LANGUAGES))
def test_every_ruling_can_be_said(spot: tuple[Betting, Act, Rulebook], language: str) -> None:
    ruling = rule(*spot)
    assert say(ruling.message, language)
    assert ruling.clauses[0].text in say(ruling.rule, language)
    for option in ruling.options:
        name = f"option-{option.token.replace('_', '-')}"
        assert say(Message(name, dict(option.amounts)), language)
