"""Shoes and readers of others: what they say, what they do not say, and that no card leaks."""

import logging
import time
from pathlib import Path
from random import Random

import pytest
from angel_eye_shoe import AngelEyeShoe, DamagingLine, PluggedShoe
from hypothesis import given
from hypothesis import strategies as st
from listener import Listener

from firmware_bridge.bridge import Delivery
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.link import EventKey
from firmware_bridge.problem import Problem
from firmware_bridge.registry import KINDS, Use
from firmware_bridge.shoes.angel_eye import AngelEye, Report, card_byte, encode_report
from firmware_bridge.shoes.line_reader import CardCodes, LineReader, read_card_codes
from firmware_bridge.shoes.reader import CardReader
from firmware_bridge.shoes.said import CardProtocol, CardSaid, Missed, NewDeck, Said, Trouble
from table.cards import RANKS, SUITS, Card
from table.documents import DocumentError
from table.observations import (
    CardLeftShoe,
    CardsUnverified,
    Observation,
    SourceChanged,
    SourceState,
)

DECK = [Card(rank, suit) for rank in RANKS for suit in SUITS]
CODES = {f"04{number:06X}": str(card) for number, card in enumerate(DECK)}
QUEEN, KING = Card("Q", "c"), Card("K", "h")
SECOND = 1_000 * NS_PER_MS


def hear(protocol: CardProtocol, *pieces: list[bytes], now_ns: int = 0) -> list[Said]:
    """Give what was said, piece by piece, a second apart; then wait."""
    said: list[Said] = []
    for number, copies in enumerate(pieces):
        for copy in copies:
            said += protocol.feed(copy, now_ns + number * SECOND)
    said += protocol.feed(b"", now_ns + len(pieces) * SECOND)
    return said


def cards(said: list[Said]) -> list[Card]:
    return [item.card for item in said if isinstance(item, CardSaid)]


class TestAngelEye:
    def test_a_report_of_the_description_is_the_bytes_that_it_names(self):
        report = Report(number=0x31, command=ord("D"), data=bytes([0x10, card_byte(KING)]))
        assert card_byte(KING) == 0x4D
        assert encode_report(report) == bytes([0x05, 0x31, 0x44, 0x10, 0x4D, 0x03]) + b"2B"

    def test_each_card_is_told_once_though_said_three_times(self):
        shoe = AngelEyeShoe()
        said = hear(AngelEye(), *(shoe.deal(card) for card in DECK))
        assert cards(said) == DECK
        assert len(said) == len(DECK)

    @given(st.lists(st.sampled_from(DECK), max_size=8), st.integers(0, 255), st.integers(1, 9))
    def test_the_pieces_in_which_bytes_arrive_do_not_matter(
        self, dealt: list[Card], number: int, size: int
    ):
        shoe = AngelEyeShoe(number=number)
        stream = b"".join(copy for card in dealt for copy in shoe.deal(card, target=0x03))
        protocol = AngelEye()
        said: list[Said] = []
        for start in range(0, len(stream), size):
            said += protocol.feed(stream[start : start + size], start)
        assert cards(said) == dealt

    def test_the_same_card_said_by_two_reports_is_two_cards(self):
        shoe = AngelEyeShoe(number=255)
        assert cards(hear(AngelEye(), shoe.deal(QUEEN), shoe.deal(QUEEN))) == [QUEEN, QUEEN]

    def test_one_copy_alone_is_not_believed_and_is_told_as_missed(self):
        shoe = AngelEyeShoe()
        first, (copy, *_) = shoe.deal(QUEEN), shoe.deal(KING)
        said = hear(AngelEye(), first, [copy])
        assert cards(said) == [QUEEN]
        assert isinstance(said[-1], Missed)

    def test_a_damaged_copy_whose_check_fits_changes_nothing(self):
        shoe = AngelEyeShoe()
        good = shoe.deal(QUEEN)
        wrong = encode_report(Report(0, ord("D"), bytes([0, card_byte(KING)])))
        assert hear(AngelEye(), [good[0], wrong, good[2]]) == [CardSaid(QUEEN)]

    def test_a_lost_report_is_noticed_by_the_number_of_the_next(self):
        shoe = AngelEyeShoe()
        first = shoe.deal(QUEEN)
        shoe.deal(KING)
        said = hear(AngelEye(), first, shoe.deal(Card("2", "s")))
        assert [type(item) for item in said] == [CardSaid, Missed, CardSaid]

    def test_a_start_is_a_new_deck_and_an_error_is_trouble_until_cleared(self):
        shoe = AngelEyeShoe()
        said = hear(
            AngelEye(),
            shoe.say("S"),
            shoe.say("E", bytes([0x40 | 7])),
            shoe.say("e"),
            shoe.say("L", b"\x01"),
            shoe.say("d", bytes([0, card_byte(QUEEN)])),
        )
        assert said[0] == NewDeck()
        assert said[2:4] == [
            Trouble(Problem("The shoe reports its error 7", "Clear it at the shoe.")),
            Trouble(None),
        ]
        assert [type(item) for item in said[4:]] == [CardSaid, Missed]

    def test_no_damage_makes_a_wrong_card(self):
        shoe = AngelEyeShoe(DamagingLine(Random(2), share=0.2))
        protocol = AngelEye()
        random = Random(3)
        wrong = told = 0
        for number in range(3_000):
            card = random.choice(DECK)
            heard = cards(hear(protocol, shoe.deal(card), now_ns=number * SECOND))
            wrong += heard not in ([], [card])
            told += heard == [card]
        assert wrong == 0
        assert told >= 2_600

    @given(st.binary(max_size=400))
    def test_rubbish_says_no_card(self, rubbish: bytes):
        protocol = AngelEye()
        said = list(protocol.feed(rubbish, 0))
        assert cards(said) == []
        shoe = AngelEyeShoe()
        assert cards(hear(protocol, [b"\0" * 20], shoe.deal(QUEEN), now_ns=SECOND)) == [QUEEN]


