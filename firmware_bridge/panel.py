"""The panel's events as observations.

A figure is typed first and said by its word: 5, 0, 0, RAISE is one event "raise 500", stamped
with the press of RAISE. Digits alone bind nobody, and nothing has to be put together here.
"""

from collections.abc import Sequence

from firmware_bridge.messages import Event
from firmware_bridge.problem import Problem
from firmware_bridge.schema import SCHEMA
from table.observations import (
    DealerButton,
    DealerPressed,
    Observation,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)
from table.seats import Seat

_WORDS = {word.value for word in SpokenWord}
_BUTTONS = {button.value for button in DealerButton}
_STUCK_REMEDY = "Free the button; until then take this player's words by ear."


class Panel:
    """Reads the events of one panel.

    Args:
        source: the panel's name in the table file.
        seats: the names of the seats at positions 1, 2, ... of the panel.
    """

    def __init__(self, source: str, seats: Sequence[Seat]) -> None:
        self.source = source
        self.seats = tuple(seats)
        self._stuck: set[tuple[int, int]] = set()

    @property
    def fault(self) -> Problem | None:
        """What is wrong with the dealer's part of the panel, and the remedy."""
        names = [SCHEMA.dealer_keys[key] for subject, key in sorted(self._stuck) if subject == 0]
        if not names:
            return None
        return Problem(f"The dealer's button {' and '.join(names)} is stuck", "Free the button.")

    def observation(
        self, event: Event, at_ns: int, *, needs_confirmation: bool
    ) -> Observation | None:
        """What `event` tells the table; None where it concerns the panel alone.

        Args:
            event: one of the panel's.
            at_ns: its table time.
            needs_confirmation: nobody at the table saw it take effect when it was pressed.
        """
        kind = event.spec.name
        if kind in _BUTTONS:
            return DealerPressed(
                source=self.source,
                at_ns=at_ns,
                button=DealerButton(kind),
                needs_confirmation=needs_confirmation,
            )
        if kind in _WORDS and event.subject <= len(self.seats):
            return WordSaid(
                source=self.source,
                at_ns=at_ns,
                seat=self.seats[event.subject - 1],
                word=SpokenWord(kind),
                amount=event.value or None,
                needs_confirmation=needs_confirmation,
            )
        if kind in {"key_stuck", "key_freed"}:
            return self._key_changed(event, at_ns)
        return None

    def restarted(self, at_ns: int) -> list[Observation]:
        """The device starts anew and will tell again which keys are stuck."""
        subjects = {subject for subject, _ in self._stuck if 0 < subject <= len(self.seats)}
        self._stuck.clear()
        return [self._seat_changed(subject, at_ns) for subject in sorted(subjects)]

    def _key_changed(self, event: Event, at_ns: int) -> Observation | None:
        key = (event.subject, event.value)
        if event.spec.name == "key_stuck":
            self._stuck.add(key)
        else:
            self._stuck.discard(key)
        if 0 < event.subject <= len(self.seats):
            return self._seat_changed(event.subject, at_ns)
        return None

    def _seat_changed(self, subject: int, at_ns: int) -> SourceChanged:
        seat = self.seats[subject - 1]
        names = [SCHEMA.seat_keys[key] for where, key in sorted(self._stuck) if where == subject]
        reason = f"Button {' and '.join(names)} of seat {seat} is stuck" if names else ""
        return SourceChanged(
            source=self.source,
            at_ns=at_ns,
            state=SourceState.FAULTY if names else SourceState.LIVE,
            reason=reason,
            remedy=_STUCK_REMEDY if names else "",
            seats=(seat,),
            partial=True,
        )
