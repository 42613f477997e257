"""Chapter 13.8: what each side sees."""

from __future__ import annotations

from functools import lru_cache

from westfront.engine.aids import CALENDAR, phase_mark
from westfront.engine.catalogue import rule
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Frame
from westfront.engine.view import Battle, Mark, Piece, Pile, Scene
from westfront.games.storm.bombing import (
    BombLoss,
    BombRoll,
    HomeDefence,
    Intercept,
    RuhrRoll,
    StrategicBombing,
    TacticalBombing,
)
from westfront.games.storm.combat import Assault, Combat
from westfront.games.storm.data import StormData
from westfront.games.storm.deployment import plans_of
from westfront.games.storm.fight import in_battle
from westfront.games.storm.infiltration import Infiltration
from westfront.games.storm.movement import March
from westfront.games.storm.rail import Rail
from westfront.games.storm.replacements import Evacuation, Replacement
from westfront.games.storm.sequence import Influenza, ParisShot, Weather
from westfront.games.storm.setup import Deployment, SetUpQuestion, StossRoll, sweep
from westfront.games.storm.stacking import AMERICAN_STACK_1919, STACK, is_guest
from westfront.games.storm.state import (
    ALLIED,
    BOXES,
    CROSS,
    CUT,
    DUE,
    FORT,
    GERMAN,
    GONE,
    MARCHED,
    NATIONS,
    NORMAL,
    OFF,
    PEAK,
    POOL,
    USA,
    StormState,
)
from westfront.games.storm.victory import Armistice
from westfront.mechanics.hidden import Place, disguised
from westfront.mechanics.kept import kept_by

PLACE = ("at", "height", "supply", "moved", "fought", "may_infiltrate", "infiltrated")
"""What belongs to a place in a stack, whoever lies there; the steps go with the unit."""
PHASES: dict[type[Frame], str] = {
    StossRoll: "Set-up",
    Deployment: "Set-up",
    Armistice: "Armistice",
    Influenza: "Influenza",
    Weather: "Weather",
    Replacement: "Replacement Phase",
    Evacuation: "Evacuation",
    Rail: "Strategic Movement Phase",
    March: "Regular Movement Phase",
    Infiltration: "Infiltration Movement Phase",
    StrategicBombing: "Strategic Bombing",
    HomeDefence: "Strategic Bombing",
    RuhrRoll: "Strategic Bombing",
    TacticalBombing: "Tactical Bombing",
    Intercept: "Tactical Bombing",
    BombRoll: "Tactical Bombing",
    BombLoss: "Tactical Bombing",
    ParisShot: "Paris Gun",
}
KEPT_PIECES, KEPT_BOXES = 16_384, 256
"""So many counters and sets of boxes are kept as they were last seen: from one view to the next most stay so."""
Away = tuple[int, int, int]
"""A unit in a box: which, in which box, and how many steps it has there if that is seen."""
NO_OWNER = -1
NO_HOST = -1
"""The nation of a stack with hosts below Americans, of which the enemy sees none."""
SUPPLY_WORDS = {CROSS: "supplied by an ally", FORT: "fortress supply", CUT: "out of supply"}


@rule("3.6", "3.7")
def curtained(s: StormState) -> int:
    """The side that is setting up, of which nobody else sees anything until it is done; below zero if none is."""
    return next((frame.player for frame in s.frames if isinstance(frame, SetUpQuestion)), -1)


@rule("13.8")
def unread(rules: StormData, s: StormState, side: int) -> list[int]:
    """The enemy units that a side (or the public) cannot read now: below the top one of a stack, and in no battle.

    Of a side that sets up nothing is read.
    """
    return _unread(rules, s, side, curtained(s))


def _unread(rules: StormData, s: StormState, side: int, curtain: int) -> list[int]:
    found = []
    for stack in rules.field(s).stacks.values():
        owner = rules.side_of[stack[0]]
        if owner != side:
            below = stack if owner == curtain else stack[1:]
            found += [unit for unit in below if not s.seen[unit]]
    return found


@rule("13.8")
def hidden(rules: StormData, s: StormState, side: int) -> list[int]:
    """Those of them that the side does not remember either."""
    return _forgotten(rules, s, unread(rules, s, side), curtained(s))


def _forgotten(rules: StormData, s: StormState, covered: list[int], curtain: int) -> list[int]:
    return [unit for unit in covered if not s.known[unit] or rules.side_of[unit] == curtain]


