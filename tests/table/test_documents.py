"""A document that people write is refused with file, line and remedy."""

from enum import StrEnum

import pytest

from table.documents import Document, DocumentError, parse_document


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Seat(Document):
    name: str
    colour: Colour = Colour.RED


class House(Document):
    seats: list[Seat]
    limit: int = 1


def refused(text: str) -> str:
    with pytest.raises(DocumentError) as caught:
        parse_document(text, "house.yaml", House)
    return str(caught.value)


def test_a_good_document_is_read() -> None:
    house = parse_document("seats:\n- {name: one, colour: green}\n", "house.yaml", House)
    assert house.seats[0] == Seat(name="one", colour=Colour.GREEN)


def test_an_unknown_key_names_its_line_and_the_nearest_key() -> None:
    message = refused("limit: 2\nseats:\n- name: one\n  color: red\n")
    assert message == "house.yaml:4: seats.0.color: unknown key. Did you mean colour?"


def test_an_unknown_key_without_a_near_one_lists_the_known_keys() -> None:
    message = refused("seats: []\nzzz: 1\n")
    assert message == "house.yaml:2: zzz: unknown key. Known keys: limit, seats."


def test_a_missing_key_names_the_line_of_its_parent() -> None:
    assert refused("limit: 2\nseats:\n- colour: red\n").startswith(
        "house.yaml:3: seats.0.name: this key is missing."
    )


def test_a_wrong_value_names_its_line_and_the_nearest_value() -> None:
    message = refused("seats:\n- name: one\n  colour: gren\n")
    assert message.startswith("house.yaml:3: seats.0.colour:")
    assert message.endswith("Did you mean green?")


def test_a_key_that_stands_twice_is_refused() -> None:
    assert refused("limit: 1\nseats: []\nlimit: 2\n") == (
        "house.yaml:3: limit: this key stands twice. Delete one."
    )


def test_every_fault_is_told_at_once() -> None:
    assert len(refused("limit: many\nseats: none\nother: 1\n").splitlines()) == 3


@pytest.mark.parametrize(
    "text", ["a: [", "a: b: c", "\t", "a: !!python/object:os.system {}", "[" * 5000]
)
def test_what_is_not_yaml_is_refused(text: str) -> None:
    assert refused(text).startswith("house.yaml:")


@pytest.mark.parametrize("text", ["", "just words", "- 1\n- 2\n"])
def test_a_document_has_keys_and_values(text: str) -> None:
    assert "expected keys and values" in refused(text)


def test_aliases_are_refused_since_they_can_unfold_without_end() -> None:
    message = refused("seats:\n- &one {name: one}\n- *one\n")
    assert message == "house.yaml:3: aliases are not read. Write the value out."
