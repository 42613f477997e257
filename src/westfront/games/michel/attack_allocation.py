"""The attack allocation segment: all attacks, and the corps that supply them, before any die is rolled."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Number, Unit, Units
from westfront.games.michel.artillery import RANGE, in_range, why_no_gun
from westfront.games.michel.data import MichelAsk, MichelData, MichelPlay
from westfront.games.michel.declared import combat_at, combats, is_ground_attack, taking_part
from westfront.games.michel.state import FIRES, GIVES_ATTACK_SUPPLY, UNUSED, MichelState
from westfront.hexgrid import HexSet, bits, has, union


@rule("Sequence-1B-i", "Combat-General", "Combat-B")
class AttackAllocation(MichelAsk, frozen=True):
    """The attacker declares all his attacks, and the corps that supply them; no die is rolled before he is done."""

    asked_by = "Sequence-1B-i"
    question = "Open an attack on one or more enemy hexes, change one, turn corps face down for supply, or be done."

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every enemy hex that a unit still free can attack; attacks to change; corps to turn over; the end."""
        attacked = combats(rules, s, 1 - self.player).values()
        free = open_to_attack(rules, s, self.player) & ~union(map(rules.grid.set_of, attacked))
        actions: list[Action] = [("done",), *[("attack", (hex_,)) for hex_ in bits(free)]]
        actions += [("change", hexes[0]) for hexes in attacked]
        for unit in rules.corps[self.player]:
            if s.use[unit] == GIVES_ATTACK_SUPPLY:
                actions.append(("spare", unit))
            elif s.at[unit] >= 0 and not s.use[unit] and self.why_supply(rules, s, unit) is None:
                actions.append(("supply", unit))
        return actions

    @rule("Combat-A", "Combat-C", "Combat-F")
    def why_attack(self, rules: MichelData, s: MichelState, hexes: Hexes) -> Refusal | None:
        """What keeps some hexes from being attacked together."""
        for hex_ in hexes:
            if refusal := why_no_target(rules, s, self.player, hex_):
                return refusal
        if len(set(hexes)) < len(hexes):
            return Refusal("Combat-D", "every hex is named once")
        if able(rules, s, self.player, hexes):
            return None
        case = "Combat-A" if len(hexes) == 1 else "Combat-D"
        return Refusal(case, "no free unit of yours is next to all of it, and no corps in range of all of it")

    def do_attack(self, play: MichelPlay, hexes: Hexes) -> None:
        """Open an attack."""
        s, rules = play.state, play.rules
        number = min(set(range(1, 256)) - combats(rules, s, 1 - self.player).keys())
        for hex_ in hexes:
            aim(rules, s, hex_, number)
        play.push(Assault(self.player, number))

    def why_change(self, rules: MichelData, s: MichelState, hex_: Hex) -> Refusal | None:
        """Any hex of an attack names it."""
        if combat_at(rules, s, 1 - self.player, hex_):
            return None
        return Refusal("Sequence-1B-i", f"no attack on {rules.names.place(hex_)} has been declared")

    def do_change(self, play: MichelPlay, hex_: Hex) -> None:
        play.push(Assault(self.player, combat_at(play.rules, play.state, 1 - self.player, hex_)))

    @rule("Corps-ii", "Corps-Commentary", "Artillery-H")
    def why_supply(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        """What keeps a corps from being turned face down to supply attacks."""
        if not rules.is_own(s, self.player, unit) or not rules.is_corps[unit]:
            return Refusal("Corps-ii", f"{rules.names.write('unit', unit)} is not a corps of yours on the map")
        name = rules.names.units[unit]
        if s.use[unit] == GIVES_ATTACK_SUPPLY:
            return Refusal("Corps-ii", f"{name} is face down already")
        if s.use[unit]:
            return Refusal("Artillery-H", f"{name} fires in this combat phase")
        if rules.strict_one_function and s.gave_supply[unit]:
            return Refusal("Corps-Commentary", f"{name} has given general supply in this player-turn")
        return None

    def do_supply(self, play: MichelPlay, unit: Unit) -> None:
        play.state.use[unit] = GIVES_ATTACK_SUPPLY

    def why_spare(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        if rules.is_own(s, self.player, unit) and s.use[unit] == GIVES_ATTACK_SUPPLY:
            return None
        return Refusal("Corps-ii", f"{rules.names.write('unit', unit)} is not turned face down")

    def do_spare(self, play: MichelPlay, unit: Unit) -> None:
        play.state.use[unit] = UNUSED

    def do_done(self, play: MichelPlay) -> None:
        """The segment ends; all attacks are told, and who supplies them."""
        s, rules, enemy = play.state, play.rules, 1 - self.player
        play.pop()
        for number, hexes in combats(rules, s, enemy).items():
            by_ground = is_ground_attack(rules, s, enemy, number)
            kind, case = ("attack", "Sequence-1B-i") if by_ground else ("bombard", "Artillery-C")
            play.tell(kind, case, units=taking_part(rules, s, self.player, number), hexes=hexes)
        face_down = tuple(u for u in rules.corps[self.player] if s.use[u] == GIVES_ATTACK_SUPPLY)
        if face_down:
            play.tell("face down", "Corps-ii", units=face_down)


@rule("Sequence-1B-i", "Combat-D", "Artillery-C", "Artillery-Procedure")
class Assault(MichelAsk, frozen=True):
    """One attack takes shape: hexes, ground units and corps are added and dropped until it is confirmed."""

    number: Number
    asked_by = "Sequence-1B-i"

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        return self.number > 0 and bool(self.hexes(rules, s))

    def hexes(self, rules: MichelData, s: MichelState) -> list[int]:
        """What is attacked."""
        return combats(rules, s, 1 - self.player).get(self.number, [])

    def units(self, rules: MichelData, s: MichelState) -> tuple[int, ...]:
        """Who attacks or fires."""
        return taking_part(rules, s, self.player, self.number)

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        units, hexes = self.units(rules, s), self.hexes(rules, s)
        defenders = [u for hex_ in hexes for u in rules.field(s).stacks[hex_]]
        against = ", ".join(f"{rules.names.units[u]} {rules.strength[u]}" for u in defenders)
        chosen = rules.names.write("unit*", units) or "nobody yet"
        return f"Who attacks {rules.names.write('hex*', hexes)} ({against})? ({chosen})"

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Add, drop, widen, narrow; confirm once a unit attacks, and until then cancel."""
        units, hexes = self.units(rules, s), self.hexes(rules, s)
        actions: list[Action] = [("drop", unit) for unit in units]
        actions += [("add", (unit,)) for unit in able(rules, s, self.player, hexes)]
        actions += [("confirm",)] if units else [("cancel",)]
        if units:
            actions += [("widen", hex_) for hex_ in bits(self.wider(rules, s, units))]
        return [*actions, *[("narrow", hex_) for hex_ in hexes]] if len(hexes) > 1 else actions

    def wider(self, rules: MichelData, s: MichelState, units: tuple[int, ...]) -> HexSet:
        """Enemy hexes not attacked yet that everybody in this attack stands beside or reaches."""
        enemy = 1 - self.player
        ground = [s.at[u] for u in units if not rules.is_corps[u]]
        guns = [s.at[u] for u in units if rules.is_corps[u]]
        everybody = beside_all(rules, ground) & in_range(rules, guns)
        attacked = union(map(rules.grid.set_of, combats(rules, s, enemy).values()))
        return everybody & rules.field(s).occupied[enemy] & ~attacked

    def why_add(self, rules: MichelData, s: MichelState, units: Units) -> Refusal | None:
        hexes = self.hexes(rules, s)
        for unit in units:
            if refusal := why_not_join(rules, s, self.player, unit, hexes):
                return refusal
        return Refusal("Sequence-1B-i", "each unit is named once") if len(set(units)) < len(units) else None

    def do_add(self, play: MichelPlay, units: Units) -> None:
        s, rules = play.state, play.rules
        for unit in units:
            s.combat[unit] = self.number
            s.use[unit] = FIRES if rules.is_corps[unit] else UNUSED

    def why_drop(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        if unit in self.units(rules, s):
            return None
        return Refusal("Sequence-1B-i", f"{rules.names.write('unit', unit)} is not in this attack")

    def do_drop(self, play: MichelPlay, unit: Unit) -> None:
        play.state.combat[unit] = play.state.use[unit] = 0

    def why_widen(self, rules: MichelData, s: MichelState, hex_: Hex) -> Refusal | None:
        """What keeps a hex from being added to the attack."""
        place, units = rules.names.place(hex_), self.units(rules, s)
        if refusal := why_no_target(rules, s, self.player, hex_):
            return refusal
        if not units:
            return Refusal("Combat-D", "say first who attacks")
        if has(self.wider(rules, s, units), hex_):
            return None
        if any(not rules.is_corps[u] and not has(beside_all(rules, [hex_]), s.at[u]) for u in units):
            return Refusal("Combat-D", f"not every attacker is next to {place}")
        return Refusal("Artillery-E", f"not every corps of the attack reaches {place}")

    def do_widen(self, play: MichelPlay, hex_: Hex) -> None:
        aim(play.rules, play.state, hex_, self.number)

    def why_narrow(self, rules: MichelData, s: MichelState, hex_: Hex) -> Refusal | None:
        hexes = self.hexes(rules, s)
        if len(hexes) > 1 and hex_ in hexes:
            return None
        return Refusal("Combat-D", f"{rules.names.place(hex_)} is not one of several hexes of this attack")

    def do_narrow(self, play: MichelPlay, hex_: Hex) -> None:
        aim(play.rules, play.state, hex_, 0)

    def why_confirm(self, rules: MichelData, s: MichelState) -> Refusal | None:
        if self.units(rules, s):
            return None
        return Refusal("Combat-General", "an attack needs a ground unit or a corps that fires")

    def do_confirm(self, play: MichelPlay) -> None:
        play.pop()

    def do_cancel(self, play: MichelPlay) -> None:
        """Everybody is free again."""
        s, rules = play.state, play.rules
        play.pop()
        for unit in self.units(rules, s):
            s.combat[unit] = s.use[unit] = 0
        for hex_ in self.hexes(rules, s):
            aim(rules, s, hex_, 0)


# -- who attacks what


def aim(rules: MichelData, s: MichelState, hex_: int, number: int) -> None:
    """All units of a hex are the target of a combat, until the defender names the one that resists."""
    for unit in rules.field(s).stacks[hex_]:
        s.target[unit] = number


@rule("Combat-A", "Combat-D", "Combat-E")
def beside_all(rules: MichelData, hexes: Sequence[int]) -> HexSet:
    """The hexes next to every one of some enemy hexes: there a ground unit must stand to attack them."""
    return rules.grid.within_each(hexes, 1)


@rule("Combat-C", "Combat-H", "Corps-D")
def able(rules: MichelData, s: MichelState, side: int, hexes: Sequence[int]) -> list[int]:
    """Units that may still join an attack on some hexes: ground units beside all of them, corps in range of all."""
    field = rules.field(s)
    near, reach = beside_all(rules, hexes), in_range(rules, hexes) & field.occupied[side]
    free = [unit for hex_ in bits(reach) for unit in field.stacks[hex_] if not s.combat[unit]]
    at, is_corps, use, gave = s.at, rules.is_corps, s.use, s.gave_supply
    return [u for u in free if (use[u] == UNUSED and not gave[u] if is_corps[u] else has(near, at[u]))]


def why_not_join(rules: MichelData, s: MichelState, side: int, unit: int, hexes: Sequence[int]) -> Refusal | None:
    """What keeps a unit from joining an attack on some hexes."""
    name, where = rules.names.write("unit", unit), rules.names.write("hex*", hexes)
    if not rules.is_own(s, side, unit):
        return Refusal("Combat-General", f"{name} is not a unit of yours on the map")
    if rules.is_corps[unit]:
        if refusal := why_no_gun(rules, s, unit):
            return refusal
        case = "Artillery-General" if len(hexes) == 1 else "Artillery-E"
        far = not has(in_range(rules, hexes), s.at[unit])
        return Refusal(case, f"{name} does not reach {where} within {RANGE} hexes") if far else None
    if s.combat[unit]:
        return Refusal("Combat-C", f"{name} attacks already, and only once in a combat phase")
    if not has(beside_all(rules, hexes), s.at[unit]):
        return Refusal("Combat-A" if len(hexes) == 1 else "Combat-D", f"{name} is not next to {where}")
    return None


def why_no_target(rules: MichelData, s: MichelState, side: int, hex_: int) -> Refusal | None:
    """What keeps a hex from being attacked by anybody."""
    place = rules.names.place(hex_)
    if not has(rules.field(s).occupied[1 - side], hex_):
        return Refusal("Combat-General", f"no enemy stands in {place}")
    if combat_at(rules, s, 1 - side, hex_):
        return Refusal("Combat-C", f"{place} is attacked already, and only once in a combat phase")
    return None


def open_to_attack(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """Enemy hexes beside a ground unit, or in range of a corps, that is still free."""
    grid, field, is_corps = rules.grid, rules.field(s), rules.is_corps
    at, combat, use, gave, enemies = s.at, s.combat, s.use, s.gave_supply, field.occupied[1 - side]
    beside = bits(field.occupied[side] & grid.adjacent(enemies))
    ground = grid.set_of([h for h in beside for u in field.stacks[h] if not combat[u] and not is_corps[u]])
    guns = grid.set_of([at[u] for u in rules.corps[side] if not use[u] and not gave[u] and at[u] >= 0])
    return (grid.adjacent(ground) | grid.within(guns, RANGE)) & enemies
