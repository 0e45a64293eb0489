"""How a hand begins, goes from street to street, and ends.

Chips are conserved: what lies behind the seats, in front of them and in the pot is the same sum
from the first blind to the pushing of the pot.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from table.betting import Betting
from table.cards import Card
from table.choices import BlindOrAnte, StraddleRaise
from table.events import HandStarted
from table.game import AnteType, Game, Limit, Street
from table.hand import Hand
from table.rulebook import Rulebook
from table.seats import Seat, clockwise_from

NEXT_STREETS = {
    Street.PREFLOP: Street.FLOP,
    Street.FLOP: Street.TURN,
    Street.TURN: Street.RIVER,
    Street.RIVER: Street.SHOWDOWN,
    Street.BET: Street.SHOWDOWN,
}
STREET_OF_BOARD = {3: Street.FLOP, 4: Street.TURN, 5: Street.RIVER}
_BIG_BET_STREETS = (Street.TURN, Street.RIVER)


def begin(event: HandStarted, rulebook: Rulebook) -> Hand:
    """A hand at its start, blinds and antes posted, or at a known position in its middle.

    Args:
        event: what is played, by whom, with how much.
        rulebook: says whether a short big blind pays the blind or the ante first.

    Returns:
        The hand with the betting of its first street.
    """
    betting = Betting(
        game=event.game,
        street=event.street,
        order=event.order,
        turn=None,
        pot=event.pot,
        stacks={seat: event.stacks.get(seat, 0) for seat in event.order},
        last_full_raise=event.game.big_blind,
    )
    antes: Mapping[Seat, int] = {}
    after_seat = event.order[-1]
    if _has_blinds(event):
        betting, antes = _with_posts(betting, rulebook)
        after_seat = _last_blind(betting)
    turn = event.first or first_to_act(betting, clockwise_from(event.order, after_seat))
    return Hand(
        number=event.number,
        game=event.game,
        order=event.order,
        starting_stacks=dict(event.stacks),
        betting=replace(betting, turn=turn),
        antes=antes,
    )


def begin_street(hand: Hand, street: Street) -> Hand:
    """The bets are drawn in, an uncalled bet returns, and the next round begins."""
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
    able = [seat for seat in hand.live if betting.stack_of(seat) > 0]
    betting_goes_on = len(able) > 1 and street is not Street.SHOWDOWN
    turn = able[0] if betting_goes_on else None
    return replace(hand, betting=replace(betting, turn=turn), antes={})


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


def pot_to_win(hand: Hand) -> int:
    """What the winners take, all of them together."""
    return drawn_in(hand.betting)[0]


def street_after(hand: Hand) -> Street | None:
    """The street that follows; None after the showdown, and in stud, whose streets are told."""
    return NEXT_STREETS.get(hand.street)


def street_shown(board: tuple[Card, ...]) -> Street | None:
    """The street that a board of so many cards belongs to."""
    return STREET_OF_BOARD.get(len(board))


def first_to_act(betting: Betting, seats: Iterable[Seat]) -> Seat | None:
    """The first of these seats that has something to decide; None: nobody has."""
    able = [seat for seat in betting.order if betting.stack_of(seat) > 0]
    if len(able) == 1 and betting.to_call(able[0]) <= 0:
        return None
    return next((seat for seat in seats if seat in able), None)


def _has_blinds(event: HandStarted) -> bool:
    """Whether the hand begins with its blinds, not in the middle."""
    first_round = event.street is Street.PREFLOP or (
        event.street is Street.BET and event.game.small_blind > 0
    )
    return first_round and event.pot == 0


def _blind_seats(order: tuple[Seat, ...]) -> tuple[Seat, Seat]:
    """The small and the big blind. Heads-up the button, last in order, is the small blind."""
    if len(order) == 2:
        return order[1], order[0]
    return order[0], order[1]


def _last_blind(betting: Betting) -> Seat:
    """The seat whose blind, or straddle, is the last: the next one acts first."""
    if _straddler(betting.game, betting.order) is not None:
        return betting.order[2]
    return _blind_seats(betting.order)[1]


def _straddler(game: Game, order: tuple[Seat, ...]) -> Seat | None:
    return order[2] if game.straddle and len(order) > 2 else None


def _with_posts(betting: Betting, rulebook: Rulebook) -> tuple[Betting, Mapping[Seat, int]]:
    """Blinds, straddle and antes, each as far as the stack reaches."""
    game = betting.game
    small, big = _blind_seats(betting.order)
    blinds = {small: game.small_blind, big: game.big_blind}
    straddler = _straddler(game, betting.order)
    if straddler is not None:
        blinds[straddler] = game.straddle or 0
    antes = _antes_due(game, betting.order, big)
    ante_first = rulebook.blind_or_ante.value is BlindOrAnte.ANTE_FIRST

    stacks = dict(betting.stacks)
    bets: dict[Seat, int] = {}
    dead: dict[Seat, int] = {}
    posts = [(blinds, bets), (antes, dead)]
    for due, paid in reversed(posts) if ante_first else posts:
        for seat, amount in due.items():
            paid[seat] = min(amount, stacks[seat])
            stacks[seat] -= paid[seat]
    posted = replace(
        betting,
        pot=betting.pot + sum(dead.values()),
        bets={seat: amount for seat, amount in bets.items() if amount},
        stacks=stacks,
        raises=1 if game.limit is Limit.FIXED_LIMIT else 0,
        last_full_raise=_first_raise(game, rulebook, straddled=straddler is not None),
        call_level=game.big_blind if max(bets.values()) < game.big_blind else None,
        posted_small_blind=bets[small] if bets[small] < game.small_blind else None,
        posted_big_blind=bets[big] if bets[big] < game.big_blind else None,
    )
    return posted, {seat: amount for seat, amount in dead.items() if amount}


def _first_raise(game: Game, rulebook: Rulebook, *, straddled: bool) -> int:
    """The full bet that the first raise is measured by."""
    if straddled and rulebook.straddle_raise.value is StraddleRaise.TWICE_THE_STRADDLE:
        return game.straddle or game.big_blind
    return game.big_blind


def _antes_due(game: Game, order: tuple[Seat, ...], big_blind: Seat) -> dict[Seat, int]:
    if not game.ante:
        return {}
    payers = {
        AnteType.EACH: order,
        AnteType.BIG_BLIND: (big_blind,),
        AnteType.BUTTON: (order[-1],),
    }[game.ante_type]
    return dict.fromkeys(payers, game.ante)


def _game_on(street: Street, before: Betting) -> Game:
    """Fixed limit: bets double on the turn, and a hand taken up there has its unit already."""
    doubles = street in _BIG_BET_STREETS and before.street not in _BIG_BET_STREETS
    if before.game.unit is None or not doubles:
        return before.game
    return replace(before.game, unit=2 * before.game.unit)
