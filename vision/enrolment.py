"""Learns a house's chips from a few photos that the house takes itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import (
    BRIGHTNESS,
    COLOURS,
    RINGS,
    Disc,
    colour_numbers,
    log_likelihood,
    ring_counts,
)
from vision.chip_set import DIAMETER_MM, ChipSet, ChipSetDocument, ChipType
from vision.colour import to_lab
from vision.flat_picture import THICKNESS_MM, FlatPicture, flatten, region_mask
from vision.rim_detector import find_rims
from vision.surface import Surface, fit_surface, surface_region
from vision.table_view import TableView
from vision.view_finding import circles_in_picture, settle_by_rim

CLEAR_RIM = 0.45
"""A chip is learned from only if this much of its rim is clear: it lies free and whole."""

TOO_CLOSE = 0.6
"""Nats a pixel by which two types must differ on average to be told apart in this light."""

HOW_TO_PHOTOGRAPH = (
    "Lay a few chips of a kind on the bare table, apart from each other, and photograph them from"
    " above."
)


class EnrolmentError(ValueError):
    """No chip set can be made of these photos; the text says why and what to do."""


@dataclass(frozen=True)
class Mark:
    """Where a chip of a known kind lies in a photo.

    Attributes:
        label: which chip it is.
        x: of its centre, in pixels.
        y: of its centre, in pixels.
    """

    label: str
    x: float
    y: float


@dataclass(frozen=True)
class EnrolmentPhoto:
    """A photo to learn from.

    Attributes:
        name: for messages.
        picture: (height, width, 3) blue, green, red.
        label: the one kind of chip that it shows, or empty if `marks` tell.
        marks: the chips to learn from, where a photo shows several kinds.
        pixels_per_mm: scale, if it is seen from straight above and calibrated.
        region: (n, 2) corners of the area that counts, or None for all of it.
    """

    name: str
    picture: NDArray[np.uint8]
    label: str = ""
    marks: tuple[Mark, ...] = ()
    pixels_per_mm: float | None = None
    region: NDArray[np.float64] | None = None


@dataclass(frozen=True)
class Enrolment:
    """What was learned.

    Attributes:
        chip_set: the chips.
        warnings: what the house should know, in sentences: kinds that are hard to tell apart, and
            photos in which no chip lay free.
    """

    chip_set: ChipSet
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class LocatedPhoto:
    """A photo of which it is known how the table lies in it.

    Attributes:
        photo: the photo.
        surface: the bare table in it.
        view: how the table lies in it.
        region: (n, 2) corners of the area that counts, in pixels.
    """

    photo: EnrolmentPhoto
    surface: Surface
    view: TableView
    region: NDArray[np.float64]


def locate(photo: EnrolmentPhoto, diameter_mm: float = DIAMETER_MM) -> LocatedPhoto:
    """Find out how the table lies in a photo: the slow part of an enrolment.

    Raises:
        EnrolmentError: there is no chip in it.
    """
    picture = photo.picture
    if photo.region is None:
        surface = fit_surface(picture)
        region = surface_region(picture, surface)
    else:
        region = photo.region
        surface = fit_surface(picture, region_mask(picture, region))
    if photo.pixels_per_mm is not None:
        return LocatedPhoto(photo, surface, TableView.from_scale(photo.pixels_per_mm), region)
    found = circles_in_picture(picture, surface, region_mask(picture, region))
    if found is None:
        raise EnrolmentError(f"{photo.name}: there is no chip. {HOW_TO_PHOTOGRAPH}")
    view = settle_by_rim(picture, region, surface, found, diameter_mm)
    return LocatedPhoto(photo, surface, view, region)


def enrol(
    photos: Sequence[LocatedPhoto],
    values: dict[str, int | None],
    *,
    house: str,
    enrolled: str = "",
    diameter_mm: float = DIAMETER_MM,
    thickness_mm: float = THICKNESS_MM,
) -> Enrolment:
    """Learn a chip set.

    Args:
        photos: at least one for each label.
        values: what each label is worth; None for a chip without a value of its own.
        house: name of the house.
        enrolled: the day, as written into the chip set.
        diameter_mm: of every chip.
        thickness_mm: of every chip.

    Raises:
        EnrolmentError: a kind of chip was found in no photo.
    """
    if not photos:
        raise EnrolmentError(f"there are no photos. {HOW_TO_PHOTOGRAPH}")
    brightness = [float(photo.surface.colour.mean()) for photo in photos]
    reference = photos[int(np.argsort(brightness)[len(brightness) // 2])].surface.colour
    lessons: dict[str, list[NDArray[np.float32]]] = {label: [] for label in values}
    warnings = []
    for photo in photos:
        flat = flatten(photo.photo.picture, photo.view, photo.region, photo.surface, reference)
        found = _chips_to_learn(flat, photo.photo, diameter_mm)
        if not found:
            warnings.append(f"{photo.photo.name}: no chip lies free and whole; take it again")
        for label, centre, radius in found:
            lessons.setdefault(label, []).append(_appearance(flat, centre, radius))
    missing = [label for label in values if not lessons[label]]
    if missing:
        raise EnrolmentError(f"no chip was found for {', '.join(missing)}. {HOW_TO_PHOTOGRAPH}")
    document = ChipSetDocument(
        house=house,
        enrolled=enrolled,
        diameter_mm=diameter_mm,
        thickness_mm=thickness_mm,
        chips=tuple(
            ChipType(label=label, value=value, samples=len(lessons[label]))
            for label, value in values.items()
        ),
    )
    counts = np.stack([np.mean(lessons[label], axis=0) for label in values])
    chip_set = ChipSet(document, counts.astype(np.float32), reference)
    return Enrolment(chip_set, (*warnings, *_confusable(chip_set)))


def _confusable(chip_set: ChipSet) -> list[str]:
    """Sentences about kinds that look alike in this light."""
    logs = log_likelihood(chip_set.counts)
    shares = chip_set.counts / np.maximum(chip_set.counts.sum(axis=(1, 2), keepdims=True), 1e-9)
    sentences = []
    for first in range(len(logs)):
        for second in range(first + 1, len(logs)):
            apart = min(
                float((shares[first] * (logs[first] - logs[second])).sum()),
                float((shares[second] * (logs[second] - logs[first])).sum()),
            )
            if apart < TOO_CLOSE:
                names = f"{chip_set.types[first].label} and {chip_set.types[second].label}"
                sentences.append(
                    f"{names} look alike in this light ({apart:.1f} nats): they will often be"
                    " answered with cannot tell. Use a whiter light or other chips."
                )
    return sentences


def _chips_to_learn(
    flat: FlatPicture, photo: EnrolmentPhoto, diameter_mm: float
) -> list[tuple[str, NDArray[np.float64], float]]:
    """Label, centre and radius of each chip of the photo that lies free, in the flat picture."""
    radius = diameter_mm / 2 * flat.pixels_per_mm
    rims = find_rims(flat, radius)
    strength = rims.strength.mean(axis=1)
    if photo.marks:
        found = []
        places = flat.points_in_picture(rims.centres)
        for mark in photo.marks:
            apart = np.linalg.norm(places - (mark.x, mark.y), axis=1)
            on_table = (
                np.linalg.norm(rims.centres - rims.centres[int(np.argmin(apart))], axis=1)
                if len(apart)
                else apart
            )
            near = np.nonzero(on_table < 0.2 * radius)[0]
            if not len(near):
                continue
            best = near[int(np.argmax(strength[near]))]
            found.append((mark.label, rims.centres[best], float(rims.radii[best])))
        return found
    chosen: list[int] = []
    for candidate in np.argsort(-strength):
        if strength[candidate] < CLEAR_RIM:
            break
        apart = [np.linalg.norm(rims.centres[candidate] - rims.centres[c]) for c in chosen]
        if all(distance > 1.9 * radius for distance in apart):
            chosen.append(int(candidate))
    return [(photo.label, rims.centres[c], float(rims.radii[c])) for c in chosen]


def _appearance(
    flat: FlatPicture, centre: NDArray[np.float64], radius: float
) -> NDArray[np.float32]:
    """Colours of each ring of one chip, (RINGS, COLOURS), each ring's sum its share of the face."""
    disc = Disc.of_radius(radius)
    places = np.rint(centre).astype(int) + disc.offsets
    height, width = flat.inside.shape
    inside = (
        (places[:, 0] >= 0) & (places[:, 0] < width) & (places[:, 1] >= 0) & (places[:, 1] < height)
    )
    x, y = places[inside].T
    ring = disc.ring[inside]
    light = cv2.cvtColor(flat.lab[y, x][None], cv2.COLOR_Lab2LBGR)
    total = np.zeros((RINGS, COLOURS), np.float32)
    for gain in BRIGHTNESS:
        numbers = colour_numbers(to_lab(light * np.float32(gain)))[0]
        total += ring_counts(numbers, ring, np.ones(len(ring), bool))
    return total / np.float32(len(BRIGHTNESS) * len(disc.ring))
