"""The file in which a game under way is kept."""

from __future__ import annotations

from pathlib import Path

from westfront.cli.files import read_text, write_text
from westfront.errors import WestfrontError


class Save:
    """A file that is ours alone: what somebody else has written to it is not overwritten."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: str | None = None
        """What the file holds, unless somebody else has written to it."""

    def write(self, text: str) -> None:
        """Put the record there, unless it was changed from elsewhere since the last time."""
        if self._kept is not None and self.path.exists() and read_text(self.path) != self._kept:
            raise WestfrontError(f"{self.path} has been changed from elsewhere; stop and take it up again")
        write_text(self.path, text)
        self._kept = text
