"""What lies on a rendered table: chips, sheets, cloth and lamps, as data without any drawing.

Places are the layout's: millimetres, x to the right and y downwards on the plan, and a height above
the felt. Colours are blue, green, red.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.chip_set import DIAMETER_MM
from vision.flat_picture import THICKNESS_MM
from vision.layout import Point

Colour = tuple[float, float, float]
Texture = NDArray[np.uint8]
"""(height, width, 3) blue, green, red; a fourth channel is opacity."""

FELT = -1
BEYOND = -2
FIRST_SHEET = 100_000
"""In the id picture a chip has its index, a sheet this and its index."""


@dataclass(frozen=True, eq=False)
class ChipLook:
    """How one kind of chip looks.

    Attributes:
        name: of the kind, such as its value.
        face: (side, side, 3) of both faces; x to the right, y downwards, seen from outside.
        wall: (height, length, 3) of the side, top row uppermost, unrolled in the sense of the
            angle from +x towards +y; its spots meet those of the face.
    """

    name: str
    face: Texture
    wall: Texture


@dataclass(frozen=True, kw_only=True)
class ChipPose:
    """Where one chip lies.

    Attributes:
        kind: index into the scene's looks.
        place_mm: of the middle of its lower face.
        height_mm: of that middle over the felt.
        turn: radians from +x towards +y.
        lean: by how much its faces rise along x and along y; (0, 0) lies flat.
    """

    kind: int
    place_mm: Point
    height_mm: float = 0.0
    turn: float = 0.0
    lean: tuple[float, float] = (0.0, 0.0)

    def axes(self) -> NDArray[np.float64]:
        """(3, 3): the chip's own x and y along its face, and its normal, as rows."""
        normal = np.array([-self.lean[0], -self.lean[1], 1.0])
        normal /= np.linalg.norm(normal)
        along = np.array([np.cos(self.turn), np.sin(self.turn), 0.0])
        along -= normal * (along @ normal)
        along /= np.linalg.norm(along)
        return np.stack((along, np.cross(normal, along), normal))

    def origin(self) -> NDArray[np.float64]:
        """(3,) the middle of its lower face."""
        return np.array([*self.place_mm, self.height_mm])


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheet:
    """Something thin with a picture on it: a card, a paper, a print on the cloth.

    Attributes:
        picture: its upper side, seen from above at turn 0; may have opacity.
        place_mm: of its middle.
        size_mm: width and height.
        height_mm: over the felt.
        turn: radians from +x towards +y.
        corner_mm: radius of its corners.
        shine: share of the scene's gloss that it has.
    """

    picture: Texture
    place_mm: Point
    size_mm: tuple[float, float]
    height_mm: float = 0.3
    turn: float = 0.0
    corner_mm: float = 0.0
    shine: float = 0.5

    def corners(self) -> NDArray[np.float64]:
        """(4, 3) its corners, clockwise on the plan from the picture's upper left."""
        along = np.array([np.cos(self.turn), np.sin(self.turn), 0.0]) * self.size_mm[0] / 2
        down = np.array([-np.sin(self.turn), np.cos(self.turn), 0.0]) * self.size_mm[1] / 2
        middle = np.array([*self.place_mm, self.height_mm])
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.stack([middle + across * along + below * down for across, below in signs])


@dataclass(frozen=True, kw_only=True)
class Lamp:
    """A round lamp that shines downwards.

    Attributes:
        place_mm: x, y and height.
        radius_mm: large lamps throw soft shadows.
        level: light on the felt straight below, blue, green, red; 1 shows colours as they are.
    """

    place_mm: tuple[float, float, float] = (300.0, -200.0, 1300.0)
    radius_mm: float = 150.0
    level: Colour = (0.7, 0.7, 0.7)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ground:
    """The table's cloth, its rail, and the room beyond.

    Attributes:
        cloth: (side, side, 3) a tile that repeats without a seam.
        cloth_mm: what the tile measures.
        middle_mm, half_mm: the cloth's middle, and half its extent along x and y.
        rail_mm: width of the rail around it.
        rail: its colour.
        floor: (side, side, 3) a tile, a metre wide.
        floor_depth_mm: how far below the felt the floor lies.
        room: (height, width, 3) all around, from straight up in the first row to the horizon and
            below in the last.
    """

    cloth: Texture
    cloth_mm: float = 256.0
    middle_mm: Point = (0.0, 0.0)
    half_mm: tuple[float, float] = (1100.0, 550.0)
    rail_mm: float = 110.0
    rail: Colour = (30.0, 36.0, 48.0)
    floor: Texture
    floor_depth_mm: float = 760.0
    room: Texture


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """All that a camera may see.

    Attributes:
        chips: in any order; they must not run through each other.
        looks: the house's kinds of chip.
        sheets: cards and papers.
        ambient: light from everywhere, blue, green, red.
        gloss: how much the lamps are mirrored, 0 for chalk.
        diameter_mm, thickness_mm: of every chip.
    """

    ground: Ground
    chips: tuple[ChipPose, ...] = ()
    looks: tuple[ChipLook, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    lamps: tuple[Lamp, ...] = field(default=(Lamp(),))
    ambient: Colour = (0.35, 0.35, 0.35)
    gloss: float = 0.08
    diameter_mm: float = DIAMETER_MM
    thickness_mm: float = THICKNESS_MM

    def rims(self, chip: ChipPose, points: int = 24) -> NDArray[np.float64]:
        """(2 * points, 3) of a chip's lower and upper edge."""
        angles = np.linspace(0, 2 * np.pi, points, endpoint=False)[:, None]
        along, across, normal = chip.axes()
        ring = self.diameter_mm / 2 * (np.cos(angles) * along + np.sin(angles) * across)
        lower = chip.origin() + ring
        return np.concatenate((lower, lower + self.thickness_mm * normal))
