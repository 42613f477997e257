"""Plans: what a side sets up before the game begins, where each unit may stand, and what must be met in the end.

A game derives a class of its own from `Plan` and says in it what is its policy; the questions are in setup.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq
from typing import Any, Protocol

from westfront.engine.data import DataFolder, Row
from westfront.engine.event import EVERYBODY
from westfront.engine.frame import Play, Refusal
from westfront.engine.names import NOBODY, OFF, WORD, Names
from westfront.engine.state import UnitPlaces
from westfront.hexgrid import HexSet
from westfront.mechanics.limits import Limit, allowed, why_not

NAMED_UNITS = 8
"""So many units are named in one line of the log; more are counted."""
ANYWHERE = -(1 << 15)
"""In place of a hex that is not named."""


class Placed(Protocol):
    """A state whose units have places."""

    at: UnitPlaces


class Plan:
    """What one side sets up; a game says in a class of its own where units may stand and what must be met."""

    def __init__(
        self,
        side: int,
        units: Iterable[int],
        kind_of: Callable[[int], str],
        rule: str,
        *,
        fixed: Mapping[int, int] | None = None,
        hidden: bool = False,
    ) -> None:
        """The units of a side in the order in which they are taken; `rule` is what the set-up stands on."""
        self.side, self.units, self.rule, self.hidden = side, [*units], rule, hidden
        self.fixed = dict(fixed or {})
        """Units that begin in a stated place, and stay there."""
        self.free = [unit for unit in self.units if unit not in self.fixed]
        self.kinds: dict[str, list[int]] = {}
        """The free units by kind: those of a kind may stand in the same hexes."""
        for unit in self.free:
            self.kinds.setdefault(kind_of(unit), []).append(unit)
        self.ready: dict[str, dict[int, int]] = {}
        """Deployments to begin with, by name: a place for each free unit, in the order in which they are laid."""

    # -- what the game says

    def limits(self, rules: Any, s: Any, unit: int) -> Iterator[Limit]:
        """Everything that says where a unit may stand, seeing where the others do."""
        raise NotImplementedError

    def unmet(self, rules: Any, s: Any) -> Refusal | None:
        """What else must be met before the side is done, once every unit stands where it may."""
        return None

    def suspects(self, rules: Any, s: Any) -> Iterable[int]:
        """Units that might stand where they may not, now that the others have been placed."""
        return self.free

    def next_of(self, rules: Any, alike: Sequence[int], hex_: int) -> int:
        """Which of several units of a kind, that are not placed yet, goes to a hex."""
        return alike[0]

    def lay(self, rules: Any, s: Any, unit: int, place: int) -> None:
        """Put a unit into a hex or a box."""
        s.at[unit] = place

    def is_open(self, rules: Any, s: Any) -> bool:
        """Whether this is the time of the set-up; asked of positions that somebody wrote by hand."""
        return True

    # -- where units stand

    def unplaced(self, s: Placed) -> dict[str, list[int]]:
        """The units that are still beside the map, by kind."""
        found = {kind: [unit for unit in units if s.at[unit] == OFF] for kind, units in self.kinds.items()}
        return {kind: units for kind, units in found.items() if units}

    def standing(self, s: Placed, place: int = ANYWHERE) -> tuple[int, ...]:
        """The free units that are placed, or those of one place."""
        if place == ANYWHERE:
            return tuple(unit for unit in self.free if s.at[unit] != OFF)
        return tuple(unit for unit in self.free if s.at[unit] == place != OFF)

    def stands(self, s: Placed, name: str) -> bool:
        """Whether a ready-made deployment is what stands on the map."""
        ready = self.ready[name]
        return all(map(eq, map(s.at.__getitem__, ready), ready.values()))

    # -- what is allowed

    def allowed(self, rules: Any, s: Any, unit: int) -> HexSet:
        """Where a free unit may be placed now."""
        return allowed(rules.grid.mask, self.limits(rules, s, unit))

    def why_not_at(self, rules: Any, s: Any, unit: int, hex_: int) -> Refusal | None:
        """The first limit that forbids a unit a hex."""
        what = f"{rules.names.units[unit]} cannot be placed at {rules.names.place(hex_)}:"
        return why_not(self.limits(rules, s, unit), hex_, what)

    def why_not_unit(self, rules: Any, unit: int) -> Refusal | None:
        """It is none of the units that are placed, or it stays where it is."""
        if unit in self.fixed:
            return Refusal(self.rule, f"{rules.names.units[unit]} stays where it begins")
        if unit not in self.free:
            return Refusal(self.rule, f"{rules.names.write('unit', unit)} is not a unit of yours that begins the game")
        return None

    def unfinished(self, rules: Any, s: Any) -> Refusal | None:
        """The first thing that keeps the set-up from being complete."""
        left = self.unplaced(s)
        if left:
            first = rules.names.units[next(iter(left.values()))[0]]
            return Refusal(self.rule, f"units are still to be placed: {counted(left)}, first {first}")
        wrong = (self.why_not_at(rules, s, unit, s.at[unit]) for unit in self.suspects(rules, s))
        return next(filter(None, wrong), None) or self.unmet(rules, s)

    # -- what is done

    def begin(self, play: Play[Any, Any]) -> None:
        """Put every unit that is fixed in its place, and lay out the first ready-made deployment for the rest."""
        for unit, place in self.fixed.items():
            self.lay(play.rules, play.state, unit, place)
        for name in list(self.ready)[:1]:
            self.lay_out(play, name)

    def lay_out(self, play: Play[Any, Any], name: str) -> None:
        """Put all free units where a ready-made deployment has them."""
        self.sweep(play.rules, play.state, self.standing(play.state))
        for unit, place in self.ready[name].items():
            self.lay(play.rules, play.state, unit, place)
        self.tell(play, "ready-made", side=self.side, name=name)

    def put(self, play: Play[Any, Any], unit: int, hex_: int) -> None:
        """Place a unit."""
        self.lay(play.rules, play.state, unit, hex_)
        self.tell(play, "placed", unit=unit, hex=hex_)

    def lift(self, play: Play[Any, Any], units: Sequence[int]) -> None:
        """Take units off the map."""
        self.sweep(play.rules, play.state, units)
        if len(units) > NAMED_UNITS:
            self.tell(play, "cleared", side=self.side, number=len(units))
        else:
            self.tell(play, "lifted", units=units)

    def sweep(self, rules: Any, s: Any, units: Iterable[int]) -> None:
        """Put units back beside the map."""
        for unit in units:
            self.lay(rules, s, unit, OFF)

    def tell(self, play: Play[Any, Any], kind: str, **facts: Any) -> None:
        """Report what is done, to the side alone if the plan is hidden."""
        play.tell(kind, self.rule, only=self.side if self.hidden else EVERYBODY, **facts)


def counted(groups: Mapping[str, Sequence[int]]) -> str:
    """Units by kind in words: `3 x 4-4, 2 x 5-4`."""
    return ", ".join(f"{len(units)} x {kind}" for kind, units in groups.items())


# -- ready-made deployments in the data


def read_ready(data: DataFolder, file: str, names: Names, plans: Sequence[Plan]) -> None:
    """Read ready-made deployments, a line a unit: `deployment` such as `red-line`, `unit`, and its `place`.

    Units that are not placed in this scenario are left out, so that several scenarios can share a list.
    """
    for row in data.rows(file, ["deployment", "unit", "place"], keys=2).values():
        side, name = read_title(row, names.sides)
        unit, where = read_name(names, row, "unit", "unit"), read_name(names, row, "place", "hex")
        for plan in plans:
            if names.sides[plan.side] == side and unit in plan.free:
                plan.ready.setdefault(name, {})[unit] = where


def read_title(row: Row, owners: Sequence[str]) -> tuple[str, str]:
    """The cell `deployment`, such as `red-line`: whose it is, and the word by which a player calls it."""
    owner, _, name = row.text("deployment").partition("-")
    if owner not in owners or not WORD.fullmatch(name):
        raise row.error(
            f"a deployment is called {' or '.join(owners)}, a dash and a word, not {row.cells['deployment'][:40]!r}"
        )
    return owner, name


def read_name(names: Names, row: Row, column: str, kind: str) -> int:
    """A cell that names a unit, a hex or a box."""
    try:
        found: int = names.read(kind, row.text(column))
    except ValueError as error:
        raise row.error(str(error)) from None
    if kind == "unit" and found == NOBODY:
        raise row.error(f"{column} names nobody")
    return found
