"""Real input: photographs of real chips as cameras, the emulated panel's line beside them.

Two cameras look at one table: the first sees the seat that bets, the second the seat that answers.
Each is a folder of two pictures, the table before and the table after. The one after is a
photograph as it was taken. The one before is the same photograph with the chips that are then put
down painted over, so that the camera does not move. The chip set is enrolled from other
photographs of the same chips. The rulings were worked out by hand.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
import yaml

from api.demo import Watcher, play_at_once
from api.table_file import read_table_file
from firmware_bridge.recording import write_recording
from firmware_bridge.script import Press, Script, play_script
from table.encoding import encode_event
from table.events import CannotTell, HandStarted, RulingGiven
from table.game import Game, Limit, Street
from table.observations import SpokenWord
from table.ruling import ROUND_OVER, Action
from vision.calibration import Calibration, PointPair
from vision.chip_set import ChipSet
from vision.enrolment import EnrolmentPhoto, Mark, enrol, locate
from vision.evaluation import photo_sets
from vision.pictures import load_picture

EVAN = "photos/internal/evan_5_25_dollars"
HOLD_MS = 3000
REDUCED = 0.5
SIZE_PX = (750, 1000)

pytestmark = pytest.mark.shared


@dataclass(frozen=True)
class View:
    """A photograph as a camera.

    Attributes:
        photo: its file.
        corners_mm: where the pixels (50, 50), (700, 50), (700, 800) and (50, 800) of the reduced
            picture lie on the table: four clicked points.
        bet_area_px: the seat's bet area, in the reduced picture.
        put_down_px: centres of the chips that are put down, in the reduced picture.
    """

    photo: str
    corners_mm: tuple[tuple[float, float], ...]
    bet_area_px: tuple[tuple[int, int], ...]
    put_down_px: tuple[tuple[int, int], ...]


SEEN_3570 = ((0.0, 0.0), (197.0, 0.0), (174.3, 213.8), (22.7, 213.8))
SEEN_3572 = ((0.0, 0.0), (209.2, 3.5), (186.1, 228.4), (25.1, 229.1))
SEEN_3574 = ((0.0, 32.0), (191.5, 0.0), (185.5, 233.8), (1.8, 215.8))

ONE_FIVE = View(
    "chips/IMG_3570.jpg",
    SEEN_3570,
    ((290, 420), (470, 420), (470, 600), (290, 600)),
    ((380, 508),),
)
ONE_TWENTY_FIVE = View(
    "chips/IMG_3572.jpg",
    SEEN_3572,
    ((5, 500), (195, 500), (195, 830), (5, 830)),
    ((134, 582),),
)
FIVE_OF_EACH = View(
    "chips/IMG_3574.jpg",
    SEEN_3574,
    (
        *((20, 30), (445, 10), (640, 150), (640, 380), (425, 380), (425, 470), (405, 520)),
        *((345, 585), (300, 690), (120, 690), (20, 520)),
    ),
    (
        *((172, 155), (382, 103), (345, 248), (507, 207), (553, 327)),
        *((162, 290), (125, 432), (362, 389), (319, 517), (212, 614)),
    ),
)


def picture_of(folder: Path, view: View) -> np.ndarray:
    """The photograph as this camera sees it."""
    photo = load_picture(folder / view.photo)
    return cv2.resize(photo, SIZE_PX, interpolation=cv2.INTER_AREA)


def without_chips(picture: np.ndarray, centres: tuple[tuple[int, int], ...]) -> np.ndarray:
    """The same table before those chips were put down."""
    chips = np.zeros(picture.shape[:2], np.uint8)
    for centre in centres:
        cv2.circle(chips, centre, 88, 255, -1)
    return cv2.inpaint(picture, chips, 5, cv2.INPAINT_TELEA)


@pytest.fixture(scope="module")
def chip_set(shared_folder: Path) -> ChipSet:
    """Learned from the photographs that no camera of this file shows."""
    folder = shared_folder / EVAN
    (photo_set,) = (one for one in photo_sets().sets if one.name == folder.name)
    shown = {view.photo for view in (ONE_FIVE, ONE_TWENTY_FIVE, FIVE_OF_EACH)}
    photos = [
        EnrolmentPhoto(
            name,
            load_picture(folder / name),
            marks=tuple(Mark(label, x, y) for label, places in marks.items() for x, y in places),
        )
        for name, marks in photo_set.marks.items()
        if name not in shown
    ]
    return enrol([locate(photo) for photo in photos], {"5": 5, "25": 25}, house="evan").chip_set


def calibration_of(view: View, shift_mm: float) -> Calibration:
    """Four points; `shift_mm` sets the second camera's part of the table beside the first's."""
    pixels = ((50.0, 50.0), (700.0, 50.0), (700.0, 800.0), (50.0, 800.0))
    pairs = [
        PointPair(pixel=pixel, table_mm=(x + shift_mm, y))
        for pixel, (x, y) in zip(pixels, view.corners_mm, strict=True)
    ]
    return Calibration(width_px=SIZE_PX[0], height_px=SIZE_PX[1], points=tuple(pairs))


def lay_table(
    folder: Path, photos: Path, chip_set: ChipSet, answer: View, presses: tuple[Press, ...]
) -> Path:
    """Write everything that `betline run` would be given; returns the table file."""
    views = {"1": ONE_FIVE, "2": answer}
    seats = []
    for number, (seat, view) in enumerate(views.items()):
        calibration = calibration_of(view, 400.0 * number)
        points = calibration.model_dump(mode="json", exclude_none=True)
        (folder / f"camera-{seat}.yaml").write_text(yaml.safe_dump(points))
        after = picture_of(photos, view)
        before = without_chips(after, view.put_down_px)
        # The bettor's chips come down in the second picture, the answer in the third.
        pictures = [before, after, after] if number == 0 else [before, before, after]
        (folder / f"camera-{seat}").mkdir()
        for index, picture in enumerate(pictures):
            cv2.imwrite(str(folder / f"camera-{seat}" / f"{index}.png"), picture)
        area = calibration.to_table_mm(view.bet_area_px)
        seats.append(
            {
                "name": seat,
                "player": [400.0 * number + 100.0, 500.0],
                "bet_area": [[float(x), float(y)] for x, y in area],
            }
        )
    layout = {"outline": [[-60, -60], [700, -60], [700, 330], [-60, 330]], "seats": seats}
    (folder / "layout.yaml").write_text(yaml.safe_dump(layout))
    chip_set.save(folder / "evan.chipset")
    script = Script(device="panel", duration_ms=3 * HOLD_MS, presses=presses)
    write_recording(folder / "panel.serial.jsonl", play_script(script))
    hand = HandStarted(
        at_ns=1_000_000_000,
        number=1,
        game=Game(limit=Limit.NO_LIMIT, big_blind=5),
        order=("1", "2"),
        stacks={"1": 500, "2": 500},
        street=Street.FLOP,
        pot=10,
        first="1",
    )
    (folder / "commands.jsonl").write_text(json.dumps(encode_event(hand)) + "\n")
    table = {
        "name": "Photographs",
        "layout": "layout.yaml",
        "rulebook": "tda2024",
        "chip_set": "evan.chipset",
        "cameras": [
            {
                "name": f"camera-{seat}",
                "folder": f"camera-{seat}",
                "hold_ms": HOLD_MS,
                "calibration": f"camera-{seat}.yaml",
                "seats": [seat],
            }
            for seat in views
        ],
        "bridges": [{"name": "panel", "device": "panel", "recording": "panel.serial.jsonl"}],
        "commands": "commands.jsonl",
        "games": [{"name": "No-limit", "limit": "NL", "big_blind": 5}],
    }
    (folder / "table.yaml").write_text(yaml.safe_dump(table))
    return folder / "table.yaml"


def rulings_of(table_file: Path) -> tuple[list[RulingGiven], Watcher]:
    """Every ruling that falls when this table is played."""
    watcher = Watcher()
    play_at_once(read_table_file(table_file), watcher)
    return watcher.given, watcher


def asked_of_the_dealer(watcher: Watcher) -> list[CannotTell]:
    """What could not be told before the photographs came to their end."""
    return [one for one in watcher.cannot_tell if one.at_ns < 3 * HOLD_MS * 1_000_000]


@pytest.fixture
def table(tmp_path: Path, shared_folder: Path, chip_set: ChipSet):
    """Plays a table with a bet of one 5, and this answer."""

    def play(answer: View, *presses: Press) -> tuple[list[RulingGiven], Watcher]:
        return rulings_of(lay_table(tmp_path, shared_folder / EVAN, chip_set, answer, presses))

    return play


def test_facing_5_one_silent_25_is_a_call_with_20_back(table) -> None:
    (bet, answer), watcher = table(ONE_TWENTY_FIVE)
    assert (bet.ruling.action, bet.ruling.total) == (Action.BET, 5)
    assert answer.chips == (25,)
    assert (answer.ruling.action, answer.ruling.total) == (Action.CALL, 5)
    assert answer.ruling.change_to_return == 20
    assert answer.ruling.next == ROUND_OVER
    assert asked_of_the_dealer(watcher) == []
    assert watcher.alarms == ()


def test_facing_5_raise_said_and_one_25_is_a_raise_to_25(table) -> None:
    said = Press(at_ms=5000, seat=2, word=SpokenWord.RAISE)
    (_, answer), watcher = table(ONE_TWENTY_FIVE, said)
    assert (answer.ruling.action, answer.ruling.total) == (Action.RAISE, 25)
    assert answer.ruling.raise_by == 20
    assert answer.ruling.change_to_return == 0
    assert asked_of_the_dealer(watcher) == []


def test_five_5s_and_five_25s_are_a_raise_to_150(table) -> None:
    (_, answer), watcher = table(FIVE_OF_EACH)
    assert answer.chips == (25, 25, 25, 25, 25, 5, 5, 5, 5, 5)
    assert (answer.ruling.action, answer.ruling.total) == (Action.RAISE, 150)
    assert answer.ruling.raise_by == 145
    assert (answer.ruling.min_raise_to, answer.ruling.max_raise_to) == (295, 500)
    assert asked_of_the_dealer(watcher) == []
