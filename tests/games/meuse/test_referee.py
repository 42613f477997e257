"""The game held against the slow referee, in games and melees played at random.

A longer run: `python -m tests.games.meuse.test_referee --games 20 --melees 500`.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from tests.games.meuse.drawn import draw, offers, rules_of, state
from tests.games.meuse.referee import (
    RESULTS,
    TRENCHES,
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
from westfront.games.meuse.replacements import Replacement, SecondRebuild
from westfront.games.meuse.results import Advance, DefenderChoice
from westfront.games.meuse.retreat import Retreat
from westfront.games.meuse.state import DECLARED, DUE, FIRING, HAND, LOST, UNUSED
from westfront.games.meuse.supply import supplied_hexes
from westfront.games.meuse.support import Draw

SIDES = ("allied", "german")
MORE_TRIES = 6
ODDS = re.compile(
    r"\d{4}: (\d+)(?: and (\d+) support)? less (\d+)(?: and (\d+) support)? is ([+-]\d+), .* line, column (\d+), die (\d)"
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
        """An action at random, rather not one that leads back."""
        texts = self.match.decision.texts
        return self.random.choice([text for text in texts if text.split()[0] not in ("cancel", "drop")] or texts)

    def same(self, what: str, game: object, referee: object, about: object = "") -> None:
        """Take down whether the two agree."""
        self.compared[what] += 1
        if game != referee:
            if isinstance(game, set) and isinstance(referee, set):
                game, referee = f"also {sorted(game - referee)}", f"also {sorted(referee - game)}"
            frame = self.match.state.frames[-1]
            self.faults.append(
                f"{self.name} #{self.match.number} {what} {about}: game {game}, referee {referee}; {frame}"
            )

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
            self.phase, self.moving_begun = phase, False
            for side in (0, 1):
                self.zones(side)
                self.supply(side)
            held = self.referee.held[SIDES[player]]
            self.fed = {hex_: self.referee.in_supply(SIDES[player], hex_) for hex_ in held}

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
        movable = {unit.name for unit in own if self.referee.destinations(unit)} if len(own) < 12 else None
        taken = {name for name in self.offers("take") if name in self.referee.units}
        if movable is not None:
            self.same("units that can move", taken, movable)
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
                price = f"{found[hexes[0]]} of {self.referee.allowance(unit)} movement points"
                self.same("price", hint.note, price)
                self.same("price of the way shown", self.referee.way(unit, hint.path[1:]), found[hexes[0]])

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
        """Strength, support, defence, support, differential and column by the referee."""
        target, attackers = self.label(frame.target), self.labels(frame.attackers)
        side, s = SIDES[frame.player], state(self.match)
        if self.can_declare(target):
            self.same("Lost Battalion asked", self.before, "LostBattalion")
        attack = sum(self.referee.attack_strength(hex_) for hex_ in attackers)
        defence = self.referee.defence_strength(target)
        ours, theirs = self.strength(FIRING, side), self.strength(FIRING, foe(side))
        line = self.referee.line(target, attackers, s.lost_battalion == DECLARED)
        differential = attack + ours - defence - theirs
        return [attack, ours, defence, theirs, differential, column(differential, line)]

    def rolled(self, frame: AttackRoll, expected: list[int], lines: list[str]) -> None:
        found = next(filter(None, map(ODDS.match, lines)))
        *numbers, die = (int(number or 0) for number in found.groups())
        self.same("odds", numbers, expected)
        letters = next(line.split(": ")[1].split(" [")[0] for line in lines if line.startswith("Result at "))
        result = RESULTS[die][expected[-1] - 1]
        self.same("result", letters, result)
        if result in ("D2", "D3"):
            self.driven_back(self.label(frame.target), int(result[1]))
        if result in ("A1", "A2", "A3") and len(frame.attackers) == 1:
            hex_ = self.label(frame.attackers[0])
            self.thrown_back(hex_, int(result[1]))

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


def game(seed: str, decisions: int = 10**6) -> Trial:
    """The campaign from its first question on."""
    return Trial(f"game {seed}", Match.new("meuse", seed=seed)).run(decisions)


def melee(seed: str) -> Trial:
    """A player turn in a crowd somewhere on the map."""
    chance = random.Random(f"melee {seed}")
    near = [hex_ for hex_, far in distances(chance.choice(sorted(terrain()))).items() if far <= 5]
    places = iter(chance.sample(near, min(len(near), 34)))
    names = [name for name, row in counters().items() if row["size"] == "XX"]
    units = [
        f"{name} {chance.choice(['lost', 'due', hex_, hex_, hex_, hex_ + '-', hex_ + '-'])}"
        for name, hex_ in zip(chance.sample(names, len(names)), list(places)[:28], strict=False)
    ]
    taken = {words.split()[1].rstrip("-") for words in units}
    camps = [hex_ for hex_ in near if hex_ not in taken][:2]
    units += [f"US-brigade-{number} {chance.choice(camps)}" for number in range(1, chance.randint(2, 6))]
    units = legal(units)
    breached = [hex_ for hex_ in near if terrain()[hex_] & TRENCHES and chance.random() < 0.4]
    match = draw(
        ", ".join(units),
        "turn",
        chance.choice(SIDES),
        turn=chance.randint(2, 23),
        dice=[chance.randint(1, 6) for _ in range(2000)],
        breached=" ".join(breached),
        allied=chance.choice(["", "3 2 1", "1 1", "2 3"]),
        german=chance.choice(["", "3", "2 1"]),
        auto=True,
    )
    return Trial(f"melee {seed}", match).run(400, until=Draw)


def legal(units: list[str]) -> list[str]:
    """Without what the rules would not allow: a fourth brigade in a hex, an Allied unit in Sedan, a second due."""
    found: list[str] = []
    for words in units:
        name, place = words.split()
        crowd = sum(other.split()[1] == place for other in found)
        due = place == "due" and not counters()[name]["arrival"]
        if not due and not (place[0] == "0" and place.startswith("0702") and counters()[name]["side"] == "allied"):
            if not (place.isdigit() and crowd >= 3):
                found.append(words)
    return found


@pytest.mark.rule("6.0", "6.1", "9.0", "5.1", "5.2", "5.3", "14.2", "14.3", "7.1", "7.2", "7.3", "7.4", "7.7", "7.8")
@pytest.mark.parametrize("seed", range(20))
def test_the_referee_agrees_in_a_melee(seed: int) -> None:
    trial = melee(str(seed))
    assert trial.compared["zone of control"]
    assert not trial.faults, "\n".join(trial.faults)


@pytest.mark.rule("11.3", "11.6", "13.2", "17.2", "17.3", "17.5", "17.6", "18.1", "18.2", "19.3", "19.6")
def test_the_referee_agrees_in_a_game() -> None:
    trial = game("referee", decisions=700)
    assert trial.positions == 700
    assert not trial.faults, "\n".join(trial.faults)


def main() -> None:
    """Play as many games and melees as asked, and print where game and referee differ."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--melees", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    positions, compared, faults = 0, Counter[str](), 0
    jobs = [(melee, asked.melees), (game, asked.games)]
    for play, number in jobs:
        for seed in range(asked.seed, asked.seed + number):
            trial = play(str(seed))
            positions, faults = positions + trial.positions, faults + len(trial.faults)
            compared += trial.compared
            for fault in trial.faults:
                print(fault, flush=True)
    for what, number in sorted(compared.items()):
        print(f"{number:9} {what}")
    print(f"{positions} positions, {compared.total()} comparisons, {faults} differences")


if __name__ == "__main__":
    main()
