"""Calibration: which point of the table each pixel of a camera looks at, in millimetres.

A table is a plane, so four points in general position fix the mapping (a homography). With four
points the fit is exact whatever they are; only more points, or a point checked with a ruler, show
the error. Lens distortion is optional: where it is given, pixels are straightened first.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import yaml
from numpy.typing import ArrayLike, NDArray
from pydantic import Field, model_validator
from shapely import MultiPoint

from table.documents import Document, DocumentError, Problem, parse_document
from vision.frames import Picture
from vision.layout import Point

Points = NDArray[np.float64]
"""(count, 2), pixels or millimetres."""

LEAST_SPAN_PX = 40.0
"""Points closer together than this fix nothing: a pixel's error becomes centimetres."""

LEAST_BULGE = 0.02
"""How far from one line four points must be, as a share of their span."""

CLOSE_ENOUGH = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-7)
"""When to stop straightening a pixel; OpenCV's own choice leaves errors of millimetres at edges."""


class Lens(Document):
    """A camera's lens, in OpenCV's model.

    Attributes:
        focal_px: focal lengths (x, y) in pixels.
        centre_px: principal point (x, y) in pixels.
        distortion: OpenCV's coefficients k1, k2, p1, p2, k3, ...; empty for a straight lens.
    """

    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, ...] = ()

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The (3, 3) camera matrix."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])


class PointPair(Document):
    """One point of the table and the pixel that shows it."""

    pixel: Point
    table_mm: Point


