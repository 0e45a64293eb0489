"""The filter: what each role may see is named, and nothing else leaves. No hole card anywhere."""

import json
import re
from dataclasses import replace
from typing import Any, get_args, get_origin

import pytest
from desk import SEATS, Desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from api.session import Published
from api.view_builders import UnknownRoleError, view_for
from api.views import (
    COMMANDING_ROLES,
    DealerView,
    OverlayView,
    Role,
    View,
)
from table.cards import RANKS, SUITS, Card
from table.events import Confirmed, FloorCalled, HandEnded, Observed, StreetStarted
from table.game import Street
from table.observations import CardLeftShoe, SpokenWord, WordSaid
from table.sentences import LANGUAGES

# Written out here once more on purpose: a field that is new in a view must be named here too, by
# somebody who has thought about who sees it.
OVERLAY = {
    "": {"table", "live", "hand", "turn", "pot", "seats", "ruling"},
    "hand": {"number", "street", "game", "small_blind", "big_blind", "ante"},
    "seats": {
        "seat", "stack", "bet", "dealt_in", "folded", "all_in", "button", "turn"
    },
    "ruling": {"seat", "line"},
}  # fmt: skip
DEALER = {
    "": {
        "table", "ruling", "stage", "answer", "last_line", "hand", "turn", "legal", "pot",
        "pot_to_win", "seats", "sources", "alarms", "floor_called", "can_redo", "next_streets",
        "opener_asked", "proposal",
    },
    "answer": {
        "kind", "seat", "line", "rule", "clauses", "action", "total", "raise_by", "give_back",
        "to_add", "standing", "by", "options", "otherwise",
        "changed",
    },
    "answer.clauses": {"text", "assumed"},
    "answer.options": {"token", "line", "then", "proposed"},
    "hand": OVERLAY["hand"],
    "legal": {"to_call", "min_raise_to", "max_raise_to"},
    "seats": OVERLAY["seats"] | {"chips", "unread", "evidence", "moving", "give_back", "to_add"},
    "sources": {"name", "kind", "state", "reason", "remedy"},
    "proposal": {"number", "games", "opener_asked", "game", "button", "stacks"},
}  # fmt: skip

CARDS = [rank + suit for rank in RANKS for suit in SUITS]
CARD_LIKE = re.compile(rf"\b(?!As the )(10|[{RANKS}])[{SUITS}]\b|[♣♦♥♠]")


def named_fields(view: type[BaseModel], path: str = "") -> dict[str, set[str]]:
    """All fields of a view and of the views in it, by path."""
    fields = {path: set(view.model_fields)}
    for name, field in view.model_fields.items():
        for inner in views_in(field.annotation):
            fields |= named_fields(inner, f"{path}.{name}".lstrip("."))
    return fields


def views_in(annotation: Any) -> list[type[BaseModel]]:
    if get_origin(annotation) is None:
        return [annotation] if isinstance(annotation, type) and issubclass(annotation, View) else []
    return [view for part in get_args(annotation) for view in views_in(part)]


def everything(published: Published, desk: Desk) -> str:
    """All that any role sees in any language, as it goes over the wire."""
    return "\n".join(
        view_for(role, published, desk.table_file, SEATS, language).model_dump_json()
        for role in Role
        for language in LANGUAGES
    )


def test_the_overlay_has_these_fields_and_no_other() -> None:
    assert named_fields(OverlayView) == OVERLAY


def test_the_dealer_has_these_fields_and_no_other() -> None:
    assert named_fields(DealerView) == DEALER


def test_no_view_has_a_field_for_a_card() -> None:
    names = {name for fields in (*OVERLAY.values(), *DEALER.values()) for name in fields}
    assert not [name for name in names if "card" in name or "hole" in name or "board" in name]


@pytest.mark.parametrize("role", ["", "public", "Dealer", "DEALER", "dealer ", "admin", "centre"])
def test_an_unknown_role_sees_nothing(desk: Desk, role: str) -> None:
    with pytest.raises(UnknownRoleError, match="There is no role"):
        view_for(role, desk.session.published, desk.table_file, SEATS, "en")


def test_only_those_who_may_command_see_the_dealers_view(desk: Desk) -> None:
    for role in Role:
        seen = view_for(role, desk.session.published, desk.table_file, SEATS, "en")
        assert isinstance(seen, DealerView if role in COMMANDING_ROLES else OverlayView)


def test_a_view_cannot_be_given_more() -> None:
    with pytest.raises(ValueError, match="extra"):
        OverlayView.model_validate(
            {"table": "", "live": True, "hand": None, "turn": None, "pot": 0, "seats": (),
             "hole_cards": ["Qc"]}
        )  # fmt: skip


@pytest.mark.parametrize("card", CARDS)
def test_no_role_sees_what_leaves_the_shoe(desk: Desk, card: str) -> None:
    desk.begins()
    before = everything(desk.session.published, desk)
    desk.deals(card, 1)
    after = everything(desk.session.published, desk)
    assert not CARD_LIKE.search(after)
    assert after == before, "a card changed what a screen shows"
    desk.deals(card, 2)
    assert not CARD_LIKE.search(everything(desk.session.published, desk)), "an alarm names none"


