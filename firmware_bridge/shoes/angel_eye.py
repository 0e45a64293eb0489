"""Angel Eye II-EX, as others describe it: UNOFFICIAL, NOT VERIFIED ON HARDWARE.

RS-232, 4800 baud, 8N1, no flow control. The shoe says each report three times:

    05 | number | command | data | 03 | check, two upper-case hexadecimal digits

The check is the exclusive or of all bytes from the number to the 03. It misses one damaged report
in about 64, so a report counts once two copies of it agree. The number goes up by one a report: a
jump tells that reports were missed. A card has the suit in bits 6 to 4 and the rank in bits 3 to 0.
Where a report ends is known by its command, for a data byte may itself be 03.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.problem import Problem
from firmware_bridge.shoes.said import CardSaid, Missed, NewDeck, Said, Trouble
from table.cards import Card

BAUDRATE = 4_800
COPIES = 3
_ENQ, _ETX = 0x05, 0x03
# Three copies of the longest report take 60 ms at 4800 baud; adapters add some.
_COPIES_NS = 250 * NS_PER_MS
_SUITS = {1: "d", 2: "c", 3: "s", 4: "h"}
_RANKS = "A23456789TJQK"
_DEALT, _OUTSIDE, _AGAIN, _STARTED, _ERROR, _CLEARED = b"DdRSEe"
# Bytes of data after the command; where no description says how many, as many as fit.
_SIZES = {
    _STARTED: range(1),
    ord("P"): range(1),
    _DEALT: range(2, 3),
    _OUTSIDE: range(2, 3),
    _AGAIN: range(2, 3),
    ord("C"): range(1),
    ord("G"): range(1, 2),
    _ERROR: range(1, 2),
    _CLEARED: range(1),
    ord("L"): range(9),
    ord("M"): range(9),
}
_HEAD_BYTES, _TAIL_BYTES = 3, 3
_LONGEST_BYTES = _HEAD_BYTES + 8 + _TAIL_BYTES


@dataclass(frozen=True)
class Report:
    """One report.

    Attributes:
        number: counts the shoe's reports, modulo 256.
        command: what it is about.
        data: not in the representation, for it may hold a card.
    """

    number: int
    command: int
    data: bytes = field(repr=False)


def encode_report(report: Report) -> bytes:
    """One copy of a report, as the shoe sends it."""
    checked = bytes([report.number, report.command]) + report.data + bytes([_ETX])
    return bytes([_ENQ]) + checked + _check(checked)


def card_byte(card: Card) -> int:
    """A card as the shoe says it."""
    suit = next(number for number, letter in _SUITS.items() if letter == card.suit)
    return suit << 4 | (_RANKS.index(card.rank) + 1)


class AngelEye:
    """Reads the reports of one shoe."""

    def __init__(self) -> None:
        self._number: int | None = None
        self.opened()

    def opened(self) -> None:
        """A fresh stream: copies of an earlier one do not count."""
        self._buffer = bytearray()
        self._single: dict[Report, int] = {}
        self._taken: dict[Report, int] = {}
        self._number = None

    def feed(self, data: bytes, now_ns: int) -> Iterator[Said]:
        """What two copies agree on, once; and what stayed without a second copy, as missed."""
        yield from self._give_up(now_ns)
        self._buffer += data
        while (report := self._next_copy()) is not None:
            if report in self._taken:
                continue
            if report in self._single:
                del self._single[report]
                self._taken[report] = now_ns
                yield from self._agreed(report)
            else:
                self._single[report] = now_ns

    def _give_up(self, now_ns: int) -> Iterator[Said]:
        """Forget old copies.

        One that stayed alone is damage, or all that was readable of its report; only in the second
        case is its number the one that comes next.
        """
        self._taken = {r: at for r, at in self._taken.items() if now_ns - at < _COPIES_NS}
        old = [r for r, at in self._single.items() if now_ns - at >= _COPIES_NS]
        for report in old:
            del self._single[report]
            if self._number is None or report.number == (self._number + 1) % 256:
                yield Missed("A report of the shoe was too damaged to be believed")

    def _next_copy(self) -> Report | None:
        while self._buffer:
            if self._buffer[0] == _ENQ:
                report = _read(bytes(self._buffer[:_LONGEST_BYTES]))
                if report is not None:
                    del self._buffer[: _HEAD_BYTES + len(report.data) + _TAIL_BYTES]
                    return report
                if len(self._buffer) < _LONGEST_BYTES and _may_go_on(bytes(self._buffer)):
                    return None
            del self._buffer[0]
        return None

    def _agreed(self, report: Report) -> Iterator[Said]:
        started = report.command == _STARTED
        if not started and self._number not in {None, (report.number - 1) % 256}:
            yield Missed("Reports of the shoe were lost on their way")
        self._number = report.number
        if report.command == _DEALT:
            yield CardSaid(_card(report.data[1]))
        elif report.command == _OUTSIDE:
            yield CardSaid(_card(report.data[1]))
            yield Missed("A card was drawn from the shoe outside the game")
        elif report.command == _AGAIN:
            yield Missed("The shoe dealt a card anew")
        elif started:
            yield NewDeck()
            yield Missed("The shoe was started anew")
        elif report.command == _ERROR:
            code = report.data[0] & 0x3F
            yield Trouble(Problem(f"The shoe reports its error {code}", "Clear it at the shoe."))
        elif report.command == _CLEARED:
            yield Trouble(None)


def _check(checked: bytes) -> bytes:
    total = 0
    for byte in checked:
        total ^= byte
    return b"%02X" % total


def _read(piece: bytes) -> Report | None:
    """The report at the start of these bytes, if a whole and plausible one is there."""
    if len(piece) < _HEAD_BYTES or piece[2] not in _SIZES:
        return None
    for size in _SIZES[piece[2]]:
        end = _HEAD_BYTES + size
        if len(piece) < end + _TAIL_BYTES or piece[end] != _ETX:
            continue
        if piece[end + 1 : end + _TAIL_BYTES] == _check(piece[1 : end + 1]):
            report = Report(piece[1], piece[2], piece[_HEAD_BYTES:end])
            return report if _plausible(report) else None
    return None


def _may_go_on(piece: bytes) -> bool:
    """Whether more bytes could make these a report."""
    if len(piece) < _HEAD_BYTES:
        return True
    sizes = _SIZES.get(piece[2], range(0))
    return any(len(piece) < _HEAD_BYTES + size + _TAIL_BYTES for size in sizes)


def _plausible(report: Report) -> bool:
    if report.command not in {_DEALT, _OUTSIDE, _AGAIN}:
        return True
    suit, rank = report.data[1] >> 4 & 7, report.data[1] & 15
    return suit in _SUITS and 1 <= rank <= len(_RANKS)


def _card(byte: int) -> Card:
    return Card(_RANKS[(byte & 15) - 1], _SUITS[byte >> 4 & 7])
