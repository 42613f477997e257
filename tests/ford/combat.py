"""Chapters 4 to 6: attacks, supply in combat, guns."""

from __future__ import annotations

from typing import NamedTuple

from tests.ford.facts import FordAsk, FordData, FordPlay, FordStep
from tests.ford.movement import STACK, hold, place_unit, uncover
from tests.ford.state import FordState
from tests.ford.victory import check_annihilation
from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Applied, Modifier, applied
from westfront.engine.names import NOBODY, Hex, Unit, Units
from westfront.hexgrid import HexSet, bits, flood

GUN_RANGE = 2
GUN_FIRE = 3


class Attack(NamedTuple):
    """One attack, as the modifiers see it."""

    rules: FordData
    s: FordState
    target: int
    attackers: tuple[int, ...]

    def is_on(self, *terrain: str) -> bool:
        """Whether the defender stands on one of these."""
        return self.rules.board.terrain_of(self.target) in terrain


@rule("5.1")
def supplied(rules: FordData, s: FordState, side: int) -> HexSet:
    """Hexes joined to the side's edge by hexes without enemies and without uncovered enemy zones."""
    own, enemy = rules.occupied(s, side), rules.occupied(s, 1 - side)
    blocked = enemy | (rules.zone(s, 1 - side) & ~own)
    return flood(rules.grid, rules.board.edges[side], rules.grid.mask & ~blocked)


@rule("4.4")
def all_across_river(battle: Attack) -> int:
    """-1 if every attacker attacks across the river."""
    sides, grid = battle.rules.board.river, battle.rules.grid
    directions = [(at, grid.direction(at, battle.target)) for at in (battle.s.at[u] for u in battle.attackers)]
    return -1 if all(d is not None and sides[d] >> at & 1 for at, d in directions) else 0


@rule("5.2")
def defender_isolated(battle: Attack) -> int:
    """+1 if the defender is out of supply."""
    defender = 1 - battle.rules.side_of[battle.attackers[0]]
    return 0 if supplied(battle.rules, battle.s, defender) >> battle.target & 1 else 1


SHIFTS = [
    Modifier[Attack]("4.5", "woods", lambda battle: -1 if battle.is_on("woods") else 0),
    Modifier[Attack]("4.5", "village", lambda battle: -1 if battle.is_on("village") else 0),
]
DIE = [
    Modifier("4.4", "all across the river", all_across_river),
    Modifier("5.2", "defender out of supply", defender_isolated),
]


class Odds(NamedTuple):
    """Everything that a die needs to be read."""

    attack: int
    defence: int
    column: int
    modifiers: list[Applied]
    shift: int


@rule("4.3")
def odds(battle: Attack) -> Odds:
    """Strengths, column and modifiers of a battle; preview and resolution both come here."""
    rules, s = battle.rules, battle.s
    in_supply = supplied(rules, s, rules.side_of[battle.attackers[0]])
    attack = sum(attack_strength(rules, s, unit, in_supply) for unit in battle.attackers)
    defence = sum(rules.defence[unit] for unit in rules.stack(s, battle.target))
    shifts, die = applied(SHIFTS, battle), applied(DIE, battle)
    column = rules.crt.column(attack, defence, sum(m.value for m in shifts))
    return Odds(attack, defence, column, shifts + die, sum(m.value for m in die))


@rule("5.2")
def attack_strength(rules: FordData, s: FordState, unit: int, in_supply: HexSet) -> int:
    """A unit out of supply attacks with half its strength, rounded up."""
    return rules.attack[unit] if in_supply >> s.at[unit] & 1 else (rules.attack[unit] + 1) // 2


