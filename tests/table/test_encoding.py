import json
from collections.abc import Mapping
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.cards import RANKS, SUITS, Card
from table.encoding import (
    EVENTS,
    HOLE_CARD,
    OBSERVATIONS,
    DecodingError,
    decode_event,
    encode_event,
)
from table.events import ConfirmationAsked, Event, Observed
from table.observations import CardLeftShoe, Observation

facts = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda part: st.lists(part).map(tuple) | st.dictionaries(st.text(), part),
    max_leaves=5,
)
st.register_type_strategy(Card, st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS)))
st.register_type_strategy(object, facts)
st.register_type_strategy(
    Mapping, lambda mapping: st.dictionaries(*map(st.from_type, get_args(mapping)), max_size=3)
)


def made(kind: type, **given_fields: object) -> st.SearchStrategy:
    return st.builds(kind, **given_fields)


thousandths = st.integers(0, 1000)
observations = st.one_of(*(made(kind, confidence=thousandths) for kind in OBSERVATIONS.values()))
plain_events = [kind for kind in EVENTS.values() if kind not in (Observed, ConfirmationAsked)]
events = st.one_of(
    *(st.from_type(kind) for kind in plain_events),
    made(Observed, observation=observations),
    made(ConfirmationAsked, observation=observations),
)


@given(events)
def test_an_event_comes_back_from_json_as_it_was(event: Event):
    assert decode_event(json.loads(json.dumps(encode_event(event)))) == event


def test_every_event_and_observation_has_a_kind():
    def concrete(base: type) -> set[type]:
        return {kind for kind in base.__subclasses__() if kind.__module__ == base.__module__}

    assert set(EVENTS.values()) == concrete(Event)
    assert set(OBSERVATIONS.values()) == concrete(Observation)


@pytest.mark.parametrize("kind", [Observed, ConfirmationAsked])
def test_a_hole_card_stands_beside_the_payload(kind: type[Observed]):
    seen = CardLeftShoe(source="shoe", at_ns=1, card=Card("Q", "c"), ordinal=1)
    encoded = encode_event(kind(at_ns=2, observation=seen))
    assert encoded.pop(HOLE_CARD) == "Qc"
    assert "Qc" not in json.dumps(encoded)
    assert decode_event(encoded).observation.card is None


GOOD = {"kind": "turn_is", "at_ns": 1, "payload": {"seat": "4"}}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"kind": "turn_was"}, "unknown kind 'turn_was'"),
        ({"kind": ["turn_is"]}, "unknown kind"),
        ({"payload": {"seat": "4", "colour": "red"}}, "unknown key colour"),
        ({"payload": {"seat": 4}}, "seat"),
        ({"payload": {}}, "seat"),
        ({"payload": None}, "payload is missing"),
        ({"at_ns": "1"}, "at_ns"),
        ({"kind": "observed"}, "observation is missing"),
        ({"kind": "observed", "payload": {"observation": {"kind": "smelled"}}}, "'smelled'"),
    ],
)
def test_what_is_no_event_is_refused_with_the_reason(changed: dict[str, object], says: str):
    decode_event(GOOD)
    with pytest.raises(DecodingError, match=says):
        decode_event(GOOD | changed)


def test_a_hole_card_that_is_none_is_refused():
    seen = CardLeftShoe(source="shoe", at_ns=1, card=Card("Q", "c"), ordinal=1)
    encoded = encode_event(Observed(at_ns=2, observation=seen)) | {HOLE_CARD: "1x"}
    with pytest.raises(DecodingError, match="hole_card"):
        decode_event(encoded)
