"""`betline hands export`: what a log holds, as PokerKit reads it."""

import hashlib
from pathlib import Path

import pytest
from pokerkit import HandHistory
from recorded import DRAW, HOLDEM, QUARTERS, STUD
from typer.testing import CliRunner

from api.cli import app
from api.hand_check import awards, check_hand
from api.hand_export import hands_of
from api.log import TableLog, read_log
from api.phh import BETTING, HandRecord, Verb, read_hands
from api.recorded_hand import RecordedHand
from api.session import Document, Input, Session
from table.cards import Card
from table.events import Event, HandEnded, HandStarted, Observed, Overridden, StreetStarted
from table.game import Game, Limit, Street
from table.observations import BoardSeen, SourceChanged, SourceState
from table.rulebooks import load
from table.state import TableState

TDA = load("tda2024")
runner = CliRunner()


def one(text: str) -> HandRecord:
    (record,) = read_hands(text, "hand.phh")
    return record


def inputs(text: str) -> list[Event]:
    """The inputs of a recorded hand, to the pushing of the pot."""
    played = RecordedHand(one(text), TDA)
    played.play()
    won = awards(played)
    at_ns = played.events[-1].at_ns
    return [*played.events, HandEnded(at_ns=at_ns, won=won.won if won else {})]


def logged(path: Path, *hands: list[Event]) -> Path:
    text = TDA.model_dump_json()
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    log = TableLog(path, "One")
    session = Session(log, TableState(rulebook=TDA))
    session.begin([Document(role="rulebook", name="tda2024", sha256=sha256, text=text)], "1")
    for event in (event for hand in hands for event in hand):
        session.apply(Input(event=event))
    log.close()
    return path


def exported(path: Path) -> list[HandRecord | None]:
    return [hand.record for hand in hands_of(read_log(path))]


def acts(record: HandRecord) -> list[str]:
    return [action.text(record.scale) for action in record.actions if action.verb in BETTING]


def test_a_hand_comes_out_of_the_log_as_it_was_played(tmp_path: Path) -> None:
    (record,) = exported(logged(tmp_path / "one.log", inputs(HOLDEM)))
    assert record is not None
    original = one(HOLDEM)
    assert acts(record) == acts(original)
    assert (record.blinds, record.stacks, record.min_bet) == ((50, 100, 0), original.stacks, 100)
    assert record.finishing_stacks == (4000, 8000, 10000)
    assert record.winnings == (4000, 0, 0)
    beside = [record.more[key] for key in ("_ruling", "_override", "_confidence")]
    assert {len(one) for one in beside} == {len(record.actions)}
    raised = [action.amount for action in record.actions].index(900)
    assert beside[0][raised].startswith("RAISE TO 900 (raise by 600)")
    assert "TDA 2024" in beside[0][raised]
    assert set(beside[1]) == {""}
    assert beside[2][raised] == 1000


@pytest.mark.parametrize("text", [HOLDEM, STUD])
def test_pokerkit_plays_what_was_exported(text: str, tmp_path: Path) -> None:
    log = logged(tmp_path / "one.log", inputs(text))
    result = runner.invoke(app, ["hands", "export", str(log), "--out", str(tmp_path / "out")])
    assert (result.exit_code, result.stdout) == (0, "1 of 1\n")
    file = tmp_path / "out" / "hand-1.phh"
    history = HandHistory.loads(file.read_text("utf-8"))
    *_, state = history
    assert state.actor_index is None
    assert history.user_defined_fields["_confidence"]
    assert check_hand(one(file.read_text("utf-8")), TDA).agrees


def test_an_override_stands_with_its_reason(tmp_path: Path) -> None:
    events = inputs(HOLDEM)
    ends = next(at for at, event in enumerate(events) if isinstance(event, StreetStarted))
    floor = Overridden(
        at_ns=events[ends].at_ns,
        seat="p2",
        action="fold",
        total=None,
        reason="said so",
        by="floor",
    )
    played = [*events[:ends], floor]
    (record,) = exported(logged(tmp_path / "one.log", played))
    assert record is not None
    assert acts(record)[-1] == "p2 f"
    assert record.more["_override"][-1] == "floor: said so"


def test_the_board_is_told_and_the_hole_cards_are_not(tmp_path: Path) -> None:
    events = inputs(QUARTERS)
    flop = next(at for at, event in enumerate(events) if getattr(event, "street", "") == "flop")
    cards = (Card("A", "h"), Card("K", "h"), Card("Q", "h"))
    seen = BoardSeen(source="overhead", at_ns=events[flop].at_ns, cards=cards)
    events[flop] = Observed(at_ns=events[flop].at_ns, observation=seen)
    (record,) = exported(logged(tmp_path / "one.log", events))
    assert record is not None
    assert [a.cards for a in record.actions if a.verb is Verb.DEAL_BOARD] == [cards]
    holes = [action.cards for action in record.actions if action.verb is Verb.DEAL_HOLE]
    assert holes == [(None, None), (None, None)]


def test_what_the_format_cannot_hold_is_told(tmp_path: Path) -> None:
    live = [
        Observed(
            at_ns=1, observation=SourceChanged(source="panel", at_ns=1, state=SourceState.LIVE)
        )
    ]
    stacks = {"a": 500, "b": 500}
    spread = Game(limit=Limit.SPREAD, big_blind=2, max_raise=6)
    holdem = Game(limit=Limit.NO_LIMIT, small_blind=1, big_blind=2)
    odd: list[Event] = [
        HandStarted(at_ns=2, number=1, game=spread, order=("a", "b"), stacks=stacks),
        HandStarted(
            at_ns=3,
            number=2,
            game=holdem,
            order=("a", "b"),
            stacks=stacks,
            street=Street.FLOP,
            pot=4,
        ),
    ]
    log = logged(tmp_path / "one.log", live, odd, inputs(DRAW))
    result = runner.invoke(app, ["hands", "export", str(log), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "hand 1: not written: the format has no code for SPREAD holdem"
    assert lines[1] == "hand 2: not written: it was taken up in its middle"
    assert lines[2] == "hand 1: not written: the log does not have the cards that were exchanged"
    assert lines[3] == "0 of 3"


def test_no_log_is_told(tmp_path: Path) -> None:
    result = runner.invoke(app, ["hands", "export", "nowhere.log", "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert "There is no log" in result.stderr


@pytest.mark.shared
def test_recorded_hands_come_out_of_a_log_as_they_went_in(
    shared_folder: Path, tmp_path: Path
) -> None:
    files = sorted((shared_folder / "hands").glob("*.phh"))
    written = 0
    for file in files:
        original = one(file.read_text("utf-8"))
        log = logged(tmp_path / f"{file.stem}.log", inputs(file.read_text("utf-8")))
        (record,) = exported(log)
        if record is not None:
            written += 1
            assert record.code == original.code
            theirs = [(a.verb, a.player, a.amount) for a in original.actions if a.verb in BETTING]
            ours = [(a.verb, a.player, a.amount) for a in record.actions if a.verb in BETTING]
            assert ours == theirs, file.name
    assert written >= 30
