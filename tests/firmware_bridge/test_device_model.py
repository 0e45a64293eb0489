from noisy_line import Line, key_bit

from firmware_bridge.device_model import DeviceModel
from firmware_bridge.link import Link
from firmware_bridge.messages import Event
from firmware_bridge.schema import SCHEMA


def line_of(device: DeviceModel) -> Line:
    line = Line(device, Link(device.device))
    line.run(50)
    return line


def said(line: Line) -> list[tuple[str, int, int]]:
    line.run(100)
    return [(event.spec.name, event.subject, event.value) for event in line.delivered]


def type_keys(line: Line, seat: int, *keys: str) -> None:
    for key in keys:
        line.press(seat, key)


def test_a_word_carries_the_figure_typed_before_it_and_the_time_of_its_own_press():
    line = line_of(DeviceModel())
    type_keys(line, 3, "digit_5", "digit_0", "digit_0")
    pressed_ms = line.now_ms
    type_keys(line, 3, "raise")
    assert said(line) == [("raise", 3, 500)]
    assert line.delivered[0].at_ms == pressed_ms + SCHEMA.timing.debounce_ms


def test_a_figure_is_said_once():
    line = line_of(DeviceModel())
    type_keys(line, 3, "digit_5", "raise", "raise")
    assert said(line) == [("raise", 3, 5), ("raise", 3, 0)]


def test_digits_of_one_seat_are_not_those_of_another():
    line = line_of(DeviceModel())
    type_keys(line, 3, "digit_5")
    type_keys(line, 4, "digit_7", "bet")
    assert said(line) == [("bet", 4, 7)]


def test_words_that_take_no_figure_drop_it():
    line = line_of(DeviceModel())
    type_keys(line, 3, "digit_5", "call", "raise")
    assert said(line) == [("call", 3, 0), ("raise", 3, 0)]


def test_amount_without_digits_says_nothing():
    line = line_of(DeviceModel())
    type_keys(line, 3, "amount", "digit_5", "clear", "amount", "digit_8", "amount")
    assert said(line) == [("amount", 3, 8)]


def test_a_figure_with_a_digit_too_many_is_void_rather_than_cut():
    line = line_of(DeviceModel())
    type_keys(line, 3, *["digit_1"] * 10, "raise", *["digit_1"] * 9, "raise")
    assert said(line) == [("raise", 3, 0), ("raise", 3, 111_111_111)]


def test_digits_that_nobody_said_are_forgotten():
    line = line_of(DeviceModel())
    type_keys(line, 3, "digit_5")
    line.run(SCHEMA.timing.figure_ms)
    type_keys(line, 3, "raise")
    assert said(line) == [("raise", 3, 0)]


def test_a_bouncing_key_is_one_press():
    device = DeviceModel()
    line = line_of(device)
    for down_ms in (1, 2, 4, 3, 20):
        line.press(2, "call", down_ms=down_ms, up_ms=1)
    assert said(line) == [("call", 2, 0)]


def test_keys_down_at_the_start_are_no_presses_but_are_told_when_stuck():
    line = line_of(DeviceModel(keys={2: key_bit("all_in"), 0: 1}))
    assert said(line) == []
    line.run(SCHEMA.timing.stuck_ms)
    all_in = SCHEMA.seat_keys.index("all_in")
    assert said(line) == [("key_stuck", 0, 0), ("key_stuck", 2, all_in)]
    line.device.keys[2] = 0
    assert said(line)[2:] == [("key_freed", 2, all_in)]


def test_a_new_host_is_told_again_which_keys_are_stuck():
    device = DeviceModel(keys={2: 1})
    line = line_of(device)
    line.run(SCHEMA.timing.stuck_ms)
    line.link = Link("panel")
    line.link.opened(line.now_ns)
    line.delivered.clear()
    line.run(SCHEMA.timing.stuck_ms)
    assert said(line) == [("key_stuck", 2, 0)]


def test_the_dealers_keys():
    device = DeviceModel()
    line = line_of(device)
    for bit in range(3):
        device.keys[0] = 1 << bit
        line.run(10)
        device.keys[0] = 0
        line.run(10)
    assert said(line) == [("confirm", 0, 0), ("undo", 0, 0), ("floor", 0, 0)]


def test_the_shoe_counts_from_one_after_each_new_deck():
    device = DeviceModel("shoe")
    line = line_of(device)
    device.cards.extend([52, 0])
    line.run(10)
    device.loaded = True
    device.cards.append(1)
    assert said(line) == [("card", 52, 1), ("card", 0, 2), ("card", 1, 1)]


def test_the_resend_timer_backs_off_while_nobody_acknowledges():
    """A host that hears but cannot store: no storm, though it answers every event."""
    line = line_of(DeviceModel())
    line.storage_works = False
    line.press(1, "call")
    line.sent_by_device.clear()
    line.run(5_000)
    sent = line.sent_by_device.count(bytes([SCHEMA.message("event").code]))
    assert 5 < sent < 20
    assert isinstance(line.device._queue[0], Event)
