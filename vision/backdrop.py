"""Backdrop: what a seat's zone looked like when it was last at rest, and what it looks like bare.

Two pictures are kept, both without hands. The *accepted* one shows the content that was read last:
what differs from it is new. The *bare* one shows the empty table: it tells a thing that has come
from the place of a thing that has gone. Bare felt is learned only when the area has been read as
empty, so chips that lie there for an hour are never taken for felt.
"""

import cv2
import numpy as np

from vision.frames import NS_PER_S, Picture
from vision.hands import LogColour, foreground, log_colour
from vision.motion import Contrast, MotionMeter
from vision.zones import Mask, Zone

BARE_NS = 60 * NS_PER_S
"""Around an empty bet area, the bare picture follows over a minute; an arm does not lie so long."""


class Backdrop:
    """The remembered pictures of one zone."""

    def __init__(self, zone: Zone, meter: MotionMeter, empty_table: Picture | None) -> None:
        """Start with nothing accepted.

        Args:
            zone: of the seat.
            meter: knows the noise of the zone.
            empty_table: a reduced picture of the empty table, such as the one for calibration.
        """
        self._zone = zone
        self._meter = meter
        self._accepted: tuple[Contrast, LogColour] | None = None
        self._bare = None if empty_table is None else log_colour(zone.cut(empty_table))
        self._followed_ns: int | None = None

    def forget_accepted(self) -> None:
        """What lies there is not known any more."""
        self._accepted = None

    @property
    def accepted_colour(self) -> LogColour | None:
        """The colours of what was accepted last."""
        return None if self._accepted is None else self._accepted[1]

    def changed(self, contrast: Contrast) -> Mask:
        """The pixels that are not as accepted, by their edges; all if nothing is accepted."""
        if self._accepted is None:
            return self._zone.whole
        return self._meter.changed(contrast, self._accepted[0]) & self._zone.whole

    def new(self, colour: LogColour) -> Mask:
        """What has come since the last acceptance. Where something has gone, nothing is new."""
        if self._accepted is None:
            return np.zeros_like(self._zone.whole)
        come_or_gone = foreground(self._zone, colour, self._accepted[1])
        if self._bare is None or not come_or_gone.any():
            return come_or_gone
        return come_or_gone & foreground(self._zone, colour, self._bare)

    def recoloured(self, colour: LogColour) -> Mask:
        """What has another colour than accepted, come or gone."""
        if self._accepted is None:
            return self._zone.whole
        return foreground(self._zone, colour, self._accepted[1])

    def around(self, colour: LogColour) -> Mask:
        """What is not bare table towards the player, such as an arm that has long lain there."""
        if self._bare is None:
            return np.zeros_like(self._zone.whole)
        seen = foreground(self._zone, colour, self._bare)
        return seen & self._zone.towards_player & ~self._zone.bet

    def content(self) -> Mask:
        """Where things lie in the bet area by the last acceptance; all of it if bare is unknown."""
        if self._accepted is None or self._bare is None:
            return self._zone.bet
        return foreground(self._zone, self._accepted[1], self._bare) & self._zone.bet

    def vacated_share(self, colour: LogColour) -> float:
        """Share of the place of the accepted content that is bare now; 0 if that is not known."""
        if self._accepted is None or self._bare is None:
            return 0.0
        content = self.content()
        bare_now = content & ~foreground(self._zone, colour, self._bare)
        return float(bare_now.sum() / max(1, int(content.sum())))

    def accept(self, contrast: Contrast, colour: LogColour) -> None:
        """Take the zone as it is now for its content.

        What reaches in from the player's side is left out: an arm that rests beside the bet area
        must stay an arm.
        """
        if self._accepted is not None:
            arms = self._reaching_in(self.new(colour))
            contrast = np.where(arms, self._accepted[0], contrast)
            colour = np.where(arms[:, :, np.newaxis], self._accepted[1], colour)
        self._accepted = (contrast, colour)

    def _reaching_in(self, new: Mask) -> Mask:
        beside = new & self._zone.towards_player & ~self._zone.bet
        _, labels = cv2.connectedComponents(beside.astype(np.uint8))
        at_border = np.unique(labels[beside & self._zone.player_side])
        return np.isin(labels, at_border) & beside

    def learn_bare(self, colour: LogColour, at_ns: int) -> None:
        """The bet area has been read as empty: this is what bare looks like."""
        if self._bare is None:
            self._bare = colour.copy()
        else:
            since_ns = at_ns - (at_ns if self._followed_ns is None else self._followed_ns)
            share = np.full(self._zone.bet.shape, min(1.0, since_ns / BARE_NS), np.float32)
            share[self._zone.bet] = 1.0
            self._bare += (colour - self._bare) * share[:, :, np.newaxis]
        self._followed_ns = at_ns
