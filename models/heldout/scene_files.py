"""A scene and its camera as files that a program without betline can read: JSON and PNG."""

import json
from pathlib import Path
from typing import Any

import cv2

from models.layers.views import StackView
from models.raycasting.camera import RayCamera
from models.raycasting.scene import Scene, Texture


def write_scene(folder: Path, view: StackView) -> None:
    """Write a view as scene.json, with its textures beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    scene = view.scene
    for number, look in enumerate(scene.looks):
        _write(folder / f"face{number}.png", look.face)
        _write(folder / f"wall{number}.png", look.wall)
    for number, sheet in enumerate(scene.sheets):
        _write(folder / f"sheet{number}.png", sheet.picture)
    _write(folder / "cloth.png", scene.ground.cloth)
    content = {**_content(scene), "camera": _camera(view.camera)}
    (folder / "scene.json").write_text(json.dumps(content), encoding="utf-8")


def _content(scene: Scene) -> dict[str, Any]:
    return {
        "diameter_mm": scene.diameter_mm,
        "thickness_mm": scene.thickness_mm,
        "gloss": scene.gloss,
        "ambient": scene.ambient,
        "cloth_mm": scene.ground.cloth_mm,
        "kinds": len(scene.looks),
        "chips": [
            {
                "kind": chip.kind,
                "origin": chip.origin().tolist(),
                "axes": chip.axes().tolist(),
            }
            for chip in scene.chips
        ],
        "sheets": [sheet.corners().tolist() for sheet in scene.sheets],
        "lamps": [
            {"place": lamp.place_mm, "radius": lamp.radius_mm, "level": lamp.level}
            for lamp in scene.lamps
        ],
    }


def _camera(camera: RayCamera) -> dict[str, Any]:
    return {
        "place": camera.place_mm.tolist(),
        "axes": camera.axes.tolist(),
        "focal_px": camera.focal_px,
        "centre_px": camera.centre_px,
        "size_px": (camera.width_px, camera.height_px),
    }


def _write(path: Path, texture: Texture) -> None:
    if not cv2.imwrite(str(path), texture):
        raise OSError(f"{path} cannot be written")
