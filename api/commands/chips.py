"""`betline enroll` and `betline read`: teach betline a house's chips, and read a picture."""

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.progress import progress_bar
from api.terminal import stop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.enrolment import EnrolmentPhoto
    from vision.reading import Reading

PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png"}

LOWEST_SCALE, HIGHEST_SCALE = 0.5, 30.0
"""Pixels per millimetre between which a chip can be read at all: 20 to 1200 pixels across."""


def enroll(
    chip_set: Annotated[
        Path, typer.Argument(help="The chip set to write: a folder, such as CLUB.chipset.")
    ],
    photo: Annotated[
        list[str] | None,
        typer.Option(help="A photo of chips of one kind, as LABEL=FILE. May be given many times."),
    ] = None,
    photos: Annotated[
        Path | None,
        typer.Option(help="A folder with one folder of photos for each kind, named by its label."),
    ] = None,
    house: Annotated[str, typer.Option(help="Name of the house.")] = "",
    diameter_mm: Annotated[float, typer.Option(min=20, max=80, help="Of every chip.")] = 39.0,
    thickness_mm: Annotated[float, typer.Option(min=1, max=10, help="Of every chip.")] = 3.3,
    pixels_per_mm: Annotated[
        float | None,
        typer.Option(
            min=LOWEST_SCALE,
            max=HIGHEST_SCALE,
            help="Scale of photos from straight above; found from the chips if not given.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Learn a house's chips from a few photos of each kind.

    Lay five or so chips of a kind on the bare table, apart from each other, in the light of the
    game, and photograph them from above; two or three photos of each kind are enough. A label that
    is a whole number is the chip's value; any other, such as `red`, has none.

    Example: betline enroll club.chipset --photo 5=five.jpg --photo 25=a.jpg --photo 25=b.jpg
    """
    from vision.chip_set import ChipSetError
    from vision.enrolment import EnrolmentError, enrol, locate
    from vision.pictures import PictureError

    files = _labelled_files(photo or [], photos)
    try:
        lessons = []
        with progress_bar(quiet=as_json) as tell:
            for done, (label, path) in enumerate(files):
                tell(f"Looking at {path.name}", done, len(files))
                lessons.append(locate(_enrolment_photo(label, path, pixels_per_mm), diameter_mm))
        values = {label: _value(label) for label, _ in files}
        enrolment = enrol(
            lessons,
            values,
            house=house or chip_set.stem,
            enrolled=date.today().isoformat(),
            diameter_mm=diameter_mm,
            thickness_mm=thickness_mm,
        )
        enrolment.chip_set.save(chip_set)
    except (PictureError, EnrolmentError, ChipSetError) as error:
        stop(str(error))
    except OSError as error:
        stop(f"{chip_set} cannot be written: {error.strerror}. Choose another folder.")
    types = enrolment.chip_set.types
    if as_json:
        chips = [chip.model_dump() for chip in types]
        document = {"chip_set": str(chip_set), "chips": chips, "warnings": enrolment.warnings}
        typer.echo(json.dumps(document, ensure_ascii=False))
        return
    for chip in types:
        worth = "no value" if chip.value is None else f"worth {chip.value}"
        typer.echo(f"{chip.label}: {worth}, learned from {chip.samples} chips")
    for warning in enrolment.warnings:
        typer.echo(f"▲ {warning}")
    typer.echo(f"Written to {chip_set}.")


def read(
    picture: Annotated[Path, typer.Argument(help="A JPEG or PNG file.")],
    chip_set: Annotated[Path, typer.Option(help="The chips of the house: a folder.")],
    region: Annotated[
        str,
        typer.Option(help="Corners of the area to read, in pixels: x1,y1,x2,y2,x3,y3 and so on."),
    ] = "",
    pixels_per_mm: Annotated[
        float | None,
        typer.Option(
            min=LOWEST_SCALE,
            max=HIGHEST_SCALE,
            help="Scale of a picture from straight above; found from the chips if not given.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write a picture of what was seen to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell the chips in a picture, their sum, and how sure that is.

    Ends with 0 also where the answer is *cannot tell*: that is a full answer.

    Example: betline read bet.jpg --chip-set club.chipset --out seen.jpg
    """
    from vision.chip_set import ChipSetError, load_chip_set
    from vision.drawing import draw_reading
    from vision.pictures import PictureError, load_picture
    from vision.reading import read_chips

    try:
        chips = load_chip_set(chip_set)
        pixels = load_picture(picture)
    except (ChipSetError, PictureError) as error:
        stop(str(error))
    corners = _region(region, pixels.shape[1], pixels.shape[0]) if region else None
    reading = read_chips(pixels, chips, region=corners, pixels_per_mm=pixels_per_mm)
    if out is not None:
        _write_picture(out, draw_reading(pixels, reading, corners))
    if as_json:
        typer.echo(json.dumps(_as_json(reading), ensure_ascii=False))
        return
    for chip in sorted(reading.chips, key=lambda chip: -(chip.value or 0)):
        doubt = f"  {chip.doubt}" if chip.doubt else ""
        typer.echo(f"{chip.label or 'unknown':>8}  {chip.probability:4.0%}{doubt}")
    typer.echo(f"{len(reading.chips)} chips, sum {reading.sum}, sure {reading.sureness:.0%}")
    if reading.cannot_tell:
        typer.echo(f"Cannot tell: {reading.cannot_tell}.")
    if out is not None:
        typer.echo(f"What was seen: {out}")


def _labelled_files(photo: list[str], folder: Path | None) -> list[tuple[str, Path]]:
    files: list[tuple[str, Path]] = []
    for given in photo:
        label, separator, path = given.partition("=")
        if not separator or not label or not path:
            typer.echo(f"--photo {given}: write it as LABEL=FILE, such as 25=photo.jpg.", err=True)
            raise typer.Exit(2)
        files.append((label, Path(path)))
    if folder is not None:
        if not folder.is_dir():
            stop(f"There is no folder {folder}.")
        files += [
            (kind.name, path)
            for kind in sorted(folder.iterdir())
            if kind.is_dir()
            for path in sorted(kind.iterdir())
            if path.suffix.lower() in PICTURE_SUFFIXES
        ]
    if not files:
        typer.echo("Give --photo LABEL=FILE or --photos FOLDER with a folder a kind.", err=True)
        raise typer.Exit(2)
    return files


def _enrolment_photo(label: str, path: Path, pixels_per_mm: float | None) -> "EnrolmentPhoto":
    from vision.enrolment import EnrolmentPhoto
    from vision.pictures import load_picture

    return EnrolmentPhoto(path.name, load_picture(path), label=label, pixels_per_mm=pixels_per_mm)


def _value(label: str) -> int | None:
    return int(label) if label.isascii() and label.isdigit() and int(label) > 0 else None


def _region(text: str, width: int, height: int) -> "NDArray[np.float64]":
    import numpy as np

    try:
        numbers = np.array([float(number) for number in text.split(",")])
        corners = numbers.reshape(-1, 2)
        usable = len(corners) >= 3 and bool(np.isfinite(corners).all())
    except ValueError:
        usable = False
    if not usable:
        typer.echo("--region: give at least three corners, such as 0,0,400,0,400,300.", err=True)
        raise typer.Exit(2)
    inside = (corners.max(axis=0) > 0).all() and (corners.min(axis=0) < (width, height)).all()
    if not inside:
        stop(f"The region lies outside the picture, which is {width} by {height} pixels.")
    return corners


def _write_picture(path: Path, drawn: "NDArray[np.uint8]") -> None:
    import cv2

    try:
        written = cv2.imwrite(str(path), drawn)
    except cv2.error:
        written = False
    if not written:
        stop(f"{path} cannot be written. Choose a name that ends in .jpg or .png.")


def _as_json(reading: "Reading") -> dict[str, object]:
    return {
        "chips": [
            {
                "label": chip.label or None,
                "value": chip.value,
                "probability": round(chip.probability, 4),
                "runner_up": chip.runner_up or None,
                "visible": round(chip.visible, 3),
                "centre_px": [round(coordinate, 1) for coordinate in chip.centre_px],
                "doubt": chip.doubt or None,
            }
            for chip in reading.chips
        ],
        "sum": reading.sum,
        "unknown": reading.unknown,
        "cannot_tell": reading.cannot_tell or None,
        "sureness": round(reading.sureness, 4),
    }
