"""A problem that a person can mend: what is wrong, and what to do about it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """What is wrong, and what to do about it, each a sentence without its full stop."""

    reason: str
    remedy: str
