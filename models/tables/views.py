"""Random cameras: from straight above down to the height of a seated player's eyes and lower."""

import numpy as np

from models.raycasting.camera import RayCamera, looking_at

SIDE_PX = 256
"""The side of the square pictures that the detector learns from."""

SCALES_PX_PER_MM = (0.45, 3.9)
"""From a table camera's whole picture to a close-up in which one stack fills half of it."""

NEAREST_MM = 170.0
VIEW_ANGLES = (22.0, 75.0)
ELEVATIONS = ((60.0, 90.0), (20.0, 65.0), (5.0, 25.0))
"""Degrees: a camera over the table, a standing person's telephone, a seated one's."""

STRETCH = 0.3
"""Photographs that were made square are stretched by up to about so much."""


def random_view(random: np.random.Generator) -> RayCamera:
    """A camera that looks at the origin; its picture may be wider or higher than square."""
    low, high = np.log(SCALES_PX_PER_MM)
    # Close views are taken more often: what is small in a picture takes less to learn.
    scale = float(
        np.exp(
            random.uniform(low, high)
            if random.random() < 0.6
            else random.uniform(np.log(1.0), high)
        )
    )
    nearest = max(NEAREST_MM, SIDE_PX / 2 / np.tan(np.radians(VIEW_ANGLES[1] / 2)) / scale)
    farthest = max(1.1 * nearest, SIDE_PX / 2 / np.tan(np.radians(VIEW_ANGLES[0] / 2)) / scale)
    distance = random.uniform(nearest, min(farthest, max(1800.0, 1.1 * nearest)))
    low, high = ELEVATIONS[int(random.choice(len(ELEVATIONS), p=(0.3, 0.4, 0.3)))]
    elevation = random.uniform(low, high)
    roll = random.normal(0, 4) if random.random() < 0.6 else random.uniform(-28, 28)
    wide = np.exp(random.uniform(-STRETCH, STRETCH)) if random.random() < 0.5 else 1.0
    size = (round(SIDE_PX * np.sqrt(wide)), round(SIDE_PX / np.sqrt(wide)))
    return looking_at(
        (0.0, 0.0, random.uniform(0, 25)),
        azimuth=random.uniform(0, 2 * np.pi),
        elevation=np.radians(elevation),
        distance_mm=distance,
        focal_px=distance * scale,
        size_px=size,
        roll=np.radians(roll),
    )
