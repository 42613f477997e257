"""Chapter 11, the movement phase: reinforcements, moves of single units and stacks, relief, forced march."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Number, Unit, Units
from westfront.engine.view import Hint
from westfront.games.marne.arrivals import (
    able_to_come,
    arrive,
    entry_hexes,
    hqs_that_wait,
    must_come,
    why_hq_waits,
    why_no_entry,
)
from westfront.games.marne.board import POINT
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.field import STACK, combat_units_in, stacking_points
from westfront.games.marne.losses import disorganise
from westfront.games.marne.movement import (
    EXPLOITING,
    IN_RESERVE,
    NORMAL,
    RELIEVED,
    budget,
    cost_of_way,
    destinations,
    free_movers,
    ignores_pinned,
    march_ends,
    road_march,
    single_steps,
    towards_supply,
    way_to,
    why_group_stays,
    why_no_march,
    why_not_there,
    why_not_this_way,
    why_unit_stays,
)
from westfront.games.marne.places import clear_pontoons, enter_together
from westfront.games.marne.pontoons import (
    PONTOONS,
    build_sites,
    lift,
    river_banks,
    try_pontoon,
    why_no_lift,
    why_no_pontoon,
)
from westfront.games.marne.state import ALONE, ARRIVED, DUE, FRESH, GERMAN, MOVED, MarneState, any_marked
from westfront.games.marne.stosstruppen import assign, assignments, why_not_assign
from westfront.hexgrid import HexSet, bits, has


class Orders(MarneAsk, frozen=True):
    """What the movement phase and the exploitation movement have in common: take a unit and go, or build a pontoon."""

    def why_this_unit(self, rules: MarneData, s: MarneState, unit: int) -> Refusal | None:
        """What keeps a unit from moving in this phase."""
        raise NotImplementedError

    def reason_of(self, s: MarneState, unit: int) -> int:
        """Why a unit moves here, which decides how far."""
        raise NotImplementedError

    def _can_go(self, rules: MarneData, s: MarneState, unit: int) -> bool:
        """Whether a unit has somewhere to go; in a movement phase one step is enough, whatever it costs."""
        if self.why_this_unit(rules, s, unit):
            return False
        why = self.reason_of(s, unit)
        if why == NORMAL and not s.spent[unit]:
            steps = towards_supply(rules, s, (unit,), single_steps(rules, s, (unit,), why))
            if steps or not s.unsupplied[unit]:
                return bool(steps)
        return bool(destinations(rules, s, (unit,), why))

    def why_move(self, rules: MarneData, s: MarneState, units: Units, to: Hex, via: Hexes = ()) -> Refusal | None:
        """What forbids a whole move in one line."""
        if not units or len(set(units)) != len(units):
            return Refusal("11.1.1", "a move names each of its units once")
        for unit in units:
            refusal = self.why_this_unit(rules, s, unit)
            if refusal:
                return refusal
        why = self.reason_of(s, units[0])
        if any(self.reason_of(s, unit) != why for unit in units):
            return Refusal("14.2", "units with different markers do not move together")
        refusal = why_group_stays(rules, s, units)
        if refusal:
            return refusal
        if not via:
            return why_not_there(rules, s, units, why, to)
        if has(destinations(rules, s, units, why), to) or to == s.at[units[0]]:
            return why_not_this_way(rules, s, units, why, [s.at[units[0]], *via, to])
        return why_not_there(rules, s, units, why, to)

    def do_move(self, play: MarnePlay, units: Units, to: Hex, via: Hexes = ()) -> None:
        go(play, units, self.reason_of(play.state, units[0]), to, via)

    def why_take(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        refusal = self.why_this_unit(rules, s, unit)
        if refusal or self._can_go(rules, s, unit) or self._can_go_with_others(rules, s, unit):
            return refusal
        return Refusal("11.1.1", f"{rules.names.units[unit]} has nowhere to go")

    def do_take(self, play: MarnePlay, unit: Unit) -> None:
        play.push(Moving(self.player, (unit,), self.reason_of(play.state, unit), 0))

    def companions(self, rules: MarneData, s: MarneState, units: Sequence[int]) -> list[int]:
        """Those who may join a stack that is about to move."""
        why = self.reason_of(s, units[0])
        others = (u for u in rules.field(s).stack(s.at[units[0]]) if u not in units)
        return [
            u
            for u in others
            if not self.why_this_unit(rules, s, u)
            and self.reason_of(s, u) == why
            and not why_group_stays(rules, s, (*units, u))
        ]

    def _can_go_with_others(self, rules: MarneData, s: MarneState, unit: int) -> bool:
        """Whether a unit could go somewhere together with another of its hex."""
        why = self.reason_of(s, unit)
        return any(destinations(rules, s, (unit, other), why) for other in self.companions(rules, s, (unit,)))

    # -- pontoons

    def why_pontoon(self, rules: MarneData, s: MarneState, unit: Unit, across: Hex) -> Refusal | None:
        return why_no_pontoon(rules, s, self.player, unit, across)

    def do_pontoon(self, play: MarnePlay, unit: Unit, across: Hex) -> None:
        try_pontoon(play, unit, across)

    def why_lift(self, rules: MarneData, s: MarneState, base: Hex, across: Hex) -> Refusal | None:
        return why_no_lift(s, self.player, base, across)

    def do_lift(self, play: MarnePlay, base: Hex, across: Hex) -> None:
        lift(play, base, across)

    def pontoon_actions(self, rules: MarneData, s: MarneState, besides: bool) -> list[Action]:
        """Pontoons that can be taken up, and attempts: at major rivers, or at all if there is nothing besides."""
        if self.player != GERMAN:
            return []
        rivers = rules.board.major if besides else rules.board.rivers
        pairs = zip(s.pontoons[::2], s.pontoons[1::2], strict=True)
        sites = build_sites(rules, s, rivers)
        return [("pontoon", *site) for site in sites] + [("lift", *pair) for pair in pairs]

    # -- Stosstruppen

    def why_assign(self, rules: MarneData, s: MarneState, stosstruppen: Unit, regiment: Unit) -> Refusal | None:
        return why_not_assign(rules, s, self.player, stosstruppen, regiment)

    def do_assign(self, play: MarnePlay, stosstruppen: Unit, regiment: Unit) -> None:
        assign(play, stosstruppen, regiment)


@rule("11.0", "11.1", "11.2", "11.3", "11.1.1", "3.0/Phasing player")
class Movement(Orders, frozen=True):
    """The phasing player moves his ground units one after the other, in any order."""

    asked_by = "11.1.1"
    question = "Which unit moves?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        due = able_to_come(rules, s, self.player)
        held = hqs_that_wait(rules, s, due)
        coming = [("take", unit) for unit in due]
        going = [("take", unit) for unit in self._movers(rules, s) if unit not in held]
        done: list[Action] = [] if any(must_come(rules, s, unit) for unit in due) else [("done",)]
        given = [("assign", *pair) for pair in assignments(rules, s, self.player)]
        found = coming + going + given
        return found + self.pontoon_actions(rules, s, bool(found)) + done

    def _movers(self, rules: MarneData, s: MarneState) -> list[int]:
        """All units that have somewhere to go, those that have arrived last: most at once, those in special states one
        by one."""
        moved = s.moved
        waiting = [unit for unit in rules.field(s).on_map[self.player] if moved[unit] in (FRESH, ARRIVED)]
        special = self._special(rules, s, waiting)
        if special:
            waiting = [unit for unit in waiting if unit not in special]
        free, others = free_movers(rules, s, self.player, waiting), [u for u in special if self._can_go(rules, s, u)]
        if ARRIVED not in moved:
            return free + others
        fresh = [unit for unit in free if moved[unit] == FRESH]
        return fresh + sorted([unit for unit in free if moved[unit] == ARRIVED] + others)

    def _special(self, rules: MarneData, s: MarneState, waiting: list[int]) -> list[int]:
        """Those of the units that wait to move that are in a state that `free_movers` does not judge."""
        moved, found = s.moved, []
        if any_marked(s.unsupplied):
            found = [unit for unit in waiting if s.unsupplied[unit]]
        if ARRIVED in moved:
            arrived, banks = [unit for unit in waiting if moved[unit] == ARRIVED], rules.board.major_banks
            found += [unit for unit in arrived if s.spent[unit] or has(banks, s.at[unit])]
        if any_marked(s.pinned):
            found += [unit for unit in waiting if ignores_pinned(rules, s, (unit,))]
        return sorted({*found})

    def why_this_unit(self, rules: MarneData, s: MarneState, unit: int) -> Refusal | None:
        stays = why_unit_stays(rules, s, self.player, unit) or why_hq_waits(rules, s, unit)
        return stays or why_group_stays(rules, s, (unit,))

    def reason_of(self, s: MarneState, unit: int) -> int:
        return NORMAL

    def why_take(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit >= 0 and rules.side_of[unit] == self.player and s.at[unit] == DUE:
            return why_no_entry(rules, s, self.player, unit)
        refusal = why_unit_stays(rules, s, self.player, unit) or why_hq_waits(rules, s, unit)
        if refusal or self._can_go(rules, s, unit) or self._can_go_with_others(rules, s, unit):
            return refusal
        return why_group_stays(rules, s, (unit,)) or Refusal("11.1.1", f"{rules.names.units[unit]} has nowhere to go")

    def do_take(self, play: MarnePlay, unit: Unit) -> None:
        if play.state.at[unit] == DUE:
            play.push(Entering(self.player, unit))
        else:
            super().do_take(play, unit)

    def why_enter(self, rules: MarneData, s: MarneState, unit: Unit, hex_: Hex) -> Refusal | None:
        return why_no_entry(rules, s, self.player, unit, hex_)

    def do_enter(self, play: MarnePlay, unit: Unit, hex_: Hex) -> None:
        arrive(play, unit, hex_)
        relieve(play, (unit,))

    def why_march(self, rules: MarneData, s: MarneState, units: Units, to: Hex) -> Refusal | None:
        for unit in units:
            refusal = self.why_this_unit(rules, s, unit)
            if refusal:
                return refusal
        refusal = (why_group_stays(rules, s, units) or why_no_march(rules, s, units)) if units else None
        if refusal or (units and has(march_ends(rules, s, units), to)):
            return refusal
        return Refusal(
            "11.2.6", f"it cannot reach {rules.names.place(to)} by road while staying 3 hexes from every enemy"
        )

    def do_march(self, play: MarnePlay, units: Units, to: Hex) -> None:
        force_march(play, units, to)

    @rule("11.1.5")
    def why_done(self, rules: MarneData, s: MarneState) -> Refusal | None:
        """Reinforcements come when they are due, if any of their hexes is open."""
        for unit in able_to_come(rules, s, self.player):
            if must_come(rules, s, unit):
                return Refusal("11.1.5", f"{rules.names.units[unit]} is due and must enter: a hex is open to it")
        return None

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


class Moving(MarneAsk, frozen=True):
    """A unit or stack is in hand: who goes with it, and where to."""

    below = "Orders"
    units: Units
    why: Number
    begun: Number
    """It has gone part of its way."""
    asked_by = "11.1.1"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """Units of one side that stand together."""
        own = bool(self.units) and all(u >= 0 and rules.side_of[u] == self.player for u in self.units)
        return own and len({s.at[u] for u in self.units}) == 1 and self.why <= RELIEVED and super().holds(rules, s)

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        points = budget(rules, s, self.units, self.why) / POINT
        return f"Where do you move {rules.names.write('unit*', self.units)} ({points:g} movement points)?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        stays = why_group_stays(rules, s, self.units)
        ends = 0 if stays else destinations(rules, s, self.units, self.why)
        found: list[Action] = [("go", hex_) for hex_ in bits(ends)]
        if self.why == NORMAL and not self.begun:
            found += [("hasten", hex_) for hex_ in bits(0 if stays else march_ends(rules, s, self.units))]
        found += [("pause", hex_) for hex_ in bits(ends & self._halts(rules, s))]
        found += [("join", unit) for unit in self._joiners(rules, s)]
        if self.player == GERMAN:
            sites = build_sites(rules, s, rules.board.rivers, self.units)
            if not found and not sites:  # others may build for this stack, so to stop is not its only choice
                sites = build_sites(rules, s, rules.board.rivers)
            found += [("pontoon", *site) for site in sites]
        return [*found, ("stop",) if self.begun else ("cancel",)]

    def hints(self, rules: MarneData, s: MarneState) -> dict[Action, Hint]:
        """The way and the price of each hex."""
        found: dict[Action, Hint] = {}
        if why_group_stays(rules, s, self.units):
            return found
        for hex_ in bits(destinations(rules, s, self.units, self.why)):
            path, cost = way_to(rules, s, self.units, self.why, hex_)
            points = sum(stacking_points(rules, s, unit) for unit in {*self.units, *rules.field(s).stack(hex_)})
            warning = f"{points} stacking points, {STACK} may stay" if points > STACK else ""
            found["go", hex_] = Hint(tuple(rules.grid.label(h) for h in path), f"{cost / POINT:g} MP", warning)
        return found

    def _halts(self, rules: MarneData, s: MarneState) -> HexSet:
        """Banks from which a pontoon might be tried on the way."""
        if self.player != GERMAN or not s.attempts or len(s.pontoons) >= 2 * PONTOONS:
            return 0
        return river_banks(rules, s) if all(rules.is_combat[unit] for unit in self.units) else 0

    def _orders(self, s: MarneState) -> Orders:
        """The question from which this stack was taken."""
        below = s.frames[-2]
        assert isinstance(below, Orders)
        return below

    def _joiners(self, rules: MarneData, s: MarneState) -> list[int]:
        return [] if self.begun else self._orders(s).companions(rules, s, self.units)

    def why_go(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        return why_group_stays(rules, s, self.units) or why_not_there(rules, s, self.units, self.why, to)

    def do_go(self, play: MarnePlay, to: Hex) -> None:
        play.pop()
        go(play, self.units, self.why, to)

    def why_hasten(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        if self.why != NORMAL or self.begun:
            return Refusal("11.2.6", "a forced march is declared before the unit moves, in the movement phase")
        refusal = why_group_stays(rules, s, self.units) or why_no_march(rules, s, self.units)
        if refusal or has(march_ends(rules, s, self.units), to):
            return refusal
        return Refusal(
            "11.2.6", f"it cannot reach {rules.names.place(to)} by road while staying 3 hexes from every enemy"
        )

    def do_hasten(self, play: MarnePlay, to: Hex) -> None:
        play.pop()
        force_march(play, self.units, to)

    @rule("11.2.4")
    def why_pause(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        refusal = self.why_go(rules, s, to)
        if refusal or has(self._halts(rules, s), to):
            return refusal
        return Refusal("11.2.4", f"it cannot stop to lay a pontoon at {rules.names.place(to)}")

    def do_pause(self, play: MarnePlay, to: Hex) -> None:
        path, cost = way_to(play.rules, play.state, self.units, self.why, to)
        walk(play, self.units, path, cost)
        if all(play.state.at[unit] >= 0 for unit in self.units):
            play.become(Moving(self.player, self.units, self.why, 1))

    def why_join(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in self._joiners(rules, s):
            return None
        name = rules.names.write("unit", unit)
        return Refusal("11.1.1", f"{name} did not begin the phase with this stack, or cannot go with it")

    def do_join(self, play: MarnePlay, unit: Unit) -> None:
        play.become(Moving(self.player, (*self.units, unit), self.why, 0))

    def why_pontoon(self, rules: MarneData, s: MarneState, unit: Unit, across: Hex) -> Refusal | None:
        return why_no_pontoon(rules, s, self.player, unit, across)

    def do_pontoon(self, play: MarnePlay, unit: Unit, across: Hex) -> None:
        try_pontoon(play, unit, across)

    def why_cancel(self, rules: MarneData, s: MarneState) -> Refusal | None:
        return Refusal("11.1.1", "it has begun to move") if self.begun else None

    def do_cancel(self, play: MarnePlay) -> None:
        play.pop()

    def why_stop(self, rules: MarneData, s: MarneState) -> Refusal | None:
        return None if self.begun else Refusal("11.1.1", "it has not begun to move")

    def do_stop(self, play: MarnePlay) -> None:
        play.pop()
        finish_move(play, self.units)


class Entering(MarneAsk, frozen=True):
    """A reinforcement is in hand: where does it come in?"""

    on_map = False
    unit: Unit
    asked_by = "11.1.5"
    question = "Where does {unit} enter?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("go", hex_) for hex_ in bits(entry_hexes(rules, s, self.unit))] + [("cancel",)]

    def why_go(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        return why_no_entry(rules, s, self.player, self.unit, to)

    def do_go(self, play: MarnePlay, to: Hex) -> None:
        play.pop()
        arrive(play, self.unit, to)
        relieve(play, (self.unit,))

    def do_cancel(self, play: MarnePlay) -> None:
        play.pop()


@rule("11.2.2", "11.2.2 ex")
class Relieved(MarneAsk, frozen=True):
    """A unit that stood alone in an enemy zone has been relieved: it leaves now, or stays until the next reliever."""

    unit: Unit
    asked_by = "11.2.2"
    question = "{unit} is relieved: where does it go?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("go", h) for h in bits(destinations(rules, s, (self.unit,), RELIEVED))] + [("stay",)]

    def why_go(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        return why_not_there(rules, s, (self.unit,), RELIEVED, to)

    def do_go(self, play: MarnePlay, to: Hex) -> None:
        play.pop()
        go(play, (self.unit,), RELIEVED, to)

    def do_stay(self, play: MarnePlay) -> None:
        play.pop()


# -- carrying a move out


def go(play: MarnePlay, units: Sequence[int], why: int, to: int, via: Hexes = ()) -> None:
    """Move a stack by the cheapest way, or by the one that is spelled out, and end its move."""
    rules, s = play.rules, play.state
    if not via:
        path, cost = way_to(rules, s, units, why, to)
    else:
        path = [s.at[units[0]], *via, to]
        cost = cost_of_way(rules, s, units, why, path)
    walk(play, units, path, cost)
    finish_move(play, units, path)


def walk(play: MarnePlay, units: Sequence[int], path: list[int], cost: int) -> None:
    """A stack goes along a way."""
    enter_together(play, units, path)
    for unit in units:
        play.state.spent[unit] += cost
    play.tell("moved", "11.1.1", units=tuple(units), path=path, cost=f"{cost / POINT:g}")


def finish_move(play: MarnePlay, units: Sequence[int], path: Sequence[int] = ()) -> None:
    """Its move is over: pontoons on its way and next to it are lost, and whoever stood alone where it came may go."""
    for unit in units:
        play.state.moved[unit] = MOVED
        clear_pontoons(play, unit, path)
    relieve(play, units)


@rule("11.2.2")
def relieve(play: MarnePlay, units: Sequence[int]) -> None:
    """A combat unit that has come into the hex of one that stood alone in an enemy zone relieves it."""
    rules, s = play.rules, play.state
    if not any(rules.is_combat[unit] for unit in units) or s.exploiting:
        return
    side = rules.side_of[units[0]]
    for unit in combat_units_in(rules, s, s.at[units[0]], side):
        if s.moved[unit] == ALONE and unit not in units and destinations(rules, s, (unit,), RELIEVED):
            play.push(Relieved(side, unit))


@rule("11.2.6", "12.5")
def force_march(play: MarnePlay, units: Sequence[int], to: int) -> None:
    """A stack marches along roads at twice its allowance; in a turn with an offensive it is disorganised by it."""
    rules, s = play.rules, play.state
    path = road_march(rules, s, units).path(to)
    enter_together(play, units, path)
    play.tell("marched", "11.2.6", units=tuple(units), path=path)
    if rules.now(s).offensive:
        disorganise(play, units, "11.2.6")
    finish_move(play, units, path)


# -- exploitation movement


@rule("14.2", "11.2.8")
class ExploitationMovement(Orders, frozen=True):
    """Units with an Exploitation or a Reserve marker move; no forced march, no minimum move."""

    asked_by = "14.2"
    question = "Which exploiting or reserve unit moves?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        exploiting, reserve = s.exploitation, s.reserve
        marked = [unit for unit in rules.field(s).on_map[self.player] if exploiting[unit] or reserve[unit]]
        going = [("take", unit) for unit in marked if self._can_go(rules, s, unit)]
        given = [("assign", *pair) for pair in assignments(rules, s, self.player)]
        return [*going, *given, *self.pontoon_actions(rules, s, bool(going)), ("done",)]

    def why_this_unit(self, rules: MarneData, s: MarneState, unit: int) -> Refusal | None:
        refusal = why_unit_stays(rules, s, self.player, unit)
        if refusal:
            return refusal
        if not s.exploitation[unit] and not s.reserve[unit]:
            return Refusal("14.2", f"{rules.names.units[unit]} has no Exploitation or Reserve marker")
        return why_group_stays(rules, s, (unit,))

    def reason_of(self, s: MarneState, unit: int) -> int:
        return EXPLOITING if s.exploitation[unit] else IN_RESERVE

    def do_done(self, play: MarnePlay) -> None:
        play.pop()
