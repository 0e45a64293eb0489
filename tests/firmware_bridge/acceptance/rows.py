"""The table of what was wanted and what was measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

MARKS = ("<!-- measured: make bridge-acceptance -->\n", "<!-- end of measured -->\n")


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: what was done, with the numbers of how often.
        wanted: what it must reach.
        measured: what it did.
        reached: whether that is enough.
    """

    what: str
    wanted: str
    measured: str
    reached: bool


def percentile(values: Sequence[float], hundredth: int) -> float:
    """The value that so many hundredths of the values do not exceed."""
    if len(values) < 2:
        return values[0]
    return quantiles(values, n=100, method="inclusive")[hundredth - 1]


def as_markdown(rows: Sequence[Row]) -> str:
    """The rows as a table of a document."""
    lines = ["| what | at least | measured | |", "|---|---|---|---|"]
    lines += [
        f"| {row.what} | {row.wanted} | {row.measured} | {'yes' if row.reached else '**no**'} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def write_into(document: Path, rows: Sequence[Row], remark: str) -> None:
    """Put the table between its marks in a document.

    Raises:
        ValueError: the document has no marks.
    """
    text = document.read_text(encoding="utf-8")
    before, after = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
    table = f"{MARKS[0]}{as_markdown(rows)}\n{remark}\n{MARKS[1]}"
    document.write_text(before + table + after, encoding="utf-8")