@rule("4.1")
class Combat(FordAsk, frozen=True):
    """The combat phase of one side: attacks and bombardments, one after another."""

    asked_by = "4.1"
    question = "Attack or bombard an enemy hex, or end the combat phase."

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Every enemy hex next to a unit that has not fought; every gun on every enemy hex within range."""
        actions: list[Action] = [("done",)]
        enemies = rules.occupied(s, 1 - self.player)
        fresh = [u for u in rules.units[self.player] if s.at[u] >= 0 and not s.fought[u]]
        near = rules.grid.adjacent(rules.grid.set_of(s.at[u] for u in fresh))
        actions += [("attack", hex_) for hex_ in bits(enemies & near)]
        for gun in (u for u in fresh if rules.is_gun[u]):
            aimed = enemies & rules.grid.within(1 << s.at[gun], GUN_RANGE)
            actions += [("bombard", hex_, gun) for hex_ in bits(aimed)]
        return actions

    def why_attack(self, rules: FordData, s: FordState, target: Hex) -> Refusal | None:
        """An enemy stands there, next to a unit that has not fought."""
        if not rules.stands_in(s, 1 - self.player, target):
            return Refusal("4.1", f"no enemy stands in {rules.names.place(target)}")
        if not able_to_attack(rules, s, self.player, target):
            return Refusal("4.1", "no unit of yours next to it can still fight")
        return None

    def do_attack(self, play: FordPlay, target: Hex) -> None:
        """The attack takes shape."""
        play.push(Assault(self.player, target, ()))

    def why_bombard(self, rules: FordData, s: FordState, target: Hex, gun: Unit) -> Refusal | None:
        """An enemy stands there, within range of a gun that has not fought."""
        name = rules.names.write("unit", gun)
        if not rules.stands_in(s, 1 - self.player, target):
            return Refusal("6.1", f"no enemy stands in {rules.names.place(target)}")
        if rules.why_not_yours(s, self.player, gun) or not rules.is_gun[gun]:
            return Refusal("6.1", f"{name} is not one of your guns on the map")
        if s.fought[gun]:
            return Refusal("6.1", f"{name} has fought in this phase")
        if not rules.grid.within(1 << s.at[gun], GUN_RANGE) >> target & 1:
            return Refusal("6.1", f"{name} fires no further than {GUN_RANGE} hexes")
        return None

    def do_bombard(self, play: FordPlay, target: Hex, gun: Unit) -> None:
        """The gun fires."""
        bombard(play, gun, target)

    def do_done(self, play: FordPlay) -> None:
        """The phase ends."""
        play.pop()


def able_to_attack(rules: FordData, s: FordState, side: int, target: int) -> list[int]:
    """Units next to the target that have not fought."""
    near = rules.grid.adjacent(1 << target)
    return [u for u in rules.units[side] if s.at[u] >= 0 and near >> s.at[u] & 1 and not s.fought[u]]


@rule("6.1", "6.2")
def bombard(play: FordPlay, gun: int, target: int) -> None:
    """Gunfire less the number of units in the hex, on the row of the terrain; a hit costs a step."""
    s, rules = play.state, play.rules
    s.fought[gun] = 1
    units = rules.stack(s, target)
    (die,) = play.roll(f"bombardment/{rules.grid.label(target)}", by=rules.side_of[gun])
    column = rules.bombardment.column(GUN_FIRE - len(units), rules.board.terrain_of(target))
    code = rules.bombardment.result(die, column)
    play.tell("bombard", "6.2", unit=gun, hex=target, code=code)
    if code == "hit":
        play.push(Loss(rules.side_of[units[0]], tuple(sorted(units))))


@rule("4.2")
class Assault(FordAsk, frozen=True):
    """The attack on one hex takes shape: attackers are added and dropped until it is confirmed."""

    target: Hex
    attackers: Units
    asked_by = "4.2"

    def holds(self, rules: FordData, s: FordState) -> bool:
        """An enemy stands in the target, and the attackers are the player's."""
        return rules.stands_in(s, 1 - self.player, self.target) and rules.are_ready(s, self.player, self.attackers)

    def prompt(self, rules: FordData, s: FordState) -> str:
        """The target, and who attacks so far."""
        chosen = rules.names.write("unit*", self.attackers) or "nobody yet"
        return f"Who attacks {rules.grid.label(self.target)}? ({chosen})"

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Add, drop, confirm once somebody attacks, or cancel."""
        actions: list[Action] = [("cancel",), *(("drop", unit) for unit in self.attackers)]
        able = able_to_attack(rules, s, self.player, self.target)
        actions += [("add", unit) for unit in able if unit not in self.attackers]
        return [*actions, ("confirm",)] if self.attackers else actions

    def why_add(self, rules: FordData, s: FordState, unit: Unit) -> Refusal | None:
        """A unit next to the target that has not fought, once."""
        name = rules.names.write("unit", unit)
        if unit in self.attackers:
            return Refusal("4.2", f"{name} is in this attack already")
        if unit not in able_to_attack(rules, s, self.player, self.target):
            return Refusal("4.1", f"{name} is not one of your units next to the target that can still fight")
        return None

    def do_add(self, play: FordPlay, unit: Unit) -> None:
        """One attacker more."""
        play.become(Assault(self.player, self.target, tuple(sorted((*self.attackers, unit)))))

    def why_drop(self, rules: FordData, s: FordState, unit: Unit) -> Refusal | None:
        """One of the attackers."""
        if unit not in self.attackers:
            return Refusal("4.2", f"{rules.names.write('unit', unit)} is not in this attack")
        return None

    def do_drop(self, play: FordPlay, unit: Unit) -> None:
        """One attacker less."""
        play.become(Assault(self.player, self.target, tuple(u for u in self.attackers if u != unit)))

    def why_confirm(self, rules: FordData, s: FordState) -> Refusal | None:
        """Somebody must attack."""
        return None if self.attackers else Refusal("4.2", "an attack needs an attacker")

    def do_confirm(self, play: FordPlay) -> None:
        """Go on to the defender."""
        declare(play, self)

    def do_cancel(self, play: FordPlay) -> None:
        """No attack here."""
        play.pop()


@rule("3.2")
def declare(play: FordPlay, assault: Assault) -> None:
    """The attack is declared: the whole target stack is shown, and the defender chooses."""
    s, rules = play.state, play.rules
    for unit in assault.attackers:
        s.fought[unit] = 1
    play.tell("attack", "4.2", side=assault.player, target=assault.target, units=assault.attackers)
    if rules.hidden:
        play.reveal()
        play.tell("shown", "3.2", hex=assault.target, units=rules.stack(s, assault.target))
    play.become(Stand(1 - assault.player, assault.target, assault.attackers))


@rule("4.6")
class Stand(FordAsk, frozen=True):
    """The defender stands, or withdraws before the die is rolled."""

    target: Hex
    attackers: Units
    asked_by = "4.6"

    def holds(self, rules: FordData, s: FordState) -> bool:
        """The player stands in the target, and the attackers are the enemy's."""
        attackers = bool(self.attackers) and rules.are_ready(s, 1 - self.player, self.attackers)
        return rules.stands_in(s, self.player, self.target) and attackers

    def prompt(self, rules: FordData, s: FordState) -> str:
        """The attack with its odds."""
        view = odds(Attack(rules, s, self.target, self.attackers))
        modifiers = ", ".join(map(str, view.modifiers)) or "no modifiers"
        against = f"{view.attack} against {view.defence}, {rules.crt.columns[view.column]}, {modifiers}"
        return f"{rules.grid.label(self.target)} is attacked ({against}): stand or withdraw?"

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Stand always; withdraw if there is a way out."""
        out = retreat_hexes(rules, s, self.target)
        return [("stand",), ("withdraw",)] if out else [("stand",)]

    def do_stand(self, play: FordPlay) -> None:
        """Fight."""
        play.tell("stand", "4.6", side=self.player, hex=self.target)
        play.become(AfterCombat(self.target, self.attackers))
        play.push(Resolve(self.target, self.attackers))

    def why_withdraw(self, rules: FordData, s: FordState) -> Refusal | None:
        """There must be a way out."""
        out = retreat_hexes(rules, s, self.target)
        return None if out else Refusal("4.8", "there is no hex to withdraw to")

    def do_withdraw(self, play: FordPlay) -> None:
        """Leave the hex to the attacker."""
        play.tell("withdraw", "4.6", side=self.player, hex=self.target)
        play.become(AfterCombat(self.target, self.attackers))
        play.push(Retreat(self.player, self.target))


@rule("4.3", "4.7")
class Resolve(FordStep, frozen=True):
    """The die, and what it does."""

    target: Hex
    attackers: Units

    def run(self, play: FordPlay) -> None:
        """Roll, modify, read, apply."""
        s, rules = play.state, play.rules
        fight = odds(Attack(rules, s, self.target, self.attackers))
        (die,) = play.roll(f"combat/{rules.grid.label(self.target)}", by=rules.side_of[self.attackers[0]])
        code = rules.crt.result(die + fight.shift, fight.column)
        modifiers = ", ".join(map(str, fight.modifiers)) or "no modifiers"
        column = rules.crt.columns[fight.column]
        strengths = f"{fight.attack} against {fight.defence}"
        play.tell("odds", "4.3", strengths=strengths, odds=column, die=die, modifiers=modifiers)
        play.tell("result", "4.7", hex=self.target, code=code)
        self._apply(play, code)

    def _apply(self, play: FordPlay, code: str) -> None:
        units = tuple(sorted(play.rules.stack(play.state, self.target)))
        defender = play.rules.side_of[units[0]]
        if code in ("AL", "EX"):
            play.push(Loss(1 - defender, self.attackers))
        if code in ("DL", "EX"):
            play.push(Loss(defender, units))
        if code == "DR" and retreat_hexes(play.rules, play.state, self.target):
            play.push(Retreat(defender, self.target))
        elif code == "DR":
            for unit in units:
                destroy(play, unit, "4.8")


@rule("4.7")
class Loss(FordAsk, frozen=True):
    """The owner chooses which unit loses a step."""

    units: Units
    asked_by = "4.7"
    question = "Which unit loses a step?"

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Any of the units."""
        return [("lose", unit) for unit in self.units]

    def holds(self, rules: FordData, s: FordState) -> bool:
        """The units are the player's."""
        return bool(self.units) and rules.are_ready(s, self.player, self.units)

    def why_lose(self, rules: FordData, s: FordState, unit: Unit) -> Refusal | None:
        """One of the units."""
        if unit not in self.units:
            return Refusal("4.7", f"one of {rules.names.write('unit*', self.units)} must lose the step")
        return None

    def do_lose(self, play: FordPlay, unit: Unit) -> None:
        """Take the step."""
        s = play.state
        play.pop()
        if s.steps[unit] == 1:
            destroy(play, unit, "4.7")
        else:
            s.steps[unit] -= 1
            tell_step_lost(play, unit)


