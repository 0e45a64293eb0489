"""Pairing: a code that lasts, that others cannot read, and that cannot be guessed."""

import stat
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from api.pairing import ALPHABET, GUESSES_PER_MINUTE, LENGTH, Pairing


def test_the_code_is_kept_for_the_next_start(tmp_path: Path) -> None:
    first = Pairing.beside(tmp_path / "table.log")
    assert len(first.code) == LENGTH
    assert set(first.code) <= set(ALPHABET)
    assert Pairing.beside(tmp_path / "table.log").code == first.code


def test_others_cannot_read_it(tmp_path: Path) -> None:
    Pairing.beside(tmp_path / "table.log")
    mode = (tmp_path / "table.log.pairing").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_a_damaged_code_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.log.pairing"
    path.write_bytes(b"\xff")
    assert len(Pairing.beside(tmp_path / "table.log").code) == LENGTH


def test_case_and_hyphens_do_not_matter() -> None:
    assert Pairing("ABCDEFGH").accepts(" abcd-efgh", "tablet")


@given(st.text(max_size=20))
def test_nothing_else_is_accepted(guess: str) -> None:
    assert not Pairing("ABCDEFGH").accepts(guess, "tablet")


def test_a_guesser_is_locked_out_and_the_tablet_is_not() -> None:
    pairing = Pairing("ABCDEFGH")
    for _ in range(GUESSES_PER_MINUTE):
        assert not pairing.accepts("WRONGONE", "guesser")
    assert not pairing.accepts("ABCDEFGH", "guesser")
    assert pairing.accepts("ABCDEFGH", "tablet")
