"""The seat watcher against drawn tables: motions, hands, light, gestures."""

import numpy as np
import pytest
from drawn_table import (
    EMPTY,
    HEIGHT_MM,
    INTERVAL_NS,
    LAYOUT,
    WIDTH_MM,
    Arm,
    ColourReader,
    Scene,
    draw,
    frames,
    reaching,
    straight_above,
    visit,
)

from table.observations import (
    ChipsAtRest,
    GestureKind,
    GestureSeen,
    HandEntered,
    HandLeft,
    Observation,
)
from table.trust import SURE_GESTURE
from vision.calibration import calibrate
from vision.frames import NS_PER_MS, Frame
from vision.gestures import turns
from vision.watching import SETTLING_NS, TableWatcher

SPOT = (205.0, 255.0)
"""Fingertips over the middle of seat 1's bet area."""

BET = EMPTY.but(chips=((25, (180, 240)), (5, (230, 240))))
RAISED = BET.but(chips=(*BET.chips, (100, (205, 290))))
CALM = 8
"""Frames, half a second, for the area to settle."""


def watch(scenes, reader=None, *, seed=1, **options) -> list[Observation]:
    watcher = TableWatcher(
        "overhead", LAYOUT.seats, straight_above(), reader or ColourReader(), **options
    )
    return [told for frame in frames(scenes, seed=seed) for told in watcher.see(frame)]


def of_seat(told, seat="1", after_ns=400 * NS_PER_MS):
    """What was told of a seat once the first look at the table is over."""
    return [fact for fact in told if fact.seat == seat and fact.at_ns > after_ns]


def kinds(told):
    return [type(fact) for fact in told]


def test_the_first_look_tells_every_area_empty_or_not():
    told = watch([BET] * CALM)
    assert [(fact.seat, fact.chips) for fact in told] == [("1", (25, 5)), ("2", ())]
    assert all(fact.confidence == 970 for fact in told)


def test_a_still_table_tells_nothing_more():
    assert of_seat(watch([BET] * 60)) == []


