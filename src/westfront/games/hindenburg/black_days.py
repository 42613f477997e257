"""Chapter 13.13: the Black Days of the German army."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, HexSet, Number
from westfront.games.hindenburg.actions import Selection
from westfront.games.hindenburg.data import HindenburgAsk, HindenburgData, HindenburgPlay, HindenburgStep
from westfront.games.hindenburg.retreat import NOWHERE, Retreating, can_retreat
from westfront.games.hindenburg.stacking import relocate
from westfront.games.hindenburg.state import ALLIED, BE, GERMAN, HindenburgState
from westfront.games.hindenburg.trenches import remove_empty_entrenchments
from westfront.hexgrid import bits, has


@rule("13.13")
def forces(rules: HindenburgData, s: HindenburgState, hex_: int, german: HexSet) -> dict[int, list[int]]:
    """The Allied divisions next to a hex that may enter it, by their hex.

    They are in supply, with these hexes in German hands; Belgians must be so in the hex that they enter.
    """
    supplied, belgians = rules.supply(s, ALLIED, german), rules.supply(s, ALLIED, german & ~(1 << hex_))[BE]
    found = {}
    for near in bits(rules.board.near(hex_) & rules.field(s).occupied[ALLIED]):
        units = [unit for unit in rules.stack(s, near) if has(supplied[rules.nation_of[unit]], near)]
        units = [unit for unit in units if rules.nation_of[unit] != BE or has(belgians, hex_)]
        if units:
            found[near] = units
    return found


@rule("13.13")
def failing_hexes(rules: HindenburgData, s: HindenburgState) -> list[int]:
    """German-controlled hexes next to a supplied Allied force: all in the west, all but cities in the east."""
    board = rules.board
    hexes = s.german & (board.west | ~board.city) & rules.grid.adjacent(rules.field(s).occupied[ALLIED])
    return [hex_ for hex_ in bits(hexes) if forces(rules, s, hex_, s.german)]


@rule("13.13")
class BlackDays(HindenburgStep, frozen=True):
    """Failures are left: each is finished before the next, and while a hex can fail one must."""

    left: Number

    def run(self, play: HindenburgPlay) -> None:
        if not self.left:
            return
        if failing_hexes(play.rules, play.state):
            play.push(BlackDays(self.left - 1), BlackDay(ALLIED, self.left))
        else:
            play.tell("no black day", "13.13", number=self.left)


@rule("13.13")
class BlackDay(HindenburgAsk, frozen=True):
    """The Allied player picks the hex that fails."""

    left: Number
    asked_by = "13.13"
    question = "A Black Day ({left} left): which German hex fails?"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return self.left > 0 and bool(failing_hexes(rules, s))

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("fail", hex_) for hex_ in failing_hexes(rules, s)]

    def why_fail(self, rules: HindenburgData, s: HindenburgState, hex_: Hex) -> Refusal | None:
        """A German hex, no city of theirs, next to a force that can enter."""
        board, place = rules.board, rules.names.place(hex_)
        if not has(s.german, hex_):
            return Refusal("13.13", f"{place} is not German-controlled")
        if has(board.city & board.east, hex_):
            return Refusal("13.13", f"{place} is a city on the German side, which never fails")
        if not forces(rules, s, hex_, s.german):
            return Refusal("13.13", f"no supplied Allied force that could enter is next to {place}")
        return None

    def do_fail(self, play: HindenburgPlay, hex_: Hex) -> None:
        """The Germans retreat, then an adjacent force enters."""
        rules, s = play.rules, play.state
        play.pop()
        play.tell("black day", "13.13", hex=hex_)
        play.push(Occupation(hex_, s.german))
        if rules.stack(s, hex_) and can_retreat(rules, s, hex_, NOWHERE):
            play.push(BlackDayRetreat(GERMAN, hex_))


@rule("13.13")
class BlackDayRetreat(Retreating, frozen=True):
    """The Germans retreat from the hex that has failed."""

    hex: Hex
    asked_by = "13.13"
    question = "A Black Day at {hex}: where do your divisions retreat?"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return rules.stands_in(s, self.player, self.hex) and can_retreat(rules, s, self.hex, NOWHERE)

    def way_back(self, s: HindenburgState) -> tuple[int, int]:
        """As after a combat, but nobody attacked."""
        return self.hex, NOWHERE


@rule("13.13")
class Occupation(HindenburgStep, frozen=True):
    """One adjacent force enters the hex, unless Germans could not leave it."""

    hex: Hex
    german: HexSet
    """What the Germans held when it failed: a retreat may have cut off since those who are to enter (7.2)."""

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """Allies are next to the hex; who of them is in supply the Germans need not know."""
        return self.hex >= 0 and bool(rules.board.near(self.hex) & rules.field(s).occupied[ALLIED])

    def run(self, play: HindenburgPlay) -> None:
        rules, s = play.rules, play.state
        if rules.stack(s, self.hex) or not forces(rules, s, self.hex, self.german):
            play.tell("no entry", "13.13", hex=self.hex)
        else:
            play.push(Entry(ALLIED, self.hex, self.german))


@rule("13.13")
class Entry(HindenburgAsk, frozen=True):
    """The Allied player picks the hex from which a force enters."""

    target: Hex
    german: HexSet
    asked_by = "13.13"
    question = "From which hex do you enter {target}?"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        empty = self.target >= 0 and not rules.stack(s, self.target)
        return empty and bool(forces(rules, s, self.target, self.german))

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("enter", near) for near in forces(rules, s, self.target, self.german)]

    def why_enter(self, rules: HindenburgData, s: HindenburgState, hex_: Hex) -> Refusal | None:
        if hex_ in forces(rules, s, self.target, self.german):
            return None
        return Refusal("13.13", f"no supplied force that could enter is in {rules.names.place(hex_)}")

    def do_enter(self, play: HindenburgPlay, hex_: Hex) -> None:
        """Ask who of the force, if it is more than one division."""
        units = tuple(forces(play.rules, play.state, self.target, self.german)[hex_])
        if len(units) == 1:
            play.pop()
            occupy(play, units, self.target)
        else:
            play.become(Entering(ALLIED, hex_, units, self.target, self.german))


@rule("13.13")
class Entering(Selection, frozen=True):
    """Who of the force enters: any of its supplied divisions, at least one."""

    target: Hex
    german: HexSet
    asked_by = "13.13"
    chosen_by = "13.13"
    least = 1

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        empty = self.target >= 0 and not rules.stack(s, self.target) and bool(self.units)
        return empty and super().holds(rules, s) and {*self.units} <= {*self.able(rules, s)}

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        return f"Who enters {rules.names.place(self.target)}? ({rules.described(s, self.units)})"

    def able(self, rules: HindenburgData, s: HindenburgState) -> Sequence[int]:
        return forces(rules, s, self.target, self.german).get(self.hex, ())

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("done",), *self.changes(rules, s)]

    def do_done(self, play: HindenburgPlay) -> None:
        play.pop()
        occupy(play, self.units, self.target)


def occupy(play: HindenburgPlay, units: Sequence[int], hex_: int) -> None:
    """The force enters the hex; it is no action, so that only a trench that it leaves empty goes now."""
    play.tell("occupied", "13.13", only=ALLIED, what=play.rules.described(play.state, units), hex=hex_)
    play.tell("occupied", "13.13", but=ALLIED, what=f"{len(units)} division{'s' * (len(units) > 1)}", hex=hex_)
    relocate(play, units, hex_)
    remove_empty_entrenchments(play)
