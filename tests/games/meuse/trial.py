"""A match of Meuse-Argonne played at random with the slow referee at the table, who compares at every question."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable

from tests.asking import offers
from tests.games.meuse import drawn
from tests.games.meuse.drawn import rules_of, state
from tests.games.meuse.referee import (
    RESULTS,
    Referee,
    Unit,
    column,
    counters,
    distances,
    foe,
    neighbours,
    terrain,
)
from westfront.engine.match import Match
from westfront.games.meuse.aircraft import Flight
from westfront.games.meuse.arrivals import Arrival
from westfront.games.meuse.bombardment import Barrage, Fire, Hit
from westfront.games.meuse.breakdown import Breakdown
from westfront.games.meuse.combat import Assault, AttackRoll, Combat, LostBattalion, SupportFire
from westfront.games.meuse.movement import Movement, Moving
from westfront.games.meuse.odds import Battle, odds
from westfront.games.meuse.replacements import Replacement, SecondRebuild
from westfront.games.meuse.results import Advance, AttackerLoss, DefenderChoice
from westfront.games.meuse.retreat import Retreat, retreat_steps
from westfront.games.meuse.state import DECLARED, DUE, FIRING, HAND, LOST, UNUSED
from westfront.games.meuse.supply import supplied_hexes

SIDES = ("allied", "german")
MORE_TRIES = 6
MINIMUM = "its whole move, as the minimum of one hex"
ODDS = re.compile(
    r"\d{4}: (\d+)(?: and (\d+) support)? less (\d+)(?: and (\d+) support)?"
    r" is ([+-]\d+), .* line, column (\d+), die (\d)"
)
SHELL = re.compile(r"Bombardment of \d{4}: die (\d), (.*): (hit|breach|no effect) ")


class Trial:
    """A match played at random, with the referee at the table."""

    def __init__(self, name: str, match: Match) -> None:
        self.name, self.match, self.rules = name, match, rules_of(match)
        self.random = random.Random(name)
        self.positions, self.compared, self.faults = 0, Counter[str](), list[str]()
        self.phase: tuple[int, int] | None = None
        self.fed: dict[str, bool] = {}
        self.moving_begun = False
        self.before = ""
        self.engaged = set[str]()

    def run(self, decisions: int, until: type | None = None) -> Trial:
        """Play so many decisions, or until a question comes."""
        for _ in range(decisions):
            if self.match.over or (until and isinstance(self.match.state.frames[-1], until)):
                break
            self.look()
            self.check()
            frame = type(self.match.state.frames[-1])
            self.step(self.choose())
            self.before = frame.__name__
        return self

    def choose(self) -> str:
        """An action at random, rather not one that leads back, and big attacks rather than small ones."""
        texts = self.match.decision.texts
        shy = {"cancel", "drop"} | ({"confirm", "done"} if self.random.random() < 0.7 else set())
        return self.random.choice([text for text in texts if text.split()[0] not in shy] or texts)

    def same(self, what: str, game: object, referee: object, about: object = "") -> None:
        """Take down whether the two agree."""
        self.compared[what] += 1
        if game != referee:
            said = f"game {game}, referee {referee}"
            if isinstance(game, set) and isinstance(referee, set):
                said = f"game also {sorted(game - referee)}, referee also {sorted(referee - game)}"
            frame = self.match.state.frames[-1]
            self.faults.append(f"{self.name} #{self.match.number} {what} {about}: {said}; {frame}")

    # -- the position in plain words

    def look(self) -> None:
        """Show the position to the referee."""
        self.positions += 1
        s, grid = state(self.match), self.rules.grid
        units, aircraft = [], []
        for number, name in enumerate(self.rules.names.units):
            kind = counters()[name]["type"]
            if s.at[number] >= 0 and kind == "aircraft":
                aircraft.append(grid.label(s.at[number]))
            elif s.at[number] >= 0:
                units.append(self._unit(number, name))
        self.referee = Referee(units, grid.labels(s.breached), aircraft)

    def _unit(self, number: int, name: str) -> Unit:
        s = state(self.match)
        return Unit(
            name,
            self.label(s.at[number]),
            s.steps[number],
            bool(s.moved[number]),
            s.spent[number],
            bool(s.unsupplied[number]),
            bool(s.fought[number]),
            s.shells[number],
        )

    def label(self, hex_: int) -> str:
        return self.rules.grid.label(hex_)

    def labels(self, hexes: Iterable[int]) -> list[str]:
        return [self.label(hex_) for hex_ in hexes]

    def unit(self, number: int) -> Unit:
        return self.referee.units[self.rules.names.units[number]]

    def where(self, name: str) -> int:
        return state(self.match).at[self.rules.names.unit(name)]

    def boxed(self, box: int, side: str) -> set[str]:
        """The counters of a side in a box."""
        return {name for name in self.rules.names.units if counters()[name]["side"] == side and self.where(name) == box}

    def strength(self, box: int, side: str) -> int:
        return sum(int(counters()[name]["strength"]) for name in self.boxed(box, side))

    def offers(self, verb: str) -> set[str]:
        return offers(self.match, verb)

    # -- the questions

    def check(self) -> None:
        """Compare what the game says of this question."""
        frame = self.match.state.frames[-1]
        if isinstance(frame, (Breakdown, Replacement, Movement)):
            self.begin(frame.player)
        checks: dict[type, Callable[..., None]] = {
            Movement: self.movement,
            Moving: self.moving,
            Flight: self.flight,
            Arrival: self.arrival,
            Breakdown: self.breakdown,
            Replacement: self.replacement,
            SecondRebuild: self.second_rebuild,
            Barrage: self.shelling,
            Hit: self.hit,
            Combat: self.combat,
            Assault: self.assault,
            SupportFire: self.support_fire,
            LostBattalion: self.lost_battalion,
            DefenderChoice: self.defender_choice,
            Retreat: self.retreat,
            Advance: self.advance,
        }
        if type(frame) in checks:
            checks[type(frame)](frame)

    def begin(self, player: int) -> None:
        """Zones and supply when a movement phase begins."""
        phase = (state(self.match).turn, player)
        if phase != self.phase:
            self.phase, self.moving_begun, self.engaged = phase, False, set()
            for side in (0, 1):
                self.zones(side)
                self.supply(side)
            for hex_ in self.random.sample(sorted(self.referee.stacks), min(MORE_TRIES, len(self.referee.stacks))):
                self.if_driven_back(hex_)
                self.if_attacked(hex_)
            held = self.referee.held[SIDES[player]]
            self.fed = {hex_: self.referee.in_supply(SIDES[player], hex_) for hex_ in held}

    def if_driven_back(self, hex_: str) -> None:
        """The hexes of each step of a retreat, for every length."""
        who, s = self.referee.stacks[hex_], state(self.match)
        units = tuple(sorted(self.rules.names.unit(unit.name) for unit in who))
        for length in (1, 2, 3):
            steps = retreat_steps(self.rules, s, units, self.rules.grid.hex(hex_), length)
            ways = self.referee.retreats(who, hex_, 0, length)
            expected = [{way[k] for way in ways if len(way) > k} for k in range(max(map(len, ways), default=0))]
            self.same("retreats", [set(self.rules.grid.labels(step)) for step in steps], expected, (hex_, length))

    def if_attacked(self, hex_: str) -> None:
        """The odds of an attack by some of the units around a hex."""
        side = foe(self.referee.stacks[hex_][0].side)
        around = [there for there in neighbours(hex_) if there in self.referee.held[side]]
        attackers = self.random.sample(around, self.random.randint(1, len(around))) if around else []
        if attackers:
            grid = self.rules.grid
            hexes = tuple(map(grid.hex, attackers))
            found = odds(Battle(self.rules, state(self.match), SIDES.index(side), grid.hex(hex_), hexes))
            numbers = [*found[:4], found.differential, found.column + 1]
            self.same("odds of any attack", numbers, self.reckoned(side, hex_, attackers), (hex_, attackers))

    def zones(self, side: int) -> None:
        zone = set(self.rules.grid.labels(self.rules.zone(state(self.match), side)))
        self.same("zone of control", zone, self.referee.zone[SIDES[side]])

    def supply(self, side: int) -> None:
        fed = set(self.rules.grid.labels(supplied_hexes(self.rules, state(self.match), side)))
        held = self.referee.held[SIDES[side]]
        self.same("supply", fed & held, {hex_ for hex_ in held if self.referee.in_supply(SIDES[side], hex_)})

    def movement(self, frame: Movement) -> None:
        """Who may move, and for some units of all where to."""
        side, turn = SIDES[frame.player], state(self.match).turn
        if (turn, side) == (1, "allied"):
            return
        own = [unit for unit in self.referee.units.values() if unit.side == side]
        if not self.moving_begun:
            self.moving_begun = True
            for unit in own:
                cut_off = not unit.spent and not self.fed[unit.hex]
                self.same("supply when the phase began", unit.cut_off, cut_off)
            for unit in self.random.sample(own, min(MORE_TRIES, len(own))):
                self.tries(unit)
        taken = {name for name in self.offers("take") if name in self.referee.units}
        self.same("units not moved", taken, {unit.name for unit in own if not unit.moved})
        due = (
            {n for n in self.boxed(DUE, side) if int(counters()[n]["arrival"]) <= turn} if self.entries(side) else set()
        )
        arriving = {name for name in self.offers("take") if self.where(name) == DUE}
        self.same("units that can arrive", arriving, due)
        if side == "german":
            self.german_replacement()

    def tries(self, unit: Unit) -> None:
        """Moves to any hex and by any way, listed or not."""
        ends = self.referee.destinations(unit)
        for hex_ in self.random.sample([h for h, far in distances(unit.hex).items() if 0 < far <= 5], 8):
            self.same("move", self.match.why(f"move {unit.name} {hex_}") is None, hex_ in ends, (unit.name, hex_))
        for _ in range(8):
            way = [unit.hex]
            for _ in range(self.random.randint(1, 4)):
                way.append(self.random.choice(neighbours(way[-1])))
            if unit.hex in way[1:]:
                continue
            via = f" via {' '.join(way[1:-1])}" if way[2:] else ""
            if not via:
                continue
            legal = self.match.why(f"move {unit.name} {way[-1]}{via}") is None
            self.same("way", legal, self.referee.way(unit, way[1:]) is not None, (unit.name, way))
        if unit.name in self.offers("take"):
            self.match.play(f"take {unit.name}")
            self.moving(Moving(int(unit.side == "german"), self.rules.names.unit(unit.name)))
            self.match.play("cancel")

    def moving(self, frame: Moving) -> None:
        """Where a unit goes, and for how much."""
        found = self.referee.destinations(unit := self.unit(frame.unit))
        self.same("moves", self.offers("go"), set(found), unit.name)
        for action, hint in self.match.decision.hints().items():
            verb, *hexes = action.split()
            if verb == "go" and hexes[0] in found:
                self.same("price", hint.note, self.price(unit, found[hexes[0]]))
                self.same("price of the way shown", self.referee.way(unit, hint.path[1:]), found[hexes[0]])

    def price(self, unit: Unit, points: int) -> str:
        """The words for a price in movement points."""
        allowance = self.referee.allowance(unit)
        return f"{points} of {allowance} movement points" if points <= allowance else MINIMUM

    def flight(self, frame: Flight) -> None:
        self.same("flights", self.offers("go"), self.referee.flights())

    def entries(self, side: str) -> set[str]:
        """The hexes where reinforcements can enter now."""
        edge = {hex_ for hex_, there in terrain().items() if f"entry:{side}" in there}
        return {hex_ for hex_ in edge if hex_ not in self.referee.stacks}

    def arrival(self, frame: Arrival) -> None:
        name = self.rules.names.units[frame.unit]
        side = SIDES[frame.player]
        entries = self.entries(side)
        if self.where(name) != DUE:
            edge = {hex_ for hex_, there in terrain().items() if f"replacement:{side}" in there}
            zone = self.referee.zone["allied"] if side == "german" else set[str]()
            entries = {hex_ for hex_ in edge - zone if hex_ not in self.referee.stacks}
        self.same("entry", {hex_[:4] for hex_ in self.offers("enter")}, entries)

    def rebuildable(self, side: str) -> set[str]:
        units = (u for u in self.referee.units.values() if u.side == side and u.depleted and not u.brigade)
        return {unit.name for unit in units if "woods" not in terrain()[unit.hex]}

    def returnable(self, side: str) -> set[str]:
        lost = {name for name in self.boxed(LOST, side) if counters()[name]["type"] != "brigade"}
        return {name for name in lost if counters()[name]["steps"] != "3" or self.referee.free_chits() >= 3}

    def breakdown(self, frame: Breakdown) -> None:
        chits = self.referee.free_chits()
        self.same(
            "breakdown", self.offers("break"), {u.name for u in self.referee.units.values() if u.three_steps and chits}
        )

    def replacement(self, frame: Replacement) -> None:
        self.same("rebuild", self.offers("rebuild"), self.rebuildable("allied"))
        self.same("return", self.offers("return"), self.returnable("allied"))

    def second_rebuild(self, frame: SecondRebuild) -> None:
        self.same("second rebuild", self.offers("rebuild"), self.rebuildable("allied"))

    def german_replacement(self) -> None:
        left = not state(self.match).german_replacement
        self.same("German rebuild", self.offers("rebuild"), self.rebuildable("german") if left else set())
        self.same("German return", self.offers("return"), self.returnable("german") if left else set())

    def shelling(self, frame: Barrage) -> None:
        side = SIDES[frame.player]
        enemies = [stack for hex_, stack in self.referee.stacks.items() if hex_ in self.referee.held[foe(side)]]
        targets = [stack for stack in enemies if self.referee.observed(side, stack[0].hex)]
        free = {stack[0].hex for stack in targets if max(u.shells for u in stack) < 2}
        shelled = {self.referee.units[name].hex for name in self.offers("shell")}
        self.same("targets of bombardment", shelled, free if state(self.match).stock[frame.player] else set())

    def hit(self, frame: Hit) -> None:
        hex_ = self.label(frame.hex)
        who = self.referee.stacks[hex_]
        ways = self.referee.retreats(who, hex_, 0, 1)
        self.same("retreat from bombardment", self.offers("retreat"), {way[0] for way in ways if len(way) == 1})

    def combat(self, frame: Combat) -> None:
        divisions = {unit.name for unit in self.referee.units.values() if not unit.brigade}
        fought = {name for name in self.referee.units if self.referee.units[name].fought}
        self.same("who has fought", fought & divisions, self.engaged & divisions)
        self.same("brigades that have fought", (self.engaged & set(self.referee.units)) - fought, set())
        self.same("targets", self.offers("attack"), self.referee.may_be_attacked(SIDES[frame.player]))

    def assault(self, frame: Assault) -> None:
        can = self.referee.may_attack(SIDES[frame.player], self.label(frame.target))
        self.same("attackers", self.offers("add"), can - set(self.labels(frame.attackers)))

    def support_fire(self, frame: SupportFire) -> None:
        side = SIDES[frame.player]
        hand = {counters()[name]["strength"] for name in self.boxed(HAND, side)}
        fed = any(self.referee.in_supply(SIDES[frame.attacker], hex_) for hex_ in self.labels(frame.attackers))
        allowed = len(self.boxed(FIRING, side)) < 2 and (fed or frame.player != frame.attacker)
        offered = {counters()[name]["strength"] for name in self.offers("support")}
        self.same("support fire", offered, hand if allowed else set())

    def lost_battalion(self, frame: LostBattalion) -> None:
        self.same("Lost Battalion", True, self.can_declare(self.label(frame.target)))

    def can_declare(self, target: str) -> bool:
        german = target in self.referee.held["german"]
        return german and "woods" in terrain()[target] and state(self.match).lost_battalion == UNUSED

    def defender_choice(self, frame: DefenderChoice) -> None:
        answers = self.referee.answers(self.label(frame.hex), frame.length)
        self.same("answers to a retreat", set(self.match.decision.texts), answers)

    def retreat(self, frame: Retreat) -> None:
        who = [self.unit(unit) for unit in frame.units]
        ways = self.referee.retreats(who, self.label(frame.start), frame.taken, frame.length)
        self.same("retreat", self.offers("retreat"), {way[0] for way in ways})

    def advance(self, frame: Advance) -> None:
        attackers = {hex_ for hex_ in self.labels(frame.attackers) if hex_ in self.referee.held[SIDES[frame.player]]}
        self.same("advance", self.offers("advance"), attackers)
        self.same("advance into an empty hex", self.label(frame.target) in self.referee.stacks, False)

    # -- the dice

    def step(self, action: str) -> None:
        """Play an action, and look at what the dice did."""
        frame = self.match.state.frames[-1]
        if not isinstance(frame, (AttackRoll, Fire)):
            self.match.play(action)
            if action == "resist" and isinstance(frame, DefenderChoice):
                self.losses("stiff resistance", [self.label(frame.hex)], 1)
            elif action == "suffer" and isinstance(frame, Hit):
                self.losses("losses by bombardment", [self.label(frame.hex)], frame.hits)
            elif isinstance(frame, AttackerLoss):
                self.losses("exchange", [self.label(frame.target), action.split()[1]], 1)
            elif isinstance(frame, Advance) and action != "stay":
                names = {unit.name for unit in self.referee.stacks[action.split()[1]]}
                self.same("who advanced", {name for name in names if self.where(name) == frame.target}, names)
            return
        before, gas = len(self.match.log()), bool(state(self.match).gas)
        expected = self.odds(frame) if isinstance(frame, AttackRoll) else None
        self.match.play(action)
        lines = self.match.log()[before:]
        if isinstance(frame, Fire):
            self.fired(SIDES[frame.player], action.split()[1], gas, lines)
        elif expected is not None:
            self.rolled(frame, expected, lines)

    def odds(self, frame: AttackRoll) -> list[int]:
        """What the referee expects, and whether the Germans were asked first."""
        target, attackers = self.label(frame.target), self.labels(frame.attackers)
        if self.can_declare(target):
            self.same("Lost Battalion asked", self.before, "LostBattalion")
        return self.reckoned(SIDES[frame.player], target, attackers)

    def reckoned(self, side: str, target: str, attackers: list[str]) -> list[int]:
        """Strength, support, defence, support, differential and column by the referee."""
        attack = sum(self.referee.attack_strength(hex_) for hex_ in attackers)
        defence = self.referee.defence_strength(target)
        ours, theirs = self.strength(FIRING, side), self.strength(FIRING, foe(side))
        line = self.referee.line(target, attackers, state(self.match).lost_battalion == DECLARED)
        differential = attack + ours - defence - theirs
        return [attack, ours, defence, theirs, differential, column(differential, line)]

    def rolled(self, frame: AttackRoll, expected: list[int], lines: list[str]) -> None:
        found = next(filter(None, map(ODDS.match, lines)))
        *numbers, die = (int(number or 0) for number in found.groups())
        self.same("odds", numbers, expected)
        letters = drawn.result(lines)
        result = RESULTS[die][expected[-1] - 1]
        self.same("result", letters, result)
        if result in ("D2", "D3"):
            self.driven_back(self.label(frame.target), int(result[1]))
        if result in ("A1", "A2", "A3") and len(frame.attackers) == 1:
            hex_ = self.label(frame.attackers[0])
            self.thrown_back(hex_, int(result[1]))

        hexes = self.labels(frame.attackers)
        for hex_ in (self.label(frame.target), *hexes):
            self.engaged |= {unit.name for unit in self.referee.stacks[hex_]} | self.now_in(hex_)
        if result in ("(A)", "Ae"):
            self.losses("attackers' losses", hexes, 1 if result == "(A)" else 9)
        if result == "De":
            self.losses("the defender's loss", [self.label(frame.target)], 9)
        if result == "Ex" and len(hexes) == 1:
            self.losses("exchange", [self.label(frame.target), *hexes], 1)

    def losses(self, what: str, hexes: list[str], losses: int) -> None:
        """What is left of the units of some hexes where each lost so many steps."""
        chits = self.referee.free_chits()
        for hex_ in hexes:
            who = self.referee.stacks[hex_]
            left = self.referee.remains(who, losses, chits)
            chits += sum(unit.brigade for unit in who) - left.count("brigade")
            self.same(what, self.standing(hex_), left, (hex_, [unit.name for unit in who]))

    def standing(self, hex_: str) -> list[str]:
        """What stands in a hex now: full, depleted, brigade."""
        units = [self._unit(self.rules.names.unit(name), name) for name in self.now_in(hex_)]
        return ["brigade" if unit.brigade else "depleted" if unit.depleted else "full" for unit in units]

    def now_in(self, hex_: str) -> set[str]:
        """The units in a hex after the action that was just played."""
        place = self.rules.grid.hex(hex_)
        return {n for n in self.rules.names.units if self.where(n) == place and counters()[n]["size"] != "marker"}

    def driven_back(self, hex_: str, length: int) -> None:
        """A defender who has no answer is lost, and only he."""
        who, answers = self.referee.stacks[hex_], self.referee.answers(hex_, length)
        gone = all(self.where(unit.name) < 0 for unit in who)
        if answers != {"resist"}:
            self.same("defender lost", gone, not answers)
        if len(answers) > 1 and not self.match.over:
            self.same("defender asked", type(self.match.state.frames[-1]), DefenderChoice)

    def thrown_back(self, hex_: str, length: int) -> None:
        """A single attacker who cannot retreat is lost."""
        who = self.referee.stacks[hex_]
        gone = all(self.where(unit.name) < 0 for unit in who)
        self.same("attacker lost", gone, not self.referee.retreats(who, hex_, 0, length))

    def fired(self, side: str, hex_: str, gas: bool, lines: list[str]) -> None:
        for found in filter(None, map(SHELL.match, lines)):
            die, words, outcome = found.groups()
            modifier = self.referee.barrage(side, hex_, gas)
            self.same("modifiers", sum(int(n) for n in re.findall(r"[+-]\d+", words)), modifier)
            hit = "breach" if self.referee.trench(hex_) else "hit"
            self.same("bombardment", outcome, hit if int(die) + modifier <= 3 else "no effect")
            if outcome == "breach":
                self.referee = Referee(
                    self.referee.units.values(), {*self.referee.breached, hex_}, self.referee.aircraft
                )
