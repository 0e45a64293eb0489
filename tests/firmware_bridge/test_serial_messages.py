import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import Frame
from firmware_bridge.messages import (
    Ack,
    Event,
    Hello,
    Message,
    MessageError,
    Outputs,
    Ping,
    Status,
    Who,
    from_frame,
    schema_of_hello,
    to_frame,
)
from firmware_bridge.schema import SCHEMA

U8, U16, U32 = (st.integers(0, 2**bits - 1) for bits in (8, 16, 32))
MESSAGES = st.one_of(
    st.builds(Who, U32),
    st.builds(Ack, U16, U32),
    st.just(Ping()),
    st.builds(Outputs, U16, U8),
    st.builds(Hello, U32, U32, U8, U8, U16, st.integers(0, 100), st.integers(100, 200), U32, U32),
    st.builds(Status, U16, U32, U32, U32, U16, U8),
    st.builds(Event, U16, U32, U32, st.just(4), st.integers(1, 10), st.integers(0, 10**9 - 1)),
)
CODE = SCHEMA.event_code


def event(kind: str, subject: int, value: int) -> Event:
    return Event(1, 1, 0, CODE[kind], subject, value)


@given(MESSAGES, st.integers(0, 1000))
def test_a_message_comes_back_from_its_frame(message: Message, sequence: int):
    assert from_frame(to_frame(message, sequence)) == message


@given(st.builds(Frame, U8, U8, st.binary(max_size=SCHEMA.limits.body_bytes)))
def test_any_frame_is_a_message_or_a_message_error(frame: Frame):
    try:
        message = from_frame(frame)
    except MessageError:
        return
    assert to_frame(message, frame.sequence) == frame


@pytest.mark.parametrize(
    "wrong",
    [
        Event(1, 1, 0, 200, 0, 0),
        event("check", 0, 0),
        event("check", 11, 0),
        event("check", 3, 5),
        event("raise", 3, 10**9),
        event("confirm", 1, 0),
        event("key_stuck", 3, 19),
        event("key_stuck", 0, 3),
        event("card", 53, 1),
        event("card", 3, 0),
        Hello(1, SCHEMA.digest, 1, 9, 1, oldest_id=5, next_id=4, lost=0, at_ms=0),
    ],
)
def test_values_that_the_schema_does_not_allow_are_refused(wrong: Message):
    with pytest.raises(MessageError):
        from_frame(to_frame(wrong, 0))


def test_the_hash_of_a_hello_of_any_length_can_be_read():
    code = SCHEMA.message("hello").code
    assert schema_of_hello(Frame(code, 0, struct.pack("<II", 7, 1234) + b"more")) == 1234
    assert schema_of_hello(Frame(code, 0, b"short")) is None
    assert schema_of_hello(Frame(SCHEMA.message("status").code, 0, bytes(20))) is None


def test_a_card_is_in_no_representation():
    assert "51" not in repr(Event(1, 2, 3, CODE["card"], 51, 4))
