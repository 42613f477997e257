"""What the letters of the table do: retreats moved by the opponent, losses, exchanges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Number, Side, Units
from westfront.games.michel.replacements import lose
from westfront.games.michel.state import MichelAsk, MichelPlay, MichelState, MichelStep
from westfront.games.michel.victory import hold, would_change_hands
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel


@rule("CRT-Letters", "CRT-e", "CRT-Ex", "CRT-Br", "Artillery-Procedure")
def apply_result(
    play: MichelPlay, code: str, attacker: int, attackers: Units, defenders: Units, cut_off: Units
) -> None:
    """Carry out a result at once. Without ground attackers only the defender's part of it counts."""
    by_ground, enemy = int(bool(attackers)), 1 - attacker
    if code == "Ae":
        lose(play, attacker, attackers, by_ground=True)
    elif code in ("De", "Ex"):
        if code == "Ex" and len(attackers) > 1:
            play.push(Exchange(attacker, attackers))
        lose(play, enemy, defenders, bool(by_ground), cut_off)
        if code == "Ex" and len(attackers) == 1:
            lose(play, attacker, attackers, by_ground=True)
    else:
        steps = int(code[2])
        if code[0] in "AB":
            play.push(RetreatOf(enemy, attackers, steps, by_ground, ()))
        if code[0] in "DB":
            play.push(RetreatOf(attacker, defenders, steps, by_ground, cut_off))


