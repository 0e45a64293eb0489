"""How a hand begins, goes from street to street, and ends.

Chips are conserved: what lies behind the seats, in front of them and in the pot is the same sum
from the first blind to the pushing of the pot.
"""

from collections.abc import Iterable, Mapping

from table.betting import Betting
from table.changing import replace
from table.choices import StraddleRaise
from table.events import HandStarted
from table.game import Game, Limit, Street
from table.hand import Hand
from table.opening import UpCards, opener
from table.posts import Posted, Posts, last_blind, paid, posting_order, posts_due
from table.rulebook import Rulebook
from table.seats import Seat, clockwise_from
from table.variants import variant_of

_FIRST_STREETS = frozenset({Street.PREFLOP, Street.PREDRAW, Street.THIRD})


def begin(event: HandStarted, rulebook: Rulebook) -> Hand:
    """A hand at its start, blinds and antes posted, or at a known position in its middle.

    Args:
        event: what is played, by whom, with how much.
        rulebook: says whether a short big blind pays the blind or the ante first.

    Returns:
        The hand with the betting of its first street.
    """
    stacks = {seat: event.stacks.get(seat, 0) for seat in event.order}
    betting = Betting(
        game=event.game,
        street=event.street,
        order=event.order,
        turn=None,
        pot=event.pot,
        stacks=stacks,
        last_full_raise=event.game.big_blind,
    )
    posted = Posted(bets={}, antes={}, dead={}, stacks=stacks)
    after_seat = event.order[-1]
    if _begins_with_posts(event):
        posts = event.posts or posts_due(event.game, event.order)
        posted = paid(posts, stacks, event.game, rulebook)
        betting = _with_posts(betting, posts, posted, rulebook)
        after_seat = last_blind(posts, event.order)
    seats = clockwise_from(event.order, after_seat)
    first = opener_by_cards(betting, event.up_cards)
    if first is not None:
        seats = (first, *clockwise_from(event.order, first))
    return Hand(
        number=event.number,
        game=event.game,
        order=event.order,
        starting_stacks=dict(event.stacks),
        betting=replace(betting, turn=event.first or first_to_act(betting, seats)),
        antes=posted.antes,
        dead=posted.dead,
        up_cards=event.up_cards,
    )


def begin_street(
    hand: Hand, street: Street, first: Seat | None = None, up_cards: UpCards | None = None
) -> Hand:
    """The bets are drawn in, an uncalled bet returns, and the next round begins.

    Args:
        hand: whose round before is over.
        street: the round that begins.
        first: who acts first; None: as the rules say.
        up_cards: in stud, all cards that each player shows now; None: as before.
    """
    pot, stacks = drawn_in(hand.betting)
    betting = Betting(
        game=_game_on(street, before=hand.betting),
        street=street,
        order=hand.order,
        turn=None,
        pot=pot,
        stacks=stacks,
        folded=hand.betting.folded,
        last_full_raise=hand.game.big_blind,
    )
    showing = hand.up_cards if up_cards is None else up_cards
    opens = first or opener_by_cards(betting, showing) or hand.live[0]
    if street is not Street.SHOWDOWN:
        seats = (opens, *clockwise_from(hand.order, opens))
        betting = replace(betting, turn=first_to_act(betting, seats))
    return replace(hand, betting=betting, antes={}, up_cards=showing)


def end(hand: Hand, won: Mapping[Seat, int]) -> Hand:
    """The pot is pushed.

    Args:
        hand: the hand that ends.
        won: what each winner took out of the pot; empty where that is not known, and the pot is
            then left as it is, unless one hand alone is left to take it.
    """
    pot, stacks = drawn_in(hand.betting)
    if not won and len(hand.live) == 1:
        won = {hand.live[0]: pot}
    for seat, amount in won.items():
        stacks[seat] = stacks.get(seat, 0) + amount
    betting = replace(
        hand.betting, turn=None, bets={}, acted={}, pot=pot - sum(won.values()), stacks=stacks
    )
    return replace(hand, betting=betting, won=dict(won), ended=True)


def given_back(hand: Hand) -> Hand:
    """A misdeal: every seat has the chips again with which it began (TDA 2024 35-36)."""
    betting, stacks = hand.betting, dict(hand.starting_stacks)
    all_chips = betting.pot_with_bets + sum(betting.stacks.values())
    betting = replace(
        betting, turn=None, bets={}, acted={}, pot=all_chips - sum(stacks.values()), stacks=stacks
    )
    return replace(hand, betting=betting, antes={}, ended=True)


