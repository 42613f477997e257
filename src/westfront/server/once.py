"""Things that are made once and kept; whoever asks for one in the making waits for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Once(Generic[K, V]):
    """At most so many things, the one made first goes first; what could not be made is tried again."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._made: OrderedDict[K, Future[V]] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The thing of a key."""
        with self._lock:
            found, mine = self._made.get(key), Future[V]()
            if found is None:
                self._made[key] = mine
        if found is not None:
            return found.result()
        try:
            mine.set_result(make())
        except BaseException as error:
            with self._lock:
                self._made.pop(key, None)
            mine.set_exception(error)
            raise
        with self._lock:
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return mine.result()
