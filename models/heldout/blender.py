"""Renders scene files with Blender's path tracer. Runs alone, where Blender is a Python module.

    python models/heldout/blender.py FOLDER_OF_SCENES [SAMPLES]

Each scene's folder gets a light.png: 16 bits, sRGB. Scenes that have one are left. On the plan of
a scene y grows downwards; Blender's grows upwards, so y changes its sign.
"""

import json
import math
import sys
from pathlib import Path

import bpy
from mathutils import Matrix

UNIT_MM = 100.0
BEVEL_MM = 0.4
AROUND = 96
TABLE_MM = 1500.0


def render_folder(folder, samples):
    """Render every scene below a folder that is not rendered yet."""
    for path in sorted(folder.glob("*/scene.json")):
        if not (path.parent / "light.png").exists():
            render_scene(path.parent, json.loads(path.read_text(encoding="utf-8")), samples)


def render_scene(folder, content, samples):
    """Render one scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _chips(folder, content, scene)
    _cloth(folder, content, scene)
    for number, corners in enumerate(content["sheets"]):
        material = _material(folder / f"sheet{number}.png", 0.4)
        _add(scene, _quad([_place(corner) for corner in corners], 1.0, material))
    for lamp in content["lamps"]:
        _lamp(scene, lamp)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    blue, green, red = content["ambient"]
    world.node_tree.nodes["Background"].inputs[0].default_value = (red, green, blue, 1)
    scene.world = world
    _camera(scene, content["camera"])
    _settings(scene, content["camera"]["size_px"], samples)
    scene.render.filepath = str(folder / "light.png")
    bpy.ops.render.render(write_still=True)


def _place(place):
    return (place[0] / UNIT_MM, -place[1] / UNIT_MM, place[2] / UNIT_MM)


def _material(picture, roughness):
    material = bpy.data.materials.new(picture.stem)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = roughness
    image = nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(picture.resolve()))
    links.new(image.outputs["Color"], surface.inputs["Base Color"])
    return material


def _mesh(points, faces, places, materials, which=None):
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points, [], faces)
    layer = mesh.uv_layers.new()
    for polygon in mesh.polygons:
        for loop in polygon.loop_indices:
            layer.data[loop].uv = places[mesh.loops[loop].vertex_index]
        if which is not None:
            polygon.material_index = which[polygon.index]
            polygon.use_smooth = which[polygon.index] == 1
    for material in materials:
        mesh.materials.append(material)
    return mesh


def _add(scene, data):
    thing = bpy.data.objects.new("thing", data)
    scene.collection.objects.link(thing)
    return thing


def _chip_mesh(content, face, wall):
    """A chip whose edges are rounded, about the middle of its lower face."""
    radius, thick = content["diameter_mm"] / 2, content["thickness_mm"]
    turns = [2 * math.pi * step / AROUND for step in range(AROUND + 1)]
    points: list = []
    places: list = []
    faces: list = []
    which: list = []
    for height in (0.0, thick):
        first = len(points)
        points.append(_place((0, 0, height)))
        places.append((0.5, 0.5))
        for turn in turns:
            x, y = (radius - BEVEL_MM) * math.cos(turn), (radius - BEVEL_MM) * math.sin(turn)
            points.append(_place((x, y, height)))
            places.append((0.5 + x / radius / 2, 0.5 - y / radius / 2))
        for step in range(1, AROUND + 1):
            faces.append((first, first + step, first + step + 1))
            which.append(0)
    first = len(points)
    half = 0.3 * BEVEL_MM
    profile = (
        (radius - BEVEL_MM, 0.0),
        (radius - half, half),
        (radius, BEVEL_MM),
        (radius, thick - BEVEL_MM),
        (radius - half, thick - half),
        (radius - BEVEL_MM, thick),
    )
    for out, height in profile:
        for turn in turns:
            points.append(_place((out * math.cos(turn), out * math.sin(turn), height)))
            places.append((turn / (2 * math.pi), height / thick))
    for ring in range(len(profile) - 1):
        for step in range(AROUND):
            one = first + ring * (AROUND + 1) + step
            faces.append((one, one + 1, one + AROUND + 2, one + AROUND + 1))
            which.append(1)
    return _mesh(points, faces, places, [face, wall], which)


def _chips(folder, content, scene):
    roughness = 0.75 - min(0.4, 2 * content["gloss"])
    meshes = [
        _chip_mesh(
            content,
            _material(folder / f"face{kind}.png", roughness),
            _material(folder / f"wall{kind}.png", roughness),
        )
        for kind in range(content["kinds"])
    ]
    for chip in content["chips"]:
        thing = _add(scene, meshes[chip["kind"]])
        axes, origin = chip["axes"], _place(chip["origin"])
        sign = (1, -1, 1)
        rows = [
            [sign[row] * sign[column] * axes[column][row] for column in range(3)] + [origin[row]]
            for row in range(3)
        ]
        thing.matrix_world = Matrix([*rows, [0, 0, 0, 1]])


def _quad(corners, repeats, material):
    places = [(0, repeats), (repeats, repeats), (repeats, 0), (0, 0)]
    return _mesh(corners, [(0, 1, 2, 3)], places, [material])


def _cloth(folder, content, scene):
    half = TABLE_MM
    corners = [_place((x * half, y * half, 0)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    material = _material(folder / "cloth.png", 0.95)
    _add(scene, _quad(corners, 2 * half / content["cloth_mm"], material))


def _lamp(scene, lamp):
    light = bpy.data.lights.new("lamp", "AREA")
    light.shape = "DISK"
    light.size = 2 * lamp["radius"] / UNIT_MM
    level = sum(lamp["level"]) / 3
    # A disc of this power gives the felt straight below it the light that `level` means.
    light.energy = math.pi**2 * (lamp["place"][2] / UNIT_MM) ** 2 * level
    blue, green, red = lamp["level"]
    light.color = (red / level, green / level, blue / level)
    _add(scene, light).location = _place(lamp["place"])


def _camera(scene, camera):
    width, height = camera["size_px"]
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = 36.0
    data.lens = 36.0 * camera["focal_px"] / width
    data.shift_x = (width / 2 - camera["centre_px"][0] - 0.5) / width
    data.shift_y = (camera["centre_px"][1] + 0.5 - height / 2) / width
    data.clip_end = 1000
    thing = _add(scene, data)
    right, down, forward = camera["axes"]
    sign, origin = (1, -1, 1), _place(camera["place"])
    rows = [
        [sign[row] * right[row], -sign[row] * down[row], -sign[row] * forward[row], origin[row]]
        for row in range(3)
    ]
    thing.matrix_world = Matrix([*rows, [0, 0, 0, 1]])
    scene.camera = thing


def _settings(scene, size_px, samples):
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.resolution_percentage = 100
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 1
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_depth = "16"
    scene.view_settings.view_transform = "Standard"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces = 3


if __name__ == "__main__":
    render_folder(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4)
