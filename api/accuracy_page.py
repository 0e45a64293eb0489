"""The page of accuracy: what was measured of each subject, kept as a record and told as a page.

Subjects are measured one at a time, for some take an hour; each is put in the place of what was
known of it before. The record beside the page holds what was measured, the page tells it.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from vision.figures import Section, figure_rows

SUBJECTS = ("chips", "stacks", "layers", "cards", "gestures")
"""In the order of the page."""

INTRODUCTION = """\
How well betline sees. Photographs were not taken for this project, and no network was trained on
any of them; rendered pictures come from another renderer, or from other people, chips and rooms,
than those that networks were trained on.

Intervals are 95 % Wilson intervals, in per cent. An answer is *wrong and confident* if it is wrong
and was not told as *cannot tell*: the one thing that must not happen."""

_RECORD = TypeAdapter(dict[str, Section])


class RecordError(ValueError):
    """The record cannot be used; the text says what to do."""


def read_record(path: Path) -> dict[str, Section]:
    """What was measured before, by subject; nothing if there is no record yet.

    Raises:
        RecordError: it is no such record.
    """
    if not path.is_file():
        return {}
    try:
        return _RECORD.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RecordError(
            f"{path} is no record of accuracy: {error}. Delete it and measure every subject again."
        ) from error


def write_record(path: Path, sections: Mapping[str, Section]) -> None:
    """Keep what was measured.

    Raises:
        OSError: the file cannot be written.
    """
    path.write_bytes(_RECORD.dump_json(_in_order(sections), indent=1) + b"\n")


def page(sections: Mapping[str, Section]) -> str:
    """The whole page: every figure in one table, then each subject by itself."""
    ordered = _in_order(sections).values()
    heading, *rows = figure_rows([figure for one in ordered for figure in one.figures])
    table = [_row(heading), "|" + "---|" * len(heading), *map(_row, rows)]
    parts = ["# Accuracy", INTRODUCTION, "\n".join(table)]
    for one in ordered:
        parts += [f"## {one.title}", f"Measured by `{one.command}`.", one.text.strip()]
    return "\n\n".join(part for part in parts if part) + "\n"


def _in_order(sections: Mapping[str, Section]) -> dict[str, Section]:
    return {subject: sections[subject] for subject in SUBJECTS if subject in sections}


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"