@rule("3.1")
def tell_step_lost(play: FordPlay, unit: int) -> None:
    """A unit that lies hidden, under others and in no battle, is named to its owner only."""
    s, rules = play.state, play.rules
    if rules.hidden and not battle_seen(s) and rules.stack(s, s.at[unit])[0] != unit:
        owner = rules.side_of[unit]
        play.tell("step lost", "4.7", only=owner, unit=unit)
        play.tell("step lost unseen", "4.7", "3.1", but=owner, hex=s.at[unit])
    else:
        play.tell("step lost", "4.7", unit=unit)


def destroy(play: FordPlay, unit: int, number: str) -> None:
    """Take a unit off the map."""
    s = play.state
    s.at[unit], s.steps[unit] = -1, 0
    s.lost[play.rules.side_of[unit]] += 1
    play.tell("destroyed", number, unit=unit)
    check_annihilation(play)


@rule("4.8")
def retreat_hexes(rules: FordData, s: FordState, hex_: int) -> HexSet:
    """Next to the hex, without enemies, out of enemy zones unless a friend is there, with room for the whole stack."""
    units = rules.stack(s, hex_)
    side = rules.side_of[units[0]]
    own, enemy = rules.occupied(s, side), rules.occupied(s, 1 - side)
    free = rules.grid.adjacent(1 << hex_) & ~enemy & ~(rules.zone(s, 1 - side) & ~own)
    for other in bits(free & own):
        if len(rules.stack(s, other)) + len(units) > STACK:
            free ^= 1 << other
    return free


