"""Ask whatever is on a port who it is."""

from collections.abc import Callable

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.frames import FrameDecoder, encode
from firmware_bridge.messages import (
    Hello,
    MessageError,
    Who,
    from_frame,
    schema_of_hello,
    to_frame,
)
from firmware_bridge.problem import Problem
from firmware_bridge.schema import SCHEMA
from firmware_bridge.transport import Transport, TransportError

_ASKING_NS = 100 * NS_PER_MS
# A board that restarts when the port is opened needs its time.
_WAITING_NS = 2_500 * NS_PER_MS


def who_is_there(transport: Transport, clock: Callable[[], int]) -> Hello | Problem:
    """Open, ask, close: the device's HELLO, or what is in the way.

    Args:
        transport: leads to the device; it is closed afterwards.
        clock: monotonic, in nanoseconds.
    """
    try:
        transport.open()
        return _ask(transport, clock)
    except TransportError as error:
        return error.problem
    finally:
        transport.close()


def _ask(transport: Transport, clock: Callable[[], int]) -> Hello | Problem:
    decoder = FrameDecoder()
    started_ns = now_ns = clock()
    asked_ns = started_ns - _ASKING_NS
    heard = False
    while now_ns - started_ns < _WAITING_NS:
        if now_ns - asked_ns >= _ASKING_NS:
            asked_ns = now_ns
            nonce = 1 + now_ns // NS_PER_MS % 2**31
            transport.write(encode(to_frame(Who(nonce), 0)))
        data = transport.read()
        heard = heard or bool(data)
        for frame in decoder.feed(data):
            schema = schema_of_hello(frame)
            if schema is not None and schema != SCHEMA.digest:
                return Problem(
                    f"A betline device with firmware of another schema ({schema:08x})",
                    "Flash the firmware that came with this version of betline.",
                )
            try:
                message = from_frame(frame)
            except MessageError:
                continue
            if isinstance(message, Hello):
                return message
        now_ns = clock()
    if heard:
        return Problem(
            "Something sends on this port, but it is no betline device",
            "Choose another port, or flash the panel's firmware.",
        )
    return Problem("Nothing answers", "Check the device's power, or choose another port.")
