"""What an evaluation of spread chips has to tell: figures, a row for each set, and every miss."""

from collections.abc import Sequence

from vision.evaluation import PictureResult
from vision.figures import Figure, Section, rate

AIM_PICTURES, AIM_LABELS = 90.0, 98.0

INTRODUCTION = """\
Phone pictures from many sides with chips on each other, and overhead pictures of a table with
cards. Tilt, scale and the area of the table are found from the picture itself; a calibrated camera
knows them. Each picture is read with a chip set enrolled from the other photographs of its set,
never from itself; `vision/evaluation_sets.yaml` says at which chips of each photograph the
enrolment looks."""


def section(results: Sequence[PictureResult], command: str) -> Section:
    """All that was measured."""
    rows = table_rows(results)
    table = ["| " + " | ".join(row) + " |" for row in rows]
    table.insert(1, "|" + "---|" * len(rows[0]))
    parts = [
        INTRODUCTION,
        "\n".join(table),
        "Misses:",
        _list(misses(results)),
        "Right, but not relied on:",
        _list(doubts(results)),
    ]
    return Section(
        title="Spread chips",
        command=command,
        figures=tuple(figures(results)),
        text="\n\n".join(parts),
    )


def figures(results: Sequence[PictureResult]) -> list[Figure]:
    """Whole pictures, and the labels of the chips that were found."""
    on = ", ".join(dict.fromkeys(result.photo_set for result in results))
    return [
        Figure(
            what="single and spread chips, the whole picture exactly right",
            on=on,
            right=sum(result.all_is_right for result in results),
            of=len(results),
            aim_percent=AIM_PICTURES,
            cannot_tell=sum(bool(result.cannot_tell) for result in results),
            wrong_and_confident=sum(result.wrong_and_confident for result in results),
        ),
        Figure(
            what="found chips, denomination or colour",
            on=on,
            right=sum(result.right for result in results),
            of=sum(result.found for result in results),
            aim_percent=AIM_LABELS,
            cannot_tell=sum(result.read.get("", 0) for result in results),
        ),
    ]


def table_rows(results: Sequence[PictureResult]) -> list[tuple[str, ...]]:
    """A row for each set and one for all, after a row of headings."""
    heading = (
        "photographs",
        "count exactly right",
        "all labels right",
        "found chips with the right label",
        "cannot tell",
        "wrong and confident",
    )
    names = list(dict.fromkeys(result.photo_set for result in results))
    groups = [(name, [r for r in results if r.photo_set == name]) for name in names]
    if len(groups) > 1:
        groups.append(("all", list(results)))
    return [heading, *(_row(name, group) for name, group in groups)]


def _row(name: str, group: Sequence[PictureResult]) -> tuple[str, ...]:
    pictures = len(group)
    return (
        name,
        rate(sum(result.count_is_right for result in group), pictures),
        rate(sum(result.all_is_right for result in group), pictures),
        rate(sum(result.right for result in group), sum(result.found for result in group)),
        rate(sum(bool(result.cannot_tell) for result in group), pictures),
        rate(sum(result.wrong_and_confident for result in group), pictures),
    )


def misses(results: Sequence[PictureResult]) -> list[str]:
    """A sentence for each picture that was not read rightly."""
    return [
        f"{_name(result)}: there are {_words(result.truth)}; read {_words(result.read)}"
        + (f"; cannot tell: {result.cannot_tell}" if result.cannot_tell else "; and was sure")
        for result in results
        if not result.all_is_right
    ]


def doubts(results: Sequence[PictureResult]) -> list[str]:
    """A sentence for each picture that was read rightly and yet not relied on."""
    return [
        f"{_name(result)}: {result.cannot_tell}"
        for result in results
        if result.all_is_right and result.cannot_tell
    ]


def _list(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences) or "None."


def _name(result: PictureResult) -> str:
    return f"{result.photo_set}/{result.name}"


def _words(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (len(item[0]), item[0]))
    return ", ".join(f"{count} x {label or 'unknown'}" for label, count in ordered) or "no chips"
