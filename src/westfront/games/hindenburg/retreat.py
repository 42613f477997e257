"""Chapters 13.9 and 13.10: retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from westfront.engine.catalogue import rule
from westfront.engine.frame import Frame, Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Word
from westfront.games.hindenburg.attack_supply import take_up_marker
from westfront.games.hindenburg.data import HindenburgAsk, HindenburgData, HindenburgPlay
from westfront.games.hindenburg.stacking import relocate, room, with_room
from westfront.games.hindenburg.state import OFF, HindenburgState
from westfront.hexgrid import HexSet, bits, has
from westfront.mechanics.limits import Limit, allowed, why_not
from westfront.mechanics.plans import ANYWHERE

NOWHERE = OFF
"""No hex is barred: nobody attacked."""


@rule("13.9(1)", "13.9(2)", "13.9(3)", "13.9(7)")
def limits(rules: HindenburgData, s: HindenburgState, hex_: int, barred: int, number: int) -> Iterator[Limit]:
    """Where so many divisions may retreat, whatever the supply there; enemy control is no bar."""
    enemy = 1 - rules.side_of[rules.stack(s, hex_)[0]]
    yield Limit(rules.grid.adjacent(1 << hex_), "13.9(1)", "is not next to them, and a retreat goes one hex")
    yield Limit(rules.board.near(hex_), "13.9(2)", "is not a hex that divisions can enter")
    if barred >= 0:
        yield Limit(~(1 << barred), "13.9(2)", "is the hex from which the attack came")
    yield Limit(~rules.field(s).occupied[enemy], "13.9(2)", "has enemy divisions in it")
    yield Limit(with_room(rules, s, rules.grid.mask, number), "13.9(3)", f"has no room for {number} more divisions")


def open_hexes(rules: HindenburgData, s: HindenburgState, hex_: int, barred: int, number: int = 1) -> HexSet:
    """The hexes to which so many divisions of a hex may retreat."""
    return allowed(rules.grid.mask, limits(rules, s, hex_, barred, number))


@rule("13.9(4)", "13.9(8)", "13.9(9)")
def retreat_hexes(rules: HindenburgData, s: HindenburgState, hex_: int, barred: int) -> list[int]:
    """The hexes to which a whole stack may retreat: among those with room for it, those with most of it in supply."""
    units = rules.stack(s, hex_)
    hexes = bits(open_hexes(rules, s, hex_, barred, len(units)))
    supplied = {to: len(rules.supplied_in(s, units, to)) for to in hexes}
    best = max(supplied.values(), default=0)
    return [to for to, number in supplied.items() if number == best]


@rule("13.9")
def can_retreat(rules: HindenburgData, s: HindenburgState, hex_: int, barred: int) -> bool:
    """Whether anybody in a hex has somewhere to go."""
    return bool(open_hexes(rules, s, hex_, barred))


def why_not_enter(
    rules: HindenburgData, s: HindenburgState, hex_: int, barred: int, to: int, number: int
) -> Refusal | None:
    """A retreat of so many divisions may go to a hex, whatever its supply."""
    return why_not(limits(rules, s, hex_, barred, number), to, rules.names.place(to))


def _unsupplied(rules: HindenburgData, to: int) -> Refusal:
    return Refusal("13.9(8)", f"{rules.names.place(to)} is out of supply, and another hex is not")


@rule("13.9(5)", "13.9(6)")
def retreat(play: HindenburgPlay, units: Sequence[int], to: int) -> None:
    """Divisions go back one hex; markers that nobody is left with are removed at once."""
    rules, s = play.rules, play.state
    hex_, side = s.at[units[0]], rules.side_of[units[0]]
    relocate(play, units, to)
    play.tell("retreated", "13.9", side=side, number=len(units), hex=hex_, to=to)
    if not rules.stack(s, hex_):
        if has(s.trenches, hex_):
            s.trenches ^= 1 << hex_
            play.tell("trench lost", "13.9(6)", hex=hex_, reason="its defenders have retreated")
        take_up_marker(play, hex_)


class Retreating(HindenburgAsk, frozen=True):
    """A question about a retreat: of a whole stack, or, if no hex can take it, of one part after another."""

    afterwards: ClassVar[tuple[Frame, ...]] = ()
    """What follows a retreat."""

    def way_back(self, s: HindenburgState) -> tuple[int, int]:
        """The hex that is left, and the one that is barred."""
        raise NotImplementedError

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """Every hex for the whole stack; if there is none, to retreat divided."""
        return [("retreat", to) for to in retreat_hexes(rules, s, *self.way_back(s))] or [("retreat",)]

    def why_retreat(self, rules: HindenburgData, s: HindenburgState, to: Hex = ANYWHERE) -> Refusal | None:
        """The whole stack may go to the hex that is named; or none is named, and none can take it whole."""
        hex_, barred = self.way_back(s)
        whole = retreat_hexes(rules, s, hex_, barred)
        if to in whole or (to == ANYWHERE and not whole):
            return None
        if to == ANYWHERE:
            return Refusal("13.9(4)", "one hex can take the whole stack: name that hex")
        return why_not_enter(rules, s, hex_, barred, to, len(rules.stack(s, hex_))) or _unsupplied(rules, to)

    def do_retreat(self, play: HindenburgPlay, to: Hex = ANYWHERE) -> None:
        hex_, barred = self.way_back(play.state)
        play.pop()
        play.push(*self.afterwards)
        if to == ANYWHERE:
            play.push(DividedRetreat(self.player, hex_, barred))
        else:
            retreat(play, play.rules.stack(play.state, hex_), to)


@rule("13.9(4)")
class DividedRetreat(HindenburgAsk, frozen=True):
    """No hex can take the whole stack: it is divided, and as many go as can."""

    hex: Hex
    barred: Hex
    asked_by = "13.9(4)"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return rules.stands_in(s, self.player, self.hex) and can_retreat(rules, s, self.hex, self.barred)

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        left = rules.described(s, rules.stack(s, self.hex))
        return f"No hex has room for all of {rules.names.place(self.hex)}: who retreats where? ({left})"

    def places(self, rules: HindenburgData, s: HindenburgState, unit: int) -> list[int]:
        """Where a division may go: supplied hexes with room before those without supply."""
        hexes = bits(open_hexes(rules, s, self.hex, self.barred))
        return [to for to in hexes if rules.supplied_in(s, (unit,), to)] or hexes

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        actions: list[Action] = []
        for kind, group in rules.by_kind(s, rules.stack(s, self.hex)).items():
            for to in self.places(rules, s, group[0]):
                most = min(len(group), room(rules, s, to))
                actions += [("divide", kind, n, to) for n in range(1, most + 1)]
        return actions

    def why_divide(
        self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number, to: Hex
    ) -> Refusal | None:
        """So many of the kind are left, and the hex is open to them."""
        group = rules.by_kind(s, rules.stack(s, self.hex)).get(kind, [])
        if not 0 < number <= len(group):
            return Refusal("13.9(4)", f"{len(group)} of {kind} are left to retreat")
        if refusal := why_not_enter(rules, s, self.hex, self.barred, to, number):
            return refusal
        return None if to in self.places(rules, s, group[0]) else _unsupplied(rules, to)

    def do_divide(self, play: HindenburgPlay, kind: Word, number: Number, to: Hex) -> None:
        """One part goes; as long as anybody can, others follow."""
        rules, s = play.rules, play.state
        retreat(play, rules.by_kind(s, rules.stack(s, self.hex))[kind][-number:], to)
        if not rules.stack(s, self.hex) or not can_retreat(rules, s, self.hex, self.barred):
            play.pop()


@rule("13.10")
def advance(play: HindenburgPlay, units: Sequence[int], hex_: int) -> None:
    """All surviving attackers enter the empty hex; nobody else does."""
    play.tell("advanced", "13.10", side=play.rules.side_of[units[0]], number=len(units), hex=hex_)
    relocate(play, units, hex_, named=True)
