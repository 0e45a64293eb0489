"""What is owed before the cards: blinds, straddles, antes, and the blinds that were missed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table.duties.posting import blind_and_ante
from table.game import AnteType, Game
from table.rulebook import Rulebook
from table.seats import Seat
from table.variants import variant_of

Amounts = Mapping[Seat, int]


@dataclass(frozen=True, kw_only=True)
class Posts:
    """What each seat owes. Absent seats owe nothing.

    Attributes:
        blinds: live, and in the round of blinds: the small, the big, the straddles. The seat after
            the last of them acts first.
        live: live, but out of that round: the big blind of a new player or of one who missed it.
        dead: for the pot alone: a small blind that was missed.
        antes: of each seat that pays one.
    """

    blinds: Amounts = field(default_factory=dict)
    live: Amounts = field(default_factory=dict)
    dead: Amounts = field(default_factory=dict)
    antes: Amounts = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Posted:
    """What was paid, each as far as the stack reached.

    Attributes:
        bets: live chips by seat.
        antes: of each seat, with the blinds that it missed: all that goes into the pot at once.
        dead: of these, chips that are nobody's stake, by the seat that put them in.
        stacks: what is left behind.
    """

    bets: Amounts
    antes: Amounts
    dead: Amounts
    stacks: Amounts


def posting_order(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats as they post. Heads-up the button, last in order, posts the small blind first.

    Sources: TDA 2024 34-B, RRoP 11 button and blinds 3.
    """
    return order[::-1] if len(order) == 2 else order


def posts_due(game: Game, order: tuple[Seat, ...]) -> Posts:
    """What the game asks of these seats, all blinds being taken by a player.

    A short-deck game without a small blind has one blind, on the button. Where door cards open,
    there are antes alone.

    Args:
        game: what is played.
        order: the seats dealt in, clockwise, first the one left of the button.
    """
    variant = variant_of(game)
    small, big, *_ = posting_order(order)
    blinds: dict[Seat, int] = {}
    if variant.button_blind and game.small_blind == 0:
        blinds[order[-1]] = game.big_blind
    elif not variant.stud:
        blinds = {small: game.small_blind, big: game.big_blind}
    if game.straddle and len(order) > 2:
        blinds[order[2]] = game.straddle
    payers = {
        AnteType.EACH: order,
        AnteType.BIG_BLIND: (big,),
        AnteType.BUTTON: (order[-1],),
    }[game.ante_type]
    return Posts(blinds=blinds, antes=dict.fromkeys(payers, game.ante) if game.ante else {})


def missed_blinds(game: Game, *, small: bool, big: bool) -> tuple[int, int]:
    """What a player posts who was away when his blinds came, and does not wait for the big blind.

    The big blind is live, the small one dead. A new player posts as one who missed the big blind.

    Sources: WSOP-L 2024 156, RRoP 11 button and blinds 5-7.

    Args:
        game: what is played.
        small: he missed the small blind.
        big: he missed the big blind.

    Returns:
        The live and the dead part.
    """
    return game.big_blind if big else 0, game.small_blind if small else 0


def paid(posts: Posts, stacks: Amounts, game: Game, rulebook: Rulebook) -> Posted:
    """Pay what is owed; who has too little is all-in.

    Args:
        posts: what is owed.
        stacks: chips of each seat.
        game: says whether an ante is a stake of its own seat, or one seat pays it for all.
        rulebook: says whether a short stack pays the blind or the ante first.
    """
    bets: dict[Seat, int] = {}
    antes: dict[Seat, int] = {}
    dead: dict[Seat, int] = {}
    left = dict(stacks)
    for seat in stacks:
        owed = posts.blinds.get(seat, 0) + posts.live.get(seat, 0)
        blind, ante = blind_and_ante(left[seat], owed, posts.antes.get(seat, 0), rulebook)
        missed = min(posts.dead.get(seat, 0), left[seat] - blind - ante)
        nobodys = missed + (0 if game.ante_type is AnteType.EACH else ante)
        left[seat] -= blind + ante + missed
        for amount, book in ((blind, bets), (ante + missed, antes), (nobodys, dead)):
            if amount:
                book[seat] = amount
    return Posted(bets=bets, antes=antes, dead=dead, stacks=left)


def last_blind(posts: Posts, order: tuple[Seat, ...]) -> Seat:
    """The seat whose blind or straddle is the last: the next one acts first."""
    if not posts.blinds:
        return order[-1]
    around = posting_order(order)
    return max(around, key=lambda seat: (posts.blinds.get(seat, 0), around.index(seat)))
