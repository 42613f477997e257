"""Chapters 13.1, 13.2 and 13.12: who may attack what, tank brigades, and the declaration."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Units, Word
from westfront.games.hindenburg.actions import Choice, commit
from westfront.games.hindenburg.attack_supply import working_markers
from westfront.games.hindenburg.battle import Battle
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.movement import able
from westfront.games.hindenburg.rounds import Fire, RoundEnd
from westfront.games.hindenburg.stacking import show
from westfront.games.hindenburg.state import AN, BE, BR, FR, GERMAN, NATIONS, PO, RESERVE, US, HindenburgState
from westfront.hexgrid import bits, has


@rule("13.1")
def targets(rules: HindenburgData, s: HindenburgState, player: int, hex_: int, units: Sequence[int]) -> list[int]:
    """The hexes that these divisions, in one hex, may attack."""
    enemies = rules.board.near(hex_) & rules.field(s).occupied[1 - player]
    if not enemies or _why_no_force(rules, s, player, hex_, units):
        return []
    return [target for target in bits(enemies) if not _belgians_bar(rules, hex_, target, units)]


@rule("13.1")
def why_not_attack(
    rules: HindenburgData, s: HindenburgState, player: int, hex_: int, target: int, units: Sequence[int]
) -> Refusal | None:
    """Enemies are in the hex next to these divisions, and the rules let all of them attack it."""
    place = rules.names.place(target)
    if not has(rules.board.near(hex_), target):
        return Refusal("13.1", f"{place} is not next to {rules.names.place(hex_)}")
    if not rules.stands_in(s, 1 - player, target):
        return Refusal("13.1", f"no enemy division is in {place}")
    if refusal := _why_no_force(rules, s, player, hex_, units):
        return refusal
    if _belgians_bar(rules, hex_, target, units):
        return Refusal("14.2", "Belgians attack only from and into hexes in or next to Belgium")
    return None


@rule("13.2", "7.7", "14.1", "6.4", "6.5", "14.3")
def _why_no_force(
    rules: HindenburgData, s: HindenburgState, player: int, hex_: int, units: Sequence[int]
) -> Refusal | None:
    """Why these divisions may not attack at all: nobody, Portuguese, out of supply, or nations that may not mix."""
    if not units and not able(rules, s, hex_):
        return Refusal("7.7", f"no division in {rules.names.place(hex_)} is in supply")
    if not units:
        return Refusal("13.2", "an attack needs a division")
    nations = {rules.nation_of[unit] for unit in units}
    if PO in nations:
        return Refusal("14.1", "Portuguese divisions never attack or join an attack")
    if not all(has(rules.supply(s, player)[nation], hex_) for nation in nations):
        return Refusal("7.7", "divisions out of supply may not attack")
    if player == GERMAN or has(rules.board.west, hex_) or len(nations) == 1 or nations in ({BR, AN}, {US, AN}):
        return None
    names = ", ".join(NATIONS[nation] for nation in sorted(nations))
    if {US, AN} <= nations:
        return Refusal("6.5", f"only US and AN make up the Australian-American Corps, not {names}")
    return Refusal("6.4", f"east of the front line only one nationality attacks at a time, not {names}")


@rule("14.2")
def _belgians_bar(rules: HindenburgData, hex_: int, target: int, units: Sequence[int]) -> bool:
    """Whether Belgians among the attackers keep them from attacking out of or into hexes away from Belgium."""
    area = rules.board.belgian_area
    outside = not (has(area, hex_) and has(area, target))
    return outside and any(rules.nation_of[unit] == BE for unit in units)


# -- tank brigades


@rule("13.12", "2.7")
def brigades(rules: HindenburgData, s: HindenburgState, nation: int) -> list[int]:
    """The tank brigades of a nation that are available: those in the reserve."""
    return [unit for unit in rules.tanks if rules.nation_of[unit] == nation and s.at[unit] == RESERVE]


@rule("13.12")
def why_no_tanks(rules: HindenburgData, hex_: int, target: int, nation: int) -> Refusal | None:
    """Why tanks may not support divisions of a nation in this attack."""
    if nation not in (BR, FR):
        return Refusal("13.12", f"only British and French divisions have tanks, not {NATIONS[nation]}")
    if has(rules.board.rough, target):
        return Refusal("13.12", f"tanks cannot attack into rough terrain, and {rules.names.place(target)} is rough")
    if rules.board.over_river(hex_, target):
        return Refusal("13.12", f"tanks cannot attack {rules.names.place(target)} across the river")
    return None


@rule("13.12")
class Tanks(Choice, frozen=True):
    """The attack is as good as declared: which British and French divisions have tanks?"""

    hex: Hex
    target: Hex
    units: Units
    supported: Units
    asked_by = "13.12"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """These divisions, each once, may attack, and those with tanks are among them."""
        once = len(set(self.units)) == len(self.units) and set(self.supported) <= set(self.units)
        here = once and self.hex >= 0 and set(self.units) <= set(rules.stack(s, self.hex))
        return here and why_not_attack(rules, s, self.player, self.hex, self.target, self.units) is None

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        with_tanks = rules.described(s, self.supported)
        return f"Attack on {rules.names.place(self.target)}: which divisions have tanks? ({with_tanks})"

    def battle(self, rules: HindenburgData, s: HindenburgState) -> Battle:
        """The battle that it will be."""
        return planned(rules, s, self.player, self.hex, self.target, self.units, self.supported)

    def most(self, rules: HindenburgData, s: HindenburgState, kind: str) -> int:
        """How many divisions of a kind may have tanks, those of other kinds having theirs."""
        group = rules.by_kind(s, self.units)[kind]
        nation = rules.nation_of[group[0]]
        if why_no_tanks(rules, self.hex, self.target, nation):
            return 0
        others = [u for u in self.supported if u not in group and rules.nation_of[u] == nation]
        return min(len(group), len(brigades(rules, s, nation)) - len(others))

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        """For each kind any other number than now; then the attack, or to think again."""
        now = {kind: len(group) for kind, group in rules.by_kind(s, self.supported).items()}
        actions: list[Action] = [("done",), ("cancel",)]
        for kind in rules.by_kind(s, self.units):
            most = self.most(rules, s, kind)
            actions += [("tanks", kind, n) for n in range(most + 1) if n != now.get(kind, 0)]
        return actions

    def why_tanks(self, rules: HindenburgData, s: HindenburgState, kind: Word, number: Number) -> Refusal | None:
        """The kind takes part, may have tanks, and so many brigades are left."""
        group = rules.by_kind(s, self.units).get(kind)
        if not group:
            return Refusal("13.12", f"no {kind} takes part in this attack")
        most = self.most(rules, s, kind)
        if refusal := why_no_tanks(rules, self.hex, self.target, rules.nation_of[group[0]]):
            return refusal
        return None if 0 <= number <= most else Refusal("13.12", f"0 to {most} of {kind} may have tanks")

    def do_tanks(self, play: HindenburgPlay, kind: Word, number: Number) -> None:
        group = play.rules.by_kind(play.state, self.units)[kind]
        others = [unit for unit in self.supported if unit not in group]
        play.become(msgspec.structs.replace(self, supported=(*others, *group[:number])))

    def do_done(self, play: HindenburgPlay) -> None:
        open_battle(play, self.battle(play.rules, play.state))

    def do_cancel(self, play: HindenburgPlay) -> None:
        play.pop()


# -- the declaration


def planned(
    rules: HindenburgData, s: HindenburgState, player: int, hex_: int, target: int, units: Units, supported: Units = ()
) -> Battle:
    """The battle that an attack would be, if it were declared now."""
    attack_supply = player == GERMAN and has(working_markers(rules, s), hex_)
    return Battle(player, hex_, target, units, supported, int(attack_supply), 1, ())


def declare(play: HindenburgPlay, player: int, hex_: int, target: int, units: Units) -> None:
    """An attack is chosen; if it can have tanks, that is asked first."""
    rules, s = play.rules, play.state
    nations = {rules.nation_of[unit] for unit in units}
    if any(not why_no_tanks(rules, hex_, target, nation) and brigades(rules, s, nation) for nation in nations):
        play.push(Tanks(player, hex_, target, units, ()))
    else:
        open_battle(play, planned(rules, s, player, hex_, target, units))


@rule("13.2", "6.6", "7.2")
def open_battle(play: HindenburgPlay, battle: Battle) -> None:
    """The attack is declared: both forces lie open, and supply is settled for the whole battle."""
    rules, s = play.rules, play.state
    player, hex_, target, units = battle.player, battle.origin, battle.target, battle.attackers
    commit(play, player)
    defenders = rules.stack(s, target)
    show(play, (*units, *defenders))
    play.reveal()  # that nobody was hidden is something that is seen, too
    for unit in defenders:
        s.isolated[unit] = not rules.is_supplied(s, unit)
    play.tell("attack", "13.1", side=player, units=rules.described(s, units), hex=hex_, target=target)
    if {rules.nation_of[unit] for unit in units} == {US, AN} and has(rules.board.east, hex_):
        play.tell("corps", "6.5", hex=hex_)
    play.tell("shown", "6.6", hex=target, units=rules.described(s, defenders))
    cut_off = [unit for unit in defenders if s.isolated[unit]]
    if cut_off:
        play.tell("cut off", "7.2", "7.7", hex=target, units=rules.described(s, cut_off))
    if battle.attack_supply:
        play.tell("attack supplied", "8.3", hex=hex_)
    if battle.supported:
        play.tell("tanks", "13.12", units=rules.described(s, battle.supported))
    play.push(battle, RoundEnd(), Fire())
