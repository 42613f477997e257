"""Chapter 13.9 and 13.10: retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex
from westfront.games.hindenburg.attack_supply import take_up_marker
from westfront.games.hindenburg.stacking import relocate, room, with_room
from westfront.games.hindenburg.state import GERMAN, HindenburgAsk, HindenburgPlay, HindenburgState
from westfront.games.hindenburg.supply import find_supply
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

NOWHERE = -1
"""No hex is barred: nobody attacked."""


@rule("13.9(1)", "13.9(2)", "13.9(3)", "13.9(7)")
def open_hexes(rules: Hindenburg, s: HindenburgState, hex_: int, barred: int, number: int = 1) -> HexSet:
    """Adjacent hexes with room, without enemies, but not the one the attack came from; enemy control is no bar."""
    enemy = 1 - rules.side_of[rules.stack(s, hex_)[0]]
    hexes = rules.board.near(hex_) & ~rules.field(s).occupied[enemy]
    if barred >= 0:
        hexes &= ~(1 << barred)
    return with_room(rules, s, hexes, number)


def supplied_there(rules: Hindenburg, s: HindenburgState, units: Sequence[int], hex_: int) -> int:
    """How many of some divisions would be in supply in a hex once they are there and it is theirs."""
    german = rules.side_of[units[0]] == GERMAN
    supply = rules.supply(s)
    if bool(s.german >> hex_ & 1) != german:
        supply = find_supply(rules.board, s.german ^ 1 << hex_, s.lost_ports)
    return sum(supply.nations[rules.nation_of[unit]] >> hex_ & 1 for unit in units)


@rule("13.9(4)", "13.9(8)", "13.9(9)")
def retreat_hexes(rules: Hindenburg, s: HindenburgState, hex_: int, barred: int) -> list[int]:
    """The hexes to which a whole stack may retreat: among those with room for it, those with most of it in supply."""
    units = rules.stack(s, hex_)
    supplied = {to: supplied_there(rules, s, units, to) for to in bits(open_hexes(rules, s, hex_, barred, len(units)))}
    best = max(supplied.values(), default=0)
    return [to for to, number in supplied.items() if number == best]


@rule("13.9")
def can_retreat(rules: Hindenburg, s: HindenburgState, hex_: int, barred: int) -> bool:
    """Whether anybody in a hex has somewhere to go."""
    return bool(open_hexes(rules, s, hex_, barred))


@rule("13.9(1)", "13.9(2)", "13.9(3)", "13.9(4)", "13.9(8)")
def why_not_retreat(rules: Hindenburg, s: HindenburgState, hex_: int, barred: int, to: int) -> Refusal:
    """Which stricture forbids a retreat of the whole stack to a hex."""
    units, place = rules.stack(s, hex_), rules.names.place(to)
    if to < 0 or not rules.grid.adjacent(1 << hex_) >> to & 1:
        return Refusal("13.9(1)", f"a retreat goes one hex, and {place} is not next to {rules.names.place(hex_)}")
    if not rules.board.near(hex_) >> to & 1:
        return Refusal("13.9(2)", f"no division can enter {place}")
    if to == barred:
        return Refusal("13.9(2)", f"the attack came from {place}")
    if rules.field(s).occupied[1 - rules.side_of[units[0]]] >> to & 1:
        return Refusal("13.9(2)", f"enemy divisions are in {place}")
    if room(rules, s, to) < len(units):
        return Refusal("13.9(3)", f"{place} has room for {room(rules, s, to)} more divisions, not for {len(units)}")
    return Refusal("13.9(8)", f"{place} is out of supply, and another hex is not")


@rule("13.9", "13.9(6)", "13.9(5)")
def retreat(play: HindenburgPlay, units: Sequence[int], to: int) -> None:
    """Divisions go back one hex; markers that nobody is left with are removed at once."""
    rules, s = play.rules, play.state
    hex_, side = s.at[units[0]], rules.side_of[units[0]]
    relocate(play, units, to)
    play.tell("retreated", "13.9", side=side, what=in_words(units), hex=hex_, to=to)
    if not rules.stack(s, hex_):
        if s.trenches >> hex_ & 1:
            s.trenches ^= 1 << hex_
            play.tell("trench lost", "13.9(6)", hex=hex_, reason="its defenders have retreated")
        take_up_marker(play, hex_)


def retreat_offer(rules: Hindenburg, s: HindenburgState, hex_: int, barred: int) -> list[Action]:
    """Every hex for the whole stack; if there is none but some can go, to retreat divided."""
    whole = retreat_hexes(rules, s, hex_, barred)
    if whole:
        return [("retreat", to) for to in whole]
    return [("retreat",)] if can_retreat(rules, s, hex_, barred) else []


def begin_retreat(play: HindenburgPlay, player: int, hex_: int, barred: int, action: Action) -> None:
    """Carry out what was offered: the whole stack at once, or one part after another."""
    if len(action) > 1:
        retreat(play, tuple(play.rules.stack(play.state, hex_)), action[1])
    else:
        play.push(Split(player, hex_, barred))


@rule("13.9(4)")
class Split(HindenburgAsk, frozen=True):
    """No hex can take the whole stack: it is divided, and as many go as can."""

    hex: Hex
    barred: Hex
    asked_by = "13.9(4)"
    verbs = ("divide",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        left = rules.described(s, rules.stack(s, self.hex))
        return f"No hex has room for all of {rules.names.place(self.hex)}: who retreats where? ({left})"

    def places(self, rules: Hindenburg, s: HindenburgState, unit: int) -> list[int]:
        """Where a division may go: supplied hexes with room before those without supply."""
        hexes = bits(open_hexes(rules, s, self.hex, self.barred))
        return [to for to in hexes if supplied_there(rules, s, (unit,), to)] or hexes

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """So many of each kind to each hex, as there are and as there is room."""
        actions: list[Action] = []
        for kind, group in rules.by_kind(s, rules.stack(s, self.hex)).items():
            for to in self.places(rules, s, group[0]):
                most = min(len(group), room(rules, s, to))
                actions += [("divide", kind, n, to) for n in range(1, most + 1)]
        return actions

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """No such division, no way there, or no room for so many."""
        _, kind, number, to = action
        group = rules.by_kind(s, rules.stack(s, self.hex)).get(kind, [])
        if not 0 < number <= len(group):
            return Refusal("13.9(4)", f"{len(group)} of {kind} are left to retreat")
        if to < 0 or not open_hexes(rules, s, self.hex, self.barred) >> to & 1:
            return why_not_retreat(rules, s, self.hex, self.barred, to)
        if to not in self.places(rules, s, group[0]):
            return Refusal("13.9(8)", f"{rules.names.place(to)} is out of supply, and another hex is not")
        return Refusal("13.9(3)", f"{rules.names.place(to)} has room for {room(rules, s, to)} more divisions")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """One part goes; as long as anybody can, others follow."""
        rules, s = play.rules, play.state
        _, kind, number, to = action
        retreat(play, rules.by_kind(s, rules.stack(s, self.hex))[kind][-number:], to)
        if not rules.stack(s, self.hex) or not can_retreat(rules, s, self.hex, self.barred):
            play.pop()


def in_words(units: Sequence[int]) -> str:
    """How many divisions there are, without telling which."""
    return f"{len(units)} divisions" if len(units) > 1 else "1 division"


@rule("13.10")
def advance(play: HindenburgPlay, units: Sequence[int], hex_: int) -> None:
    """All surviving attackers enter the empty hex; nobody else does."""
    play.tell("advanced", "13.10", side=play.rules.side_of[units[0]], what=in_words(units), hex=hex_)
    relocate(play, units, hex_)
