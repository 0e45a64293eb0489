"""Measures one subject of accuracy: on photographs, or on pictures rendered for it."""

from dataclasses import dataclass
from pathlib import Path

from api.accuracy_page import SUBJECTS
from vision.accuracy import section as chips_section
from vision.card_evaluation import card_figures
from vision.detector_accuracy import detector_figures
from vision.evaluation import Progress, evaluate
from vision.figures import Section
from vision.weights import network

CHIPS_FOLDER = "internal"
"""The photographs of spread chips, in the folder of photographs."""

CLIPS = 140
CLIPS_SEED = 11
"""Clips of gestures; no threshold was set on those of this seed."""


class SubjectError(ValueError):
    """A subject cannot be measured; the text says why and what to do."""


@dataclass(frozen=True)
class Places:
    """Where the pictures lie.

    Attributes:
        photos: the folder with a folder of photographs for each collection.
        enrol_from: laid out like the photographs of chips: the folder to enrol from, if another.
        stacks: rendered pictures of stacks that no network was trained on; None: there are none.
    """

    photos: Path
    enrol_from: Path | None = None
    stacks: Path | None = None


def measure(subject: str, places: Places, tell: Progress) -> Section:
    """What is found of one subject.

    Raises:
        SubjectError: there is no such subject, or its pictures are not there.
        vision.evaluation.EvaluationError, vision.card_evaluation.CardEvaluationError,
        vision.enrolment.EnrolmentError, vision.pictures.PictureError: photographs are not as they
            should be.
    """
    how = _MEASURES.get(subject)
    if how is None:
        raise SubjectError(f"There is no subject {subject!r}: use {', '.join(SUBJECTS)}.")
    return how(places, f"betline evaluate {subject}", tell)


def _chips(places: Places, command: str, tell: Progress) -> Section:
    return chips_section(evaluate(places.photos / CHIPS_FOLDER, places.enrol_from, tell), command)


def _stacks(places: Places, command: str, tell: Progress) -> Section:
    tell("stacks, chips and hands on photographs", 0, 1)
    figures = detector_figures(network("detector"), places.photos)
    if not figures:
        raise SubjectError(f"{places.photos} has no photographs of stacks.")
    return Section(
        title="Stacks and hands, by the trained detector",
        command=command,
        figures=tuple(figures),
        text="The detector, its data and where it fails: `models/weights/detector.md`.",
    )


def _layers(places: Places, command: str, tell: Progress) -> Section:
    from models.layers.measuring import figure, rows
    from models.layers.measuring import tell as count
    from models.layers.pictures import read_pictures
    from models.networks import WEIGHTS, NetworkError

    if places.stacks is None or not places.stacks.is_dir():
        raise SubjectError(
            "The stacks are rendered by another program, Blender, before they are counted: see "
            "models/weights/layers.md, then give their folder as --stacks."
        )
    try:
        pictures = list(read_pictures(places.stacks))
    except NetworkError as error:
        raise SubjectError(str(error)) from error
    tell("counting stacks", 0, len(pictures))
    told = count(WEIGHTS / "layers.onnx", pictures)
    lines = "\n".join(f"| {what} | {value} |" for what, value in rows(told))
    return Section(
        title="Chips of a stack, from one low camera",
        command=f"{command} --stacks FOLDER",
        figures=(figure(told, f"{len(told)} stacks, rendered by Blender"),),
        text=f"| what | measured |\n|---|---|\n{lines}",
    )


def _cards(places: Places, command: str, tell: Progress) -> Section:
    return Section(
        title="Cards",
        command=command,
        figures=tuple(card_figures(places.photos, tell)),
        text="Two hands of the overhead tables are labelled wrongly and corrected here, by looking "
        "at the photographs: `CORRECTED_HANDS` in `vision/card_evaluation.py`. The networks "
        "and where they fail: `models/weights/card_finder.md` and `models/weights/corners.md`.",
    )


def _gestures(_: Places, command: str, tell: Progress) -> Section:
    from models.gestures.command import demo_layout, watched
    from models.gestures.measuring import confusions, figures

    told = list(watched(demo_layout(), CLIPS, CLIPS_SEED, tell))
    lines = "\n".join(f"| {act} | {said} | {count} |" for act, said, count in confusions(told))
    return Section(
        title="Hands and gestures",
        command=command,
        figures=tuple(figures(told, f"{CLIPS} rendered clips")),
        text=f"What was said of each act, with its confidence in thousandths:\n\n"
        f"| act | said | clips |\n|---|---|---|\n{lines}",
    )


_MEASURES = {
    "chips": _chips,
    "stacks": _stacks,
    "layers": _layers,
    "cards": _cards,
    "gestures": _gestures,
}
