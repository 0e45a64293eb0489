"""The answer stands until something has settled it, and no longer."""

from typing import Any

from desk import NS_PER_MS, Desk

from table.events import Confirmed, Redone, StreetStarted, Undone
from table.game import Street
from table.observations import ChipsAtRest, SourceChanged, SourceState, SpokenWord


def shown(desk: Desk) -> dict[str, Any]:
    view: dict[str, Any] = desk.broadcast.view("dealer", "en")[1].model_dump()
    return view


def kind(desk: Desk) -> str:
    return str(shown(desk)["answer"]["kind"])


def comes_back(desk: Desk, source: str) -> None:
    desk.tell(SourceChanged(source=source, at_ns=0, state=SourceState.LIVE))


def test_a_hand_begins_with_nobody_ruled(desk: Desk) -> None:
    assert kind(desk) == "no_hand"
    desk.begins()
    assert kind(desk) == "waiting"


def test_a_ruling_stands_until_the_next(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.does(Confirmed(at_ns=0))
    assert kind(desk) == "ruling"


def test_an_undone_ruling_is_not_told_any_more(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.does(Undone(at_ns=0))
    assert kind(desk) == "waiting"


def test_an_undone_ruling_that_is_brought_back_is_told_again(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.pushes("2", 500)
    for _ in range(2):
        desk.does(Undone(at_ns=0))
    assert shown(desk)["can_redo"]
    desk.does(Redone(at_ns=0))
    assert shown(desk)["answer"]["line"] == "BET 100"
    desk.does(Redone(at_ns=0))
    assert shown(desk)["answer"]["line"] == "CALL 100 — give back 400"
    assert not shown(desk)["can_redo"]


def test_a_new_street_begins_with_nobody_ruled(desk: Desk) -> None:
    desk.begins(order=("1", "2"))
    desk.says("1", SpokenWord.CHECK)
    desk.says("2", SpokenWord.CHECK)
    assert kind(desk) == "ruling"
    desk.does(StreetStarted(at_ns=0, street=Street.TURN))
    assert kind(desk) == "waiting"


def test_a_fault_is_told_until_its_source_is_back(desk: Desk) -> None:
    desk.begins()
    desk.stalls("overhead")
    desk.stalls("panel")
    comes_back(desk, "panel")
    assert kind(desk) == "fault"
    comes_back(desk, "overhead")
    assert kind(desk) == "waiting"


def test_chips_that_could_not_be_read_are_asked_for_until_they_are(desk: Desk) -> None:
    desk.begins()
    desk.unreadable("1")
    assert kind(desk) == "cannot_tell"
    desk.pushes("2")
    assert kind(desk) == "cannot_tell", "another seat answers nothing"
    desk.unreadable("1")
    assert kind(desk) == "cannot_tell"
    began_ns = desk.clock.at_ns + NS_PER_MS
    desk.clock.at_ns += 900 * NS_PER_MS
    desk.tell(ChipsAtRest(source="overhead", at_ns=0, seat="1", chips=(), started_ns=began_ns))
    assert kind(desk) == "waiting"


def test_who_looks_on_cannot_stop_the_table(desk: Desk) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a defect of the printer")

    desk.session.listen(fails)
    desk.begins()
    desk.pushes("1", 100)
    assert kind(desk) == "ruling"