def test_a_bet_is_one_motion_from_the_first_movement_to_rest():
    told = of_seat(watch([EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM))
    assert kinds(told) == [HandEntered, HandLeft, ChipsAtRest]
    entered, left, rest = told
    assert rest.chips == (25, 5)
    assert rest.started_ns <= entered.at_ns < left.at_ns < rest.at_ns
    assert rest.at_ns - left.at_ns <= SETTLING_NS + 3 * INTERVAL_NS
    assert of_seat(watch([EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM), "2") == []


def test_a_string_bet_is_two_motions():
    scenes = [EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM
    scenes += visit(BET, RAISED, (205, 290)) + [RAISED] * CALM
    rests = [fact for fact in of_seat(watch(scenes)) if isinstance(fact, ChipsAtRest)]
    assert [rest.chips for rest in rests] == [(25, 5), (100, 25, 5)]
    assert rests[1].started_ns > rests[0].at_ns


def test_two_drops_without_withdrawing_the_hand_are_one_motion():
    over = reaching(BET, SPOT)
    scenes = [EMPTY] * CALM + reaching(EMPTY, SPOT) + [over[-1]] * 20
    scenes += [over[-1].but(chips=RAISED.chips)] * 5
    scenes += [scene.but(chips=RAISED.chips) for scene in over[::-1]] + [RAISED] * CALM
    told = of_seat(watch(scenes))
    assert kinds(told) == [HandEntered, HandLeft, ChipsAtRest]
    assert told[-1].chips == (100, 25, 5)


def test_nothing_is_read_under_a_hand_that_rests_there():
    reader = ColourReader()
    told = watch([EMPTY] * CALM + reaching(EMPTY, SPOT) + reaching(EMPTY, SPOT)[-1:] * 45, reader)
    assert kinds(of_seat(told)) == [HandEntered]
    assert reader.calls == 2  # the first look at the two seats


def test_an_arm_that_lay_beside_the_area_for_long_is_still_an_arm():
    beside = EMPTY.but(arms=(Arm((230, 760), (215, 375)),))
    forward = EMPTY.but(arms=(Arm((230, 760), (205, 250)),))
    told = of_seat(watch([EMPTY] * CALM + [beside] * 60 + [forward] * 30))
    assert kinds(told)[-1] is HandEntered


def test_a_dealers_hand_draws_the_bet_in_and_makes_no_gesture():
    scenes = [BET] * CALM + visit(BET, EMPTY, SPOT, start=(260, -40)) + [EMPTY] * CALM
    told = of_seat(watch(scenes))
    assert kinds(told) == [HandEntered, HandLeft, ChipsAtRest]
    assert told[-1].chips == ()


def test_a_hand_of_the_dealer_that_only_passes_makes_no_gesture():
    scenes = [EMPTY] * CALM + visit(EMPTY, EMPTY, SPOT, start=(260, -40)) + [EMPTY] * CALM
    assert GestureSeen not in kinds(watch(scenes))


def test_a_short_visit_that_changes_nothing_is_a_tap_short_of_certain():
    told = of_seat(watch([EMPTY] * CALM + visit(EMPTY, EMPTY, SPOT) + [EMPTY] * CALM))
    assert kinds(told) == [HandEntered, HandLeft, ChipsAtRest, GestureSeen]
    assert told[-1].gesture is GestureKind.TAP_TABLE
    assert told[-1].confidence < 900
    with_cards = EMPTY.but(cards=((190, 440), (215, 440)))
    scenes = [with_cards] * CALM + visit(with_cards, with_cards, SPOT) + [with_cards] * CALM
    sure = of_seat(watch(scenes))[-1]
    assert sure.gesture is GestureKind.TAP_TABLE
    assert told[-1].confidence < sure.confidence < SURE_GESTURE


def knocking(before: Scene, after: Scene) -> GestureSeen:
    """What is told of a hand that knocks twice and leaves the scene as `after`."""
    knocks = [
        after.but(arms=(Arm((225, 760), (205, 240), size=size),))
        for size in (1.05, 1.05, 1.0, 1.0, 1.05, 1.05, 1.0, 1.0, 1.05)
    ]
    scenes = [before] * CALM + reaching(before, (205, 240)) + knocks
    scenes += reaching(after, (205, 240))[::-1] + [after] * CALM
    told = of_seat(watch(scenes))[-1]
    assert isinstance(told, GestureSeen)
    return told


def test_two_knocks_that_show_are_a_sure_tap():
    with_cards = EMPTY.but(cards=((190, 440), (215, 440)))
    told = knocking(with_cards, with_cards)
    assert told.gesture is GestureKind.TAP_TABLE
    assert told.confidence >= SURE_GESTURE


def test_a_glass_put_down_with_two_bumps_is_no_sure_tap():
    with_cards = EMPTY.but(cards=((190, 440), (215, 440)))
    with_glass = with_cards.but(chips=((100, (250, 350)),))
    told = knocking(with_cards, with_glass)
    assert told.gesture is GestureKind.TAP_TABLE
    assert told.confidence < SURE_GESTURE


def test_a_hand_that_waves_over_its_place_is_no_sure_tap():
    with_cards = EMPTY.but(cards=((190, 440), (215, 440)))
    aside = [170, 200, 240, 240, 200, 170, 170, 200, 240]
    waves = [with_cards.but(arms=(Arm((225, 760), (x, 240)),)) for x in aside]
    scenes = [with_cards] * CALM + reaching(with_cards, (170, 240)) + waves
    scenes += reaching(with_cards, (240, 240))[::-1] + [with_cards] * CALM
    gestures = [fact for fact in of_seat(watch(scenes)) if isinstance(fact, GestureSeen)]
    assert len(gestures) == 1
    assert gestures[0].confidence < SURE_GESTURE


@pytest.mark.parametrize(
    ("sizes", "turned"),
    [
        ([], 0),
        ([100, 2000, 5000, 5000, 5000, 3000, 100], 0),
        ([100, 5000, 5020, 4990, 5010, 5000, 100], 0),
        ([3000, 5200, 5000, 5200, 5000, 3000], 3),
        ([3000, 5200, 5200, 5000, 2000], 1),
    ],
)
def test_turns_between_growing_and_shrinking(sizes, turned):
    assert turns(sizes) == turned


def test_a_long_visit_that_changes_nothing_is_an_unknown_gesture():
    scenes = [EMPTY] * CALM + visit(EMPTY, EMPTY, SPOT, stay=30) + [EMPTY] * CALM
    told = of_seat(watch(scenes))
    assert told[-1].gesture is GestureKind.UNKNOWN
    assert told[-1].confidence <= 300


def test_a_visit_over_chips_is_no_tap():
    told = of_seat(watch([EMPTY] * CALM + [BET] * CALM + visit(BET, BET, SPOT) + [BET] * CALM))
    assert told[-1].gesture is GestureKind.UNKNOWN


def fold(lying_after) -> list:
    """Cards pushed forward by an arm that then goes back, and what lies there afterwards."""
    cards = EMPTY.but(cards=((190, 440), (215, 440)))
    pushed = [
        cards.but(
            cards=((190, 440 - 25 * i), (215, 440 - 25 * i)),
            arms=(Arm((220, 760), (205, 500 - 25 * i)),),
        )
        for i in range(1, 14)
    ]
    back = [lying_after.but(arms=(Arm((220, 760), (205, 180 + 25 * i)),)) for i in range(20)]
    return [cards] * CALM + pushed + back + [lying_after] * 30


def test_cards_that_lie_in_front_of_their_player_are_folded():
    told = of_seat(watch(fold(EMPTY.but(cards=((190, 115), (215, 115))))))
    assert told[-1].gesture is GestureKind.CARDS_PUSHED_FORWARD
    assert told[-1].confidence >= 900


def test_cards_that_have_gone_out_of_sight_may_have_been_folded():
    told = of_seat(watch(fold(EMPTY)))
    assert told[-1].gesture is GestureKind.CARDS_PUSHED_FORWARD
    assert told[-1].confidence < 900


def test_a_hand_that_lies_on_its_cards_has_not_folded():
    cards = EMPTY.but(cards=((190, 440), (215, 440)))
    covering = cards.but(arms=(Arm((220, 760), (205, 400)),))
    scenes = [cards] * CALM + visit(cards, cards, SPOT) + [covering] * CALM
    gestures = [fact for fact in watch(scenes) if isinstance(fact, GestureSeen)]
    assert all(fact.gesture is not GestureKind.CARDS_PUSHED_FORWARD for fact in gestures)


@pytest.mark.parametrize(
    "light",
    [
        {"light": 0.6},
        {"light": 1.3},
        {"warmth": 1.15},
        {"side_light": 0.5},
        {"light": 0.8, "warmth": 0.9, "side_light": -0.3},
    ],
)
@pytest.mark.parametrize("scene", [EMPTY, BET])
def test_a_sudden_change_of_light_is_no_motion(scene, light):
    assert of_seat(watch([scene] * CALM + [scene.but(**light)] * 20 + [scene] * 20)) == []


def test_a_slow_change_of_light_is_no_motion_and_hides_none():
    fading = [BET.but(light=1.0 - 0.002 * step) for step in range(75)]
    dim = RAISED.but(light=fading[-1].light)
    scenes = fading + visit(fading[-1], dim, (205, 290)) + [dim] * CALM
    told = of_seat(watch(scenes))
    assert kinds(told) == [HandEntered, HandLeft, ChipsAtRest]
    assert told[-1].chips == (100, 25, 5)


def test_dusk_is_no_motion():
    assert of_seat(watch([BET.but(light=1.0 - 0.008 * step) for step in range(90)])) == []


def test_chips_at_rest_for_long_are_not_taken_for_felt():
    told = of_seat(watch([BET] * 200 + visit(BET, EMPTY, SPOT) + [EMPTY] * CALM))
    assert [fact.chips for fact in told if isinstance(fact, ChipsAtRest)] == [()]


def test_a_shadow_of_an_arm_is_no_hand():
    shadowed = []
    for frame in frames([EMPTY] * 30):
        picture = frame.picture.copy()
        if frame.sequence > CALM:
            picture[:, 150:230] = (picture[:, 150:230] * 0.6).astype(np.uint8)
        shadowed.append(Frame(picture, frame.at_ns, frame.source, frame.sequence))
    watcher = TableWatcher("overhead", LAYOUT.seats, straight_above(), ColourReader())
    told = [fact for frame in shadowed for fact in watcher.see(frame)]
    assert HandEntered not in kinds(told)
    assert GestureSeen not in kinds(told)


def test_old_chips_pushed_along_with_new_ones_are_told():
    pushed = EMPTY.but(chips=((25, (180, 200)), (5, (230, 200)), (100, (205, 290))))
    start = [EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM
    along = of_seat(watch(start + visit(BET, pushed, SPOT) + [pushed] * CALM))
    beside = of_seat(watch(start + visit(BET, RAISED, (205, 290)) + [RAISED] * CALM))
    assert (along[-1].chips, along[-1].moved_along) == ((100, 25, 5), True)
    assert (beside[-1].chips, beside[-1].moved_along) == ((100, 25, 5), False)


def test_what_cannot_be_told_is_passed_on_with_its_picture():
    kept = []

    def keep(seat, at_ns, picture):
        kept.append(picture.shape)
        return f"{seat}-{at_ns}"

    reader = ColourReader(cannot_tell="a chip lies mostly under others: spread the chips")
    told = watch([BET] * CALM, reader, keep_evidence=keep)
    assert told[0].cannot_tell.endswith("spread the chips")
    assert told[0].evidence == f"1-{told[0].at_ns}"
    assert len(kept) == 2


def test_the_picture_that_is_kept_shows_the_bet_area_and_no_card_beside_it():
    kept = {}
    card_below = EMPTY.but(cards=((200, 370),))
    watch([card_below] * CALM, keep_evidence=lambda seat, _, picture: kept.update({seat: picture}))
    (left, top), (right, bottom) = LAYOUT.seats[0].bet_area[0], LAYOUT.seats[0].bet_area[2]
    assert kept["1"].shape == (bottom - top + 1, right - left + 1, 3)
    assert kept["1"][..., 0].max() < 200, "the card's white border is in the picture"
    assert kept["1"].min(axis=-1).any(), "the felt is in it"


def test_after_an_interruption_every_area_is_told_anew_and_no_gesture_made_up():
    watcher = TableWatcher("overhead", LAYOUT.seats, straight_above(), ColourReader())
    before = list(frames([EMPTY] * CALM + reaching(EMPTY, SPOT)))
    after = list(frames([BET] * CALM, start_ns=before[-1].at_ns + 10**9, seed=2))
    for frame in before:
        watcher.see(frame)
    watcher.interrupted()
    told = [fact for frame in after for fact in watcher.see(frame)]
    assert [(fact.seat, fact.chips) for fact in told] == [("1", (25, 5)), ("2", ())]
    assert told[0].started_ns >= after[0].at_ns


def test_an_empty_table_known_from_calibration_shows_a_hand_that_was_there_first():
    empty = draw(EMPTY, np.random.default_rng(3))
    hand = reaching(EMPTY, SPOT)
    told = watch([hand[-1]] * CALM + hand[::-1] + [EMPTY] * CALM, empty_table=empty)
    rests = [fact for fact in told if isinstance(fact, ChipsAtRest) and fact.seat == "1"]
    assert [rest.chips for rest in rests][-1] == ()


def test_the_same_frames_tell_the_same():
    scenes = [EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM
    assert watch(scenes) == watch(scenes)


def test_other_noise_tells_the_same_facts():
    scenes = [EMPTY] * CALM + visit(EMPTY, BET, SPOT) + [BET] * CALM
    facts = [
        [(type(fact), fact.seat, getattr(fact, "chips", None)) for fact in watch(scenes, seed=seed)]
        for seed in (1, 2, 3)
    ]
    assert facts[0] == facts[1] == facts[2]


def test_a_seat_that_is_not_in_the_picture_is_refused():
    half = calibrate(
        (400, HEIGHT_MM),
        [((0, 0), (0, 0)), ((400, 0), (400, 0)), ((400, 600), (400, 600)), ((0, 600), (0, 600))],
    )
    with pytest.raises(ValueError, match="does not see the whole bet area of seat 2"):
        TableWatcher("overhead", LAYOUT.seats, half, ColourReader())


def test_a_picture_of_another_size_is_refused():
    watcher = TableWatcher("overhead", LAYOUT.seats, straight_above(), ColourReader())
    with pytest.raises(ValueError, match="calibrated for 800 x 600"):
        watcher.see(Frame(np.zeros((480, 640, 3), np.uint8), 0, "overhead", 1))
    assert (WIDTH_MM, HEIGHT_MM) == (800, 600)