def pot_to_win(hand: Hand) -> int:
    """What the winners take, all of them together."""
    return drawn_in(hand.betting)[0]


def drawn_in(betting: Betting) -> tuple[int, dict[Seat, int]]:
    """The pot and the stacks once the bets are drawn in and an uncalled bet has returned.

    A bet is uncalled as far as it is above every other bet, those of folded hands included.
    """
    stacks = dict(betting.stacks)
    bets = sorted(betting.bets.items(), key=lambda item: item[1])
    uncalled = 0
    if bets:
        seat, largest = bets[-1]
        uncalled = largest - (bets[-2][1] if len(bets) > 1 else 0)
        stacks[seat] = stacks.get(seat, 0) + uncalled
    return betting.pot_with_bets - uncalled, stacks


def street_after(hand: Hand) -> Street | None:
    """The street that follows; None after the showdown, and where the game has no such street."""
    if hand.street is Street.BET:
        return Street.SHOWDOWN
    return variant_of(hand.game).after(hand.street)


def opener_by_cards(betting: Betting, up_cards: UpCards) -> Seat | None:
    """In stud, the seat whose cards say that it acts first; None: no cards say so."""
    plan = variant_of(betting.game).plan(betting.street)
    if plan is None or not variant_of(betting.game).stud:
        return None
    live = tuple(seat for seat in betting.order if seat in betting.live)
    return opener(plan.opening, live, up_cards)


def first_to_act(betting: Betting, seats: Iterable[Seat]) -> Seat | None:
    """The first of these seats that has something to decide; None: nobody has."""
    able = [seat for seat in betting.live if betting.stack_of(seat) > 0]
    if len(able) == 1 and betting.to_call(able[0]) <= 0:
        return None
    return next((seat for seat in seats if seat in able), None)


def _begins_with_posts(event: HandStarted) -> bool:
    """Whether the hand begins with its blinds and antes, not in the middle."""
    first_round = event.street in _FIRST_STREETS or (
        event.street is Street.BET and event.game.small_blind > 0
    )
    return first_round and event.pot == 0


def _with_posts(betting: Betting, posts: Posts, posted: Posted, rulebook: Rulebook) -> Betting:
    """The betting once blinds, straddles and antes are paid."""
    game, bets = betting.game, posted.bets
    moved = replace(
        betting,
        pot=betting.pot
        + sum(betting.stacks.values())
        - sum(posted.stacks.values())
        - sum(bets.values()),
        bets=bets,
        stacks=posted.stacks,
    )
    if not posts.blinds:
        return moved
    small, big = _posted_blinds(betting, posts, posted)
    return replace(
        moved,
        raises=1 if game.limit is Limit.FIXED_LIMIT else 0,
        last_full_raise=_first_raise(game, posts, rulebook),
        call_level=game.big_blind if max(bets.values(), default=0) < game.big_blind else None,
        posted_small_blind=small if small < game.small_blind else None,
        posted_big_blind=big if big < game.big_blind else None,
    )


def _posted_blinds(betting: Betting, posts: Posts, posted: Posted) -> tuple[int, int]:
    """What was really posted as small and as big blind; nothing for a dead small blind."""
    due, full = posts.blinds, betting.game.big_blind
    around = [seat for seat in posting_order(betting.order) if due.get(seat)]
    big = next((seat for seat in around if due[seat] >= full), None)
    small = around[0] if around and around[0] != big else None
    return (
        posted.bets.get(small, 0) if small is not None else 0,
        min(full, posted.bets.get(big, 0)) if big is not None else full,
    )


def _first_raise(game: Game, posts: Posts, rulebook: Rulebook) -> int:
    """The full bet that the first raise is measured by."""
    largest = max(posts.blinds.values())
    straddled = largest > game.big_blind
    if straddled and rulebook.straddle_raise.value is StraddleRaise.TWICE_THE_STRADDLE:
        return largest
    return game.big_blind


def _game_on(street: Street, before: Betting) -> Game:
    """Fixed limit: the late streets have the big bet; a hand taken up there has it already."""
    variant, game = variant_of(before.game), before.game
    now, then = variant.plan(street), variant.plan(before.street)
    if game.unit is None or now is None or not now.big_bet or (then is not None and then.big_bet):
        return game
    return replace(game, unit=game.big_unit or 2 * game.unit)
