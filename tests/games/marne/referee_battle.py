"""The battle as the slow referee of Marne 1918 reads it: chapters 12 and 13 and paragraph 15.2.2 of the booklet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

from tests.games.marne.referee import Referee
from tests.games.marne.referee_map import Unit, arrivals, distance, foe, hexsides, neighbours, terrain, town, uphill

FIRE = {
    0: ["0", "0", "1", "1", "2", "2"],
    1: ["0", "0", "1", "2", "2", "2"],
    2: ["0", "1", "2", "2", "3", "3"],
    3: ["0", "1", "2", "3", "3", "3"],
    4: ["1", "2", "3", "3", "4", "4d"],
    5: ["1", "2", "3", "4", "4d", "5d"],
    6: ["2", "3", "4", "5", "5d", "6d"],
    7: ["3", "3", "5", "5", "6d", "6d"],
}
DISENGAGEMENT = ["*r1", "R3", "R3", "r2", "r2", "r3", "r3", "r3"]
DOCTRINES = {
    "blucher": {"french": "foch", "american": "foch", "franco-american": "foch"},
    "friedensturm": {"french": "petain", "american": "foch"},
    "foch-attacks": {"french": "petain", "american": "foch"},
}


@dataclass
class Battle:
    """An attack as far as it has been named."""

    target: str
    attackers: list[str]
    attack_lead: str = ""
    defence_lead: str = ""
    exploiting: bool = False
    attacking_guns: list[str] = field(default_factory=list)
    defending_guns: list[str] = field(default_factory=list)
    counter: list[str] = field(default_factory=list)
    observer: str = ""
    bombers: int = 0


class BattleReferee(Referee):
    """What a reader of the booklet says of an attack."""

    def doctrine(self, unit: Unit | None) -> str:
        """The doctrine of a leading unit; scenario 1 has Foch for its reinforcements alone."""
        if unit is None or unit.side == "german":
            return ""
        if self.now.scenario == "gneisenau":
            late = {row["unit"] for row in arrivals("gneisenau")}
            return "foch" if unit.group in late or unit.name in late or unit.name.rsplit("-", 1)[0] in late else ""
        return DOCTRINES[self.now.scenario].get(unit.nation, "")

    def named(self, names: Iterable[str]) -> list[Unit]:
        return [self.units[name] for name in names]

    # -- who attacks

    def may_attack(self, unit: Unit, target: str, exploiting: bool) -> bool:
        """12.1, 12.5, 9.2, 11.2.7, 14.1, 15.4.1: a combat unit beside the target that is fit for it."""
        if not unit.combat or unit.attacked or unit.disorder or unit.cut_off or unit.leaving:
            return False
        if exploiting and not unit.exploiting:
            return False
        if target not in neighbours(unit.hex) or self.quiet(unit.hex) or self.quiet(target):
            return False
        return unit.kind != "tank" or self.tank_may_attack(unit.hex, target)

    def tank_may_attack(self, hex_: str, target: str) -> bool:
        """15.4.1: not a town, and not across a river or a slope."""
        across = hexsides().get(frozenset((hex_, target)), set())
        return not town(target) and not across & {"major-river", "minor-river", "slope"}

    def attackers_of(self, side: str, target: str, exploiting: bool) -> set[str]:
        units = (u for u in self.units.values() if u.side == side and u.hex)
        return {unit.name for unit in units if self.may_attack(unit, target, exploiting)}

    def targets(self, side: str, attacked: set[str], exploiting: bool) -> set[str]:
        """12.1: enemy hexes not yet attacked with somebody beside them who may attack."""
        enemy = self.troops[foe(side)]
        return {t for t in enemy - attacked if t in self.area and self.attackers_of(side, t, exploiting)}

    def leads(self, battle: Battle, attacking: bool) -> set[str]:
        """12.2.3: morale four, in order and in command to attack; any combat unit but a tank to defend."""
        if not attacking:
            return {unit.name for unit in self.fighters(battle.target) if unit.kind != "tank"}
        command = self.commanded(self.units[battle.attackers[0]].side)
        return {
            unit.name
            for unit in self.named(battle.attackers)
            if unit.kind != "tank" and self.morale(unit) >= 4 and not unit.disorder and unit.hex in command
        }

    # -- guns

    def guns(self, side: str, target: str, attacking: bool, exploiting: bool) -> set[str]:
        """15.2.2: guns in range that have a use left; exploiting attackers have their corps guns only."""
        found = set()
        for gun in self.units.values():
            if not gun.gun or gun.side != side or not gun.hex or distance(gun.hex, target) > int(gun.printed["range"]):
                continue
            most = 4 if attacking and gun.offensive else 1
            if gun.uses < most and not (attacking and exploiting and gun.kind == "army"):
                found.add(gun.name)
        return found

    def strength(self, gun: Unit) -> int:
        return int(gun.printed["back_strength" if gun.offensive else "strength"])

    def quota(self, battle: Battle) -> int:
        """12.2.2: how many of his corps guns the attacker may flip to counter-battery."""
        corps = [name for name in battle.attacking_guns if self.units[name].kind == "corps"]
        if battle.exploiting:
            return len(corps)
        against = sum(name in battle.counter for name in battle.defending_guns)
        offensive = int(self.now.options.get("quota", "0"))
        armies = [gun for gun in self.named(battle.attacking_guns) if gun.kind == "army"]
        count = len(corps) + sum(offensive if gun.offensive else 2 for gun in armies)
        return max(0, min(len(corps), count - against))

    def fire_column(self, battle: Battle, attacking: bool) -> int:
        """15.2.2, 17.2: the column of the bombardment table, 0 for none."""
        side = self.units[battle.attackers[0]].side
        flown = battle.observer == (side if attacking else foe(side))
        total = self.shells(battle, attacking) + (battle.bombers if flown else 0)
        return min(6, total + flown) if total else 0

    def shells(self, battle: Battle, attacking: bool) -> int:
        """15.2.2: the strength of the guns less the enemy's counter-battery; exploiting attackers do not bombard."""
        ours, theirs = battle.attacking_guns, battle.defending_guns
        if not attacking:
            ours, theirs = theirs, ours
        if attacking and battle.exploiting:
            ours = []
        shells = sum(self.strength(gun) for gun in self.named(ours) if gun.name not in battle.counter)
        answered = sum(self.strength(gun) for gun in self.named(theirs) if gun.name in battle.counter)
        return max(0, shells - answered)

    def in_offensive_range(self, side: str, target: str) -> bool:
        """8.0: an army gun of the side in offensive mode reaches the target."""
        guns = (u for u in self.units.values() if u.side == side and u.hex and u.offensive)
        return any(distance(gun.hex, target) <= int(gun.printed["range"]) for gun in guns)

    def bruchmuller(self, side: str, target: str) -> bool:
        return side == "german" and self.now.row["bruchmuller"] == "yes" and self.in_offensive_range(side, target)

    def fire_modifier(self, battle: Battle) -> int:
        """15.2.2: what is added to the attacker's die."""
        side, there = self.units[battle.attackers[0]].side, terrain()[battle.target]
        guns = self.shells(battle, True) > 0
        petain = all(self._petain(unit) for unit in self.fighters(battle.target))
        return (
            3 * (self.bruchmuller(side, battle.target) and guns)
            - 2 * ("trench" in there)
            - town(battle.target)
            - petain
        )

    def _petain(self, unit: Unit) -> bool:
        return unit.nation == "french" and self.doctrine(unit) == "petain"

    # -- odds

    def attack_strength(self, unit: Unit, target: str) -> Fraction:
        """12.2.4: halved up a slope, halved across a major river."""
        across = hexsides().get(frozenset((unit.hex, target)), set())
        strength = Fraction(unit.rating("attack"))
        if (unit.hex, target) in uphill():
            strength /= 2
        return strength / 2 if "major-river" in across else strength

    def defence_strength(self, target: str) -> Fraction:
        """12.2.4: doubled in a town, tripled in a trench."""
        factor = (2 if town(target) else 1) * (3 if "trench" in terrain()[target] else 1)
        return Fraction(factor * sum(unit.rating("defence") for unit in self.fighters(target)))

    def ratio(self, attack: Fraction, defence: Fraction) -> int:
        """The column before the shifts: 1/2 is 0, 1/1 is 1, 1/3 is -1."""
        return floor(attack / defence) if attack >= defence else 2 - ceil(defence / attack)

    def shifts(self, battle: Battle) -> dict[str, int]:
        """12.2.4: the columns to the right, by their reason."""
        who, there = self.named(battle.attackers), terrain()[battle.target]
        side = who[0].side
        lead = self.units.get(battle.attack_lead)
        other = self.units.get(battle.defence_lead)
        crossed = [
            hexsides().get(frozenset((u.hex, battle.target)), set()) & {"major-river", "minor-river"} for u in who
        ]
        return {
            "woods": -("woods" in there),
            "village": -("village" in there),
            "fort": -2 * ("fort" in there),
            "minor river": -(all(crossed) and any("minor-river" in sides for sides in crossed)),
            "stosstruppen": int(any(self.storm_of(unit) for unit in who)),
            "morale": self.morale(lead) - self.morale(other) if lead and other else 0,
            "cut off": int(any(unit.cut_off for unit in self.fighters(battle.target))),
            "foch": int(self.doctrine(lead) == "foch"),
            "offensive": self.bonus(side, battle.target),
            "concentric": int(self.concentric(battle)),
            "tank": max((int(u.printed["coordination"]) for u in who if u.kind == "tank"), default=0),
        }

    def bonus(self, side: str, target: str) -> int:
        """8.0: the offensive bonus of the player with the initiative."""
        near = side == self.now.row["initiative"] and self.in_offensive_range(side, target)
        return int(self.now.row["bonus"]) if near else 0

    def concentric(self, battle: Battle) -> bool:
        """12.2.4: attackers or their zones in all six hexes around."""
        who = self.named(battle.attackers)
        covered = {unit.hex for unit in who} | {h for u in who if u.kind != "tank" for h in neighbours(u.hex)}
        around = [hex_ for hex_ in neighbours(battle.target) if hex_ in self.area]
        return len(around) == 6 and covered >= set(around)

    def column(self, battle: Battle) -> int:
        """The column after all shifts; below 0 the attack is cancelled, 8 is the last."""
        attack = sum((self.attack_strength(u, battle.target) for u in self.named(battle.attackers)), Fraction(0))
        raw = self.ratio(attack, self.defence_strength(battle.target))
        return min(8, raw + sum(self.shifts(battle).values()))

    def hits(self, battle: Battle, code: str, weather: str) -> tuple[int, int]:
        """12.2.5: fog spares the player with the initiative a point, Foch costs an Allied attacker two."""
        attacker, defender = (int(part) for part in code.rstrip("*")[1:].split("D"))
        side = self.units[battle.attackers[0]].side
        attacker -= weather == "fog" and self.now.row["initiative"] == side
        attacker += 2 * (self.doctrine(self.units.get(battle.attack_lead)) == "foch")
        return max(0, attacker), defender

    # -- coordination

    def mixed(self, who: list[Unit]) -> bool:
        """12.2.6: units of different nations; the 157th is French and American."""
        nations = {unit.nation for unit in who}
        for own in ("french", "american"):
            if nations == {own, "franco-american"}:
                return False
        return len(nations) > 1

    def coordination(self, battle: Battle, attacking: bool) -> dict[str, int]:
        """12.2.6: what is added to a coordination die, by its reason."""
        who = self.named(battle.attackers)
        side, there = who[0].side, terrain()[battle.target]
        air = 0 if not battle.observer else 1 if (battle.observer == side) == attacking else -1
        lead = self.units.get(battle.attack_lead if attacking else battle.defence_lead)
        common = {"elite": int(lead is not None and self.elite(lead)), "air": air}
        if not attacking:
            defenders = self.fighters(battle.target)
            return {
                **common,
                "trench": 2 * bool(there & {"trench", "fort"}),
                "disorder": -any(unit.disorder for unit in defenders),
                "bruchmuller": -2 * self.bruchmuller(side, battle.target),
                "foch": -(self.doctrine(lead) == "foch"),
                "nations": -self.mixed(defenders),
            }
        morale = min((self.morale(unit) for unit in who if unit.kind == "division"), default=6)
        return {
            **common,
            "stosstruppen": int(any(self.storm_of(unit) for unit in who)),
            "nations": -self.mixed(who),
            "offensive": self.bonus(side, battle.target),
            "foch": int(self.doctrine(lead) == "foch"),
            "petain": -(self.doctrine(lead) == "petain"),
            "weak": -max(0, 4 - max(2, morale)),
        }

    def classify(self, die: int, modifier: int) -> str:
        """12.2.6: what a coordination die means."""
        if die == 6:
            return "perfect"
        if die + modifier <= 0:
            return "misunderstood"
        if die == 1 or die + modifier <= 2:
            return "none"
        return "partial" if die + modifier <= 5 else "perfect"

    def retreat_limit(self, battle: Battle, result: str) -> int:
        """12.2.6: how many hexes a defender may give; one less under Foch or with a disorganised unit."""
        most = {"perfect": 3, "partial": 2}.get(result, 0)
        lead = self.units.get(battle.defence_lead)
        short = self.doctrine(lead) == "foch" or any(unit.disorder for unit in self.fighters(battle.target))
        return max(0, most - short)

    # -- retreat

    def nearest(self, hex_: str, aim: str, side: str) -> int:
        goals = [hq.hex for hq in self.hqs(side)] if aim == "hq" else self.goals(side)
        return min((distance(hex_, goal) for goal in goals), default=0)

    def retreat_steps(self, side: str, way: tuple[str, ...], aim: str, by_choice: bool) -> set[str]:
        """12.3: the next hexes of a retreat, by the ruling on its direction."""
        here, far = way[-1], len(way)
        enemy = foe(side)
        free = {
            there
            for there in neighbours(here)
            if there in self.area
            and there not in self.ground[enemy]
            and not self.quiet(there)
            and distance(way[0], there) == far
        }
        gap = self.nearest(here, aim, side)
        nearer = {there for there in free if self.nearest(there, aim, side) < gap}
        level = {there for there in free if self.nearest(there, aim, side) == gap}
        wanted = nearer or level or free
        avoiding = {there for there in free if self.passable(there, side)}
        return wanted | avoiding if by_choice and not wanted & avoiding else wanted

    def retreats(self, side: str, start: str, length: int, by_choice: bool) -> set[tuple[str, ...]]:
        """Every way of a retreat of so many hexes, shorter where a river or the lack of hexes ends it."""
        found: set[tuple[str, ...]] = set()
        for aim in ("hq", "source"):
            ways: list[tuple[str, ...]] = [(start,)]
            while ways:
                way = ways.pop()
                stopped = len(way) > 1 and self.wet(way[-2], way[-1], side)
                ahead = set() if stopped or len(way) > length else self.retreat_steps(side, way, aim, by_choice)
                if ahead:
                    ways += [(*way, there) for there in ahead]
                elif len(way) > 1:
                    found.add(way[1:])
        return found

    def retreat_price(self, side: str, hex_: str) -> int:
        """12.3, 17.2: the steps that a group loses on entering a hex."""
        zone = not self.passable(hex_, side)
        return int(zone) + (self.now.interdicted.get(hex_) == foe(side))

    # -- disengagement

    def disengagement(self, hex_: str, lead: Unit, marked: list[Unit]) -> int:
        """13.0: what is added to the die."""
        side, enemy = lead.side, foe(lead.side)
        morale = {2: -2, 3: -1, 5: 1, 6: 2}.get(self.morale(lead), 0) if lead.kind != "tank" else 0
        closed = all(
            there not in self.ground[side] and (there in self.ground[enemy] or there in self.zone[enemy])
            for there in neighbours(hex_)
            if there in self.area
        )
        disorder = any(unit.disorder for unit in marked)
        return morale + 3 * ("trench" in terrain()[hex_]) + town(hex_) - 3 * closed - 2 * disorder

    # -- advance

    def may_advance(self, unit: Unit) -> bool:
        """12.4: full strength, in order."""
        return unit.full and not unit.disorder

    def advance_steps(self, unit: Unit, here: str, target: str, first: bool) -> set[str]:
        """12.4: the attacked hex first; then not from zone to zone, except Stosstruppen, nor over a wet river."""
        if first:
            return {target}
        enemy = foe(unit.side)
        free = {
            there
            for there in neighbours(here)
            if there in self.area and there not in self.troops[enemy] and not self.quiet(there)
        }
        free = {there for there in free if not self.wet(here, there, unit.side)}
        if here in self.zone[enemy] and not self.storm_of(unit):
            free -= self.zone[enemy]
        return free


