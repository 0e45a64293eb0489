"""What an event does to the field, and when it could not have happened."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from table.duties.chip_race import chip_race
from table.rulebook import Rulebook
from table.tournament import events
from table.tournament.colour_up import chips_to_win, odd_chips
from table.tournament.events import TournamentEvent
from table.tournament.field import Field, NotPossibleError, Player, seated
from table.tournament.places import Place
from table.tournament.regulation import RaceRounding
from table.tournament.standing import OUT_IN_TURN, Out, in_order_of_exit


def step(field: Field, event: TournamentEvent, rulebook: Rulebook) -> Field:
    """The field after an event.

    Args:
        field: before it.
        event: what happened.
        rulebook: the rules in force.

    Raises:
        NotPossibleError: it does not fit; the field stays as it was.
    """
    if field.winner is not None:
        raise NotPossibleError("field-finished", player=field.winner)
    after = _STEPS[type(event)](field, event, rulebook)
    if after.present != after.in_play:
        raise NotPossibleError("field-chips-differ", present=after.present, expected=after.in_play)
    return after


def _registered(field: Field, event: events.Registered, _: Rulebook) -> Field:
    regulation, before = field.regulation, field.players.get(event.player)
    if field.level > regulation.late_registration_levels:
        raise NotPossibleError("field-registration-closed", player=event.player)
    entries = 1
    if before is not None:
        if not before.out:
            raise NotPossibleError("field-entered-already", player=event.player)
        entries = before.entries + 1
        if entries > 1 + regulation.re_entries:
            raise NotPossibleError("field-no-more-entries", player=event.player)
    # A player who enters again has no place from the entry before.
    stay = (replace(out, players=_without(out.players, event.player)) for out in field.out)
    field = replace(
        field,
        out=tuple(out for out in stay if out.players),
        issued=field.issued + regulation.stack,
    )
    return field.with_player(event.player, Player(entries, chips=regulation.stack))


def _seated(field: Field, event: events.Seated, _: Rulebook) -> Field:
    player = field.players.get(event.player)
    if player is None or player.out or player.place is not None:
        raise NotPossibleError("field-not-waiting", player=event.player)
    _check_free(field, event.place)
    field = field.with_player(event.player, replace(player, place=event.place))
    return field.with_chips(event.place.table, player.chips)


def _moved(field: Field, event: events.Moved, _: Rulebook) -> Field:
    player, place = seated(field, event.player)
    _check_free(field, event.place)
    _check_stack(field, event.player, event.chips)
    field = field.with_player(event.player, replace(player, place=event.place, chips=event.chips))
    field = field.with_chips(place.table, -event.chips)
    return field.with_chips(event.place.table, event.chips)


def _level_started(field: Field, event: events.LevelStarted, _: Rulebook) -> Field:
    if event.level != field.level + 1 or event.level > len(field.regulation.levels):
        raise NotPossibleError("field-level-not-next", level=event.level, now=field.level)
    return replace(field, level=event.level)


def _chips_counted(field: Field, event: events.ChipsCounted, _: Rulebook) -> Field:
    sitting = set(field.seated_at(event.table).values())
    if sitting != event.stacks.keys():
        odd = min(sitting ^ event.stacks.keys())
        raise NotPossibleError("field-count-not-of-table", player=odd, table=event.table)
    for name, chips in event.stacks.items():
        if chips <= 0:
            raise NotPossibleError("field-count-without-chips", player=name)
    counted, total = sum(event.stacks.values()), field.tables.get(event.table, 0)
    if counted != total:
        raise NotPossibleError(
            "field-count-differs", table=event.table, counted=counted, expected=total
        )
    for name, chips in event.stacks.items():
        field = field.with_player(name, replace(field.players[name], chips=chips))
    return field


def _eliminated(field: Field, event: events.Eliminated, rulebook: Rulebook) -> Field:
    tables: dict[int, list[str]] = {}
    for name, had in event.had.items():
        tables.setdefault(seated(field, name)[1].table, []).append(name)
        _check_stack(field, name, had)
    if len(tables) > 1 and not event.hand_for_hand:
        raise NotPossibleError("field-hands-of-several-tables")
    for table, busted in tables.items():
        if len(busted) == len(field.seated_at(table)):
            raise NotPossibleError("field-nobody-won", table=table)
        if sum(event.had[name] for name in busted) >= field.tables[table]:
            raise NotPossibleError("field-had-too-much", table=table, total=field.tables[table])
    gone = in_order_of_exit(
        event.had,
        hand_for_hand=event.hand_for_hand,
        same_hand=field.regulation.same_hand,
        rulebook=rulebook,
    )
    for name in event.had:
        field = field.with_player(name, Player(field.players[name].entries, out=True))
    return replace(field, out=(*field.out, *gone))


def _race_done(field: Field, event: events.RaceDone, rulebook: Rulebook) -> Field:
    chips = field.regulation.chips_in_play(max(field.level, 1))
    if field.level == 0 or event.chip != field.regulation.levels[field.level - 1].colour_up:
        raise NotPossibleError("field-no-race-now", chip=event.chip)
    if (field.level, event.table) in field.races:
        raise NotPossibleError("field-raced-already", table=event.table, chip=event.chip)
    to = chips[chips.index(event.chip) + 1]
    sitting = {str(seat): name for seat, name in field.seated_at(event.table).items()}
    if strangers := event.holdings.keys() - sitting.keys():
        raise NotPossibleError("field-race-of-empty-seat", seat=min(strangers), table=event.table)
    _check_winners(event, to, field.regulation.race_rounding)
    ruling = chip_race(event.chip, to, event.holdings, event.won, event.last_chips, rulebook)
    result: Any = ruling.facts["result"]
    for seat, count in event.holdings.items():
        by = result[seat] - count * event.chip
        player = field.players[sitting[seat]]
        field = field.with_player(sitting[seat], replace(player, chips=player.chips + by))
        field = replace(field.with_chips(event.table, by), raced=field.raced + by)
    return replace(field, races=field.races | {(field.level, event.table)})


def _disqualified(field: Field, event: events.Disqualified, _: Rulebook) -> Field:
    """The chips of a disqualified player leave play (TDA 2024 71-D)."""
    player, place = seated(field, event.player)
    _check_stack(field, event.player, event.chips)
    field = field.with_player(event.player, Player(player.entries, out=True))
    field = field.with_chips(place.table, -event.chips)
    gone = Out((event.player,), OUT_IN_TURN)
    return replace(field, out=(*field.out, gone), removed=field.removed + event.chips)


def _finished(field: Field, event: events.Finished, _: Rulebook) -> Field:
    if field.left != (event.winner,):
        raise NotPossibleError("field-not-the-last", player=event.winner, count=len(field.left))
    if event.chips != field.in_play:
        raise NotPossibleError("field-winner-short", chips=event.chips, expected=field.in_play)
    known = replace(field.players[event.winner], chips=event.chips)
    return replace(field.with_player(event.winner, known), winner=event.winner)


_STEPS: dict[type[TournamentEvent], Callable[[Field, Any, Rulebook], Field]] = {
    events.Registered: _registered,
    events.Seated: _seated,
    events.Moved: _moved,
    events.LevelStarted: _level_started,
    events.ChipsCounted: _chips_counted,
    events.Eliminated: _eliminated,
    events.RaceDone: _race_done,
    events.Disqualified: _disqualified,
    events.Finished: _finished,
}


def _check_free(field: Field, place: Place) -> None:
    regulation = field.regulation
    final = len(field.left) <= regulation.final_table_seats
    seats = regulation.final_table_seats if final else regulation.seats_per_table
    if place.seat > seats:
        raise NotPossibleError("field-no-such-seat", place=str(place), seats=seats)
    if place.seat in field.seated_at(place.table):
        raise NotPossibleError("field-seat-taken", place=str(place))


def _check_stack(field: Field, name: str, chips: int) -> None:
    """Nobody has more than the table's total leaves to the others, who have a chip each at least.

    The last one at a table has all of it.
    """
    place = seated(field, name)[1]
    total, others = field.tables[place.table], len(field.seated_at(place.table)) - 1
    least, most = (1, total - others) if others else (total, total)
    if not least <= chips <= most:
        raise NotPossibleError(
            "field-stack-impossible", player=name, chips=chips, least=least, most=most
        )


def _check_winners(event: events.RaceDone, to: int, rounding: RaceRounding) -> None:
    """As many chips as are raced for, one each, and only to those who raced (TDA 2024 24-A)."""
    expected = chips_to_win(event.chip, to, event.holdings, rounding)
    if len(event.won) != expected or len(set(event.won)) != expected:
        raise NotPossibleError("field-race-winners", expected=expected, won=len(event.won))
    if strangers := set(event.won) - odd_chips(event.chip, to, event.holdings).keys():
        raise NotPossibleError("field-race-without-odd-chip", seat=min(strangers))


def _without(players: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(player for player in players if player != gone)
