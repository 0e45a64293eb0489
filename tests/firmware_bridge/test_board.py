"""The binary that is flashed, in a simulated ATmega, through pyserial."""

import time
from collections.abc import Iterator

import pytest
from board import CHIPS, Board, needs_board
from listener import Listener

from firmware_bridge.emulator import build_firmware
from firmware_bridge.messages import Outputs
from firmware_bridge.schema import SCHEMA
from table.observations import DealerButton, DealerPressed, SourceState, SpokenWord

pytestmark = [pytest.mark.firmware, needs_board]

CALL = SCHEMA.seat_keys.index("call")


@pytest.fixture(params=CHIPS)
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    with Board(request.param, boot_id=0x00FF) as board:
        yield board


def test_every_key_of_every_seat_and_of_the_dealer_is_the_key_it_should_be(board: Board):
    seats = tuple("123456789A")
    with Listener(board.port, seats=seats) as table:
        table.wait_for_state(SourceState.LIVE)
        for seat in range(1, 11):
            board.say(seat, SpokenWord.RAISE, 1_000_000_000 - 123_456_789 * (seat % 9 or 1))
        table.wait(lambda: len(table.words) == 10 and board.settled)
        for word in SpokenWord:
            board.say(10, word, 7 if word is SpokenWord.AMOUNT else None)
            table.wait(lambda word=word: table.words[-1].word is word and board.settled)
        for button in DealerButton:
            board.press_dealer(button)
            table.wait(
                lambda button=button: (
                    isinstance(table.told[-1], DealerPressed) and table.told[-1].button is button
                )
            )
    raises = {word.seat: word.amount for word in table.words[:10]}
    assert raises == {
        seats[seat - 1]: 1_000_000_000 - 123_456_789 * (seat % 9 or 1) for seat in range(1, 11)
    }


def test_lamps_and_buzzer_go_on_and_go_out_when_the_host_is_gone(board: Board):
    with Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        table.source.set_lamps(["1", "3", "9"], buzzer=True)
        table.wait(lambda: board.outputs == Outputs(0b1_0000_0101, 1))
    table.wait(lambda: board.outputs == Outputs())


def test_a_reset_is_another_boot_counted_in_the_eeprom_and_keys_that_are_down_say_nothing(
    board: Board,
):
    with Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        board.command(f"key 0 4 {CALL} 1")
        table.wait(lambda: len(table.words) == 1)
        board.reset()
        fault = table.wait_for_state(SourceState.FAULTY)
        assert "restarted" in fault.reason
        table.source.acknowledge_loss()
        table.wait_for_state(SourceState.LIVE)
        board.say(5, SpokenWord.FOLD)
        table.wait(lambda: len(table.words) == 2)
    assert [word.seat for word in table.words] == ["4", "5"]
    assert [delivery.key.boot_id for delivery in table.stored] == [0x00FF, 0x0100]


def test_stack_and_variables_never_meet(board: Board):
    """Through the deepest calls: a flood of frames with every key of the panel down."""
    with Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        for seat in range(1, 11):
            for bit in range(len(SCHEMA.seat_keys)):
                board.command(f"key 0 {seat} {bit} 1")
        table.wait_for_state(SourceState.LIVE)
        board.noise(0.02, seed=5)
        time.sleep(1)
        board.noise(0)
        for seat in range(1, 11):
            board.command(f"key 0 {seat} {CALL} 0")
        time.sleep(1)
    assert board.unused_ram() >= 200


def test_presses_through_noise_and_unplugging_arrive_once_and_in_order():
    with Board() as board, Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        board.noise(0.003, seed=7)
        for number in range(200):
            board.command(f"key {100 + 50 * number} {1 + number % 9} {CALL} 1")
            board.command(f"key {125 + 50 * number} {1 + number % 9} {CALL} 0")
        for _ in range(3):
            time.sleep(1.5)
            board.unplug()
            time.sleep(0.6)
            board.plug()
        table.wait(lambda: len(table.stored) >= 200)
        time.sleep(0.3)
    assert [delivery.key.event_id for delivery in table.stored] == list(range(1, 201))
    assert [word.seat for word in table.words] == [str(1 + number % 9) for number in range(200)]
    pressed = [move for move in board.moves if move.down]
    assert [move.subject for move in pressed] == [int(word.seat) for word in table.words]
    assert table.source.health().bridge.counters.lost_events == 0


def test_a_press_is_stamped_by_the_chip_when_its_key_has_settled():
    with Board() as board, Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        for number in range(10):
            board.command(f"key {40 * number} 2 {CALL} 1")
            board.command(f"key {40 * number + 20} 2 {CALL} 0")
        table.wait(lambda: len(table.stored) == 10 and len(board.moves) == 20)
    layout = SCHEMA.message("event").layout
    stamped_ms = [layout.unpack(delivery.body)[2] for delivery in table.stored]
    moved_ms = [move.chip_ms for move in board.moves if move.down]
    late_ms = [stamped - moved for stamped, moved in zip(stamped_ms, moved_ms, strict=True)]
    assert max(late_ms) - min(late_ms) <= 1
    # Its clock starts a few milliseconds after its power comes on.
    assert 0 <= SCHEMA.timing.debounce_ms - min(late_ms) <= 5


def test_a_frozen_chip_is_silent_and_comes_back():
    with Board() as board, Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        board.freeze()
        table.wait(lambda: SourceState.STALLED in [change.state for change in table.changes])
        board.thaw()
        table.wait_for_state(SourceState.LIVE)


@pytest.mark.parametrize("chip", CHIPS)
def test_what_is_flashed_starts_at_the_first_address(chip: str):
    lines = build_firmware(f"panel-{chip}.hex").read_text().splitlines()
    assert lines[0].startswith(":10000000")
    assert lines[-1] == ":00000001FF"


def test_presses_through_pulled_usb_cables_arrive_once_and_in_order_and_each_greeting_succeeds():
    """USB of the chip's own, fed from elsewhere: each cable's return is a reset of the bus."""
    with Board("atmega32u4") as board, Listener(board.port) as table:
        table.wait_for_state(SourceState.LIVE)
        for number in range(60):
            board.command(f"key {50 * number} {1 + number % 9} {CALL} 1")
            board.command(f"key {50 * number + 25} {1 + number % 9} {CALL} 0")
        for _ in range(3):
            time.sleep(0.5)
            board.unplug()
            time.sleep(0.4)
            board.plug()
        table.wait(lambda: len(table.stored) >= 60)
        time.sleep(0.3)
    assert board.greetings == ["betline panel"] * 4
    assert [delivery.key.event_id for delivery in table.stored] == list(range(1, 61))
    assert [word.seat for word in table.words] == [str(1 + number % 9) for number in range(60)]
    assert table.source.health().bridge.counters.lost_events == 0
