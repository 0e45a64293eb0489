"""Watching: frames of one camera in, observations out.

A seat's bet area is either at rest or busy. It becomes busy with the first movement in it or the
first hand over it, and comes to rest when nothing has moved and no hand was over it for
`SETTLING_NS`. All of that is one motion. Then its content is told, read anew if it looks other than
before. Everything goes by the frames' own times, so a recording gives what the live table gave.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from table.chips import NO_CHIPS, taken
from table.observations import (
    CERTAIN,
    ChipsAtRest,
    GestureSeen,
    HandEntered,
    HandLeft,
    Observation,
)
from table.seats import Seat
from vision.area_reading import AreaReader, AreaReading
from vision.backdrop import Backdrop
from vision.calibration import Calibration
from vision.card_backs import CardsSeen, cards_came_forward, look_for_cards
from vision.frames import NS_PER_MS, NS_PER_S, Frame, Picture
from vision.gestures import HandVisit, gesture_of
from vision.hands import (
    LEAST_BESIDE_MM2,
    LEAST_OVER_BET_MM2,
    Hand,
    LogColour,
    find_hand,
    left_beside_mm2,
    log_colour,
)
from vision.layout import SeatLayout
from vision.motion import Contrast, MotionMeter, local_contrast
from vision.rectify import RectifiedArea
from vision.stack_check import StackChecker
from vision.stack_sweep import stack_came_forward
from vision.zones import Mask, Reduction, zone_of

SETTLING_NS = 200 * NS_PER_MS
"""At rest: nothing has moved and no hand was over the area for this long."""

ROUNDING_NS = 2 * NS_PER_MS
"""Three frames at 15 a second are 200 ms but for the rounding of their times."""

LEAST_MOVED_MM2 = 90.0
"""A drawn chip pushed by 2 mm changes 93; key frames of a strongly compressed video up to 70."""

LEAST_CHANGED_MM2 = 120.0
"""Content that differs by less than this from what was read is the same content."""

LEAST_VACATED = 0.3
"""Chips that lay there have been moved along if this share of their place is bare now."""

FRAMES_READ = 5
"""A reading is of the median of so many frames of the rest."""

FRAMES_FOR_HAND = 2
"""A hand has come, or gone, when so many frames in a row agree."""

LONGEST_WAIT_NS = 1500 * NS_PER_MS
"""What became of the cards is waited for no longer; an arm may hide it."""

RENEW_NS = NS_PER_S
"""At rest, the picture that later ones are compared with is renewed this often: light drifts."""

KeepEvidence = Callable[[Seat, int, Picture], str]
"""Stores the picture that a reading rests on, and answers with its name."""


class SeatWatcher:
    """Watches one seat's bet area through one camera."""

    def __init__(
        self,
        source: str,
        seat: SeatLayout,
        calibration: Calibration,
        reduction: Reduction,
        read_area: AreaReader,
        keep_evidence: KeepEvidence | None = None,
        empty_table: Picture | None = None,
        check_stacks: StackChecker | None = None,
    ) -> None:
        """Make masks and maps.

        Args:
            source: the camera's name.
            seat: the seat's place on the table.
            calibration: of the camera.
            reduction: how the camera's pictures are made small.
            read_area: reads what lies in the rectified bet area.
            keep_evidence: stores pictures; none are stored if absent.
            empty_table: a reduced picture of the empty table, if there is one.
            check_stacks: counts stacks where the camera sees their sides; none does if absent.

        Raises:
            ValueError: the camera does not see the whole bet area.
        """
        self._source = source
        self._seat = seat.name
        self._zone = zone_of(seat, calibration, reduction)
        self._area = RectifiedArea(calibration, seat.bet_area)
        self._read_area = read_area
        self._check_stacks = None if check_stacks is None else check_stacks(calibration, self._area)
        self._keep_evidence = keep_evidence
        self._meter = MotionMeter()
        self._backdrop = Backdrop(self._zone, self._meter, empty_table)
        self._told = AreaReading()
        self._evidence = ""
        self.interrupted()

    def interrupted(self) -> None:
        """The camera was not live: what went on meanwhile is not known, so look afresh."""
        self._busy_since_ns: int | None = None
        self._quiet_since_ns: int | None = None
        self._at_rest = False
        self._anchor: tuple[int, Contrast] | None = None
        self._backdrop.forget_accepted()
        self._quiet_frames: deque[Picture] = deque(maxlen=FRAMES_READ)
        self._visit: HandVisit | None = None
        self._ended: _EndedVisit | None = None
        self._content: Mask | None = None
        self._cards = CardsSeen.UNCLEAR
        self._before_visit: LogColour | None = None
        self._with_cards: LogColour | None = None  # when the cards were last seen to lie there
        self._hand_over = False
        self._agreeing = 0

    def see(self, frame: Frame, reduced: Picture) -> Iterator[Observation]:
        """Look at the next frame, whole and reduced, and tell what it brings."""
        look = _Look(frame, self._zone.cut(reduced))
        moved = self._moved(look)
        changed = self._backdrop.changed(look.contrast)
        hand = self._hand(look, changed, moved=moved)
        yield from self._follow_hand(hand, look)
        if moved or hand is not None or self._hand_over:
            self._become_busy(look.at_ns)
        elif self._at_rest and self._mm2(changed & self._zone.bet) <= LEAST_CHANGED_MM2:
            self._follow_light(look)
        else:
            yield from self._quiet(look)
        yield from self._tell_gesture(look)

    def _mm2(self, pixels: Mask) -> float:
        return float(pixels.sum()) * self._zone.mm2_per_px

    def _moved(self, look: "_Look") -> bool:
        """Whether the bet area is not as in the anchor, the first picture since the last move."""
        if self._anchor is None:
            self._anchor = (look.at_ns, look.contrast)
            return False
        changed = self._meter.changed(look.contrast, self._anchor[1])
        if self._mm2(changed & self._zone.near_bet) > LEAST_MOVED_MM2:
            self._anchor = (look.at_ns, look.contrast)
            return True
        self._meter.learn_noise(look.contrast, self._anchor[1])
        return False

    def _hand(self, look: "_Look", changed: Mask, *, moved: bool) -> Hand | None:
        idle = self._at_rest and not moved
        if idle and self._mm2(changed & self._zone.bet) <= LEAST_CHANGED_MM2:
            return None
        new = self._backdrop.new(look.colour)
        if self._mm2(new & self._zone.bet) < LEAST_OVER_BET_MM2:
            return None
        return find_hand(self._zone, new, self._backdrop.around(look.colour))

    def _follow_hand(self, hand: Hand | None, look: "_Look") -> Iterator[Observation]:
        self._agreeing = self._agreeing + 1 if (hand is not None) != self._hand_over else 0
        if hand is not None:
            self._note_visit(hand, look)
        if self._agreeing >= FRAMES_FOR_HAND:
            self._hand_over, self._agreeing = hand is not None, 0
            if self._visit is not None:
                self._visit.announced = True
            fact = HandEntered if self._hand_over else HandLeft
            yield fact(source=self._source, at_ns=look.at_ns, seat=self._seat)

    def _note_visit(self, hand: Hand, look: "_Look") -> None:
        if self._visit is None:
            self._visit = HandVisit(look.at_ns, look.at_ns, cards_before=self._cards)
            self._before_visit = self._backdrop.accepted_colour
            self._content = None if _is_empty(self._told) else self._backdrop.content()
        visit = self._visit
        visit.last_seen_ns = look.at_ns
        visit.from_player += hand.from_player
        visit.from_elsewhere += not hand.from_player
        if self._content is not None:
            visit.over_chips |= bool((hand.mask & self._content).any())
        visit.covers(hand.mask & self._zone.bet, self._zone.mm2_per_px)

    def _remember(self, look: "_Look") -> None:
        """What later frames are compared with."""
        self._anchor = (look.at_ns, look.contrast)
        self._backdrop.accept(look.contrast, look.colour)
        self._look_for_cards(look)

    def _look_for_cards(self, look: "_Look") -> CardsSeen:
        """What is seen of the card area. A hand that hides it does not change what is known."""
        if not self._zone.cards.any():
            return CardsSeen.UNCLEAR
        seen = look_for_cards(self._zone, look.colour)
        if seen is not CardsSeen.UNCLEAR:
            self._cards = seen
        if seen is CardsSeen.CARDS:
            self._with_cards = look.colour
        return seen

    def _become_busy(self, at_ns: int) -> None:
        if self._busy_since_ns is None:
            self._busy_since_ns = at_ns
        self._at_rest = False
        self._quiet_since_ns = None
        self._quiet_frames.clear()

    def _quiet(self, look: "_Look") -> Iterator[Observation]:
        """Nothing moves, but the area has not been read since it last did."""
        self._at_rest = False
        self._quiet_frames.append(look.picture)
        if self._quiet_since_ns is None:
            self._quiet_since_ns = look.at_ns
        if look.at_ns - self._quiet_since_ns >= SETTLING_NS - ROUNDING_NS:
            yield from self._settle(look, self._quiet_since_ns)

    def _settle(self, look: "_Look", quiet_since_ns: int) -> Iterator[Observation]:
        """The area has come to rest: read it if it looks other than before, and tell."""
        changed = self._backdrop.changed(look.contrast) | self._backdrop.recoloured(look.colour)
        looks_other = self._mm2(changed & self._zone.bet) > LEAST_CHANGED_MM2
        moved_along = looks_other and self._read(look)
        yield ChipsAtRest(
            source=self._source,
            at_ns=look.at_ns,
            confidence=min(CERTAIN, max(0, int(self._told.sureness * CERTAIN))),
            seat=self._seat,
            chips=self._told.chips,
            unknown=self._told.unknown,
            started_ns=quiet_since_ns if self._busy_since_ns is None else self._busy_since_ns,
            moved_along=moved_along,
            cannot_tell=self._told.cannot_tell,
            evidence=self._evidence,
        )
        self._remember(look)
        self._at_rest, self._busy_since_ns, self._quiet_since_ns = True, None, None
        self._quiet_frames.clear()
        if self._visit is not None:
            self._ended = _EndedVisit(self._visit, looks_other, look.at_ns)
            self._visit = None

    def _read(self, look: "_Look") -> bool:
        """Read the area anew. Whether what lay there was moved along with what has come."""
        picture = self._area.draw_median(list(self._quiet_frames))
        reading = self._read_area(picture, self._area.region_px, self._area.pixels_per_mm)
        if self._check_stacks is not None:
            reading = self._check_stacks(reading, list(self._quiet_frames))
        if _is_empty(reading):
            self._backdrop.learn_bare(look.colour, look.at_ns)
        stayed = self._told.chips != NO_CHIPS and taken(self._told.chips, reading.chips) == NO_CHIPS
        moved = stayed and self._backdrop.vacated_share(look.colour) > LEAST_VACATED
        self._told = reading
        if self._keep_evidence is not None:
            evidence = self._area.without_surroundings(picture)
            self._evidence = self._keep_evidence(self._seat, look.at_ns, evidence)
        return moved

    def _tell_gesture(self, look: "_Look") -> Iterator[Observation]:
        """Tell what the last visit meant, once it is clear what became of the cards."""
        ended = self._ended
        if ended is None:
            return
        had_cards = ended.visit.cards_before is CardsSeen.CARDS
        cards = self._look_for_cards(look)
        in_front = (
            had_cards
            and cards is CardsSeen.BARE_FELT
            and self._with_cards is not None
            and cards_came_forward(self._zone, self._with_cards, look.colour)
        )
        clear = not had_cards or cards is CardsSeen.CARDS or in_front
        again = self._visit is not None  # the next hand has come: tell before it confuses all
        if not clear and not again and look.at_ns - ended.at_ns < LONGEST_WAIT_NS:
            return
        self._ended, before = None, self._before_visit
        found = gesture_of(
            ended.visit,
            content_changed=ended.changed,
            cards_after=cards,
            cards_in_front=in_front,
            stack_swept=ended.changed
            and before is not None
            and stack_came_forward(self._zone, before, look.colour),
            left_beside=before is not None
            and left_beside_mm2(self._zone, look.colour, before) >= LEAST_BESIDE_MM2,
        )
        if found is not None:
            gesture, confidence = found
            yield GestureSeen(
                source=self._source,
                at_ns=look.at_ns,
                confidence=confidence,
                seat=self._seat,
                gesture=gesture,
            )

    def _follow_light(self, look: "_Look") -> None:
        """Renew what is remembered while nothing happens. The content stays as it was told."""
        if self._anchor is None or look.at_ns - self._anchor[0] < RENEW_NS:
            return
        self._remember(look)
        if _is_empty(self._told):
            self._backdrop.learn_bare(look.colour, look.at_ns)


