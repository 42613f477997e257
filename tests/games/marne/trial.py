"""A match of Marne played at random with the slow referee at the table, who compares at every question."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable

from tests.asking import offers
from tests.games.marne.drawn import number, rules_of, state
from tests.games.marne.referee_battle import BattleReferee
from tests.games.marne.referee_map import Position, Unit, arrivals, counters, distance, foe, hexsides, neighbours
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.modifiers import applied
from westfront.games.marne.air import AirMissions
from westfront.games.marne.arrivals import entry_now
from westfront.games.marne.bridges import BridgeWork
from westfront.games.marne.markers import Markers
from westfront.games.marne.moving import Entering, ExploitationMovement, Movement, Moving, Orders, Relieved
from westfront.games.marne.offensive_guns import MoveOffensiveGuns
from westfront.games.marne.pontoons import PONTOON_DIE, Crossing
from westfront.games.marne.results import Called, Reserves
from westfront.games.marne.state import (
    ABOVE,
    ARRIVED,
    DISORGANISED,
    DUE,
    INTERDICTION,
    MOVED,
    OFFENSIVE,
    REORGANISING,
)
from westfront.games.marne.supply import FallBack, in_command, supplied
from westfront.games.marne.victory import encircled_divisions, outcome, points_of, reims_lost

SIDES = ("german", "allied")
TRIES = 4
SAMPLED = 0.15
"""How often a question of the movement phase is looked at."""


class Trial:
    """A match played at random, with the referee at the table."""

    def __init__(self, name: str, match: Match) -> None:
        self.name, self.match, self.rules = name, match, rules_of(match)
        self.random = random.Random(name)
        self.positions, self.compared, self.faults = 0, Counter[str](), list[str]()
        self.phase: tuple[int, ...] = ()
        self.alone: set[str] = set()

    def hold_ground(self) -> None:
        """In a position that was drawn, let everybody hold the hex in which he stands."""
        s = state(self.match)
        for side in (1, 0):
            troops = self.rules.field(s).combat[side] & self.rules.board.area
            s.german_holds = s.german_holds & ~troops if side else s.german_holds | troops

    def run(self, decisions: int) -> None:
        """Play so many decisions."""
        for _ in range(decisions):
            if self.match.over:
                break
            self.look()
            self.begin()
            self.check()
            self.play(self.choose())
        if self.match.over:
            self.look()
            self.score()

    def play(self, action: str) -> list[str]:
        """Play an action; the lines that it adds to the log."""
        return [self.rules.texts.sentence(event) for event in self.match.play(action)]

    def choose(self) -> str:
        """An action at random, rather one that leads on than one that leads back."""
        texts = self.match.decision.texts
        shy = {"cancel", "drop", "assign", "lift", "stop"}
        if self.random.random() < 0.93:
            shy |= {"done"}
        if self.random.random() < 0.75:
            shy |= {"confirm", "halt", "part", "join"}
        wanted = [text for text in texts if text.split()[0] not in shy] or texts
        verbs = sorted({text.split()[0] for text in wanted})
        verb = self.random.choice(verbs)
        return self.random.choice([text for text in wanted if text.split()[0] == verb])

    def same(self, what: str, game: object, referee: object, about: object = "") -> None:
        """Take down whether the two agree."""
        self.compared[what] += 1
        if game != referee:
            said = f"game {game}, referee {referee}"
            if isinstance(game, set) and isinstance(referee, set):
                said = f"game also {sorted(game - referee)}, referee also {sorted(referee - game)}"
            self.faults.append(f"{self.name} #{self.match.number} {what} {about}: {said}; {self.frame}")

    @property
    def frame(self) -> Frame | None:
        """The question that is open."""
        frames = self.match.state.frames
        return frames[-1] if frames else None

    # -- the position in plain words

    def look(self) -> None:
        """Show the position to the referee."""
        self.positions += 1
        s, frame = state(self.match), self.frame
        units = [self._unit(number) for number in range(len(s.at)) if s.at[number] >= 0]
        flying = [n for n in range(len(s.at)) if self.rules.is_air[n] and s.sky[n] == INTERDICTION]
        relieved = {self.name_of(frame.unit)} if isinstance(frame, Relieved) else set()
        position = Position(
            self.rules.scenario,
            max(s.turn, self.rules.turns[0]),
            max(s.sequence, 1),
            SIDES[s.mover],
            self.pontoons(),
            {frozenset(map(self.label, pair)) for pair in self.rules.grid.pairs(s.down)},
            {self.label(s.at[n]): SIDES[self.rules.side_of[n]] for n in flying},
            relieved,
            dict(self.rules.options),
        )
        self.referee = BattleReferee(units, position)

    def pontoons(self) -> set[tuple[str, str]]:
        laid = list(map(self.label, state(self.match).pontoons))
        return set(zip(laid[::2], laid[1::2], strict=True))

    def _unit(self, number: int) -> Unit:
        s, name = state(self.match), self.name_of(number)
        unit = Unit(name, self.label(s.at[number]))
        unit.steps = int(unit.printed["steps"]) - s.lost[number]
        unit.disorder = {DISORGANISED: "DG", REORGANISING: "RG"}.get(s.order[number], "")
        unit.pinned, unit.cut_off = bool(s.pinned[number]), bool(s.unsupplied[number])
        unit.leaving, unit.reserve, unit.exploiting = bool(s.leaving[number]), s.reserve[number], s.exploitation[number]
        unit.moved, unit.arrived = s.moved[number] == MOVED, s.moved[number] == ARRIVED
        unit.alone, unit.spent = name in self.alone, s.spent[number]
        unit.attacked, unit.uses = bool(s.fought[number]), s.uses[number]
        unit.under = self.name_of(s.under[number]) if s.under[number] >= 0 else ""
        unit.offensive = s.mode[number] == OFFENSIVE
        return unit

    def name_of(self, number: int) -> str:
        return self.rules.names.units[number]

    def label(self, hex_: int) -> str:
        return self.rules.grid.label(hex_)

    def labels(self, hexes: int) -> set[str]:
        return set(self.rules.grid.labels(hexes))

    def unit(self, number: int) -> Unit:
        return self.referee.units[self.name_of(number)]

    def named(self, numbers: Iterable[int]) -> list[Unit]:
        return [self.unit(number) for number in numbers]

    def offers(self, verb: str) -> set[str]:
        return offers(self.match, verb)

    def holds(self) -> dict[str, str]:
        """Who holds each hex."""
        german = self.labels(state(self.match).german_holds)
        return {hex_: "german" if hex_ in german else "allied" for hex_ in self.referee.area}

    def some(self, hexes: Iterable[str], number: int) -> list[str]:
        found = sorted(hexes)
        return self.random.sample(found, min(number, len(found)))

    # -- whatever the question is

    def begin(self) -> None:
        """Zones, supply, command and points whenever a phase begins."""
        s, frame = state(self.match), self.frame
        kind = 1 if isinstance(frame, Movement) else 2 if isinstance(frame, ExploitationMovement) else 0
        phase = (s.turn, s.sequence, s.mover, kind)
        if kind and phase != self.phase:
            self.phase = phase
            self.alone = self._alone(SIDES[s.mover]) if kind == 1 else set()
            for unit in self.referee.units.values():
                unit.alone = unit.name in self.alone
            for number, side in enumerate(SIDES):
                self.sets(number, side)
            self.score()

    def _alone(self, side: str) -> set[str]:
        """11.2.2: who begins the phase alone in an enemy zone."""
        touched = self.referee.troops[side] & self.referee.zone[foe(side)]
        lonely = [units[0] for hex_ in touched if len(units := self.referee.fighters(hex_)) == 1]
        return {unit.name for unit in lonely}

    def sets(self, number: int, side: str) -> None:
        """Zones, the reach of the HQs, and lines to the edge."""
        s, referee = state(self.match), self.referee
        field = self.rules.field(s)
        self.same("zone of control", self.labels(field.zone[number]), referee.zone[side])
        self.same(
            "command",
            self.labels(in_command(self.rules, s, number)) & referee.area,
            referee.commanded(side) & referee.area,
        )
        joined = self.labels(supplied(self.rules, s, number)) & referee.area
        for hex_ in self.some(referee.area, 20):
            self.same("line of supply", hex_ in joined, referee.has_line(hex_, side), (side, hex_))
        holds = self.holds()
        self.same(
            "ground held by who stands there", {holds[h] for h in referee.troops[side] & referee.area} - {side}, set()
        )

    def score(self) -> None:
        """Victory points, and what is cut off."""
        s = state(self.match)
        self.same("points", points_of(self.rules, s), self.referee.points(self.holds()))
        if self.rules.scenario == "friedensturm":
            self.same("encircled", encircled_divisions(self.rules, s), self.referee.encircled_divisions())
            reims = self.holds()["4619"] == "german" or not self.referee.has_line("4619", "allied")
            self.same("Reims cut off", reims_lost(self.rules, s), reims)
        winner, _ = outcome(self.rules, s)
        self.same("winner", SIDES[winner] if winner >= 0 else "nobody", self.referee.winner(self.holds()))

    # -- the questions

    def checks(self) -> dict[type, Callable[..., None]]:
        return {
            Movement: self.orders,
            ExploitationMovement: self.orders,
            Moving: self.moving,
            Entering: self.entering,
            Relieved: self.relieved,
            Reserves: self.reserves,
            Called: self.called,
            BridgeWork: self.bridge_work,
            Markers: self.markers,
            MoveOffensiveGuns: self.offensive_guns,
            AirMissions: self.air_missions,
            FallBack: self.fall_back,
        }

    def check(self) -> None:
        """Compare what the game says of this question."""
        frame = self.frame
        found = self.checks().get(type(frame))
        if found and not (isinstance(frame, Movement) and self.random.random() > SAMPLED):
            found(frame)

    def manner(self, unit: Unit) -> str:
        """How a unit moves in this phase."""
        if not isinstance(next(f for f in reversed(self.match.state.frames) if isinstance(f, Orders)), Movement):
            return "exploit" if unit.exploiting else "reserve"
        return "move"

    def movers(self, side: str, exploiting: bool) -> list[Unit]:
        """The units that have not moved and may."""
        return [
            unit
            for unit in self.referee.units.values()
            if unit.side == side and unit.kind not in ("air", "storm") and not unit.moved and not unit.offensive
            and (not exploiting or unit.exploiting or unit.reserve) and (exploiting or not self.awaited(unit))
        ]  # fmt: skip

    def due(self, side: str) -> list[tuple[Unit, str]]:
        """11.1.5: the ground units of a side that are due, each with its rule of entry."""
        s, found = state(self.match), []
        for row in arrivals(self.rules.scenario):
            alternative = row["alt_turn"] and (s.turn, s.sequence) >= (int(row["alt_turn"]), int(row["alt_sequence"]))
            if (s.turn, s.sequence) < (int(row["turn"]), int(row["sequence"])):
                continue
            for name in self.counters_of(row["unit"]):
                n, unit = number(self.match, name), Unit(name, "")
                rolled = not row["entry"].startswith("roll") or s.back[n]
                if s.at[n] == DUE and unit.side == side and unit.kind != "air" and rolled:
                    found.append((unit, row["alt_entry"] if alternative else row["entry"]))
        return found

    def counters_of(self, token: str) -> list[str]:
        """The counters behind a word of a list."""
        return [name for name in counters() if name == token or name.rpartition("-")[0] == token]

    def awaited(self, hq: Unit) -> bool:
        """11.1.5: somebody is due who comes in with this HQ and nowhere else, so that it does not move yet."""
        entry = self.referee.entry_hexes
        coming = [(u, rule) for u, rule in self.due(hq.side) if rule.startswith("hq")] if hq.kind == "hq" else []
        return any(entry(unit, rule) and not entry(unit, rule, hq.name) for unit, rule in coming)

    def orders(self, frame: Orders) -> None:
        """Who may move, and for some units of all where to and by which way."""
        side, exploiting = SIDES[frame.player], isinstance(frame, ExploitationMovement)
        able = {u.name for u in self.movers(side, exploiting) if self.referee.can_move(u, self.manner(u))}
        taken = {name for name in self.offers("take") if name in self.referee.units}
        self.same("who may move", taken, able)
        everybody = [u for u in self.referee.units.values() if u.side == side and u.kind not in ("air", "storm")]
        for unit in self.random.sample(everybody, min(TRIES, len(everybody))):
            self.tries(unit, exploiting)
        if side == "german":
            self.pontoon_tries()

    def tries(self, unit: Unit, exploiting: bool) -> None:
        """Moves of a unit to any hex and by any way, listed or not."""
        able = unit in self.movers(unit.side, exploiting)
        manner = self.manner(unit)
        ends = self.referee.ends([unit], manner) if able else {}
        for hex_ in self.some((h for h in self.referee.area if 0 < distance(h, unit.hex) <= 6), 6):
            legal = self.match.why(f"move {unit.name} to {hex_}") is None
            self.same("move", legal, hex_ in ends, (unit.name, hex_))
        for _ in range(6):
            way = [unit.hex]
            for _ in range(self.random.randint(2, 5)):
                way.append(self.random.choice(neighbours(way[-1])))
            if way.count(unit.hex) > 1:
                continue
            legal = self.match.why(f"move {unit.name} to {way[-1]} via {' '.join(way[1:-1])}") is None
            price = self.referee.way([unit], way[1:], manner) if able else None
            self.same("way", legal, price is not None and way[-1] in ends, (unit.name, way))
        if not exploiting:
            marched = self.referee.marches([unit]) if able else set()
            for hex_ in self.some((h for h in self.referee.area if 0 < distance(h, unit.hex) <= 12), 6):
                legal = self.match.why(f"march {unit.name} to {hex_}") is None
                self.same("march", legal, hex_ in marched, (unit.name, hex_))

    def pontoon_tries(self) -> None:
        """Attempts at pontoons anywhere."""
        s = state(self.match)
        builders = [u for u in self.referee.units.values() if u.side == "german" and u.combat]
        for unit in self.random.sample(builders, min(TRIES, len(builders))):
            for there in neighbours(unit.hex):
                legal = self.match.why(f"pontoon {unit.name} to {there}") is None
                self.same("pontoon", legal, self.referee.may_bridge(unit, there, s.attempts), (unit.name, there))
                if legal:
                    number = self.rules.names.unit(unit.name)
                    case = Crossing(self.rules, s, s.at[number], self.rules.grid.hex(there))
                    die = sum(modifier.value for modifier in applied(PONTOON_DIE, case))
                    self.same("pontoon die", die, self.referee.pontoon_modifier(unit.hex, there), (unit.name, there))

    def moving(self, frame: Moving) -> None:
        """Where a unit or stack goes, and for how much, by a forced march, and with whom."""
        group = self.named(frame.units)
        manner = self.manner(group[0])
        found = self.referee.ends(group, manner)
        self.same("moves", self.offers("go"), set(found), [unit.name for unit in group])
        hints = self.match.decision.hints()
        for action in self.some(hints, TRIES):
            hint, (verb, *hexes) = hints[action], action.split()
            if verb == "go" and hexes[0] in found:
                self.same("price", hint.note, f"{found[hexes[0]] / 2:g} MP", (action, group))
                self.same("way shown", self.referee.way(group, list(hint.path[1:]), manner), found[hexes[0]])
        if manner == "move" and not frame.begun:
            self.same("forced marches", self.offers("hasten"), self.referee.marches(group), group)

    def entering(self, frame: Entering) -> None:
        s, name = state(self.match), self.name_of(frame.unit)
        rule = entry_now(s, self.rules.arrivals[frame.unit])
        assert rule
        assert s.at[frame.unit] == DUE
        self.same("entry", self.offers("go"), self.referee.entry_hexes(Unit(name, ""), rule), name)

    def relieved(self, frame: Relieved) -> None:
        self.same("relieved", self.offers("go"), set(self.referee.ends([self.unit(frame.unit)], "move")), frame.unit)

    def callable(self, unit: Unit, target: str) -> set[str]:
        """12.2.6: where a unit that coordination calls may go."""
        referee = self.referee
        if unit.hex in referee.zone[foe(unit.side)] or distance(unit.hex, target) > 3:
            return set()
        ends = set(referee.ends([unit], "coordination"))
        return ends if target in referee.troops[unit.side] else ends - {target}

    def reserves(self, frame: Reserves) -> None:
        s, side = state(self.match), SIDES[frame.player]
        own = [u for u in self.referee.units.values() if u.side == side and u.combat]
        called = {self.name_of(n) for n in range(len(s.advanced)) if s.advanced[n]}
        target = self.label(s.target)
        able = {unit.name for unit in own if unit.name not in called and self.callable(unit, target)}
        self.same("reserves", self.offers("take"), able)

    def called(self, frame: Called) -> None:
        target = self.label(state(self.match).target)
        self.same("called to", self.offers("go"), self.callable(self.unit(frame.unit), target))

    def bridge_work(self, frame: BridgeWork) -> None:
        side = SIDES[frame.player]
        verb = "repair" if frame.repairing else "demolish"
        able = self.referee.repairable(side) if frame.repairing else self.referee.demolishable(side)
        tried = list(map(self.label, frame.tried))
        pairs = {frozenset(pair) for pair in zip(tried[::2], tried[1::2], strict=True)}
        offered = {frozenset(text.split(" to ")) for text in self.offers(verb)}
        self.same(
            f"{verb} bridges", {"/".join(sorted(b)) for b in offered}, {"/".join(sorted(b)) for b in able - pairs}
        )

    def markers(self, frame: Markers) -> None:
        side, s = SIDES[frame.player], state(self.match)
        self.same("marks", self.offers("mark"), self.referee.disengageable(side))
        used = len(set(s.reserve) - {0})
        full = side != self.referee.now.row["initiative"] or used >= {"german": 6, "allied": 4}[side]
        self.same("reserve markers", self.offers("reserve"), set() if full else self.referee.reservable(side))

    def offensive_guns(self, frame: MoveOffensiveGuns) -> None:
        guns = [u for u in self.referee.units.values() if u.side == SIDES[frame.player] and u.offensive and not u.moved]
        self.same("guns move", self.offers("shift"), {f"{g.name} {h}" for g in guns for h in self.referee.gun_moves(g)})

    def air_missions(self, frame: AirMissions) -> None:
        """Missions of any kind over any hex."""
        s, side = state(self.match), SIDES[frame.player]
        fliers = {self.name_of(n): n for n in self.rules.air_units[frame.player] if s.at[n] >= 0}
        sky = {name: s.sky[self.rules.names.unit(name)] for name in self.referee.units if "-AIR-" in name}
        for name in self.some(fliers, 2):
            for kind in ("interception", "interdiction", "observation", "bombing", "rebasing"):
                legal = self.referee.missions(self.referee.units[name], kind, sky, SIDES[s.mover], s.weather)
                legal = legal if sky[name] == ABOVE else set()
                for hex_ in self.some(legal, 1) + self.some(self.referee.area, 3):
                    game = self.match.why(f"fly {name} {kind} over {hex_}") is None
                    self.same("air missions", game, hex_ in legal, (side, name, kind, hex_))

    def fall_back(self, frame: FallBack) -> None:
        hq, referee = self.unit(frame.hq), self.referee
        self.same("HQ without supply", referee.has_line(hq.hex, hq.side) and not referee.exposed(hq), False, hq)
        gap = referee.nearest(hq.hex, "source", hq.side)
        nearer = {h for h in neighbours(hq.hex) if h in referee.area and referee.nearest(h, "source", hq.side) < gap}
        self.same("HQ falls back", self.offers("go"), nearer, hq)


def riverside(hex_: str) -> list[str]:
    """The hexes across a river from a hex."""
    water = {"major-river", "minor-river"}
    return [there for there in neighbours(hex_) if hexsides().get(frozenset((hex_, there)), set()) & water]