@rule("4.8")
class Retreat(FordAsk, frozen=True):
    """The owner moves the whole stack out of the hex."""

    hex: Hex
    asked_by = "4.8"

    def holds(self, rules: FordData, s: FordState) -> bool:
        """The player stands in the hex and has a way out."""
        return rules.stands_in(s, self.player, self.hex) and bool(retreat_hexes(rules, s, self.hex))

    def prompt(self, rules: FordData, s: FordState) -> str:
        """The hex by its number."""
        return f"Where do the units in {rules.grid.label(self.hex)} retreat to?"

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Every hex that is allowed; somebody saw to it that there is one."""
        return [("retreat", hex_) for hex_ in bits(retreat_hexes(rules, s, self.hex))]

    def why_retreat(self, rules: FordData, s: FordState, to: Hex) -> Refusal | None:
        """One of the hexes that are allowed."""
        if to >= 0 and retreat_hexes(rules, s, self.hex) >> to & 1:
            return None
        place = rules.names.place(to)
        return Refusal("4.8", f"{place} is not free, not next to the hex, in an enemy zone, or too full")

    def do_retreat(self, play: FordPlay, to: Hex) -> None:
        """Move the stack, the top unit first, since each arrival lies below: so the order is kept."""
        s, rules = play.state, play.rules
        for unit in rules.stack(s, self.hex):
            place_unit(rules, s, unit, to)
        hold(s, 1 << to, self.player)
        play.tell("retreat", "4.8", side=self.player, hex=self.hex, to=to)
        play.pop()


class AfterCombat(FordStep, frozen=True):
    """If the hex is empty now, the attacker may advance."""

    target: Hex
    attackers: Units

    def holds(self, rules: FordData, s: FordState) -> bool:
        """The attackers are of one side; some of them may be dead by now."""
        known = self.target >= 0 and NOBODY not in self.attackers
        return known and len({rules.side_of[unit] for unit in self.attackers}) == 1

    def run(self, play: FordPlay) -> None:
        """Ask for an advance if there is a hex to take and somebody to take it."""
        s = play.state
        alive = tuple(unit for unit in self.attackers if s.at[unit] >= 0)
        if alive and not play.rules.stack(s, self.target):
            play.push(Advance(play.rules.side_of[alive[0]], self.target, alive))


@rule("4.9")
class Advance(FordAsk, frozen=True):
    """One attacker, or all of them, may enter the hex."""

    target: Hex
    units: Units
    asked_by = "4.9"

    def holds(self, rules: FordData, s: FordState) -> bool:
        """The hex is empty, and the units are the player's."""
        empty = self.target >= 0 and not rules.stack(s, self.target)
        return empty and bool(self.units) and rules.are_ready(s, self.player, self.units)

    def prompt(self, rules: FordData, s: FordState) -> str:
        """The hex by its number."""
        return f"Who advances to {rules.grid.label(self.target)}?"

    def offer(self, rules: FordData, s: FordState) -> list[Action]:
        """Each attacker alone, all together if the hex can hold them, or nobody."""
        actions: list[Action] = [("stay",), *(("advance", (unit,)) for unit in self.units)]
        return [*actions, ("advance", self.units)] if 1 < len(self.units) <= STACK else actions

    def why_advance(self, rules: FordData, s: FordState, units: Units) -> Refusal | None:
        """One of them, or all."""
        alone = len(units) == 1 and units[0] in self.units
        if alone or (units == self.units and len(units) <= STACK):
            return None
        return Refusal("4.9", f"one of {rules.names.write('unit*', self.units)} advances, or all of up to {STACK}")

    def do_advance(self, play: FordPlay, units: Units) -> None:
        """Enter the hex."""
        s, rules = play.state, play.rules
        for unit in units:
            uncover(play, unit, self.target)
            place_unit(rules, s, unit, self.target)
        hold(s, 1 << self.target, self.player)
        play.tell("advance", "4.9", units=units, hex=self.target)
        play.pop()

    def do_stay(self, play: FordPlay) -> None:
        """Leave the hex empty."""
        play.pop()


@rule("3.2")
def battle_seen(s: FordState) -> bool:
    """Whether the units of a battle lie open: from its declaration to its end."""
    return any(isinstance(frame, Stand | AfterCombat | Advance) for frame in s.frames)
