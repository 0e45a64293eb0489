"""The words of the serial line, read from schema.yaml, and the C header made from them.

`python -m firmware_bridge.schema` writes `firmware/schema.h`. Python reads the YAML file itself,
so there is one list of messages for both sides.
"""

import json
import struct
import zlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator, model_validator

from table.documents import Document, parse_document

SCHEMA_FILE = Path(__file__).with_name("schema.yaml")
HEADER_FILE = Path(__file__).parent / "firmware" / "schema.h"

DeviceName = Literal["panel", "shoe"]
_STRUCT_CODES = {"u8": "B", "u16": "H", "u32": "I"}
_C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}


class Timing(Document):
    """Periods of the line, in milliseconds, and its speed."""

    baud: int
    beat_ms: int
    ping_ms: int
    silence_ms: int
    debounce_ms: int
    stuck_ms: int
    figure_ms: int


class Limits(Document):
    """Upper bounds that both sides check."""

    seats: int
    digits: int
    body_bytes: int


class MessageSpec(Document):
    """One kind of message: its code and the fields of its body, `name type` each."""

    name: str
    code: int = Field(ge=0, le=255)
    sender: Literal["host", "device"]
    fields: tuple[str, ...]

    @field_validator("fields")
    @classmethod
    def _known_types(cls, fields: tuple[str, ...]) -> tuple[str, ...]:
        for field in fields:
            if field.count(" ") != 1 or field.split()[1] not in _STRUCT_CODES:
                raise ValueError(f"a field is a name and u8, u16 or u32, got {field!r}")
        return fields

    @cached_property
    def field_types(self) -> dict[str, str]:
        """Type of each field, in the order of the wire."""
        return dict(field.split() for field in self.fields)

    @cached_property
    def layout(self) -> struct.Struct:
        """The body's bytes."""
        return struct.Struct(
            "<" + "".join(_STRUCT_CODES[kind] for kind in self.field_types.values())
        )


class EventSpec(Document):
    """One kind of event: which device tells it, and what its subject and value mean."""

    name: str
    code: int = Field(ge=0, le=255)
    device: DeviceName
    subject: Literal["none", "seat", "seat_or_dealer", "card"]
    value: Literal["none", "figure", "key", "ordinal"]


class Schema(Document):
    """All that host and device say to each other."""

    version: int
    timing: Timing
    limits: Limits
    devices: dict[DeviceName, int]
    messages: tuple[MessageSpec, ...]
    events: tuple[EventSpec, ...]
    seat_keys: tuple[str, ...] = Field(max_length=32)
    dealer_keys: tuple[str, ...] = Field(max_length=32)
    ranks: str
    suits: str

    @model_validator(mode="after")
    def _codes_differ(self) -> "Schema":
        for what, specs in (("messages", self.messages), ("events", self.events)):
            for key in ("name", "code"):
                values = [getattr(spec, key) for spec in specs]
                if len(set(values)) < len(values):
                    raise ValueError(f"two {what} have the same {key}")
        return self

    @cached_property
    def digest(self) -> int:
        """CRC-32 of the content, comments and layout apart: what HELLO carries."""
        content = json.dumps(self.model_dump(), sort_keys=True, separators=(",", ":"))
        return zlib.crc32(content.encode())

    def message(self, name: str) -> MessageSpec:
        """The message of that name.

        Raises:
            KeyError: there is none.
        """
        return {spec.name: spec for spec in self.messages}[name]

    @cached_property
    def event_by_code(self) -> dict[int, EventSpec]:
        """Events by the code on the wire."""
        return {spec.code: spec for spec in self.events}

    @cached_property
    def event_code(self) -> dict[str, int]:
        """Code on the wire of each event."""
        return {spec.name: spec.code for spec in self.events}

    @cached_property
    def device_by_code(self) -> dict[int, DeviceName]:
        """Devices by the code on the wire."""
        return {code: name for name, code in self.devices.items()}


def read_schema(path: Path = SCHEMA_FILE) -> Schema:
    """Read a schema.

    Raises:
        table.documents.DocumentError: it is not a valid one.
    """
    return parse_document(path.read_text(encoding="utf-8"), path.name, Schema)


SCHEMA = read_schema()


def c_header(schema: Schema) -> str:
    """The C header that says the same as `schema`."""
    lines = [
        "/* Made from schema.yaml by `python -m firmware_bridge.schema`. Do not edit. */",
        "#ifndef SCHEMA_H",
        "#define SCHEMA_H",
        "",
        "#include <stdbool.h>",
        "#include <stdint.h>",
        "",
        f"#define SCHEMA_HASH 0x{schema.digest:08X}UL",
        "",
        *_defines("", schema.timing.model_dump()),
        *_defines("MAX_", schema.limits.model_dump()),
        "",
        *_enumeration("device", schema.devices.items()),
        *_enumeration("message", ((spec.name, spec.code) for spec in schema.messages)),
        *_enumeration("event", ((spec.name, spec.code) for spec in schema.events)),
        *_enumeration("key", ((name, bit) for bit, name in enumerate(schema.seat_keys))),
        *_enumeration("dealer_key", ((name, bit) for bit, name in enumerate(schema.dealer_keys))),
        f"#define CARDS {len(schema.ranks) * len(schema.suits)}",
        "",
    ]
    for spec in schema.messages:
        lines += _packer(spec) if spec.sender == "device" else _unpacker(spec)
    return "\n".join([*lines, "#endif", ""])


def _defines(prefix: str, values: dict[str, int]) -> Iterator[str]:
    return (f"#define {prefix}{name.upper()} {value}UL" for name, value in values.items())


def _enumeration(name: str, members: Iterable[tuple[str, int]]) -> list[str]:
    body = [f"    {name.upper()}_{member.upper()} = {value}," for member, value in members]
    return [f"enum {name}s {{", *body, "};", ""]


def _structure(spec: MessageSpec) -> list[str]:
    fields = [f"    {_C_TYPES[kind]} {field};" for field, kind in spec.field_types.items()]
    size = f"#define {spec.name.upper()}_BYTES {spec.layout.size}"
    return [size, *([f"struct {spec.name} {{", *fields, "};"] if fields else []), ""]


def _bytes_of(spec: MessageSpec) -> Iterator[tuple[str, str, int, int]]:
    """Each byte of a body: field, C type, shift, offset."""
    offset = 0
    for field, kind in spec.field_types.items():
        for index in range(struct.calcsize(_STRUCT_CODES[kind])):
            yield field, _C_TYPES[kind], 8 * index, offset
            offset += 1


def _packer(spec: MessageSpec) -> list[str]:
    head = f"static inline void {spec.name}_pack(uint8_t *body, const struct {spec.name} *m)"
    steps = [
        f"    body[{offset}] = (uint8_t)(m->{field} >> {shift});"
        for field, _, shift, offset in _bytes_of(spec)
    ]
    return [*_structure(spec), head, "{", *steps, "}", ""]


def _unpacker(spec: MessageSpec) -> list[str]:
    if not spec.fields:
        return _structure(spec)
    head = f"static inline void {spec.name}_unpack(struct {spec.name} *m, const uint8_t *body)"
    steps = []
    for field, kind, shift, offset in _bytes_of(spec):
        operator = "=" if shift == 0 else "|="
        steps.append(f"    m->{field} {operator} ({kind})(({kind})body[{offset}] << {shift});")
    return [*_structure(spec), head, "{", *steps, "}", ""]


if __name__ == "__main__":
    HEADER_FILE.write_text(c_header(SCHEMA), encoding="utf-8")
