"""Rate limits: a bucket for each address and each token, that fills up with time and is emptied by requests."""

from __future__ import annotations

import ipaddress
import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MOST_BUCKETS = 10_000


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
            now = self._clock()
            left, then = self._buckets.get(who, (self.most, now))
            left = min(self.most, left + (now - then) * self.rate)
            enough = left >= cost
            self._buckets[who] = (left - cost if enough else left), now
            self._buckets.move_to_end(who)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
            return enough


def rate_limit_key(address: str) -> str:
    """The addresses that count as one: with IPv6 a whole network of 64 bits."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and not ip.ipv4_mapped:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return address
