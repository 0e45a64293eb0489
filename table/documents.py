"""YAML documents that people write: read strictly, and every fault named with its line.

Rulebooks, table files, layouts and chip sets are all read here, so that each refuses unknown keys
and says file, line and remedy in the same words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails


class Document(BaseModel):
    """A part of a document: unknown keys are refused, values cannot be changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=BaseModel)
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong in a document.

    Attributes:
        line: 1 for the first line; 0 where no line can be told.
        key: the path of the key, such as `seats.3.bet_area`.
        message: what is wrong.
        remedy: what to write instead, or empty.
    """

    line: int
    key: str
    message: str
    remedy: str = ""


class DocumentError(ValueError):
    """A document cannot be used. Its text: a line a problem, `file:line: key: what. remedy`."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.name = name
        self.problems = tuple(problems)
        super().__init__("\n".join(self._line(problem) for problem in problems))

    def _line(self, problem: Problem) -> str:
        parts = [f"{self.name}:{problem.line}:", f"{problem.key}:" if problem.key else ""]
        parts += [f"{problem.message}.", problem.remedy]
        return " ".join(part for part in parts if part)


def parse_document(text: str, name: str, model: type[Model]) -> Model:
    """Read `text` as YAML into `model`.

    Args:
        text: the document.
        name: its file name, for messages.
        model: the pydantic model of the whole document.

    Raises:
        DocumentError: it is not YAML, has a key twice, or does not fit the model.
    """
    root, content = _read_yaml(text, name)
    lines: dict[Path, int] = {}
    repeated: list[Problem] = []
    _note_lines(root, (), lines, repeated)
    if repeated:
        raise DocumentError(name, repeated)
    try:
        return model.model_validate(content)
    except ValidationError as error:
        problems = [_problem(details, lines, model) for details in error.errors()]
        raise DocumentError(name, problems) from error


def faults_in(text: str, name: str, faults: Iterable[tuple[Path, str, str]]) -> DocumentError:
    """Name faults that show only once a document has been read, such as a file that is missing.

    Args:
        text: the document, which `parse_document` has accepted.
        name: its file name, for messages.
        faults: the path of the key, what is wrong, and the remedy.
    """
    lines: dict[Path, int] = {}
    _note_lines(_read_yaml(text, name)[0], (), lines, [])
    problems = [
        Problem(_nearest_line(path, lines), ".".join(map(str, path)), message, remedy)
        for path, message, remedy in faults
    ]
    return DocumentError(name, problems)


def _nearest_line(path: Path, lines: dict[Path, int]) -> int:
    """The line of a key, or of the nearest key above one that is not there."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 0)


def _read_yaml(text: str, name: str) -> tuple[yaml.MappingNode, Any]:
    """The document's nodes, for their lines, and its content.

    Aliases are refused: a few of them can unfold into gigabytes, or into themselves.
    """
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.AliasToken):
                line = token.start_mark.line + 1
                remedy = "Write the value out."
                raise DocumentError(name, [Problem(line, "", "aliases are not read", remedy)])
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        content = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        remedy = "Check the indentation and the quotes of this line and the one above it."
        problem = Problem(line, "", f"not YAML: {error.problem}", remedy)
        raise DocumentError(name, [problem]) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise DocumentError(name, [Problem(0, "", f"not YAML: {error}")]) from error
    if not isinstance(root, yaml.MappingNode):
        raise DocumentError(name, [Problem(1, "", "expected keys and values")])
    return root, content


def _note_lines(
    node: yaml.Node, path: Path, lines: dict[Path, int], repeated: list[Problem]
) -> None:
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, child in node.value:
            name = str(key.value)
            line = key.start_mark.line + 1
            if name in seen:
                dotted = ".".join(map(str, (*path, name)))
                repeated.append(Problem(line, dotted, "this key stands twice", "Delete one."))
            seen.add(name)
            lines[(*path, name)] = line
            _note_lines(child, (*path, name), lines, repeated)
    elif isinstance(node, yaml.SequenceNode):
        for index, child in enumerate(node.value):
            _note_lines(child, (*path, index), lines, repeated)


def _problem(details: ErrorDetails, lines: dict[Path, int], model: type[BaseModel]) -> Problem:
    location = details["loc"]
    path = tuple(part if isinstance(part, int) else str(part) for part in location)
    key = ".".join(map(str, path))
    message = details["msg"].removeprefix("Value error, ")
    remedy = ""
    if details["type"] == "extra_forbidden":
        message = "unknown key"
        names = _keys_beside(model, location[:-1])
        close = get_close_matches(str(location[-1]), names, n=1)
        remedy = f"Did you mean {close[0]}?" if close else f"Known keys: {', '.join(names)}."
    elif details["type"] == "missing":
        message = "this key is missing"
        remedy = "Add it."
    elif details["type"] in {"enum", "literal_error"}:
        close = get_close_matches(str(details["input"]), _expected(details), n=1)
        remedy = f"Did you mean {close[0]}?" if close else ""
    return Problem(_nearest_line(path, lines), key, message.rstrip("."), remedy)


def _expected(details: ErrorDetails) -> list[str]:
    text = str(details.get("ctx", {}).get("expected", ""))
    return [word.strip("' ") for word in text.replace(" or ", ",").split(",")]


def _keys_beside(model: type[BaseModel], parents: tuple[Any, ...]) -> list[str]:
    """The keys that may stand where an unknown one was found."""
    here: type[BaseModel] | None = model
    for part in parents:
        if here is None:
            return []
        here = _model_below(here, part)
    return sorted(here.model_fields) if here else []


def _model_below(model: type[BaseModel], part: str | int) -> type[BaseModel] | None:
    if isinstance(part, int) or part not in model.model_fields:
        return model
    pending = [model.model_fields[part].annotation]
    while pending:
        annotation = pending.pop()
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            return annotation
        pending.extend(getattr(annotation, "__args__", ()))
    return None
