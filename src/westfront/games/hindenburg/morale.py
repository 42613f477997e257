"""Chapters 4.12 and 13.13: German morale, and the Black Days that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Units
from westfront.games.hindenburg.cleanup import remove_empty_entrenchments
from westfront.games.hindenburg.retreat import (
    NOWHERE,
    begin_retreat,
    can_retreat,
    in_words,
    retreat_offer,
    supplied_there,
    why_not_retreat,
)
from westfront.games.hindenburg.stacking import relocate
from westfront.games.hindenburg.state import (
    ALLIED,
    BE,
    GERMAN,
    HindenburgAsk,
    HindenburgPlay,
    HindenburgState,
    HindenburgStep,
)
from westfront.games.hindenburg.supply import is_supplied
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("5.2(II)", "4.12", "4.3(2)", "13.13")
class MoraleCheck(HindenburgStep, frozen=True):
    """Phase II of turns 10 to 15."""

    def run(self, play: HindenburgPlay) -> None:
        """The Allied player rolls."""
        play.push(MoraleRoll(ALLIED))


@rule("4.12", "13.13")
class MoraleRoll(HindenburgAsk, frozen=True):
    """The die says how many Black Days the German army has."""

    asked_by = "4.12"
    verbs = ("roll",)
    question = "German morale: roll for the number of Black Days."

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """There is nothing to choose."""
        return [("roll",)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Rolling is all there is."""
        return Refusal("4.12", "the die must be rolled")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """So many hexes fail."""
        play.pop()
        (die,) = play.roll("morale")
        play.tell("morale", "4.12", number=die)
        play.push(BlackDays(die))


@rule("13.13")
def forces(rules: Hindenburg, s: HindenburgState, hex_: int) -> dict[int, list[int]]:
    """The supplied Allied divisions next to a hex that may enter it, by their hex; Belgians only into supply."""
    found = {}
    for near in bits(rules.board.near(hex_) & rules.field(s).occupied[ALLIED]):
        units = [u for u in rules.stack(s, near) if is_supplied(rules, s, u)]
        units = [u for u in units if rules.nation_of[u] != BE or supplied_there(rules, s, (u,), hex_)]
        if units:
            found[near] = units
    return found


@rule("13.13")
def failing_hexes(rules: Hindenburg, s: HindenburgState) -> list[int]:
    """German-controlled hexes next to a supplied Allied force: all in the west, all but cities in the east."""
    board = rules.board
    hexes: HexSet = s.german & (board.west | ~board.city) & rules.grid.adjacent(rules.field(s).occupied[ALLIED])
    return [hex_ for hex_ in bits(hexes) if forces(rules, s, hex_)]