# -- the view


@rule("13.8", "2.47")
def scene(rules: StormData, s: StormState, side: int) -> Scene:
    """Own units in full; of an enemy stack the top one, those that are remembered, and how many there are."""
    curtain = curtained(s)
    date = rules.calendar[s.turn].date if s.turn in rules.calendar else ""
    when = "set-up" if curtain >= 0 else f"turn {s.turn} of {rules.last_turn}, {date}"
    about = (marks(rules, s), tracks(rules, s), boxes(rules, s, side))
    standing = (*phase_mark(phase(s)), Mark(CALENDAR, rows=(str(s.turn),)))
    pieces = _pieces(rules, s, side, curtain)
    return Scene(when, pieces, *about, phase=phase(s), battles=battles(rules, s, side), marks=standing)


@kept_by("at", "height", "steps", "supply", "moved", "seen", "known", "seen_steps")
def _pieces(rules: StormData, s: StormState, side: int, curtain: int) -> tuple[Piece, ...]:
    """The counters on the map by hex, each stack in an order that tells nothing of what lies covered in it."""
    stacks, below = rules.field(s).stacks, _unread(rules, s, side, curtain)
    covered, unknown, pieces = set(below), set(_forgotten(rules, s, below, curtain)), list[Piece]()
    for hex_ in sorted(stacks, key=rules.grid.label):
        owner = rules.side_of[stacks[hex_][0]]
        if owner == side or owner != curtain:
            order = sorted(stacks[hex_], key=lambda unit: (unit in unknown, unit in covered, unit * (unit in covered)))
            pieces += [piece(rules, s, unit, side, hex_, covered, unknown) for unit in order]
    return tuple(pieces)


def piece(
    rules: StormData, s: StormState, unit: int, side: int, hex_: int, covered: set[int], unknown: set[int]
) -> Piece:
    """A counter as a side sees it, remembers it, or does not know it."""
    owner = rules.side_of[unit]
    if unit in unknown:
        return Piece(rules.grid.label(hex_), rules.sides[owner])
    is_covered = unit in covered
    steps, moved = s.seen_steps[unit] if is_covered else s.steps[unit], s.moved[unit] if owner == side else 0
    return _known_piece(rules, unit, hex_, steps, s.supply[unit], moved, is_covered)


@lru_cache(maxsize=KEPT_PIECES)
def _known_piece(
    rules: StormData, unit: int, hex_: int, steps: int, supply: int, moved: int, is_covered: bool
) -> Piece:
    """What is printed on the side that is up, what it suffers, and what it did, as far as that is seen."""
    up = steps > 1 or rules.full[unit] < 2
    face = f"{rules.attack[unit][up]}-{rules.defence[unit][up]}-{rules.move[unit][up]}", rules.symbol[unit]
    facts = ["reduced"] if steps < rules.full[unit] else []
    if supply != NORMAL:
        facts.append(SUPPLY_WORDS[supply])
    if moved:
        facts.append("moved" if moved == MARCHED else "moved by rail")
    if is_covered:
        facts.append("remembered")
    owner = rules.sides[rules.side_of[unit]]
    return Piece(rules.grid.label(hex_), owner, rules.names.units[unit], face, tuple(facts))


@rule("5.2")
def phase(s: StormState) -> str:
    """The part of the turn that is under way."""
    for frame in reversed(s.frames):
        if isinstance(frame, Combat):
            return f"{'Second' if frame.second else 'First'} Combat Phase"
        if type(frame) in PHASES:
            return PHASES[type(frame)]
    return "Big Bertha" if s.frames else ""  # between two phases nothing else is asked


@rule("13.8")
def battles(rules: StormData, s: StormState, side: int) -> tuple[Battle, ...]:
    """The battle that is under way, or for its owner the attack that takes shape."""
    names, grid, found = rules.names.units, rules.grid, []
    for frame in s.frames:
        if isinstance(frame, Assault) and frame.player == side:
            support = (names[rules.agb],) * frame.guns
            units = tuple(names[unit] for unit in frame.attackers)
            found.append(Battle(rules.sides[side], (grid.label(frame.target),), units, support, "not declared yet"))
    declared = in_battle(s)
    if declared:
        attacker = rules.sides[rules.side_of[declared.attackers[0]]]
        air = (f"{declared.air} attacking air unit{'s' * (declared.air > 1)}",) * bool(declared.air)
        cover = ("a defending air unit",) * bool(declared.cover)
        support = (*(names[rules.agb],) * declared.guns, *air, *cover)
        units = tuple(names[unit] for unit in declared.attackers)
        found.append(Battle(attacker, (grid.label(declared.target),), units, support))
    return tuple(found)


