"""The first two segments of combat: all attacks are allocated, then the defence, before any die is thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Side
from westfront.games.michel.artillery import RANGE, STRENGTHS, in_range, why_no_gun
from westfront.games.michel.declared import combat_at, numbers, taking_part, targeted, targets
from westfront.games.michel.state import (
    FEEDS_ATTACK,
    FIRES,
    UNUSED,
    MichelAsk,
    MichelPlay,
    MichelState,
    MichelStep,
)
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel


@rule("Combat-A", "Combat-D", "Combat-E")
def beside_all(rules: Michel, hexes: list[int]) -> HexSet:
    """The hexes next to every one of some hexes: there a ground unit must stand to attack them."""
    found = rules.grid.mask
    for hex_ in hexes:
        found &= rules.grid.adjacent(1 << hex_)
    return found


@rule("Combat-C", "Combat-H", "Corps-D")
def able(rules: Michel, s: MichelState, side: int, hexes: list[int]) -> list[int]:
    """Units that may still join an attack on some hexes: ground units beside all of them, corps in range of all."""
    own, field = rules.field(s).occupied[side], rules.field(s)
    near, reach = beside_all(rules, hexes) & own, in_range(rules, hexes) & own
    found = []
    for hex_ in bits(reach):
        for unit in field.stacks[hex_]:
            if not s.combat[unit]:
                if not rules.is_corps[unit]:
                    if near >> hex_ & 1:
                        found.append(unit)
                elif s.use[unit] == UNUSED and not s.gave[unit]:
                    found.append(unit)
    return found


@rule("Sequence-1B-i", "Combat-General", "Combat-B")
class AttackAllocation(MichelAsk, frozen=True):
    """The attacker lays down all his attacks, and the corps that feed them; nothing is thrown before he is done."""

    asked_by = "Sequence-1B-i"
    verbs = ("attack", "change", "supply", "spare", "done", "take", "move")
    question = "Open an attack on one or more enemy hexes, change one, turn corps face down for supply, or be done."

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every enemy hex within reach of somebody who is free; attacks to change; corps to turn over; the end."""
        enemy, attacked = 1 - self.player, targeted(rules, s, 1 - self.player)
        free = open_to_attack(rules, s, self.player) & ~attacked
        actions: list[Action] = [("done",), *(("attack", (hex_,)) for hex_ in bits(free))]
        actions += [("change", targets(rules, s, enemy, n)[0]) for n in numbers(rules, s, enemy)] if attacked else []
        for unit in rules.corps[self.player]:
            if s.use[unit] == FEEDS_ATTACK:
                actions.append(("spare", unit))
            elif why_no_feeder(rules, s, self.player, unit) is None:
                actions.append(("supply", unit))
        return actions

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """An attack on several hexes; a change that names any hex of an attack."""
        if action[0] == "attack":
            return why_no_target(rules, s, self.player, action[1]) is None
        return action[0] == "change" and bool(combat_at(rules, s, 1 - self.player, action[1]))

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        if action[0] == "attack":
            refusal = why_no_target(rules, s, self.player, action[1])
        elif action[0] == "change":
            refusal = Refusal("Sequence-1B-i", f"no attack on {rules.names.place(action[1])} has been laid down")
        elif action[0] == "supply":
            refusal = why_no_feeder(rules, s, self.player, action[1])
        elif action[0] in ("take", "move"):
            refusal = Refusal(
                "Movement-General", "units move in movement phases; the second one follows the combat phase"
            )
        else:
            refusal = Refusal("Corps-ii", f"{rules.names.write('unit', action[1])} is not turned face down")
        return refusal or Refusal("Sequence-1B-i", "it is open to you")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Open or change an attack, turn a corps over, or end the segment."""
        s, rules, enemy = play.state, play.rules, 1 - self.player
        if action[0] == "attack":
            number = min(set(range(1, 256)) - set(numbers(rules, s, enemy)))
            for hex_ in action[1]:
                aim(rules, s, hex_, number)
            play.push(Assault(self.player, number))
        elif action[0] == "change":
            play.push(Assault(self.player, combat_at(rules, s, enemy, action[1])))
        elif action[0] == "done":
            play.pop()
            announce(play, self.player)
        else:
            s.use[action[1]] = FEEDS_ATTACK if action[0] == "supply" else UNUSED


def aim(rules: Michel, s: MichelState, hex_: int, number: int) -> None:
    """All units of a hex are the target of a combat, until the defender names the one that resists."""
    for unit in rules.field(s).stacks[hex_]:
        s.target[unit] = number


def open_to_attack(rules: Michel, s: MichelState, side: int) -> HexSet:
    """Enemy hexes beside a ground unit, or in range of a corps, that is still free."""
    ground = guns = 0
    for unit in rules.units[side]:
        if s.at[unit] >= 0 and not s.combat[unit]:
            if not rules.is_corps[unit]:
                ground |= 1 << s.at[unit]
            elif s.use[unit] == UNUSED and not s.gave[unit]:
                guns |= 1 << s.at[unit]
    return (rules.grid.adjacent(ground) | rules.grid.within(guns, RANGE)) & rules.field(s).occupied[1 - side]


@rule("Combat-A", "Combat-C", "Combat-F")
def why_no_target(rules: Michel, s: MichelState, side: int, hexes: tuple[int, ...]) -> Refusal | None:
    """What keeps some hexes from being attacked together."""
    for hex_ in hexes:
        place = rules.names.place(hex_)
        if hex_ < 0 or not rules.field(s).occupied[1 - side] >> hex_ & 1:
            return Refusal("Combat-General", f"no enemy stands in {place}")
        if combat_at(rules, s, 1 - side, hex_):
            return Refusal("Combat-C", f"{place} is attacked already, and only once in a combat phase")
    if len(set(hexes)) < len(hexes):
        return Refusal("Combat-D", "every hex is named once")
    if not able(rules, s, side, list(hexes)):
        case = "Combat-A" if len(hexes) == 1 else "Combat-D"
        return Refusal(
            case, "no unit of yours that is free stands beside all of it, and no corps in range of all of it"
        )
    return None


@rule("Corps-ii", "Corps-Commentary", "Artillery-H")
def why_no_feeder(rules: Michel, s: MichelState, side: int, unit: int) -> Refusal | None:
    """What keeps a corps from being turned face down to feed attacks."""
    name = rules.names.write("unit", unit)
    if unit < 0 or rules.side_of[unit] != side or not rules.is_corps[unit] or s.at[unit] < 0:
        return Refusal("Corps-ii", f"{name} is no corps of yours on the map")
    if s.use[unit] == FEEDS_ATTACK:
        return Refusal("Corps-ii", f"{name} is face down already")
    if s.use[unit]:
        return Refusal("Artillery-H", f"{name} fires in this combat phase")
    if rules.strict and s.gave[unit]:
        return Refusal("Corps-Commentary", f"{name} has given general supply in this player-turn")
    return None


@rule("Sequence-1B-i", "Combat-D", "Artillery-C", "Artillery-Procedure")
class Assault(MichelAsk, frozen=True):
    """One attack takes shape: hexes, ground units and corps are added and dropped until it is confirmed."""

    number: Number
    asked_by = "Sequence-1B-i"
    verbs = ("add", "drop", "widen", "narrow", "confirm", "cancel")

    def hexes(self, rules: Michel, s: MichelState) -> list[int]:
        """What is attacked."""
        return targets(rules, s, 1 - self.player, self.number)

    def units(self, rules: Michel, s: MichelState) -> tuple[int, ...]:
        """Who attacks or fires."""
        return taking_part(rules, s, self.player, self.number)

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        units, hexes = self.units(rules, s), self.hexes(rules, s)
        defenders = [u for hex_ in hexes for u in rules.field(s).stacks[hex_]]
        against = ", ".join(f"{rules.names.units[u]} {rules.strength[u]}" for u in defenders)
        chosen = rules.names.write("unit*", units) or "nobody yet"
        return f"Who attacks {rules.names.write('hex*', hexes)} ({against})? ({chosen})"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Add, drop, widen, narrow; confirm once somebody attacks; while nobody does, call it off."""
        units, hexes = self.units(rules, s), self.hexes(rules, s)
        actions: list[Action] = [("drop", unit) for unit in units]
        actions += [("add", (unit,)) for unit in able(rules, s, self.player, hexes)]
        actions += [("confirm",)] if units else [("cancel",)]
        if units:
            actions += [("widen", hex_) for hex_ in bits(self.wider(rules, s, units))]
        return [*actions, *(("narrow", hex_) for hex_ in hexes)] if len(hexes) > 1 else actions

    def wider(self, rules: Michel, s: MichelState, units: tuple[int, ...]) -> HexSet:
        """Enemy hexes not attacked yet that everybody in this attack stands beside or reaches."""
        enemy = 1 - self.player
        ground = [s.at[u] for u in units if not rules.is_corps[u]]
        guns = [s.at[u] for u in units if rules.is_corps[u]]
        everybody = beside_all(rules, ground) & in_range(rules, guns)
        return everybody & rules.field(s).occupied[enemy] & ~targeted(rules, s, enemy)

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """Several units added at once; an attack that has taken shape called off."""
        if action[0] == "cancel":
            return True
        if action[0] != "add" or len(set(action[1])) < len(action[1]):
            return False
        free = able(rules, s, self.player, self.hexes(rules, s))
        return all(unit in free for unit in action[1])

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        if action[0] == "confirm":
            return Refusal("Combat-General", "an attack needs a ground unit or a corps that fires")
        if action[0] in ("widen", "narrow"):
            return self.why_not_wider(rules, s, action[0], action[1])
        if action[0] == "drop":
            return Refusal("Sequence-1B-i", f"{rules.names.write('unit', action[1])} is not in this attack")
        refusals = (why_not_join(rules, s, self.player, unit, self.hexes(rules, s)) for unit in action[1])
        return next((r for r in refusals if r), Refusal("Sequence-1B-i", "each unit is named once"))

    def why_not_wider(self, rules: Michel, s: MichelState, verb: str, hex_: int) -> Refusal:
        """What keeps a hex from being added to the attack, or taken out of it."""
        place, units = rules.names.place(hex_), self.units(rules, s)
        if verb == "narrow":
            return Refusal("Combat-D", f"{place} is not one of several hexes of this attack")
        if hex_ < 0 or not rules.field(s).occupied[1 - self.player] >> hex_ & 1:
            return Refusal("Combat-General", f"no enemy stands in {place}")
        if combat_at(rules, s, 1 - self.player, hex_):
            return Refusal("Combat-C", f"{place} is attacked already")
        if not units:
            return Refusal("Combat-D", "say first who attacks")
        if any(not rules.is_corps[u] and not beside_all(rules, [hex_]) >> s.at[u] & 1 for u in units):
            return Refusal("Combat-D", f"not every attacker stands beside {place}")
        return Refusal("Artillery-E", f"not every corps of the attack reaches {place}")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Change the attack, keep it, or call it off."""
        s, rules, verb = play.state, play.rules, action[0]
        if verb == "add":
            for unit in action[1]:
                s.combat[unit] = self.number
                s.use[unit] = FIRES if rules.is_corps[unit] else UNUSED
        elif verb == "drop":
            s.combat[action[1]] = s.use[action[1]] = 0
        elif verb in ("widen", "narrow"):
            aim(rules, s, action[1], self.number if verb == "widen" else 0)
        else:
            play.pop()
            if verb == "cancel":
                self.call_off(rules, s)

    def call_off(self, rules: Michel, s: MichelState) -> None:
        """Everybody is free again."""
        for unit in self.units(rules, s):
            s.combat[unit] = s.use[unit] = 0
        for hex_ in self.hexes(rules, s):
            aim(rules, s, hex_, 0)


def why_not_join(rules: Michel, s: MichelState, side: int, unit: int, hexes: list[int]) -> Refusal | None:
    """What keeps a unit from joining an attack on some hexes."""
    name, where = rules.names.write("unit", unit), rules.names.write("hex*", hexes)
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] < 0:
        return Refusal("Combat-General", f"{name} is no unit of yours on the map")
    if rules.is_corps[unit]:
        case = "Artillery-General" if len(hexes) == 1 else "Artillery-E"
        far = not in_range(rules, hexes) >> s.at[unit] & 1
        refusal = why_no_gun(rules, s, unit)
        return refusal or (Refusal(case, f"{name} does not reach {where} within {RANGE} hexes") if far else None)
    if s.combat[unit]:
        return Refusal("Combat-C", f"{name} attacks already, and only once in a combat phase")
    if not beside_all(rules, hexes) >> s.at[unit] & 1:
        return Refusal("Combat-A" if len(hexes) == 1 else "Combat-D", f"{name} does not stand beside {where}")
    return None


def announce(play: MichelPlay, side: int) -> None:
    """Tell all attacks and who feeds them."""
    s, rules = play.state, play.rules
    for number in numbers(rules, s, 1 - side):
        units = taking_part(rules, s, side, number)
        ground = any(not rules.is_corps[u] for u in units)
        kind, case = ("attack", "Sequence-1B-i") if ground else ("bombard", "Artillery-C")
        play.tell(kind, case, units=units, hexes=targets(rules, s, 1 - side, number))
    feeders = tuple(u for u in rules.corps[side] if s.use[u] == FEEDS_ATTACK)
    if feeders:
        play.tell("face down", "Corps-ii", units=feeders)


# -- the defence


@rule("Sequence-1B-ii", "Stacking-B")
class DefenceUnits(MichelStep, frozen=True):
    """The defender names the unit that resists in every attacked hex that holds several."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        """Ask for each such hex."""
        rules, s = play.rules, play.state
        several = targeted(rules, s, self.player) & rules.field(s).shared
        for hex_ in reversed(rules.names.hexes_in_order(several)):
            play.push(Resist(self.player, hex_))


@rule("Stacking-B", "Stacking-B-Example", "Combat-F")
class Resist(MichelAsk, frozen=True):
    """Only one unit of a hex defends, and only it is affected."""

    hex: Hex
    asked_by = "Stacking-B"
    verbs = ("resist",)

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        number = combat_at(rules, s, self.player, self.hex)
        against = rules.names.write("unit*", taking_part(rules, s, 1 - self.player, number))
        return f"{rules.grid.label(self.hex)} is attacked by {against}: which unit resists?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Any of the hex."""
        return [("resist", unit) for unit in rules.field(s).stacks[self.hex]]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """It stands elsewhere."""
        name = rules.names.write("unit", action[1])
        return Refusal("Stacking-B", f"{name} does not stand in {rules.grid.label(self.hex)}")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """The others of the hex are out of it."""
        s, rules = play.state, play.rules
        for unit in rules.field(s).stacks[self.hex]:
            if unit != action[1]:
                s.target[unit] = 0
        play.pop()
        play.tell("resists", "Stacking-B", unit=action[1], hex=self.hex)


