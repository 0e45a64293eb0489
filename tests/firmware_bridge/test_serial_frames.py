from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import Frame, FrameDecoder, encode
from firmware_bridge.schema import SCHEMA

BODIES = st.binary(max_size=SCHEMA.limits.body_bytes)
FRAMES = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), BODIES)


def in_pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(0, 10_000)))
def test_frames_arrive_whole_however_the_bytes_are_cut(frames: list[Frame], cuts: list[int]):
    decoder = FrameDecoder()
    stream = b"".join(map(encode, frames))
    found = [frame for piece in in_pieces(stream, cuts) for frame in decoder.feed(piece)]
    assert found == frames
    assert decoder.damaged == 0


@given(FRAMES)
def test_no_zero_stands_within_a_frame(frame: Frame):
    assert encode(frame).count(0) == 2


@given(st.binary(max_size=300), FRAMES)
def test_any_rubbish_is_over_at_the_next_frame(rubbish: bytes, frame: Frame):
    decoder = FrameDecoder()
    assert list(decoder.feed(rubbish + encode(frame)))[-1:] == [frame]


@given(FRAMES, st.integers(0, 10_000), st.integers(1, 255))
def test_a_damaged_byte_is_noticed(frame: Frame, place: int, damage: int):
    wire = bytearray(encode(frame))
    wire[1 + place % (len(wire) - 2)] ^= damage
    decoder = FrameDecoder()
    assert list(decoder.feed(bytes(wire))) == []
    assert decoder.damaged >= 1


def test_endless_bytes_without_a_zero_need_no_memory():
    decoder = FrameDecoder()
    for _ in range(1000):
        assert list(decoder.feed(b"U" * 1000)) == []
    assert len(decoder._piece) < 64
    assert list(decoder.feed(b"\0")) == []
    assert decoder.damaged == 1


def test_a_longer_body_than_the_schema_allows_is_no_frame():
    body = bytes(SCHEMA.limits.body_bytes + 1)
    assert list(FrameDecoder().feed(encode(Frame(1, 2, body)))) == []


def test_a_body_is_not_in_the_representation():
    assert "12, 34" not in repr(Frame(1, 2, b"\x12\x34"))
    assert repr(Frame(0x45, 2, b"\x12\x34")) == "Frame(kind=0x45, sequence=2, 2 bytes)"
