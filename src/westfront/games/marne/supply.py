"""Chapter 9: lines of supply from an HQ to the edge, command from an HQ to the units, and the supply phase."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Side, Unit
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneStep
from westfront.games.marne.losses import eliminate
from westfront.games.marne.places import place
from westfront.games.marne.state import ALLIED, MarneState
from westfront.hexgrid import HexSet, Sides, bits, flood, has
from westfront.mechanics.kept import kept_by

COMMAND_RANGE = 15


@rule("9.1")
def open_hexes(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """What a line of a side may pass: no enemy ground unit, no enemy zone unless a friend stands there."""
    field = rules.field(s)
    return (rules.board.area | rules.board.outside) & ~field.ground[1 - side] & ~field.closed_zone(side)


@rule("9.1")
def sources_now(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes of the edge, for the Allies also Paris and Reims as long as they are joined with it."""
    edge, cities = rules.board.sources[side], rules.board.cities if side == ALLIED else 0
    return edge | cities & supplied(rules, s, side) if cities else edge


@rule("9.1")
def supplied(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes with a path of any length to a source that works; rivers do not matter.

    Paris and Reims work only while they are joined with the edge, so whoever reaches them reaches it too.
    """
    return flood(rules.grid, rules.board.sources[side], open_hexes(rules, s, side))


@rule("9.1", "9.1/Major rivers", "9.1 ex", "15.1")
def in_command(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes within fifteen of an HQ; over a major river without bridge the path ends in the next hex."""
    return _command(rules, s, side, s.down, s.pontoons)[1]


@kept_by("at")
def _command(
    rules: MarneData, s: MarneState, side: int, down: Sides, pontoons: tuple[int, ...]
) -> tuple[HexSet, HexSet]:
    """The hexes from which a command path can go one hex further, fourteen from the HQs as far as bridges lead; and
    all hexes in command."""
    hqs = rules.grid.set_of(s.at[unit] for unit in rules.hqs[side] if s.at[unit] >= 0)
    open_ = open_hexes(rules, s, side)
    return rules.board.commanded(side, hqs, open_, down, pontoons, COMMAND_RANGE - 1)


@rule("9.2")
def command_for_newcomers(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes in which a unit would be in command if it came there, since it negates enemy zones by itself."""
    near, commanded = _command(rules, s, side, s.down, s.pontoons)
    return commanded | rules.grid.adjacent(near) & rules.board.area & ~rules.field(s).ground[1 - side]


@rule("9.1")
def source_distance(rules: MarneData, s: MarneState, side: int, hex_: int) -> int:
    """Hexes to the nearest supply source of a side."""
    return rules.distance(hex_, sources_now(rules, s, side))


# -- the supply phase


@rule("9.0", "7.0/Administrative")
class SupplyPhase(MarneStep, frozen=True):
    """The HQs of one side are checked, then all its other units."""

    player: Side

    def run(self, play: MarnePlay) -> None:
        """The HQs one after the other, since one may have to fall back."""
        play.push(CheckUnits(self.player))
        for hq in reversed(play.rules.hqs[self.player]):
            if play.state.at[hq] >= 0:
                play.push(CheckHQ(self.player, hq))


@rule("9.1", "9.1/HQ fall back", "S2/Reims")
class CheckHQ(MarneStep, frozen=True):
    """An HQ with a path to a source stays; the pair in Reims, outside the area, is always in supply."""

    player: Side
    hq: Unit
    falling_back: Number = 0

    def run(self, play: MarnePlay) -> None:
        """Let the owner lead it back, hex by hex, until it has a path; alone in an enemy zone it does not stop."""
        rules, s, here = play.rules, play.state, play.state.at[self.hq]
        stops = not self.falling_back or not self._exposed(rules, s)
        if has(rules.board.outside, here) or (stops and has(supplied(rules, s, self.player), here)):
            return
        if source_distance(rules, s, self.player, here) == 0:
            play.tell("cut off", "9.1/HQ fall back", unit=self.hq, hex=here)
            eliminate(play, self.hq, "9.1/HQ fall back")
        else:
            play.push(CheckHQ(self.player, self.hq, 1), FallBack(self.player, self.hq))

    def _exposed(self, rules: MarneData, s: MarneState) -> bool:
        """The enemy controls its hex, and no other unit of its side negates that."""
        field, here = rules.field(s), s.at[self.hq]
        others = [unit for unit in field.stack(here) if unit != self.hq and rules.side_of[unit] == self.player]
        return has(field.zone[1 - self.player], here) and not others


@rule("9.1/HQ fall back")
class FallBack(MarneAsk, frozen=True):
    """An HQ without a path to a source goes towards the nearest one."""

    hq: Unit
    asked_by = "9.1/HQ fall back"
    question = "{hq} has no path to a supply source: to which hex does it fall back?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        """The neighbours that are nearer to a source."""
        return [("go", hex_) for hex_ in bits(self._nearer(rules, s))]

    def _nearer(self, rules: MarneData, s: MarneState) -> HexSet:
        here = s.at[self.hq]
        around = rules.grid.adjacent(1 << here) & rules.board.area
        return around & rules.nearer(here, sources_now(rules, s, self.player))

    def why_go(self, rules: MarneData, s: MarneState, to: Hex) -> Refusal | None:
        if has(self._nearer(rules, s), to):
            return None
        return Refusal("9.1/HQ fall back", "an HQ without supply goes to a neighbour that is nearer to its source")

    def do_go(self, play: MarnePlay, to: Hex) -> None:
        play.pop()
        place(play, self.hq, to)
        play.tell("fell back", "9.1/HQ fall back", unit=self.hq, hex=to)


@rule("9.2", "9.3", "S2/Reims")
class CheckUnits(MarneStep, frozen=True):
    """Every unit of one side that is no HQ must be in command."""

    player: Side

    def run(self, play: MarnePlay) -> None:
        """Guns out of command are lost; combat units get a marker, at the second failure in a row they are lost."""
        rules, s = play.rules, play.state
        commanded = in_command(rules, s, self.player) | rules.board.outside
        for unit in rules.ground_units:
            if rules.side_of[unit] != self.player or s.at[unit] < 0 or rules.is_hq[unit]:
                continue
            if has(commanded, s.at[unit]):
                self._supplied(play, unit)
            elif not rules.is_combat[unit]:
                play.tell("out of supply", "9.3", unit=unit, hex=s.at[unit])
                eliminate(play, unit, "9.3")
            elif s.unsupplied[unit]:
                play.tell("out of supply again", "9.2", unit=unit, hex=s.at[unit])
                eliminate(play, unit, "9.2")
            else:
                s.unsupplied[unit] = 1
                play.tell("out of supply", "9.2", unit=unit, hex=s.at[unit])

    def _supplied(self, play: MarnePlay, unit: int) -> None:
        if play.state.unsupplied[unit]:
            play.state.unsupplied[unit] = 0
            play.tell("supplied again", "9.2", unit=unit)
