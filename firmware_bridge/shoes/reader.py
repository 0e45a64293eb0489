"""A shoe or reader without a queue: what it says while nobody listens is gone.

So every stream of bytes begins with "cards unverified": the hand goes on, but its cards must be
compared with the deck before anything rests on them (`table.deck`). The reader cannot be asked
whether it is there, so a cable that is pulled at its other end is not noticed.
"""

import logging
from collections import deque
from collections.abc import Callable

from firmware_bridge.bridge import BridgeHealth, Delivery, Standing
from firmware_bridge.link import EventKey, LinkCounters
from firmware_bridge.messages import Outputs
from firmware_bridge.problem import Problem
from firmware_bridge.shoes.said import CardProtocol, CardSaid, Missed, NewDeck, Said, Trouble
from table.observations import (
    CardLeftShoe,
    CardsUnverified,
    Observation,
    SourceChanged,
    SourceState,
)

logger = logging.getLogger(__name__)

_NOT_HEARD = "Cards that left the shoe before its line was open are not known"
_NOT_STORED = Problem(
    "New cards cannot be stored", "Free some space on this machine's disk; deal no card until then."
)


class CardReader:
    """The driver of a shoe or reader that keeps no card.

    Args:
        name: the source's name in the table file.
        protocol: what it speaks.
        persist: puts a delivery on disk, or raises; what it raised for is given again.
        resume_after: the last delivery's key from an earlier run.
    """

    def __init__(
        self,
        name: str,
        protocol: CardProtocol,
        *,
        persist: Callable[[Delivery], None],
        resume_after: EventKey | None = None,
    ) -> None:
        self.name = name
        self._protocol = protocol
        self._persist = persist
        # A run of this program is to such a reader what a start is to a device of ours.
        self._run = resume_after.boot_id + 1 if resume_after else 1
        self._ordinal = 0
        self._counters = LinkCounters()
        self._unstored: deque[Delivery] = deque()
        self._observations: list[Observation] = []
        self._standing: Standing | None = None
        self._open = False
        self._port_problem: Problem | None = None
        self._trouble: Problem | None = None
        self._delivered = 0
        self._progress_ns = 0

    @property
    def progress_ns(self) -> int:
        """Everything that happened before this table time has been told."""
        return self._progress_ns

    @property
    def greeted(self) -> bool:
        """The line is open; nothing more can be known."""
        return self._open

    def health(self) -> BridgeHealth:
        """How it stands, for the health screen."""
        state, problem = self._standing or (SourceState.STARTING, None)
        return BridgeHealth(state, problem, self._counters.gaps, self._counters)

    def opened(self, now_ns: int) -> None:
        """A stream of bytes begins; what was said before it is not known."""
        self._open = True
        self._port_problem = None
        self._counters.greetings += 1
        self._protocol.opened()
        self._judge(now_ns)
        self._take(Missed(_NOT_HEARD), now_ns)

    def closed(self, problem: Problem, now_ns: int) -> None:
        """The stream ended, or could not be opened."""
        self._open = False
        self._port_problem = problem
        self._judge(now_ns)

    def silent(self, now_ns: int) -> bool:
        """Never known: it says nothing while no card leaves it."""
        return False

    def set_outputs(self, outputs: Outputs) -> None:
        """It has no lamps."""

    def acknowledge_loss(self, now_ns: int) -> None:
        """Nothing waits for it: a gap is told as an observation, and never stops the source."""

    def receive(self, data: bytes, now_ns: int) -> None:
        """Take bytes that arrived at the table time `now_ns`."""
        for said in self._protocol.feed(data, now_ns):
            self._take(said, now_ns)
        self._settle(now_ns)

    def due(self, now_ns: int) -> bytes:
        """Nothing is ever sent; but what is not told until some time has passed, is told here."""
        if self._open:
            self.receive(b"", now_ns)
        else:
            self._settle(now_ns)
        return b""

    def take_observations(self) -> list[Observation]:
        """The observations since the last call, in order."""
        taken, self._observations = self._observations, []
        return taken

    def _take(self, said: Said, now_ns: int) -> None:
        match said:
            case CardSaid():
                self._ordinal += 1
                seen = CardLeftShoe(
                    source=self.name, at_ns=now_ns, card=said.card, ordinal=self._ordinal
                )
                self._enqueue(seen)
            case NewDeck():
                self._ordinal = 0
            case Missed():
                self._counters.gaps += 1
                logger.info("%s: %s", self.name, said.reason)
                self._enqueue(CardsUnverified(source=self.name, at_ns=now_ns, reason=said.reason))
            case Trouble():
                self._trouble = said.problem

    def _enqueue(self, observation: Observation) -> None:
        self._delivered += 1
        key = EventKey(self._run, self._delivered)
        self._unstored.append(Delivery(self.name, key, b"", observation))

    def _settle(self, now_ns: int) -> None:
        """Store and tell what waits, in order, then judge."""
        while self._unstored:
            delivery = self._unstored[0]
            try:
                self._persist(delivery)
            except Exception:  # whatever storage raises: there is no other copy of this card
                if self._standing != (SourceState.FAULTY, _NOT_STORED):
                    logger.exception("%s: a card could not be stored", self.name)
                break
            self._unstored.popleft()
            self._counters.events += 1
            if delivery.observation is not None:
                self._observations.append(delivery.observation)
        self._judge(now_ns)
        if not self._unstored:
            self._progress_ns = max(self._progress_ns, now_ns)

    def _judge(self, now_ns: int) -> None:
        standing = self._stands()
        if standing == self._standing:
            return
        self._standing = standing
        state, problem = standing
        self._observations.append(
            SourceChanged(
                source=self.name,
                at_ns=max(now_ns, self._progress_ns),
                state=state,
                reason=problem.reason if problem else "",
                remedy=problem.remedy if problem else "",
            )
        )

    def _stands(self) -> Standing:
        if not self._open:
            if self._port_problem is None:
                return SourceState.STARTING, None
            return SourceState.OFFLINE, self._port_problem
        if self._unstored:
            return SourceState.FAULTY, _NOT_STORED
        if self._trouble is not None:
            return SourceState.FAULTY, self._trouble
        return SourceState.LIVE, None
