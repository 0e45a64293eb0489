"""Random tables: what lies on them, and what is to be found in their pictures."""

import numpy as np
import pytest

from models.detector.dataset import label_line
from models.raycasting.camera import RayCamera, looking_at
from models.raycasting.rendering import Rendered
from models.raycasting.scene import FELT, FIRST_SHEET, ChipPose, Ground, Scene
from models.tables.arrangement import Arrangement, Arranger, CardPlace
from models.tables.hands import HAND, Hand, reach_in
from models.tables.labels import Label, labels_of
from models.tables.patterns import grain
from models.tables.rooms import random_ground, random_lamps
from models.tables.sheets import card, no_card
from models.tables.surfaces import KINDS
from models.tables.views import SCALES_PX_PER_MM, SIDE_PX, random_view
from vision.chip_set import DIAMETER_MM
from vision.detection import ObjectClass
from vision.flat_picture import THICKNESS_MM

TILE = np.zeros((8, 8, 3), np.uint8)
GROUND = Ground(cloth=TILE, floor=TILE, room=TILE)


def seeds(count: int) -> list[np.random.Generator]:
    return [np.random.default_rng(seed) for seed in range(count)]


def above() -> RayCamera:
    """Straight above: two pixels to the millimetre."""
    return looking_at(
        (0.0, 0.0, 0.0), azimuth=0.0, elevation=np.pi / 2, distance_mm=600.0, focal_px=1200.0,
        size_px=(400, 400),
    )  # fmt: skip


def laid(random: np.random.Generator) -> Arrangement:
    return Arranger(random, random_view(random), kinds=4).arrange()


def seen(chips: tuple[ChipPose, ...], ids: dict[int, tuple[slice, slice]]) -> Rendered:
    """A picture whose ids are painted by hand: each chip's index over a part of the picture."""
    painted = np.full((400, 400), FELT, np.int32)
    for number, part in ids.items():
        painted[part] = number
    scene = Scene(ground=GROUND, chips=chips)
    return Rendered(np.zeros((400, 400, 3), np.uint8), painted, scene, above())


@pytest.mark.parametrize("make", [make for _, make in KINDS], ids=lambda make: make.__name__)
def test_a_surface_repeats_without_a_seam(make) -> None:
    tile = make(np.random.default_rng(3)).astype(float)
    steps = np.abs(np.diff(tile, axis=1)).mean(axis=(0, 2))
    seam = np.abs(tile[:, 0] - tile[:, -1]).mean()
    assert seam <= 1.5 * steps.max() + 2.0


def test_grain_is_longer_along_its_angle() -> None:
    field = grain(np.random.default_rng(1), 256, 60, 3, angle=0.0)
    along = np.abs(np.diff(field, axis=1)).mean()
    across = np.abs(np.diff(field, axis=0)).mean()
    assert across > 5 * along
    assert field.std() == pytest.approx(1.0, abs=0.01)


def test_stacks_stand_chip_on_chip_and_apart_from_each_other() -> None:
    stacks = 0
    for random in seeds(40):
        arranged = laid(random)
        upright = [
            [arranged.chips[index] for index in group]
            for group in arranged.groups
            if len(group) > 1 and arranged.chips[group[0]].lean == (0.0, 0.0)
        ]
        for chips in upright:
            heights = [chip.height_mm for chip in chips]
            assert heights == pytest.approx([THICKNESS_MM * layer for layer in range(len(chips))])
        feet = np.array([chips[0].place_mm for chips in upright]).reshape(-1, 2)
        apart = np.hypot(*(feet[:, None] - feet[None]).transpose(2, 0, 1))
        assert (apart[np.triu_indices(len(feet), 1)] > DIAMETER_MM).all()
        stacks += len(upright)
    assert stacks > 40


def test_each_chip_is_in_one_group() -> None:
    for random in seeds(20):
        arranged = laid(random)
        grouped = sorted(index for group in arranged.groups for index in group)
        assert grouped == list(range(len(arranged.chips)))


