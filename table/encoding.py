"""Events as JSON-ready dicts and back, for the log and for replay.

An encoded event is `{"kind", "at_ns", "payload"}`, an observation in it is encoded alike. A hole
card is never part of a payload: it stands beside it under a key of its own, `hole_card`, so that
the log can keep it apart, and an event decoded without it knows no card.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from table import events, observations
from table.cards import Card
from table.events import ConfirmationAsked, Event, Observed, RulingGiven
from table.observations import CardLeftShoe, Observation

HOLE_CARD = "hole_card"
"""The key under which a hole card stands, beside the payload."""


class DecodingError(ValueError):
    """What was read is no event of this version."""


def _kinds(module: Any, base: type) -> dict[str, type]:
    """The concrete classes of a module, by the name of their kind."""
    found = [thing for thing in vars(module).values() if isinstance(thing, type)]
    return {_snake(kind): kind for kind in found if issubclass(kind, base) and kind is not base}


def _snake(kind: type) -> str:
    letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)
    return "".join(letters).removeprefix("_")


EVENTS: Mapping[str, type[Event]] = _kinds(events, Event)
OBSERVATIONS: Mapping[str, type[Observation]] = _kinds(observations, Observation)
_CARRIERS = (Observed, ConfirmationAsked)
"""Events that carry an observation."""


def encode_event(event: Event) -> dict[str, Any]:
    """An event as a dict of plain JSON values.

    Args:
        event: an input or an answer.

    Returns:
        `kind`, `at_ns` and `payload`; `hole_card` too where one was read.
    """
    payload = _plain(event)
    del payload["at_ns"]
    encoded = {"kind": _snake(type(event)), "at_ns": event.at_ns, "payload": payload}
    if isinstance(event, _CARRIERS):
        seen = event.observation
        payload["observation"] = {
            "kind": _snake(type(seen)),
            "payload": _plain(_without_card(seen)),
        }
        if isinstance(seen, CardLeftShoe) and seen.card is not None:
            encoded[HOLE_CARD] = str(seen.card)
    return encoded


def decode_event(encoded: Mapping[str, Any]) -> Event:
    """The event that `encode_event` encoded.

    Raises:
        DecodingError: the kind is unknown, a key is unknown or missing, or a value is of the wrong
            type.
    """
    kind = _known(EVENTS, encoded)
    payload = {**_mapping(encoded, "payload"), "at_ns": encoded.get("at_ns")}
    if kind not in _CARRIERS:
        return _with_tuples(_read(kind, payload))
    carried = payload.pop("observation", None)
    if not isinstance(carried, Mapping):
        raise DecodingError(f"{_snake(kind)}: the observation is missing")
    seen = _read(_known(OBSERVATIONS, carried), _mapping(carried, "payload"))
    if HOLE_CARD in encoded and isinstance(seen, CardLeftShoe):
        seen = replace(seen, card=_card(encoded[HOLE_CARD]))
    at_ns = _read(_Moment, payload).at_ns
    return kind(at_ns=at_ns, observation=seen)


@dataclass(frozen=True)
class _Moment:
    """All that is left of a carrying event once its observation is taken out."""

    at_ns: int


_adapter: Callable[[type], TypeAdapter[Any]] = cache(TypeAdapter)


def _plain(thing: Event | Observation) -> dict[str, Any]:
    content: dict[str, Any] = _adapter(type(thing)).dump_python(thing, mode="json")
    return content


def _card(text: object) -> Card:
    try:
        return Card.parse(str(text))
    except ValueError as error:
        raise DecodingError(f"{HOLE_CARD}: {error}") from error


def _without_card(seen: Observation) -> Observation:
    return replace(seen, card=None) if isinstance(seen, CardLeftShoe) else seen


def _read(kind: type, content: Mapping[str, Any]) -> Any:
    """A dataclass from plain values; nothing is converted and nothing is overlooked."""
    unknown = content.keys() - {field.name for field in fields(kind)}
    if unknown:
        raise DecodingError(f"{_snake(kind)}: unknown key {', '.join(sorted(unknown))}")
    try:
        return _adapter(kind).validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise DecodingError(f"{_snake(kind)}: {place}: {first['msg']}") from error


def _known(kinds: Mapping[str, type], encoded: Mapping[str, Any]) -> type:
    name = encoded.get("kind")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise DecodingError(f"unknown kind {name!r}: was it written by a newer version?")
    return kind


def _mapping(encoded: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    content = encoded.get(key)
    if not isinstance(content, Mapping):
        raise DecodingError(f"{encoded.get('kind')}: {key} is missing")
    return content


def _with_tuples(event: Event) -> Event:
    """JSON knows lists alone; the open facts of a ruling have tuples for them."""
    if not isinstance(event, RulingGiven):
        return event
    facts = {name: _tuples(value) for name, value in event.ruling.facts.items()}
    return replace(event, ruling=replace(event.ruling, facts=facts))


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    if isinstance(value, dict):
        return {key: _tuples(part) for key, part in value.items()}
    return value
