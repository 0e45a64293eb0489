"""Hands in the Poker Hand History format: read, and written.

The format is TOML, one hand a file (`.phh`) or a table for each hand (`.phhs`). Amounts there may
be fractions; here they are whole numbers of the hand's own smallest unit, `scale` to one of the
file's.
"""

import json
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from table.cards import RANKS, SUITS, Card
from table.game import Limit

Cards = tuple[Card | None, ...]
"""Cards as a record tells them; None: dealt, but not known."""


class PhhError(ValueError):
    """What was read is no hand history; the text says where, and why."""


class Verb(StrEnum):
    """What an action of a record is, by its word in the format."""

    DEAL_HOLE = "dh"
    DEAL_BOARD = "db"
    DRAW = "sd"
    BRING_IN = "pb"
    FOLD = "f"
    CHECK_OR_CALL = "cc"
    BET_OR_RAISE = "cbr"
    SHOW_OR_MUCK = "sm"


BETTING = frozenset({Verb.BRING_IN, Verb.FOLD, Verb.CHECK_OR_CALL, Verb.BET_OR_RAISE})
"""The verbs that are acts of a player in turn."""

GAMES: Mapping[str, tuple[str, Limit]] = {
    "FT": ("holdem", Limit.FIXED_LIMIT),
    "NT": ("holdem", Limit.NO_LIMIT),
    "NS": ("short_deck", Limit.NO_LIMIT),
    "PO": ("omaha", Limit.POT_LIMIT),
    "FO/8": ("omaha8", Limit.FIXED_LIMIT),
    "F7S": ("stud", Limit.FIXED_LIMIT),
    "F7S/8": ("stud8", Limit.FIXED_LIMIT),
    "FR": ("razz", Limit.FIXED_LIMIT),
    "N2L1D": ("single_draw_27", Limit.NO_LIMIT),
    "F2L3D": ("triple_draw_27", Limit.FIXED_LIMIT),
    "FB": ("badugi", Limit.FIXED_LIMIT),
}
"""Every game of the format by its code: the variant, by its name in `table.variants`, and limit."""

CODES = {game: code for code, game in GAMES.items()}


@dataclass(frozen=True, kw_only=True)
class Action:
    """One line of a record.

    Attributes:
        verb: what it is.
        player: from 1, as the format numbers them; None: the board.
        cards: dealt, exchanged or shown.
        amount: to which is bet or raised.
        shown: at the showdown: whether the hand is shown.
    """

    verb: Verb
    player: int | None = None
    cards: Cards = ()
    amount: int | None = None
    shown: bool = False

    def text(self, scale: int = 1) -> str:
        """The line as the format spells it."""
        cards = "".join("??" if card is None else str(card) for card in self.cards)
        if self.verb is Verb.DEAL_BOARD:
            return f"d db {cards}"
        if self.verb is Verb.DEAL_HOLE:
            return f"d dh p{self.player} {cards}"
        if self.verb is Verb.SHOW_OR_MUCK and self.shown:
            cards = cards or "-"
        amount = "" if self.amount is None else amount_text(self.amount, scale)
        return f"p{self.player} {self.verb} {cards}{amount}".rstrip()


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """One recorded hand.

    Attributes:
        name: of its file, and of the hand in it.
        code: of the game, one of `GAMES`.
        antes: of each player, the first left of the button.
        blinds: live blinds and straddles of each; below zero: a blind posted by a new player.
        stacks: before blinds and antes; None: not known.
        actions: in order.
        scale: how many of our units are one of the file's.
        antes_trimmed: antes are stakes of their own player; else all of them are in the main pot.
        bring_in: of stud.
        min_bet: of no-limit and pot-limit.
        small_bet: of fixed limit.
        big_bet: of fixed limit, on the late streets.
        finishing_stacks: after the hand; None: not recorded.
        winnings: what each player took; None: not recorded.
        more: all other fields.
    """

    name: str
    code: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...] = ()
    stacks: tuple[int | None, ...]
    actions: tuple[Action, ...]
    scale: int = 1
    antes_trimmed: bool = False
    bring_in: int = 0
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    finishing_stacks: tuple[int | None, ...] | None = None
    winnings: tuple[int, ...] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)


