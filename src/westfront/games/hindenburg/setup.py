"""Chapter 3: the first position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder, Row
from westfront.engine.names import Side
from westfront.engine.state import blank_columns
from westfront.errors import NoSuchHex
from westfront.games.hindenburg.deploying import Deployment, lay_out
from westfront.games.hindenburg.deployment import Plan, Ready
from westfront.games.hindenburg.sequence import Turn
from westfront.games.hindenburg.state import (
    ACTIONS,
    ALLIED,
    GERMAN,
    NOT_YET,
    RESERVE,
    HindenburgPlay,
    HindenburgState,
    HindenburgStep,
    track,
)

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

MARKER = "AS"
"""The kind of a line that places an attack supply marker."""


def read_plans(rules: Hindenburg, data: DataFolder) -> tuple[Plan, Plan]:
    """What each side sets up, with its ready-made deployments.

    A line puts so many divisions of a kind into a hex or the reserve, the first line of a hex on top. With an owner's
    counters there may be fewer divisions than the lines want: what is missing is left out, what is left over is placed
    by hand.
    """
    plans = Plan(rules, GERMAN), Plan(rules, ALLIED)
    for row in data.rows("deployments", ["deployment", "place", "kind", "number"], keys=3).values():
        side, _, name = row.text("deployment").partition("-")
        plan = plans[rules.sides.index(side)]
        ready = plan.ready.setdefault(name, Ready())
        place = RESERVE if row.text("place") == "reserve" else _hex(rules, row)
        if row.choice("kind", [*plan.kinds, MARKER]) == MARKER:
            ready.marks.append(place)
        else:
            used = {unit for units in ready.piles.values() for unit in units}
            units = [unit for unit in plan.kinds[row.text("kind")] if unit not in used]
            ready.piles.setdefault(place, []).extend(units[: row.number("number", 1)])
    return plans


def _hex(rules: Hindenburg, row: Row) -> int:
    try:
        return rules.grid.hex(row.text("place"))
    except NoSuchHex:
        raise row.error(f"there is no hex {row.text('place')[:40]!r} on this map") from None


@rule("3.0", "3.2(1)", "3.2(2)", "3.2(3)", "3.3(1)", "3.4", "3.5")
def start_state(rules: Hindenburg) -> HindenburgState:
    """An empty map; numbered divisions on the Turn Record Tracks, tank brigades in the reserve, markers in box 10."""
    s = HindenburgState(
        turn=0,
        actions=bytearray((ACTIONS, ACTIONS)),
        german=rules.board.east,
        lost_ports=0,
        trenches=0,
        mid_game=NOT_YET,
        **blank_columns(HindenburgState, len(rules.counters)),
    )
    for unit, turn in enumerate(rules.arrival):
        if turn:
            s.at[unit] = track(turn)
    for unit in rules.tanks:
        s.at[unit] = RESERVE
    s.frames = (Turn(), SetUp(GERMAN), SetUp(ALLIED))
    return s


@rule("3.2", "3.3")
class SetUp(HindenburgStep, frozen=True):
    """A side is set up, the Allies first."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        """Lay out the first ready-made deployment, and ask."""
        plan = play.rules.plans[self.player]
        for name in list(plan.ready)[:1]:
            lay_out(play, plan, name)
        play.push(Deployment(self.player))
