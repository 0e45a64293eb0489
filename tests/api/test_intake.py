"""The intake: one tap is one tap, a tap belongs to the ruling that was shown, floods end."""

from concurrent.futures import wait

import pytest
from desk import NS_PER_MS, Desk

from api.intake import MOST_COMMANDS, Command, Status
from api.log import read_log
from table.events import Confirmed, FloorCalled, Overridden, Undone
from table.observations import ChipsAtRest, HandLeft, SpokenWord, WordSaid


def test_the_same_tap_twice_is_done_once(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.pushes("2", 100)
    assert desk.does(Undone(at_ns=0), "one-tap-1").status is Status.DONE
    assert desk.does(Undone(at_ns=0), "one-tap-1").status is Status.REPEATED
    assert desk.session.published.state.hand is not None
    assert len(desk.session.published.state.hand.acts) == 1


def test_the_same_tap_after_a_restart_is_done_once(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.does(Undone(at_ns=0), "one-tap-1")
    desk.close()
    again = Desk(desk.path)
    again.all_live()
    assert again.does(Undone(at_ns=0), "one-tap-1").status is Status.REPEATED
    again.close()


def test_a_tap_on_an_older_ruling_is_refused(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    shown = desk.session.published.state.rulings_given
    desk.pushes("2", 500)
    outcome = desk.does(Confirmed(at_ns=0), ruling=shown)
    assert outcome.status is Status.OUTDATED
    assert outcome.message is not None
    assert outcome.message.name == "refused-outdated"
    assert desk.does(Confirmed(at_ns=0), ruling=shown + 1).status is Status.DONE


def test_what_cannot_be_done_is_refused_with_its_reason(desk: Desk) -> None:
    outcome = desk.does(Confirmed(at_ns=0))
    assert outcome.status is Status.REFUSED
    assert outcome.message is not None


def test_a_tap_and_what_happened_before_it_keep_their_order(desk: Desk) -> None:
    """Chips that came to rest before the tap count before it, though they were told after it."""
    desk.begins()
    desk.pushes("1", 100)
    at_rest_ns = desk.clock.at_ns + 900 * NS_PER_MS
    desk.clock.at_ns = at_rest_ns + 50 * NS_PER_MS
    tapped = desk.intake.command(Command(command_id="the-tap", event=Undone(at_ns=0)))
    desk.intake.settle()
    assert not tapped.done(), "the camera has not told everything up to the tap"
    for observation in (
        HandLeft(source="overhead", at_ns=at_rest_ns - 200 * NS_PER_MS, seat="2"),
        ChipsAtRest(
            source="overhead", at_ns=at_rest_ns, seat="2", chips=(500,),
            started_ns=at_rest_ns - 600 * NS_PER_MS,
        ),
    ):  # fmt: skip
        desk.intake.observe(observation)
    for source in desk.table_file.sources:
        desk.intake.progress(source, desk.clock.at_ns)
    desk.intake.settle()
    assert tapped.result(timeout=0).status is Status.DONE
    kinds = [record.kind for record in read_log(desk.path)][-5:]
    assert kinds.index("ruling_given") < kinds.index("undone")


def test_more_taps_than_hands_are_refused(desk: Desk) -> None:
    outcomes = [
        desk.intake.command(Command(command_id=f"flood-{number}", event=FloorCalled(at_ns=0)))
        for number in range(MOST_COMMANDS + 5)
    ]
    refused = [outcome for outcome in outcomes if outcome.done()]
    assert len(refused) == 5
    assert all(outcome.result().status is Status.UNAVAILABLE for outcome in refused)
    for source in desk.table_file.sources:
        desk.intake.progress(source, desk.clock.at_ns)
    desk.intake.settle()
    assert all(outcome.done() for outcome in outcomes)
    assert desk.does(FloorCalled(at_ns=0)).status is Status.DONE


def test_an_override_keeps_both_rulings(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.pushes("2", 500)
    event = Overridden(
        at_ns=0, seat="2", action="raise", total=500, reason="raise was said", by="floor"
    )
    assert desk.does(event, ruling=2).status is Status.DONE
    rulings = [r.content["ruling"] for r in read_log(desk.path) if r.kind == "ruling_given"]
    assert [ruling["action"] for ruling in rulings] == ["bet", "call", "raise"]
    view = desk.broadcast.view("dealer", "en")[1].model_dump()
    assert view["answer"]["by"] == "floor"
    assert "raise was said" in view["answer"]["rule"]


def test_a_press_from_a_broken_link_waits_for_the_dealer(desk: Desk) -> None:
    desk.begins()
    desk.tell(
        WordSaid(source="panel", at_ns=0, seat="1", word=SpokenWord.CHECK, needs_confirmation=True),
        origin="panel:1:9",
    )
    view = desk.broadcast.view("dealer", "en")[1].model_dump()
    assert view["answer"]["kind"] == "press"
    assert view["answer"]["line"] == "CONFIRM — seat 1 pressed CHECK while the line was down"
    assert desk.session.published.state.rulings_given == 0
    desk.does(Confirmed(at_ns=0))
    assert desk.session.published.state.rulings_given == 1


def test_a_fact_with_a_known_origin_changes_nothing(desk: Desk) -> None:
    desk.begins()
    said = WordSaid(source="panel", at_ns=0, seat="1", word=SpokenWord.CHECK)
    desk.tell(said, origin="panel:1:9")
    before = desk.session.published.state
    desk.tell(said, origin="panel:1:9")
    assert desk.session.published.state == before


@pytest.mark.parametrize("taps", [1, 20])
def test_a_running_intake_answers_and_ends(desk: Desk, taps: int) -> None:
    desk.intake.start()
    outcomes = [
        desk.intake.command(Command(command_id=f"run-{number}", event=FloorCalled(at_ns=0)))
        for number in range(taps)
    ]
    for source in desk.table_file.sources:
        desk.intake.progress(source, desk.clock.at_ns)
    done, waiting = wait(outcomes, timeout=10)
    assert len(done) == taps
    assert not waiting
    desk.intake.stop()
    late = desk.intake.command(Command(command_id="too-late", event=FloorCalled(at_ns=0)))
    assert late.result(timeout=0).status is Status.UNAVAILABLE
