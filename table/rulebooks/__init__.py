"""The rulebooks that ship with betline, one YAML file each, and how to read a house's own."""

from functools import cache
from importlib import resources

from table.documents import DocumentError, Problem
from table.rulebook import Rulebook, parse

SHIPPED = ("fspr", "tda2024", "wsop_t2024", "wsop_l2024", "roberts", "book")
"""The names of the shipped rulebooks."""


@cache
def load(name: str) -> Rulebook:
    """A shipped rulebook by its name.

    Raises:
        DocumentError: there is no rulebook of that name.
    """
    if name not in SHIPPED:
        remedy = f"The shipped rulebooks are {', '.join(SHIPPED)}."
        raise DocumentError(name, [Problem(0, "", "no such rulebook", remedy)])
    file = f"{name}.yaml"
    return parse(resources.files(__name__).joinpath(file).read_text("utf-8"), file)


def read(text: str, name: str) -> Rulebook:
    """A house's own rulebook, which may be `based_on` a shipped one.

    Args:
        text: the YAML document.
        name: its file name, for messages.

    Raises:
        DocumentError: with file, line and remedy.
    """
    return parse(text, name, load)