@dataclass(frozen=True)
class _EndedVisit:
    """A visit after which the area has come to rest, its meaning not told yet."""

    visit: HandVisit
    changed: bool
    at_ns: int


class _Look:
    """One frame of one zone; its colours are worked out only if they are asked for."""

    def __init__(self, frame: Frame, reduced: Picture) -> None:
        self.at_ns = frame.at_ns
        self.picture = frame.picture
        self._reduced = reduced
        self.contrast = local_contrast(reduced)

    @cached_property
    def colour(self) -> LogColour:
        return log_colour(self._reduced)


class TableWatcher:
    """Watches all seats that one camera covers."""

    def __init__(
        self,
        source: str,
        seats: Sequence[SeatLayout],
        calibration: Calibration,
        read_area: AreaReader,
        keep_evidence: KeepEvidence | None = None,
        empty_table: Picture | None = None,
        check_stacks: StackChecker | None = None,
    ) -> None:
        """Make a watcher for each seat.

        Args:
            source: the camera's name.
            seats: those that the camera covers.
            calibration: of the camera.
            read_area: reads what lies in a rectified bet area.
            keep_evidence: stores pictures; none are stored if absent.
            empty_table: a picture of the empty table from this camera, if there is one.
            check_stacks: counts stacks where the camera sees their sides; none does if absent.

        Raises:
            ValueError: the camera does not see a whole bet area.
        """
        self._size_px = (calibration.width_px, calibration.height_px)
        self._reduction = Reduction(calibration, seats)
        small = None if empty_table is None else self._reduction.reduce(empty_table)
        self._watchers = [
            SeatWatcher(
                source,
                seat,
                calibration,
                self._reduction,
                read_area,
                keep_evidence,
                small,
                check_stacks,
            )
            for seat in seats
        ]

    def see(self, frame: Frame) -> list[Observation]:
        """Look at the next frame of the camera.

        Raises:
            ValueError: it is not of the size that the camera was calibrated for.
        """
        height, width = frame.picture.shape[:2]
        if (width, height) != self._size_px:
            raise ValueError(
                f"pictures are {width} x {height} pixels, "
                f"calibrated for {self._size_px[0]} x {self._size_px[1]}"
            )
        reduced = self._reduction.reduce(frame.picture)
        return [told for watcher in self._watchers for told in watcher.see(frame, reduced)]

    def interrupted(self) -> None:
        """The camera was not live: look afresh at every seat."""
        for watcher in self._watchers:
            watcher.interrupted()


def _is_empty(reading: AreaReading) -> bool:
    return reading.chips == NO_CHIPS and not reading.unknown and not reading.cannot_tell
