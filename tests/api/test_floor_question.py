"""What the dealer screen shows while the floor decides: the question, its answers, what follows."""

from typing import Any

from desk import Desk

from table.events import OptionChosen, Overridden
from table.observations import SpokenWord


def answer(desk: Desk, language: str = "en") -> dict[str, Any]:
    shown: dict[str, Any] = desk.broadcast.view("dealer", language)[1].model_dump()["answer"]
    return shown


def choose(desk: Desk, token: str) -> None:
    desk.does(OptionChosen(at_ns=0, token=token, by="floor"))


def skip_the_second(desk: Desk) -> None:
    """Seat 1 bets 200, and seats 3 and 4 call before seat 2 has acted."""
    desk.begins()
    for seat in ("1", "3", "4"):
        desk.pushes(seat, 100, 100)


def test_tda_2024_53_b_the_dealer_is_told_to_call_the_floor_about_a_skipped_player(
    desk: Desk,
) -> None:
    skip_the_second(desk)
    shown = answer(desk)
    assert (shown["kind"], shown["seat"]) == ("ask_floor", "2")
    assert shown["line"] == "CALL THE FLOOR — a player was skipped"
    assert shown["rule"].startswith("Too much has happened behind the skipped player; if he spoke")
    assert [clause["text"] for clause in shown["clauses"]] == ["TDA 2024 53-B"]
    assert [option["line"] for option in shown["options"]] == [
        "The hand is dead",
        "Call or fold, no raise",
    ]
    assert answer(desk, "ru")["line"] == "ПОЗОВИТЕ ФЛОРА — игрока пропустили"


def test_a_player_limited_to_call_or_fold_is_shown_with_no_raise(desk: Desk) -> None:
    skip_the_second(desk)
    choose(desk, "call_or_fold")
    view = desk.broadcast.view("dealer", "en")[1].model_dump()
    assert view["answer"]["line"] == "CALL OR FOLD — no raise"
    assert [option["line"] for option in view["answer"]["options"]] == ["Call: total 200", "Fold"]
    assert (view["turn"], view["legal"]["to_call"], view["legal"]["max_raise_to"]) == (
        "2",
        200,
        None,
    )


def test_each_answer_is_shown_with_where_the_hand_would_stand(desk: Desk) -> None:
    skip_the_second(desk)
    then = {option["token"]: option["then"] for option in answer(desk)["options"]}
    assert then == {
        "hand_dead": "Pot 900, the round is over",
        "call_or_fold": "Pot 500, seat 2 acts: 200 to call",
    }
    russian = [option["then"] for option in answer(desk, "ru")["options"]]
    assert russian == ["Банк 900, круг окончен", "Банк 500, ход места 2: уравнять 200"]


def test_a_correction_is_shown_with_what_it_changed(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.pushes("2", 500)
    desk.says("3", SpokenWord.FOLD)
    assert answer(desk)["changed"] == ()
    override = Overridden(at_ns=0, seat="2", action="raise", total=500, reason="said", by="floor")
    desk.does(override)
    shown = answer(desk)
    assert shown["line"] == "RAISE TO 500 (raise by 400)"
    assert shown["changed"] == (
        "Until now: CALL 100 — give back 400",
        "Pot 900, until now 500",
        "Seat 3 acts now",
        "To be done anew by seat 3: FOLD",
    )
    assert answer(desk, "ru")["changed"][-1] == "Место 3 действует заново, было: ФОЛД"
