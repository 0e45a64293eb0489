"""What a person's correction changed: the ruling, the pot, who is next, and acts taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from table.events import RulingGiven
from table.ruling import HAND_OVER, ROUND_OVER, Message


@dataclass(frozen=True, kw_only=True)
class Correction:
    """What a correction changed.

    Attributes:
        before: the ruling that it replaced.
        taken_back: rulings on acts behind it that answered another bet and are to be done anew.
        changes: what is otherwise now, a sentence each.
    """

    before: RulingGiven
    taken_back: tuple[RulingGiven, ...]
    changes: tuple[Message, ...]


def correction(given: RulingGiven, kept: Sequence[RulingGiven]) -> Correction | None:
    """What this ruling of the dealer or the floor changed; None where it corrects nothing.

    Args:
        given: the ruling.
        kept: the last rulings; one that is not among them any more is not reported.
    """
    numbered: Mapping[int, RulingGiven] = {ruling.number: ruling for ruling in kept}
    before = numbered.get(given.replaces or 0)
    if before is None or given.by == "betline":
        return None
    taken_back = tuple(numbered[number] for number in given.took_back if number in numbered)
    until_now = taken_back[-1] if taken_back else before
    return Correction(
        before=before,
        taken_back=taken_back,
        changes=(*_pot(until_now, given), *_next(until_now, given)),
    )


def _pot(until_now: RulingGiven, given: RulingGiven) -> tuple[Message, ...]:
    if until_now.ruling.pot == given.ruling.pot:
        return ()
    values = {"before": until_now.ruling.pot, "after": given.ruling.pot}
    return (Message("changed-pot", values),)


def _next(until_now: RulingGiven, given: RulingGiven) -> tuple[Message, ...]:
    """Who acts now, where that is another than before."""
    upcoming = given.ruling.next
    if upcoming == until_now.ruling.next or upcoming is None:
        return ()
    if upcoming in (ROUND_OVER, HAND_OVER):
        name = "changed-round-over" if upcoming == ROUND_OVER else "changed-hand-over"
        return (Message(name),)
    return (Message("changed-next", {"seat": upcoming}),)
