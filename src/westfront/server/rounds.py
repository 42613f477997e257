"""A round that is made again and again in a thread of its own, until the server goes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from westfront.server.rows import StoreError

log = logging.getLogger("westfront.server")


class Rounds:
    """Looks after something every so many seconds; if the store cannot be reached, the next round tries again."""

    def __init__(self, name: str, seconds: float, look: Callable[[], None]) -> None:
        self._name, self._seconds, self._look = name, seconds, look
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(self._seconds):
            try:
                self._look()
            except StoreError as error:
                log.warning("%s: %s", self._name, error)

    def close(self) -> None:
        """Stop looking; a round that is under way is finished."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
