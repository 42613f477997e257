"""Chapter 10: strategic movement out of the reserve and into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Number, Units, Word
from westfront.games.hindenburg.actions import Choice, commit
from westfront.games.hindenburg.attack_supply import working_markers
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.stacking import (
    nations_in_reserve,
    relocate,
    reserve,
    room,
    take_kind,
    take_kinds,
    with_room,
)
from westfront.games.hindenburg.state import BE, GERMAN, OFF, PO, RESERVE, HindenburgState
from westfront.games.hindenburg.supply import Lines
from westfront.hexgrid import HexSet, bits, has

GROUP, CITY_GROUP = 5, 10
"""So many divisions make a strategic move, or by one city."""


@rule("10.6", "8.3(1)")
def cities(rules: HindenburgData, s: HindenburgState, side: int) -> HexSet:
    """The cities that a side controls, on either side of the front line; attack supply makes one for the Germans."""
    found = rules.board.city & rules.controlled(s, side)
    return found | working_markers(rules, s) if side == GERMAN else found


@rule("10.4", "10.5", "10.6")
def limit(rules: HindenburgData, s: HindenburgState, side: int, hexes: Sequence[int]) -> int:
    """How many divisions a group may have that uses these hexes: ten by one city, else five on the own side."""
    used = rules.grid.set_of(hexes)
    if used.bit_count() == 1 and used & cities(rules, s, side):
        return CITY_GROUP
    return 0 if used & ~rules.board.home[side] else GROUP


@rule("10.2")
class StrategicMove(Choice, frozen=True):
    """A group is put together: first a hex, then how many of which kind go there or leave it, and so on."""

    units: Units = ()
    hexes: Hexes = ()
    """The divisions of the group, and the hex that each of them uses."""
    hex: Hex = OFF
    """The hex that is chosen now, or off."""
    verb: ClassVar[str]
    """The word with which a hex is chosen."""
    doing: ClassVar[str]
    """What divisions do with it, in the question."""
    told: ClassVar[str]

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """Divisions of the side, each once, each with a hex."""
        own = len(set(self.units)) == len(self.units) and set(self.units) <= set(rules.own[self.player])
        return own and len(self.units) == len(self.hexes) and all(hex_ >= 0 for hex_ in self.hexes)

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        so_far = f" (so far {rules.described(s, self.units)})" if self.units else ""
        if self.hex >= 0:
            return f"How many of which kind {self.doing} {rules.grid.label(self.hex)}?{so_far}"
        return f"{self.question}{so_far}"

    def pool(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
        """The divisions that could be chosen for a hex, if the rules let them."""
        raise NotImplementedError

    def able(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
        """Those of them that the rules let."""
        raise NotImplementedError

    def open(self, rules: HindenburgData, s: HindenburgState) -> HexSet:
        """The hexes that somebody else may use."""
        raise NotImplementedError

    def anybody(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """Whether anybody may use some hex, when the group is still empty."""
        raise NotImplementedError

    def why_not(
        self, rules: HindenburgData, s: HindenburgState, units: Sequence[int], hexes: Sequence[int]
    ) -> Refusal | None:
        """Why a group cannot use these hexes, one for each division."""
        number, most = len(hexes), limit(rules, s, self.player, hexes)
        if most == 0:
            beyond = rules.names.hexes_in_order(rules.grid.set_of(hexes) & ~rules.board.home[self.player])[0]
            only = "only a city of yours there may be used, and it alone"
            return Refusal("10.6", f"{rules.grid.label(beyond)} is beyond the front line: {only}")
        case = "10.6" if most == CITY_GROUP else self.asked_by
        return Refusal(case, f"only {most} divisions may go, not {number}") if number > most else None

    def most(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> int:
        """How many more may use a hex."""
        return limit(rules, s, self.player, (*self.hexes, hex_)) - len(self.units)

    def usable(self, rules: HindenburgData, s: HindenburgState) -> HexSet:
        """The hexes that one more division may use: those for which there is no limit yet."""
        used, number, home = rules.grid.set_of(self.hexes), len(self.units), rules.board.home[self.player]
        found = home if number < GROUP and not used & ~home else 0
        if not used:
            found |= cities(rules, s, self.player)
        elif used.bit_count() == 1 and number < CITY_GROUP:
            found |= used & cities(rules, s, self.player)
        return found

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """The hexes that are open, or the kinds and numbers for one of them."""
        actions: list[Action] = [("cancel",)]
        if self.hex >= 0:
            return actions + rules.counted(s, "add", self.able(rules, s, self.hex), self.most(rules, s, self.hex))
        if self.units:
            actions.append(("done",))
        return actions + [(self.verb, hex_) for hex_ in bits(self.open(rules, s))]

    def _why_chosen(self, rules: HindenburgData) -> Refusal | None:
        """A hex is chosen already, and waits for those who use it."""
        if self.hex < 0:
            return None
        return Refusal(self.asked_by, f"{rules.grid.label(self.hex)} is chosen: say who, or cancel")

    def _why_not_hex(self, rules: HindenburgData, s: HindenburgState, hex_: Hex) -> Refusal | None:
        """Somebody can use a hex, and none is chosen yet."""
        if self.hex >= 0 or has(self.open(rules, s), hex_):
            return self._why_chosen(rules)
        tries = (self.why_not(rules, s, (*self.units, u), (*self.hexes, hex_)) for u in self.pool(rules, s, hex_))
        return next(filter(None, tries), Refusal(self.asked_by, "there is nobody else to go"))

    def _choose_hex(self, play: HindenburgPlay, hex_: Hex) -> None:
        play.become(msgspec.structs.replace(self, hex=hex_))

    def why_add(self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number) -> Refusal | None:
        """So many of the kind are there, and may use the hex that is chosen."""
        if self.hex < 0:
            return Refusal(self.asked_by, f"first choose a hex with `{self.verb}`")
        pool = self.pool(rules, s, self.hex)
        more = take_kind(rules, s, pool, kind, number)
        if more is None:
            return Refusal(self.asked_by, f"you can choose from {rules.described(s, pool)}")
        return self.why_not(rules, s, (*self.units, *more), (*self.hexes, *[self.hex] * len(more)))

    def do_add(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        """They join the group; then another hex can be chosen."""
        more = take_kind(play.rules, play.state, self.pool(play.rules, play.state, self.hex), kind, number) or []
        play.become(self._with(more, self.hex))

    def _with(self, more: Sequence[int], hex_: int) -> StrategicMove:
        units, hexes = (*self.units, *more), (*self.hexes, *[hex_] * len(more))
        return msgspec.structs.replace(self, units=units, hexes=hexes, hex=OFF)

    def why_done(self, rules: HindenburgData, s: HindenburgState) -> Refusal | None:
        """Somebody is in the group, and no hex waits for others."""
        return self._why_chosen(rules) or (None if self.units else Refusal(self.asked_by, "nobody is chosen"))

    def do_done(self, play: HindenburgPlay) -> None:
        """The group goes; that is the action. The owner is told who it is, the enemy how many."""
        rules, s, player = play.rules, play.state, self.player
        commit(play, player)
        for hex_ in sorted(set(self.hexes), key=rules.grid.label):
            group = [unit for unit, at in zip(self.units, self.hexes, strict=True) if at == hex_]
            what, number = rules.described(s, group), len(group)
            play.tell(self.told, self.asked_by, only=player, what=what, hex=hex_)
            play.tell(f"{self.told} unseen", self.asked_by, but=player, side=player, number=number, hex=hex_)
            relocate(play, group, RESERVE if s.at[group[0]] >= 0 else hex_)

    def do_cancel(self, play: HindenburgPlay) -> None:
        """Choose another hex, or think again."""
        if self.hex >= 0:
            self._choose_hex(play, OFF)
        else:
            play.pop()

    # -- in one line

    def why_whole(self, rules: HindenburgData, s: HindenburgState, hex_: int, kinds: Sequence[str]) -> Refusal | None:
        """Somebody can go at all; or, if a hex and divisions are named, these can."""
        if not kinds:
            return None if self.anybody(rules, s) else Refusal(self.asked_by, "no division can do that now")
        pool = self.pool(rules, s, hex_)
        units = take_kinds(rules, s, pool, kinds)
        if not units:
            return Refusal(self.asked_by, f"you can choose from {rules.described(s, pool)}")
        return self.why_not(rules, s, units, [hex_] * len(units))

    def begin(self, play: HindenburgPlay, hex_: int, kinds: Sequence[str]) -> None:
        """Put the group together, or, if a hex and divisions are named, go at once."""
        if kinds:
            units = take_kinds(play.rules, play.state, self.pool(play.rules, play.state, hex_), kinds) or []
            self._with(units, hex_).do_done(play)
        else:
            play.push(self)


@rule("5.3(1)", "10.4")
class Bringing(StrategicMove, frozen=True):
    """Divisions come from the reserve onto the map."""

    asked_by = "10.4"
    question = "To which hex does the reserve go?"
    verb, doing, told = "to", "come to", "brought"
    why_to, do_to = StrategicMove._why_not_hex, StrategicMove._choose_hex

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and all(s.at[unit] == RESERVE for unit in self.units)

    def pool(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
        """The divisions of the reserve that are not in the group."""
        chosen = set(self.units)
        return [unit for unit in reserve(rules, s, self.player) if unit not in chosen]

    def able(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
        """Those that would be in supply in the hex."""
        return rules.supplied_in(s, self.pool(rules, s, hex_), hex_)

    def most(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> int:
        """As many as there is room for."""
        return min(super().most(rules, s, hex_), room(rules, s, hex_) - self.hexes.count(hex_))

    def open(self, rules: HindenburgData, s: HindenburgState) -> HexSet:
        """Where somebody in the reserve would be in supply, and there is room."""
        lines, found = rules.supply(s, self.player), 0
        for nation in nations_in_reserve(rules, s, self.player, self.units):
            found |= lines[nation]
        found = with_room(rules, s, found & self.usable(rules, s), 1)
        for hex_ in set(self.hexes):
            if self.hexes.count(hex_) >= room(rules, s, hex_):
                found &= ~(1 << hex_)
        return found

    def anybody(self, rules: HindenburgData, s: HindenburgState) -> bool:
        lines, hexes = rules.supply(s, self.player), with_room(rules, s, self.usable(rules, s), 1)
        return any(lines[nation] & hexes for nation in nations_in_reserve(rules, s, self.player, ()))

    @rule("7.6", "10.4")
    def why_not(
        self, rules: HindenburgData, s: HindenburgState, units: Sequence[int], hexes: Sequence[int]
    ) -> Refusal | None:
        """Each hex is theirs, has room, and is one in which they are in supply."""
        for hex_, number in Counter(hexes).items():
            name = rules.names.place(hex_)
            if not has(rules.controlled(s, self.player), hex_):
                return Refusal("10.4", f"{name} is not a hex that you control")
            if number > room(rules, s, hex_):
                return Refusal("6.2", f"{name} has room for {room(rules, s, hex_)} more divisions")
            coming = [unit for unit, into in zip(units, hexes, strict=True) if into == hex_]
            if len(rules.supplied_in(s, coming, hex_)) < number:
                return Refusal("7.6", f"not all of {rules.described(s, coming)} would be in supply in {name}")
        return super().why_not(rules, s, units, hexes)


@rule("5.3(1)", "10.5")
class Sending(StrategicMove, frozen=True):
    """Divisions go from the map into the reserve."""

    asked_by = "10.5"
    question = "From which hex do divisions go into the reserve?"
    verb, doing, told = "from", "leave", "sent"
    why_from, do_from = StrategicMove._why_not_hex, StrategicMove._choose_hex

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return super().holds(rules, s) and self.hexes == tuple(s.at[unit] for unit in self.units)

    def pool(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
        """The divisions of the hex that are not in the group."""
        own = rules.stack(s, hex_) if rules.stands_in(s, self.player, hex_) else ()
        return [unit for unit in own if unit not in self.units]

    def able(self, rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
        """Those who may go."""
        lines, nation_of = self.lines(rules, s), rules.nation_of
        return [unit for unit in self.pool(rules, s, hex_) if has(lines[nation_of[unit]], hex_)]

    @rule("10.3")
    def lines(self, rules: HindenburgData, s: HindenburgState) -> Lines:
        """Where divisions of each nation are in supply and may go: Portuguese and Belgians nowhere."""
        return {**rules.supply(s, self.player), BE: 0, PO: 0}

    def leaving(self, rules: HindenburgData, s: HindenburgState) -> Iterator[int]:
        """The hexes that somebody else can leave; mostly the first stack that is looked at has one."""
        stacks, lines, nation_of = rules.field(s).stacks, self.lines(rules, s), rules.nation_of
        hexes = self.usable(rules, s) & rules.field(s).occupied[self.player]
        while hexes:
            hex_ = hexes.bit_length() - 1
            for unit in stacks[hex_]:
                if lines[nation_of[unit]] >> hex_ & 1 and unit not in self.units:
                    yield hex_
                    break
            hexes ^= 1 << hex_

    def open(self, rules: HindenburgData, s: HindenburgState) -> HexSet:
        return rules.grid.set_of(self.leaving(rules, s))

    def anybody(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return any(True for _ in self.leaving(rules, s))

    @rule("10.3", "10.5")
    def why_not(
        self, rules: HindenburgData, s: HindenburgState, units: Sequence[int], hexes: Sequence[int]
    ) -> Refusal | None:
        """All are in supply, and neither Portuguese nor Belgian."""
        for unit in units:
            if rules.nation_of[unit] in (BE, PO):
                return Refusal("10.3", "Portuguese and Belgian divisions never go into the reserve")
            if not rules.is_supplied(s, unit):
                return Refusal("7.6", f"{rules.grid.label(s.at[unit])} is out of supply for {rules.kind(s, unit)}")
        return super().why_not(rules, s, units, hexes)
