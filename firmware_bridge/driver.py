"""What every device is to the rest of the bridge, whatever it speaks.

`Bridge` is the driver of our own panel and shoe, whose link keeps each event until it is on disk.
`firmware_bridge.shoes.reader.CardReader` is that of whatever says a card once and forgets it.
"""

from typing import Protocol

from firmware_bridge.bridge import BridgeHealth
from firmware_bridge.messages import Outputs
from firmware_bridge.problem import Problem
from table.observations import Observation


class Driver(Protocol):
    """One device as a source of observations: bytes and times in. No port, thread or clock."""

    name: str

    @property
    def progress_ns(self) -> int:
        """Everything that happened before this table time has been told."""

    @property
    def greeted(self) -> bool:
        """What is there may be believed: it has said who it is, or is of a kind that cannot."""

    def health(self) -> BridgeHealth:
        """How it stands, for the health screen."""

    def opened(self, now_ns: int) -> None:
        """A stream of bytes begins."""

    def closed(self, problem: Problem, now_ns: int) -> None:
        """The stream ended, or could not be opened."""

    def silent(self, now_ns: int) -> bool:
        """Nothing valid came for so long that the port should be opened anew."""

    def set_outputs(self, outputs: Outputs) -> None:
        """Lamps and buzzer shall be so; a device that has none ignores it."""

    def acknowledge_loss(self, now_ns: int) -> None:
        """A person has compared the table with what was told: go on after a loss."""

    def receive(self, data: bytes, now_ns: int) -> None:
        """Take bytes that arrived at the table time `now_ns`."""

    def due(self, now_ns: int) -> bytes:
        """The bytes to send now. Call it every 20 ms or so."""

    def take_observations(self) -> list[Observation]:
        """The observations since the last call, in order."""
