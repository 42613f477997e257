"""Chapter 10: strategic movement out of the reserve and into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import OFF, Hex, Hexes, Units
from westfront.games.hindenburg.attack_supply import working
from westfront.games.hindenburg.cleanup import Choice, commit
from westfront.games.hindenburg.movement import able
from westfront.games.hindenburg.stacking import relocate, room, take_kind, take_words, with_room
from westfront.games.hindenburg.state import BE, GERMAN, PO, RESERVE, HindenburgPlay, HindenburgState
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

GROUP, CITY_GROUP = 5, 10
"""So many divisions make a strategic move, or by one city."""


@rule("10.6", "8.3(1)")
def cities(rules: Hindenburg, s: HindenburgState, side: int) -> HexSet:
    """The cities that a side controls, on either side of the front line; attack supply makes one for the Germans."""
    found = rules.board.city & rules.controlled(s, side)
    return found | working(rules, s) if side == GERMAN else found


@rule("10.4", "10.5", "10.6")
def limit(rules: Hindenburg, s: HindenburgState, side: int, hexes: Sequence[int] | set[int]) -> int:
    """How many divisions a group may have that uses these hexes: ten by one city, else five on the own side."""
    used = rules.grid.set_of(set(hexes))
    if used.bit_count() == 1 and used & cities(rules, s, side):
        return CITY_GROUP
    return 0 if used & ~rules.board.home[side] else GROUP


@rule("10.4", "10.5", "10.6")
def usable(rules: Hindenburg, s: HindenburgState, side: int, hexes: Sequence[int]) -> HexSet:
    """The hexes that one more division of a group may use: those for which there is no limit yet."""
    used, number = rules.grid.set_of(set(hexes)), len(hexes)
    home = rules.board.home[side]
    found = home if number < GROUP and not used & ~home else 0
    if not used:
        found |= cities(rules, s, side)
    elif used.bit_count() == 1 and number < CITY_GROUP:
        found |= used & cities(rules, s, side)
    return found


@rule("10.4", "10.5", "10.6")
def why_over(rules: Hindenburg, s: HindenburgState, side: int, hexes: Sequence[int], asked_by: str) -> Refusal | None:
    """Why so many divisions cannot use these hexes, one for each, on their way out (10.4) or in (10.5)."""
    number, most = len(hexes), limit(rules, s, side, hexes)
    if number <= most:
        return None
    if most == 0:
        beyond = rules.names.hexes_in_order(rules.grid.set_of(hexes) & ~rules.board.home[side])[0]
        name = rules.grid.label(beyond)
        return Refusal("10.6", f"{name} is beyond the front line: only a city of yours there may be used, and it alone")
    return Refusal("10.6" if most == CITY_GROUP else asked_by, f"{number} divisions are too many, {most} may go")


# -- out of the reserve


@rule("10.1", "10.4")
def reserve(rules: Hindenburg, s: HindenburgState, side: int) -> list[int]:
    """The divisions in the reserve of a side."""
    at = s.at
    return [unit for unit in rules.own[side] if at[unit] == RESERVE]


@rule("7.6", "14.2")
def supplied_there(rules: Hindenburg, s: HindenburgState, units: Sequence[int], hex_: int) -> list[int]:
    """Those divisions that would be in supply in a hex."""
    nations, nation_of = rules.supply(s).nations, rules.nation_of
    return [unit for unit in units if nations[nation_of[unit]] >> hex_ & 1]


def supplied_for(rules: Hindenburg, s: HindenburgState, units: Sequence[int]) -> HexSet:
    """The hexes in which at least one of these divisions would be in supply."""
    nations, found = rules.supply(s).nations, 0
    for nation in {rules.nation_of[unit] for unit in units}:
        found |= nations[nation]
    return found


@rule("10.4", "10.6", "7.6", "6.2")
def why_not_bring(
    rules: Hindenburg, s: HindenburgState, side: int, units: Sequence[int], hexes: Sequence[int]
) -> Refusal | None:
    """Why divisions of the reserve cannot come into these hexes, one for each."""
    for hex_, number in Counter(hexes).items():
        name = rules.names.place(hex_)
        if hex_ < 0 or not rules.controlled(s, side) >> hex_ & 1:
            return Refusal("10.4", f"{name} is no hex that you control")
        if number > room(rules, s, hex_):
            return Refusal("6.2", f"{name} has room for {room(rules, s, hex_)} more divisions")
        coming = [unit for unit, into in zip(units, hexes, strict=True) if into == hex_]
        if len(supplied_there(rules, s, coming, hex_)) < number:
            return Refusal("7.6", f"not all of {rules.described(s, coming)} would be in supply in {name}")
    return why_over(rules, s, side, hexes, "10.4")


@rule("5.3(1)", "10.2", "10.4")
def bring(play: HindenburgPlay, player: int, units: Sequence[int], hexes: Sequence[int]) -> None:
    """The divisions come onto the map; that is the action."""
    rules, s = play.rules, play.state
    commit(play, player)
    for hex_ in sorted(set(hexes), key=rules.grid.label):
        coming = [unit for unit, into in zip(units, hexes, strict=True) if into == hex_]
        what, number = rules.described(s, coming), len(coming)
        play.tell("brought", "10.4", only=player, what=what, hex=hex_)
        play.tell("brought unseen", "10.4", but=player, side=player, number=number, hex=hex_)
        relocate(play, coming, hex_)


@rule("10.2", "10.4", "10.6")
class Bringing(Choice, frozen=True):
    """A group is put together in the reserve: first a hex, then how many of which kind come there."""

    units: Units
    hexes: Hexes
    """The divisions of the group, and where each of them goes."""
    into: Hex
    """The hex that is being filled, or off."""
    asked_by = "10.4"
    verbs = ("to", "add", "done", "cancel")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        so_far = f" (so far {rules.described(s, self.units)})" if self.units else ""
        if self.into >= 0:
            return f"How many of which kind come to {rules.grid.label(self.into)}?{so_far}"
        return f"To which hex does the reserve go?{so_far}"

    def waiting(self, rules: Hindenburg, s: HindenburgState) -> list[int]:
        """The divisions of the reserve that are not in the group."""
        chosen = set(self.units)
        return [unit for unit in reserve(rules, s, self.player) if unit not in chosen]

    def most(self, rules: Hindenburg, s: HindenburgState, hex_: int) -> int:
        """How many more may go to a hex."""
        left = limit(rules, s, self.player, {*self.hexes, hex_}) - len(self.units)
        return min(left, room(rules, s, hex_) - self.hexes.count(hex_))

    def open(self, rules: Hindenburg, s: HindenburgState, waiting: Sequence[int]) -> HexSet:
        """The hexes to which somebody of those waiting may come."""
        found = supplied_for(rules, s, waiting) & usable(rules, s, self.player, self.hexes)
        found = with_room(rules, s, found, 1) if found else 0
        for hex_ in set(self.hexes):
            if self.hexes.count(hex_) >= room(rules, s, hex_):
                found &= ~(1 << hex_)
        return found

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """The hexes that are open, or the kinds and numbers for one of them."""
        actions: list[Action] = [("cancel",)]
        waiting = self.waiting(rules, s)
        if self.into >= 0:
            return actions + [
                ("add", kind, number)
                for kind, units in rules.by_kind(s, supplied_there(rules, s, waiting, self.into)).items()
                for number in range(1, min(len(units), self.most(rules, s, self.into)) + 1)
            ]
        if self.units:
            actions.append(("done",))
        return actions + [("to", hex_) for hex_ in bits(self.open(rules, s, waiting))]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """What is missing, or why divisions cannot come there."""
        verb = action[0]
        if verb == "done":
            return Refusal("10.4", "nobody is chosen to come onto the map" if not self.units else "first fill the hex")
        if verb == "to":
            return self._why_not_to(rules, s, action[1])
        if self.into < 0:
            return Refusal("10.4", "first choose a hex with `to`")
        more = take_kind(rules, s, self.waiting(rules, s), action[1], action[2])
        if more is None:
            return Refusal("10.4", f"in the reserve are {rules.described(s, self.waiting(rules, s))}")
        hexes = (*self.hexes, *[self.into] * len(more))
        refusal = why_not_bring(rules, s, self.player, (*self.units, *more), hexes)
        return refusal or Refusal("10.4", "it may be done")

    def _why_not_to(self, rules: Hindenburg, s: HindenburgState, hex_: int) -> Refusal:
        """Why nobody can come to a hex."""
        if self.into >= 0:
            return Refusal("10.4", f"say who goes to {rules.grid.label(self.into)}, or cancel")
        for unit in self.waiting(rules, s):
            refusal = why_not_bring(rules, s, self.player, (*self.units, unit), (*self.hexes, hex_))
            if refusal is not None:
                return refusal
        return Refusal("10.4", "nobody else is in the reserve")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Choose a hex, choose divisions, go, or go back."""
        verb = action[0]
        if verb == "to":
            play.become(Bringing(self.player, self.units, self.hexes, action[1]))
        elif verb == "add":
            more = supplied_there(play.rules, play.state, self.waiting(play.rules, play.state), self.into)
            units = take_kind(play.rules, play.state, more, action[1], action[2]) or []
            hexes = (*self.hexes, *[self.into] * len(units))
            play.become(Bringing(self.player, (*self.units, *units), hexes, OFF))
        elif verb == "done":
            bring(play, self.player, self.units, self.hexes)
        elif self.into >= 0:
            play.become(Bringing(self.player, self.units, self.hexes, OFF))
        else:
            play.pop()


