"""Measures how well face-up cards are read, on photographs whose cards are known.

Nothing is learnt from these photographs. Each card is told once, from all of its indices that are
in sight; a card that is told and is not there, or not in that place, is wrong and confident.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from table.cards import Card
from vision.back_counting import count_backs
from vision.card_reading import ReadCard, read_cards
from vision.evaluation import Progress
from vision.figures import Figure
from vision.frames import Picture
from vision.pictures import load_picture

OVERHEAD = "internal/epfl_tables"
FELT = "blackjack_tracker_cards_chips_on_felt"
SCENES = "cardcounter_real_cards_55cls/table_scenes"
"""The folders of photographs, and what they show: see each folder's SOURCE.md."""

AIM_PERCENT = {OVERHEAD: 95.0, FELT: 95.0, SCENES: 90.0}

CORRECTED_HANDS = {
    ("images/train_06.jpg", "P4"): ("JC", "JS"),
    ("images/train_18.jpg", "P1"): ("JS", "7H"),
}
"""Where the label says another suit than the photograph shows, plainly, to anyone who looks."""

BOARD_FROM, PLAYERS_AT_SIDES_FROM = 0.70, 0.30
"""In the overhead photographs the board lies lowest, two players above it, two at the top."""

BOX_MARGIN = 0.3
"""An index belongs to a labelled box if its middle is in it, or beside it by this share of it."""


class CardEvaluationError(ValueError):
    """The photographs cannot be evaluated; the text says why and what to do."""


@dataclass(frozen=True)
class CardAnswer:
    """One card that is there, and what was told of it.

    Attributes:
        picture: its file.
        truth: the card.
        told: the cards told in its place; empty if it could not be told.
    """

    picture: str
    truth: Card
    told: Card | None

    @property
    def right(self) -> bool:
        """Whether it was told, and rightly."""
        return self.told == self.truth


def card_figures(photos: Path, progress: Progress = lambda *_: None) -> list[Figure]:
    """Measure on every set of photographs that is there.

    Args:
        photos: the folder that holds the sets.
        progress: told before each picture.

    Raises:
        CardEvaluationError: no set is there, or one is not as it should be.
    """
    measures = {OVERHEAD: overhead_tables, FELT: cards_on_felt, SCENES: labelled_corners}
    present = [name for name in measures if (photos / name).is_dir()]
    if not present:
        raise CardEvaluationError(
            f"{photos} has no photographs of cards. Give the folder that holds {OVERHEAD}."
        )
    rows = [figure(measures[name](photos / name, progress), name) for name in present]
    if OVERHEAD in present:
        rows.append(backs_figure(photos / OVERHEAD, progress))
    return rows


def figure(answers: Sequence[CardAnswer], on: str) -> Figure:
    """The rate of cards that were told rightly."""
    return Figure(
        what="cards, one reading a card",
        on=on,
        right=sum(answer.right for answer in answers),
        of=len(answers),
        aim_percent=AIM_PERCENT[on],
        cannot_tell=sum(answer.told is None for answer in answers),
        wrong_and_confident=sum(answer.told is not None and not answer.right for answer in answers),
    )


def overhead_tables(folder: Path, progress: Progress = lambda *_: None) -> list[CardAnswer]:
    """Tables from straight above: a board of five and up to four hands of two that overlap.

    A card counts in its place alone: on the board, or in the hand of its player.
    """
    entries = _entries(folder)
    answers: list[CardAnswer] = []
    for done, entry in enumerate(entries):
        progress("overhead tables", done, len(entries))
        picture = load_picture(folder / entry["file"])
        cards = read_cards(picture)
        places = _by_place(cards, picture)
        answers += match(entry["file"], _cards(entry["board"]), places["board"])
        for player, hand in entry["players"].items():
            if hand:
                shown = CORRECTED_HANDS.get((entry["file"], player), hand)
                answers += match(entry["file"], _cards(shown), places[player])
    return answers


def backs_figure(folder: Path, progress: Progress = lambda *_: None) -> Figure:
    """The players of the overhead tables: two backs where a hand is folded, none where it shows."""
    entries = _entries(folder)
    right = of = wrong = 0
    for done, entry in enumerate(entries):
        progress("card backs", done, len(entries))
        picture = load_picture(folder / entry["file"])
        cards = read_cards(picture)
        scale = float(np.median([card.indices[0].pixels_per_mm for card in cards]))
        counted: Counter[str] = Counter()
        for pile in count_backs(picture, scale, cards):
            counted[_place(pile.centre_px, picture)] += pile.at_least
        for player, hand in entry["players"].items():
            of += 1
            right += counted[player] == (0 if hand else 2)
            wrong += counted[player] > (0 if hand else 2)
    return Figure(
        what="card backs of each player, counted",
        on=OVERHEAD,
        right=right,
        of=of,
        wrong_and_confident=wrong,
    )


