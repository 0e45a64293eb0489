"""A reader that sends a line a card: barcode, QR or RFID, in its serial mode.

    # cards.yaml
    prefix: "<"            # what the reader is set to put around each code; both may be left out
    suffix: ">"
    new_deck: DECK         # a code that says that a new deck begins
    cards:
      04A224B1: Ah         # several codes may mean the same card: decks with red and blue backs
      ...                  # every card of the deck

Such readers say a card twice, miss one, or say half a code: this is their normal work. The same
code again at once is the same card. A line that is no code is a card that was not understood.
"""

from collections.abc import Iterator
from pathlib import Path

from pydantic import Field, field_validator

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.shoes.said import CardSaid, Missed, NewDeck, Said
from table.cards import RANKS, SUITS, Card
from table.documents import Document, parse_document

BAUDRATE = 9_600
# A card that lies under the reader is said again and again. No dealer deals one twice so soon.
_REPEAT_NS = 1_500 * NS_PER_MS
_LONGEST_LINE = 128
_NOT_UNDERSTOOD = "The reader said something that is no card of this table"
_DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)


class CardCodes(Document):
    """What each code means.

    Attributes:
        prefix: stands before each code.
        suffix: stands after each code.
        new_deck: the code that says that a new deck begins.
        cards: the card of each code, every card of a deck among them.
    """

    prefix: str = ""
    suffix: str = ""
    new_deck: str | None = Field(default=None, min_length=1)
    cards: dict[str, str] = Field(repr=False)

    @field_validator("cards")
    @classmethod
    def _whole_deck(cls, cards: dict[str, str]) -> dict[str, str]:
        read = {code: str(Card.parse(text)) for code, text in cards.items()}
        missing = [card for card in _DECK if card not in read.values()]
        if missing:
            raise ValueError(f"no code means {', '.join(missing)}")
        return read


def read_card_codes(path: Path) -> CardCodes:
    """Read a mapping file.

    Raises:
        table.documents.DocumentError: it is not a valid one.
        OSError: the file cannot be read.
    """
    return parse_document(path.read_text(encoding="utf-8"), str(path), CardCodes)


class LineReader:
    """Reads the lines of one reader."""

    def __init__(self, codes: CardCodes) -> None:
        self._codes = codes
        self._cards = {code: Card.parse(text) for code, text in codes.cards.items()}
        self.opened()

    def opened(self) -> None:
        """A fresh stream: half a line of an earlier one does not count."""
        self._line = bytearray()
        self._last: tuple[str, int] | None = None

    def feed(self, data: bytes, now_ns: int) -> Iterator[Said]:
        """The lines that are complete now. They end with CR, LF or both."""
        for byte in data:
            if byte not in b"\r\n":
                if len(self._line) <= _LONGEST_LINE:
                    self._line.append(byte)
                continue
            line, self._line = bytes(self._line), bytearray()
            if line:
                yield from self._take(line, now_ns)

    def _take(self, line: bytes, now_ns: int) -> Iterator[Said]:
        code = self._code_in(line)
        if code is None or (code not in self._cards and code != self._codes.new_deck):
            yield Missed(_NOT_UNDERSTOOD)
            return
        last, self._last = self._last, (code, now_ns)
        if last is not None and last[0] == code and now_ns - last[1] < _REPEAT_NS:
            return
        yield CardSaid(self._cards[code]) if code in self._cards else NewDeck()

    def _code_in(self, line: bytes) -> str | None:
        """The code between prefix and suffix; None where they are not there."""
        text = line.decode("ascii", "replace")
        before, after = self._codes.prefix, self._codes.suffix
        if not text.startswith(before) or not text.endswith(after):
            return None
        return text[len(before) : len(text) - len(after)]
