"""A problem that a person can mend: what is wrong, and what to do about it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """What is wrong, without a full stop, and what to do about it, in whole sentences."""

    reason: str
    remedy: str
