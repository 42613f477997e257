"""Set-up: the Allies first, then the German line and reserve, each beginning from a ready-made deployment."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.names import NOBODY, Side, Unit, Word
from westfront.engine.state import blank_columns
from westfront.errors import DataError
from westfront.games.meuse.data import MeuseData, MeusePlay, MeuseStep
from westfront.games.meuse.sequence import GameTurn
from westfront.games.meuse.state import AIR, ALLIED, DUE, GERMAN, POOL, UNUSED, MeuseState
from westfront.mechanics.limits import Limit, why_not
from westfront.mechanics.orders import WhichUnit, WithinLimits

DEPLETED = "-depleted"
CASES = {"start": "11.2", "line": "19.4", "reserve": "19.5"}
LISTS = {"start": "19.2", "line": "19.4", "reserve": "19.5"}
WHERE = {
    "start": "south of the Stellung line",
    "line": "in a Stellung hex",
    "reserve": "north of the Stellung line, adjacent to no other unit",
}


@rule("19.2", "19.4", "19.5", "X21", "E11.2", "E11.5")
def members(rules: MeuseData, group: str) -> list[int]:
    """The divisions of a list."""
    return [u for u in range(rules.fighters) if rules.groups[u].removesuffix(DEPLETED) == group]


def starting_steps(rules: MeuseData, unit: int) -> int:
    """All steps, or one fewer for divisions that the list calls depleted."""
    return rules.full_steps[unit] - rules.groups[unit].endswith(DEPLETED)


@rule("3.0", "11.1", "C-AIR", "C-BOMB")
def start_state(rules: MeuseData) -> MeuseState:
    """The Allied starters in their ready-made places; reinforcements wait for their turns."""
    s = MeuseState(
        turn=0,
        breached=0,
        lost_battalion=UNUSED,
        german_replacement=0,
        gas=0,
        stock=bytearray(2),
        **blank_columns(MeuseState, len(rules.counters)),
    )
    for unit in members(rules, "reinforcement"):
        s.at[unit], s.steps[unit] = DUE, starting_steps(rules, unit)
    for unit in rules.aircraft:
        s.at[unit] = AIR
    for unit in (*rules.support[ALLIED], *rules.support[GERMAN]):
        s.at[unit] = POOL
    lay_out(rules, s, "start")
    s.frames = (GameTurn(), LayOut(GERMAN, "reserve"), LayOut(GERMAN, "line"), SetUp(ALLIED, "start"))
    return s


@rule("T-DEP")
def lay_out(rules: MeuseData, s: MeuseState, group: str) -> None:
    """Put the units of a list on their ready-made places."""
    for unit in members(rules, group):
        s.at[unit], s.steps[unit] = rules.deployment[unit], starting_steps(rules, unit)


def check_deployment(rules: MeuseData) -> None:
    """The ready-made deployment must be legal, also with an owner's numbers laid over it."""
    lists = (("start", ALLIED), ("line", GERMAN), ("reserve", GERMAN))
    for unit in (unit for group, _ in lists for unit in members(rules, group)):
        if unit not in rules.deployment:
            raise DataError("deployment.csv", None, f"{rules.names.units[unit]} has no place")
    s = start_state(rules)
    for group, side in lists:
        lay_out(rules, s, group)
        if not SetUp(side, group).holds(rules, s) or max(map(len, rules.field(s).stacks.values())) > 1:
            raise DataError("deployment.csv", None, f"the divisions of {LISTS[group]} do not stand as they may")


@rule("11.1", "11.5")
class LayOut(MeuseStep, frozen=True):
    """The next list is laid out and may be changed; the Germans see the finished Allied set-up."""

    player: Side
    group: Word

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """A German list before the first turn."""
        return s.turn == 0 and self.player == GERMAN and self.group in ("line", "reserve")

    def run(self, play: MeusePlay) -> None:
        """Lay it out, then ask."""
        lay_out(play.rules, play.state, self.group)
        play.push(SetUp(self.player, self.group))


def list_of(rules: MeuseData, unit: int) -> str:
    """The list of a unit."""
    return rules.groups[unit].removesuffix(DEPLETED)


@rule("11.2", "11.5", "19.4", "19.5")
def limits(rules: MeuseData, s: MeuseState, unit: int) -> Iterator[Limit]:
    """Where a unit may be set up; another of the same list changes places with it."""
    group, board = list_of(rules, unit), rules.board
    area = {"start": board.south, "line": board.trenches["stellung"], "reserve": board.north}[group]
    yield Limit(area, CASES[group], f"it is set up {WHERE[group]}")
    if group == "reserve":
        taken = rules.field(s).occupied[ALLIED] | rules.field(s).occupied[GERMAN]
        others = taken & ~(1 << s.at[unit])
        friends = rules.grid.set_of(s.at[other] for other in members(rules, group) if other != unit)
        yield Limit(~(others | rules.grid.adjacent(others)) | friends, "19.5", f"it is set up {WHERE[group]}")


class Placing(WithinLimits, frozen=True):
    """A unit is taken up: where is it set up?"""

    asked_by = "11.1"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """It stands on the map before the first turn."""
        is_fighter = s.turn == 0 and 0 <= self.unit < rules.fighters
        return is_fighter and s.at[self.unit] >= 0 and list_of(rules, self.unit) in WHERE

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        return f"Where is {rules.names.units[self.unit]} set up, {WHERE[list_of(rules, self.unit)]}?"

    def limits(self, rules: MeuseData, s: MeuseState) -> Iterator[Limit]:
        """Another hex, and those of its list."""
        yield Limit(~(1 << s.at[self.unit]), "11.1", "it stands there already")
        yield from limits(rules, s, self.unit)

    def send(self, play: MeusePlay, to: int, via: tuple[int, ...] = ()) -> None:
        """Put it there; who stood there takes its place."""
        s, rules = play.state, play.rules
        for other in rules.field(s).stack(to):
            s.at[other] = s.at[self.unit]
        s.at[self.unit] = to
        play.tell("placed", CASES[list_of(rules, self.unit)], unit=self.unit, hex=to)


@rule("11.1", "11.2", "19.4", "19.5")
class SetUp(WhichUnit, frozen=True):
    """One list stands on the map; any unit of it may be put elsewhere until the side is done."""

    group: Word
    asked_by = "11.1"
    then = Placing

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """Before the first turn, with the whole list where it may stand."""
        units = members(rules, self.group) if self.group in WHERE else []
        side = ALLIED if self.group == "start" else GERMAN
        placed = all(s.at[u] >= 0 and why_not(limits(rules, s, u), s.at[u]) is None for u in units)
        return s.turn == 0 and bool(units) and self.player == side and placed

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        """Which list, and where it may stand."""
        number = len(members(rules, self.group))
        return f"Set up {number} divisions {WHERE[self.group]}: change the deployment, or be done."

    def ready(self, rules: MeuseData, s: MeuseState) -> list[int]:
        """Any unit of the list."""
        return members(rules, self.group)

    def why_take(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """Only those of the list."""
        if unit == NOBODY or unit not in members(rules, self.group):
            return Refusal(LISTS[self.group], f"{rules.names.write('unit', unit)} is not set up now")
        return None

    def do_done(self, play: MeusePlay) -> None:
        play.pop()
        play.tell("set up", "11.1", side=self.player, number=len(members(play.rules, self.group)))
