"""12.2.7, step 10 of a battle: a marker off, the retreat, the losses of both sides, reserves, and the end."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Unit
from westfront.games.marne.battle import clear_battle, offensive_bonus
from westfront.games.marne.coordination import ATTACKER, DEFENDER
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneStep
from westfront.games.marne.losses import convert_attack, convert_defence, participants
from westfront.games.marne.markers import NEAR, ask_to_strip, marked_with
from westfront.games.marne.movement import CALLED, destinations, points, way_to, why_not_there
from westfront.games.marne.places import clear_pontoons, enter, lone_support, remove
from westfront.games.marne.retreat import CHOSEN, retreat
from westfront.games.marne.state import MISUNDERSTOOD, NONE, PARTIAL, PERFECT, MarneState
from westfront.games.marne.story import note_fate, paragraph
from westfront.hexgrid import HexSet, bits, has


@rule("12.2.7", "12.2.6 tab4")
def ask_marker(play: MarnePlay) -> None:
    """10c: against an attacker without coordination the defender may take a marker off."""
    if play.state.coordination[ATTACKER] in (NONE, MISUNDERSTOOD):
        ask_to_strip(play)


@rule("12.2.6 tab2", "12.2.6 tab3", "12.2.7")
def ask_retreat(play: MarnePlay) -> None:
    """10d: a defender with coordination may give ground."""
    s = play.state
    units = participants(play.rules, s, 1 - s.mover)
    if s.limit and units:
        retreat(play, 1 - s.mover, units, 0, s.limit, CHOSEN)


@rule("12.2.8", "12.2.7")
def take_defence_hits(play: MarnePlay) -> None:
    """10e: the defender converts his hits."""
    s = play.state
    if not s.won:
        convert_defence(play, 1 - s.mover, s.hits[DEFENDER])


@rule("12.2.8", "15.3")
def take_asterisk(play: MarnePlay) -> None:
    """10g: with an asterisk one Stosstruppen unit of the attack is lost, besides all hits."""
    rules, s = play.rules, play.state
    if s.asterisk and used_stosstruppen(rules, s):
        play.push(AsteriskLoss(s.mover))


def used_stosstruppen(rules: MarneData, s: MarneState) -> list[int]:
    """The Stosstruppen under attacking regiments."""
    below = (rules.stosstruppen_of(s, unit) for unit in participants(rules, s, s.mover))
    return [unit for unit in below if unit is not None]


@rule("15.3", "12.2.5")
class AsteriskLoss(MarneAsk, frozen=True):
    """Which Stosstruppen unit is lost by the asterisk."""

    in_battle = True
    asked_by = "15.3"
    question = "Asterisk: which Stosstruppen unit is lost?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("lose", unit) for unit in used_stosstruppen(rules, s)]

    def why_lose(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in used_stosstruppen(rules, s):
            return None
        return Refusal("15.3", "Stosstruppen that took part in the attack are lost by an asterisk")

    def do_lose(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        play.tell("eliminated", "15.3", unit=unit)
        note_fate(play.state, f"{play.rules.names.units[unit]} is eliminated")
        remove(play, unit)


@rule("12.2.8", "12.2.7")
def take_attack_hits(play: MarnePlay) -> None:
    """10g: the attacker converts his hits."""
    s = play.state
    convert_attack(play, s.mover, s.hits[ATTACKER])


# -- reserves that coordination calls


@rule("12.2.6 tab2", "12.2.6 tab3")
def callable_units(rules: MarneData, s: MarneState) -> list[int]:
    """Combat units of the defender out of enemy zones within three hexes that can go somewhere, each once."""
    side = 1 - s.mover
    near = rules.grid.within(1 << s.target, NEAR) & ~rules.field(s).zone[s.mover] & ~rules.frozen(s)
    own = (u for u in rules.combat_units[side] if has(near, s.at[u]) and not s.advanced[u])
    return [unit for unit in own if called_to(rules, s, unit)]


@rule("12.2.6 tab2", "12.2.6 tab3")
def called_to(rules: MarneData, s: MarneState, unit: int) -> HexSet:
    """Where a called unit may go: half its allowance, and into the target only if defenders are left there."""
    empty = 0 if has(rules.field(s).combat[1 - s.mover], s.target) else 1 << s.target
    return destinations(rules, s, (unit,), CALLED) & ~empty


@rule("12.2.6 tab2", "12.2.6 tab3", "12.2.7")
class Reserves(MarneAsk, frozen=True):
    """10f: the defender may bring up one or two units."""

    in_battle = True
    left: Number
    asked_by = "12.2.6"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        return f"You may move {self.left} of your reserves near {rules.names.place(s.target)}: which?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("take", unit) for unit in callable_units(rules, s)] + [("done",)]

    def why_take(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in callable_units(rules, s):
            return None
        name = rules.names.write("unit", unit)
        return Refusal(
            "12.2.6", f"{name} is not a combat unit within {NEAR} hexes, outside enemy zones and able to move"
        )

    def do_take(self, play: MarnePlay, unit: Unit) -> None:
        play.push(Called(self.player, unit))

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


class Called(MarneAsk, frozen=True):
    """Where a called unit goes."""

    below = "Reserves"
    in_battle = True
    unit: Unit
    asked_by = "12.2.6"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        half = points(rules, s, self.unit, CALLED) // 2
        return f"Where does {rules.names.units[self.unit]} go ({half} movement points)?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("go", hex_) for hex_ in bits(called_to(rules, s, self.unit))] + [("cancel",)]

    def why_go(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        if has(called_to(rules, s, self.unit), to):
            return None
        if to == s.target:
            return Refusal("12.2.6", f"no defender is left in {rules.names.place(to)}")
        return why_not_there(rules, s, (self.unit,), CALLED, to)

    def do_go(self, play: MarnePlay, to: Hex) -> None:
        rules, s = play.rules, play.state
        play.pop()
        below = s.frames[-1]
        assert isinstance(below, Reserves)
        path, _ = way_to(rules, s, (self.unit,), CALLED, to)
        enter(play, self.unit, path)
        s.advanced[self.unit] = 1
        clear_pontoons(play, self.unit, path)
        play.tell("called", "12.2.6", unit=self.unit, path=path)
        play.pop()
        call(play, below.left - 1)

    def do_cancel(self, play: MarnePlay) -> None:
        play.pop()


def call(play: MarnePlay, number: int) -> None:
    """Ask for so many reserves, if there is any to be moved."""
    if number and callable_units(play.rules, play.state):
        play.push(Reserves(1 - play.state.mover, number))


def ask_reserves(play: MarnePlay) -> None:
    """10f: one unit with partial, two with perfect coordination."""
    call(play, {PERFECT: 2, PARTIAL: 1}.get(play.state.coordination[DEFENDER], 0))


# -- the end


@rule("12.2.7", "11.3.1", "11.3.3", "15.4.2", "14.1")
class BattleEnd(MarneStep, frozen=True):
    """10j: guns and HQs left alone are lost, the German tank too, and exploitation attacks cost their markers."""

    def run(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        s.bonus_attacks += offensive_bonus(rules, s, s.mover, s.target) > 0
        abandoned = lone_support(rules, s, 1 - s.mover, 1 << s.target)
        threatened = rules.grid.adjacent(rules.field(s).combat[1 - s.mover])
        abandoned += lone_support(rules, s, s.mover, s.launched & threatened)
        for unit in abandoned:
            play.tell("abandoned", "11.3.1" if rules.is_gun[unit] else "11.3.3", unit=unit, hex=s.at[unit])
            remove(play, unit)
        if s.at[rules.german_tank] >= 0:
            play.tell("eliminated", "15.4.2", unit=rules.german_tank)
            remove(play, rules.german_tank)
        if s.exploiting:
            self._spend_markers(play)
        there = [unit for unit in (*rules.combat_units[0], *rules.combat_units[1]) if s.at[unit] == s.target]
        holder = f"{rules.sides[rules.side_of[there[0]]]} holds the hex" if there else "nobody holds the hex"
        play.tell("battle over", "12.2.7", hex=s.target, told=paragraph(s), holder=holder)
        clear_battle(s)

    @rule("14.1")
    def _spend_markers(self, play: MarnePlay) -> None:
        """The marker of a unit that attacked comes off everybody under it."""
        s = play.state
        for unit in play.rules.combat_units[s.mover]:
            if s.fought[unit] and s.exploitation[unit]:
                for other in marked_with(s.exploitation, unit):
                    s.exploitation[other] = 0
