"""The session: on disk before it is shown, the same after a restart, and no fault hidden."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from desk import Desk

from api.errors import LogUnavailableError
from api.intake import Status
from api.log import InboxItem, read_log
from api.session import ALARM, Document, Published
from table.events import Confirmed, Event, RulingGiven, StreetStarted, Undone
from table.game import Street
from table.observations import ChipsAtRest, SpokenWord
from table.state import TableState
from table.stepping import step


def play(desk: Desk) -> None:
    """A bet, a raise by word, an undo, a shoe's card, a call: some of everything."""
    desk.begins(order=("1", "2", "3"))
    desk.pushes("1", 100)
    desk.does(Confirmed(at_ns=0))
    desk.says("2", SpokenWord.RAISE)
    desk.pushes("2", 500)
    desk.does(Undone(at_ns=0))
    desk.does(Confirmed(at_ns=0))
    desk.deals("Qc", 1)
    desk.stalls("overhead")


def fill(desk: Desk) -> Callable[[], None]:
    """Make the disk full; what is returned makes room again."""
    database = desk.log._database
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")
    return lambda: database.execute("PRAGMA max_page_count = 1000000") and None


def overfill(desk: Desk) -> Callable[[], None]:
    """Make the disk full, and use up what is left of the last page."""
    free = fill(desk)
    for _ in range(200):
        if desk.session.published.log_fault:
            return free
        desk.pushes("1", 50)
    raise AssertionError("the disk did not fill")


def test_what_is_shown_is_on_disk(desk: Desk) -> None:
    seen: list[tuple[int, int]] = []

    def look(published: Published, event: Event | None, answers: Sequence[Event]) -> None:
        logged = [record for record in read_log(desk.path) if record.kind == "ruling_given"]
        seen.append((published.state.rulings_given, len(logged)))

    desk.session.listen(look)
    play(desk)
    assert max(shown for shown, _ in seen) >= 2
    assert all(shown <= logged for shown, logged in seen)