def cards_on_felt(folder: Path, progress: Progress = lambda *_: None) -> list[CardAnswer]:
    """Whole decks of a suit on felt, small and from the side."""
    entries = _entries(folder)
    answers: list[CardAnswer] = []
    for done, entry in enumerate(entries):
        progress("cards on felt", done, len(entries))
        cards = read_cards(load_picture(folder / entry["file"]))
        answers += match(entry["file"], _cards(entry["cards"]), cards)
    return answers


def labelled_corners(folder: Path, progress: Progress = lambda *_: None) -> list[CardAnswer]:
    """Scenes with a labelled box around each index; each box is one card to tell.

    Several decks may be in one picture, so no card is ruled out because it is there already.
    """
    names = [str(name) for name in yaml.safe_load(_text(folder.parent / "data.yaml"))["names"]]
    labels = sorted((folder / "labels").glob("*.txt"))
    if not labels:
        raise CardEvaluationError(f"{folder} has no labels. Give the folder of labelled scenes.")
    answers: list[CardAnswer] = []
    for done, path in enumerate(labels):
        progress("labelled corners", done, len(labels))
        file = folder / "images" / f"{path.stem}.jpg"
        picture = load_picture(file)
        cards = read_cards(picture, one_deck=False)
        for name, box in _boxes(path, names, picture):
            told = _in_box(cards, box)
            answers.append(CardAnswer(file.name, Card.parse(name), told))
    return answers


def match(picture: str, truth: Sequence[Card], cards: Sequence[ReadCard]) -> Iterator[CardAnswer]:
    """Each card that is there with what was told: itself, a wrong one left over, or nothing."""
    told = Counter(card.card for card in cards if card.card is not None)
    wrong = list((told - Counter(truth)).elements())
    for card in truth:
        if told[card] > 0:
            told[card] -= 1
            yield CardAnswer(picture, card, card)
        else:
            yield CardAnswer(picture, card, wrong.pop() if wrong else None)


def _by_place(cards: Sequence[ReadCard], picture: Picture) -> dict[str, list[ReadCard]]:
    places: dict[str, list[ReadCard]] = {name: [] for name in ("board", "P1", "P2", "P3", "P4")}
    for card in cards:
        places[_place(card.centre_px, picture)].append(card)
    return places


def _place(centre_px: NDArray[np.float64], picture: Picture) -> str:
    """The board below, the players on the right, above on the right and left, on the left."""
    height, width = picture.shape[:2]
    x, y = centre_px / (width, height)
    if y > BOARD_FROM:
        return "board"
    if y > PLAYERS_AT_SIDES_FROM:
        return "P1" if x > 0.5 else "P4"
    return "P2" if x > 0.5 else "P3"


def _in_box(cards: Sequence[ReadCard], box: tuple[float, float, float, float]) -> Card | None:
    """What is told of the card whose index lies nearest to the middle of a box."""
    left, top, right, bottom = box
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    reach = np.array([right - left, bottom - top]) * (0.5 + BOX_MARGIN)
    near = [
        (float(np.linalg.norm(index.middle_px - middle)), number)
        for number, card in enumerate(cards)
        for index in card.indices
        if (np.abs(index.middle_px - middle) < reach).all()
    ]
    return cards[min(near)[1]].card if near else None


def _boxes(
    path: Path, names: Sequence[str], picture: Picture
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    height, width = picture.shape[:2]
    for line in _text(path).splitlines():
        values = [float(word) for word in line.split()]
        if len(values) != 5:
            continue  # an outline, of which the set has a few; not a box
        name = names[int(values[0])]
        try:
            Card.parse(name)
        except ValueError:
            continue  # a back or a joker
        x, y, wide, high = np.array(values[1:]) * (width, height, width, height)
        yield name, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _cards(names: Sequence[str]) -> list[Card]:
    return [Card.parse(name) for name in names]


def _entries(folder: Path) -> list[dict]:
    path = folder / "ground_truth.yaml"
    entries = yaml.safe_load(_text(path))
    return [entry for entry in entries if (folder / entry["file"]).is_file()]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CardEvaluationError(
            f"{path} cannot be read: {error.strerror}. Give a folder of photographs with it."
        ) from error
