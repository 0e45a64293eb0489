"""Frames: `00 | COBS(kind, seq, body, CRC-32) | 00`.

COBS keeps 00 out of the content, so a receiver is in step again at the next 00 whatever was
damaged before it. The CRC-32 is that of zlib, little endian. It guards against noise; it is no
authentication, and whoever is on the wire can send valid frames.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from cobs import cobs

from firmware_bridge.schema import SCHEMA

_CHECKSUM = struct.Struct("<I")
_HEAD_BYTES = 2
_SMALLEST_BYTES = _HEAD_BYTES + _CHECKSUM.size
# One byte of overhead: a content below 254 bytes needs one COBS block more than it has zeros.
_LARGEST_BYTES = _SMALLEST_BYTES + SCHEMA.limits.body_bytes + 1


@dataclass(frozen=True)
class Frame:
    """One frame's content.

    Attributes:
        kind: the message's code.
        sequence: counts the sender's frames, modulo 256: a jump tells of frames that were lost.
        body: the message's fields. Not in the representation, for it may hold a card.
    """

    kind: int
    sequence: int
    body: bytes

    def __repr__(self) -> str:
        return f"Frame(kind={self.kind:#04x}, sequence={self.sequence}, {len(self.body)} bytes)"


def encode(frame: Frame) -> bytes:
    """The bytes of a frame, with its delimiters."""
    content = bytes([frame.kind, frame.sequence]) + frame.body
    return b"\0" + cobs.encode(content + _CHECKSUM.pack(zlib.crc32(content))) + b"\0"


class FrameDecoder:
    """Finds the valid frames in a stream of bytes that may be damaged in any way.

    Its memory is bounded by the longest valid frame.

    Attributes:
        damaged: pieces between delimiters that were no valid frame.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._piece = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Take the next bytes of the stream and give the frames that they complete."""
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._extend(part)
            frame = self._finish()
            if frame is not None:
                yield frame
        self._extend(rest)

    def _extend(self, part: bytes) -> None:
        room = _LARGEST_BYTES - len(self._piece)
        self._too_long = self._too_long or len(part) > room
        self._piece += part[:room]

    def _finish(self) -> Frame | None:
        piece, too_long = bytes(self._piece), self._too_long
        self._piece.clear()
        self._too_long = False
        if not piece:
            return None
        frame = None if too_long else _decode(piece)
        if frame is None:
            self.damaged += 1
        return frame


def _decode(piece: bytes) -> Frame | None:
    try:
        content = cobs.decode(piece)
    except cobs.DecodeError:
        return None
    if len(content) < _SMALLEST_BYTES:
        return None
    checked, checksum = content[: -_CHECKSUM.size], content[-_CHECKSUM.size :]
    if _CHECKSUM.unpack(checksum) != (zlib.crc32(checked),):
        return None
    return Frame(checked[0], checked[1], checked[_HEAD_BYTES:])
