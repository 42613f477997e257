"""The battles of a trial: what the referee compares in each of the ten steps, and in disengagement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tests.games.marne.drawn import state
from tests.games.marne.referee_battle import DISENGAGEMENT, FIRE, Battle, Bill
from tests.games.marne.referee_map import distance, foe, neighbours
from tests.games.marne.trial import SIDES, Trial
from westfront.engine.modifiers import applied, sum_of
from westfront.games.marne.advance import Advance, PlaceExploitation
from westfront.games.marne.artillery import (
    AttackGuns,
    Bombardment,
    CounterBattery,
    DefenceGuns,
    fire_modifiers,
    fire_of,
)
from westfront.games.marne.battle import battle_of
from westfront.games.marne.combat import Attackers, Combat
from westfront.games.marne.coordination import ATTACK_DIE, DEFENCE_DIE, CombatDice
from westfront.games.marne.disengagement import ESCAPE_DIE, Disengagement, Escape
from westfront.games.marne.leads import AttackLead, DefenceLead, odds
from westfront.games.marne.losses import DirectLoss, DirectStep, HighestMorale, HitConversion
from westfront.games.marne.markers import StripMarker
from westfront.games.marne.orders import AttackersPanic, Confusion, MisdirectedReserves
from westfront.games.marne.retreat import CHOSEN, Withdrawal
from westfront.games.marne.stacking import Overstacked
from westfront.games.marne.state import (
    ATTACKS,
    BOMBING,
    COUNTERS,
    DEFENDS,
    FIRES,
    OBSERVATION,
    PARTIAL,
    WEATHERS,
)

TABLE = re.compile(r"\d{4} on column (\S+), dice (\d+): (A\d+D\d+\*?)")
DIE = re.compile(r"(\w+): die (\d), .*: (-?\d+), (.+) \[")
RESULTS = {"misunderstood orders": "misunderstood", "no coordination": "none"}
RESULTS |= {"partial coordination": "partial", "perfect coordination": "perfect"}


class BattleTrial(Trial):
    """A trial that looks at battles too."""

    way: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    going: tuple[int, ...] = ()

    def checks(self) -> dict[type, Callable[..., None]]:
        return super().checks() | {
            Combat: self.combat,
            Attackers: self.attackers,
            AttackGuns: self.guns,
            DefenceGuns: self.guns,
            CounterBattery: self.counter_battery,
            Bombardment: self.bombardment,
            AttackLead: self.attack_lead,
            DefenceLead: self.defence_lead,
            CombatDice: self.odds,
            HitConversion: self.conversion,
            DirectStep: self.direct_step,
            HighestMorale: self.highest_morale,
            Withdrawal: self.withdrawal,
            Advance: self.advance,
            PlaceExploitation: self.exploitation,
            Disengagement: self.disengagement,
            StripMarker: self.strip,
            Confusion: self.confusion,
            AttackersPanic: self.panic,
            MisdirectedReserves: self.misdirected,
            Overstacked: self.overstacked,
        }

    # -- what the game has on the table

    def with_role(self, role: int) -> list[str]:
        return [self.name_of(n) for n, r in enumerate(state(self.match).role) if r == role]

    def battle(self) -> Battle:
        """The battle in the referee's words."""
        s, side = state(self.match), SIDES[state(self.match).mover]
        guns = self.with_role(FIRES) + self.with_role(COUNTERS)
        over = [n for n in range(len(s.at)) if self.rules.is_air[n] and s.at[n] == s.target]
        observers = [SIDES[self.rules.side_of[n]] for n in over if s.sky[n] == OBSERVATION]
        return Battle(
            self.label(s.target),
            self.with_role(ATTACKS),
            self.name_of(s.attack_lead) if s.attack_lead >= 0 else "",
            self.name_of(s.defence_lead) if s.defence_lead >= 0 else "",
            bool(s.exploiting),
            [gun for gun in guns if self.referee.units[gun].side == side],
            [gun for gun in guns if self.referee.units[gun].side != side],
            self.with_role(COUNTERS),
            observers[0] if observers else "",
            sum(s.sky[n] == BOMBING for n in over),
        )

    def singles(self, verb: str) -> set[str]:
        """What is offered one by one."""
        return {text for text in self.offers(verb) if " " not in text}

    # -- steps 1 to 7

    def combat(self, frame: Combat) -> None:
        s, side = state(self.match), SIDES[frame.player]
        attacked = self.labels(s.attacked)
        self.same("targets", self.offers("attack"), self.referee.targets(side, attacked, bool(s.exploiting)))

    def attackers(self, frame: Attackers) -> None:
        s, side, target = state(self.match), SIDES[frame.player], self.label(state(self.match).target)
        named = set(self.with_role(ATTACKS))
        able = self.referee.attackers_of(side, target, bool(s.exploiting)) - named
        if any(self.referee.units[name].kind == "tank" for name in named) and self.rules.options["tanks"] == "one":
            able = {name for name in able if self.referee.units[name].kind != "tank"}
        self.same("attackers", self.singles("add"), able, target)
        for name in self.some(self.referee.units, 3):
            self.same("attacker", self.match.why(f"add {name}") is None, name in able, (name, target))
        if named - {"GE-TANK"}:
            self.compare_odds()
        self.same("German tank", self.offers("tank"), self.tank_hexes(named, target))

    def tank_hexes(self, named: set[str], target: str) -> set[str]:
        """15.4.2: the attackers with whom the German tank can be put."""
        s, referee = state(self.match), self.referee
        there = s.at[self.rules.german_tank] >= 0
        if s.mover or self.rules.scenario != "gneisenau" or s.tank_spent or there:
            return set()
        room = {name: sum(u.points for u in referee.fighters(referee.units[name].hex)) < 4 for name in named}
        return {name for name in named if room[name] and referee.tank_may_attack(referee.units[name].hex, target)}

    def guns(self, frame: AttackGuns | DefenceGuns) -> None:
        s, side, target = state(self.match), SIDES[frame.player], self.label(state(self.match).target)
        attacking = frame.player == s.mover
        named = set(self.with_role(FIRES) + self.with_role(COUNTERS))
        able = self.referee.guns(side, target, attacking, bool(s.exploiting)) - named
        own = {name for name in named if self.referee.units[name].side == side}
        if any(self.referee.units[name].offensive for name in own):
            able = {name for name in able if not self.referee.units[name].offensive}
        self.same("guns", self.singles("support"), able, target)
        if not attacking:
            corps = {name for name in able if self.referee.units[name].kind == "corps"}
            for gun in self.some(able, 3):
                self.same("defender's counter-battery", self.match.why(f"counter {gun}") is None, gun in corps)

    def counter_battery(self, frame: CounterBattery) -> None:
        battle = self.battle()
        flipped = [name for name in battle.attacking_guns if name in battle.counter]
        left = self.referee.quota(battle) - len(flipped)
        firing = {n for n in battle.attacking_guns if n not in flipped and self.referee.units[n].kind == "corps"}
        self.same("counter-battery", self.offers("counter"), firing if left > 0 else set(), battle)

    def bombardment(self, frame: Bombardment) -> None:
        s, battle = state(self.match), self.battle()
        attacking = frame.player == s.mover
        self.same(
            "fire column", fire_of(self.rules, s, frame.player).column, self.referee.fire_column(battle, attacking)
        )
        modifier = sum_of(fire_modifiers(battle_of(self.rules, s), frame.player))
        self.same("fire die", modifier, self.referee.fire_modifier(battle) if attacking else 0, battle)

    def attack_lead(self, frame: AttackLead) -> None:
        self.same("attack leads", self.offers("lead"), self.referee.leads(self.battle(), True))

    def defence_lead(self, frame: DefenceLead) -> None:
        self.same("defence leads", self.offers("lead"), self.referee.leads(self.battle(), False))

    def compare_odds(self) -> None:
        battle, found = self.battle(), odds(battle_of(self.rules, state(self.match)))
        attack = sum(self.referee.attack_strength(unit, battle.target) for unit in self.referee.named(battle.attackers))
        self.same("attack strength", found.attack, 4 * attack, battle)
        self.same("defence strength", found.defence, 4 * self.referee.defence_strength(battle.target), battle)
        self.same("odds", found.column, self.referee.column(battle), battle)

    # -- steps 8 and 9

    def odds(self, frame: CombatDice) -> None:
        s, battle, found = state(self.match), self.battle(), battle_of(self.rules, state(self.match))
        if not s.won:
            self.compare_odds()
            modifier = sum(self.referee.coordination(battle, False).values())
            self.same("defender's coordination", sum_of(applied(DEFENCE_DIE, found)), modifier, battle)
        modifier = sum(self.referee.coordination(battle, True).values())
        self.same("attacker's coordination", sum_of(applied(ATTACK_DIE, found)), modifier, battle)

    def play(self, action: str) -> list[str]:
        """Play an action, and look at what the dice did."""
        frame = self.frame
        battle = self.battle() if isinstance(frame, (CombatDice, Bombardment)) else None
        lines = super().play(action)
        if isinstance(frame, CombatDice) and battle:
            self.rolled(battle, lines)
        elif isinstance(frame, Bombardment) and battle:
            self.fired(battle, frame, lines)
        elif isinstance(frame, Withdrawal):
            self.went(frame, action)
        return lines

    def rolled(self, battle: Battle, lines: Iterable[str]) -> None:
        """The table and both coordination dice."""
        s, side = state(self.match), SIDES[state(self.match).mover]
        for line in lines:
            if found := TABLE.match(line):
                column, dice, code = found.groups()
                title = self.referee.column(battle)
                self.same("column", column, f"{title}/1" if title else "1/2")
                self.same("table", code, self.rules.crt.named(int(dice), column.replace("/", "-")))
                if not any("misunderstood" in text for text in lines) and s.target >= 0:
                    hits = self.referee.hits(battle, code, WEATHERS[s.weather])
                    self.same("hits", tuple(s.hits), hits, battle)
            elif (found := DIE.match(line)) and found[1] in SIDES:
                attacking = found[1] == side
                modifier = sum(self.referee.coordination(battle, attacking).values())
                result = self.referee.classify(int(found[2]), modifier)
                self.same("coordination", RESULTS[found[4]], result, (battle, line))
                if not attacking and s.target >= 0:
                    self.same("retreat limit", s.limit, self.referee.retreat_limit(battle, result), battle)

    def fired(self, battle: Battle, frame: Bombardment, lines: Iterable[str]) -> None:
        """The bombardment table."""
        attacking = frame.player == (0 if self.referee.units[battle.attackers[0]].side == "german" else 1)
        for line in lines:
            if found := re.search(r"column (\d), die (\d), .*: (\d) hits( and a diamond)?", line):
                modifier = self.referee.fire_modifier(battle) if attacking else 0
                row = max(0, min(7, int(found[2]) + modifier))
                code = FIRE[row][self.referee.fire_column(battle, attacking) - 1]
                self.same("fire", found[3] + ("d" if found[4] else ""), code, line)

    # -- step 10

    def conversion(self, frame: HitConversion) -> None:
        """Who may lose a step or be disorganised."""
        units = [self.unit(n) for n in frame.units if state(self.match).at[n] >= 0]
        tank = next((unit for unit in units if unit.name == "GE-TANK"), None)
        fire = not frame.attack and frame.lead < 0
        storms = [s.name for unit in units if (s := self.referee.storm_of(unit))] if frame.stosstruppen else []
        lead = self.name_of(frame.lead) if frame.lead >= 0 else ""
        bill = Bill(units, frame.points, lead, bool(frame.attack), fire, storms, not frame.lead_due)
        steps = bill.step_choices()
        shield = {tank.name} if tank and frame.attack else set()
        self.same("losses", self.offers("lose"), steps | shield, bill)
        expected = bill.disorder_choices() if not steps - set(storms) else set()
        self.same("disorder", self.offers("disorder"), expected, bill)

    def direct_step(self, frame: DirectStep) -> None:
        alive = {self.name_of(n) for n in frame.units if state(self.match).at[n] >= 0}
        self.same("direct step", self.offers("lose"), alive)

    def highest_morale(self, frame: HighestMorale) -> None:
        units = self.referee.named(self.with_role(ATTACKS))
        top = max(self.referee.morale(unit) for unit in units)
        self.same("highest morale", self.offers("lose"), {u.name for u in units if self.referee.morale(u) == top})

    def withdrawal(self, frame: Withdrawal) -> None:
        """The next hexes of a retreat, by HQ or by source for the whole of it."""
        if not frame.gone:
            self.way, self.aims = (self.label(frame.start),), ("hq", "source")
        self.same("retreats", self.offers("retreat"), set().union(*self.next_hexes(frame).values()), (frame, self.way))
        self.same("halt", "halt" in self.match.decision.texts, frame.gone >= frame.least, frame)

    def next_hexes(self, frame: Withdrawal) -> dict[str, set[str]]:
        side, chosen = self.unit(frame.units[0]).side, frame.how == CHOSEN
        if len(self.way) > 1 and self.referee.wet(self.way[-2], self.way[-1], side):
            return {key: set[str]() for key in self.aims}
        return {aim: self.referee.retreat_steps(side, self.way, aim, chosen) for aim in self.aims}

    def went(self, frame: Withdrawal, action: str) -> None:
        """A hex further: whose way this still is, and what it cost."""
        verb, *rest = action.split()
        if verb != "retreat":
            return
        hexes, side = self.next_hexes(frame), self.unit(frame.units[0]).side
        self.aims = tuple(aim for aim, ahead in hexes.items() if rest[0] in ahead) or self.aims
        self.way = (*self.way, rest[0])
        price = self.referee.retreat_price(side, rest[0])
        asked = [f for f in self.match.state.frames if isinstance(f, (DirectStep, DirectLoss))]
        self.same("price of a retreat", len(asked), price, (frame, rest[0]))
        if self.referee.wet(self.way[-2], self.way[-1], side):
            s = state(self.match)
            troops = [n for n in frame.units if s.at[n] >= 0 and self.rules.has_zone[n]]
            self.same("disorder by a river", all(s.order[n] == 2 for n in troops), True, frame)

    def advance(self, frame: Advance) -> None:
        """Who advances where, and how far at most."""
        s, battle = state(self.match), self.battle()
        gone = not self.with_role(DEFENDS)
        limit = 1 if s.coordination[0] == PARTIAL else max(s.retreated, 2 if gone else 0)
        self.same("advance limit", frame.limit, limit, battle)
        expected = set()
        for unit in self.referee.named(battle.attackers):
            done = s.advanced[self.rules.names.unit(unit.name)]
            beside = done or battle.target in neighbours(unit.hex)
            if done < limit and beside and self.referee.may_advance(unit):
                steps = self.referee.advance_steps(unit, unit.hex, battle.target, not done)
                expected |= {f"{unit.name} to {hex_}" for hex_ in steps}
        single = {text for text in self.offers("advance") if len(text.split()) == 3}
        self.same("advance", single, expected, battle)

    def exploitation(self, frame: PlaceExploitation) -> None:
        able = [u for u in self.referee.named(self.with_role(ATTACKS)) if u.full and not u.disorder]
        expected = {unit.name for unit in able if not unit.exploiting and unit.name != "GE-TANK"}
        self.same("exploitation markers", self.offers("exploit"), expected)

    def strip(self, frame: StripMarker) -> None:
        target, side = self.label(state(self.match).target), SIDES[state(self.match).mover]
        for unit in self.referee.units.values():
            near = bool(unit.combat and unit.side == side and distance(unit.hex, target) <= 3)
            if near and (unit.reserve or unit.exploiting):
                self.same("strip", self.match.why(f"strip {unit.name}") is None, True, unit)

    def confusion(self, frame: Confusion) -> None:
        units = self.referee.named(self.with_role(ATTACKS))
        self.same(
            "confusion", self.offers("confuse"), {u.name for u in units if u.kind != "tank" and u.disorder != "DG"}
        )

    def panic(self, frame: AttackersPanic) -> None:
        self.same("panic", self.offers("flee"), set(self.with_role(ATTACKS)))

    def misdirected(self, frame: MisdirectedReserves) -> None:
        referee, target, side = self.referee, self.label(state(self.match).target), SIDES[frame.player]
        expected = set()
        for unit in referee.units.values():
            if not unit.combat or unit.side == side or distance(unit.hex, target) > 3:
                continue
            if unit.hex in referee.zone[side] or referee.quiet(unit.hex):
                continue
            for there in neighbours(unit.hex):
                room = sum(u.points for u in referee.fighters(there)) + unit.points <= 4
                if there in referee.area and there not in referee.ground[side] and room and not referee.quiet(there):
                    expected.add(f"{unit.name} to {there}")
        self.same("misdirected", self.offers("misdirect"), expected)

    def overstacked(self, frame: Overstacked) -> None:
        units = self.referee.fighters(self.label(frame.hex))
        self.same("overstacked", sum(unit.points for unit in units) > 4, True, units)
        self.same("who is too many", self.offers("remove"), {unit.name for unit in units})

    # -- disengagement

    def disengagement(self, frame: Disengagement) -> None:
        side = SIDES[frame.player]
        marked = [u for u in self.referee.units.values() if u.leaving and u.side == side]
        able = {u.name: u for u in marked if u.hex in self.referee.zone[foe(side)]}
        self.same("disengagement", self.offers("disengage"), set(able))
        for unit in able.values():
            stack = [other for other in marked if other.hex == unit.hex]
            number = self.rules.names.unit(unit.name)
            numbers = tuple(self.rules.names.unit(other.name) for other in stack)
            case = Escape(self.rules, state(self.match), number, numbers)
            die = sum_of(applied(ESCAPE_DIE, case))
            self.same("disengagement die", die, self.referee.disengagement(unit.hex, unit, stack), unit)
        for die, result in enumerate(DISENGAGEMENT):
            self.same("disengagement table", self.rules.disengagement.named(die, "result"), result)
