"""Short ways to write a betting state and an act, for tests of the rules."""

from table.act import Act, Gesture, Order, PriorChips, PriorMode, Word, Words
from table.betting import Betting
from table.chips import chips
from table.game import Game, Limit, Street

NO_LIMIT = Game(limit=Limit.NO_LIMIT, small_blind=25, big_blind=50)


def spot(
    *, game: Game = NO_LIMIT, turn: str = "B", order: str = "AB", stack: int = 9000, **state: object
) -> Betting:
    """Seats A, B ... clockwise, each with `stack` behind unless `stacks` says otherwise."""
    stacks = dict.fromkeys(order, stack) | dict(state.pop("stacks", {}))  # type: ignore[call-overload]
    state.setdefault("street", Street.FLOP)
    state.setdefault("pot", 300)
    return Betting(game=game, order=tuple(order), turn=turn, stacks=stacks, **state)  # type: ignore[arg-type]


def facing(bet: int, *, order: str = "AB", turn: str = "B", **state: object) -> Betting:
    """A opened for `bet` and it is B's turn."""
    state.setdefault("bets", {"A": bet})
    state.setdefault("acted", {"A": bet})
    state.setdefault("last_full_raise", bet)
    return spot(order=order, turn=turn, **state)  # type: ignore[arg-type]


def push(*motions: tuple[int, ...], seat: str = "B", **rest: object) -> Act:
    """Silent chips, one tuple a motion."""
    return Act(seat=seat, motions=tuple(map(chips, motions)), **rest)  # type: ignore[arg-type]


def said(
    word: Word,
    amount: int | None = None,
    *motions: tuple[int, ...],
    seat: str = "B",
    order: Order = Order.BEFORE,
) -> Act:
    """Words, and the chips that went with them."""
    words = Words(word=word, amount=amount, order=order)
    return Act(seat=seat, motions=tuple(map(chips, motions)), words=words)


def did(gesture: Gesture, *motions: tuple[int, ...], seat: str = "B", **rest: object) -> Act:
    """A gesture."""
    return push(*motions, seat=seat, gesture=gesture, **rest)


def prior(mode: PriorMode, before: tuple[int, ...], left: tuple[int, ...] = ()) -> PriorChips:
    """Own earlier chips."""
    return PriorChips(mode=mode, chips=chips(before), left=chips(left))
