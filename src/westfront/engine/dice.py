"""Dice that can be proved honest, dice for tests, and repeatable choices for machines.

A match has a secret of 256 bits. The record opens with its commitment; each roll is the HMAC-SHA-256 of its index,
purpose and faces under a key; the key is the secret alone, or the secret mixed with a share of each side; the secret is
told at the end, and anyone can derive every roll again.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from westfront.errors import WestfrontError

_T = TypeVar("_T")

MOST_FACES = 256
"""A die is thrown with one byte."""


PURPOSE = re.compile(r"[^\s|#]+")


class Roll(NamedTuple):
    """One throw of one or more dice."""

    number: int
    purpose: str
    faces: int
    values: tuple[int, ...]

    def text(self) -> str:
        """The roll as a record has it."""
        return f"{self.number} {self.purpose} d{self.faces} {' '.join(map(str, self.values))}"


class Dice:
    """What rules see of dice. `rolls` lists all throws so far, the first of which has a number."""

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.rolls: list[Roll] = []

    @property
    def thrown(self) -> int:
        """How many rolls there have been in all."""
        return self.first + len(self.rolls)

    def roll(self, purpose: str, faces: int = 6, count: int = 1) -> tuple[int, ...]:
        """Throw `count` dice; the purpose is one word, such as `combat/2731`."""
        if count < 1 or not 2 <= faces <= MOST_FACES:
            raise AssertionError(f"a roll is one or more dice of 2 to {MOST_FACES} faces, not {count}d{faces}")
        if not PURPOSE.fullmatch(purpose):
            raise AssertionError(f"the purpose of a roll is one word, not {purpose!r}")
        number = self.thrown
        values = self._values(number, purpose, faces, count)
        self.rolls.append(Roll(number, purpose, faces, values))
        return values

    def hits(self, purpose: str, numbers: Sequence[int], faces: int = 6) -> int:
        """Throw a die for each hit number and count those that show their number or less."""
        if not numbers:
            return 0
        thrown = self.roll(purpose, faces, len(numbers))
        return sum(value <= number for value, number in zip(thrown, numbers, strict=True))

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        raise NotImplementedError


class SecretDice(Dice):
    """The dice of a match."""

    def __init__(self, secret: bytes) -> None:
        super().__init__()
        self.secret = self.key = secret

    def mix(self, shares: Sequence[bytes]) -> None:
        """From now on the rolls come from the secret and the shares of both sides."""
        self.key = mixed(self.secret, shares)

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        return derive(self.key, index, purpose, faces, count)


class NoDice(Dice):
    """What takes the place of dice where nobody was asked to throw any."""

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        raise Unasked(purpose)


class Unasked(Exception):
    """A die was about to be thrown that nobody was asked to throw."""


class SealedDice(Dice):
    """The dice of a record that does not hold the secret: it can be read, but not played on."""

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        raise WestfrontError("this record does not hold the secret of its dice, so only its host can roll on")


class ScriptedDice(Dice):
    """Dice that show what a test says, in order."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__()
        self._script = iter(values)

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        shown = tuple(next(self._script, 0) for _ in range(count))
        if not all(1 <= value <= faces for value in shown):
            raise AssertionError(f"roll {index} for {purpose} needs {count} of 1-{faces}, the script has {shown}")
        return shown


class FixedDice(Dice):
    """Dice that always show one number (or their highest face), so that positions can be counted."""

    def __init__(self, value: int) -> None:
        super().__init__()
        self._value = value

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        return (min(self._value, faces),) * count


def derive(key: bytes, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
    """The values of one roll: bytes of the stream, those that would favour low faces left out."""
    fair = 256 - 256 % faces
    values: list[int] = []
    for byte in _stream(key, f"{index} {purpose} d{faces}"):
        if byte < fair:
            values.append(byte % faces + 1)
            if len(values) == count:
                break
    return tuple(values)


def _stream(key: bytes, name: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, f"{name} {block}".encode(), "sha256")
        block += 1


def commitment(secret: bytes) -> str:
    """What is told of the secret at the start: nothing, but it cannot be changed any more."""
    return hashlib.sha256(b"westfront dice" + secret).hexdigest()


def mixed(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """The key of the rolls of a match in which both sides have a share in the dice."""
    return hashlib.sha256(b"westfront mixed" + secret + b"".join(shares)).digest()


def seal_of(share: bytes) -> str:
    """What a side tells of its share before anybody opens one."""
    return hashlib.sha256(b"westfront share" + share).hexdigest()


def new_secret() -> bytes:
    """A secret that nobody can guess; the one place below the server that asks the system for chance."""
    return secrets.token_bytes(32)


def secret_from_seed(seed: int | str) -> bytes:
    """A secret that anyone with the seed can make again, for games that are to be repeated."""
    return hashlib.sha256(f"westfront seed {seed}".encode()).digest()


class RepeatableRandom:
    """Cheap repeatable choices for machines (a 64-bit linear congruential generator); never for dice."""

    def __init__(self, seed: int | str) -> None:
        self._state = int.from_bytes(hashlib.sha256(f"westfront lots {seed}".encode()).digest()[:8])

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFF_FFFF_FFFF_FFFF
        return (self._state >> 32) * n >> 32

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """The items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


class RandomDice(Dice):
    """Dice for thinking: repeatable, cheap, and never those of a match."""

    def __init__(self, lots: RepeatableRandom) -> None:
        super().__init__()
        self._lots = lots

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        return tuple(self._lots.below(faces) + 1 for _ in range(count))


class ComparingDice(Dice):
    """Dice for comparing plans: the same throw for the same purpose, whatever else was thrown before.

    A battle that two plans have in common ends alike in both, so that luck tells less between them; and every second
    run has the dice of the run before turned over, so that luck is shared out. What plans differ by varies half as much
    as with dice that fall one after another (measured in Gneisenau, at Montfaucon and in Storm).
    """

    def __init__(self, seed: str, run: int = 0) -> None:
        super().__init__()
        self._seed, self._turned, self._times = f"{seed}/{run // 2}", run % 2 == 1, Counter[str]()

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        self._times[purpose] += 1
        lots = RepeatableRandom(f"{self._seed}/{purpose}/{self._times[purpose]}")
        values = tuple(lots.below(faces) + 1 for _ in range(count))
        return tuple(faces + 1 - value for value in values) if self._turned else values
