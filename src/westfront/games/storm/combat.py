"""Chapters 13.1 to 13.9: the combat phases, and attacks that take shape."""

from __future__ import annotations

from typing import Any

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Side, Unit, Units
from westfront.games.storm.battle import defenders_in, why_no_guns, why_no_tanks
from westfront.games.storm.data import StormAsk, StormData, StormPlay, StormStep
from westfront.games.storm.fight import BattleEnds, Committed, facts
from westfront.games.storm.stacking import show
from westfront.games.storm.state import ALLIED, ATTACKED, DEFENDED, StormState
from westfront.hexgrid import HexSet, bits

# -- who may attack, and whom


@rule("13.5", "14.3", "S3.19")
def may_attack(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a unit has an attack factor and has not attacked in this phase; AGB and anti-tank units never attack."""
    if s.at[unit] < 0 or s.fought[unit] & ATTACKED or unit == rules.agb:
        return False
    return rules.attack_of(s, unit) > 0


@rule("13.1", "13.4", "13.4-ex", "13.30-ex")
def targets(rules: StormData, s: StormState, side: int) -> HexSet:
    """Enemy hexes with somebody to attack, next to a unit that can; nobody attacks over the sea."""
    at, fought, field, sea = s.at, s.fought, rules.field(s), rules.board.all_sea
    own, enemies = field.occupied[side], field.occupied[1 - side]
    near = rules.grid.adjacent_across(enemies, sea) & own
    doubtful = near & rules.grid.set_of([at[u] for u in field.on_map[side] if fought[u] or rules.is_feeble[u]])
    idle = [h for h in bits(doubtful) if not any(leads_attack(rules, s, u) for u in field.stacks[h])]
    found = rules.grid.adjacent_across(near & ~rules.grid.set_of(idle), sea) & enemies
    attacked = found & rules.grid.set_of([at[u] for u in field.on_map[1 - side] if fought[u]])
    return found & ~rules.grid.set_of([h for h in bits(attacked) if not defenders_in(rules, s, h)])


@rule("14.1")
def leads_attack(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a unit can attack without others: tanks cannot."""
    return not rules.is_tank[unit] and may_attack(rules, s, unit)


@rule("13.1", "13.2", "13.6", "5.2(II.E)", "5.2(II.G)", "5.2(III.E)", "5.2(III.G)")
@rule("XTS I.E", "XTS I.G", "XTS II.E", "XTS II.G")
class Combat(StormAsk, frozen=True):
    """A combat phase: battles in any order and number, each fought out before the next; all of it is voluntary."""

    second: Number
    asked_by = "13.1"

    def prompt(self, rules: StormData, s: StormState) -> str:
        return f"{'Second' if self.second else 'First'} Combat Phase: which hex do you attack?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex that can be attacked, or the end of the phase."""
        return [("done",), *[("attack", hex_) for hex_ in bits(targets(rules, s, self.player))]]

    def why_attack(self, rules: StormData, s: StormState, hex_: Hex, units: Units = ()) -> Refusal | None:
        """There must be somebody to attack and somebody who can; units named at once must be able to join."""
        if not rules.stands_in(s, 1 - self.player, hex_):
            return Refusal("13.1", f"no enemy unit stands in {rules.names.place(hex_)}")
        if not defenders_in(rules, s, hex_):
            return Refusal("13.5", f"the units in {rules.names.place(hex_)} have been attacked in this phase")
        if not targets(rules, s, self.player) >> hex_ & 1:
            return Refusal("13.4", f"no unit of yours next to {rules.names.place(hex_)} can attack it")
        if len(set(units)) != len(units):
            return Refusal("13.5", "a unit attacks only once")
        assault = Assault(self.player, self.second, hex_, ())
        return next((why for unit in units if (why := assault.why_add(rules, s, unit))), None)

    def do_attack(self, play: StormPlay, hex_: Hex, units: Units = ()) -> None:
        """The attack takes shape."""
        play.push(Assault(self.player, self.second, hex_, tuple(sorted(units))))

    def do_done(self, play: StormPlay) -> None:
        play.pop()


@rule("5.2(II.E)", "5.2(III.E)", "13.5", "13.9", "14.3")
class CombatBegins(StormStep, frozen=True):
    """A combat phase begins: nobody has attacked in it, or been attacked."""

    player: Side
    second: Number

    def run(self, play: StormPlay) -> None:
        """Forget the phase before."""
        s = play.state
        s.fought[:] = bytes(len(s.fought))
        s.mixed = s.guns_fired = 0
        play.tell("phase", "13.2", side=self.player, phase=("First" if not self.second else "Second") + " Combat Phase")
        play.push(Combat(self.player, self.second))


# -- an attack takes shape


@rule("13.4", "13.7", "13.8", "13.9", "13.9-ex")
class Assault(StormAsk, frozen=True):
    """Attackers join and leave until the attack is declared; up to then it may be called off."""

    second: Number
    target: Hex
    attackers: Units
    guns: Number = 0
    asked_by = "13.4"

    def prompt(self, rules: StormData, s: StormState) -> str:
        chosen = rules.names.write("unit*", self.attackers) or "nobody yet"
        guns = ", AGB supports" if self.guns else ""
        return f"Who attacks {rules.grid.label(self.target)}? ({chosen}{guns})"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Units to add or drop, AGB, the declaration once it is complete, or calling it off."""
        field = rules.field(s)
        near = rules.board.near(self.target) & field.occupied[self.player]
        actions: list[Action] = [("cancel",), *[("drop", unit) for unit in self.attackers]]
        beside = sorted(unit for hex_ in bits(near) for unit in field.stacks[hex_])
        actions += [("add", unit) for unit in beside if not self.why_add(rules, s, unit)]
        for verb, why in (
            ("confirm", self.why_confirm),
            ("support", self.why_support),
            ("withhold", self.why_withhold),
        ):
            if not why(rules, s):
                actions.append((verb,))
        return actions

    @rule("13.4", "13.5", "13.18", "13.22", "14.1")
    def why_add(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It stands next to the target, can attack and has not; tanks need ground for tanks."""
        refusal = rules.why_not_yours(s, self.player, unit)
        if refusal:
            return refusal
        name = rules.names.units[unit]
        if unit in self.attackers:
            return Refusal("13.5", f"{name} is in this attack already")
        if s.fought[unit] & ATTACKED:
            return Refusal("13.5", f"{name} has attacked in this phase")
        if not may_attack(rules, s, unit):
            return Refusal("14.3" if unit == rules.agb else "S3.19", f"{name} cannot attack")
        if not rules.board.near(self.target) >> s.at[unit] & 1:
            return Refusal("13.4", f"{name} is not next to {rules.grid.label(self.target)}")
        return why_no_tanks(rules, s, unit, self.target) if rules.is_tank[unit] else None

    def do_add(self, play: StormPlay, unit: Unit) -> None:
        self._go_on(play, attackers=tuple(sorted((*self.attackers, unit))))

    def why_drop(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It must be in the attack."""
        if unit in self.attackers:
            return None
        return Refusal("13.7", f"{rules.names.write('unit', unit)} is not in this attack")

    def do_drop(self, play: StormPlay, unit: Unit) -> None:
        self._go_on(play, attackers=tuple(other for other in self.attackers if other != unit))

    @rule("14.3", "14.2")
    def why_support(self, rules: StormData, s: StormState) -> Refusal | None:
        """AGB must be able to."""
        if self.player == ALLIED:
            return Refusal("14.3", "AGB supports only German attacks")
        if self.guns:
            return Refusal("14.3", "AGB supports this attack already")
        return why_no_guns(rules, s, self.target)

    def do_support(self, play: StormPlay) -> None:
        """AGB supports the attack."""
        self._go_on(play, guns=1)

    def why_withhold(self, rules: StormData, s: StormState) -> Refusal | None:
        """AGB must support the attack."""
        return None if self.guns else Refusal("14.3", "AGB does not support this attack")

    def do_withhold(self, play: StormPlay) -> None:
        """AGB holds its fire."""
        self._go_on(play, guns=0)

    def _go_on(self, play: StormPlay, **changes: Any) -> None:
        fields = {"attackers": self.attackers, "guns": self.guns, **changes}
        play.become(Assault(self.player, self.second, self.target, fields["attackers"], fields["guns"]))

    @rule("13.1", "14.1")
    def why_confirm(self, rules: StormData, s: StormState) -> Refusal | None:
        """Somebody attacks, and every tank beside infantry of its own nation from the same hex."""
        if not self.attackers:
            return Refusal("13.1", "an attack needs an attacker")
        for tank in (unit for unit in self.attackers if rules.is_tank[unit]):
            if not any(
                rules.is_infantry[unit] and rules.nation[unit] == rules.nation[tank] and s.at[unit] == s.at[tank]
                for unit in self.attackers
            ):
                sentence = f"{rules.names.units[tank]} attacks only with infantry of its nation from the same hex"
                return Refusal("14.1", sentence)
        return None

    def do_confirm(self, play: StormPlay) -> None:
        """The attack is declared."""
        declare(play, self)

    def do_cancel(self, play: StormPlay) -> None:
        """The attack is called off."""
        play.pop()

    def holds(self, rules: StormData, s: StormState) -> bool:
        """Enemies stand there, and who attacks can."""
        combat = Combat(self.player, self.second)
        return not combat.why_attack(rules, s, self.target, self.attackers)


@rule("13.8", "13.3", "13.5")
def declare(play: StormPlay, assault: Assault) -> None:
    """The attack is binding now: the whole target stack and all attackers are shown, and the odds are known."""
    rules, s, player = play.rules, play.state, assault.player
    defenders = defenders_in(rules, s, assault.target)
    stack = rules.stack(s, assault.target)
    for unit in assault.attackers:
        s.fought[unit] |= ATTACKED
    for unit in defenders:
        s.fought[unit] |= DEFENDED
    for unit in (*assault.attackers, *stack):
        s.seen[unit] = 1
    show(play, (*assault.attackers, *stack))
    if assault.guns:
        s.guns_fired = 1
    play.reveal()
    play.tell("attack", "13.4", side=player, target=assault.target, units=assault.attackers)
    play.tell("shown", "13.8", hex=assault.target, units=stack)
    first = Committed(assault.second, assault.target, assault.attackers, defenders, assault.guns)
    play.become(BattleEnds(**facts(first)))
    play.push(first)
