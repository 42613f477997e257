"""12.1 and 12.2.1: the combat phase, and step 1 of a battle: the target and who attacks it."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Unit, Units
from westfront.games.marne.battle import clear_battle
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.field import STACK, points_in
from westfront.games.marne.losses import participants
from westfront.games.marne.places import place
from westfront.games.marne.results import BattleEnd
from westfront.games.marne.state import ATTACKS, DEFENDS, DUE, GERMAN, NO_PART, MarneState
from westfront.games.marne.steps import BattleStage
from westfront.games.marne.stosstruppen import assign, assignments, why_not_assign
from westfront.hexgrid import HexSet, bits, has

GERMAN_TANK_SCENARIO = "gneisenau"


@rule("12.1", "12.5", "9.2", "11.2.7", "14.1", "S3/Freeze")
def why_cannot_attack(rules: MarneData, s: MarneState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from attacking anything in this phase."""
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] < 0 or not rules.is_combat[unit]:
        return Refusal("12.1", f"{rules.names.write('unit', unit)} is not one of your combat units on the map")
    name = rules.names.units[unit]
    if s.fought[unit]:
        return Refusal("12.1", f"{name} has attacked in this phase")
    if s.order[unit]:
        return Refusal("12.5", f"{name} is disorganised or reorganising")
    if s.unsupplied[unit]:
        return Refusal("9.2", f"{name} is out of supply")
    if s.leaving[unit]:
        return Refusal("11.2.7", f"{name} is marked to disengage")
    if s.exploiting and not s.exploitation[unit]:
        return Refusal("14.1", f"{name} has no Exploitation marker")
    return Refusal("S3/Freeze", f"{name} is frozen until turn 18") if has(rules.quiet(s), s.at[unit]) else None


@rule("12.1", "15.4.1")
def why_not_attack(rules: MarneData, s: MarneState, side: int, unit: int, target: int) -> Refusal | None:
    """What keeps a unit from attacking a hex: it stands elsewhere, or it is a tank and the ground forbids it."""
    refusal = why_cannot_attack(rules, s, side, unit)
    if refusal:
        return refusal
    if rules.grid.distance(s.at[unit], target) != 1:
        return Refusal("12.1", f"{rules.names.units[unit]} is not next to {rules.names.place(target)}")
    return why_no_tank(rules, s, s.at[unit], target) if rules.is_tank[unit] else None


@rule("15.4", "15.4.1", "15.4.2")
def why_no_tank(rules: MarneData, s: MarneState, here: int, target: int) -> Refusal | None:
    """Tanks attack no town, and not over a river or slope; only one of them joins an attack."""
    board, place_ = rules.board, rules.names.place(target)
    if has(board.town, target):
        return Refusal("15.4.1", f"tanks do not attack the town {place_}")
    if rules.grid.parted(here, target, board.rivers) or rules.grid.parted(here, target, board.slope):
        return Refusal("15.4.1", f"tanks do not attack {place_} over a river or slope")
    if rules.options["tanks"] == "one" and any(rules.is_tank[u] for u in participants(rules, s, s.mover)):
        return Refusal("15.4.1", "only one tank unit joins an attack")
    return None


@rule("12.1")
def why_no_target(rules: MarneData, s: MarneState, side: int, target: int) -> Refusal | None:
    """What keeps a hex from being attacked."""
    place_ = rules.names.place(target)
    if not has(rules.field(s).combat[1 - side] & rules.board.area, target):
        return Refusal("12.1", f"no enemy combat unit stands in {place_}")
    if has(s.attacked, target):
        return Refusal("12.1", f"{place_} has been attacked in this phase")
    if has(rules.quiet(s), target):
        return Refusal("S3/Freeze", f"{place_} is frozen until turn 18")
    if not attackers_of(rules, s, side, target):
        return Refusal("12.1", f"no unit of yours can attack {place_}")
    return None


def attackers_of(rules: MarneData, s: MarneState, side: int, target: int) -> list[int]:
    """The units that could attack a hex."""
    field = rules.field(s)
    around = bits(rules.grid.adjacent(1 << target) & field.combat[side])
    units = (unit for hex_ in around for unit in field.stack(hex_))
    return [unit for unit in units if why_not_attack(rules, s, side, unit, target) is None]