@rule("3.5", "4.2", "16.6")
def marks(rules: StormData, s: StormState) -> dict[str, tuple[str, ...]]:
    """Control where it has changed since the campaign began, and Big Bertha."""
    labels, home = rules.grid.labels, rules.board.home
    found = {
        "German control": tuple(labels(s.german & home[ALLIED])),
        "Allied control": tuple(labels(home[GERMAN] & ~s.german)),
    }
    if s.bertha >= 0:
        found["Big Bertha"] = (rules.grid.label(s.bertha),)
    return found


@rule("3.2", "4.3", "S3.12")
def tracks(rules: StormData, s: StormState) -> dict[str, str]:
    """Morale, weather, replacement steps."""
    morale = f"German {s.morale[GERMAN]}" + ("" if rules.is_1919 else f", Allied {s.morale[ALLIED]}")
    steps = ", ".join(f"{name} {number}" for name, number in zip(NATIONS, s.pool, strict=True) if number)
    found = {"morale": morale, "weather": "wet" if s.wet else "dry", "replacement steps": steps or "none"}
    if s.influenza == PEAK:
        found["influenza"] = "at its peak"
    return found


@rule("3.3", "2.47")
def boxes(rules: StormData, s: StormState, side: int) -> dict[str, tuple[Pile, ...]]:
    """Deadpiles, units that may enter, reinforcements, air units, open to all; units to set up, to their owner."""
    away = [(unit, at, s.steps[unit] if at == POOL else 0) for unit, at in enumerate(s.at) if at < 0 and at != GONE]
    return _boxes(rules, tuple(away), side if side == curtained(s) else NO_OWNER)


@lru_cache(maxsize=KEPT_BOXES)
def _boxes(rules: StormData, away: tuple[Away, ...], owner_in_setup: int) -> dict[str, tuple[Pile, ...]]:
    found: dict[str, list[Pile]] = {}
    for unit, at, steps in sorted(away, key=lambda one: (rules.side_of[one[0]], -one[1], rules.arrival[one[0]])):
        owner = rules.side_of[unit]
        if at == OFF and not (owner == owner_in_setup and unit in plans_of(rules)[owner].limits):
            continue
        word = f"turn {rules.arrival[unit]}" if at == DUE else BOXES[OFF - at]
        facts = () if rules.symbol[unit] == "air" else (rules.symbol[unit],)
        if at == POOL and steps < rules.full[unit]:
            facts = (*facts, "reduced")
        pile = Pile(rules.sides[owner], 1, rules.names.units[unit], facts=facts)
        found.setdefault(f"{rules.sides[owner]} {word}", []).append(pile)
    return {name: tuple(piles) for name, piles in found.items()}


# -- the proof of secrecy


@rule("13.8")
def disguise(rules: StormData, s: StormState, side: int, lots: RepeatableRandom) -> StormState:
    """Deal out anew, by lot, the units that a side may not know; behind a curtain nothing is placed yet."""
    curtain = curtained(s)
    if curtain >= 0 and curtain != side:
        return unbegun(rules, s, curtain)
    covered = unread(rules, s, side)
    unknown = _forgotten(rules, s, covered, curtain)
    places = Places(rules, s, covered, unknown)
    new = disguised(places.in_order, unknown, PLACE, lots, places.known, places.fits)
    for unit in covered:
        new.steps[unit] = s.seen_steps[unit] or rules.full[unit]
    if side != ALLIED:
        for unit in rules.divisions:
            new.guest[unit] = is_guest(rules, new, unit)
    return new


@rule("3.6", "3.7")
def unbegun(rules: StormData, s: StormState, side: int) -> StormState:
    """The state as if a side had placed nothing yet."""
    new = s.copy()
    sweep(rules, new, plans_of(rules)[side])
    first = next(n for n, frame in enumerate(s.frames) if isinstance(frame, SetUpQuestion))
    new.frames = s.frames[: first + 1]
    return new


