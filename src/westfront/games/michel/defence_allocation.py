"""The defence allocation segment: who resists in each attacked hex, and which corps fire for it."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Unit, Word
from westfront.games.michel.artillery import RANGE, STRENGTHS, in_range
from westfront.games.michel.data import MichelAsk, MichelData, MichelPlay
from westfront.games.michel.declared import combat_at, combats, is_ground_attack, taking_part
from westfront.games.michel.state import UNUSED, MichelState
from westfront.hexgrid import has
from westfront.mechanics.choice import OneOf
from westfront.mechanics.field import Stack


@rule("Sequence-1B-ii", "Stacking-B", "Stacking-B-Example", "Combat-F")
class Resist(OneOf, frozen=True, tag="DefenceUnits"):
    """Only one unit of a hex defends, and only it is affected: the defender names it wherever several are attacked."""

    asked_by = "Stacking-B"
    formerly = ("Resist",)
    question = "{hex} is attacked by {units}: which unit resists?"
    refused = "{unit} does not stand in {hex}"
    why_resist = OneOf.why_not

    def hexes(self, rules: MichelData, s: MichelState) -> list[int]:
        """Where it is still to be said who resists, in order of the labels."""
        attacked = [hex_ for hexes in combats(rules, s, self.player).values() for hex_ in hexes]
        several = [hex_ for hex_ in attacked if sum(s.target[u] > 0 for u in rules.field(s).stacks[hex_]) > 1]
        return sorted(several, key=rules.grid.label)

    def moot(self, rules: MichelData, s: MichelState) -> bool:
        return not self.hexes(rules, s)

    def among(self, rules: MichelData, s: MichelState) -> Stack:
        return rules.field(s).stacks[self.hexes(rules, s)[0]]

    def facts(self, rules: MichelData, s: MichelState) -> dict[str, str]:
        first = self.among(rules, s)[0]
        against = taking_part(rules, s, 1 - self.player, s.target[first])
        return {"hex": rules.grid.label(s.at[first]), "units": rules.names.write("unit*", against)}

    def do_resist(self, play: MichelPlay, unit: Unit) -> None:
        """The others of the hex are out of it."""
        s = play.state
        for other in self.among(play.rules, s):
            if other != unit:
                s.target[other] = 0
        play.tell("resists", "Stacking-B", unit=unit, hex=s.at[unit])


@rule("Sequence-1B-ii", "Artillery-A", "Artillery-Procedure", "Corps-iv")
class DefensiveFire(MichelAsk, frozen=True):
    """Corps fire for attacked hexes, in full and used up, or at half and kept; if any can help anybody."""

    asked_by = "Sequence-1B-ii"
    formerly = ("DefenceArtillery",)
    question = "Which corps fire in defence, for which attacked hex, full or half?"

    def moot(self, rules: MichelData, s: MichelState) -> bool:
        return not self.firing(rules, s) and not defensive_fires(rules, s, self.player)

    def firing(self, rules: MichelData, s: MichelState) -> list[int]:
        """The corps that are committed so far."""
        return [unit for unit in rules.corps[self.player] if s.combat[unit]]

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every corps for every combat it reaches; those committed to take back; the end."""
        pairs = defensive_fires(rules, s, self.player)
        fires: list[Action] = [("fire", unit, hex_, word) for unit, hex_ in pairs for word in STRENGTHS]
        return [("done",), *fires, *[("hold", unit) for unit in self.firing(rules, s)]]

    @rule("Artillery-F", "Artillery-G", "Artillery-I")
    def why_fire(self, rules: MichelData, s: MichelState, unit: Unit, hex_: Hex, word: Word) -> Refusal | None:
        """What keeps a corps from firing for a hex; any hex of a combat names it."""
        if refusal := self._why_no_corps(rules, s, unit):
            return refusal
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
        if has(in_range(rules, combats(rules, s, self.player)[number]), s.at[unit]):
            return None
        return Refusal("Artillery-I", f"{name} does not reach every hex of this combat within {RANGE} hexes")

    def do_fire(self, play: MichelPlay, unit: Unit, hex_: Hex, word: Word) -> None:
        s = play.state
        s.combat[unit], s.use[unit] = combat_at(play.rules, s, self.player, hex_), STRENGTHS[word]

    def why_hold(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        if refusal := self._why_no_corps(rules, s, unit):
            return refusal
        return None if s.combat[unit] else Refusal("Sequence-1B-ii", f"{rules.names.units[unit]} does not fire")

    def do_hold(self, play: MichelPlay, unit: Unit) -> None:
        play.state.combat[unit] = play.state.use[unit] = 0

    def do_done(self, play: MichelPlay) -> None:
        """The segment ends, and all fire is told."""
        s, rules = play.state, play.rules
        play.pop()
        words = {use: word for word, use in STRENGTHS.items()}
        for unit in self.firing(rules, s):
            hexes = combats(rules, s, self.player)[s.combat[unit]]
            play.tell("defence", "Artillery-A", unit=unit, hexes=hexes, strength=words[s.use[unit]])

    def _why_no_corps(self, rules: MichelData, s: MichelState, unit: int) -> Refusal | None:
        if rules.is_own(s, self.player, unit) and rules.is_corps[unit]:
            return None
        return Refusal("Artillery-General", f"{rules.names.write('unit', unit)} is not a corps of yours on the map")


@rule("Artillery-G", "Artillery-I", "Artillery-J", "Corps-iv")
def defensive_fires(rules: MichelData, s: MichelState, side: int) -> list[tuple[int, int]]:
    """Corps that may fire in defence, each with the first hex of a combat: in range of all, not resisting, unused.

    No defending artillery fires against a bombardment.
    """
    found = []
    free = [u for u in rules.corps[side] if s.at[u] >= 0 and s.use[u] == UNUSED and not s.target[u]]
    for number, hexes in combats(rules, s, side).items() if free else ():
        if is_ground_attack(rules, s, side, number):
            reach = in_range(rules, hexes)
            found += [(unit, hexes[0]) for unit in free if has(reach, s.at[unit])]
    return found
