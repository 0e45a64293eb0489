"""The detector's pictures on disk, in the layout that ultralytics reads.

images/NUMBER.jpg, and labels/NUMBER.txt with a line for each thing: class, middle x and y, width
and height, all but the class as shares of the picture's side.
"""

from pathlib import Path

import cv2

from models.networks import NetworkError
from models.progress import Progress
from models.tables.labels import Label
from models.tables.pictures import table_picture
from models.tables.views import SIDE_PX
from vision.detection import ObjectClass

CLASSES = tuple(ObjectClass)
"""A class's number in the files is its place here."""

SEEDS_APART = 1_000_000
"""Pictures of different seeds never meet."""

MEASURED_EACH = 25
"""One picture of so many is kept from training, to choose the best epoch by."""

JPEG = [cv2.IMWRITE_JPEG_QUALITY, 95]


def write_pictures(folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
    """Render what is not there yet; the labels of a picture are written before it."""
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number in range(pictures):
        image = folder / "images" / f"{number:06}.jpg"
        if not image.exists():
            taken = table_picture(seed * SEEDS_APART + number)
            lines = [label_line(label) for label in taken.labels]
            (folder / "labels" / f"{number:06}.txt").write_text("".join(lines))
            data = cv2.imencode(".jpg", taken.picture, JPEG)[1]
            part = image.with_suffix(".part")
            part.write_bytes(data.tobytes())
            part.rename(image)
        progress("pictures", number + 1, pictures)


def label_line(label: Label) -> str:
    """A label as ultralytics writes it."""
    left, top, right, bottom = label.box / SIDE_PX
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    number = CLASSES.index(label.object_class)
    return f"{number} {middle_x:.5f} {middle_y:.5f} {right - left:.5f} {bottom - top:.5f}\n"


def write_lists(folder: Path, run: Path) -> Path:
    """Say which pictures are trained on and which are measured on; the file for ultralytics.

    Raises:
        NetworkError: there are too few pictures.
    """
    images = sorted((folder / "images").glob("*.jpg"))
    if len(images) < 2:
        raise NetworkError(f"{folder} holds too few pictures: python -m models render detector")
    measured = images[::MEASURED_EACH]
    trained = [image for image in images if image not in set(measured)]
    run.mkdir(parents=True, exist_ok=True)
    for name, part in (("trained", trained), ("measured", measured)):
        (run / f"{name}.txt").write_text("".join(f"{image.resolve()}\n" for image in part))
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(CLASSES))
    data = run / "data.yaml"
    data.write_text(
        f"path: {run.resolve()}\ntrain: trained.txt\nval: measured.txt\nnames:\n{names}"
    )
    return data
