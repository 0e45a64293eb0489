"""Flat things with a picture on them, drawn into a camera's picture at any height, with shadows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scene.camera import SceneCamera

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""

Canvas = NDArray[np.float32]
"""(height, width, 3) blue, green, red, 0 to 255."""

SUPERSAMPLING = 2
"""Sprites are drawn at twice the camera's scale and brought down, so that no print flickers."""


@dataclass(frozen=True, eq=False)
class Sprite:
    """A flat thing seen from straight above; its middle is its place.

    Attributes:
        picture: (height, width, 4) blue, green, red times alpha, and alpha 0 to 1.
        pixels_per_mm: its scale.
    """

    picture: NDArray[np.float32]
    pixels_per_mm: float

    @classmethod
    def of(cls, picture: NDArray[np.float32], alpha: NDArray[np.float32], scale: float) -> "Sprite":
        """Make a sprite of a picture and its alpha."""
        layers = np.dstack((picture * alpha[..., None], alpha)).astype(np.float32)
        return cls(layers, scale)

    @property
    def radius_mm(self) -> float:
        """Of the circle around it."""
        height, width = self.picture.shape[:2]
        return float(np.hypot(width, height) / 2 / self.pixels_per_mm)

    def toned(self, factor: float) -> "Sprite":
        """The same thing, lighter or darker."""
        tone = np.array([factor, factor, factor, 1.0], np.float32)
        return Sprite(self.picture * tone, self.pixels_per_mm)

    def shadow(self, blur_mm: float, strength: float) -> "Sprite":
        """The soft shadow that it casts."""
        margin = int(3 * blur_mm * self.pixels_per_mm) + 1
        alpha = cv2.copyMakeBorder(
            self.picture[..., 3], margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=0
        )
        soft = cv2.GaussianBlur(alpha, (0, 0), blur_mm * self.pixels_per_mm) * strength
        dark = np.zeros((*soft.shape, 3), np.float32)
        return Sprite(np.dstack((dark, soft)).astype(np.float32), self.pixels_per_mm)


@dataclass(frozen=True)
class Box:
    """A rectangle of a picture: left, top, right, bottom; right and bottom are outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def empty(self) -> bool:
        """Nothing is in it."""
        return self.right <= self.left or self.bottom <= self.top

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def grown(self, by: int) -> "Box":
        """A margin added all around."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def cut(self, other: "Box") -> "Box":
        """What both have in common."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def joined(self, other: "Box") -> "Box":
        """The least box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def frame_box(camera: SceneCamera) -> Box:
    """The whole picture of a camera."""
    return Box(0, 0, camera.width_px, camera.height_px)


def box_around(pixels: NDArray[np.float64], margin: int = 2) -> Box:
    """The box around points, (count, 2), in pixels."""
    low = np.floor(pixels.min(axis=0)).astype(int) - margin
    high = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    return Box(int(low[0]), int(low[1]), int(high[0]), int(high[1]))


@dataclass(frozen=True, kw_only=True)
class Placed:
    """Where a sprite lies.

    Attributes:
        x_mm, y_mm: of its middle.
        turn: radians, clockwise as seen in the picture.
        height_mm: over the felt.
    """

    x_mm: float
    y_mm: float
    turn: float = 0.0
    height_mm: float = 0.0


def sprite_box(camera: SceneCamera, sprite: Sprite, placed: Placed) -> Box:
    """The part of the picture that the sprite takes."""
    reach = sprite.radius_mm
    corners = [
        (placed.x_mm + dx, placed.y_mm + dy) for dx in (-reach, reach) for dy in (-reach, reach)
    ]
    return box_around(camera.project(corners, placed.height_mm))


def draw(canvas: Canvas, window: Box, camera: SceneCamera, sprite: Sprite, placed: Placed) -> None:
    """Draw a sprite into a window of the picture.

    Args:
        canvas: the pixels of the window; drawn into.
        window: which part of the camera's picture the canvas is.
        camera: who looks.
        sprite: what is drawn.
        placed: where it lies.
    """
    box = sprite_box(camera, sprite, placed).cut(window)
    if box.empty:
        return
    height, width = sprite.picture.shape[:2]
    scale = 1 / sprite.pixels_per_mm
    cosine, sine = np.cos(placed.turn) * scale, np.sin(placed.turn) * scale
    middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
    lay = np.array(
        [
            [cosine, -sine, placed.x_mm - cosine * middle_x + sine * middle_y],
            [sine, cosine, placed.y_mm - sine * middle_x - cosine * middle_y],
            [0, 0, 1.0],
        ]
    )
    fine = SUPERSAMPLING
    # A fine pixel's centre lies half a fine pixel inside the edge of the coarse one.
    shift = (fine - 1) / 2
    magnify = np.array(
        [[fine, 0, shift - fine * box.left], [0, fine, shift - fine * box.top], [0, 0, 1.0]]
    )
    size = ((box.right - box.left) * fine, (box.bottom - box.top) * fine)
    mapping = magnify @ camera.plane(placed.height_mm) @ lay
    warped = cv2.warpPerspective(sprite.picture, mapping, size, flags=cv2.INTER_LINEAR)
    small = cv2.resize(warped, (size[0] // fine, size[1] // fine), interpolation=cv2.INTER_AREA)
    rows, columns = box.slices
    part = canvas[
        rows.start - window.top : rows.stop - window.top,
        columns.start - window.left : columns.stop - window.left,
    ]
    part *= 1 - small[..., 3:]
    part += small[..., :3]


def text_mask(
    text: str, height_px: float, weight: int = 700, widest_px: float = np.inf
) -> NDArray[np.float32]:
    """The text as a mask 0 to 1, cut to its ink, in OpenCV's own sans-serif (Rubik, OFL).

    What would be wider than `widest_px` is set narrower, as a card's 10 is.
    """
    size = 200
    sheet = np.zeros((2 * size, size * (len(text) + 1)), np.uint8)
    cv2.putText(sheet, text, (size // 2, 3 * size // 2), (255,), cv2.FontFace("sans"), size, weight)
    left, top, width, height = cv2.boundingRect(sheet)
    ink = sheet[top : top + height, left : left + width]
    scale = height_px / height
    target = (max(1, round(min(width * scale, widest_px))), max(1, round(height_px)))
    small = cv2.resize(ink, target, interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255.0, np.float32)


def stamp(
    picture: NDArray[np.float32],
    mask: NDArray[np.float32],
    centre: tuple[float, float],
    ink: Colour,
) -> None:
    """Print a mask onto a float picture, around a centre in pixels; it must fit inside."""
    height, width = mask.shape
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    part = picture[top : top + height, left : left + width]
    alpha = mask[..., None]
    part *= 1 - alpha
    part += alpha * np.array(ink, np.float32)
