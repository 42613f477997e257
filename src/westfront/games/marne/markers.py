"""11.2.7, 11.2.8, 14.3: Disengagement, Reserve and Exploitation markers, and when they come off."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Unit
from westfront.games.marne.battle import near_offensive_gun, offensive_range
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.field import combat_units_in
from westfront.games.marne.state import DISORGANISED, IN_ORDER, MOVED, REORGANISING, MarneState
from westfront.hexgrid import has

NEAR = 3


@rule("14.0/Same division", "14.0", "2.2.1")
def one_unit(rules: MarneData, s: MarneState, unit: int) -> tuple[int, ...]:
    """The units that count as one with a unit: the regiments of its division, if they alone are in the hex."""
    stack = combat_units_in(rules, s, s.at[unit], rules.side_of[unit])
    division = rules.division[unit]
    together = all(rules.is_regiment[other] and rules.division[other] == division for other in stack)
    return tuple(stack) if together and rules.is_regiment[unit] else (unit,)


def next_number(column: bytearray) -> int:
    """The number of the next marker."""
    return max(column) + 1


def marked_with(column: bytearray, unit: int) -> tuple[int, ...]:
    """All units under the same marker."""
    return tuple(other for other, number in enumerate(column) if number and number == column[unit])


# -- at the end of the movement phase


@rule("11.2.7")
def why_no_mark(rules: MarneData, s: MarneState, side: int, unit: int) -> Refusal | None:
    """Only a combat unit in an enemy zone that has not moved is marked to disengage."""
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] < 0 or not rules.is_combat[unit]:
        return Refusal("11.2.7", f"{rules.names.write('unit', unit)} is not one of your combat units on the map")
    if not has(rules.field(s).zone[1 - side], s.at[unit]):
        return Refusal("11.2.7", f"{rules.names.units[unit]} is not in an enemy zone")
    if s.leaving[unit]:
        return Refusal("11.2.7", f"{rules.names.units[unit]} is marked already")
    if s.moved[unit] == MOVED:
        return Refusal("11.2.7", f"{rules.names.units[unit]} has moved in this phase")
    if has(rules.quiet(s), s.at[unit]):
        return Refusal("S3/Freeze", f"{rules.names.units[unit]} is frozen until turn 18")
    return None


@rule("11.2.8", "2.2.3")
def why_no_reserve(rules: MarneData, s: MarneState, side: int, unit: int) -> Refusal | None:
    """The initiative player holds back full, unmoved units out of enemy zones, near a gun in offensive mode."""
    if side != rules.now(s).initiative:
        return Refusal("11.2.8", "only the player with the initiative has reserves")
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] < 0 or not rules.is_combat[unit]:
        return Refusal("11.2.8", f"{rules.names.write('unit', unit)} is not one of your combat units on the map")
    if s.reserve[unit]:
        return Refusal("11.2.8", f"{rules.names.units[unit]} is in reserve already")
    if not rules.is_fit(s, unit):
        return Refusal("11.2.8", f"{rules.names.units[unit]} is reduced or disorganised")
    if s.moved[unit] == MOVED:
        return Refusal("11.2.8", f"{rules.names.units[unit]} has moved in this phase")
    if has(rules.field(s).zone[1 - side], s.at[unit]):
        return Refusal("11.2.8", f"{rules.names.units[unit]} is in an enemy zone")
    if not near_offensive_gun(rules, s, side, s.at[unit]):
        return Refusal("11.2.8", f"{rules.names.units[unit]} is out of range of your guns in offensive mode")
    if len(set(s.reserve) - {0}) >= rules.reserve_markers[side]:
        return Refusal("11.2.8", f"all {rules.reserve_markers[side]} Reserve markers are on the map")
    return None


class Markers(MarneAsk, frozen=True):
    """The end of the movement phase: units are marked to disengage, or put in reserve."""

    asked_by = "11.2.7"
    question = "Which units are marked to disengage, or put in reserve?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        field = rules.field(s)
        zone, at, moved, is_combat = field.zone[1 - self.player], s.at, s.moved, rules.is_combat
        waiting = [unit for unit in field.on_map[self.player] if moved[unit] != MOVED and is_combat[unit]]
        touched = [unit for unit in waiting if zone >> at[unit] & 1]
        quiet, marked = rules.quiet(s), s.leaving
        leaving = [("mark", unit) for unit in touched if not marked[unit] and not has(quiet, at[unit])]
        return [*leaving, *self._reserves(rules, s, waiting), ("done",)]

    def _reserves(self, rules: MarneData, s: MarneState, waiting: list[int]) -> list[Action]:
        if self.player != rules.now(s).initiative or not rules.now(s).offensive:
            return []
        if len({*s.reserve} - {0}) >= rules.reserve_markers[self.player]:
            return []
        near = offensive_range(rules, s, self.player) & ~rules.field(s).zone[1 - self.player]
        close = [unit for unit in waiting if near >> s.at[unit] & 1]
        return [("reserve", unit) for unit in close if not s.reserve[unit] and rules.is_fit(s, unit)]

    def why_mark(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        return why_no_mark(rules, s, self.player, unit)

    @rule("11.2.7")
    def do_mark(self, play: MarnePlay, unit: Unit) -> None:
        play.state.leaving[unit] = 1
        play.tell("marked", "11.2.7", unit=unit)

    def why_reserve(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        return why_no_reserve(rules, s, self.player, unit)

    @rule("11.2.8")
    def do_reserve(self, play: MarnePlay, unit: Unit) -> None:
        """One marker serves a unit, or the regiments of one division that stand alone in a hex."""
        rules, s = play.rules, play.state
        number = next_number(s.reserve)
        held = tuple(other for other in one_unit(rules, s, unit) if not why_no_reserve(rules, s, self.player, other))
        for other in held:
            s.reserve[other] = number
        play.tell("in reserve", "11.2.8", units=held)

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


# -- taken off by the enemy


@rule("12.2.6 tab4", "12.2.7")
def strippable(rules: MarneData, s: MarneState) -> list[int]:
    """A unit of each Reserve or Exploitation marker of the attacker within three hexes of the target."""
    near = rules.grid.within(1 << s.target, NEAR)
    found: dict[tuple[int, int], int] = {}
    for unit in rules.combat_units[s.mover]:
        marker = (s.exploitation[unit], s.reserve[unit])
        if any(marker) and has(near, s.at[unit]):
            found.setdefault(marker, unit)
    return list(found.values())


class StripMarker(MarneAsk, frozen=True):
    """The defender may take a Reserve or Exploitation marker off the attacker."""

    in_battle = True
    asked_by = "12.2.7"
    question = "Which Reserve or Exploitation marker is taken off?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("strip", unit) for unit in strippable(rules, s)] + [("decline",)]

    def why_strip(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        marked = unit >= 0 and (s.exploitation[unit] or s.reserve[unit])
        if marked and rules.side_of[unit] == s.mover and rules.grid.distance(s.at[unit], s.target) <= NEAR:
            return None
        return Refusal("12.2.7", f"{rules.names.write('unit', unit)} has no marker within {NEAR} hexes of the target")

    @rule("12.2.7")
    def do_strip(self, play: MarnePlay, unit: Unit) -> None:
        """The marker comes off all units that it covers."""
        s = play.state
        play.pop()
        column = s.exploitation if s.exploitation[unit] else s.reserve
        covered = marked_with(column, unit)
        for other in covered:
            column[other] = 0
        play.tell("stripped", "12.2.7", units=covered)

    def do_decline(self, play: MarnePlay) -> None:
        play.pop()


def ask_to_strip(play: MarnePlay) -> None:
    """Ask the defender, if there is a marker near enough."""
    if strippable(play.rules, play.state):
        play.push(StripMarker(1 - play.state.mover))


# -- at the end of the exploitation phase


@rule("14.3", "14.3 ex", "12.5")
def adjust_markers(play: MarnePlay) -> None:
    """Both sides: reorganising units out of enemy zones recover, disorganised ones reorganise, the rest comes off."""
    rules, s = play.rules, play.state
    field, recovered, rallied = rules.field(s), [], []
    for unit in (*rules.combat_units[0], *rules.combat_units[1]):
        if s.order[unit] == REORGANISING and not has(field.zone[1 - rules.side_of[unit]], s.at[unit]):
            s.order[unit] = IN_ORDER
            recovered.append(unit)
        elif s.order[unit] == DISORGANISED:
            s.order[unit] = REORGANISING
            rallied.append(unit)
    for column in (s.exploitation, s.reserve, s.leaving, s.pinned):
        column[:] = bytes(len(column))
    if recovered:
        play.tell("recovered", "14.3", units=tuple(recovered))
    if rallied:
        play.tell("reorganising", "14.3", units=tuple(rallied))