class TestLineReader:
    @pytest.fixture
    def codes(self) -> CardCodes:
        return CardCodes(prefix="<", suffix=">", new_deck="DECK", cards=CODES)

    def lines(self, *texts: str) -> list[list[bytes]]:
        return [[f"<{text}>\r\n".encode()] for text in texts]

    def test_a_line_a_card(self, codes: CardCodes):
        said = hear(LineReader(codes), *self.lines(*CODES))
        assert cards(said) == DECK

    def test_a_card_that_lies_under_the_reader_is_one_card(self, codes: CardCodes):
        (line,) = self.lines("04000001")
        said = hear(LineReader(codes), line * 3, line * 2)
        assert cards(said) == [DECK[1]]

    def test_the_same_card_much_later_is_said_again_for_the_deck_to_judge(self, codes: CardCodes):
        (line,) = self.lines("04000001")
        protocol = LineReader(codes)
        assert (
            cards(hear(protocol, line) + hear(protocol, line, now_ns=9 * SECOND)) == [DECK[1]] * 2
        )

    def test_what_is_no_code_is_missed(self, codes: CardCodes):
        pieces = [*self.lines("0400", "DECK"), [b"04000001\n"], [b"\xff" * 500 + b"\n"]]
        said = hear(LineReader(codes), *pieces)
        assert [type(item) for item in said] == [Missed, NewDeck, Missed, Missed]

    def test_a_line_may_come_byte_by_byte_and_end_in_any_way(self, codes: CardCodes):
        protocol = LineReader(codes)
        stream = b"<04000001>\r<04000002>\n<04000003>\r\n"
        said = [item for byte in stream for item in protocol.feed(bytes([byte]), 0)]
        assert cards(said) == DECK[1:4]

    def test_the_mapping_file_must_name_every_card(self, tmp_path: Path):
        path = tmp_path / "cards.yaml"
        path.write_text("cards:\n" + "".join(f'  "{k}": {v}\n' for k, v in CODES.items()))
        assert read_card_codes(path).cards == CODES
        path.write_text("cards:\n" + "".join(f'  "{k}": {v}\n' for k, v in list(CODES.items())[2:]))
        with pytest.raises(DocumentError, match="no code means 2c, 2d"):
            read_card_codes(path)


class Table:
    """A card reader in false time."""

    def __init__(self, protocol: CardProtocol, resume_after: EventKey | None = None) -> None:
        self.stored: list[Delivery] = []
        self.storage_works = True
        self.now_ms = 0
        self.told: list[Observation] = []
        self.reader = CardReader("shoe", protocol, persist=self._persist, resume_after=resume_after)

    def _persist(self, delivery: Delivery) -> None:
        if not self.storage_works:
            raise OSError(28, "No space left on device")
        self.stored.append(delivery)

    def hear(self, copies: list[bytes]) -> None:
        for data in [*copies, *[b""] * 40]:
            self.now_ms += 20
            self.reader.receive(data, self.now_ms * NS_PER_MS)
            assert self.reader.due(self.now_ms * NS_PER_MS) == b""
        for observation in self.reader.take_observations():
            assert observation.at_ns <= self.now_ms * NS_PER_MS
            self.told.append(observation)

    def open(self) -> None:
        self.reader.opened(self.now_ms * NS_PER_MS)
        self.hear([])

    def of(self, kind: type[Observation]) -> list[Observation]:
        return [item for item in self.told if isinstance(item, kind)]


