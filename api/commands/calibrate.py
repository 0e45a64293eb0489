"""`betline calibrate`: which point of the table each pixel of a camera looks at."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.terminal import stop, told

if TYPE_CHECKING:
    from vision.calibration import Calibration, Lens
    from vision.frames import Picture
    from vision.layout import Point

NUMBER = r"\s*(-?\d+(?:\.\d+)?)\s*"
POINT = re.compile(rf"{NUMBER},{NUMBER}={NUMBER},{NUMBER}")
MARKER = re.compile(rf"\s*(\d+)\s*={NUMBER},{NUMBER}")


@told
def calibrate(
    picture: Annotated[Path, typer.Argument(help="A picture of the empty table by this camera.")],
    out: Annotated[Path, typer.Option(help="The calibration file to write.")],
    point: Annotated[
        list[str] | None,
        typer.Option(help="X_PX,Y_PX=X_MM,Y_MM: a pixel and the point it shows. Four or more."),
    ] = None,
    aruco: Annotated[
        list[str] | None,
        typer.Option(help="NUMBER=X_MM,Y_MM: where a marker's centre lies. Four or more."),
    ] = None,
    dictionary: Annotated[
        str, typer.Option(help="The markers' dictionary, as OpenCV names it.")
    ] = "DICT_4X4_50",
    lens: Annotated[
        Path | None, typer.Option(help="A YAML file with focal_px, centre_px, distortion.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Find out which point of the table each pixel looks at, and write that to a file.

    Give four points or more, corners far apart, or print ArUco markers, lay them out and say where
    their centres lie. Millimetres are those of the layout: x to the right, y downwards, seen from
    above. The picture is copied beside the file: by it betline notices a camera that was moved.

    With four points the fit is exact whatever they are; a fifth shows the error.

    Example: betline calibrate empty.jpg --out overhead.yaml --point 212,88=0,0
    --point 1705,91=2400,0 --point 1820,990=2400,1200 --point 95,985=0,1200

    Example: betline calibrate empty.jpg --out overhead.yaml --aruco 0=60,60 --aruco 1=2340,60
    --aruco 2=2340,1140 --aruco 3=60,1140
    """
    from vision.calibration import write_calibration

    if bool(point) == bool(aruco):
        typer.echo("Give --point four times, or --aruco four times, but not both.", err=True)
        raise typer.Exit(2)
    try:
        seen = _read_picture(picture)
        found = _calibrate(seen, point or [], aruco or [], dictionary, _read_lens(lens))
        reference = f"{out.stem}.reference.png"
        found = found.model_copy(update={"reference": reference})
        _write_reference(seen, out.parent / reference)
        write_calibration(found, out)
    except ValueError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{error.filename or out}: {error.strerror}. Check the path.")
    typer.echo(_as_json(found, out) if as_json else _as_text(found, out))


def _calibrate(
    seen: "Picture", points: list[str], markers: list[str], dictionary: str, lens: "Lens | None"
) -> "Calibration":
    from vision.calibration import calibrate as calibrate_from_points
    from vision.calibration import find_markers, pairs_of_markers

    height, width = seen.shape[:2]
    if points:
        pairs = [_point(text) for text in points]
    else:
        places = dict(_marker(text) for text in markers)
        pairs = pairs_of_markers(find_markers(seen, dictionary), places)
    if len(pairs) < 4:
        raise ValueError(f"Four points are needed; {len(pairs)} given.")
    return calibrate_from_points((width, height), pairs, lens)


def _point(text: str) -> "tuple[Point, Point]":
    match = POINT.fullmatch(text)
    if match is None:
        raise ValueError(f"--point {text}: write it as X_PX,Y_PX=X_MM,Y_MM, such as 212,88=0,0.")
    x_px, y_px, x_mm, y_mm = map(float, match.groups())
    return (x_px, y_px), (x_mm, y_mm)


def _marker(text: str) -> "tuple[int, Point]":
    match = MARKER.fullmatch(text)
    if match is None:
        raise ValueError(f"--aruco {text}: write it as NUMBER=X_MM,Y_MM, such as 0=60,60.")
    number, x_mm, y_mm = match.groups()
    return int(number), (float(x_mm), float(y_mm))


def _read_picture(path: Path) -> "Picture":
    import cv2
    import numpy as np

    data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise ValueError(f"{path} is not a picture. Save one frame of the camera as PNG or JPEG.")
    return np.asarray(picture, dtype=np.uint8)


def _write_reference(picture: "Picture", path: Path) -> None:
    import cv2

    _, encoded = cv2.imencode(".png", picture)
    path.write_bytes(encoded.tobytes())


def _read_lens(path: Path | None) -> "Lens | None":
    from table.documents import parse_document
    from vision.calibration import Lens

    return None if path is None else parse_document(path.read_text("utf-8"), str(path), Lens)


def _as_text(found: "Calibration", out: Path) -> str:
    middle = _middle_mm(found)
    angle = found.elevation_degrees(middle)
    lines = [
        f"Wrote {out} and {out.parent / found.reference}.",
        f"Scale in the middle of the picture: {found.pixels_per_mm(middle):.2f} pixels per mm.",
        "Angle of the camera: "
        + ("not known without --lens." if angle is None else f"{angle:.0f} degrees."),
    ]
    if len(found.points) > 4:
        lines.append(f"Error over {len(found.points)} points: {found.error_mm():.2f} mm.")
    else:
        lines.append("Error: not known with four points; give a fifth to learn it.")
    return "\n".join(lines)


def _as_json(found: "Calibration", out: Path) -> str:
    middle = _middle_mm(found)
    known = len(found.points) > 4
    return json.dumps(
        {
            "file": str(out),
            "reference": str(out.parent / found.reference),
            "points": len(found.points),
            "pixels_per_mm": round(found.pixels_per_mm(middle), 4),
            "elevation_degrees": found.elevation_degrees(middle),
            "error_mm": round(found.error_mm(), 4) if known else None,
        }
    )


def _middle_mm(found: "Calibration") -> "Point":
    x, y = found.to_table_mm([(found.width_px / 2, found.height_px / 2)])[0]
    return float(x), float(y)
