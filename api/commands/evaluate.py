"""`betline evaluate`: how well chips are read on real photographs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.progress import progress_bar
from api.terminal import stop

if TYPE_CHECKING:
    from vision.evaluation import PictureResult

PHOTOS = Path("../shared/photos/internal")


def evaluate(
    photos: Annotated[
        Path, typer.Option(help="Folder with a folder of photographs for each set.")
    ] = PHOTOS,
    enrol_from: Annotated[
        Path | None,
        typer.Option(help="Folder to enrol from, if those to be read are others."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The page to write; docs/accuracy.md where docs/ is.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Read photographs whose chips are known, and write docs/accuracy.md.

    Each picture is read with a chip set that was enrolled from the other pictures of its set. Every
    miss and every *cannot tell* is printed.

    Example: betline evaluate --photos ../shared/photos/internal
    """
    from rich.console import Console
    from rich.table import Table

    from vision.accuracy import doubts, markdown, misses, table_rows
    from vision.enrolment import EnrolmentError
    from vision.evaluation import EvaluationError
    from vision.evaluation import evaluate as measure
    from vision.pictures import PictureError

    try:
        with progress_bar(quiet=as_json) as tell:
            results = measure(photos, enrol_from, tell)
    except (EvaluationError, EnrolmentError, PictureError) as error:
        stop(str(error))
    page = out or (Path("docs/accuracy.md") if Path("docs").is_dir() else None)
    if page is not None:
        command = "betline evaluate" + (f" --photos {photos}" if photos != PHOTOS else "")
        try:
            page.write_text(markdown(results, command), encoding="utf-8")
        except OSError as error:
            stop(f"{page} cannot be written: {error.strerror}.")
    if as_json:
        typer.echo(json.dumps([_as_json(result) for result in results], ensure_ascii=False))
        return
    heading, *rows = table_rows(results)
    table = Table(*heading)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    for title, sentences in (
        ("Misses", misses(results)),
        ("Right, but not relied on", doubts(results)),
    ):
        typer.echo(f"\n{title}:")
        for sentence in sentences or ["none"]:
            typer.echo(f"  {sentence}")
    if page is not None:
        typer.echo(f"\nWritten to {page}.")


def _as_json(result: "PictureResult") -> dict[str, object]:
    return {
        "set": result.photo_set,
        "picture": result.name,
        "truth": result.truth,
        "read": result.read,
        "count_is_right": result.count_is_right,
        "all_is_right": result.all_is_right,
        "cannot_tell": result.cannot_tell or None,
        "sureness": round(result.sureness, 4),
        "took_ms": round(result.took_ms),
    }
