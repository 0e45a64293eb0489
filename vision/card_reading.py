"""Reads face-up cards: which card lies where, or that it cannot be told.

Each index that was found is read by the network `corners`, a few times with the crop moved a
little. The indices of one card vote; what does not reach the threshold is unknown, not a guess.
What is read here may be a player's secret: only the board's cards may be told on (vision.board).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.cards import RANKS, SUITS, Card
from vision.card_finding import FoundIndex, find_indices
from vision.corner_crop import corner_crop
from vision.frames import Picture
from vision.specks import without_specks
from vision.weights import network

READER = "corners"

SLIP_SCALES = np.array([5.0, 5.0, 0.3, 0.3, 0.3, 0.3])
"""As in `models.corners.examples`: what the reader's six numbers of a slip are multiplied by."""

ROUNDS_OF_ALIGNING = 2
"""How often an index is put where the reader says that it is, before it is read."""

NUDGES = (
    (0.0, 0.0, 0.0, 1.0),
    (1.0, 0.8, 0.06, 0.94),
    (-1.0, 0.8, -0.06, 1.06),
    (0.8, -1.0, -0.06, 0.94),
    (-0.8, -1.0, 0.06, 1.06),
)
"""The crops that each index is read in: right and down in mm, turned in radians, larger."""

BATCH = 64

NO_INDEX = 0.5
"""What is more likely no index than this is none."""

SURE = 0.9
"""A card is told from this probability on: then 99 in 100 of rendered corners are told rightly."""

LEAST_PROBABILITY = 1e-4
"""No single look rules a card out."""

TRUST_IN_SECOND = 0.7
"""Two indices of one card share its light and its blur: the second tells less than the first."""

CONTRADICTS = 0.7
"""An index that is so sure of another rank or suit than the rest forbids to tell the card."""

OTHER_END_MM = 8.0
"""How far from where its card's other index is expected an index may be."""

AGREEING_MM = 30.0
"""The same for an index that reads as the same card."""

OPPOSITE_WAY = -0.75
"""Cosine between the ways up of both indices of one card."""

SAME_WAY = 0.85
"""The same for a deck with an index in all four corners."""


@dataclass(frozen=True, eq=False)
class ReadIndex:
    """One index and how likely each rank and each suit is: (13,) and (4,), summing to 1."""

    index: FoundIndex
    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]

    @property
    def likeliest(self) -> tuple[int, int]:
        """Rank and suit, by their places in `table.cards`."""
        return int(self.ranks.argmax()), int(self.suits.argmax())


@dataclass(frozen=True, eq=False)
class ReadCard:
    """One card that lies face up.

    Attributes:
        card: None if it cannot be told.
        probability: of the likeliest card, told or not.
        indices: those of its indices that were found, the surest first.
    """

    card: Card | None
    probability: float
    indices: tuple[FoundIndex, ...]

    @property
    def centre_px(self) -> NDArray[np.float64]:
        """Its centre in the picture, (2,)."""
        if len(self.indices) > 1:
            return np.asarray((self.indices[0].middle_px + self.indices[1].middle_px) / 2)
        return self.indices[0].centre_px

    def outline_px(self) -> NDArray[np.float64]:
        """Its corners, (4, 2)."""
        outline = self.indices[0].outline_px()
        return np.asarray(outline - self.indices[0].centre_px + self.centre_px)


def read_cards(
    picture: Picture, pixels_per_mm: float | None = None, *, one_deck: bool = True
) -> list[ReadCard]:
    """Read all face-up cards of a picture.

    Args:
        picture: (height, width, 3) blue, green, red.
        pixels_per_mm: how large cards are in it; looked for in several sizes if absent.
        one_deck: no card can be there twice, so that one of two alike is read wrongly.

    Raises:
        vision.weights.WeightsError: a network is not there.
    """
    picture = without_specks(picture)
    indices = read_indices(picture, find_indices(picture, pixels_per_mm))
    cards = [judge(group) for group in group_by_card(indices)]
    return without_repeats(cards) if one_deck else cards


def read_indices(picture: Picture, found: Sequence[FoundIndex]) -> list[ReadIndex]:
    """Read each index; those that look like none are left out."""
    if not found:
        return []
    for _ in range(ROUNDS_OF_ALIGNING):
        found = _aligned(picture, found)
    crops = [crop for index in found for crop in _crops(picture, index)]
    ranks, suits, _ = (
        told.reshape(len(found), len(NUDGES), -1).mean(axis=1) for told in _ask(crops)
    )
    return [
        ReadIndex(index, rank[:-1] / rank[:-1].sum(), suit)
        for index, rank, suit in zip(found, ranks, suits, strict=True)
        if rank[-1] < NO_INDEX
    ]


def _ask(crops: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float64]]:
    """Ranks, suits and slips of some crops."""
    parts = [
        network(READER).run(None, {"corners": np.stack(crops[start : start + BATCH])})
        for start in range(0, len(crops), BATCH)
    ]
    return [np.concatenate(part).astype(np.float64) for part in zip(*parts, strict=True)]


