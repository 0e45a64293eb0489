"""Which sources may be relied on, and what happened while they could not.

A ruling is given only if every source that covers its seat is live and on time. What a source
told while it was not is kept out of rulings; once it is back, its areas are read again, and an act
that may have happened meanwhile is the dealer's to enter or to confirm.
"""

from table.changing import replace
from table.events import CannotTell, Event
from table.observations import Observation, SourceChanged, SourceState
from table.ruling import Message
from table.seats import Seat
from table.state import Fault, TableState

SURE = 900
"""Thousandths. Below this chips, words and cards rest on a guess, and no ruling rests on them."""

SURE_GESTURE = 800
"""Thousandths. Vision gives as much only where the cards tell what a hand without chips did."""

LATE_NS = 1_500_000_000
"""An observation that comes later than this after its fact is not on time: the players have gone
on meanwhile. Presses that the bridge kept over a broken link say so and are asked about instead."""


def faults(state: TableState, seat: Seat) -> tuple[SourceChanged, ...]:
    """The sources of this seat, and their parts, that are not live."""
    return tuple(
        told
        for told in (*state.sources.values(), *state.part_faults)
        if told.state is not SourceState.LIVE and (not told.seats or seat in told.seats)
    )


def is_live(state: TableState, source: str, seat: Seat | None = None) -> bool:
    """Whether a source, and its part for this seat, said that it is live and nothing since."""
    told = state.sources.get(source)
    if told is None or told.state is not SourceState.LIVE:
        return False
    return not any(part.source == source and seat in part.seats for part in state.part_faults)


def source_changed(
    state: TableState, told: SourceChanged, at_ns: int
) -> tuple[TableState, tuple[Event, ...]]:
    """Take note that a source, or a part of one, became reliable or ceased to be."""
    state = _part_changed(state, told) if told.partial else _whole_changed(state, told)
    if told.state is not SourceState.LIVE:
        return state, ()
    return state, _question(state, at_ns)


def _whole_changed(state: TableState, told: SourceChanged) -> TableState:
    was_live = is_live(state, told.source)
    state = replace(state, sources={**state.sources, told.source: told})
    match told.state:
        case SourceState.LIVE:
            others = {fault for fault in state.faults_told if fault[0] != told.source}
            return replace(
                state,
                faults_told=frozenset(others),
                moving=state.moving - _read_by(state, told),
            )
        case SourceState.STARTING:
            # A source that starts anew tells anew which of its parts are faulty.
            parts = tuple(part for part in state.part_faults if part.source != told.source)
            state = replace(state, part_faults=parts)
    if was_live:
        state = replace(state, to_reread=state.to_reread | _read_by(state, told))
    return state


def _part_changed(state: TableState, told: SourceChanged) -> TableState:
    fault = _identity(told)
    parts = tuple(part for part in state.part_faults if _identity(part) != fault)
    if told.state is SourceState.LIVE:
        return replace(state, part_faults=parts, faults_told=state.faults_told - {fault})
    return replace(state, part_faults=(*parts, told))


def kept_out(
    state: TableState, seen: Observation, arrived_ns: int
) -> tuple[TableState, tuple[Event, ...]]:
    """Take note that something was told which no ruling may rest on.

    Args:
        state: before it.
        seen: what was told, by a source that is not live, or late.
        arrived_ns: when it arrived.
    """
    seat: Seat | None = getattr(seen, "seat", None)
    if seat is not None:
        state = replace(state, to_reread=state.to_reread | {seat})
    if is_live(state, seen.source, seat):
        late_ms = (arrived_ns - seen.at_ns) // 1_000_000
        message = Message("source-late", {"source": seen.source, "milliseconds": late_ms})
        return state, (CannotTell(at_ns=arrived_ns, seat=seat, message=message, fault=True),)
    if seen.source in state.sources or (seen.source, ()) in state.faults_told:
        return state, ()
    message = Message("source-never-live", {"source": seen.source})
    state = replace(state, faults_told=state.faults_told | {(seen.source, ())})
    return state, (CannotTell(at_ns=arrived_ns, seat=seat, message=message, fault=True),)


def tell_faults(state: TableState, at_ns: int) -> tuple[TableState, tuple[Event, ...]]:
    """Tell, once each, the faults because of which the seat in turn cannot be ruled."""
    if state.turn is None:
        return state, ()
    untold = [
        fault for fault in faults(state, state.turn) if _identity(fault) not in state.faults_told
    ]
    told = tuple(
        CannotTell(at_ns=at_ns, seat=state.turn, message=_fault_message(fault), fault=True)
        for fault in untold
    )
    return replace(state, faults_told=state.faults_told.union(map(_identity, untold))), told


def unsure_told(seat: Seat, at_ns: int) -> CannotTell:
    """Ask the dealer to enter or confirm what this seat did while it was not watched."""
    return CannotTell(at_ns=at_ns, seat=seat, message=Message("act-not-watched", {"seat": seat}))


def _question(state: TableState, at_ns: int) -> tuple[Event, ...]:
    """The question for the act that waits since the fault, once nothing is faulty any more."""
    act = state.open_act
    if act is None or not act.unsure or faults(state, act.seat):
        return ()
    return (unsure_told(act.seat, at_ns),)


def _identity(told: SourceChanged) -> Fault:
    return told.source, told.seats if told.partial else ()


def _fault_message(fault: SourceChanged) -> Message:
    if not fault.reason:
        return Message("source-not-live-yet", {"source": fault.source})
    values = {"source": fault.source, "reason": fault.reason, "remedy": fault.remedy}
    return Message("source-not-live", values)


def _read_by(state: TableState, told: SourceChanged) -> frozenset[Seat]:
    """The seats whose chips this source reads."""
    read = {seat for seat, front in state.fronts.items() if front.source == told.source}
    return frozenset(read.union(told.seats))
