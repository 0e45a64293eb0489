"""What `betline check` finds out about a table without opening its cameras and ports."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from api.running import documents_of, read_rulebook
from api.sources import open_recorded_bridges
from api.table_file import TableFile, read_layout_file
from firmware_bridge.ports import access_problem
from table.documents import DocumentError, Problem
from vision.calibration import read_calibration
from vision.chip_set import ChipSetError, load_chip_set
from vision.coverage import coverage, uncovered


@dataclass
class Found:
    """What was found.

    Attributes:
        sentences: what is so, for a person to read.
        problems: what keeps the table from being run, or a seat from being read.
    """

    sentences: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The findings for a program."""
        return {"ready": not self.problems, **asdict(self)}


def check_table(table_file: TableFile) -> Found:
    """Check everything that a table file names.

    Raises:
        DocumentError: a document cannot be used; the text says file, line and remedy.
    """
    found = Found()
    layout = read_layout_file(table_file.layout)
    rulebook = read_rulebook(table_file.rulebook)
    documents_of(table_file, rulebook)
    found.sentences.append(f"Rulebook: {rulebook.title}, version {rulebook.version}.")
    try:
        chip_set = load_chip_set(table_file.chip_set)
    except ChipSetError as error:
        raise DocumentError(str(table_file.chip_set), [Problem(0, "", str(error))]) from error
    labels = ", ".join(chip.label for chip in chip_set.types)
    found.sentences.append(f"Chips of {chip_set.document.house}: {labels}.")
    seen = []
    for camera in table_file.cameras:
        calibration = read_calibration(Path(camera.calibration))
        covered = coverage(camera.name, calibration, layout, camera.seats)
        seen += covered
        found.sentences += [sentence for one in covered for sentence in one.sentences]
    found.problems += uncovered(layout, seen)
    open_recorded_bridges(table_file, layout)
    for bridge in table_file.bridges:
        if bridge.port is not None and "://" not in bridge.port:
            problem = access_problem(bridge.port)
            if problem is not None:
                found.problems.append(f"{bridge.name}: {problem.reason}. {problem.remedy}")
    return found