def _aligned(picture: Picture, found: Sequence[FoundIndex]) -> list[FoundIndex]:
    """Each index where the reader, from the crop that the finder gave, says that it is."""
    crops = [
        corner_crop(picture, index.middle_px, index.right_px, index.down_px) for index in found
    ]
    slips = _ask(crops)[2] * SLIP_SCALES
    return [_moved(index, slip) for index, slip in zip(found, slips, strict=True)]


def _moved(index: FoundIndex, slip: NDArray[np.float64]) -> FoundIndex:
    """The index by a slip further: (6,) middle in mm, and how right and down change."""
    slope = np.column_stack([index.right_px, index.down_px])
    moved = slope @ slip.reshape(3, 2).T
    to_centre_mm = np.linalg.solve(slope, index.centre_px - index.middle_px)
    middle, turned = index.middle_px + moved[:, 0], slope + moved[:, 1:]
    return FoundIndex(
        middle, turned[:, 0], turned[:, 1], middle + turned @ to_centre_mm, index.score
    )


def _crops(picture: Picture, index: FoundIndex) -> list[NDArray[np.float32]]:
    crops = []
    for right, down, turn, larger in NUDGES:
        c, s = larger * np.cos(turn), larger * np.sin(turn)
        middle = index.middle_px + right * index.right_px + down * index.down_px
        right_px = c * index.right_px + s * index.down_px
        down_px = c * index.down_px - s * index.right_px
        crops.append(corner_crop(picture, middle, right_px, down_px))
    return crops


def group_by_card(indices: Sequence[ReadIndex]) -> list[tuple[ReadIndex, ...]]:
    """Which indices are on one card: each card's, the surest first."""
    left = sorted(indices, key=lambda one: -one.index.score)
    groups = []
    while left:
        first = left.pop(0)
        others = [other for other in left if _on_one_card(first, other)]
        # The nearest to where it is expected: in a column of cards several may fit.
        others.sort(key=lambda other: _away_mm(first.index, other.index))
        group = (first, *others[:1])
        left = [other for other in left if other not in group]
        groups.append(group)
    return groups


def _on_one_card(one: ReadIndex, other: ReadIndex) -> bool:
    up, other_up = one.index.down_px, other.index.down_px
    way = up @ other_up / (np.linalg.norm(up) * np.linalg.norm(other_up))
    if way > OPPOSITE_WAY:
        return False
    allowed = AGREEING_MM if one.likeliest == other.likeliest else OTHER_END_MM
    return _away_mm(one.index, other.index) < allowed


def _away_mm(one: FoundIndex, other: FoundIndex) -> float:
    """How far the middle between two indices is from where both expect the card's centre."""
    middle = (one.middle_px + other.middle_px) / 2
    scale = (one.pixels_per_mm + other.pixels_per_mm) / 2
    away = max(
        float(np.linalg.norm(one.centre_px - middle)),
        float(np.linalg.norm(other.centre_px - middle)),
    )
    return away / scale


def judge(group: Sequence[ReadIndex]) -> ReadCard:
    """What the indices of one card say together."""
    weights = (1.0, TRUST_IN_SECOND)
    ranks = _together([one.ranks for one in group], weights)
    suits = _together([one.suits for one in group], weights)
    rank, suit = int(ranks.argmax()), int(suits.argmax())
    probability = float(ranks[rank] * suits[suit])
    told = probability >= SURE and not any(_contradicts(one, (rank, suit)) for one in group)
    card = Card(RANKS[rank], SUITS[suit]) if told else None
    return ReadCard(card, probability, tuple(one.index for one in group))


def _contradicts(one: ReadIndex, told: tuple[int, int]) -> bool:
    rank, suit = one.likeliest
    by_rank = rank != told[0] and one.ranks[rank] > CONTRADICTS
    return bool(by_rank or (suit != told[1] and one.suits[suit] > CONTRADICTS))


def _together(
    votes: Sequence[NDArray[np.float64]], weights: Sequence[float]
) -> NDArray[np.float64]:
    logs = [np.log(np.maximum(vote, LEAST_PROBABILITY)) for vote in votes]
    total = sum(weight * log for weight, log in zip(weights, logs, strict=False))
    likely = np.exp(total - np.max(total))
    return np.asarray(likely / likely.sum())


def without_repeats(cards: Sequence[ReadCard]) -> list[ReadCard]:
    """Of two alike in one deck the likelier stands; if neither is much likelier, neither does."""
    told: list[ReadCard] = []
    for card in cards:
        rivals = [
            other.probability for other in cards if other is not card and other.card == card.card
        ]
        wins = all(1 - card.probability < (1 - rival) / 3 for rival in rivals)
        if card.card is None or wins:
            told.append(card)
        else:
            told.append(ReadCard(None, card.probability, card.indices))
    return told
