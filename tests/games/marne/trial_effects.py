"""What actions of a trial bring about by themselves: ground, lone guns, relief, disorder, supply, markers, stacking."""

from __future__ import annotations

import re

from tests.games.marne.drawn import number, state
from tests.games.marne.referee_battle import BattleReferee
from tests.games.marne.referee_map import Unit, foe, neighbours
from tests.games.marne.trial import SIDES
from tests.games.marne.trial_battle import BattleTrial
from westfront.engine.dice import ScriptedDice
from westfront.games.marne.facts import MarnePlay
from westfront.games.marne.moving import ExploitationMovement, Movement, Moving, Relieved
from westfront.games.marne.retreat import CHOSEN, Withdrawal
from westfront.games.marne.state import DISORGANISED, DUE, LOST
from westfront.games.marne.stosstruppen import why_not_assign
from westfront.games.marne.supply import CheckHQ, CheckUnits, FallBack

WALK = re.compile(r"(.+?) (?:move|make a forced march|advances|comes up|is sent the wrong way|retreat) ((?:\d{4} ?)+)")
OVERRUN = re.compile(r"(\S+), alone in \d{4}, is overrun")


class EffectTrial(BattleTrial):
    """A trial that looks at what follows from an action as well."""

    def begin(self) -> None:
        phase = self.phase
        super().begin()
        if self.phase != phase:
            for side in SIDES:
                self.supply_check(side)
            self.stacking()
            self.arrivals_due()
        self.attached()
        if isinstance(self.frame, ExploitationMovement) and self.phase != phase:
            self.no_marker_in_contact()

    # -- the supply phase, as if it were now

    def supply_check(self, side: str) -> None:
        """9.2, 9.3: who is marked, unmarked or lost."""
        s, player = state(self.match).copy(), SIDES.index(side)
        CheckUnits(player).run(MarnePlay(self.rules, s, ScriptedDice([])))
        for unit in self.referee.units.values():
            if unit.side != side or unit.kind in ("hq", "air", "storm"):
                continue
            fed, n = self.referee.in_supply(unit), number(self.match, unit.name)
            lost = not fed and (not unit.combat or unit.cut_off)
            self.same("supply phase", (s.at[n] == LOST, bool(s.unsupplied[n])), (lost, not fed and not lost), unit)
        for hq in self.referee.hqs(side):
            self.hq_check(hq, player)

    def hq_check(self, hq: Unit, player: int) -> None:
        """9.1: an HQ without a line falls back, or is lost on its source."""
        s = state(self.match).copy()
        CheckHQ(player, number(self.match, hq.name)).run(MarnePlay(self.rules, s, ScriptedDice([])))
        fed = self.referee.has_line(hq.hex, hq.side)
        lost = not fed and not self.referee.nearest(hq.hex, "source", hq.side)
        self.same("HQ in supply", isinstance(s.frames[-1], FallBack), not fed and not lost, hq)
        self.same("HQ lost", s.at[number(self.match, hq.name)] == LOST, lost, hq)

    # -- what must be so when a phase begins

    def stacking(self) -> None:
        """4.0: nobody is crowded when a phase is over."""
        if isinstance(self.frame, Movement) and self.match.number:
            crowded = {h for h in self.referee.stacks if sum(unit.points for unit in self.referee.fighters(h)) > 4}
            self.same("stacking", crowded, set())

    def arrivals_due(self) -> None:
        """11.1.5: the reinforcements that come now."""
        if not isinstance(self.frame, Movement):
            return
        s, side = state(self.match), SIDES[state(self.match).mover]
        waiting = {unit.name for unit, rule in self.due(side) if self.referee.entry_hexes(unit, rule)}
        offered = {name for name in self.offers("take") if s.at[number(self.match, name)] == DUE}
        self.same("reinforcements", offered, waiting)

    def attached(self) -> None:
        """11.3.2: Stosstruppen lie under a German regiment of their hex, one under each, and change inside the hex."""
        s, referee = state(self.match), self.referee
        storms = [unit for unit in referee.units.values() if unit.kind == "storm"]
        hosts = [unit.under for unit in storms]
        self.same("one Stosstruppen under each", len(set(hosts)), len(hosts))
        for storm in storms:
            host = referee.units.get(storm.under)
            self.same(
                "Stosstruppen with their regiment", host and (host.hex, host.kind), (storm.hex, "regiment"), storm
            )
        if storms and not s.mover:
            self._changes(self.random.choice(storms))

    def _changes(self, storm: Unit) -> None:
        s = state(self.match)
        host, n = self.referee.units[storm.under], number(self.match, storm.name)
        for unit in self.referee.stacks[storm.hex]:
            regiment = unit.kind == "regiment" and not self.referee.storm_of(unit)
            fresh = not s.uses[n] and not host.attacked and not host.moved
            legal = why_not_assign(self.rules, s, 0, n, number(self.match, unit.name)) is None
            self.same("Stosstruppen change", legal, regiment and fresh, (storm, unit))

    def no_marker_in_contact(self) -> None:
        """14.1: markers come off units in enemy zones before exploitation movement."""
        for unit in self.referee.units.values():
            if unit.exploiting and unit.side == self.referee.now.player and self.match.number:
                self.same("marker in contact", unit.hex in self.referee.zone_against([unit]), False, unit)

    # -- what an action does

    def play(self, action: str) -> list[str]:
        before, frame, held = self.referee, self.frame, self.holds()
        lines = super().play(action)
        overrun = {found[1] for line in lines if (found := OVERRUN.match(line))}
        walks = [found for line in lines if (found := WALK.match(line)) and found[1].split()[0] in before.units]
        if len(walks) == 1 and not self.match.over:
            names = walks[0][1].split()
            self.walked(before, names, walks[0][2].split(), overrun, held)
            if isinstance(frame, (Movement, Moving)):
                self.relief(names)
        if isinstance(frame, Withdrawal):
            self.retreated(before, frame, action)
        return lines

    def walked(
        self, before: BattleReferee, names: list[str], path: list[str], overrun: set[str], held: dict[str, str]
    ) -> None:
        """11.3.1, 11.3.3: combat units take the ground, and overrun guns and HQs that are alone beside their way."""
        who = [before.units[name] for name in names]
        side, ways = who[0].side, set(path[1:]) & before.area
        fights = any(unit.combat for unit in who)
        near = ways | {there for hex_ in ways for there in neighbours(hex_)}
        alone = {h for h in near & before.area & before.ground[foe(side)] if h not in before.troops[foe(side)]}
        lost = {u.name for h in alone for u in before.stacks[h] if u.side == foe(side)} if fights else set()
        self.same("overrun", overrun, lost, (names, path))
        expected = {**held, **dict.fromkeys(ways, side)} if fights else held
        self.same("ground taken", self.holds() == expected, True, (names, path))

    def relief(self, names: list[str]) -> None:
        """11.2.2: whoever stood alone where a combat unit came is asked at once."""
        self.look()
        self.positions -= 1
        moved = [self.referee.units[name] for name in names if name in self.referee.units]
        if not moved or not any(u.combat for u in moved) or state(self.match).exploiting:
            return
        hex_ = moved[0].hex
        asked = {self.name_of(f.unit) for f in self.match.state.frames if isinstance(f, Relieved)}
        lonely = [u for u in self.referee.fighters(hex_) if u.alone and u not in moved and not u.moved]
        self.referee.now.relieved = {unit.name for unit in lonely}
        able = {unit.name for unit in lonely if self.referee.ends([unit], "move")}
        if moved[0].moved:
            self.same("asked to be relieved", asked, able, names)

    def retreated(self, before: BattleReferee, frame: Withdrawal, action: str) -> None:
        """12.3: who is passed is disorganised with those who pass; two hexes after combat disorganise."""
        s, verb = state(self.match), action.split()[0]
        group = [n for n in frame.units if s.at[n] >= 0 and self.rules.has_zone[n]]
        if verb == "retreat" and frame.gone:
            left = before.units[self.name_of(frame.units[0])].hex
            others = [u for u in before.fighters(left) if number(self.match, u.name) not in frame.units]
            passed = [number(self.match, u.name) for u in others if u.kind != "tank"]
            if others:
                self.same("passed", {s.order[n] for n in (*passed, *group)} - {DISORGANISED}, set(), frame)
        if verb == "halt" and frame.how == CHOSEN and frame.gone >= 2:
            self.same("disorder by retreat", {s.order[n] for n in group} - {DISORGANISED}, set(), frame)