def test_views_keep_the_scale_that_the_detector_is_made_for() -> None:
    for random in seeds(60):
        camera = random_view(random)
        scale = camera.pixels_per_mm((0.0, 0.0, 0.0))
        low, high = SCALES_PX_PER_MM
        assert 0.9 * low < scale < 1.2 * high
        assert 0.7 * SIDE_PX < camera.width_px < 1.4 * SIDE_PX


def test_one_chip_is_a_chip_and_two_are_a_stack() -> None:
    # From this side -y is to the right.
    chips = tuple(
        ChipPose(kind=0, place_mm=(0.0, y), height_mm=height)
        for y, height in ((50.0, 0.0), (-50.0, 0.0), (-50.0, THICKNESS_MM))
    )
    rendered = seen(chips, {0: np.s_[:, :200], 1: np.s_[:, 200:]})
    found = labels_of(rendered, [[0], [1, 2]], 0, [])
    assert [label.object_class for label in found] == [ObjectClass.CHIP, ObjectClass.STACK]
    for label in found:
        assert label.box[2:] - label.box[:2] == pytest.approx([78.0, 78.0], abs=3.0)


def test_a_chip_that_hardly_shows_is_not_asked_for() -> None:
    chips = (ChipPose(kind=0, place_mm=(0.0, 0.0)),)
    assert labels_of(seen(chips, {0: np.s_[198:202, 198:202]}), [[0]], 0, []) == []
    assert labels_of(seen(chips, {}), [[0]], 0, []) == []


def test_a_box_ends_at_the_edge_of_the_picture() -> None:
    x, y = above().places([(395.0, 200.0)])[0]
    chips = (ChipPose(kind=0, place_mm=(float(x), float(y))),)
    (label,) = labels_of(seen(chips, {0: np.s_[:, :]}), [[0]], 0, [])
    assert label.box[2] == 400.0


def test_a_hand_is_drawn_marked_and_labelled() -> None:
    drawn = 0
    for random in seeds(8):
        rendered = seen((), {})
        hand = reach_in(random, rendered.camera, rendered.picture_bgr, rendered.ids)
        if hand is None:
            continue
        drawn += 1
        assert (rendered.ids == HAND).any()
        assert rendered.picture_bgr[rendered.ids == HAND].mean() > 5
        found = labels_of(rendered, [], 0, [hand])
        assert all(label.object_class is ObjectClass.HAND for label in found)
    assert drawn > 3


def test_a_hand_outside_the_picture_is_not_asked_for() -> None:
    hand = Hand((500.0, 10.0, 600.0, 90.0))
    assert labels_of(seen((), {}), [], 0, [hand]) == []


def test_cards_lie_on_each_other_and_other_things_are_no_cards() -> None:
    random = np.random.default_rng(2)
    sheets = [card(random, CardPlace(np.zeros(2), 0.0, layer)) for layer in range(4)]
    assert [sheet.height_mm for sheet in sheets] == sorted(sheet.height_mm for sheet in sheets)
    assert all(no_card(random, np.zeros(2)) for _ in range(20))
    scene = Scene(ground=GROUND, sheets=tuple(sheets))
    ids = np.full((400, 400), FIRST_SHEET + 3, np.int32)
    rendered = Rendered(np.zeros((400, 400, 3), np.uint8), ids, scene, above())
    # All four lie on one spot: the last hides the others.
    (label,) = labels_of(rendered, [], 4, [])
    assert label.object_class is ObjectClass.CARD


def test_grounds_and_lamps_are_lit_enough_to_see() -> None:
    for random in seeds(12):
        ground = random_ground(random, random_view(random))
        lamps, ambient = random_lamps(random)
        assert ground.cloth.shape == ground.floor.shape
        assert min(ambient) > 0.1
        assert all(min(lamp.level) > 0.02 for lamp in lamps)


def test_a_label_is_written_as_shares_of_the_picture() -> None:
    box = np.array([0.0, 0.0, SIDE_PX / 2, SIDE_PX / 4])
    assert label_line(Label(ObjectClass.CARD, box)) == "2 0.25000 0.12500 0.50000 0.25000\n"
