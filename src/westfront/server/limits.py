"""Limits: how often somebody may ask, how many connections and streams he may have, how many of his requests are
carried out at a time."""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from time import monotonic

MOST_BUCKETS = 10_000
MOST_FILES, OTHER_FILES = 20_000, 200


class Limits:
    """So many requests a second for each, with some seconds' worth saved up; a rate of 0 is no limit."""

    def __init__(self, rate: float, saved: float = 10.0, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.most, self._clock = rate, rate * saved, clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1) -> bool:
        """Whether there is enough in the bucket; if so it is taken out."""
        if not self.rate:
            return True
        with self._lock:
            left = self._left(who)
            enough = left >= cost
            self._put(who, left - cost if enough else left)
            return enough

    def charge(self, who: str, cost: float) -> None:
        """Take something out afterwards, though the bucket may be empty then."""
        if self.rate and cost:
            with self._lock:
                self._put(who, max(-self.most, self._left(who) - cost))

    def _left(self, who: str) -> float:
        now = self._clock()
        left, then = self._buckets.get(who, (self.most, now))
        return min(self.most, left + (now - then) * self.rate)

    def _put(self, who: str, left: float) -> None:
        self._buckets[who] = left, self._clock()
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)


class Places:
    """So many places in all, and so many for each."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self._lock, self._taken = threading.Lock(), Counter[str]()
        self.count = 0

    def take(self, who: str) -> bool:
        """Take a place, if there is one; whether there was."""
        with self._lock:
            if self.count >= self.most or self._taken[who] >= self.each:
                return False
            self._taken[who] += 1
            self.count += 1
            return True

    def leave(self, who: str) -> None:
        """A place is free again."""
        with self._lock:
            self.count -= 1
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class Turnstile:
    """So many at a time for each key; the others wait in the loop, where waiting takes up no thread."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.gates: dict[str, Gate] = {}

    def enter(self, key: str, seconds: float) -> Turn:
        """A turn to wait for and take, by `async with`; TimeoutError if that takes too long."""
        return Turn(self, key, seconds)

    def count(self, key: str) -> int:
        """How many are inside or wait."""
        gate = self.gates.get(key)
        return gate.users if gate else 0


class Gate:
    """Who is inside or waits."""

    def __init__(self, each: int) -> None:
        self.semaphore, self.users = asyncio.Semaphore(each), 0


class Turn:
    """One who waits, and is inside then."""

    def __init__(self, turnstile: Turnstile, key: str, seconds: float) -> None:
        self._turnstile, self._key, self._seconds = turnstile, key, seconds

    async def __aenter__(self) -> None:
        gates = self._turnstile.gates
        gate = self._gate = gates.get(self._key) or gates.setdefault(self._key, Gate(self._turnstile.each))
        gate.users += 1
        try:
            if gate.semaphore.locked():
                async with asyncio.timeout(self._seconds):
                    await gate.semaphore.acquire()
            else:
                await gate.semaphore.acquire()
        except BaseException:
            self._go()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._gate.semaphore.release()
        self._go()

    def _go(self) -> None:
        self._gate.users -= 1
        if not self._gate.users:
            del self._turnstile.gates[self._key]


def most_connections() -> int:
    """As many as the system lets this process have, with some files left for the store and everything else."""
    try:
        import resource  # not on every system
    except ImportError:
        return 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, MOST_FILES) if hard != resource.RLIM_INFINITY else MOST_FILES
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted) - OTHER_FILES


def address_key(address: str) -> str:
    """The name of an address among the buckets."""
    return f"address {address}"


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """The addresses that count as one: with IPv6 a whole network of 64 bits."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and not ip.ipv4_mapped:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return address