@rule("Sequence-1B-ii")
class DefenceArtillery(MichelStep, frozen=True):
    """The defender commits corps, if any can help anybody."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        """Ask if there is something to ask."""
        if defensive_fires(play.rules, play.state, self.player):
            play.push(DefensiveFire(self.player))


@rule("Artillery-G", "Artillery-I", "Artillery-J", "Corps-iv")
def defensive_fires(rules: Michel, s: MichelState, side: int) -> list[tuple[int, int]]:
    """Corps that may fire in defence, each with a combat: in range of all its hexes, not resisting, not yet used.

    Against a bombardment nobody fires back.
    """
    found = []
    free = [u for u in rules.corps[side] if s.at[u] >= 0 and s.use[u] == UNUSED and not s.target[u]]
    for number in numbers(rules, s, side) if free else ():
        if is_ground_attack(rules, s, side, number):
            reach = in_range(rules, targets(rules, s, side, number))
            found += [(unit, number) for unit in free if reach >> s.at[unit] & 1]
    return found


def is_ground_attack(rules: Michel, s: MichelState, defender: int, number: int) -> bool:
    """Whether a combat has ground attackers."""
    return any(not rules.is_corps[u] for u in taking_part(rules, s, 1 - defender, number))


@rule("Sequence-1B-ii", "Artillery-A", "Artillery-Procedure", "Corps-iv")
class DefensiveFire(MichelAsk, frozen=True):
    """Corps fire for attacked hexes, in full and used up, or at half and kept."""

    asked_by = "Sequence-1B-ii"
    verbs = ("fire", "hold", "done")
    question = "Which corps fire in defence, for which attacked hex, full or half?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every corps for every combat it reaches; those committed to take back; the end."""
        first = {n: targets(rules, s, self.player, n)[0] for n in numbers(rules, s, self.player)}
        pairs = defensive_fires(rules, s, self.player)
        fires: list[Action] = [("fire", unit, first[n], word) for unit, n in pairs for word in STRENGTHS]
        return [("done",), *fires, *(("hold", u) for u in rules.corps[self.player] if s.combat[u])]

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """Any hex of a combat names it."""
        if action[0] != "fire" or action[3] not in STRENGTHS:
            return False
        number = combat_at(rules, s, self.player, action[2])
        return (action[1], number) in defensive_fires(rules, s, self.player)

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        unit, name = action[1], rules.names.write("unit", action[1])
        if unit < 0 or rules.side_of[unit] != self.player or not rules.is_corps[unit] or s.at[unit] < 0:
            return Refusal("Artillery-General", f"{name} is no corps of yours on the map")
        if action[0] == "hold":
            return Refusal("Sequence-1B-ii", f"{name} does not fire")
        return self.why_no_fire(rules, s, unit, action[2], action[3])

    def why_no_fire(self, rules: Michel, s: MichelState, unit: int, hex_: int, word: str) -> Refusal:
        """What keeps a corps from firing for a hex."""
        name, number = rules.names.units[unit], combat_at(rules, s, self.player, hex_)
        if word not in STRENGTHS:
            return Refusal("Corps-iv", "a corps fires at full or half strength")
        if s.use[unit]:
            return Refusal("Artillery-F", f"{name} fires already")
        if s.target[unit]:
            return Refusal("Stacking-B", f"{name} resists in its hex and cannot fire")
        if not number:
            return Refusal("Artillery-General", f"{rules.names.place(hex_)} is not attacked")
        if not is_ground_attack(rules, s, self.player, number):
            return Refusal("Artillery-G", f"{rules.names.place(hex_)} is only bombarded")
        return Refusal("Artillery-I", f"{name} does not reach every hex of this combat within {RANGE} hexes")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Commit a corps, take it back, or be done."""
        s, rules = play.state, play.rules
        if action[0] == "fire":
            s.combat[action[1]] = combat_at(rules, s, self.player, action[2])
            s.use[action[1]] = STRENGTHS[action[3]]
        elif action[0] == "hold":
            s.combat[action[1]] = s.use[action[1]] = 0
        else:
            play.pop()
            for unit in (u for u in rules.corps[self.player] if s.combat[u]):
                hexes = targets(rules, s, self.player, s.combat[unit])
                word = next(word for word, use in STRENGTHS.items() if use == s.use[unit])
                play.tell("defence", "Artillery-A", unit=unit, hexes=hexes, strength=word)
