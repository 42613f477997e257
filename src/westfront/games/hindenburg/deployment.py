"""Chapters 3.1 to 3.3: what each side sets up, where it may, and what must be met before it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.frame import Refusal
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.stacking import room
from westfront.games.hindenburg.state import AN, BE, BR, FR, GE, GERMAN, OFF, PO, RESERVE, STACK, HindenburgState
from westfront.hexgrid import HexSet, has
from westfront.mechanics.limits import Limit, why_not
from westfront.mechanics.plans import Placed, Plan, read_name, read_title
from westfront.mechanics.stacks import lay, stack_up

RESERVES = {BR: (8, "British and Australian"), FR: (39, "French")}
"""How many divisions begin in the Allied reserve; the Australians count as British."""
FIRST_BRITISH_ROW = 29
ALSO_FRENCH = ("2609", "2415")
"""Rheims and Verdun, which need a garrison as the trenches do."""
NAMED_HEXES = 6
"""So many empty hexes are named in the question."""
MARKER = "AS"
"""The kind of a line that places an attack supply marker."""


@rule("3.2(4)", "3.2(5)", "3.2(6)", "3.3(3)")
def area(rules: HindenburgData, nation: int) -> Limit:
    """Where divisions of a nation may be set up."""
    board, grid = rules.board, rules.grid
    north = grid.set_of(hex_ for hex_ in grid if int(grid.label(hex_)[:2]) >= FIRST_BRITISH_ROW)
    if nation == GE:
        return Limit(board.east, "3.3(3)", "German divisions are set up east of the front line")
    if nation == BE:
        return Limit(board.belgium & board.west, "3.2(4)", "Belgians are set up in Belgium, west of the line")
    if nation == FR:
        where = f"west of the front line and south of row {FIRST_BRITISH_ROW}"
        return Limit(board.west & ~north, "3.2(6)", f"French divisions are set up {where}")
    where = f"west of the front line and north of row {FIRST_BRITISH_ROW - 1}"
    return Limit(board.west & north, "3.2(5)", f"British, Australian and Portuguese divisions are set up {where}")


@rule("3.2(5)", "3.2(6)", "3.3(3)")
def garrisons(rules: HindenburgData, side: int) -> dict[str, HexSet]:
    """Hexes that need a division, by rule: trenches and cities of the front, in the west Rheims and Verdun."""
    board, front = rules.board, rules.board.front[side]
    if side == GERMAN:
        return {"3.3(3)": front & (board.printed_trench[GERMAN] | board.city)}
    north, trenches = area(rules, BR).hexes, front & board.printed_trench[side]
    return {"3.2(5)": trenches & north, "3.2(6)": trenches & ~north | rules.grid.hexset(*ALSO_FRENCH)}


class HindenburgPlan(Plan):
    """What one side sets up, where it may, and what it must hold."""

    def __init__(self, rules: HindenburgData, side: int) -> None:
        units = [unit for unit in rules.own[side] if not rules.arrival[unit]]
        super().__init__(side, units, lambda unit: rules.kinds[unit][0], ("3.3", "3.2")[side], hidden=True)
        self.area = {nation: area(rules, nation) for nation in {rules.nation_of[unit] for unit in units}}
        self.garrisons = garrisons(rules, side)

    # -- where divisions may be placed

    @rule("3.1", "3.2(5)")
    def limits(self, rules: HindenburgData, s: HindenburgState, unit: int) -> Iterator[Limit]:
        """The area of the nation, the one hex of the Portuguese, and the limit of ten."""
        nation, here = rules.nation_of[unit], s.at[unit]
        yield self.area[nation]
        if nation == PO:
            other = [s.at[u] for u in self.units if rules.nation_of[u] == PO and s.at[u] >= 0 and u != unit]
            together = rules.grid.set_of(other) or rules.grid.mask
            yield Limit(together, "3.2(5)", "both Portuguese divisions are set up in the same hex")
        full = rules.field(s).stacked(STACK)
        yield Limit(~full | 1 << here if here >= 0 else ~full, "3.1", f"{STACK} divisions are there already")

    def why_not_at(self, rules: HindenburgData, s: HindenburgState, unit: int, hex_: int) -> Refusal | None:
        """The first limit that forbids it; divisions are named by kind, so that the one is of no account."""
        return why_not(self.limits(rules, s, unit), hex_)

    def unplaced(self, s: Placed) -> dict[str, list[int]]:
        """Nobody, mostly, which is soon seen."""
        return super().unplaced(s) if OFF in s.at[self.units[0] : self.units[-1] + 1] else {}

    def in_reserve(self, rules: HindenburgData, s: HindenburgState, nation: int) -> int:
        """How many divisions of a nation are in the reserve, the Australians being British."""
        nations = (BR, AN) if nation in (BR, AN) else (nation,)
        return sum(s.at[units].count(RESERVE) for owner, units in rules.runs[self.side] if owner in nations)

    @rule("3.2(3)", "3.3(2)", "10.3")
    def why_not_reserve(self, rules: HindenburgData, s: HindenburgState, kind: str, number: int) -> Refusal | None:
        """So many of a kind may be put into the reserve: eight British, 39 French, any German ones."""
        nation = rules.nation_of[self.kinds[kind][0]]
        if nation in (BE, PO):
            return Refusal("10.3", f"{kind} is never put into the reserve")
        most, who = RESERVES.get(BR if nation == AN else nation, (len(self.units), "German"))
        if self.in_reserve(rules, s, nation) + number <= most:
            return None
        return Refusal("3.2(3)", f"no more than {most} {who} divisions begin in the reserve")

    def why_none_left(self, rules: HindenburgData, s: HindenburgState, kind: str, number: int) -> Refusal | None:
        """So many divisions of a kind are still to be placed."""
        if kind not in self.kinds:
            return Refusal(self.rule, f"there is no {kind} to set up, only {', '.join(self.kinds)}")
        left = len(self.unplaced(s).get(kind, ()))
        if 0 < number <= left:
            return None
        return Refusal(self.rule, f"{left} x {kind} are still to be placed, not {number}")

    def why_not_place(
        self, rules: HindenburgData, s: HindenburgState, kind: str, number: int, place: int
    ) -> Refusal | None:
        """So many divisions of a kind are left, and can be placed there."""
        if refusal := self.why_none_left(rules, s, kind, number):
            return refusal
        if place == RESERVE:
            return self.why_not_reserve(rules, s, kind, number)
        refusal = self.why_not_at(rules, s, self.unplaced(s)[kind][0], place)
        if refusal is None and number > room(rules, s, place):
            return Refusal("3.1", f"{rules.grid.label(place)} has room for {room(rules, s, place)} more divisions")
        return refusal

    def most(self, rules: HindenburgData, s: HindenburgState, kind: str, place: int) -> int:
        """How many divisions of a kind can be placed there."""
        left = len(self.unplaced(s).get(kind, ()))
        if place >= 0:
            return min(left, room(rules, s, place)) if self.why_not_place(rules, s, kind, 1, place) is None else 0
        return next((n for n in range(left, 0, -1) if self.why_not_reserve(rules, s, kind, n) is None), 0)

    # -- what must be met at the end

    def suspects(self, rules: HindenburgData, s: HindenburgState) -> Iterable[int]:
        """Those outside the area of their nation, and the Portuguese; the reserve is looked at by itself."""
        at, nation_of, area = s.at, rules.nation_of, self.area
        return [
            u for u in self.units if at[u] >= 0 and (nation_of[u] == PO or not has(area[nation_of[u]].hexes, at[u]))
        ]

    @rule("3.2", "3.3")
    def unmet(self, rules: HindenburgData, s: HindenburgState) -> Refusal | None:
        """The reserve is as large as it must be, and every hex that needs a division has one."""
        for nation, (most, who) in RESERVES.items():
            if self.side != GERMAN and (held := self.in_reserve(rules, s, nation)) != most:
                return Refusal("3.2(3)", f"the reserve has {held} {who} divisions and must have {most}")
        for number, hexes in self.garrisons.items():
            bare = hexes & ~rules.field(s).occupied[self.side]
            if bare:
                names = " ".join(rules.grid.label(hex_) for hex_ in rules.names.hexes_in_order(bare)[:NAMED_HEXES])
                return Refusal(number, f"a division is missing in {names}")
        return None

    # -- what is done

    def is_open(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """Before the first turn."""
        return s.turn == 0

    def lay(self, rules: HindenburgData, s: HindenburgState, unit: int, place: int) -> None:
        """Below those that are there."""
        lay(s, rules.field(s), [unit], place)

    def sweep(self, rules: HindenburgData, s: HindenburgState, units: Iterable[int]) -> None:
        """All at once, and attack supply with them if they are all divisions of the Germans."""
        swept = [*units]
        lay(s, rules.field(s), swept, OFF)
        if self.side == GERMAN and len(swept) == len(self.free):
            for marker in rules.markers:
                s.at[marker] = OFF

    def lay_out(self, play: HindenburgPlay, name: str) -> None:
        """Put divisions and attack supply where a ready-made deployment has them."""
        rules, s, piles = play.rules, play.state, dict[int, list[int]]()
        self.sweep(rules, s, self.free)
        for unit, place in self.ready[name].items():
            s.at[unit] = place
            if place >= 0 and unit not in rules.markers:
                piles.setdefault(place, []).append(unit)
        for pile in piles.values():
            stack_up(s, pile)
        self.tell(play, "ready-made", side=self.side, name=name)


def read_plans(rules: HindenburgData, data: DataFolder) -> tuple[HindenburgPlan, HindenburgPlan]:
    """What each side sets up, with its ready-made deployments.

    A line puts so many divisions of a kind into a hex or the reserve, the first line of a hex on top. With an owner's
    counters there may be fewer divisions than the lines want: what is missing is left out, what is left over is placed
    by hand.
    """
    plans = HindenburgPlan(rules, GERMAN), HindenburgPlan(rules, 1 - GERMAN)
    for row in data.rows("deployments", ["deployment", "place", "kind", "number"], keys=3).values():
        side, name = read_title(row, rules.sides)
        plan = plans[rules.sides.index(side)]
        ready, place = plan.ready.setdefault(name, {}), read_name(rules.names, row, "place", "hex")
        kinds = {**plan.kinds, MARKER: rules.markers}
        units = [unit for unit in kinds[row.choice("kind", [*kinds])] if unit not in ready]
        ready.update(dict.fromkeys(units[: row.number("number", 1)], place))
    return plans
