"""12.3: retreats, after combat, by misunderstood orders, and in disengagement."""

from __future__ import annotations

from msgspec.structs import replace

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Unit, Units
from westfront.games.marne.coordination import DEFENDER
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneStep
from westfront.games.marne.field import STACK, combat_units_in, points_in
from westfront.games.marne.losses import BY_INTERDICTION, BY_RETREAT, DirectLoss, disorganise, eliminate
from westfront.games.marne.movement import interdicted
from westfront.games.marne.places import enter_together
from westfront.games.marne.state import MarneState
from westfront.games.marne.story import note_fate
from westfront.games.marne.supply import sources_now
from westfront.hexgrid import HexSet, bits, has, union

CHOSEN, PANIC, DISENGAGING, DRIVEN = range(4)
"""Why somebody retreats: coordination; misunderstood orders; disengagement by his own way; by the enemy's (R3)."""
TO_HQ, TO_SOURCE = 1, 2
EITHER = TO_HQ | TO_SOURCE
FAR = 99
HITS_PER_HEX = 3
DISORDER_FROM = 2
"""Hexes after which a retreat disorganises."""


@rule("12.3")
def ways_back(rules: MarneData, s: MarneState, side: int, start: int, here: int, gone: int) -> HexSet:
    """Where the next step of a retreat may end: in play, without enemies, one hex further from where it began."""
    around = rules.grid.adjacent(1 << here) & rules.board.area & ~rules.quiet(s)
    away = rules.grid.ring(start, gone + 1)
    return around & away & ~rules.field(s).ground[1 - side]


@rule("12.3")
def towards(rules: MarneData, s: MarneState, side: int, here: int, hexes: HexSet, goal: int) -> HexSet:
    """Those of some hexes that lead to the nearest HQ or source: nearer, or if none is, as near, or if none is, any."""
    if goal == TO_HQ:
        goals = rules.grid.set_of(s.at[hq] for hq in rules.hqs[side] if s.at[hq] >= 0)
    else:
        goals = sources_now(rules, s, side)
    if not goals or not hexes:
        return hexes
    nearer, as_near = [0, *rules.rings(goals).to(here)][-2:]
    return hexes & nearer or hexes & as_near or hexes


class Onward(MarneStep, frozen=True):
    """The group that retreats has lost what its last hex cost: it goes on, or has arrived."""

    def run(self, play: MarnePlay) -> None:
        """Leave the question on the stack as long as there is a hex to be asked for; past its last hex, in a crowd, it
        is the owner's."""
        rules, s = play.rules, play.state
        before = s.frames[-1]
        assert isinstance(before, Withdrawal)
        group = replace(before, units=tuple(unit for unit in before.units if s.at[unit] >= 0))
        if before.how == DRIVEN and before.gone >= before.most:
            group = replace(group, player=before.side(rules))
        if group.units and group.may_go_on(rules, s):
            play.become(group)
            return
        play.pop()
        if group.units:
            group.finish(play)
        else:
            group.next_group(play)


