"""A match of Storm in the West played at random with the slow referee at the table, who compares at every question.

What happened before (who came by rail, attacked, infiltrated, was a guest, which loss points are due) the trial takes
down by itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.asking import offers
from tests.games.storm.drawn import rules_of, state
from tests.games.storm.referee import CROSS, FORT, NORMAL, OUT, Position, Unit, counters, foe
from tests.games.storm.referee_combat import Battle, CombatReferee
from westfront.engine.event import Event
from westfront.engine.match import Match
from westfront.engine.modifiers import sum_of
from westfront.games.storm import battle as game_battle
from westfront.games.storm.combat import Assault, Combat
from westfront.games.storm.control import Redeploy
from westfront.games.storm.fight import (
    Advance,
    AttackAir,
    AttackerLoss,
    DefenceAir,
    DefenderLoss,
    Fire,
    RetreatLoss,
)
from westfront.games.storm.infiltration import Infiltrating, Infiltration
from westfront.games.storm.losses import retreat_hexes
from westfront.games.storm.movement import Entering, March, Marching, Onward
from westfront.games.storm.rail import Rail, RailTo
from westfront.games.storm.replacements import Replacement
from westfront.games.storm.state import AIR, DEAD, EDGE, NATIONS, PEAK, POOL
from westfront.games.storm.supply import find_supply

SIDES = ("german", "allied")
SUPPLY = (NORMAL, CROSS, FORT, OUT)
OPTIONS = {
    ("australian-american", "on"): "16.1",
    ("weak-trenches", "on"): "16.3",
    ("belgians", "on"): "16.4",
    ("storm-losses", "on"): "16.7",
    ("super-odds", "on"): "16.8",
    ("cross-supply", "halved-defence"): "halved-defence",
    ("nine-americans", "at-once"): "at-once",
}
NEVER = {"portuguese", "italian", "austrian"}
MECHANIZED = {"tank", "heavy-tank", "fast-tank"}
MORE_TRIES = 4
SHY = {"cancel", "drop", "withhold", "top", "stacks", "done", "confirm"}
ENDS = {"March": 0.06, "Rail": 0.2, "Combat": 0.04, "Infiltration": 0.08, "Evacuation": 0.5}
"""How often a phase is ended, by its question."""


class Memory:
    """What a player would remember of a player turn."""

    def __init__(self) -> None:
        self.player = ""
        self.railed, self.marched, self.infiltrated = set[str](), set[str](), set[str]()
        self.companions, self.guests = set[str](), set[str]()
        self.attacked, self.defended = set[str](), set[str]()
        self.mixed_battles, self.guns_fired, self.second = 0, False, False
        self.points, self.stoss_paid = (0, 0), False
        self.yanks = False


class Trial:
    """A match played at random, with the referee at the table."""

    def __init__(self, name: str, match: Match) -> None:
        self.name, self.match, self.rules = name, match, rules_of(match)
        self.random = random.Random(name)
        self.positions, self.compared, self.faults = 0, Counter[str](), list[str]()
        self.memory = Memory()
        self.memory.yanks = bool(state(match).yanks) and not any(event.kind == "yanks" for event in match.events)
        self.checked: tuple[int, str, str] | None = None
        self.after(list(match.events))

    def run(self, decisions: int, turns: int = 99) -> Trial:
        """Play so many decisions or turns."""
        last = state(self.match).turn + turns
        for _ in range(decisions):
            if self.match.over or state(self.match).turn >= last:
                break
            self.look()
            self.check()
            self.step(self.choose())
        return self

    def choose(self) -> str:
        """An action at random, seldom one that leads back or ends something; attacks grow before they are made."""
        texts, lot = self.match.decision.texts, self.random.random()
        found = [text for text in texts if text.split()[0] not in SHY]
        if "confirm" in texts and (lot < 0.15 or not any(text.startswith(("add", "support")) for text in found)):
            return "confirm"
        if "done" in texts and lot < ENDS.get(type(self.frame).__name__, 0.1):
            return "done"
        return self.random.choice(found or [t for t in texts if t in ("done", "cancel")] or list(texts))

    @property
    def frame(self) -> Any:
        return self.match.state.frames[-1]

    def same(self, what: str, game: object, referee: object, about: object = "") -> None:
        """Take down whether the two agree."""
        self.compared[what] += 1
        if game != referee:
            said = f"game {game}, referee {referee}"
            if isinstance(game, set) and isinstance(referee, set):
                said = f"game also {sorted(game - referee)}, referee also {sorted(referee - game)}"
            self.faults.append(f"{self.name} #{self.match.number} {what} {about}: {said}; {self.frame}")

    # -- the position in plain words

    def look(self) -> None:
        """Show the position to the referee."""
        self.positions += 1
        self.referee = self.seen()

    def seen(self) -> CombatReferee:
        """The position as the referee sees it."""
        s, m, options = state(self.match), self.memory, self.rules.options
        units = [
            self._unit(number) for number in self.rules.ground if s.at[number] >= 0 or s.at[number] in (POOL, EDGE)
        ]
        return CombatReferee(
            Position(
                self.rules.scenario,
                s.turn,
                m.player,
                {OPTIONS[item] for item in options.items() if item in OPTIONS},
                units,
                set(self.rules.grid.labels(s.german)),
                bool(s.wet),
                s.influenza == PEAK,
                set(self.rules.grid.labels(s.lost_ports)),
                set(self.rules.grid.labels(s.lost_forts)),
                set(m.guests),
            )
        )

    def _unit(self, number: int) -> Unit:
        s, m, name = state(self.match), self.memory, self.rules.names.units[number]
        return Unit(
            name,
            self.label(s.at[number]),
            s.steps[number],
            SUPPLY[s.supply[number]],
            name in m.railed,
            name in m.attacked,
            name in m.defended,
            name in m.companions,
            name in m.infiltrated,
        )

    def label(self, hex_: int) -> str:
        return self.rules.names.place(hex_)

    def labels(self, hexes: Iterable[int]) -> list[str]:
        return [self.label(hex_) for hex_ in hexes]

    def unit(self, number: int) -> Unit:
        return self.referee.units[self.rules.names.units[number]]

    def units(self, numbers: Iterable[int]) -> list[Unit]:
        """Those of some units that are on the map."""
        names = (self.rules.names.units[number] for number in numbers)
        return [u for name in names if (u := self.referee.units.get(name)) and u.hex in self.referee.board.playable]

    def own(self, side: str) -> list[Unit]:
        return [u for u in self.referee.units.values() if u.side == side and u.hex in self.referee.board.playable]

    def waiting(self, side: str) -> list[Unit]:
        """Units that may come in over the map edge."""
        found = [u for u in self.referee.units.values() if u.side == side and u.hex not in self.referee.board.playable]
        return [u for u in found if u.hex == "edge" or u.army not in ("british", "belgian")]

    def offers(self, verb: str) -> set[str]:
        return offers(self.match, verb)

    # -- the questions

    def check(self) -> None:
        """Compare what the game says of this question."""
        if type(self.frame) in (Rail, March, Combat, Infiltration, Replacement):
            self.begin()
        checks: dict[type, Callable[..., None]] = {
            Replacement: self.replacement,
            Rail: self.rail,
            RailTo: self.rail_to,
            March: self.march,
            Marching: self.marching,
            Entering: self.entering,
            Onward: self.onward,
            Combat: self.combat,
            Assault: self.assault,
            AttackAir: self.air,
            DefenceAir: self.air,
            DefenderLoss: self.defender_loss,
            RetreatLoss: self.retreat_loss,
            AttackerLoss: self.attacker_loss,
            Advance: self.advance,
            Infiltration: self.infiltration,
            Infiltrating: self.infiltrating,
            Redeploy: self.redeploy,
        }
        if type(self.frame) in checks:
            checks[type(self.frame)](self.frame)

    def begin(self) -> None:
        """Once in a phase: zones, supply, and what could happen in some hexes."""
        phase = (state(self.match).turn, self.memory.player, f"{type(self.frame).__name__} {self.memory.second}")
        if phase == self.checked and self.random.random() > 0.02:
            return
        fresh = phase != self.checked
        self.checked = phase
        for number, side in enumerate(SIDES):
            zone = set(self.rules.grid.labels(self.rules.zone(state(self.match), number) & self.rules.board.playable))
            self.same("zone of control", zone, self.referee.zone[side])
            found = find_supply(self.rules, state(self.match), number)
            game = {f"{self.rules.names.units[u]} {SUPPLY[has]}" for u, has in found.items()}
            self.same("supply", game, {f"{u.name} {self.referee.supply(u)}" for u in self.own(side)})
        if fresh and isinstance(self.frame, Replacement):
            marked = {u.name for u in self.own(self.memory.player) if u.supply != self.referee.supply(u)}
            self.same("supply when the turn began", marked, set())
        stacks = sorted(self.referee.stacks)
        for hex_ in self.random.sample(stacks, min(3 * MORE_TRIES, len(stacks))):
            self.if_driven_back(hex_)
            self.if_attacked(hex_)

    def replacement(self, frame: Replacement) -> None:
        side, s = SIDES[frame.player], state(self.match)
        pools = {nation: s.pool[number] for number, nation in enumerate(NATIONS)}

        def purse(unit: Unit) -> int:
            nation = "japanese" if unit.nation == "japanese" else unit.army
            at_large = s.mechanized if unit.symbol in MECHANIZED and side == "allied" else 0
            return pools[nation] + at_large

        def never(unit: Unit) -> bool:
            late_stoss = self.referee.plan_1919 and unit.symbol == "storm"
            return unit.nation in NEVER or unit.agb or unit.symbol == "mountain" or late_stoss

        stopped = self.referee.now.influenza
        reduced = [u for u in self.own(side) if u.reduced and u.supply in (NORMAL, CROSS) and not never(u)]
        self.same("replenished", self.offers("replenish"), {u.name for u in reduced if purse(u) and not stopped})
        dead = [
            Unit(n, "dead", 1)
            for n in self.boxed(DEAD, side)
            if counters()[n]["nation"] not in ("australian", "canadian")
        ]
        back = {
            f"{u.name} {steps}"
            for u in dead
            for steps in range(1, int(u.printed["steps"]) + 1)
            if steps <= purse(u) and not never(u) and u.name != "USMC" and not stopped
        }
        self.same("reclaimed", self.offers("reclaim"), back)
        due = [u for u in self.referee.units.values() if u.hex == "pool" and u.army in ("british", "belgian")]
        ports = [h for h in self.referee.board.having("port") if self.referee.controls("allied", h)]
        landings = {f"{u.name} {h}" for u in due for h in ports if self.referee.joins(u, h) is not None}
        self.same("landings", self.offers("land"), landings if side == "allied" else set())

    def boxed(self, box: int, side: str) -> set[str]:
        """The ground units of a side in a box."""
        names, at = self.rules.names.units, state(self.match).at
        return {names[u] for u in self.rules.ground if at[u] == box and counters()[names[u]]["side"] == side}

    def some(self, units: list[Unit], most: int = MORE_TRIES) -> list[Unit]:
        return self.random.sample(units, min(most, len(units)))

    def rail(self, frame: Rail) -> None:
        """Who may go by rail, and for some units of all where to."""
        side = SIDES[frame.player]
        capacity = (4 if side == "german" else 6) // (2 if self.referee.now.influenza else 1)
        left = len(self.memory.railed) < capacity
        candidates = [*self.own(side), *self.waiting(side)]
        able = {unit.name for unit in candidates if left and self.referee.boards(unit)}
        self.same("units that go by rail", self.offers("take"), able)
        towns = sorted(self.referee.board.having("town") | self.referee.board.having("city"))
        for unit in self.some([u for u in candidates if u.name in able or self.random.random() < 0.1], 1):
            ends = self.referee.rail_ends(unit) if left else set()
            for hex_ in (*self.random.sample(towns, 6), self.random.choice(sorted(self.referee.board.playable))):
                legal = self.match.why(f"rail {unit.name} {hex_}") is None
                self.same("rail move", legal, hex_ in ends, (unit.name, unit.hex, hex_))

    def rail_to(self, frame: RailTo) -> None:
        unit = self.unit(frame.unit)
        self.same("rail ends", self.offers("go"), self.referee.rail_ends(unit), (unit.name, unit.hex))

    def march(self, frame: March) -> None:
        """Who may move, and for some units of all where to."""
        side = SIDES[frame.player]
        candidates = [*self.own(side), *self.waiting(side)]
        able = {u.name for u in candidates if u.name not in self.memory.railed | self.memory.marched}
        self.same("units that march", self.offers("take"), able)
        for unit in self.some(self.own(side), self.random.randint(0, 1)):
            self.tries(unit)

    def tries(self, unit: Unit) -> None:
        """Moves to any hex and by any way, listed or not."""
        free = unit.name not in self.memory.marched
        ends = self.referee.destinations(unit) if free else {}
        near = sorted(self.referee.board.within(unit.hex, 5) - {unit.hex})
        for hex_ in self.random.sample(near, min(8, len(near))):
            legal = self.match.why(f"move {unit.name} {hex_}") is None
            self.same("move", legal, hex_ in ends, (unit.name, unit.hex, hex_))
        for _ in range(6):
            way = [unit.hex]
            for _ in range(self.random.randint(2, 4)):
                way.append(self.random.choice(self.referee.board.neighbours(way[-1])))
            if unit.hex in way[1:]:
                continue
            legal = self.match.why(f"move {unit.name} {way[-1]} via {' '.join(way[1:-1])}") is None
            self.same("way", legal, free and self.referee.way(unit, way[1:]) is not None, (unit.name, way))

    def marching(self, frame: Marching) -> None:
        self.reach(self.unit(frame.unit), 0)

    def onward(self, frame: Onward) -> None:
        unit = self.unit(frame.unit)
        self.same("price of the edge", frame.spent, self.referee.price(unit, None, unit.hex))
        self.reach(unit, frame.spent)

    def reach(self, unit: Unit, spent: int) -> None:
        """Where a unit goes, and for how much."""
        found = self.referee.destinations(unit, spent)
        self.same("moves", self.offers("go"), set(found), (unit.name, unit.hex))
        allowance = self.referee.allowance(unit)
        for action, hint in self.match.decision.hints().items():
            verb, *hexes = action.split()
            if verb == "go" and hexes[0] in found:
                paid = self.referee.way(unit, hint.path[1:], spent)
                self.same("way shown", paid is not None, True, (unit.name, hint.path))
                words = f"{min(paid or 0, allowance)} of {allowance} movement points"
                self.same("price", hint.note, words, (unit.name, hint.path))

    def entering(self, frame: Entering) -> None:
        unit = self.unit(frame.unit)
        hexes = {hex_ for hex_ in self.referee.entries(unit) if self.referee.joins(unit, hex_) is not None}
        self.same("entry", self.offers("go"), hexes, unit.name)

    # -- combat

    def combat(self, frame: Combat) -> None:
        side = SIDES[frame.player]
        self.same("phase", bool(frame.second), self.memory.second)
        fought = {self.rules.names.units[u]: state(self.match).fought[u] for u in self.rules.ground}
        for bit, known in ((1, self.memory.attacked), (2, self.memory.defended)):
            alive = {unit.name for unit in [*self.own("german"), *self.own("allied")]}
            self.same("who has fought", {n for n, done in fought.items() if done & bit} & alive, known & alive)
        self.same("targets", self.offers("attack"), self.referee.targets(side))

    def assault(self, frame: Assault) -> None:
        target, chosen = self.label(frame.target), self.units(frame.attackers)
        able = {u.name for u in self.own(SIDES[frame.player]) if self.referee.may_attack(u, target) and u not in chosen}
        self.same("attackers", self.offers("add"), able, target)
        texts = self.match.decision.texts
        self.same("attack complete", "confirm" in texts, self.referee.attack_is_legal(chosen, target), target)
        support = frame.player == 0 and not self.memory.guns_fired and not frame.guns
        self.same("AGB", "support" in texts, support and self.referee.agb_can_support(target), target)

    def if_attacked(self, hex_: str) -> None:
        """The odds of an attack by some of the units around a hex, with any support."""
        side, rules, s = foe(self.referee.stacks[hex_][0].side), self.rules, state(self.match)
        if not self.referee.defenders(hex_) or self.memory.player != side:
            return
        can = [self.referee.units[name] for name in sorted(self.referee.possible(side, hex_))]
        chosen = self.random.sample(can, self.random.randint(1, len(can))) if can else []
        if not self.referee.attack_is_legal(chosen, hex_):
            return
        guns = side == "german" and self.referee.agb_can_support(hex_)
        first, air, cover = self.random.random() < 0.5, self.random.randint(0, 3), self.random.randint(0, 1)
        said = Battle(
            hex_, chosen, self.referee.defenders(hex_), first, guns, air, cover, self.memory.mixed_battles > 0
        )
        defenders = tuple(sorted(rules.names.unit(u.name) for u in self.referee.defenders(hex_)))
        attackers = tuple(sorted(rules.names.unit(u.name) for u in chosen))
        found = game_battle.Battle(rules, s, rules.grid.hex(hex_), attackers, defenders, guns, air, cover, not first)
        view = game_battle.odds(found)
        self.odds_agree(said, view.attack, view.defence, sum_of(view.modifiers), view.hopeless)
        for die in range(1, 7):
            self.same(
                "result of any attack", game_battle.result(rules, view, die), self.referee.result(said, die), said
            )

    def odds_agree(self, said: Battle, attack: int, defence: int, shift: int, hopeless: bool) -> None:
        low = self.referee.odds(said)[1]
        self.same("strengths", (attack, defence), (self.referee.attack(said), self.referee.defence(said)), said)
        self.same("hopeless", hopeless, low > 2, said)
        if low <= 2:
            modifiers = self.referee.modifiers(said)
            self.same("modifiers", shift, sum(modifiers.values()), (modifiers, said))

    def if_driven_back(self, hex_: str) -> None:
        """Where a stack could retreat to."""
        who = self.referee.defenders(hex_)
        if who:
            units = [self.rules.names.unit(unit.name) for unit in who]
            game = retreat_hexes(self.rules, state(self.match), units, self.rules.grid.hex(hex_))
            others = [u for u in self.referee.stacks[hex_] if u not in who]
            if not others:
                self.same("retreats", set(self.rules.grid.labels(game)), set(self.referee.retreats(who)), hex_)

    def air(self, frame: AttackAir | DefenceAir) -> None:
        """How many air units may be sent."""
        names, at, side = self.rules.names.units, state(self.match).at, SIDES[frame.player]
        ready = [n for u, n in enumerate(names) if at[u] == AIR and counters()[n]["side"] == side]
        if self.referee.wet:
            ready = [] if frame.second else [name for name in ready if name != "RAF"]
        most = min(len(ready), 3 if isinstance(frame, AttackAir) and side == "allied" else 1)
        self.same("air units", self.offers("fly"), {str(number) for number in range(most + 1)})

    def defender_loss(self, frame: DefenderLoss) -> None:
        units = self.units(frame.defenders)
        tanks = any(unit.tank for unit in self.said.attackers)
        self.same("defender's loss points", frame.points, self.memory.points[1])
        self.same("defender's losses", self.offers("lose"), self.referee.defender_loses(units, tanks))
        ways = set(self.referee.retreats(units)) if self.memory.points[1] == 1 else set()
        self.same("retreat", self.offers("retreat"), ways)
        for hex_ in self.referee.board.neighbours(self.label(frame.target)):
            self.same("retreat to any hex", self.match.why(f"retreat {hex_}") is None, hex_ in ways, hex_)
        for unit in self.referee.stacks[self.label(frame.target)]:
            legal = unit.name in self.referee.defender_loses(units, tanks)
            self.same("loss of any defender", self.match.why(f"lose {unit.name}") is None, legal, unit.name)

    def retreat_loss(self, frame: RetreatLoss) -> None:
        units = self.units(frame.defenders)
        self.same("step for an enemy zone", self.dear, True)
        self.same(
            "loss on retreat",
            self.offers("lose"),
            self.referee.defender_loses(units, any(u.tank for u in self.said.attackers)),
        )

    def attacker_loss(self, frame: AttackerLoss) -> None:
        units = self.units(frame.attackers)
        self.same("attacker's loss points", frame.points, self.memory.points[0])
        payers = self.referee.attacker_loses(units, self.memory.points[0], self.memory.stoss_paid)
        self.same("attacker's losses", self.offers("lose"), payers)
        for unit in self.some(self.own(SIDES[frame.player])):
            legal = unit.name in payers
            self.same("loss of any attacker", self.match.why(f"lose {unit.name}") is None, legal, unit.name)

    def advance(self, frame: Advance) -> None:
        target = self.label(frame.target)
        self.same("advance into an empty hex", target in self.referee.held[foe(SIDES[frame.player])], False)
        units = [u for u in self.units(frame.attackers) if u.hex != target]
        self.same("advance", self.offers("advance"), {u.name for u in units if self.referee.advances(u, target)})

    # -- infiltration and Big Bertha

    def infiltration(self, frame: Infiltration) -> None:
        side = SIDES[frame.player]
        able = {unit.name for unit in self.own(side) if self.referee.infiltrates(unit)}
        self.same("units that infiltrate", self.offers("take"), able)
        corps = self.referee.corps_infiltrations() if side == "allied" else set()
        self.same("the corps infiltrates", self.offers("corps"), corps)
        for unit in self.some(self.own(side)):
            ends = self.referee.infiltrations(unit) if unit.name in able else set()
            near = sorted(self.referee.board.within(unit.hex, 2))
            for hex_ in self.random.sample(near, min(6, len(near))):
                legal = self.match.why(f"infiltrate {unit.name} {hex_}") is None
                self.same("infiltration", legal, hex_ in ends, (unit.name, unit.hex, hex_))

    def infiltrating(self, frame: Infiltrating) -> None:
        unit = self.unit(frame.unit)
        self.same("infiltration hexes", self.offers("go"), self.referee.infiltrations(unit), (unit.name, unit.hex))

    def redeploy(self, frame: Redeploy) -> None:
        here = {self.label(state(self.match).bertha)}
        self.same("Big Bertha", self.offers("redeploy"), self.referee.bertha_ends() - here)

    # -- what actions do

    def step(self, action: str) -> None:
        """Play an action, and look at what it did."""
        frame, verb, m = self.frame, action.split()[0], self.memory
        before, morale = self.referee, (state(self.match).morale[0], state(self.match).morale[1])
        self.foresee(frame, action)
        events = self.match.play(action)
        if verb == "lose" and isinstance(frame, (DefenderLoss, AttackerLoss)):
            self.paid(frame, action.split()[1])
        if verb == "retreat":
            m.points = (m.points[0], 0)
        if any(event.kind == "result" for event in events):
            self.rolled(frame, events)
        if isinstance(frame, Combat) and verb == "done" and frame.second:
            self.terminal(before, events)
        self.ground_taken(before, self.moved(before, events), events, morale)
        self.after(events)

    def foresee(self, frame: Any, action: str) -> None:
        """What must be known before an action is played."""
        m, verb = self.memory, action.split()[0]
        if verb == "retreat":
            self.dear = self.referee.retreats(self.units(frame.defenders))[action.split()[1]]
        if isinstance(frame, March) and verb == "done":
            tanks = {u.hex for u in self.own("allied") if u.tank}
            m.companions = {u.name for u in self.own("allied") if u.hex in tanks and m.player == "allied"}
        if isinstance(frame, Assault) and verb == "confirm":
            target, mixed = self.label(frame.target), m.mixed_battles > 0
            attackers, defenders = self.units(frame.attackers), self.referee.defenders(target)
            self.said = Battle(target, attackers, defenders, not frame.second, bool(frame.guns), mixed_before=mixed)
            m.stoss_paid = not any(unit.stoss for unit in attackers)
            m.attacked |= {unit.name for unit in attackers}
            m.defended |= {unit.name for unit in defenders}
            m.guns_fired = m.guns_fired or bool(frame.guns)

    def rolled(self, frame: Any, events: list[Event]) -> None:
        """The loss points of a battle, by the die or without it."""
        hopeless = self.referee.odds(self.said)[1] > 2
        self.same("die thrown", isinstance(frame, Fire), not hopeless)
        if isinstance(frame, Fire):
            self.said.air, self.said.enemy_air = frame.air, frame.cover
        die = 0 if hopeless else self.match.dice.rolls[-1].values[0]
        self.memory.points = self.referee.result(self.said, die)
        self.memory.mixed_battles += self.referee.mixes_armies(self.said)
        told = {event.kind: event.facts for event in events}
        self.same(
            "loss points", (told["result"]["attacker"], told["result"]["defender"]), self.memory.points, self.said
        )
        strengths = f"{self.referee.attack(self.said)} against {self.referee.defence(self.said)}"
        self.same("odds", told["odds"]["strengths"], strengths, self.said)
        there = {unit.name for unit in self.referee.stacks[self.said.target]}
        fled = there - {unit.name for unit in self.said.defenders}
        lost = {self.rules.names.units[e.facts["unit"]] for e in events if e.kind == "eliminated"} & fled
        self.same("refugees", lost, fled if self.memory.points[1] else set())

    def paid(self, frame: DefenderLoss | AttackerLoss, name: str) -> None:
        """A loss point less; if nobody is left the others are forgotten."""
        attacker, defender = self.memory.points
        if isinstance(frame, DefenderLoss):
            self.memory.points = attacker, defender - 1
        else:
            self.memory.points = attacker - 1, defender
            self.memory.stoss_paid = self.memory.stoss_paid or self.referee.units[name].stoss
        units = self.units(frame.defenders if isinstance(frame, DefenderLoss) else frame.attackers)
        over = sum(unit.steps for unit in units) == 1 or 0 in self.memory.points[isinstance(frame, DefenderLoss) :][:1]
        self.same("losses paid", isinstance(self.frame, type(frame)), not over)

    def terminal(self, before: CombatReferee, events: list[Event]) -> None:
        """7.2: who is removed at the end of a player turn."""
        lost = {self.rules.names.units[e.facts["unit"]] for e in events if e.kind == "eliminated" and "7.2" in e.rules}
        marked = [u for u in before.units.values() if u.side == self.memory.player and u.hex in before.board.playable]
        cut_off = {u.name for u in marked if u.supply == OUT and before.supply(u) == OUT}
        self.same("removed for lack of supply", lost, cut_off)

    def moved(self, before: CombatReferee, events: list[Event]) -> list[str]:
        """Note who has moved and how; the hexes that were entered one after the other."""
        names, m, entered = self.rules.names.units, self.memory, list[str]()
        for event in events:
            facts = event.facts
            if event.kind in ("moved", "infiltrated", "marched in", "rail", "rail in") and "unit" in facts:
                name, path = names[facts["unit"]], [self.label(h) for h in facts["path"] if h >= 0]
                if event.kind != "marched in" and event.kind != "rail in":
                    path = path[1:]
                noted = {"moved": m.marched, "marched in": m.marched, "infiltrated": m.infiltrated}
                noted.get(event.kind, m.railed).add(name)
                self.mix(before, [before.units[name]], path)
                entered += path
            elif event.kind in ("advance", "landed"):
                path = [self.label(facts["hex"])]
                self.mix(before, [before.units[names[facts["unit"]]]], path)
                entered += path
            elif event.kind == "retreat":
                path = [self.label(facts["to"])]
                self.mix(before, [u for u in self.said.defenders if u.name in before.units], path)
                entered += path
            elif event.kind == "corps":
                units = [names[unit] for unit in facts["units"]]
                m.infiltrated |= set(units)
                path = [self.label(facts["hex"])]
                self.mix(before, [before.units[name] for name in units], path)
                entered += path
        return entered

    def mix(self, before: CombatReferee, movers: list[Unit], path: list[str]) -> None:
        """9.6: Americans become guests in each hex that is passed."""
        for hex_ in path:
            self.memory.guests |= before.mixing([*before.stacks.get(hex_, []), *movers])

    def ground_taken(
        self, before: CombatReferee, entered: list[str], events: list[Event], morale: tuple[int, int]
    ) -> None:
        """3.5, 4.2: control and both tracks, unless a gift or the Paris Gun came between."""
        s = state(self.match)
        sides = [event.facts["side"] for event in events if event.kind == "retreat"]
        side = foe(self.memory.player) if sides else self.memory.player
        german = before.now.german_control
        expected = german | set(entered) if side == "german" else german - set(entered)
        self.same("control", set(self.rules.grid.labels(s.german)), expected)
        gifts = {"4.6", "4.7", "16.6", "16.10"}
        if not any(event.kind == "morale" and gifts & set(event.rules) for event in events):
            tracks = before.taken(side, entered, morale)
            self.same("morale", (s.morale[0], s.morale[1]), (tracks[0], morale[1] if before.plan_1919 else tracks[1]))

    def after(self, events: list[Event]) -> None:
        """Begin to remember anew where a turn or a phase begins, and see who has won."""
        m = self.memory
        for event in events:
            if event.kind == "player turn":
                m.player = SIDES[event.facts["side"]]
                m.railed, m.marched, m.infiltrated, m.companions = set(), set(), set(), set()
            elif event.kind == "phase" and "Combat" in event.facts["phase"]:
                m.attacked, m.defended, m.mixed_battles, m.guns_fired = set(), set(), 0, False
                m.second = "Second" in event.facts["phase"]
        referee = self.seen()
        if any(event.kind == "turn" for event in events):
            m.guests = {name for stack in referee.stacks.values() for name in referee.mixing(stack)}
        if any(event.kind == "player turn" and event.facts["side"] == 1 for event in events):
            self.allied_start(referee, events)
        guests = {self.rules.names.units[u] for u, guest in enumerate(state(self.match).guest) if guest}
        if any(event.kind.startswith("rail") for event in events):
            m.guests |= guests
        alive = set(referee.units)
        if "at-once" not in referee.now.options and m.player:
            self.same("guests", guests & alive, m.guests & alive)

    def allied_start(self, referee: CombatReferee, events: list[Event]) -> None:
        """4.6: six American divisions, whole and in supply."""
        divisions = [u for u in referee.units.values() if u.army == "american" and u.infantry and not u.reduced]
        ready = [u for u in divisions if u.hex in referee.board.playable and referee.supply(u) in (NORMAL, CROSS)]
        come = len(ready) >= 6 and not self.memory.yanks and not referee.plan_1919
        self.same("Yanks", any(event.kind == "yanks" for event in events), come)
        self.memory.yanks = self.memory.yanks or come
