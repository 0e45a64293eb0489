"""Lens and sensor: what a camera makes of the light, as webcams and table cameras do.

Blur of lens and motion, colour of the light, vignetting, flicker bands, noise, the sensor's curve,
sharpening, and JPEG.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Light = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Sensor:
    """Everything between the light and the picture's file.

    Attributes:
        exposure: 1 shows a white sheet in full light just not burnt.
        tint: blue, green and red of the white balance's error.
        blur_px: standard deviation of the lens's blur.
        motion_px: length of the blur of a movement, along `motion_turn` radians.
        vignetting: how much darker the corners are, 0 to 1.
        flicker: share by which bands of the mains' light waver down the picture.
        noise: standard deviation for a mid-grey, of 1.
        sharpening: how much edges are exaggerated.
        jpeg: quality, 1 to 100; 0 stores without loss.
    """

    exposure: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.5
    motion_px: float = 0.0
    motion_turn: float = 0.0
    vignetting: float = 0.0
    flicker: float = 0.0
    noise: float = 0.008
    sharpening: float = 0.0
    jpeg: int = 92


def random_sensor(random: np.random.Generator, *, still: bool = True) -> Sensor:
    """A camera of any quality that is still fit for use.

    Args:
        random: whence all chance comes.
        still: whether what it looks at lies still; otherwise some pictures are blurred by motion.
    """
    moving = not still and random.random() < 0.2
    return Sensor(
        exposure=float(np.exp(random.normal(0, 0.2))),
        tint=tuple(np.exp(random.normal(0, 0.07, 3)).tolist()),
        blur_px=float(random.uniform(0.3, 1.1)),
        motion_px=float(random.uniform(2, 7)) if moving else 0.0,
        motion_turn=float(random.uniform(0, np.pi)),
        vignetting=float(random.uniform(0, 0.35)) * (random.random() < 0.7),
        flicker=float(random.uniform(0, 0.06)) * (random.random() < 0.3),
        noise=float(np.exp(random.uniform(np.log(0.003), np.log(0.025)))),
        sharpening=float(random.uniform(0, 0.9)) * (random.random() < 0.5),
        jpeg=int(random.integers(55, 97)),
    )


def expose(light: Light, sensor: Sensor, seed: int) -> Picture:
    """The picture of this light, (height, width, 3) linear blue, green, red."""
    random = np.random.default_rng((seed, 0x5E))
    seen = light * np.float32(sensor.exposure) * np.array(sensor.tint, np.float32)
    seen = _uneven(seen, sensor, random)
    seen = _blurred(seen, sensor)
    seen = _noisy(seen, sensor.noise, random)
    stored = np.clip(_curve(seen), 0, 1) * 255.0
    if sensor.sharpening:
        soft = cv2.GaussianBlur(stored, (0, 0), 1.2)
        stored = stored + np.float32(sensor.sharpening) * (stored - soft)
    picture = np.clip(stored + 0.5, 0, 255).astype(np.uint8)
    return _stored(picture, sensor.jpeg)


def _uneven(light: Light, sensor: Sensor, random: np.random.Generator) -> Light:
    height, width = light.shape[:2]
    if sensor.vignetting:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        from_middle = (x / width - 0.5) ** 2 + (y / height - 0.5) ** 2
        light = light * (1 - np.float32(2 * sensor.vignetting) * from_middle)[..., None]
    if sensor.flicker:
        bands = np.sin(
            random.uniform(0, 2 * np.pi) + np.arange(height) / height * random.uniform(4, 14)
        )
        light = light * (1 + sensor.flicker * bands).astype(np.float32)[:, None, None]
    return np.asarray(light, np.float32)


def _blurred(light: Light, sensor: Sensor) -> Light:
    if sensor.blur_px > 0.15:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur_px), np.float32)
    if sensor.motion_px >= 1:
        light = np.asarray(cv2.filter2D(light, -1, _stroke(sensor)), np.float32)
    return light


def _stroke(sensor: Sensor) -> Light:
    """A line of the motion's length and direction, with the sum 1."""
    reach = int(np.ceil(sensor.motion_px / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    half = sensor.motion_px / 2 * np.array((np.cos(sensor.motion_turn), np.sin(sensor.motion_turn)))
    start, end = (np.round((reach + sign * half) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, start.tolist(), end.tolist(), (1.0,), 1, cv2.LINE_8, 4)
    return kernel / max(1.0, float(kernel.sum()))


def _noisy(light: Light, noise: float, random: np.random.Generator) -> Light:
    """Grain grows with the root of the light; some of it spans pixels, as after a Bayer filter."""
    fine = random.standard_normal(light.shape, np.float32)
    coarse = cv2.GaussianBlur(random.standard_normal(light.shape, np.float32), (0, 0), 1.0) * 3.0
    strength = np.float32(noise) * np.sqrt(0.25 + 3 * np.clip(light, 0, 2))
    return np.asarray(light + strength * (0.8 * fine + 0.4 * coarse), np.float32)


def _curve(light: Light) -> Light:
    """A sensor's curve: a soft shoulder for what is bright, then gamma."""
    bent = np.clip(light, 0, 4)
    bent = bent * 1.12 / (1 + 0.12 * bent)
    return np.asarray(bent ** np.float32(1 / 2.2), np.float32)


def _stored(picture: Picture, jpeg: int) -> Picture:
    if not jpeg:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
