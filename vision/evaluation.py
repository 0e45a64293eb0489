"""Measures how well chips are read, on photographs whose content is known.

Every picture is read with a chip set that was enrolled from the other photographs of its set and
never from itself.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from pydantic import Field

from table.documents import Document, parse_document
from vision.enrolment import EnrolmentPhoto, LocatedPhoto, Mark, enrol, locate
from vision.pictures import load_picture
from vision.reading import read_chips

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done, and how many there are."""


class EvaluationError(ValueError):
    """The photographs cannot be evaluated; the text says why and what to do."""


class PhotoSet(Document):
    """One set of photographs of one set of chips.

    Attributes:
        name: its folder.
        label_by: which entry of the ground truth tells the chips apart.
        marks: picture, label, and the centres of the chips to learn from.
    """

    name: str
    label_by: Literal["denomination", "colour"]
    marks: dict[str, dict[str, tuple[tuple[float, float], ...]]]


class PhotoSets(Document):
    """The content of `evaluation_sets.yaml`."""

    sets: tuple[PhotoSet, ...] = Field(min_length=1)


@dataclass(frozen=True)
class PictureResult:
    """One picture, read and compared.

    Attributes:
        photo_set: the set it belongs to.
        name: the picture's file, from the set's folder.
        truth: label and count.
        read: label and count; unknown chips under the empty label.
        cannot_tell: the reason the reading gave, or empty.
        sureness: as the reading gave it.
        took_ms: how long reading took, tilt and scale included.
    """

    photo_set: str
    name: str
    truth: dict[str, int]
    read: dict[str, int]
    cannot_tell: str
    sureness: float
    took_ms: float

    @property
    def found(self) -> int:
        """How many chips were read."""
        return sum(self.read.values())

    @property
    def right(self) -> int:
        """How many of them are there with that label."""
        return sum(min(count, self.truth.get(label, 0)) for label, count in self.read.items())

    @property
    def count_is_right(self) -> bool:
        """Whether as many chips were read as there are."""
        return self.found == sum(self.truth.values())

    @property
    def all_is_right(self) -> bool:
        """Whether every label was read as often as it is there."""
        return self.read == self.truth

    @property
    def wrong_and_confident(self) -> bool:
        """The one thing that must not happen."""
        return not self.all_is_right and not self.cannot_tell


def photo_sets() -> PhotoSets:
    """The sets that accuracy is measured on."""
    path = Path(__file__).with_name("evaluation_sets.yaml")
    return parse_document(path.read_text(encoding="utf-8"), path.name, PhotoSets)


def evaluate(
    photos: Path, enrol_from: Path | None = None, progress: Progress = lambda *_: None
) -> list[PictureResult]:
    """Read every picture of every set.

    Args:
        photos: folder with one folder a set, each with a `ground_truth.yaml`.
        enrol_from: the folder to enrol from, laid out in the same way; `photos` if absent.
        progress: told before each step.

    Raises:
        EvaluationError: there are no such photographs.
    """
    results: list[PictureResult] = []
    present = [one for one in photo_sets().sets if (photos / one.name).is_dir()]
    if not present:
        names = ", ".join(one.name for one in photo_sets().sets)
        raise EvaluationError(
            f"{photos} has no photographs to measure on. Give the folder that holds {names}."
        )
    for one in present:
        results += _evaluate_set(
            one, photos / one.name, (enrol_from or photos) / one.name, progress
        )
    return results


def _evaluate_set(
    photo_set: PhotoSet, folder: Path, enrol_folder: Path, progress: Progress
) -> Iterator[PictureResult]:
    truths = _ground_truth(photo_set, folder)
    marked = {
        name: marks for name, marks in photo_set.marks.items() if (enrol_folder / name).is_file()
    }
    lessons: dict[str, LocatedPhoto] = {}
    for done, (name, marks) in enumerate(marked.items()):
        progress(f"{photo_set.name}: enrolling", done, len(marked))
        lessons[name] = locate(_photo(enrol_folder, name, marks))
    for done, (name, truth) in enumerate(truths.items()):
        progress(f"{photo_set.name}: reading", done, len(truths))
        yield _read(photo_set, folder, name, truth, lessons)
    progress(f"{photo_set.name}: done", len(truths), len(truths))


def _read(
    photo_set: PhotoSet,
    folder: Path,
    name: str,
    truth: dict[str, int],
    lessons: dict[str, LocatedPhoto],
) -> PictureResult:
    others = [lesson for other, lesson in lessons.items() if other != name]
    labels = sorted({mark.label for lesson in others for mark in lesson.photo.marks})
    if not others:
        raise EvaluationError(
            f"{photo_set.name}: there is no other photograph to enrol from. Give the folder with"
            " the photographs that are marked in evaluation_sets.yaml as --enrol-from."
        )
    by_value = photo_set.label_by == "denomination"
    values = {label: int(label) if by_value else None for label in labels}
    chip_set = enrol(others, values, house=photo_set.name).chip_set
    picture = load_picture(folder / name)
    started = time.perf_counter()
    reading = read_chips(picture, chip_set)
    took_ms = (time.perf_counter() - started) * 1000
    return PictureResult(
        photo_set.name,
        name,
        truth,
        reading.counts(),
        reading.cannot_tell,
        reading.sureness,
        took_ms,
    )


def _photo(
    folder: Path, name: str, marks: dict[str, tuple[tuple[float, float], ...]]
) -> EnrolmentPhoto:
    return EnrolmentPhoto(
        name,
        load_picture(folder / name),
        marks=tuple(Mark(label, x, y) for label, places in marks.items() for x, y in places),
    )


def _ground_truth(photo_set: PhotoSet, folder: Path) -> dict[str, dict[str, int]]:
    """What each picture with chips shows: label and count."""
    path = folder / "ground_truth.yaml"
    try:
        entries = yaml.safe_load(path.read_text(encoding="utf-8"))
        return {
            entry["file"]: {str(chip[photo_set.label_by]): chip["count"] for chip in entry["chips"]}
            for entry in entries
            if "chips" in entry and (folder / entry["file"]).is_file()
        }
    except (OSError, yaml.YAMLError, TypeError, KeyError) as error:
        raise EvaluationError(
            f"{path} cannot be read: {error}. It lists pictures, each with `file` and `chips`."
        ) from error
