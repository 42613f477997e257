"""Work instead of time: a machine counts what it does, so that it answers alike on every computer and on every day."""

from __future__ import annotations

PER_SECOND = 1000
"""So many units of work are a second on a slow core; a unit is about one position judged."""


class Work:
    """How much may still be done."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds * PER_SECOND

    def spend(self, units: float = 1.0) -> None:
        """Some of it is done."""
        self.left -= units

    @property
    def is_over(self) -> bool:
        """Whether an answer is due now."""
        return self.left <= 0

    def share(self, part: float) -> Work:
        """A part of what is left, for a question within the question; what it uses is not taken from this one."""
        return Work(max(0.0, self.left) * part / PER_SECOND)