class Calibration(Document):
    """One camera's view of the table.

    Attributes:
        width_px, height_px: size of the pictures that this calibration is for.
        points: at least four, no three of them on one line.
        lens: the lens, if it has been measured.
        reference: file name of the picture it was made from, beside the calibration file; a camera
            that has moved since then is found out by it.
    """

    width_px: int = Field(gt=0)
    height_px: int = Field(gt=0)
    points: tuple[PointPair, ...] = Field(min_length=4)
    lens: Lens | None = None
    reference: str = ""

    @model_validator(mode="after")
    def _points_fix_a_plane(self) -> "Calibration":
        for name, places in (("pixel", self._pixels), ("table_mm", self._millimetres)):
            hull = MultiPoint(places).convex_hull
            span = float(np.ptp(places, axis=0).max())
            if hull.area < LEAST_BULGE * span * span:
                raise ValueError(f"the points' {name} lie on one line; pick four corners")
        if float(np.ptp(self._pixels, axis=0).max()) < LEAST_SPAN_PX:
            raise ValueError("the points are too close together; pick corners far apart")
        straight = self._straight(self._pixels)
        if not _seen_from_above(_homography(straight, self._millimetres), straight):
            raise ValueError(
                "no camera above the table sees the points like that; check that no two were "
                "swapped, and that y grows downwards on the plan"
            )
        return self

    @property
    def _pixels(self) -> Points:
        return np.array([pair.pixel for pair in self.points], dtype=np.float64)

    @property
    def _millimetres(self) -> Points:
        return np.array([pair.table_mm for pair in self.points], dtype=np.float64)

    @property
    def _to_mm(self) -> NDArray[np.float64]:
        """The homography from straightened pixels to millimetres."""
        return _homography(self._straight(self._pixels), self._millimetres)

    @property
    def _to_px(self) -> NDArray[np.float64]:
        return np.asarray(np.linalg.inv(self._to_mm), dtype=np.float64)

    def to_table_mm(self, pixels: ArrayLike) -> Points:
        """The points of the table that these pixels show.

        Args:
            pixels: (count, 2).
        """
        return _through(self._to_mm, self._straight(_points(pixels)))

    def to_pixels(self, table_mm: ArrayLike) -> Points:
        """The pixels that show these points of the table; they may lie outside the picture.

        Args:
            table_mm: (count, 2).
        """
        return self._bent(_through(self._to_px, _points(table_mm)))

    def pixels_per_mm(self, at_mm: Point) -> float:
        """The scale around a point, in the direction in which the camera sees it coarsest."""
        return self._scales(at_mm)[1]

    def pixels_per_mm_across(self, at_mm: Point) -> float:
        """The scale around a point across the line of sight, where nothing is foreshortened."""
        return self._scales(at_mm)[0]

    def _scales(self, at_mm: Point) -> tuple[float, float]:
        x, y = at_mm
        here, right, below = self.to_pixels([(x, y), (x + 1.0, y), (x, y + 1.0)])
        finest, coarsest = np.linalg.svd(
            np.column_stack((right - here, below - here)), compute_uv=False
        )
        return float(finest), float(coarsest)

    def camera_mm(self) -> tuple[float, float, float] | None:
        """Where the camera is: x, y and height over the table; None if the lens is not known."""
        pose = self._pose
        if pose is None:
            return None
        rotation, shift = pose
        centre = -rotation.T @ shift
        return float(centre[0]), float(centre[1]), float(abs(centre[2]))

    def raised_to_pixels(self, places_mm: ArrayLike) -> Points | None:
        """The pixels that show points over the table; None if the lens is not known.

        Args:
            places_mm: (count, 3): x, y and height over the table.
        """
        pose = self._pose
        if self.lens is None or pose is None:
            return None
        rotation, shift = pose
        # On the plan y grows downwards, so the third axis of the pose points into the table.
        places = np.asarray(places_mm, np.float64).reshape(-1, 3) * (1.0, 1.0, -1.0)
        seen = (places @ rotation.T + shift) @ self.lens.matrix.T
        return self._bent(seen[:, :2] / seen[:, 2:])

    @property
    def _pose(self) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """Rotation (3, 3) and shift (3,) from the table to the camera; the third axis is down."""
        if self.lens is None:
            return None
        view = np.linalg.inv(self.lens.matrix) @ self._to_px
        view /= np.sqrt(np.linalg.norm(view[:, 0]) * np.linalg.norm(view[:, 1]))
        if view[2, 2] < 0:  # a homography has no sign of its own; the table is before the camera
            view = -view
        rotation = np.column_stack((view[:, 0], view[:, 1], np.cross(view[:, 0], view[:, 1])))
        left, _, right = np.linalg.svd(rotation)
        return left @ right, view[:, 2]

    def elevation_degrees(self, at_mm: Point) -> float | None:
        """How steeply the camera looks down at a point: 90 from straight above.

        None if the lens is not known: a plane alone does not tell where the camera is.
        """
        camera = self.camera_mm()
        if camera is None:
            return None
        along = float(np.hypot(camera[0] - at_mm[0], camera[1] - at_mm[1]))
        return float(np.degrees(np.arctan2(camera[2], along)))

    def error_mm(self) -> float:
        """Root mean square distance between the given points and the fitted plane.

        With four points it is zero whatever they are, and says nothing.
        """
        off = self.to_table_mm(self._pixels) - self._millimetres
        return float(np.sqrt((off**2).sum(axis=1).mean()))

    def _straight(self, pixels: Points) -> Points:
        if self.lens is None or not self.lens.distortion:
            return pixels
        matrix, coefficients = self.lens.matrix, np.array(self.lens.distortion)
        flat = cv2.undistortPoints(
            pixels.reshape(-1, 1, 2), matrix, coefficients, P=matrix, criteria=CLOSE_ENOUGH
        )
        return _points(flat)

    def _bent(self, pixels: Points) -> Points:
        if self.lens is None or not self.lens.distortion:
            return pixels
        matrix, coefficients = self.lens.matrix, np.array(self.lens.distortion)
        rays = np.column_stack((pixels, np.ones(len(pixels)))) @ np.linalg.inv(matrix).T
        bent, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, coefficients)
        return _points(bent)


def find_markers(picture: Picture, dictionary: str = "DICT_4X4_50") -> dict[int, Point]:
    """Find printed ArUco markers: the pixel of each marker's centre.

    The centre is where the diagonals cross, which holds from any angle and however the marker is
    turned.

    Args:
        picture: (height, width, 3).
        dictionary: name of an OpenCV predefined dictionary.

    Raises:
        ValueError: OpenCV has no such dictionary.
    """
    number = getattr(cv2.aruco, dictionary, None)
    if not dictionary.startswith("DICT_") or number is None:
        raise ValueError(f"OpenCV has no marker dictionary {dictionary}; try DICT_4X4_50")
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(number)
    found, names, _ = cv2.aruco.ArucoDetector(family, parameters).detectMarkers(picture)
    if names is None:
        return {}
    corners = np.asarray(found, dtype=np.float64).reshape(-1, 4, 2)
    return {int(name): _crossing(quad) for name, quad in zip(names.ravel(), corners, strict=True)}


