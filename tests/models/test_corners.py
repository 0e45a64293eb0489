"""The cards that the networks learn from: drawn alike each time, and labelled where they are."""

from pathlib import Path

import numpy as np
import pytest

from models.corners.faces import Style
from models.corners.glyphs import CARD_PX, DECKS, PIXELS_PER_MM, deck, drawn_rank, drawn_suit
from models.corners.pictures import read_pictures, render_pictures, unpack
from models.corners.scenes import MOST_VISIBLE, SIDE_PX, draw_scene
from models.networks import NetworkError, find
from vision.corner_crop import SIZE_PX, corner_crop


@pytest.mark.parametrize("name", DECKS)
def test_the_art_has_every_card_and_no_two_alike(name: str) -> None:
    faces = {face.tobytes() for face in deck(name).values()}
    assert len(faces) == 52
    assert len({drawn_rank(name, rank).tobytes() for rank in range(13)}) == 13
    assert len({drawn_suit(name, suit).tobytes() for suit in range(4)}) == 4


def test_a_scene_is_the_same_for_the_same_seed() -> None:
    (one, indices), (again, same) = (draw_scene(np.random.default_rng(5), []) for _ in range(2))
    assert np.array_equal(one, again)
    assert [index.row() for index in indices] == [index.row() for index in same]
    other, _ = draw_scene(np.random.default_rng(6), [])
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("seed", range(8))
def test_the_index_is_where_a_deck_says(seed: int) -> None:
    style = Style(np.random.default_rng(seed), [])
    face = style.face(rank=6, suit=3).astype(int)  # 8 of spades: black on white
    left, top, right, bottom = (round(side * PIXELS_PER_MM) for side in style.index(6).box_mm)
    assert (left, top) >= (0, 0)
    assert right < CARD_PX[0] / 3
    inside = face[top:bottom, left:right].min(axis=2) < 130
    assert 0.08 < inside.mean() < 0.8
    above = face[4 : top - 1, 16:right].min(axis=2)  # the art has a line around the card
    assert (above > 150).all()


def test_labels_lead_to_upright_corners() -> None:
    """The crop at a label is the same index, whichever way the card is turned."""
    found = [
        (picture, index)
        for seed in range(12)
        for picture, indices in [draw_scene(np.random.default_rng(seed), [])]
        for index in indices
        if index.visible >= MOST_VISIBLE
    ]
    assert len(found) >= 8
    for picture, index in found:
        crop = corner_crop(picture, index.middle_px, index.right_px, index.down_px)
        assert crop.shape == (3, SIZE_PX[1], SIZE_PX[0])
        assert ((index.middle_px >= 0) & (index.middle_px < SIDE_PX)).all()
        # Right and down on a card that is seen from above never change places.
        turned = index.right_px[0] * index.down_px[1] - index.right_px[1] * index.down_px[0]
        assert turned > 0
        # The card's centre is right of and below each index of it.
        assert index.to_centre_px @ index.down_px > 0


def test_rendering_goes_on_where_it_was(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    render_pictures(tmp_path, 2, seed=3, progress=lambda *step: told.append(step))
    first = (tmp_path / "000000.jpg").read_bytes()
    (tmp_path / "000001.txt").unlink()
    render_pictures(tmp_path, 3, seed=3, progress=lambda *_: None)
    pictures, labels = read_pictures(tmp_path)
    assert len(pictures) == len(labels) == 3
    assert pictures[0] == first
    assert unpack(pictures[2]).shape == (SIDE_PX, SIDE_PX, 3)
    assert told[-1] == ("pictures", 2, 2)


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="no pictures"):
        read_pictures(tmp_path)


@pytest.mark.parametrize("name", ["corners", "card_finder"])
def test_both_networks_are_registered(name: str, tmp_path: Path) -> None:
    network = find(name)
    assert network.name == name
    network.render(tmp_path, pictures=1, seed=1, progress=lambda *_: None)
    with pytest.raises(NetworkError, match="There is no"):
        network.evaluate(tmp_path / "absent.onnx", tmp_path)
