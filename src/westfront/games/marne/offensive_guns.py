"""8.0, 11.3.1.1, 15.2.3: army guns in offensive mode, how they are chosen and how they move."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Unit
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.places import enter
from westfront.games.marne.state import BOMBARDMENT, MOVED, OFFENSIVE, MarneState
from westfront.hexgrid import HexSet, Sides, bits, flood, has, minus
from westfront.mechanics.roads import along

# -- choosing them


@rule("8.0", "15.2.3", "7.0/Administrative")
class DeclareOffensive(MarneAsk, frozen=True):
    """The player with the initiative turns one or more army guns to offensive mode."""

    most: Number
    asked_by = "8.0"
    question = "Which army guns go to offensive mode (up to {most})?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        able = [("offensive", gun) for gun in rules.guns[self.player] if not self.why_offensive(rules, s, gun)]
        return [*able, *([] if self.why_done(rules, s) else [("done",)])]

    def chosen(self, rules: MarneData, s: MarneState) -> int:
        """How many have been turned."""
        return sum(s.mode[gun] == OFFENSIVE for gun in rules.guns[self.player])

    def why_offensive(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        name = rules.names.write("unit", unit)
        if unit < 0 or rules.side_of[unit] != self.player or not rules.is_army_gun[unit] or s.at[unit] < 0:
            return Refusal("8.0", f"{name} is not one of your army guns on the map")
        if s.mode[unit] == OFFENSIVE:
            return Refusal("8.0", f"{name} is in offensive mode")
        if self.chosen(rules, s) >= self.most:
            return Refusal("8.0", f"{self.most} army guns may be in offensive mode in this turn")
        return None

    @rule("8.0", "15.2.3")
    def do_offensive(self, play: MarnePlay, unit: Unit) -> None:
        play.state.mode[unit] = OFFENSIVE
        play.tell("offensive gun", "8.0", unit=unit)
        if self.chosen(play.rules, play.state) == self.most:
            play.pop()

    def why_done(self, rules: MarneData, s: MarneState) -> Refusal | None:
        if self.chosen(rules, s):
            return None
        return Refusal("8.0", "an offensive needs at least one army gun in offensive mode")

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


@rule("8.0", "15.2.3")
def turn_guns_back(s: MarneState) -> None:
    """Guns in offensive mode go back to bombardment mode when the next turn begins."""
    for gun, mode in enumerate(s.mode):
        if mode:
            s.mode[gun] = BOMBARDMENT


# -- moving them


@rule("11.3.1.1", "11.3.1.1 ex", "11.3.1")
def gun_moves(rules: MarneData, s: MarneState, gun: int) -> HexSet:
    """One hex, or two along the road or railway on which it stands; never into an enemy zone."""
    here, side = s.at[gun], rules.side_of[gun]
    if here < 0 or has(rules.frozen(s) | rules.board.outside, here):
        return 0
    field = rules.field(s)
    shut = field.ground[1 - side] | field.zone[1 - side] | rules.frozen(s)
    free = rules.board.area & ~shut
    bridged = minus(rules.board.rivers, minus(rules.board.bridge, s.down))
    found = rules.grid.adjacent_across(1 << here, bridged) & free
    for links, allowed in (
        (rules.board.open_roads(s.down), True),
        (minus(rules.board.rail, s.down), rail_open(rules, s, gun)),
    ):
        if allowed:
            first = along(rules.grid, links, 1 << here) & free
            found |= along(rules.grid, links, first) & free & ~enemy_fire(rules, s, side)
    return found & ~(1 << here)


@rule("11.3.1.1")
def enemy_fire(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes within bombardment range of enemy guns."""
    found = 0
    for gun in rules.guns[1 - side]:
        if s.at[gun] >= 0:
            found |= rules.grid.within(1 << s.at[gun], rules.range[gun])
    return found


@rule("11.1.4")
def rail_open(rules: MarneData, s: MarneState, gun: int) -> bool:
    """Whether a railway leads from a gun to a source of its side with no enemy unit on it or next to it."""
    side, here = rules.side_of[gun], s.at[gun]
    if not has(rules.board.rail_hexes, here):
        return False
    clear = rules.board.area & ~rules.grid.within(rules.field(s).ground[1 - side], 1)
    off_rail: Sides = tuple(rules.grid.mask & ~links for links in minus(rules.board.rail, s.down))  # type: ignore[assignment]
    line = flood(rules.grid, 1 << here, clear, off_rail)
    return bool(line & rules.board.sources[side])


class MoveOffensiveGuns(MarneAsk, frozen=True):
    """At the end of exploitation the guns in offensive mode move up."""

    asked_by = "11.3.1.1"
    question = "Which gun in offensive mode moves where?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        guns = [gun for gun in rules.guns[self.player] if self._movable(rules, s, gun)]
        return [("shift", gun, hex_) for gun in guns for hex_ in bits(gun_moves(rules, s, gun))] + [("done",)]

    def _movable(self, rules: MarneData, s: MarneState, gun: int) -> bool:
        return s.mode[gun] == OFFENSIVE and s.at[gun] >= 0 and s.moved[gun] != MOVED

    def why_shift(self, rules: MarneData, s: MarneState, unit: Unit, to: Hex) -> Refusal | None:
        name = rules.names.write("unit", unit)
        if unit < 0 or rules.side_of[unit] != self.player or not self._movable(rules, s, unit):
            return Refusal("11.3.1.1", f"{name} is not one of your guns in offensive mode that can move now")
        if has(gun_moves(rules, s, unit), to):
            return None
        if has(enemy_fire(rules, s, self.player), to) and rules.grid.distance(s.at[unit], to) == 2:
            return Refusal("11.3.1.1", f"{rules.names.place(to)} would be its second hex in range of an enemy gun")
        return Refusal("11.3.1.1", f"{name} cannot move to {rules.names.place(to)}")

    @rule("11.3.1.1")
    def do_shift(self, play: MarnePlay, unit: Unit, to: Hex) -> None:
        s = play.state
        here = s.at[unit]
        enter(play, unit, [here, to])
        s.moved[unit] = MOVED
        play.tell("gun moved", "11.3.1.1", unit=unit, path=(here, to))

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


def ask_guns(play: MarnePlay, side: int) -> None:
    """Ask, if any gun in offensive mode can move."""
    question = MoveOffensiveGuns(side)
    if len(question.offer(play.rules, play.state)) > 1:
        play.push(question)
