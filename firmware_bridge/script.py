"""Scripts: what people do at a panel or a shoe, written down, and played into a recording.

    device: panel
    duration_ms: 8000
    presses:
      - {at_ms: 1200, seat: 3, word: raise, amount: 500}
      - {at_ms: 4000, dealer: confirm}

A script is played on the model of the device, with the real link as the host, in virtual time: the
same script always gives the same bytes.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, model_validator

from firmware_bridge.bridge import Bridge
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.device_model import DeviceModel
from firmware_bridge.recording import Chunk, Recording
from firmware_bridge.schema import SCHEMA, DeviceName
from firmware_bridge.shoe import card_number
from table.cards import Card
from table.documents import Document, parse_document
from table.observations import DealerButton, SpokenWord

# A quick typist: a key is down for 40 ms, and the next one goes down 80 ms after it.
_DOWN_MS = 40
_STROKE_MS = 80
_FIGURE_WORDS = {SpokenWord.BET, SpokenWord.RAISE, SpokenWord.AMOUNT}
# Start bit, eight data bits, stop bit.
_BITS_PER_BYTE = 10


class Press(Document):
    """A word said at a seat, or a press of the dealer.

    Attributes:
        at_ms: when the word's key goes down; the digits of its figure are typed just before.
        seat: the position at the panel.
        word: what is said.
        amount: the figure, meaning the total.
        dealer: the dealer's button, instead of seat and word.
    """

    at_ms: int = Field(ge=0)
    seat: int | None = Field(default=None, ge=1, le=SCHEMA.limits.seats)
    word: SpokenWord | None = None
    amount: int | None = Field(default=None, ge=1, lt=10**SCHEMA.limits.digits)
    dealer: DealerButton | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "Press":
        if (self.dealer is None) != (self.word is not None and self.seat is not None):
            raise ValueError("a press has seat and word, or dealer alone")
        if self.dealer and (self.seat, self.word, self.amount) != (None, None, None):
            raise ValueError("a press has seat and word, or dealer alone")
        if self.amount is not None and self.word not in _FIGURE_WORDS:
            raise ValueError("only bet, raise and amount have a figure")
        if self.word is SpokenWord.AMOUNT and self.amount is None:
            raise ValueError("the word amount needs its figure: add amount")
        return self


class DealtCard(Document):
    """A card that leaves the shoe.

    Attributes:
        at_ms: when.
        card: such as Qc; without it the shoe counts the card but cannot read it.
    """

    at_ms: int = Field(ge=0)
    card: str | None = Field(default=None, repr=False)

    @model_validator(mode="after")
    def _is_card(self) -> "DealtCard":
        if self.card is not None:
            Card.parse(self.card)
        return self


class Script(Document):
    """What people do at one device.

    Attributes:
        device: panel or shoe.
        duration_ms: how long the recording is; the line beats to its end.
        presses: at a panel.
        cards: out of a shoe.
        new_decks_ms: when a new deck is put into the shoe; its first card is number 1 again.
    """

    device: DeviceName = "panel"
    duration_ms: int = Field(ge=1)
    presses: tuple[Press, ...] = ()
    cards: tuple[DealtCard, ...] = ()
    new_decks_ms: tuple[int, ...] = ()

    @model_validator(mode="after")
    def _fits_device(self) -> "Script":
        if self.device == "panel" and (self.cards or self.new_decks_ms):
            raise ValueError("a panel deals no cards: say device: shoe")
        if self.device == "shoe" and self.presses:
            raise ValueError("a shoe has no buttons: say device: panel")
        return self


class Stroke(NamedTuple):
    """A key that goes down or up.

    Attributes:
        at_ms: when.
        subject: the seat's position, 0 for the dealer.
        bit: the key's bit.
        down: True where it goes down.
    """

    at_ms: int
    subject: int
    bit: int
    down: bool


def read_script(path: Path) -> Script:
    """Read a script.

    Raises:
        table.documents.DocumentError: it is not a valid one.
        OSError: the file cannot be read.
    """
    return parse_document(path.read_text(encoding="utf-8"), path.name, Script)


def strokes_of(press: Press) -> Iterator[Stroke]:
    """The keys that go down and up for one press, its figure included."""
    if press.dealer is not None:
        keys, subject = [SCHEMA.dealer_keys.index(press.dealer)], 0
    else:
        names = [f"digit_{digit}" for digit in str(press.amount or "")]
        names = [*(["clear"] if names else []), *names, str(press.word)]
        keys, subject = [SCHEMA.seat_keys.index(name) for name in names], press.seat or 0
    for before, bit in enumerate(reversed(keys)):
        at_ms = press.at_ms - before * _STROKE_MS
        yield Stroke(at_ms, subject, bit, down=True)
        yield Stroke(at_ms + _DOWN_MS, subject, bit, down=False)


def play_script(script: Script) -> Recording:
    """Play a script on the model of its device and record what arrives at the host."""
    device = DeviceModel(script.device)
    host = Bridge(script.device, script.device, (), persist=lambda _: None)
    host.opened(0)
    strokes = defaultdict(list)
    for press in script.presses:
        for stroke in strokes_of(press):
            strokes[stroke.at_ms].append(stroke)
    cards = defaultdict(list)
    for dealt in script.cards:
        cards[dealt.at_ms].append(Card.parse(dealt.card) if dealt.card else None)
    line = _Line()
    for now_ms in range(script.duration_ms):
        for stroke in strokes[now_ms]:
            _move_key(device, stroke)
        device.loaded = now_ms in script.new_decks_ms
        device.cards.extend(map(card_number, cards[now_ms]))
        now_ns = now_ms * NS_PER_MS
        line.send(device.poll(now_ms), now_ns)
        for chunk in line.arrived(now_ns):
            host.receive(chunk.data, chunk.at_ns)
        device.receive(host.due(now_ns))
    return Recording(script.device, tuple(line.chunks))


def _move_key(device: DeviceModel, stroke: Stroke) -> None:
    if stroke.down:
        device.keys[stroke.subject] |= 1 << stroke.bit
    else:
        device.keys[stroke.subject] &= ~(1 << stroke.bit)


class _Line:
    """The wire: bytes arrive once they have all been sent, one after the other."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []
        self._heard = 0

    def send(self, data: bytes, now_ns: int) -> None:
        if not data:
            return
        free_ns = max(now_ns, self.chunks[-1].at_ns if self.chunks else 0)
        wire_ns = len(data) * _BITS_PER_BYTE * 10**9 // SCHEMA.timing.baud
        self.chunks.append(Chunk(free_ns + wire_ns, data))

    def arrived(self, now_ns: int) -> Iterator[Chunk]:
        while self._heard < len(self.chunks) and self.chunks[self._heard].at_ns <= now_ns:
            self._heard += 1
            yield self.chunks[self._heard - 1]
