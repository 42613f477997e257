"""Work that waits for a few threads, some of each visitor in turn: who brings much of it keeps nobody else waiting."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Fair:
    """So many threads, and a queue for each visitor."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = threading.Lock()
        self._queues: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()

    def submit(self, who: str, work: Callable[[], T]) -> Future[T]:
        """Have something done for a visitor when it is his turn."""
        done = Future[T]()
        with self._lock:
            self._queues.setdefault(who, deque()).append((done, work))
        self._threads.submit(self._do_next)
        return done

    def _do_next(self) -> None:
        with self._lock:
            who, queue = next(iter(self._queues.items()))
            done, work = queue.popleft()
            self._queues.move_to_end(who)
            if not queue:
                del self._queues[who]
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    def close(self) -> None:
        """Finish what is done now; what waits is left."""
        self._threads.shutdown(cancel_futures=True)