_PLAYERS_AMOUNTS = (
    "antes",
    "blinds_or_straddles",
    "starting_stacks",
    "finishing_stacks",
    "winnings",
)
_AMOUNTS = ("bring_in", "min_bet", "small_bet", "big_bet")
_OTHERS = ("variant", "actions", "ante_trimming_status")


def read_hands(text: str, name: str) -> Iterator[HandRecord]:
    """The hands of one file, one after the other.

    Args:
        text: the file's content.
        name: of the file, for messages; of a file of many hands, `#` and the hand's key follow.

    Raises:
        PhhError: it is not TOML, or a hand is not one that the format allows.
    """
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"{name}: not TOML: {error}") from error
    if "variant" in content:
        yield _hand(content, name)
        return
    if not content or not all(isinstance(hand, dict) for hand in content.values()):
        raise PhhError(f"{name}: no `variant`: this is no hand history")
    for key, hand in content.items():
        yield _hand(hand, f"{name}#{key}")


def _hand(content: Mapping[str, Any], name: str) -> HandRecord:
    code = content.get("variant")
    if not isinstance(code, str) or code not in GAMES:
        raise PhhError(f"{name}: unknown variant {code!r}; there are {', '.join(GAMES)}")
    try:
        lines = [str(line).split("#")[0].split() for line in content["actions"]]
        scale = _scale([*_figures(content), *(line[2] for line in lines if "cbr" in line[1:2])])
        actions = tuple(_action(line, scale) for line in lines if line)
        numbers = {key: _unit(content.get(key, 0), scale) or 0 for key in _AMOUNTS}
        lists = {
            key: tuple(_unit(figure, scale) for figure in content[key])
            for key in _PLAYERS_AMOUNTS
            if key in content
        }
        stacks = lists["starting_stacks"]
        record = HandRecord(
            name=name,
            code=code,
            antes=_known(lists.get("antes", ()) or (0,) * len(stacks)),
            blinds=_known(lists.get("blinds_or_straddles", ())) or (0,) * len(stacks),
            stacks=stacks,
            actions=actions,
            scale=scale,
            antes_trimmed=bool(content.get("ante_trimming_status", False)),
            finishing_stacks=lists.get("finishing_stacks"),
            winnings=_known(lists["winnings"]) if "winnings" in lists else None,
            more={
                key: value
                for key, value in content.items()
                if key not in {*_PLAYERS_AMOUNTS, *_AMOUNTS, *_OTHERS}
            },
            **numbers,
        )
    except KeyError as error:
        raise PhhError(f"{name}: {error.args[0]} is missing") from error
    except (ValueError, IndexError, TypeError, ArithmeticError) as error:
        raise PhhError(f"{name}: {error}") from error
    if {len(record.antes), len(record.blinds)} != {len(stacks)} or len(stacks) < 2:
        raise PhhError(f"{name}: antes, blinds and stacks must be of as many players, at least two")
    return record


def _action(words: Sequence[str], scale: int) -> Action:
    match words:
        case ["d", "db", cards]:
            return Action(verb=Verb.DEAL_BOARD, cards=parse_cards(cards))
        case ["d", "dh", player, cards]:
            return Action(verb=Verb.DEAL_HOLE, player=_player(player), cards=parse_cards(cards))
        case [player, "sm"]:
            return Action(verb=Verb.SHOW_OR_MUCK, player=_player(player))
        case [player, "sm", "-"]:
            return Action(verb=Verb.SHOW_OR_MUCK, player=_player(player), shown=True)
        case [player, "sm", cards]:
            shown = parse_cards(cards)
            return Action(verb=Verb.SHOW_OR_MUCK, player=_player(player), cards=shown, shown=True)
        case [player, "sd", *cards] if len(cards) < 2:
            return Action(verb=Verb.DRAW, player=_player(player), cards=parse_cards("".join(cards)))
        case [player, "cbr", amount]:
            return Action(
                verb=Verb.BET_OR_RAISE, player=_player(player), amount=_unit(amount, scale)
            )
        case [player, ("f" | "cc" | "pb") as verb]:
            return Action(verb=Verb(verb), player=_player(player))
    raise ValueError(f"{' '.join(words)!r} is no action of the format")