# -- into the reserve


@rule("10.3", "10.5", "7.6", "14.1", "14.2")
def able_to_leave(rules: Hindenburg, s: HindenburgState, hex_: int) -> list[int]:
    """The divisions of a hex that may go into the reserve: in supply, neither Portuguese nor Belgian."""
    return [unit for unit in able(rules, s, hex_) if rules.nation_of[unit] not in (BE, PO)]


@rule("10.3", "10.5", "10.6", "7.6")
def why_not_send(rules: Hindenburg, s: HindenburgState, side: int, units: Sequence[int]) -> Refusal | None:
    """Why divisions on the map cannot go into the reserve."""
    for unit in units:
        if rules.nation_of[unit] in (BE, PO):
            return Refusal("10.3", "Portuguese and Belgian divisions never go into the reserve")
        if unit not in able(rules, s, s.at[unit]):
            return Refusal("7.6", f"{rules.grid.label(s.at[unit])} is out of supply for {rules.kind(s, unit)}")
    return why_over(rules, s, side, [s.at[unit] for unit in units], "10.5")


@rule("5.3(1)", "10.2", "10.5")
def send(play: HindenburgPlay, player: int, units: Sequence[int]) -> None:
    """The divisions leave the map; that is the action."""
    rules, s = play.rules, play.state
    commit(play, player)
    for hex_ in sorted({s.at[unit] for unit in units}, key=rules.grid.label):
        going = [unit for unit in units if s.at[unit] == hex_]
        what, number = rules.described(s, going), len(going)
        play.tell("sent", "10.5", only=player, what=what, hex=hex_)
        play.tell("sent unseen", "10.5", but=player, side=player, number=number, hex=hex_)
        relocate(play, going, RESERVE)