class TestCardReader:
    @pytest.fixture
    def shoe(self) -> AngelEyeShoe:
        return AngelEyeShoe()

    @pytest.fixture
    def table(self) -> Table:
        table = Table(AngelEye())
        table.open()
        return table

    def test_cards_are_counted_and_stored_before_they_are_told(
        self, table: Table, shoe: AngelEyeShoe
    ):
        for card in (QUEEN, KING):
            table.hear(shoe.deal(card))
        dealt = table.of(CardLeftShoe)
        assert [(item.card, item.ordinal) for item in dealt] == [(QUEEN, 1), (KING, 2)]
        assert [delivery.observation for delivery in table.stored[1:]] == dealt
        assert [delivery.key for delivery in table.stored] == [EventKey(1, n) for n in (1, 2, 3)]

    def test_every_opening_leaves_the_cards_unverified(self, table: Table, shoe: AngelEyeShoe):
        assert len(table.of(CardsUnverified)) == 1
        table.hear(shoe.deal(QUEEN))
        table.reader.closed(
            Problem("The cable was pulled", "Plug it in."), table.now_ms * NS_PER_MS
        )
        shoe.deal(KING)
        table.open()
        table.hear(shoe.deal(Card("2", "s")))
        assert len(table.of(CardsUnverified)) == 2
        states = [item.state for item in table.of(SourceChanged)]
        assert states == [SourceState.LIVE, SourceState.OFFLINE, SourceState.LIVE]

    def test_a_card_that_cannot_be_stored_waits_and_is_told_once(
        self, table: Table, shoe: AngelEyeShoe
    ):
        table.storage_works = False
        table.hear(shoe.deal(QUEEN))
        table.hear(shoe.deal(KING))
        assert table.of(CardLeftShoe) == []
        assert table.reader.health().state is SourceState.FAULTY
        table.storage_works = True
        table.hear([])
        assert [item.card for item in table.of(CardLeftShoe)] == [QUEEN, KING]
        assert table.reader.health().state is SourceState.LIVE

    def test_trouble_of_the_shoe_is_a_fault_until_it_is_cleared(
        self, table: Table, shoe: AngelEyeShoe
    ):
        table.hear(shoe.say("E", b"\x03"))
        assert table.reader.health().problem == Problem(
            "The shoe reports its error 3", "Clear it at the shoe."
        )
        table.hear(shoe.say("e"))
        assert table.reader.health().problem is None

    def test_a_later_run_has_keys_of_its_own(self, shoe: AngelEyeShoe):
        table = Table(AngelEye(), resume_after=EventKey(4, 17))
        table.open()
        assert table.stored[0].key == EventKey(5, 1)

    def test_no_card_is_in_a_log_line_or_a_representation(
        self, table: Table, shoe: AngelEyeShoe, caplog: pytest.LogCaptureFixture
    ):
        with caplog.at_level(logging.DEBUG):
            table.storage_works = False
            table.hear(shoe.deal(QUEEN))
            table.storage_works = True
            table.hear(shoe.deal(KING))
        shown = caplog.text + repr(table.told) + repr(table.stored) + repr(CardSaid(QUEEN))
        shown += repr(Report(0, ord("D"), bytes([0, 0x2C])))
        assert "Q" not in shown.replace("REQ", "")
        assert "rank=" not in shown


def test_every_kind_of_device_is_in_the_registry_and_says_what_it_is():
    assert set(KINDS) == {"panel", "shoe", "angel_eye", "line_reader"}
    assert "not verified on hardware" in KINDS["angel_eye"].summary
    assert KINDS["angel_eye"].baudrate == 4_800
    for name, kind in KINDS.items():
        use = Use(name=name, seats=("1", "2"), persist=lambda _: None)
        if kind.needs_codes:
            with pytest.raises(ValueError, match="mapping file"):
                kind.make(use)
        else:
            assert kind.make(use).name == name


def test_a_shoe_on_a_port_through_pyserial():
    plugged, shoe = PluggedShoe(), AngelEyeShoe()
    with Listener(plugged.port, device="angel_eye") as table:
        table.wait_for_state(SourceState.LIVE)
        table.wait(lambda: any(isinstance(item, CardsUnverified) for item in table.told))
        for copy in shoe.deal(QUEEN):
            plugged.send(copy)
        table.wait(lambda: isinstance(table.told[-1], CardLeftShoe))
        time.sleep(0.3)
    plugged.close()
    (dealt,) = (item for item in table.told if isinstance(item, CardLeftShoe))
    assert dealt.card == QUEEN