def test_a_restart_goes_on_in_the_same_state(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    desk = Desk(path)
    desk.all_live()
    play(desk)
    before = desk.session.published
    desk.close()
    again = Desk(path)
    after = again.session.published
    assert (after.state, after.answer, after.at_ns) == (before.state, before.answer, before.at_ns)
    assert after.alarms == ()
    again.all_live()
    again.does(StreetStarted(at_ns=0, street=Street.TURN))
    again.close()


def test_a_kill_between_any_two_events_loses_nothing(tmp_path: Path) -> None:
    """Whatever has been applied when the power goes, the restart has it."""
    path = tmp_path / "table.log"
    desk = Desk(path)
    desk.all_live()
    states: list[TableState] = []
    desk.session.listen(lambda published, event, answers: states.append(published.state))
    play(desk)
    last = desk.session.published
    # No close: the file is as a killed process leaves it.
    copy = tmp_path / "copy.log"
    for suffix in ("", "-wal"):
        copy.with_name(copy.name + suffix).write_bytes(
            path.with_name(path.name + suffix).read_bytes()
        )
    again = Desk(copy)
    assert again.session.published.state == last.state
    again.close()
    desk.close()


def test_the_log_is_a_chain_of_inputs_each_with_its_answers(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    kinds = [record.kind for record in read_log(desk.path)]
    hand = ["hand_started", "turn_is"]
    act = ["observed", "observed", "ruling_given", "turn_is"]
    assert kinds[-6:] == hand + act


def test_a_replay_that_differs_is_an_alarm(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    desk = Desk(path)
    desk.all_live()
    desk.begins()
    desk.pushes("1", 100)
    desk.close()

    def other_rules(state: TableState, event: Event) -> tuple[TableState, Sequence[Event]]:
        state, answers = step(state, event)
        return state, [answer for answer in answers if not isinstance(answer, RulingGiven)]

    again = Desk(path, moves=other_rules)
    (alarm,) = again.session.published.alarms[:1]
    assert "The replay differs at event" in alarm
    assert "ruling_given" in alarm
    assert again.broadcast.view("dealer", "en")[1].model_dump()["alarms"]
    again.close()


def test_a_defect_in_the_rules_stops_nothing_and_is_told(tmp_path: Path) -> None:
    def defective(state: TableState, event: Event) -> tuple[TableState, Sequence[Event]]:
        observation = getattr(event, "observation", None)
        if isinstance(observation, ChipsAtRest) and observation.chips == (500,):
            raise ZeroDivisionError("a defect")
        return step(state, event)

    path = tmp_path / "table.log"
    desk = Desk(path, moves=defective)
    desk.all_live()
    desk.begins()
    desk.pushes("1", 500)
    (alarm,) = desk.session.published.alarms
    assert "could not be ruled" in alarm
    assert [record.kind for record in read_log(path)][-2:] == ["observed", ALARM]
    desk.fronts = {}
    desk.pushes("1", 100)
    assert desk.session.published.state.rulings_given == 1
    desk.close()
    again = Desk(path, moves=defective)
    assert "could not be ruled" in again.session.published.alarms[0]
    assert again.session.published.state.rulings_given == 1
    again.close()


def test_a_full_disk_hides_every_figure_and_loses_nothing(desk: Desk) -> None:
    desk.begins()
    free = overfill(desk)
    view = desk.broadcast.view("dealer", "en")[1].model_dump()
    assert view["answer"]["kind"] == "fault"
    assert view["answer"]["line"] == "FAULT — the log cannot be written: rule by hand"
    assert "The disk is full" in view["answer"]["rule"]
    assert (view["seats"], view["hand"], view["turn"], view["pot"]) == ((), None, None, 0)
    overlay = desk.broadcast.view("overlay", "en")[1].model_dump()
    assert (overlay["live"], overlay["seats"], overlay["ruling"]) == (False, (), None)
    outcome = desk.does(Confirmed(at_ns=0))
    assert outcome.status is Status.UNAVAILABLE
    assert "The disk is full" in outcome.text
    waiting = len(desk.intake._unwritten)
    assert waiting > 0
    free()
    desk.clock.at_ns += 2_000_000_000
    desk.intake.settle()
    assert desk.session.published.log_fault == ""
    assert len(desk.intake._unwritten) == 0
    gap = [record for record in read_log(desk.path) if record.kind == ALARM]
    assert "The disk is full" in gap[0].content["text"]
    lying = desk.session.published.state.front("1").chips
    assert lying == desk.fronts["1"]


def test_more_than_can_be_kept_is_told_as_lost(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.intake.MOST_UNWRITTEN", 1)
    desk.begins()
    free = overfill(desk)
    desk.pushes("1", 50)
    free()
    desk.clock.at_ns += 2_000_000_000
    desk.intake.settle()
    (alarm,) = desk.session.published.alarms
    assert "observations were lost" in alarm


def test_a_full_disk_refuses_what_a_device_sends(desk: Desk) -> None:
    overfill(desk)
    item = InboxItem(source="panel", boot_id=1, event_id=1, content="x" * 10_000)
    with pytest.raises(LogUnavailableError, match="The disk is full"):
        desk.log.keep(item)


def test_a_card_from_the_shoe_is_sealed_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    desk = Desk(path)
    desk.all_live()
    desk.deals("Qc", 1)
    desk.close()
    (dealt,) = [record for record in read_log(path) if record.sealed]
    assert "Qc" not in json.dumps(vars(dealt))
    seen: list[str] = []

    def notes_cards(state: TableState, event: Event) -> tuple[TableState, Sequence[Event]]:
        card = getattr(getattr(event, "observation", None), "card", None)
        if card is not None:
            seen.append(str(card))
        return step(state, event)

    Desk(path, moves=notes_cards).close()
    assert seen == ["Qc"]


def test_documents_in_force_are_written_once(desk: Desk) -> None:
    book = Document(role="rulebook", name="house 1", sha256="ab", text="name: house")
    desk.session.begin([book], "0.1.0")
    desk.session.begin([book], "0.1.0")
    kinds = [record.kind for record in read_log(desk.path)]
    assert kinds.count("document") == 1
    assert kinds.count("session_started") == 2


def test_time_in_the_log_never_runs_backwards(desk: Desk) -> None:
    desk.begins()
    desk.clock.at_ns = 0
    desk.does(Confirmed(at_ns=0))
    times = [record.at_ns for record in read_log(desk.path)]
    assert times == sorted(times)
