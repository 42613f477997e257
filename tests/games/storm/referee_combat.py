"""The combat chapter of the slow referee: who may attack, odds, modifiers, loss points, losses and retreats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.games.storm.referee import (
    COVER,
    CROSS,
    FORT,
    NO_TANKS,
    NORMAL,
    OUT,
    RESULTS,
    RIVERS,
    Referee,
    Unit,
    foe,
    halved,
)


@dataclass
class Battle:
    """One attack: the hex, both forces, the guns behind and the aircraft above."""

    target: str
    attackers: list[Unit]
    defenders: list[Unit]
    first_phase: bool
    agb: bool = False
    air: int = 0
    enemy_air: int = 0
    mixed_before: bool = False
    """Whether British and French have attacked together in this phase before."""

    side: str = field(init=False)

    def __post_init__(self) -> None:
        self.side = self.attackers[0].side


class CombatReferee(Referee):
    """What a reader of chapters 13, 14 and 16 says."""

    # -- who fights

    def defenders(self, hex_: str) -> list[Unit]:
        """13.5, 13.30: those who were not attacked in this phase; the others have only fled there."""
        return [unit for unit in self.stacks.get(hex_, []) if not unit.was_attacked]

    def may_attack(self, unit: Unit, target: str) -> bool:
        """13.4, 13.5, 13.18 to 13.24, 13.32, S3.19: one unit for itself, without its company."""
        if unit.attacked or unit.agb or unit.anti_tank or target not in self.board.ways_out(unit.hex):
            return False
        return not unit.tank or self.tank_can_go(unit.hex, target)

    def tank_can_go(self, here: str, target: str) -> bool:
        """Tanks attack neither into bad ground, cities and fortresses nor over major rivers."""
        bad = self.ground(target) in NO_TANKS or "city" in self.board.features[target] or self.board.fortress(target)
        return not bad and not self.major_river(here, target)

    def attack_is_legal(self, attackers: list[Unit], target: str) -> bool:
        """14.1: each tank beside infantry of its army in the same attack."""
        if not attackers or not self.defenders(target) or not all(self.may_attack(u, target) for u in attackers):
            return False
        return all(self.has_infantry(unit, attackers) for unit in attackers if unit.tank)

    def has_infantry(self, tank: Unit, attackers: Iterable[Unit]) -> bool:
        return any(u.infantry and u.army == tank.army and u.hex == tank.hex for u in attackers)

    def targets(self, side: str) -> set[str]:
        """The enemy hexes that some legal attack can be made on."""
        return {hex_ for hex_ in self.held[foe(side)] if self.defenders(hex_) and self.possible(side, hex_)}

    def possible(self, side: str, target: str) -> set[str]:
        """The units that can take part in some attack on a hex."""
        around = [u for hex_ in self.board.ways_out(target) for u in self.stacks.get(hex_, []) if u.side == side]
        can = [unit for unit in around if self.may_attack(unit, target)]
        return {unit.name for unit in can if not unit.tank or self.has_infantry(unit, can)}

    def agb_can_support(self, target: str) -> bool:
        """14.2, 14.3: in supply, on dry ground, no enemy beside it, within two hexes."""
        guns = [unit for unit in self.units.values() if unit.agb and unit.hex in self.board.playable]
        return any(
            unit.supply not in (OUT, FORT)
            and not self.flooded(unit.hex)
            and not self.near("allied", unit.hex)
            and unit.hex in self.board.within(target, 2)
            for unit in guns
        )

    # -- odds

    def attack(self, battle: Battle) -> int:
        """7.2, 13.10, 14.3: whole factors, half of all that are halved, and no more guns than infantry."""
        strong = sum(unit.rating("attack") for unit in battle.attackers if unit.supply == NORMAL)
        total = strong + halved(sum(unit.rating("attack") for unit in battle.attackers if unit.supply != NORMAL))
        return total + (min(15, total) if battle.agb else 0)

    def defence(self, battle: Battle) -> int:
        """13.10, S3.17: the defence factors of those who defend."""
        high, weak = self.ground(battle.target) == "mountain", "halved-defence" in self.now.options
        whole = half = 0
        for unit in battle.defenders:
            factor = unit.rating("attack" if high and unit.symbol == "mountain" else "defence")
            if weak and unit.supply == CROSS:
                half += factor
            else:
                whole += factor
        return whole + halved(half)

    def odds(self, battle: Battle) -> tuple[int, int]:
        """13.10 to 13.12: so many to so many; worse than 1:2 is the end of the table."""
        attack, defence = self.attack(battle), self.defence(battle)
        return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))

    # -- modifiers

    def stoss_led(self, battle: Battle) -> bool:
        """13.35: with Stosstruppen that are supplied."""
        return any(unit.stoss and unit.supply != OUT for unit in battle.attackers)

    def modifiers(self, battle: Battle) -> dict[str, int]:
        """13.9 and 13.13 to 13.35: everything that is added to the die, by rule."""
        found = {
            "13.14": battle.air - battle.enemy_air,
            "13.15": self.tanks(battle) and not self.trench(battle) and self.real_tanks(battle),
            "13.16": battle.agb,
            "13.17": self.concentric(battle),
            "13.18-21": COVER.get(self.ground(battle.target), 0),
            "13.22": -self.all_over_rivers(battle),
            "13.23": -("town" in self.board.features[battle.target]),
            "13.24": -2 * ("city" in self.board.features[battle.target]),
            "13.25-27": 0 if self.tanks(battle) else self.trench(battle),
            "13.35": self.shock(battle),
            "13.9": -(battle.mixed_before and self.mixes_armies(battle)),
            **self.optional(battle),
        }
        return {rule: int(value) for rule, value in found.items() if value}

    def tanks(self, battle: Battle) -> bool:
        """S3.19: tanks that no anti-tank regiment stops."""
        stopped = any(unit.anti_tank for unit in battle.defenders)
        return any(unit.tank for unit in battle.attackers) and not stopped

    def real_tanks(self, battle: Battle) -> bool:
        """S3.21: fast tanks never give a modifier."""
        return any(unit.tank and unit.symbol != "fast-tank" for unit in battle.attackers)

    def trench(self, battle: Battle) -> int:
        """13.25 to 13.27, 16.3: the defenders' own trench."""
        there = self.board.features[battle.target]
        if battle.side == "allied":
            return -2 if "german-main-trench" in there else -("german-secondary-trench" in there)
        if "allied-trench" not in there:
            return 0
        weak = "16.3" in self.now.options and "weak-trench" in there
        return -2 + self.stoss_led(battle) + weak

    def concentric(self, battle: Battle) -> bool:
        """13.17: opposite, three with gaps, or four and more hexes; never against a garrison in its own fortress."""
        if self.board.fortress(battle.target) in {unit.army for unit in battle.defenders}:
            return False
        ring = self.board.ring(battle.target)
        hit = [hex_ in {unit.hex for unit in battle.attackers} for hex_ in ring]
        opposite = any(hit[k] and hit[k + 3] for k in range(3))
        return opposite or all(hit[0::2]) or all(hit[1::2]) or sum(hit) >= 4

    def all_over_rivers(self, battle: Battle) -> bool:
        return all(self.board.side(unit.hex, battle.target) & RIVERS for unit in battle.attackers)

    def shock(self, battle: Battle) -> int:
        """13.35: twice as much in the first phase of the campaign."""
        if battle.side == "allied" or not self.stoss_led(battle):
            return 0
        return 2 if self.now.turn == 1 and battle.first_phase and not self.plan_1919 else 1

    def mixes_armies(self, battle: Battle) -> bool:
        return {"british", "french"} <= {unit.army for unit in battle.attackers}

    def optional(self, battle: Battle) -> dict[str, int]:
        """16.1, 16.4, 16.8 and the Marines of S3.22."""
        found, defenders = dict[str, int](), battle.defenders
        if "16.1" in self.now.options:
            found["16.1"] = self.elite(battle.attackers) - self.elite(defenders)
        if "16.4" in self.now.options and self.board.country[battle.target] != "BE":
            found["16.4"] = any(u.army == "belgian" for u in defenders) - any(
                u.army == "belgian" for u in battle.attackers
            )
        if "16.8" in self.now.options:
            found["16.8"] = max(0, self.odds(battle)[0] - 7)
        marines = [any(unit.name == "USMC" for unit in units) for units in (battle.attackers, defenders)]
        return {**found, "S3.22": marines[0] - marines[1]}

    def elite(self, units: list[Unit]) -> bool:
        """16.1: the Australians and two American divisions of one hex."""
        if not self.corps_begun():
            return False
        homes = [unit.hex for unit in units if unit.nation == "australian"]
        return any(sum(u.army == "american" and u.infantry and u.hex == hex_ for u in units) >= 2 for hex_ in homes)

    def corps_begun(self) -> bool:
        """The corps can be formed in the Allied player turn of the ninth turn and ever after."""
        return (self.now.turn, self.now.player == "allied") >= (9, True)

    def corps_infiltrations(self) -> set[str]:
        """15.6, 16.1: where the Australian corps and its two American divisions may go as one."""
        units = [u for u in self.units.values() if u.nation == "australian" and u.hex in self.board.playable]
        if "16.1" not in self.now.options or not self.corps_begun() or not units:
            return set()
        units += [u for u in self.stacks[units[0].hex] if u.army == "american" and u.infantry]
        tied = any(unit.supply == OUT or unit.railed or unit.infiltrated for unit in units)
        if len(units) != 3 or tied:
            return set()
        near = [hex_ for hex_ in self.board.ways_out(units[0].hex) if hex_ not in self.held["german"]]
        return {hex_ for hex_ in near if self.stack_is_legal([*self.stacks.get(hex_, []), *units])}

    # -- results

    def result(self, battle: Battle, die: int) -> tuple[int, int]:
        """13.12, 13.28, 13.32: the loss points of attacker and defender."""
        high, low = self.odds(battle)
        row = min(9, max(1, die + sum(self.modifiers(battle).values())))
        points = "2/0" if low > 2 else RESULTS[row].split()[min(high, 7) if low == 1 else 0]
        attacker, defender = map(int, points.split("/"))
        return attacker + self.walls(battle), defender

    def walls(self, battle: Battle) -> int:
        """13.32: what a fortress with a garrison of its own nation costs the attacker."""
        fortress = self.board.fortress(battle.target)
        if fortress not in {unit.army for unit in battle.defenders}:
            return 0
        return {"french": 2, "german": 3, "": 0}[fortress]

    # -- losses

    def attacker_loses(self, battle: list[Unit], points: int, stoss_paid: bool) -> set[str]:
        """14.1, 16.7, S3.15, S3.22: who may be named for the next step; the units are those that are left."""
        tanks = [unit for unit in battle if unit.tank]
        if any(unit.symbol == "heavy-tank" for unit in tanks):
            tanks = [unit for unit in tanks if unit.symbol != "fast-tank"]
        marines = [unit for unit in battle if unit.name == "USMC"]
        stoss = [u for u in battle if u.stoss and points == 1 and not stoss_paid and "16.7" in self.now.options]
        return {unit.name for unit in tanks or marines or stoss or battle}

    def defender_loses(self, units: list[Unit], tanks_attack: bool) -> set[str]:
        """14.3, S3.19, S3.22: who of the defenders that are left may be named."""
        first = [unit for unit in units if unit.anti_tank and tanks_attack]
        marines = [unit for unit in units if unit.name == "USMC"]
        with_tanks = [unit for unit in units if unit.tank and unit.army == "american"] if marines else []
        rest = [unit for unit in units if not unit.agb]
        return {unit.name for unit in first or [*marines, *with_tanks] or rest or units}

    # -- retreat

    def retreats(self, units: list[Unit]) -> dict[str, bool]:
        """10.6, 13.30, 14.3: where a force may go back to, and whether it costs one more step."""
        side, start = units[0].side, units[0].hex
        if any(unit.agb for unit in units):
            return {}
        found = {}
        for there in self.board.ways_out(start):
            stack = [*self.stacks.get(there, []), *units]
            if there in self.held[foe(side)] or not self.stack_is_legal(stack):
                continue
            dear = there in self.zone[foe(side)] and there not in self.held[side]
            if not dear or sum(unit.steps for unit in units) > 1:
                found[there] = dear
        return found

    def advances(self, unit: Unit, target: str) -> bool:
        """13.33: whether a victor may come into the hex."""
        return self.joins(unit, target) is not None

    # -- morale

    def taken(self, side: str, hexes: Iterable[str], morale: tuple[int, int]) -> tuple[int, int]:
        """4.2, 4.3: the two tracks, German first, after a side enters some hexes one after the other."""
        german, allied = morale
        for hex_ in dict.fromkeys(hexes):
            points = self.board.morale(hex_) if not self.controls(side, hex_) else 0
            points = points if side == "german" else -points
            german, allied = min(30, max(0, german + points)), min(30, max(0, allied - points))
        return german, allied

    def winner(self, morale: tuple[int, int], last_turn: int) -> str:
        """4.4, S3.12: who has won at the end of a game turn, if anybody."""
        german, allied = morale
        beaten = {side for side, level in (("german", german), ("allied", allied)) if level == 0}
        if self.plan_1919:
            beaten -= {"allied"}
        if len(beaten) == 2:
            return "nobody"
        if beaten:
            return foe(beaten.pop())
        return "german" if self.now.turn >= last_turn else ""

    def german_check(self, morale: tuple[int, int]) -> bool:
        """4.5: whether the Germans pass at the end of their ninth turn."""
        return morale[0] >= 18 and morale[1] <= 13
