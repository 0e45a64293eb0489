"""The button and the blinds of the next hand: the dead button."""

from collections.abc import Collection
from dataclasses import dataclass

from table.choices import Subject, WrongButton
from table.duties.duty import duty
from table.rulebook import Rulebook
from table.ruling import Action, Ruling


@dataclass(frozen=True, kw_only=True)
class Places:
    """Where button and blinds are, by seat number; None: there is no small blind."""

    button: int
    small_blind: int | None
    big_blind: int


def next_places(seats: int, last: Places, busted: Collection[int]) -> Places:
    """The big blind moves to the next player; small blind and button follow, even to empty seats.

    Nobody pays a big blind twice or misses one. Heads-up the button is the small blind.

    Sources: TDA 2024 32 and 34-B, WSOP-T 2024 85, WSOP-L 2024 151.

    Args:
        seats: numbered 1 to `seats`, clockwise.
        last: of the hand before.
        busted: seats that are empty now.
    """
    around = [(last.big_blind + step - 1) % seats + 1 for step in range(1, seats + 1)]
    players = [seat for seat in around if seat not in busted]
    big_blind = players[0]
    if len(players) == 2:
        return Places(button=players[1], small_blind=players[1], big_blind=big_blind)
    small_blind = None if last.big_blind in busted else last.big_blind
    button = last.small_blind if last.small_blind is not None else last.button % seats + 1
    return Places(button=button, small_blind=small_blind, big_blind=big_blind)


def move_button(seats: int, last: Places, busted: Collection[int], rulebook: Rulebook) -> Ruling:
    """The next hand's places as a ruling.

    Facts: `button`, `sb`, `bb`, `dead_button` (on an empty seat), `dead_sb` (nobody posts it).
    """
    places = next_places(seats, last, busted)
    return duty(
        Action.BUTTON,
        "button",
        rulebook.clause(Subject.DEAD_BUTTON),
        values={"seat": places.button},
        facts={
            "button": places.button,
            "sb": places.small_blind,
            "bb": places.big_blind,
            "dead_button": places.button in busted,
            "dead_sb": places.small_blind is None,
        },
    )


def wrong_button(
    seats: int, last: Places, placed: int, *, substantial: bool, rulebook: Rulebook
) -> Ruling:
    """The button was put on a wrong seat.

    Before substantial action it is put right; after it the error stands, and is not backed up the
    next hand (TDA 2024 34-A) or is (WSOP-L 2024 109).
    """
    parameter = rulebook.wrong_button
    stands = substantial and parameter.value is WrongButton.STANDS
    button = placed if stands else next_places(seats, last, ()).button
    return duty(
        Action.BUTTON,
        "button-stands" if stands else "button-corrected",
        parameter.cited,
        values={"seat": button},
        facts={"button": button, "stands": stands},
    )