# -- hits


def best(steps: list[tuple[int, int]], points: int) -> int:
    """The most points, up to a number, that some units can pay: pairs of cost and steps left."""
    paid = {0}
    for cost, left in steps:
        paid |= {p + cost * n for p in paid for n in range(1, left + 1) if p + cost * n <= points}
    return max(paid)


@dataclass
class Bill:
    """12.2.8: hit points that one side has still to convert, with what has been done so far."""

    units: list[Unit]
    points: int
    lead: str = ""
    attacking: bool = False
    fire: bool = False
    storms: list[str] = field(default_factory=list)
    lead_asked: bool = False

    def alive(self) -> list[Unit]:
        return [unit for unit in self.units if unit.steps > 0]

    def payers(self) -> list[Unit]:
        """Tanks are last in defence and under fire, and have paid already in attack."""
        foot = [unit for unit in self.alive() if unit.kind != "tank"]
        if self.attacking and not self.fire:
            return foot
        return foot or self.alive()

    def step_choices(self) -> set[str]:
        """Who may lose the next step: the lead first, then whoever wastes no point; Stosstruppen once."""
        payers = self.payers()
        storms = set(self.storms) if self.points >= 2 else set()
        lead = next((unit for unit in payers if unit.name == self.lead), None)
        if not self.lead_asked and not self.fire and lead and lead.cost <= self.points:
            return {lead.name} | storms
        most = best([(unit.cost, unit.steps) for unit in payers], self.points)
        found = set()
        for unit in payers:
            rest = [(other.cost, other.steps - (other is unit)) for other in payers]
            if unit.cost <= self.points and unit.cost + best(rest, self.points - unit.cost) == most:
                found.add(unit.name)
        return found | storms

    def disorder_choices(self) -> set[str]:
        """Who may be disorganised for the next point: the lead first."""
        fit = [unit for unit in self.alive() if unit.kind != "tank" and unit.disorder != "DG"]
        if any(unit.name == self.lead for unit in fit) and not self.fire:
            return {self.lead}
        return {unit.name for unit in fit} if self.points else set()


def flips(corps: Iterable[str], quota: int) -> set[frozenset[str]]:
    """The sets of corps guns that may do counter-battery."""
    corps = list(corps)
    return {frozenset(some) for n in range(quota + 1) for some in combinations(corps, n)}
