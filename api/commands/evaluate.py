"""`betline evaluate`: how well betline sees, on pictures whose content is known."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.progress import progress_bar
from api.terminal import stop

if TYPE_CHECKING:
    from vision.figures import Section

PHOTOS = Path("../shared/photos")
PAGE = Path("docs/accuracy.md")
ON_PHOTOGRAPHS = ("chips", "stacks", "cards")
"""What is measured if nothing is named: all that needs no rendering."""


def evaluate(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(help="chips, stacks, layers, cards, gestures; those on photographs if none"),
    ] = None,
    photos: Annotated[
        Path, typer.Option(help="Folder with a folder of photographs for each collection.")
    ] = PHOTOS,
    enrol_from: Annotated[
        Path | None,
        typer.Option(help="Folder of chips to enrol from, if those to be read are others."),
    ] = None,
    stacks: Annotated[
        Path | None, typer.Option(help="Folder of rendered stacks, for the subject layers.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The page to write; docs/accuracy.md where docs/ is."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Read pictures whose content is known, and write docs/accuracy.md.

    Chips are read with a chip set that was enrolled from the other pictures of their set, and no
    network was trained on any of the photographs. Every miss and every *cannot tell* is told. What
    was measured of other subjects before stays on the page.

    Example: betline evaluate chips cards --photos ../shared/photos
    """
    from api.accuracy_page import RecordError, page, read_record, write_record
    from api.measuring import Places, SubjectError, measure
    from vision.card_evaluation import CardEvaluationError
    from vision.enrolment import EnrolmentError
    from vision.evaluation import EvaluationError
    from vision.figures import Section
    from vision.pictures import PictureError
    from vision.weights import WeightsError

    target = out or (PAGE if PAGE.parent.is_dir() else None)
    places = Places(photos, enrol_from, stacks)
    try:
        known = {} if target is None else read_record(target.with_suffix(".json"))
        measured: dict[str, Section] = {}
        with progress_bar(quiet=as_json) as tell:
            for subject in subjects or ON_PHOTOGRAPHS:
                measured[subject] = measure(subject, places, tell)
    except (
        SubjectError,
        EvaluationError,
        CardEvaluationError,
        EnrolmentError,
        PictureError,
        RecordError,
        WeightsError,
    ) as error:
        stop(str(error))
    if target is not None:
        try:
            write_record(target.with_suffix(".json"), {**known, **measured})
            target.write_text(page({**known, **measured}), encoding="utf-8")
        except OSError as error:
            stop(f"{target} cannot be written: {error.strerror}.")
    if as_json:
        typer.echo(json.dumps(_as_json(measured), ensure_ascii=False))
        return
    _print(measured)
    if target is not None:
        typer.echo(f"\nWritten to {target}.")


def _print(sections: "dict[str, Section]") -> None:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table

    from vision.figures import figure_rows

    console = Console()
    for section in sections.values():
        heading, *rows = figure_rows(section.figures)
        table = Table(*heading, title=section.title, title_justify="left")
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print(Markdown(section.text))


def _as_json(sections: "dict[str, Section]") -> dict[str, object]:
    from dataclasses import asdict

    return {
        subject: {
            "figures": [{**asdict(one), "reached": one.reached} for one in section.figures],
            "text": section.text,
        }
        for subject, section in sections.items()
    }
