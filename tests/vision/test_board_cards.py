"""The board: told when it lies at rest and every card of it is sure, and nothing else is told."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_table import INTERVAL_NS, ColourReader

from models.corners.glyphs import CARD_MM, deck
from table.cards import RANKS, SUITS, Card
from table.observations import CERTAIN, BoardSeen
from vision.board import BoardWatcher, read_board
from vision.calibration import Calibration, calibrate, read_calibration
from vision.camera_settings import CameraSettings
from vision.camera_source import CameraSource
from vision.card_finding import KNOWN_PX_PER_MM
from vision.frames import NS_PER_S, Frame, Grab, Picture
from vision.layout import Layout, SeatLayout, read_layout
from vision.readers import EndOfRecording
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
    return BoardWatcher("overhead", BOARD, straight_above())


def straight_above() -> Calibration:
    width, height = SIZE_MM
    ends = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    places = [((x * PX_PER_MM - 0.5, y * PX_PER_MM - 0.5), (x, y)) for x, y in ends]
    return calibrate((width * PX_PER_MM, height * PX_PER_MM), places)


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


class Shown:
    """A recording of one picture."""

    def __init__(self, picture: Picture, frames: int) -> None:
        self.picture, self.frames, self.read_so_far = picture, frames, 0

    def open(self) -> None:
        pass

    def read(self) -> Grab:
        if self.read_so_far == self.frames:
            raise EndOfRecording
        self.read_so_far += 1
        return Grab((self.read_so_far - 1) * INTERVAL_NS, self.picture)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("board", [BOARD, None])
def test_a_camera_tells_the_board_and_nothing_of_a_players_cards(board) -> None:
    bet_area = ((250, 330), (400, 330), (400, 370), (250, 370))
    card_area = ((250, 375), (500, 375), (500, 470), (250, 470))
    layout = Layout(
        outline=((0, 0), (760, 0), (760, 500), (0, 500)),
        seats=(SeatLayout(name="1", player=(400, 600), bet_area=bet_area, card_area=card_area),),
        board=board,
    )
    picture = table_with("Qc 7d 2s", in_seat="As Ad")
    source = CameraSource(
        CameraSettings(name="overhead", video="drawn", fps=15, calibration="none"),
        layout,
        straight_above(),
        ColourReader(),
        make_reader=lambda: Shown(picture, 15),
    )
    told = source.advance(NS_PER_S * 60)
    boards = [fact for fact in told if isinstance(fact, BoardSeen)]
    assert [" ".join(map(str, fact.cards)) for fact in boards] == (["Qc 7d 2s"] if board else [])
    assert not any(secret in repr(told) for secret in ("rank='A'", "As", "Ad"))


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
