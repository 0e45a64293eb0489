"""The demo's cameras, lamp and table."""

from models.scene.camera import SceneCamera
from models.scene.sensor import Light
from models.scene.table_top import TableTop
from models.staging.places import TRAY
from vision.layout import Layout, Point

FELT_MM = (900.0, 500.0)
FELT_CORNER_MM = 170.0

CAMERAS = (
    SceneCamera(
        name="overhead",
        width_px=1920,
        height_px=1080,
        focal_px=3040.0,
        place_mm=(452.0, 262.0),
        height_mm=1500.0,
        tilt_degrees=(0.4, -0.3),
        turn_degrees=0.5,
    ),
)
"""One is enough: it sees every bet area at two pixels per millimetre."""

LIGHT = Light()


def table_top(layout: Layout, seed: int) -> TableTop:
    """The demo's empty table."""
    return TableTop(
        layout=layout, size_mm=FELT_MM, corner_mm=FELT_CORNER_MM, tray_mm=TRAY, seed=seed
    )


def landmarks(layout: Layout) -> list[Point]:
    """Corners that are printed on the felt: what a person would click to calibrate a camera."""
    corners = [corner for seat in layout.seats for corner in seat.bet_area[::2]]
    return [*corners, *(layout.board or ())[:2]]
