"""Seat cards on paper: eight to a sheet of A4, to be cut; or as plain text."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from string import Template

from table.ruling import Message
from table.sentences import say
from table.tournament.places import Place

CARDS_ON_A_SHEET = 8

_SMALLER_FROM = ((48, " longest"), (24, " long"))
"""Names with more letters are set smaller, so that all of a name is on the card."""

_CUTS_DOWN_MM = (10, 105, 200)
_CUTS_ACROSS_MM = (10.5, 79.5, 148.5, 217.5, 286.5)
_TICK_MM = 5
_SHEET_MM = (210, 297)


@dataclass(frozen=True, kw_only=True)
class Card:
    """What one seat card says.

    Attributes:
        event: what was drawn for.
        player: the name.
        place: table and seat.
        commitment: of the draw; its beginning is printed, to tell which draw the card is from.
        changed: the chief judge changed the seat after the draw.
    """

    event: str
    player: str
    place: Place
    commitment: str
    changed: bool = False


def as_html(cards: Sequence[Card], event: str, language: str) -> str:
    """A page that prints on A4 and needs nothing else."""
    sheets = [
        _sheet(cards[first : first + CARDS_ON_A_SHEET], language)
        for first in range(0, len(cards), CARDS_ON_A_SHEET)
    ]
    page = Template(resources.files(__package__).joinpath("seat_cards.html").read_text("utf-8"))
    title = escape(say(Message("cards-title", {"event": event}), language))
    return page.substitute(language=language, title=title, sheets="\n".join(sheets))


def as_text(cards: Sequence[Card], language: str) -> str:
    """One card under the other, for any printer."""
    return "\n".join(_text(card, language) for card in cards)


def _text(card: Card, language: str) -> str:
    place = say(
        Message("card-place", {"table": str(card.place.table), "seat": str(card.place.seat)}),
        language,
    )
    lines = [card.event, card.player, place, *_notes(card, language)]
    return "\n".join([*lines, "- " * 24, ""])


def _notes(card: Card, language: str) -> list[str]:
    check = Message("card-check", {"commitment": card.commitment[:16]})
    notes = [say(check, language)]
    if card.changed:
        notes.append(say(Message("card-changed"), language))
    return notes


def _sheet(cards: Sequence[Card], language: str) -> str:
    body = "\n".join(_card(card, language) for card in cards)
    return f'<div class="sheet">\n{_CUTS}\n<div class="cards">\n{body}\n</div>\n</div>'


def _card(card: Card, language: str) -> str:
    check, *changed = (escape(note) for note in _notes(card, language))
    smaller = next((size for letters, size in _SMALLER_FROM if len(card.player) > letters), "")
    return "\n".join(
        [
            '<div class="card">',
            f'<div class="event">{escape(card.event)}</div>',
            f'<div class="player{smaller}">{escape(card.player)}</div>',
            '<div class="place">',
            _number(say(Message("card-table"), language), card.place.table),
            _number(say(Message("card-seat"), language), card.place.seat),
            "</div>",
            f'<div class="foot"><span class="check">{check}</span>',
            *(f'<span class="changed">{note}</span>' for note in changed),
            "</div>",
            "</div>",
        ]
    )


def _number(label: str, number: int) -> str:
    return f'<div><div class="label">{escape(label)}</div><div class="number">{number}</div></div>'


def _cuts() -> str:
    """Short lines in the margin, at both ends of every cut."""
    width, height = _SHEET_MM
    down = [(x, y) for x in _CUTS_DOWN_MM for y in (2, height - 2 - _TICK_MM)]
    across = [(x, y) for y in _CUTS_ACROSS_MM for x in (2, width - 2 - _TICK_MM)]
    ticks = [("down", place) for place in down] + [("across", place) for place in across]
    return "\n".join(
        f'<i class="cut {way}" style="left:{x}mm;top:{y}mm"></i>' for way, (x, y) in ticks
    )


_CUTS = _cuts()