class Withdrawal(MarneAsk, frozen=True):
    """A group that retreats: its owner, or for R3 the enemy, says where its next hex is."""

    units: Units
    later: Units
    """Those who were parted from it and go after it."""
    start: Hex
    gone: Number
    least: Number
    most: Number
    how: Number
    goals: Number = EITHER
    """HQ or source, for which it still heads; neither once a river has stopped it."""
    shortest: Number = FAR
    """Hexes that the shortest way of an earlier group was long."""
    asked_by = "12.3"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        names = rules.names.write("unit*", self.units)
        return f"{names} may retreat {self.most} hexes and has gone {self.gone}: where to?"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """The group stands together on the map."""
        together = bool(self.units) and all(unit >= 0 and s.at[unit] == s.at[self.units[0]] for unit in self.units)
        return together and super().holds(rules, s)

    # -- where to

    def side(self, rules: MarneData) -> int:
        """Whose units retreat."""
        return rules.side_of[self.units[0]]

    def hexes(self, rules: MarneData, s: MarneState) -> HexSet:
        """The next hexes, towards the HQ or towards the source."""
        open_ = ways_back(rules, s, self.side(rules), self.start, s.at[self.units[0]], self.gone)
        return union(self._heading(rules, s, goal, open_) for goal in (TO_HQ, TO_SOURCE) if self.goals & goal)

    @rule("12.3")
    def _heading(self, rules: MarneData, s: MarneState, goal: int, open_: HexSet) -> HexSet:
        """Of the ways back those towards a goal; if the enemy controls them all, a coordinated retreat may avoid his
        zones."""
        here, side = s.at[self.units[0]], self.side(rules)
        found, controlled = towards(rules, s, side, here, open_, goal), rules.field(s).closed_zone(side)
        return found | open_ & ~controlled if self.how == CHOSEN and not found & ~controlled else found

    def crowded(self, rules: MarneData, s: MarneState) -> bool:
        """Whether the hex reached is overstacked, so that the group may go on as far as needed."""
        return self.gone > 0 and points_in(rules, s, s.at[self.units[0]]) > STACK

    def may_go_on(self, rules: MarneData, s: MarneState) -> bool:
        """Whether there is a further hex to be asked for."""
        wants = self.gone < self.most or self.crowded(rules, s)
        return wants and bool(self.hexes(rules, s))

    # -- answers

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        found: list[Action] = [("retreat", hex_) for hex_ in bits(self.hexes(rules, s))]
        if len(self.units) > 1 and not self.gone and self.how != DRIVEN:
            found += [("part", unit) for unit in self.units]
        return [*found, *([] if self.why_halt(rules, s) else [("halt",)])]

    def why_retreat(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        if has(self.hexes(rules, s), to):
            return None
        side, here = self.side(rules), s.at[self.units[0]]
        if has(rules.field(s).ground[1 - side], to):
            return Refusal("12.3", f"the enemy stands in {rules.names.place(to)}")
        if has(ways_back(rules, s, side, self.start, here, self.gone), to):
            return Refusal("12.3", "a retreat goes towards an HQ or a supply source as far as possible")
        return Refusal("12.3", f"this retreat cannot go on to {rules.names.place(to)}")

    def do_retreat(self, play: MarnePlay, to: Hex) -> None:
        self._go(play, to)

    def why_part(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if self.gone or self.how == DRIVEN:
            return Refusal("12.3", "the group has begun to retreat")
        if unit in self.units and len(self.units) > 1:
            return None
        return Refusal("12.3", f"{rules.names.write('unit', unit)} cannot be split off from this group")

    def do_part(self, play: MarnePlay, unit: Unit) -> None:
        """The unit goes later, by itself or with others that were parted."""
        rest = tuple(other for other in self.units if other != unit)
        play.become(replace(self, units=rest, later=(*self.later, unit)))

    def why_halt(self, rules: MarneData, s: MarneState) -> Refusal | None:
        if self.gone >= self.least:
            return None
        return Refusal("12.3", f"it must retreat at least {self.least} hexes")

    def do_halt(self, play: MarnePlay) -> None:
        play.pop()
        if not self.gone and self.how == CHOSEN and self.least == 0:
            play.tell("stands", "12.2.6", hex=self.start)
            return
        self.finish(play)

    # -- carrying it out

    @rule("12.3", "12.3/Disorder", "17.2/Interdiction")
    def _go(self, play: MarnePlay, to: int) -> None:
        """One hex: who is passed is disorganised, an enemy zone or an interdicted hex costs a step each, and an
        unbridged major river ends the retreat in disorder."""
        rules, s, here = play.rules, play.state, play.state.at[self.units[0]]
        side = self.side(rules)
        if here != self.start:
            passed = [u for u in combat_units_in(rules, s, here, side) if u not in self.units]
            if passed:
                disorganise(play, [*passed, *self.units], "12.3/Disorder")
        in_zone = has(rules.field(s).closed_zone(side), to)
        under_air = has(interdicted(rules, s, side), to)
        drowned = rules.grid.parted(here, to, rules.board.walls(side, s.down, s.pontoons))
        goals = 0 if drowned else self._goals_after(rules, s, to)
        enter_together(play, self.units, [here, to])
        play.tell("retreated", "12.3", units=self.units, path=(here, to))
        note_fate(s, f"{rules.names.write('unit*', self.units)} retreat to {rules.grid.label(to)}")
        if drowned:
            disorganise(play, self.units, "12.3/Disorder")
        gone = self.gone + 1
        play.become(replace(self, gone=gone, goals=goals))
        play.push(Onward())
        if in_zone:
            play.push(DirectLoss(side, self.units, BY_RETREAT))
        if under_air:
            play.push(DirectLoss(side, self.units, BY_INTERDICTION))

    def _goals_after(self, rules: MarneData, s: MarneState, to: int) -> int:
        """Which of HQ and source the retreat may be heading for once it is in a hex."""
        open_ = ways_back(rules, s, self.side(rules), self.start, s.at[self.units[0]], self.gone)
        goals = [goal for goal in (TO_HQ, TO_SOURCE) if self.goals & goal]
        return sum(goal for goal in goals if has(self._heading(rules, s, goal, open_), to))

    @rule("12.3", "12.3/Disorder", "13.0")
    def finish(self, play: MarnePlay) -> None:
        """The group has arrived: two hexes or more after combat, or an R3, disorganise it; a forced retreat that could
        not go its way is the end of it."""
        stopped = self.gone < self.least and not self.goals
        if self.gone < self.least and not stopped and self.how in (PANIC, DRIVEN):
            for unit in self.units:
                eliminate(play, unit, "12.3")
        elif (self.how in (CHOSEN, PANIC) and self.gone >= DISORDER_FROM) or self.how == DRIVEN:
            disorganise(play, self.units, "12.3/Disorder")
        self.next_group(play)

    def next_group(self, play: MarnePlay) -> None:
        """Those who were parted go now; when all have gone the hits fall by three for each hex of the shortest way."""
        s = play.state
        shortest = min(self.shortest, self.gone, self.most)
        if self.how in (CHOSEN, PANIC) and self.player != s.mover:
            s.retreated = max(s.retreated, self.gone)
        if self.later:
            least = max(1, self.least) if self.how == CHOSEN and self.gone else self.least
            group = Withdrawal(self.player, self.later, (), self.start, 0, least, self.most, self.how, EITHER, shortest)
            play.push(group, Onward())
        elif self.how == CHOSEN:
            s.ground = shortest
            s.hits[DEFENDER] = max(0, s.hits[DEFENDER] - HITS_PER_HEX * shortest)
            play.tell("ground given", "12.2.6", hex=self.start, number=shortest, hits=s.hits[DEFENDER])


def retreat(play: MarnePlay, player: int, units: tuple[int, ...], least: int, most: int, how: int) -> None:
    """Let units retreat from the hex in which they stand."""
    play.push(Withdrawal(player, units, (), play.state.at[units[0]], 0, least, most, how), Onward())