@rule("13.13")
class BlackDays(HindenburgStep, frozen=True):
    """Failures are left: each is finished before the next, and while a hex can fail one must."""

    left: Number

    def run(self, play: HindenburgPlay) -> None:
        """Ask for the next hex."""
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
    verbs = ("fail",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"A Black Day ({self.left} left): which German hex fails?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every hex that can."""
        return [("fail", hex_) for hex_ in failing_hexes(rules, s)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Not German, a city of theirs, or out of reach."""
        hex_, board = action[1], rules.board
        place = rules.names.place(hex_)
        if hex_ < 0 or not s.german >> hex_ & 1:
            return Refusal("13.13", f"{place} is not German-controlled")
        if board.city & board.east & 1 << hex_:
            return Refusal("13.13", f"{place} is a city on the German side, which never fails")
        return Refusal("13.13", f"no supplied Allied force that could enter is next to {place}")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """The Germans retreat, then an adjacent force enters."""
        rules, s, hex_ = play.rules, play.state, action[1]
        play.pop()
        play.tell("black day", "13.13", hex=hex_)
        ready = tuple(unit for units in forces(rules, s, hex_).values() for unit in units)
        play.push(Occupation(hex_, ready))
        if rules.stack(s, hex_) and can_retreat(rules, s, hex_, NOWHERE):
            play.push(Withdrawal(GERMAN, hex_))


@rule("13.13", "13.9")
class Withdrawal(HindenburgAsk, frozen=True):
    """The Germans retreat from the hex that has failed."""

    hex: Hex
    asked_by = "13.13"
    verbs = ("retreat",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"A Black Day at {rules.names.place(self.hex)}: where do your divisions retreat?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """As after a combat, but nobody attacked."""
        return retreat_offer(rules, s, self.hex, NOWHERE)

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Which stricture forbids the hex."""
        if len(action) > 1:
            return why_not_retreat(rules, s, self.hex, NOWHERE, action[1])
        return Refusal("13.9(4)", "a hex can take the whole stack: name it")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Go."""
        play.pop()
        begin_retreat(play, self.player, self.hex, NOWHERE, action)


@rule("13.13")
class Occupation(HindenburgStep, frozen=True):
    """One adjacent force enters the hex, unless Germans could not leave it."""

    hex: Hex
    ready: Units
    """Those that were next to it and in supply when it failed; a retreat may have cut them off since (7.2)."""

    def run(self, play: HindenburgPlay) -> None:
        """Ask which force, if there is a choice."""
        rules, s = play.rules, play.state
        if rules.stack(s, self.hex):
            play.tell("no entry", "13.13", hex=self.hex)
        else:
            play.push(Entry(ALLIED, self.hex, self.ready))


@rule("13.13", "14.1")
class Entry(HindenburgAsk, frozen=True):
    """The Allied player picks the hex from which a force enters."""

    hex: Hex
    ready: Units
    asked_by = "13.13"
    verbs = ("enter",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"From where is {rules.names.place(self.hex)} entered?"

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every hex with a force that can."""
        return [("enter", near) for near in sorted({s.at[unit] for unit in self.ready})]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Nobody there."""
        return Refusal("13.13", f"no supplied force that could enter is in {rules.names.place(action[1])}")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Ask who of the force, if it is more than one division."""
        units = tuple(unit for unit in self.ready if play.state.at[unit] == action[1])
        if len(units) == 1:
            play.pop()
            occupy(play, units, self.hex)
        else:
            play.become(Entering(ALLIED, self.hex, units, units))


@rule("13.13")
class Entering(HindenburgAsk, frozen=True):
    """Who of the force enters: any of its supplied divisions, at least one."""

    hex: Hex
    ready: Units
    units: Units
    asked_by = "13.13"
    verbs = ("leave", "add", "done")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"Who enters {rules.names.place(self.hex)}? ({rules.described(s, self.units)})"

    def staying(self, rules: Hindenburg, s: HindenburgState) -> list[int]:
        """Those that could enter and do not."""
        return [u for u in self.ready if u not in self.units]

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Leave or add so many of a kind, or enter."""
        actions: list[Action] = [("done",)]
        for kind, group in rules.by_kind(s, self.units).items():
            most = len(group) if len(group) < len(self.units) else len(group) - 1
            actions += [("leave", kind, n) for n in range(1, most + 1)]
        for kind, group in rules.by_kind(s, self.staying(rules, s)).items():
            actions += [("add", kind, n) for n in range(1, len(group) + 1)]
        return actions

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Not so many, or nobody left."""
        return Refusal("13.13", f"so many {action[1]} are not there, or nobody would enter")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Change the force, or enter."""
        rules, s = play.rules, play.state
        if action[0] == "done":
            play.pop()
            occupy(play, self.units, self.hex)
            return
        _, kind, number = action
        if action[0] == "leave":
            left = rules.by_kind(s, self.units)[kind][-number:]
            units = [u for u in self.units if u not in left]
        else:
            units = [*self.units, *rules.by_kind(s, self.staying(rules, s))[kind][:number]]
        play.become(Entering(self.player, self.hex, self.ready, tuple(sorted(units, key=self.ready.index))))


def occupy(play: HindenburgPlay, units: Sequence[int], hex_: int) -> None:
    """The force enters the hex; it is no action, so that only a trench that it leaves empty goes now."""
    play.tell("occupied", "13.13", only=ALLIED, what=play.rules.described(play.state, units), hex=hex_)
    play.tell("occupied", "13.13", but=ALLIED, what=in_words(units), hex=hex_)
    relocate(play, units, hex_)
    remove_empty_entrenchments(play)
