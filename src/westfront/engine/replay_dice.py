"""The dice of a record: they show what it says, if that is what the rules ask for."""

from __future__ import annotations

from westfront.engine.dice import Dice, Roll


class WrongRoll(Exception):
    """A recorded roll that is not the one the rules ask for."""


class ReplayDice(Dice):
    """Dice that show what a record says, if it is what the rules ask for."""

    def __init__(self, first: int, rolls: tuple[Roll, ...]) -> None:
        super().__init__(first)
        self.left = list(rolls)

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        if not self.left:
            raise WrongRoll(f"roll {index} for {purpose} is missing")
        roll = self.left.pop(0)
        if roll[:3] != (index, purpose, faces) or len(roll.values) != count:
            raise WrongRoll(f"roll {index} is {count}d{faces} for {purpose}")
        if not all(1 <= value <= faces for value in roll.values):
            raise WrongRoll(f"roll {index} shows what a die of {faces} does not have")
        return roll.values
