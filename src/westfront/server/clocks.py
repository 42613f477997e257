"""Clocks: a side has so much time for its move; when it is over the clock decides, if both agreed to that, and else it
only tells. What it decides is a line of the record, so that whoever replays a game looks at no clock."""

from __future__ import annotations

import logging
from collections.abc import Callable

from westfront.errors import WestfrontError
from westfront.server.rounds import Rounds
from westfront.server.rows import BadRow, Game, Stale, StoreError, now
from westfront.server.tables import Busy, Live, Tables
from westfront.server.terms import ClockNow

log = logging.getLogger("westfront.clocks")
EVERY = 5.0
AFTER_START = 600_000
"""Milliseconds after the start of a server before a clock decides: nobody loses because the server was away."""


def clock_now(row: Game, time_: int) -> ClockNow | None:
    """The clock of the side to act, if one runs."""
    if not row.clock or not row.to_act:
        return None
    move = abs(row.clock)
    return ClockNow(row.agreed().pace, move, row.turn_since + move - time_, row.clock > 0)


class Clocks:
    """Looks for sides whose time is over."""

    def __init__(self, tables: Tables, time_: Callable[[], int] = now) -> None:
        self._tables, self.now = tables, time_
        self._from = time_() + AFTER_START
        self._stuck: set[tuple[str, int]] = set()
        """Positions at which nothing can be decided: the game stands still, or cannot be read."""
        self.rounds = Rounds("clocks", EVERY, self.look)

    def look(self) -> None:
        """Decide every game whose time is over."""
        time_ = self.now()
        for place in self._tables.store.late(time_) if time_ >= self._from else ():
            if place not in self._stuck:
                self._decide(*place, time_)

    def _decide(self, id_: str, number: int, time_: int) -> None:
        try:
            with self._tables.open(id_) as live:
                if live.match.halted:
                    self._stuck.add((id_, number))
                elif live.row.number == number and _is_late(live, time_):
                    live.match.run_out(live.row.to_act)
                    self._tables.commit(live, None)
        except Stale:
            return
        except BadRow as error:
            self._stuck.add((id_, number))
            log.error("%s", error)
        except (StoreError, Busy) as error:
            log.warning("the clock at table %s waits: %s", id_, error)
        except WestfrontError as error:
            self._stuck.add((id_, number))
            log.error("the clock at table %s: %s", id_, error)


def _is_late(live: Live, time_: int) -> bool:
    """Whether a person has let his time pass; while a seat is free, or a machine thinks, it does not run."""
    row, clock = live.row, clock_now(live.row, time_)
    is_full = all(seat.kind not in ("open", "empty") for seat in row.all_seats().values())
    return clock is not None and clock.decides and clock.left <= 0 and is_full and row.waits_for == "person"