def parse_cards(text: str) -> Cards:
    """Cards in a row, `??` for one that is not known.

    Raises:
        ValueError: the text is not made of cards.
    """
    if len(text) % 2:
        raise ValueError(f"{text!r} is no row of cards")
    pairs = (text[at : at + 2] for at in range(0, len(text), 2))
    return tuple(_card(pair) for pair in pairs)


def _card(pair: str) -> Card | None:
    """A card; one whose rank or suit is not known counts as not known."""
    rank, suit = pair[0], pair[1]
    if rank in f"{RANKS}?" and suit in f"{SUITS}?" and "?" in pair:
        return None
    return Card(rank, suit)


def _player(text: str) -> int:
    if not text.startswith("p") or not text[1:].isdecimal() or int(text[1:]) < 1:
        raise ValueError(f"{text!r} is no player")
    return int(text[1:])


def _figures(content: Mapping[str, Any]) -> Iterator[object]:
    for key in _PLAYERS_AMOUNTS:
        yield from content.get(key, ())
    yield from (content[key] for key in _AMOUNTS if key in content)


def _scale(figures: Iterable[object]) -> int:
    """How many of the smallest unit are one, so that every figure is whole."""
    decimals = (Decimal(str(figure)) for figure in figures)
    return math.lcm(*(Fraction(one).denominator for one in decimals if one.is_finite()))


def _unit(figure: object, scale: int) -> int | None:
    """A figure in our units; None: it is not known."""
    number = Decimal(str(figure))
    return int(Fraction(number) * scale) if number.is_finite() else None


def _known(figures: Iterable[int | None]) -> tuple[int, ...]:
    figures = tuple(figures)
    if None in figures:
        raise ValueError("antes, blinds and winnings must be numbers")
    return tuple(figure for figure in figures if figure is not None)


def amount_text(amount: int, scale: int) -> str:
    """An amount in the unit of the file."""
    return str(Decimal(amount) / scale) if amount % scale else str(amount // scale)


def write_hand(record: HandRecord) -> str:
    """A hand as a file of the format.

    Fields that the format does not know must begin with an underscore.

    Raises:
        PhhError: a field cannot be written.
    """
    lines = [f"variant = {_toml(record.code)}"]
    lines.append(f"ante_trimming_status = {_toml(record.antes_trimmed)}")
    lines.append(f"antes = {_amounts(record.antes, record.scale)}")
    stud = record.bring_in > 0
    if not stud:
        lines.append(f"blinds_or_straddles = {_amounts(record.blinds, record.scale)}")
    lines += [
        f"{key} = {amount_text(getattr(record, key), record.scale)}"
        for key in _AMOUNTS
        if getattr(record, key)
    ]
    lines.append(f"starting_stacks = {_amounts(record.stacks, record.scale)}")
    lines.append(f"actions = {_toml([one.text(record.scale) for one in record.actions])}")
    if record.finishing_stacks is not None:
        lines.append(f"finishing_stacks = {_amounts(record.finishing_stacks, record.scale)}")
    if record.winnings is not None:
        lines.append(f"winnings = {_amounts(record.winnings, record.scale)}")
    lines += [f"{key} = {_toml(value)}" for key, value in record.more.items()]
    return "\n".join(lines) + "\n"


def _amounts(amounts: Iterable[int | None], scale: int) -> str:
    texts = ("inf" if amount is None else amount_text(amount, scale) for amount in amounts)
    return "[" + ", ".join(texts) + "]"


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | Decimal():
            return str(value)
        case str():
            # A JSON string is a TOML basic string, but for the one escape that TOML lacks.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case dict():
            return (
                "{" + ", ".join(f"{_toml(key)} = {_toml(one)}" for key, one in value.items()) + "}"
            )
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    raise PhhError(f"{value!r} cannot be written")
