"""The board: told when it lies at rest and every card of it is sure, and nothing else is told."""

from pathlib import Path

import cv2
import numpy as np
from drawn_table import INTERVAL_NS

from models.corners.glyphs import CARD_MM, deck
from table.cards import RANKS, SUITS, Card
from table.observations import CERTAIN, BoardSeen
from vision.board import BoardWatcher, read_board
from vision.calibration import calibrate, read_calibration
from vision.card_finding import KNOWN_PX_PER_MM
from vision.frames import Frame, Picture
from vision.layout import read_layout
from vision.rectify import RectifiedArea

BOARD = ((200.0, 200.0), (560.0, 200.0), (560.0, 300.0), (200.0, 300.0))
SIZE_MM = (760, 500)
PX_PER_MM = 2
FELT = (70, 110, 50)
FRAMES_AT_REST = 6
RECORDING = Path(__file__).parents[2] / "models" / "recording"


def table_with(cards: str = "", *, arm: bool = False, in_seat: str = "") -> Picture:
    """A drawn table; `cards` are those of the board, such as `Qc 7d 2s`."""
    rng = np.random.default_rng(4)
    picture = np.full((SIZE_MM[1] * PX_PER_MM, SIZE_MM[0] * PX_PER_MM, 3), FELT, np.float64)
    for number, name in enumerate(cards.split()):
        put(picture, name, 235 + 70 * number, 250)
    for number, name in enumerate(in_seat.split()):
        put(picture, name, 300 + 70 * number, 420)
    if arm:
        cv2.line(picture, (840, 1000), (900, 380), (130, 160, 215), 150)
    return np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


def put(picture: np.ndarray, name: str, x_mm: float, y_mm: float) -> None:
    card = Card.parse(name)
    face = deck("standard")[RANKS.index(card.rank), SUITS.index(card.suit)]
    width, height = (round(side * PX_PER_MM) for side in CARD_MM)
    small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    left, top = round(x_mm * PX_PER_MM - width / 2), round(y_mm * PX_PER_MM - height / 2)
    picture[top : top + height, left : left + width] = small


def watcher() -> BoardWatcher:
    width, height = SIZE_MM
    ends = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    places = [((x * PX_PER_MM - 0.5, y * PX_PER_MM - 0.5), (x, y)) for x, y in ends]
    calibration = calibrate((width * PX_PER_MM, height * PX_PER_MM), places)
    return BoardWatcher("overhead", BOARD, calibration)


def told_of(watching: BoardWatcher, *scenes: tuple[Picture, int], first: int = 0) -> list[str]:
    """What is told while each picture is seen for a number of frames."""
    told, number = [], first
    for picture, frames in scenes:
        for _ in range(frames):
            frame = Frame(picture, number * INTERVAL_NS, "overhead", number + 1)
            for fact in watching.see(frame):
                assert isinstance(fact, BoardSeen)
                assert fact.confidence <= CERTAIN
                told.append(" ".join(map(str, fact.cards)))
            number += 1
    return told


def test_a_board_at_rest_is_told_once_and_each_card_as_it_comes() -> None:
    flop, turn = table_with("Qc 7d 2s"), table_with("Qc 7d 2s Th")
    told = told_of(watcher(), (table_with(), FRAMES_AT_REST), (flop, 20), (turn, 20))
    assert told == ["Qc 7d 2s", "Qc 7d 2s Th"]


def test_a_board_that_has_not_come_to_rest_is_not_told() -> None:
    assert told_of(watcher(), (table_with("Qc 7d 2s"), 3)) == []


def test_a_part_of_a_flop_is_not_told() -> None:
    assert told_of(watcher(), (table_with("Qc 7d"), 12)) == []


def test_an_arm_over_the_board_is_not_a_smaller_board() -> None:
    watching = watcher()
    whole, covered = table_with("Qc 7d 2s Th 9s"), table_with("Qc 7d 2s Th 9s", arm=True)
    assert told_of(watching, (covered, 12)) == []
    assert told_of(watching, (whole, 12), (covered, 12), (whole, 12), first=12) == [
        "Qc 7d 2s Th 9s"
    ]


def test_cards_beside_the_board_are_nobodys_to_tell() -> None:
    assert told_of(watcher(), (table_with(in_seat="As Ad Kc"), 12)) == []
    told = told_of(watcher(), (table_with("Qc 7d 2s", in_seat="As Ad Kc"), 12))
    assert told == ["Qc 7d 2s"]


def test_the_demos_board_is_never_told_wrongly() -> None:
    """Frames of the shipped film, a deck never learnt; in the second an arm lies over the board."""
    boards = {0.04: "Qc 7d 2s", 0.21: "", 0.29: "9h 8h 3c", 0.46: "As Jd 6c", 0.71: "Kd 5s 4h"}
    layout = read_layout((RECORDING / "layout.yaml").read_text(encoding="utf-8"), "layout.yaml")
    assert layout.board is not None
    calibration = read_calibration(RECORDING / "overhead.calibration.yaml")
    area = RectifiedArea(calibration, layout.board, KNOWN_PX_PER_MM)
    film = cv2.VideoCapture(str(RECORDING / "overhead.mp4"))
    told = {}
    for at in boards:
        film.set(cv2.CAP_PROP_POS_FRAMES, int(film.get(cv2.CAP_PROP_FRAME_COUNT) * at))
        read, picture = film.read()
        assert read
        reading = read_board(area.draw(np.asarray(picture, np.uint8)), area)
        if reading.cards is not None:
            told[at] = " ".join(map(str, reading.cards))
    assert told.items() <= boards.items()