@rule("CRT-Ex")
class Exchange(MichelAsk, frozen=True):
    """The attacker loses one unit of his choice."""

    units: Units
    asked_by = "CRT-Ex"
    verbs = ("lose",)
    question = "Which attacking unit is lost in the exchange?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Any attacker."""
        return [("lose", unit) for unit in self.units]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """It did not attack here."""
        return Refusal("CRT-Ex", f"one of {rules.names.write('unit*', self.units)} is lost in the exchange")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Lose it."""
        play.pop()
        lose(play, self.player, (action[1],), by_ground=True)


# -- retreats


@rule("CRT-Retreat")
class RetreatOf(MichelStep, frozen=True):
    """Units must retreat: as long as one of them has a way the opponent moves one; those without are destroyed."""

    player: Side
    units: Units
    steps: Number
    by_ground: Number
    cut_off: Units

    def run(self, play: MichelPlay) -> None:
        """Ask, or destroy who is left."""
        rules, s = play.rules, play.state
        if any(retreat_hexes(rules, s, unit, self.steps) for unit in self.units):
            play.push(Retreat(self.player, self.units, self.steps, self.by_ground, self.cut_off))
            return
        for unit in self.units:
            play.tell("trapped", "CRT-Retreat", unit=unit)
        lose(play, 1 - self.player, self.units, bool(self.by_ground), self.cut_off)


@rule("CRT-Retreat")
def retreat_hexes(rules: Michel, s: MichelState, unit: int, steps: int) -> HexSet:
    """Where a retreat can end: each step further away, over no river, off enemies and off their zones without a friend.

    Stacking does not count.
    """
    return _second_steps(rules, s, unit) if steps > 1 else _first_steps(rules, s, unit)


def _first_steps(rules: Michel, s: MichelState, unit: int) -> HexSet:
    side = rules.side_of[unit]
    return rules.grid.adjacent_across(1 << s.at[unit], rules.board.river) & rules.field(s).open[side]


def _second_steps(rules: Michel, s: MichelState, unit: int) -> HexSet:
    beyond = rules.grid.adjacent_across(_first_steps(rules, s, unit), rules.board.river)
    return beyond & rules.field(s).open[rules.side_of[unit]] & ~rules.grid.within(1 << s.at[unit], 1)


def _between(rules: Michel, s: MichelState, unit: int, end: int) -> HexSet:
    """The hexes by which a unit can come to the end of a retreat of two."""
    return _first_steps(rules, s, unit) & rules.grid.adjacent_across(1 << end, rules.board.river)


@rule("CRT-Retreat", "Victory-Control")
def differing_ways(rules: Michel, s: MichelState, unit: int, end: int) -> HexSet:
    """The hexes between of a retreat of two among which must be chosen, or none if all ways come to the same.

    A way through an objective that changes hands by it is a way of its own; all others are alike.
    """
    between = _between(rules, s, unit, end)
    taken = between & would_change_hands(rules, s, rules.side_of[unit])
    alike = between & ~taken
    return taken | (alike & -alike) if (alike and taken) or taken & (taken - 1) else 0


@rule("CRT-Retreat")
class Retreat(MichelAsk, frozen=True):
    """The opponent moves the retreating units, in his order, the full length if there is a way."""

    units: Units
    steps: Number
    by_ground: Number
    cut_off: Units
    asked_by = "CRT-Retreat"
    verbs = ("retreat",)

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        names, far = rules.names.write("unit*", self.units), f"{self.steps} hex{'es' if self.steps > 1 else ''}"
        if len(self.units) == 1:
            return f"Where does {names} retreat, {far} away?"
        return f"{names} must retreat {far}: which one is next, and where to?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every unit that has a way, with every end of one, and the hex between where ways differ in what they do."""
        actions: list[Action] = []
        for unit in self.units:
            for end in bits(retreat_hexes(rules, s, unit, self.steps)):
                ways = bits(differing_ways(rules, s, unit, end)) if self.steps > 1 else []
                actions += [("retreat", unit, end, way) for way in ways] or [("retreat", unit, end)]
        return actions

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """The same with the hex between."""
        return action[0] == "retreat" and self.refusal(rules, s, *action[1:]) is None

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        return self.refusal(rules, s, *action[1:]) or Refusal("CRT-Retreat", "it may retreat there")

    def refusal(self, rules: Michel, s: MichelState, unit: int, hex_: int, via: int | None = None) -> Refusal | None:
        """What forbids a retreat, or None."""
        if unit not in self.units:
            return Refusal("CRT-Retreat", f"one of {rules.names.write('unit*', self.units)} must retreat")
        name, place = rules.names.units[unit], rules.names.place(hex_)
        if hex_ < 0 or rules.grid.distance(s.at[unit], hex_) != self.steps:
            return Refusal("CRT-Retreat", f"{name} retreats {self.steps} hexes away, which {place} is not")
        if rules.field(s).occupied[self.player] >> hex_ & 1:
            return Refusal("CRT-Retreat", f"the enemy of {name} stands in {place}")
        if not rules.field(s).open[1 - self.player] >> hex_ & 1:
            return Refusal("CRT-Retreat", f"{place} is controlled by the enemy of {name}, and no friend stands there")
        if not retreat_hexes(rules, s, unit, self.steps) >> hex_ & 1:
            return Refusal("CRT-Retreat", f"rivers, enemies or their zones keep {name} from {place}")
        if via is not None and (via < 0 or self.steps == 1 or not _between(rules, s, unit, hex_) >> via & 1):
            return Refusal("CRT-Retreat", f"{name} cannot come to {place} by {rules.names.place(via)}")
        if via is None and self.steps > 1 and (ways := differing_ways(rules, s, unit, hex_)):
            hexes = " or ".join(map(rules.names.place, rules.names.hexes_in_order(ways)))
            return Refusal("CRT-Retreat", f"the ways of {name} to {place} differ: say via {hexes}")
        return None

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Move one unit, and go on with the rest."""
        unit, hex_ = action[1], action[2]
        retreat(play, unit, hex_, self.steps, action[3] if len(action) > 3 else None)
        play.pop()
        rest = tuple(u for u in self.units if u != unit)
        if rest:
            play.push(RetreatOf(self.player, rest, self.steps, self.by_ground, self.cut_off))


def retreat(play: MichelPlay, unit: int, hex_: int, steps: int, via: int | None) -> None:
    """Move a unit back; it holds what it passes."""
    s, rules = play.state, play.rules
    path = [s.at[unit], hex_]
    if steps > 1:
        between = via if via is not None else bits(_between(rules, s, unit, hex_))[0]
        path.insert(1, between)
    s.at[unit] = hex_
    hold(rules, s, rules.grid.set_of(path), rules.side_of[unit])
    play.tell("retreated", "CRT-Retreat", unit=unit, path=path)
