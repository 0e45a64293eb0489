import pytest

from firmware_bridge.schema import HEADER_FILE, SCHEMA, SCHEMA_FILE, Schema, c_header
from table.documents import DocumentError, parse_document


def changed(old: str, new: str) -> Schema:
    text = SCHEMA_FILE.read_text()
    assert old in text
    return parse_document(text.replace(old, new, 1), "schema.yaml", Schema)


def test_the_committed_header_is_what_the_schema_gives():
    assert HEADER_FILE.read_text() == c_header(SCHEMA)


def test_a_comment_does_not_change_the_hash():
    assert changed("# What host", "# What the host").digest == SCHEMA.digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("oldest_id u32", "oldest_id u16"),
        ("{name: fold, code: 5", "{name: fold, code: 9"),
        ("digit_0, digit_1", "digit_1, digit_0"),
        ("beat_ms: 100", "beat_ms: 200"),
    ],
)
def test_what_peers_must_agree_on_changes_the_hash(old: str, new: str):
    assert changed(old, new).digest != SCHEMA.digest


def test_two_messages_with_one_code_are_refused_with_the_line():
    with pytest.raises(DocumentError, match=r"schema.yaml:\d+: two messages have the same code"):
        changed("code: 0x50", "code: 0x41")


def test_a_field_of_unknown_type_is_refused():
    with pytest.raises(DocumentError, match="u8, u16 or u32"):
        changed("nonce u32", "nonce u64")


def test_every_message_fits_into_a_frame():
    assert max(spec.layout.size for spec in SCHEMA.messages) <= SCHEMA.limits.body_bytes