def targets(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The enemy hexes that can be attacked now."""
    field = rules.field(s)
    front = set(bits(rules.grid.adjacent(field.combat[1 - side] & ~s.attacked) & field.combat[side]))
    at, fought = s.at, s.fought
    touching = [u for u in rules.combat_units[side] if at[u] in front and not fought[u]]
    ready = [u for u in touching if not why_cannot_attack(rules, s, side, u)]
    enemies = field.combat[1 - side] & rules.board.area & ~s.attacked & ~rules.quiet(s)
    found = rules.grid.adjacent(rules.grid.set_of(s.at[u] for u in ready if not rules.is_tank[u])) & enemies
    by_tank = rules.grid.adjacent(rules.grid.set_of(s.at[u] for u in ready if rules.is_tank[u])) & enemies & ~found
    return found | rules.grid.set_of(hex_ for hex_ in bits(by_tank) if not why_no_target(rules, s, side, hex_))


@rule("12.0", "12.1", "12.2")
class Combat(MarneAsk, frozen=True):
    """The phasing player attacks, one hex after the other, each battle fought out before the next."""

    asked_by = "12.1"
    question = "Which hex do you attack?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        attacks: list[Action] = [("attack", hex_) for hex_ in bits(targets(rules, s, self.player))]
        given = [("assign", *pair) for pair in assignments(rules, s, self.player)]
        return [*attacks, *given, ("done",)]

    def why_attack(self, rules: MarneData, s: MarneState, target: Hex) -> Refusal | None:
        return why_no_target(rules, s, self.player, target)

    def do_attack(self, play: MarnePlay, target: Hex) -> None:
        play.state.target = target
        play.push(Attackers(self.player))

    def why_assign(self, rules: MarneData, s: MarneState, stosstruppen: Unit, regiment: Unit) -> Refusal | None:
        return why_not_assign(rules, s, self.player, stosstruppen, regiment)

    def do_assign(self, play: MarnePlay, stosstruppen: Unit, regiment: Unit) -> None:
        assign(play, stosstruppen, regiment)

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


@rule("12.2.1", "12.1")
class Attackers(MarneAsk, frozen=True):
    """Step 1: the attacking units are named; once confirmed the choice is final."""

    in_battle = True
    asked_by = "12.2.1"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        return f"Step 1: who attacks {rules.names.place(s.target)}?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        named = participants(rules, s, self.player)
        able = [unit for unit in attackers_of(rules, s, self.player, s.target) if unit not in named]
        found: list[Action] = [("add", (unit,)) for unit in able]
        if len(able) > 1 and not self.why_add(rules, s, tuple(able)):
            found.append(("add", tuple(able)))
        found += [("drop", unit) for unit in named]
        found += [("tank", unit) for unit in named if not self.why_tank(rules, s, unit)]
        return [*found, *([("confirm",)] if named else []), ("cancel",)]

    def why_add(self, rules: MarneData, s: MarneState, units: Units) -> Refusal | None:
        tanks = sum(unit >= 0 and rules.is_tank[unit] for unit in units)
        if not units or len(set(units)) != len(units):
            return Refusal("12.2.1", "each attacking unit is named once")
        for unit in units:
            if unit >= 0 and s.role[unit]:
                return Refusal("12.2.1", f"{rules.names.units[unit]} is named already")
            refusal = why_not_attack(rules, s, self.player, unit, s.target)
            if refusal:
                return refusal
        if tanks > 1 and rules.options["tanks"] == "one":
            return Refusal("15.4.1", "only one tank unit joins an attack")
        return None

    def do_add(self, play: MarnePlay, units: Units) -> None:
        for unit in units:
            play.state.role[unit] = ATTACKS

    def why_drop(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in participants(rules, s, self.player):
            return None
        return Refusal("12.2.1", f"{rules.names.write('unit', unit)} is not named")

    def do_drop(self, play: MarnePlay, unit: Unit) -> None:
        s, tank = play.state, play.rules.german_tank
        s.role[unit] = NO_PART
        others = [other for other in participants(play.rules, s, self.player) if other != tank]
        if s.at[tank] >= 0 and (unit == tank or all(s.at[other] != s.at[tank] for other in others)):
            s.at[tank], s.role[tank] = DUE, NO_PART

    @rule("15.4.2", "S1/German tank")
    def why_tank(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        """The one German tank of scenario 1 joins an attacking unit whose hex has room for it."""
        if self.player != GERMAN or rules.scenario != GERMAN_TANK_SCENARIO or s.tank_spent:
            return Refusal("S1/German tank", "no German tank is available")
        if s.at[rules.german_tank] >= 0:
            return Refusal("S1/German tank", "the German tank is there already")
        if unit not in participants(rules, s, self.player):
            return Refusal("15.4.2", "the German tank is placed with an attacking unit")
        if points_in(rules, s, s.at[unit]) >= STACK:
            return Refusal("4.0", f"there is no room for the tank in {rules.names.place(s.at[unit])}")
        return why_no_tank(rules, s, s.at[unit], s.target)

    def do_tank(self, play: MarnePlay, unit: Unit) -> None:
        s, tank = play.state, play.rules.german_tank
        place(play, tank, s.at[unit])
        s.role[tank] = ATTACKS

    def why_confirm(self, rules: MarneData, s: MarneState) -> Refusal | None:
        named = participants(rules, s, self.player)
        if any(unit != rules.german_tank for unit in named):
            return None
        return Refusal("12.2.1", "nobody is named yet")

    def do_confirm(self, play: MarnePlay) -> None:
        play.pop()
        begin_battle(play)

    def do_cancel(self, play: MarnePlay) -> None:
        tank = play.rules.german_tank
        if play.state.at[tank] >= 0:
            play.state.at[tank] = DUE
        clear_battle(play.state)
        play.pop()


@rule("12.2.1", "12.2")
def begin_battle(play: MarnePlay) -> None:
    """The choice is final: attackers and target are used up for the phase, and every unit in the target defends."""
    rules, s = play.rules, play.state
    attackers = participants(rules, s, s.mover)
    for unit in attackers:
        s.fought[unit] = 1
        s.launched |= 1 << s.at[unit]
    s.attacked |= 1 << s.target
    s.tank_spent |= int(s.at[rules.german_tank] >= 0)
    for unit in rules.field(s).stack(s.target):
        if rules.is_combat[unit]:
            s.role[unit] = DEFENDS
    play.tell("attack", "12.2.1", units=attackers, hex=s.target)
    play.push(BattleEnd(), BattleStage(0))