def calibrate(
    size_px: tuple[int, int],
    pairs: Sequence[tuple[Point, Point]],
    lens: Lens | None = None,
    reference: str = "",
) -> Calibration:
    """Make a calibration.

    Args:
        size_px: (width, height) of the camera's pictures.
        pairs: (pixel, table_mm), at least four.
        lens: the lens, if it has been measured.
        reference: file name of the picture that it was made from.

    Raises:
        ValueError: the points do not fix a plane; the text says why.
    """
    width, height = size_px
    points = tuple(PointPair(pixel=pixel, table_mm=table_mm) for pixel, table_mm in pairs)
    return Calibration(
        width_px=width, height_px=height, points=points, lens=lens, reference=reference
    )


def pairs_of_markers(
    seen: Mapping[int, Point], places_mm: Mapping[int, Point]
) -> list[tuple[Point, Point]]:
    """Bring together where markers were seen and where they lie, for `calibrate`.

    Args:
        seen: each marker's pixel, by its number, from `find_markers`.
        places_mm: where each marker's centre lies, by its number.

    Raises:
        ValueError: fewer than four of them are seen.
    """
    known = sorted(seen.keys() & places_mm.keys())
    if len(known) < 4:
        missing = ", ".join(str(name) for name in sorted(places_mm.keys() - seen.keys()))
        raise ValueError(
            f"only {len(known)} of the {len(places_mm)} markers are seen; not seen: "
            f"{missing or 'none'}. Four are needed: print them larger, lay them flat, light evenly"
        )
    return [(seen[name], places_mm[name]) for name in known]


def read_calibration(path: Path) -> Calibration:
    """Read a calibration file.

    Raises:
        table.documents.DocumentError: it is missing or cannot be used; the text says the remedy.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        remedy = "Make it with: betline calibrate --help"
        raise DocumentError(str(path), [Problem(0, "", f"{reason}", remedy)]) from error
    return parse_document(text, str(path), Calibration)


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration file that people can read and correct."""
    content = calibration.model_dump(mode="json", exclude_defaults=True)
    path.write_text(yaml.safe_dump(content, sort_keys=False, width=100), encoding="utf-8")


def _points(places: ArrayLike) -> Points:
    return np.asarray(places, dtype=np.float64).reshape(-1, 2)


def _homography(straight: Points, table_mm: Points) -> NDArray[np.float64]:
    """Least squares over all points."""
    matrix, _ = cv2.findHomography(straight, table_mm, 0)
    if matrix is None:
        raise ValueError("no plane fits the points; check each of them")
    return np.asarray(matrix, dtype=np.float64)


def _through(matrix: NDArray[np.float64], places: Points) -> Points:
    return _points(cv2.perspectiveTransform(places.reshape(-1, 1, 2), matrix))


def _seen_from_above(to_mm: NDArray[np.float64], pixels: Points) -> bool:
    """Whether a homography keeps these pixels before the camera and does not mirror them."""
    depth = np.column_stack((pixels, np.ones(len(pixels)))) @ to_mm[2]
    if not (np.all(depth > 0) or np.all(depth < 0)):
        return False
    here, right, below = (
        _through(to_mm, pixels + step) for step in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5))
    )
    along, down = right - here, below - here
    return bool(np.all(along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0] > 0))


def _crossing(quad: NDArray[np.float64]) -> Point:
    """Where the diagonals of four corners (4, 2) cross."""
    one, two, three, four = np.column_stack((quad, np.ones(4)))
    crossing = np.cross(np.cross(one, three), np.cross(two, four))
    return float(crossing[0] / crossing[2]), float(crossing[1] / crossing[2])
