"""A picture of a random table, as some camera or telephone would store it, with its labels."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.bodies import linear
from models.raycasting.camera import RayCamera
from models.raycasting.house import random_house
from models.raycasting.rendering import render
from models.raycasting.scene import Scene, Sheet
from models.raycasting.sensor import Sensor, expose, random_sensor
from models.tables.arrangement import Arrangement, Arranger
from models.tables.hands import reach_in
from models.tables.labels import Label, labels_of
from models.tables.rooms import random_ground, random_lamps
from models.tables.sheets import card, no_card, print_on_cloth
from models.tables.views import SIDE_PX, random_view

CLEAN = Sensor(blur_px=0.0, noise=0.0, jpeg=0)
"""The lens and the sensor come last, over the hands too."""

CLOSEST_TO_HANDS = 1.5
"""Pixels per millimetre: in a closer view a hand would fill the picture."""


@dataclass(frozen=True, eq=False)
class TablePicture:
    """What the detector learns from.

    Attributes:
        picture: (SIDE_PX, SIDE_PX, 3) blue, green, red.
        labels: what there is to find in it.
    """

    picture: NDArray[np.uint8]
    labels: list[Label]


def table_picture(seed: int) -> TablePicture:
    """The picture of this seed; needs the extra `train`."""
    random = np.random.default_rng(seed)
    camera = random_view(random)
    kinds = int(random.integers(1, 7))
    laid = Arranger(random, camera, kinds).arrange()
    scene = _scene(random, camera, laid, kinds)
    rendered = render(scene, camera, seed=seed, sensor=_brightness(random))
    hands = []
    if random.random() < 0.4 and camera.pixels_per_mm((0.0, 0.0, 0.0)) < CLOSEST_TO_HANDS:
        for _ in range(int(random.integers(1, 3))):
            hand = reach_in(random, camera, rendered.picture_bgr, rendered.ids)
            hands += [hand] if hand is not None else []
    labels = labels_of(rendered, laid.groups, len(laid.cards), hands)
    picture = _stored(random, rendered.picture_bgr, seed)
    return _squared(TablePicture(picture, labels))


def _scene(random: np.random.Generator, camera: RayCamera, laid: Arrangement, kinds: int) -> Scene:
    sheets: list[Sheet] = [card(random, at) for at in laid.cards]
    if random.random() < 0.35:
        count = int(random.integers(1, 4))
        sheets.extend(print_on_cloth(random, _somewhere(random, camera)) for _ in range(count))
    if random.random() < 0.4:
        for _ in range(int(random.integers(1, 4))):
            place = _somewhere(random, camera)
            if all(np.hypot(*(place - chip.place_mm)) > 75 for chip in laid.chips):
                sheets += no_card(random, place)
    lamps, ambient = random_lamps(random)
    return Scene(
        ground=random_ground(random, camera),
        chips=tuple(laid.chips),
        looks=random_house(random, kinds),
        sheets=tuple(sheets),
        lamps=lamps,
        ambient=ambient,
        gloss=float(random.uniform(0, 0.3)),
    )


def _somewhere(random: np.random.Generator, camera: RayCamera) -> NDArray[np.float64]:
    seen_mm = camera.width_px / camera.pixels_per_mm((0.0, 0.0, 0.0))
    return random.uniform(-0.6, 0.6, 2) * min(seen_mm, 700.0)


def _brightness(random: np.random.Generator) -> Sensor:
    return replace(CLEAN, exposure=float(np.exp(random.normal(0, 0.15))))


def _stored(
    random: np.random.Generator, picture: NDArray[np.uint8], seed: int
) -> NDArray[np.uint8]:
    """What lens, sensor, a telephone's own taste and JPEG make of it."""
    picture = _glared(random, picture)
    sensor = random_sensor(random, still=False)
    # Pictures are made smaller before the detector sees them: that evens out half of the noise.
    sensor = replace(sensor, noise=sensor.noise * random.uniform(0.2, 1), jpeg=0)
    seen = expose(linear(picture), sensor, seed)
    if random.random() < 0.45:
        seen = _contrasted(random, seen)
    if random.random() < 0.04:
        seen = np.repeat(seen.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(35, 97))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", seen, quality)[1], cv2.IMREAD_COLOR))


def _glared(random: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Light that slants over the picture, and now and then a burnt patch."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    slant = random.normal(0, 0.25, 2)
    light = 1 + slant[0] * x + slant[1] * y
    out = picture * light[..., None]
    if random.random() < 0.15:
        at = random.uniform(-0.5, 0.5, 2)
        broad = random.uniform(0.04, 0.3, 2)
        patch = np.exp(-(((x - at[0]) / broad[0]) ** 2) - ((y - at[1]) / broad[1]) ** 2)
        out += random.uniform(40, 220) * patch[..., None]
    if random.random() < 0.15:
        edge = x * np.cos(angle := random.uniform(0, 2 * np.pi)) + y * np.sin(angle)
        dark = np.clip((edge - random.uniform(-0.4, 0.4)) / random.uniform(0.01, 0.1), 0, 1)
        out *= 1 - random.uniform(0.2, 0.6) * dark[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


def _contrasted(random: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Local contrast and harsh colours, as telephones and the makers of data sets like them."""
    tiles = int(random.integers(3, 11))
    even = cv2.createCLAHE(float(random.uniform(1, 6)), (tiles, tiles))
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    lab[..., 0] = even.apply(np.ascontiguousarray(lab[..., 0]))
    out = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR).astype(np.float32)
    soft = cv2.GaussianBlur(out, (0, 0), random.uniform(1, 8))
    out += random.uniform(0, 2.0) * (out - soft)
    grey = out.mean(axis=2, keepdims=True)
    out = grey + random.uniform(0.6, 1.7) * (out - grey)
    return np.clip(out, 0, 255).astype(np.uint8)


def _squared(taken: TablePicture) -> TablePicture:
    """The picture stretched to the detector's square."""
    height, width = taken.picture.shape[:2]
    by = np.array([SIDE_PX / width, SIDE_PX / height] * 2)
    picture = cv2.resize(taken.picture, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    labels = [Label(label.object_class, label.box * by) for label in taken.labels]
    return TablePicture(np.asarray(picture, np.uint8), labels)
