"""A device's presses: on disk before the device forgets them, applied once, never lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from desk import SEATS, Desk

from api.errors import LogUnavailableError
from api.log import read_log
from api.sources import LiveBridge
from api.table_file import BridgeEntry
from firmware_bridge.bridge import Delivery
from firmware_bridge.link import Accounted, EventKey
from table.cards import Card
from table.observations import CardLeftShoe, Observation, SpokenWord, WordSaid


class FakeSource:
    """In the place of the thread that reads the port: the test is the device."""

    def __init__(self, name: str, port: str, **options: object) -> None:
        self.resume_after = options["resume_after"]
        self.accounted = options["accounted"]
        self.confirms: Callable[[Accounted], None] = options["keep_accounted"]  # type: ignore[assignment]
        self._persist: Callable[[Delivery], None] = options["persist"]  # type: ignore[assignment]
        self._tell: Callable[[Observation], None] = options["on_observation"]  # type: ignore[assignment]
        self._name = name
        self.lit: list[list[str]] = []

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def set_lamps(self, seats: list[str]) -> None:
        self.lit.append(seats)

    def stores(self, event_id: int, observation: Observation | None) -> None:
        key = EventKey(boot_id=7, event_id=event_id)
        self._persist(Delivery(self._name, key, b"\x01", observation))

    def tells(self, observation: Observation) -> None:
        self._tell(observation)


@pytest.fixture(autouse=True)
def no_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.sources.BridgeSource", FakeSource)


def bridge(desk: Desk, name: str = "panel") -> tuple[LiveBridge, FakeSource]:
    entry = BridgeEntry(name=name, port="/dev/null")
    made = LiveBridge(entry, SEATS, desk.intake, desk.log)
    source = made._source
    assert isinstance(source, FakeSource)
    return made, source


def check_of(desk: Desk) -> WordSaid:
    desk.clock.at_ns += 1_000_000
    return WordSaid(source="panel", at_ns=desk.clock.at_ns, seat="1", word=SpokenWord.CHECK)


def settle(desk: Desk) -> None:
    for source in desk.table_file.sources:
        desk.intake.progress(source, desk.clock.at_ns)
    desk.intake.settle()


def test_a_press_is_on_disk_and_then_ruled(desk: Desk) -> None:
    desk.begins()
    _, source = bridge(desk)
    said = check_of(desk)
    source.stores(1, said)
    assert [item.event_id for item in desk.log.inbox("panel")] == [1]
    source.tells(said)
    settle(desk)
    (logged,) = [record for record in read_log(desk.path) if record.origin == "panel:7:1"]
    assert logged.kind == "observed"
    assert desk.session.published.state.rulings_given == 1


def test_a_press_that_is_sent_again_counts_once(desk: Desk) -> None:
    desk.begins()
    _, source = bridge(desk)
    for _ in range(2):
        said = check_of(desk)
        source.stores(1, said)
        source.tells(said)
    settle(desk)
    assert desk.session.published.state.rulings_given == 1


def test_a_press_that_was_stored_before_a_crash_is_asked_about(desk: Desk) -> None:
    desk.begins()
    _, source = bridge(desk)
    source.stores(1, check_of(desk))
    desk.close()  # it was acknowledged to the device, but never told
    again = Desk(desk.path)
    again.all_live()
    made, source = bridge(again)
    assert source.resume_after == EventKey(boot_id=7, event_id=1)
    made.start()
    settle(again)
    view = again.broadcast.view("dealer", "en")[1].model_dump()
    assert view["answer"]["kind"] == "press"
    again.close()
    third = Desk(desk.path)
    bridge(third)[0].start()
    settle(third)
    origins = [record.origin for record in read_log(desk.path)]
    assert origins.count("panel:7:1") == 1
    third.close()


def test_a_press_that_cannot_be_stored_stays_in_the_device(desk: Desk) -> None:
    _, source = bridge(desk)
    desk.log._database.execute("PRAGMA query_only = ON")
    with pytest.raises(LogUnavailableError):
        source.stores(1, check_of(desk))
    desk.log._database.execute("PRAGMA query_only = OFF")
    source.stores(1, check_of(desk))
    assert len(desk.log.inbox("panel")) == 1


def test_what_concerns_the_device_alone_is_kept_too(desk: Desk) -> None:
    _, source = bridge(desk)
    source.stores(1, None)
    desk.close()
    again = Desk(desk.path)
    made, source = bridge(again)
    assert source.resume_after == EventKey(boot_id=7, event_id=1)
    made.start()
    again.close()


def test_what_a_person_confirmed_as_lost_is_known_to_the_next_run(desk: Desk) -> None:
    _, source = bridge(desk)
    source.stores(4, None)
    source.confirms(Accounted(boot_id=7, next_id=5, lost=3))
    source.confirms(Accounted(boot_id=8, next_id=1, lost=0))
    desk.close()
    again = Desk(desk.path)
    assert bridge(again)[1].accounted == Accounted(boot_id=8, next_id=1, lost=0)
    assert bridge(again, "shoe")[1].accounted is None
    again.close()


def test_what_was_confirmed_of_a_start_before_the_last_one_is_of_no_use(desk: Desk) -> None:
    _, source = bridge(desk)
    source.confirms(Accounted(boot_id=6, next_id=5, lost=3))
    source.stores(1, None)
    desk.close()
    again = Desk(desk.path)
    assert bridge(again)[1].accounted is None
    again.close()


def test_a_card_goes_from_the_shoe_into_the_seal(desk: Desk) -> None:
    _, source = bridge(desk, "shoe")
    desk.clock.at_ns += 1_000_000
    dealt = CardLeftShoe(source="shoe", at_ns=desk.clock.at_ns, card=Card.parse("Qc"), ordinal=1)
    source.stores(1, dealt)
    source.tells(dealt)
    settle(desk)
    (logged,) = [record for record in read_log(desk.path) if record.origin == "shoe:7:1"]
    assert "Qc" not in logged.payload
    assert desk.log.card_of(logged.seq) == "Qc"


def test_the_lamp_is_that_of_the_seat_in_turn(desk: Desk) -> None:
    made, source = bridge(desk)
    made.light("3")
    made.light(None)
    made.light("no seat of the panel")
    assert source.lit == [["3"], [], []]


def test_evidence_is_kept_beside_the_log_and_the_oldest_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numpy as np

    from api.evidence import EvidenceFolder

    monkeypatch.setattr("api.evidence.MOST_PICTURES", 2)
    evidence = EvidenceFolder(tmp_path / "table.log")
    picture = np.zeros((8, 8, 3), np.uint8)
    names = [evidence.keep("../4", at_ns, picture) for at_ns in (10, 20, 30)]
    kept = sorted(path.name for path in evidence.folder.iterdir())
    assert kept == names[1:]
    assert kept[0] == "00000000000000000020-___4.jpg"


def test_evidence_that_cannot_be_kept_stops_nothing() -> None:
    import numpy as np

    from api.evidence import EvidenceFolder

    evidence = EvidenceFolder(Path("/proc/betline/table.log"))
    assert evidence.keep("4", 10, np.zeros((8, 8, 3), np.uint8)) == ""