def test_a_card_that_the_table_asks_about_is_not_shown(desk: Desk) -> None:
    """Even a state that wrongly held a card could not show it: no field copies an observation."""
    desk.begins()
    dealt = CardLeftShoe(source="shoe", at_ns=1, card=Card.parse("Qc"), ordinal=1)
    state = replace(desk.session.published.state, to_confirm=(dealt,))
    published = replace(desk.session.published, state=state)
    assert not CARD_LIKE.search(everything(published, desk))


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    acts=st.lists(
        st.one_of(
            st.tuples(st.just("push"), st.sampled_from(SEATS), st.sampled_from([50, 100, 500])),
            st.tuples(st.just("say"), st.sampled_from(SEATS), st.sampled_from(list(SpokenWord))),
            st.tuples(st.just("deal"), st.sampled_from(CARDS), st.integers(1, 52)),
            st.tuples(st.just("tap"), st.just(""), st.sampled_from(["confirm", "floor", "street"])),
            st.tuples(st.just("stall"), st.sampled_from(["overhead", "panel"]), st.just(0)),
        ),
        max_size=12,
    )
)
def test_whatever_happens_no_card_and_no_unnamed_key_leaves(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, str, Any]]
) -> None:
    desk = Desk(tmp_path_factory.mktemp("views") / "table.log")
    try:
        desk.all_live()
        desk.begins()
        for act, who, what in acts:
            happen(desk, act, who, what)
            wire = everything(desk.session.published, desk)
            assert not CARD_LIKE.search(wire)
            for role, allowed in ((Role.DEALER, DEALER), (Role.OVERLAY, OVERLAY)):
                check_keys(desk.broadcast.snapshot(role, "en")["view"], allowed)
    finally:
        desk.close()


def happen(desk: Desk, act: str, who: str, what: Any) -> None:
    taps = {
        "confirm": Confirmed(at_ns=0),
        "floor": FloorCalled(at_ns=0),
        "street": StreetStarted(at_ns=0, street=Street.TURN),
    }
    match act:
        case "push":
            desk.pushes(who, what)
        case "say":
            desk.says(who, what)
        case "deal":
            desk.deals(who, what)
        case "tap":
            desk.does(taps[what])
        case "stall":
            desk.stalls(who)


def check_keys(content: Any, allowed: dict[str, set[str]], path: str = "") -> None:
    """Every key on the wire was named. The seats' own names are keys in `stacks` alone."""
    if isinstance(content, list):
        for part in content:
            check_keys(part, allowed, path)
    elif isinstance(content, dict):
        known = set(SEATS) if path == "proposal.stacks" else allowed[path]
        assert set(content) <= known
        for key, part in content.items():
            if isinstance(part, dict | list) and f"{path}.{key}".lstrip(".") in {
                *allowed, "proposal.stacks",
            }:  # fmt: skip
                check_keys(part, allowed, f"{path}.{key}".lstrip("."))


def test_a_snapshot_is_json_that_names_its_number(desk: Desk) -> None:
    first = desk.broadcast.snapshot("overlay", "en")
    desk.begins()
    second = desk.broadcast.snapshot("overlay", "en")
    assert second["number"] > first["number"]
    assert first["epoch"] == second["epoch"]
    assert json.loads(json.dumps(second)) == second


def test_total_and_raise_by_are_two_fields(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.says("2", SpokenWord.RAISE)
    desk.pushes("2", 500)
    answer = desk.broadcast.view("dealer", "en")[1].model_dump()["answer"]
    assert (answer["total"], answer["raise_by"]) == (500, 400)
    assert answer["line"] == "RAISE TO 500 (raise by 400)"


def test_the_dealer_is_told_what_would_have_changed_the_ruling(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.pushes("2", 500)
    said_first = {
        "en": "Had raise been said before the chips touched the table: raise to 500 (raise by 400)",
        "ru": "Если бы слово «рейз» прозвучало до того, как фишки коснулись стола: "
        "рейз до 500 (рейз на 400)",
    }
    for language in LANGUAGES:
        answer = desk.broadcast.view("dealer", language)[1].model_dump()["answer"]
        assert (answer["action"], answer["total"]) == ("call", 100)
        assert answer["otherwise"] == (said_first[language],)


def test_a_fold_by_word_alone_has_nothing_that_would_have_changed_it(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.says("2", SpokenWord.FOLD)
    answer = desk.broadcast.view("dealer", "en")[1].model_dump()["answer"]
    assert (answer["action"], answer["otherwise"]) == ("fold", ())


def test_a_fault_shows_the_overlay_nothing(desk: Desk) -> None:
    desk.begins()
    desk.pushes("1", 100)
    desk.stalls("overhead")
    overlay = desk.broadcast.view("overlay", "en")[1].model_dump()
    assert (overlay["live"], overlay["pot"], overlay["seats"]) == (False, 0, ())
    sources = desk.broadcast.view("dealer", "en")[1].model_dump()["sources"]
    assert sources[0]["state"] == "stalled"
    assert sources[0]["remedy"] == "Check its cable."


def test_the_next_hand_is_proposed_with_what_was_won(desk: Desk) -> None:
    desk.begins(order=("2", "3", "4", "1"))
    desk.pushes("2", 100)
    for seat in ("3", "4", "1"):
        desk.says(seat, SpokenWord.FOLD)
    view = desk.broadcast.view("dealer", "en")[1].model_dump()
    assert (view["stage"], view["pot_to_win"]) == ("hand_over", 300)
    desk.does(HandEnded(at_ns=0, won={"2": 300}))
    proposal = desk.broadcast.view("dealer", "en")[1].model_dump()["proposal"]
    assert proposal["number"] == 2
    assert proposal["button"] == "2"
    assert proposal["stacks"]["2"] == 10_300


def test_a_word_from_the_screen_counts_as_said(desk: Desk) -> None:
    desk.begins()
    said = WordSaid(source="screen", at_ns=0, seat="1", word=SpokenWord.CHECK)
    desk.does(Observed(at_ns=0, observation=said))
    assert desk.broadcast.view("dealer", "ru")[1].model_dump()["answer"]["line"] == "ЧЕК"
