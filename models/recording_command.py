"""The command `python -m models recording`: says what it makes, and shows how far it is."""

import shutil
import sys
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import Progress as Bars

from models.progress import Progress, show_in
from models.staging.film import Film
from models.staging.recording import (
    CAMERAS,
    CHIP_SET_NAME,
    FOLDER,
    LAYOUT_NAME,
    RecordingError,
    Source,
    enrol_chips,
    read_source,
    write_film,
    write_papers,
)
from models.staging.rig import LIGHT, table_top
from models.staging.script import SCRIPT_NAME
from table.documents import DocumentError

PARTS = ("papers", "stills", "chips", "film")

STILLS_EVERY_MS = 5000

console = Console(stderr=True)


def make(out: Path | None, *, dry_run: bool, only: str, seed: int | None) -> int:
    """Make the recording, or a part of it; returns the exit status."""
    if only and only not in PARTS:
        console.print(f"--only takes {', '.join(PARTS)}; got {only!r}.", highlight=False)
        return 2
    try:
        source = read_source(FOLDER, seed)
        _describe(source)
        if not dry_run:
            _make(source, out or FOLDER, only)
    except (DocumentError, OSError, ValueError, RecordingError) as error:
        console.print(str(error), style="red", highlight=False, markup=False)
        return 1
    return 0


def _describe(source: Source) -> None:
    seconds = source.directed.performance.duration_ms / 1000
    rulings = len(list(source.script.rulings()))
    hands = len(source.script.hands)
    sys.stdout.write(f"{hands} hands, {rulings} rulings, {seconds:.0f} seconds\n")


def _make(source: Source, out: Path, only: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    if out.resolve() != FOLDER.resolve():
        for name in (SCRIPT_NAME, LAYOUT_NAME):
            shutil.copyfile(FOLDER / name, out / name)
    if only in ("", "papers"):
        write_papers(source, out)
    with Bars(console=console) as bars:
        progress = show_in(bars)
        if only == "stills":
            _write_stills(source, out, progress)
        if only in ("", "chips"):
            enrol_chips(source, progress).save(out / CHIP_SET_NAME)
        if only in ("", "film"):
            for camera in CAMERAS:
                write_film(source, camera, out, progress)
    sys.stdout.write(f"written to {out}\n")


def _write_stills(source: Source, out: Path, progress: Progress) -> None:
    """A picture of every few seconds, to look at before all is filmed."""
    duration_ms = source.directed.performance.duration_ms
    moments = range(0, duration_ms, STILLS_EVERY_MS)
    for camera in CAMERAS:
        top = table_top(source.layout, source.script.seed)
        film = Film(camera, top, source.directed.performance, LIGHT, source.script.seed)
        for number, now_ms in enumerate(moments, start=1):
            name = f"{camera.name}-{now_ms // 1000:03}s.png"
            cv2.imwrite(str(out / name), film.picture(now_ms))
            progress("stills", number, len(moments))