def named_in(frame: Frame) -> tuple[int, ...]:
    """The units of which a frame speaks."""
    return getattr(frame, "attackers", ()) or (getattr(frame, "unit", -1),)


class Places:
    """The places in stacks in which somebody lies unseen, and who could lie there for all that the enemy knows.

    An American guest may be under any stack of another nation, a unit that stacks free under any stack of its own that
    has room for it. The order below the top is not known either: those that are remembered come first, and who stacks
    free is dealt to the last place. A few stay where they are: British tanks of 1919, of which two may share a hex, the
    Tank Corps of 1918, which shares no hex with a host, and whoever lies with hosts below nobody but Americans. Whoever
    is to attack can attack.
    """

    def __init__(self, rules: StormData, s: StormState, covered: list[int], unknown: list[int]) -> None:
        self.rules, self.unknown, unseen = rules, set(unknown), set(covered)
        self.in_order = s.copy()
        self._lowest: set[int] = set()
        self._open_free: set[int] = set()
        self._host: dict[int, int] = {}
        self._attackers = {unit for frame in s.frames for unit in getattr(frame, "attackers", ())}
        for hex_ in {s.at[unit] for unit in covered}:
            stack = rules.stack(s, hex_)
            self._host[hex_] = self._read_host(stack)
            below = [unit for unit in stack if unit in unseen]
            heights = sorted((s.height[unit] for unit in below), reverse=True)
            below.sort(key=lambda unit: self._order(s, unit))
            for unit, height in zip(below, heights, strict=True):
                self.in_order.height[unit] = height
            if below[-1] in self.unknown:
                self._lowest.add(below[-1])
            if any(not rules.weight[unit] for unit in stack if unit not in self.unknown or self.stays(unit)):
                self._open_free.add(hex_)

    @rule("9.5", "9.6")
    def _read_host(self, stack: tuple[int, ...]) -> int:
        """The nation of a stack, as the enemy reads it: Americans on top say nothing of a host below them."""
        nations = [self.rules.nation[unit] for unit in stack if unit not in self.unknown]
        europeans = [nation for nation in nations if nation != USA]
        if europeans:
            return europeans[0]
        pure = all(self.rules.nation[unit] == USA for unit in stack)
        return USA if pure else NO_HOST

    def _order(self, s: StormState, unit: int) -> tuple[object, ...]:
        """Where a unit comes to lie below the top: by nothing that tells an unknown one from another.

        Whoever is to attack lies above the others, since the last place may be that of one who cannot.
        """
        if unit not in self.unknown:
            return (0, False, (), (), unit)
        told = tuple(number for number, frame in enumerate(s.frames) if unit in named_in(frame))
        columns = tuple(getattr(s, column)[unit] for column in PLACE[2:])
        return (1, unit not in self._attackers, columns, told, unit if self.stays(unit) else -1)

    def stays(self, unit: int) -> bool:
        """Whether a unit is left where it is."""
        rules = self.rules
        if rules.symbol[unit] in ("heavy-tank", "fast-tank") or self._host[self.in_order.at[unit]] == NO_HOST:
            return True
        return rules.is_tank[unit] and rules.nation[unit] == USA and not rules.is_1919

    def known(self, unit: int) -> tuple[int, ...]:
        """What the enemy may infer of who lies in the place of a unit."""
        rules, hex_ = self.rules, self.in_order.at[unit]
        own = unit if self.stays(unit) else -1
        size = len(rules.stack(self.in_order, hex_))
        free = int(hex_ in self._open_free)
        attacks = int(unit in self._attackers)
        return rules.side_of[unit], self._host[hex_], own, int(unit in self._lowest), free, size, attacks

    def fits(self, unit: int, place: Place) -> bool:
        """Whether a unit may lie in a place; one unit too many in a stack is one that stacks free."""
        rules = self.rules
        side, host, own, lowest, free, size, attacks = place.known
        if own >= 0 or self.stays(unit):
            return unit == own
        if attacks and (unit == rules.agb or not rules.attack[unit][True]):
            return False
        may_visit = rules.is_division[unit] and not rules.is_1919
        if rules.side_of[unit] != side or not (rules.nation[unit] == host or may_visit):
            return False
        most = AMERICAN_STACK_1919 if rules.is_1919 and host == USA else STACK
        if rules.weight[unit]:
            return not (lowest and not free and size > most)
        return bool(lowest and not free)