@rule("10.2", "10.5", "10.6")
class Sending(Choice, frozen=True):
    """A group is put together on the map: first a hex, then how many of which kind leave it."""

    units: Units
    out_of: Hex
    asked_by = "10.5"
    verbs = ("from", "add", "done", "cancel")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        so_far = f" (so far {rules.described(s, self.units)})" if self.units else ""
        if self.out_of >= 0:
            return f"How many of which kind leave {rules.grid.label(self.out_of)}?{so_far}"
        return f"From which hex do divisions go into the reserve?{so_far}"

    def staying(self, rules: Hindenburg, s: HindenburgState, hex_: int) -> list[int]:
        """The divisions of a hex that may leave and are not in the group."""
        return [unit for unit in able_to_leave(rules, s, hex_) if unit not in self.units]

    def most(self, rules: Hindenburg, s: HindenburgState, hex_: int) -> int:
        """How many more may leave a hex."""
        return limit(rules, s, self.player, {*[s.at[unit] for unit in self.units], hex_}) - len(self.units)

    def open(self, rules: Hindenburg, s: HindenburgState) -> Iterator[int]:
        """The hexes that somebody else may leave."""
        hexes = usable(rules, s, self.player, [s.at[unit] for unit in self.units])
        for hex_ in bits(hexes & rules.field(s).occupied[self.player]):
            if self.staying(rules, s, hex_):
                yield hex_

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """The hexes that are open, or the kinds and numbers of one of them."""
        actions: list[Action] = [("cancel",)]
        if self.out_of >= 0:
            return actions + [
                ("add", kind, number)
                for kind, units in rules.by_kind(s, self.staying(rules, s, self.out_of)).items()
                for number in range(1, min(len(units), self.most(rules, s, self.out_of)) + 1)
            ]
        if self.units:
            actions.append(("done",))
        return actions + [("from", hex_) for hex_ in self.open(rules, s)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """What is missing, or why divisions cannot leave."""
        verb = action[0]
        if verb == "done":
            return Refusal("10.5", "nobody is chosen to leave the map" if not self.units else "first say who leaves")
        if verb == "from":
            return self._why_not_from(rules, s, action[1])
        if self.out_of < 0:
            return Refusal("10.5", "first choose a hex with `from`")
        stack = [unit for unit in rules.stack(s, self.out_of) if unit not in self.units]
        more = take_kind(rules, s, stack, action[1], action[2])
        if more is None:
            return Refusal("10.5", f"in {rules.grid.label(self.out_of)} are {rules.described(s, stack)}")
        return why_not_send(rules, s, self.player, (*self.units, *more)) or Refusal("10.5", "it may be done")

    def _why_not_from(self, rules: Hindenburg, s: HindenburgState, hex_: int) -> Refusal:
        """Why nobody can leave a hex."""
        if self.out_of >= 0:
            return Refusal("10.5", f"say who leaves {rules.grid.label(self.out_of)}, or cancel")
        if hex_ < 0 or not rules.field(s).occupied[self.player] >> hex_ & 1:
            return Refusal("10.5", f"none of your divisions is in {rules.names.place(hex_)}")
        for unit in rules.stack(s, hex_):
            refusal = why_not_send(rules, s, self.player, (*self.units, unit))
            if unit not in self.units and refusal is not None:
                return refusal
        return Refusal("10.5", f"all divisions in {rules.grid.label(hex_)} are in the group already")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Choose a hex, choose divisions, go, or go back."""
        verb = action[0]
        if verb == "from":
            play.become(Sending(self.player, self.units, action[1]))
        elif verb == "add":
            staying = self.staying(play.rules, play.state, self.out_of)
            units = take_kind(play.rules, play.state, staying, action[1], action[2]) or []
            play.become(Sending(self.player, (*self.units, *units), OFF))
        elif verb == "done":
            send(play, self.player, self.units)
        elif self.out_of >= 0:
            play.become(Sending(self.player, self.units, OFF))
        else:
            play.pop()


# -- whole in one line


def group_to(
    rules: Hindenburg, s: HindenburgState, player: int, hex_: int, words: Sequence[str]
) -> tuple[Sequence[int], Refusal | None]:
    """The group that `bring HEX with ...` names, the first named on top, and why it cannot come."""
    waiting = reserve(rules, s, player)
    units = take_words(rules, s, waiting, words)
    if not units:
        return (), Refusal("10.4", f"in the reserve are {rules.described(s, waiting)}")
    return units, why_not_bring(rules, s, player, units, [hex_] * len(units))


def group_from(
    rules: Hindenburg, s: HindenburgState, player: int, hex_: int, words: Sequence[str]
) -> tuple[Sequence[int], Refusal | None]:
    """The group that `send HEX with ...` names, and why it cannot go."""
    if hex_ < 0 or not rules.field(s).occupied[player] >> hex_ & 1:
        return (), Refusal("10.5", f"none of your divisions is in {rules.names.place(hex_)}")
    stack = rules.stack(s, hex_)
    units = take_words(rules, s, stack, words)
    if units is None:
        return (), Refusal("10.5", f"in {rules.grid.label(hex_)} are {rules.described(s, stack)}")
    return units, why_not_send(rules, s, player, units)
