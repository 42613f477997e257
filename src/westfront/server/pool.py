"""A few connections that many threads share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import LifoQueue
from typing import Generic, Protocol, TypeVar


class Closing(Protocol):
    """Anything that can be closed."""

    def close(self) -> None: ...


C = TypeVar("C", bound=Closing)


class Pool(Generic[C]):
    """Hands out connections, made when first needed; one that failed is closed and made anew."""

    def __init__(self, connect: Callable[[], C], size: int) -> None:
        self._connect, self._size = connect, size
        self._free: LifoQueue[C | None] = LifoQueue()
        for _ in range(size):
            self._free.put(None)

    @contextmanager
    def lend(self) -> Iterator[C]:
        """A connection for a while."""
        kept, connection = None, self._free.get()
        try:
            connection = connection or self._connect()
            yield connection
            kept = connection
        finally:
            if connection is not None and kept is None:
                connection.close()
            self._free.put(kept)

    def close(self) -> None:
        """Close all connections, waiting for those that are lent."""
        for _ in range(self._size):
            connection = self._free.get()
            if connection is not None:
                connection.close()
