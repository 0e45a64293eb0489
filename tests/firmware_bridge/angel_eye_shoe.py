"""A stand-in for an Angel Eye II-EX shoe: it says its reports as others describe them."""

import os
import pty
import tty
from collections.abc import Callable
from random import Random

from firmware_bridge.shoes.angel_eye import COPIES, Report, card_byte, encode_report
from table.cards import Card


def untouched(copy: bytes) -> bytes:
    return copy


class AngelEyeShoe:
    """Numbers its reports and says each three times, each copy as the line leaves it."""

    def __init__(self, line: Callable[[bytes], bytes] = untouched, number: int = 0) -> None:
        self._line = line
        self._number = number

    def say(self, command: str, data: bytes = b"") -> list[bytes]:
        """The three copies of one report, as they arrive."""
        report = Report(self._number, ord(command), data)
        self._number = (self._number + 1) % 256
        return [self._line(encode_report(report)) for _ in range(COPIES)]

    def deal(self, card: Card, target: int = 0x00) -> list[bytes]:
        """A card dealt to a place of the game; the place 03 looks like the end of a report."""
        return self.say("D", bytes([target, card_byte(card)]))


class DamagingLine:
    """Damages a share of the copies: a byte flipped, replaced, lost or doubled."""

    def __init__(self, random: Random, share: float) -> None:
        self._random = random
        self._share = share

    def __call__(self, copy: bytes) -> bytes:
        if self._random.random() >= self._share:
            return copy
        at = self._random.randrange(len(copy))
        byte = copy[at]
        flipped = byte ^ 1 << self._random.randrange(8)
        other = self._random.randrange(256)
        middle = self._random.choice([[flipped], [other], [], [byte, byte]])
        return copy[:at] + bytes(middle) + copy[at + 1 :]


class PluggedShoe:
    """The other end of a pseudo terminal, for a source that opens a port."""

    def __init__(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self._slave = slave

    def send(self, data: bytes) -> None:
        os.write(self._master, data)

    def close(self) -> None:
        os.close(self._slave)
        os.close(self._master)
