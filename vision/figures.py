"""Figures of accuracy: exact rates with their counts, their uncertainty, and what was aimed at."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959964
"""Two-sided 95 % of the normal distribution."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """How often something was told rightly, on one collection of pictures.

    Attributes:
        what: what was told, such as "cards, one reading a card".
        on: the pictures, as a reader can find them.
        right: how often it was told, and told rightly.
        of: how often it was there to tell.
        aim_percent: the least share of `of` to tell rightly; None if none was set.
        cannot_tell: how often the answer was *cannot tell*.
        wrong_and_confident: how often a wrong answer was given as sure.
    """

    what: str
    on: str
    right: int
    of: int
    aim_percent: float | None = None
    cannot_tell: int = 0
    wrong_and_confident: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.right <= self.of:
            raise ValueError(f"{self.what}: {self.right} of {self.of} is no rate")

    @property
    def reached(self) -> bool | None:
        """Whether the aim is reached; None if there is none or nothing was measured."""
        if self.aim_percent is None or not self.of:
            return None
        return 100 * self.right >= self.aim_percent * self.of


@dataclass(frozen=True, kw_only=True)
class Section:
    """What was measured of one subject.

    Attributes:
        title: its heading.
        command: what measures it again.
        figures: the rates.
        text: what else there is to tell, in Markdown: misses, confusions, what would close a gap.
    """

    title: str
    command: str
    figures: tuple[Figure, ...]
    text: str = ""


def wilson_interval(right: int, of: int) -> tuple[float, float]:
    """95 % interval of a rate, after Wilson: honest for few trials and for rates near 0 and 1.

    Raises:
        ValueError: more were right than there were.
    """
    if not 0 <= right <= of:
        raise ValueError(f"{right} of {of} is no rate")
    if of == 0:
        return 0.0, 1.0
    share, z2 = right / of, Z_95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z_95 / (1 + z2 / of) * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(right: int, of: int) -> str:
    """Such as `9/10 = 90 % (60 to 98)`."""
    low, high = wilson_interval(right, of)
    share = f"{right / of:.0%}".replace("%", " %") if of else "none"
    return f"{right}/{of} = {share} ({low * 100:.0f} to {high * 100:.0f})"


def figure_rows(figures: Sequence[Figure]) -> list[tuple[str, ...]]:
    """A row for each figure, after a row of headings."""
    heading = ("what", "on", "right", "aim", "reached", "cannot tell", "wrong and confident")
    return [heading, *(_row(figure) for figure in figures)]


def _row(figure: Figure) -> tuple[str, ...]:
    reached = {True: "yes", False: "no", None: ""}[figure.reached]
    return (
        figure.what,
        figure.on,
        rate(figure.right, figure.of),
        "" if figure.aim_percent is None else f"{figure.aim_percent:g} %",
        reached,
        rate(figure.cannot_tell, figure.of),
        rate(figure.wrong_and_confident, figure.of),
    )
