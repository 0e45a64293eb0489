"""Finding indices, putting those of one card together, and telling a card or nothing."""

import numpy as np
import pytest

from table.cards import RANKS, SUITS, Card
from vision.card_evaluation import FELT, CardAnswer, figure, match
from vision.card_finding import CELL_PX, SCALES, FoundIndex, decode
from vision.card_reading import (
    SURE,
    ReadCard,
    ReadIndex,
    group_by_card,
    judge,
    without_repeats,
)
from vision.corner_crop import LEFT_MM, MM_PER_PX, TOP_MM, corner_crop

SCALE = 2.0
TO_CENTRE_MM = np.array([26.0, 33.0])


def found(x: float, y: float, *, degrees: float = 0.0, score: float = 0.9) -> FoundIndex:
    """An index of a card at two pixels a millimetre, turned clockwise."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = np.array([[c, -s], [s, c]]) * SCALE
    middle = np.array([x, y])
    return FoundIndex(middle, turn[:, 0], turn[:, 1], middle + turn @ TO_CENTRE_MM, score)


def other_index(index: FoundIndex) -> FoundIndex:
    """The other index of the same card."""
    middle = 2 * index.centre_px - index.middle_px
    return FoundIndex(middle, -index.right_px, -index.down_px, index.centre_px, index.score - 0.1)


def read(index: FoundIndex, name: str, sure: float = 0.999) -> ReadIndex:
    card = Card.parse(name)
    ranks = np.full(13, (1 - sure) / 12)
    suits = np.full(4, (1 - sure) / 3)
    ranks[RANKS.index(card.rank)] = sure
    suits[SUITS.index(card.suit)] = sure
    return ReadIndex(index, ranks, suits)


def test_a_peak_of_the_finder_is_an_index_where_it_says() -> None:
    cells = np.full((9, 20, 30), -6.0, np.float32)
    cells[0, 7, 11] = 3.0
    lie = np.array([2.0, -3.0, 1.6, 0.4, -0.4, 1.6, 60.0, 40.0])
    cells[1:, 7, 11] = lie / SCALES
    (index,) = decode(cells)
    assert index.middle_px == pytest.approx([11.5 * CELL_PX + 2, 7.5 * CELL_PX - 3])
    assert index.right_px == pytest.approx([1.6, 0.4], abs=1e-5)
    assert index.down_px == pytest.approx([-0.4, 1.6], abs=1e-5)
    assert index.centre_px - index.middle_px == pytest.approx([60, 40], abs=1e-4)
    assert index.score > 0.9


@pytest.mark.parametrize("scale", [0.3, 9.0])
def test_a_card_of_no_sensible_size_is_none(scale: float) -> None:
    cells = np.full((9, 8, 8), -6.0, np.float32)
    cells[0, 4, 4] = 3.0
    cells[1:, 4, 4] = np.array([0, 0, scale, 0, 0, scale, 9, 9]) / SCALES
    assert decode(cells) == []


def test_the_outline_is_around_the_centre_and_of_a_cards_size() -> None:
    outline = found(100, 100, degrees=90).outline_px()
    sides = np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1)
    assert sides == pytest.approx([126, 176, 126, 176])
    assert outline.mean(axis=0) == pytest.approx(found(100, 100, degrees=90).centre_px)


@pytest.mark.parametrize("degrees", [0, 37, 90, 200])
def test_the_crop_is_upright(degrees: float) -> None:
    """A dot 6 mm right of and 10 mm below the middle is there in the crop, however it is turned."""
    index = found(150, 150, degrees=degrees)
    picture = np.full((300, 300, 3), 230, np.uint8)
    x, y = np.rint(index.middle_px + 6 * index.right_px + 10 * index.down_px).astype(int)
    picture[y - 2 : y + 3, x - 2 : x + 3] = 0
    crop = corner_crop(picture, index.middle_px, index.right_px, index.down_px)
    rows, columns = np.nonzero(crop[0] < -0.1)
    assert columns.mean() * MM_PER_PX + LEFT_MM == pytest.approx(6, abs=0.8)
    assert rows.mean() * MM_PER_PX + TOP_MM == pytest.approx(10, abs=0.8)


@pytest.mark.parametrize("light", [0.25, 1.0])
def test_the_crop_is_alike_in_dark_and_bright_light(light: float) -> None:
    rng = np.random.default_rng(1)
    scene = rng.uniform(20, 230, (120, 120, 3))
    index = found(60, 60)
    bright = corner_crop(scene.astype(np.uint8), index.middle_px, index.right_px, index.down_px)
    other = (scene * light).astype(np.uint8)
    crop = corner_crop(other, index.middle_px, index.right_px, index.down_px)
    assert np.abs(crop - bright).mean() < 0.02


def test_both_indices_of_a_card_are_one_card() -> None:
    index = found(100, 100, degrees=20)
    group = group_by_card([read(index, "Qc"), read(other_index(index), "Qc")])
    assert [len(one) for one in group] == [2]


def test_cards_beside_each_other_are_two() -> None:
    indices = [read(found(100, 100), "Qc"), read(found(250, 100), "7d")]
    assert [len(one) for one in group_by_card(indices)] == [1, 1]


def test_in_a_fan_each_card_gets_its_own_other_index() -> None:
    first, second = found(100, 100), found(130, 110, degrees=12)
    indices = [
        read(first, "Qc"),
        read(other_index(second), "7d"),
        read(second, "7d"),
        read(other_index(first), "Qc"),
    ]
    cards = [judge(group) for group in group_by_card(indices)]
    assert sorted(str(card.card) for card in cards) == ["7d", "Qc"]


def test_two_indices_that_agree_are_surer_than_one() -> None:
    index = found(100, 100)
    alone = judge([read(index, "9h", 0.9)])
    both = judge([read(index, "9h", 0.9), read(other_index(index), "9h", 0.9)])
    assert alone.card is None
    assert both.card == Card.parse("9h")
    assert both.probability > SURE > alone.probability


def test_two_indices_that_contradict_each_other_tell_nothing() -> None:
    index = found(100, 100)
    card = judge([read(index, "9h"), read(other_index(index), "6h")])
    assert card.card is None


def test_of_two_alike_in_one_deck_the_likelier_stands() -> None:
    sure, doubtful = (
        ReadCard(Card.parse("Ks"), probability, (found(x, 100),))
        for probability, x in [(0.999, 100), (0.92, 400)]
    )
    assert [card.card for card in without_repeats([sure, doubtful])] == [sure.card, None]
    level = ReadCard(Card.parse("Ks"), 0.9991, (found(700, 100),))
    assert [card.card for card in without_repeats([sure, level])] == [None, None]


def test_what_is_told_in_error_is_wrong_and_confident() -> None:
    truth = [Card.parse(name) for name in ("2c", "3c", "4c")]
    cards = [
        ReadCard(Card.parse("2c"), 0.99, (found(0, 0),)),
        ReadCard(Card.parse("3s"), 0.95, (found(0, 0),)),
        ReadCard(None, 0.5, (found(0, 0),)),
    ]
    answers = list(match("one.jpg", truth, cards))
    assert answers == [
        CardAnswer("one.jpg", truth[0], truth[0]),
        CardAnswer("one.jpg", truth[1], Card.parse("3s")),
        CardAnswer("one.jpg", truth[2], None),
    ]
    row = figure(answers, FELT)
    assert (row.right, row.of, row.cannot_tell, row.wrong_and_confident) == (1, 3, 1, 1)
    assert row.reached is False
