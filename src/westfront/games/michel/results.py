"""What the letters of the table do: retreats moved by the opponent, losses, exchanges."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Number, Unit, Units
from westfront.games.michel.data import MichelAsk, MichelData, MichelPlay
from westfront.games.michel.replacements import lose
from westfront.games.michel.state import MichelState
from westfront.games.michel.victory import take_objectives, would_change_hands
from westfront.hexgrid import HexSet, has
from westfront.mechanics.choice import OneOfUnits
from westfront.mechanics.retreat import Retreats, Way, further, ways

MEANING = {
    "Ar1": "attackers retreat 1",
    "Ar2": "attackers retreat 2",
    "Ae": "attackers destroyed",
    "Br1": "both retreat 1",
    "Br2": "both retreat 2",
    "Dr1": "defenders retreat 1",
    "Dr2": "defenders retreat 2",
    "De": "defenders destroyed",
    "Ex": "exchange, the defenders for one attacker",
}


@rule("Artillery-Procedure", "CRT-Letters")
def meaning(code: str, by_ground: bool) -> str:
    """What a result does; in a bombardment only the defenders feel it."""
    if by_ground or code[0] == "D":
        return MEANING[code]
    if code[0] == "A":
        return "nothing happens to guns"
    return MEANING["De" if code == "Ex" else f"D{code[1:]}"]


@rule("CRT-Letters", "CRT-e", "CRT-Ex", "CRT-Br", "Artillery-Procedure")
def apply_result(
    play: MichelPlay, code: str, attacker: int, attackers: Units, defenders: Units, isolated: Units
) -> None:
    """Carry out a result at once. Without ground attackers only the defender's part of it counts."""
    by_ground, enemy = bool(attackers), 1 - attacker
    if code == "Ae":
        lose(play, attacker, attackers, by_ground)
    elif code in ("De", "Ex"):
        if code == "Ex" and len(attackers) > 1:
            play.push(Exchange(attacker, attackers))
        lose(play, enemy, defenders, by_ground, isolated)
        if code == "Ex" and len(attackers) == 1:
            lose(play, attacker, attackers, by_ground)
    else:
        steps = int(code[2])
        if code[0] in "AB" and by_ground:
            play.push(Retreat(enemy, attackers, steps, int(by_ground), ()))
        if code[0] in "DB":
            play.push(Retreat(attacker, defenders, steps, int(by_ground), isolated))


@rule("CRT-Ex")
class Exchange(OneOfUnits, frozen=True):
    """The attacker loses one unit of his choice."""

    asked_by = "CRT-Ex"
    question = "Which attacking unit is lost in the exchange?"
    refused = "one of {units} is lost in the exchange"
    why_lose = OneOfUnits.why_not

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        return bool(self.units) and rules.field(s).are_on_map(self.player, self.units)

    def do_lose(self, play: MichelPlay, unit: Unit) -> None:
        play.pop()
        lose(play, self.player, (unit,), by_ground=True)


# -- retreats


@rule("CRT-Retreat", "Victory-Control")
def retreats(rules: MichelData, s: MichelState, unit: int, steps: int) -> Retreats:
    """The ways of a retreat: each step further away, over no river, into no enemy zone where no friend stands.

    Two ways to the same end differ if one of them leads through an objective that changes hands by it.
    """
    side = rules.side_of[unit]
    hexes, objectives = rules.field(s).open_to[side], would_change_hands(rules, s, side)

    def onward(gone: Way) -> tuple[HexSet]:
        return (further(rules.grid, gone, rules.board.river) & hexes,)

    found = ways((s.at[unit],), onward, lambda gone: len(gone) > steps)
    return Retreats(found, lambda way: rules.grid.set_of(way) & objectives)


@rule("CRT-Retreat")
class Retreat(MichelAsk, frozen=True):
    """The opponent moves the retreating units, in his order, the full length; those without a way are destroyed."""

    units: Units
    steps: Number
    by_ground: Number
    isolated: Units
    asked_by = "CRT-Retreat"
    formerly = ("RetreatOf",)

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        there = self.steps in (1, 2) and rules.field(s).are_on_map(1 - self.player, self.units)
        return there and bool(self.units)

    def moot(self, rules: MichelData, s: MichelState) -> bool:
        return not any(retreats(rules, s, unit, self.steps).ways for unit in self.units)

    def run(self, play: MichelPlay) -> None:
        for unit in self.units:
            play.tell("trapped", "CRT-Retreat", unit=unit)
        lose(play, 1 - self.player, self.units, bool(self.by_ground), self.isolated)

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        names, far = rules.names.write("unit*", self.units), f"{self.steps} hex{'es' if self.steps > 1 else ''}"
        if len(self.units) == 1:
            return f"Where does {names} retreat, {far} away?"
        return f"{names} must retreat {far}: which one is next, and where to?"

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every unit that has a way, with every end of one, and the hex between where ways differ in what they do."""
        actions: list[Action] = []
        for unit in self.units:
            choices = retreats(rules, s, unit, self.steps).choices()
            actions += [("retreat", unit, end, via) if via else ("retreat", unit, end) for end, via in choices]
        return actions

    def why_retreat(self, rules: MichelData, s: MichelState, unit: Unit, end: Hex, via: Hexes = ()) -> Refusal | None:
        """What forbids a retreat."""
        if unit not in self.units:
            return Refusal("CRT-Retreat", f"one of {rules.names.write('unit*', self.units)} must retreat")
        name, place = rules.names.units[unit], rules.names.place(end)
        if end < 0 or rules.grid.distance(s.at[unit], end) != self.steps:
            return Refusal("CRT-Retreat", f"{name} must retreat {self.steps} hexes away, and {place} is not")
        if has(rules.field(s).occupied[self.player], end):
            return Refusal("CRT-Retreat", f"the enemy of {name} stands in {place}")
        if not has(rules.field(s).open_to[1 - self.player], end):
            return Refusal("CRT-Retreat", f"{place} is controlled by the enemy of {name}, and no friend stands there")
        found = retreats(rules, s, unit, self.steps)
        if not has(found.ends(), end):
            return Refusal("CRT-Retreat", f"rivers, enemies or their zones keep {name} from {place}")
        if found.way(end, via):
            return None
        if via:
            hexes = rules.names.write("hex*", via)
            return Refusal("CRT-Retreat", f"{name} cannot reach {place} by way of {hexes}")
        hexes = " or ".join(rules.names.write("hex*", between) for to, between in found.choices() if to == end)
        return Refusal("CRT-Retreat", f"the paths of {name} to {place} differ in effect: add via {hexes}")

    def do_retreat(self, play: MichelPlay, unit: Unit, end: Hex, via: Hexes = ()) -> None:
        """Move one unit back, which holds what it passes, and go on with the rest."""
        s, rules = play.state, play.rules
        path = retreats(rules, s, unit, self.steps).way(end, via)
        assert path is not None
        s.at[unit] = end
        take_objectives(rules, s, rules.grid.set_of(path), rules.side_of[unit])
        play.tell("retreated", "CRT-Retreat", unit=unit, path=path)
        play.pop()
        rest = tuple(u for u in self.units if u != unit)
        if rest:
            play.push(Retreat(self.player, rest, self.steps, self.by_ground, self.isolated))
