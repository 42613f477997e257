"""Combat: attacks are chosen, built, supported and resolved one by one."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Hex, Hexes, Number, Side, Unit
from westfront.engine.view import Hint
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay, MeuseRoll, MeuseStep
from westfront.games.meuse.odds import TITLES, Battle, Odds, odds
from westfront.games.meuse.results import AfterCombat, apply_result, result_in_words
from westfront.games.meuse.state import ALLIED, DECLARED, FIRING, GERMAN, HAND, SPENT, UNUSED, USED, MeuseState
from westfront.games.meuse.support import markers, why_no_support
from westfront.hexgrid import HexSet, bits

# -- who may attack whom


@rule("7.1", "7.2", "13.2")
def fresh_hexes(rules: MeuseData, s: MeuseState, side: int) -> HexSet:
    """Hexes of a side in which nobody has fought in this phase; stacked brigades attack all or none."""
    fought = rules.grid.set_of(s.at[u] for u in rules.units[side] if s.fought[u] and s.at[u] >= 0)
    return rules.field(s).occupied[side] & ~fought


@rule("7.1", "7.2")
def possible_attackers(rules: MeuseData, s: MeuseState, side: int, target: int) -> HexSet:
    """Hexes from which a target can be attacked."""
    return rules.grid.adjacent(1 << target) & fresh_hexes(rules, s, side)


@rule("7.1")
def possible_targets(rules: MeuseData, s: MeuseState, side: int) -> HexSet:
    """Enemy hexes not attacked yet, next to somebody who has not attacked."""
    return rules.grid.adjacent(fresh_hexes(rules, s, side)) & fresh_hexes(rules, s, 1 - side)


@rule("7.1", "7.2")
def why_no_target(rules: MeuseData, s: MeuseState, side: int, target: int) -> Refusal | None:
    """What keeps a hex from being attacked."""
    place = rules.names.place(target)
    if target < 0 or not rules.field(s).occupied[1 - side] >> target & 1:
        return Refusal("7.2", f"no enemy stands in {place}")
    if not fresh_hexes(rules, s, 1 - side) >> target & 1:
        return Refusal("7.1", f"the unit in {place} has been attacked in this phase")
    if not possible_attackers(rules, s, side, target):
        return Refusal("7.1", f"no unit of yours next to {place} can still attack")
    return None


@rule("7.1", "7.2")
def why_not_join(rules: MeuseData, s: MeuseState, side: int, hex_: int, battle: tuple[int, Hexes]) -> Refusal | None:
    """What keeps the unit of a hex from joining an attack, given as its target and attackers."""
    target, attackers = battle
    place = rules.names.place(hex_)
    if hex_ < 0 or not rules.field(s).occupied[side] >> hex_ & 1:
        return Refusal("7.1", f"no unit of yours stands in {place}")
    if rules.grid.direction(hex_, target) is None:
        return Refusal("7.2", f"{place} is not next to {rules.names.place(target)}")
    if hex_ in attackers:
        return Refusal("7.2", f"{place} is in this attack already")
    if not fresh_hexes(rules, s, side) >> hex_ & 1:
        return Refusal("7.1", f"the unit in {place} has attacked in this phase")
    return None


def can_attack(rules: MeuseData, s: MeuseState, side: int, target: int, attackers: tuple[int, ...]) -> bool:
    """Whether an attack as a position states it can be under way."""
    if why_no_target(rules, s, side, target) is not None:
        return False
    parts = [(hex_, (target, attackers[:i])) for i, hex_ in enumerate(attackers)]
    return all(why_not_join(rules, s, side, hex_, battle) is None for hex_, battle in parts)


# -- choosing and building an attack


@rule("4.1", "7.0", "7.1")
class CombatPhase(MeuseStep, frozen=True):
    """Nobody has fought yet; the side attacks as often as it likes."""

    player: Side

    def run(self, play: MeusePlay) -> None:
        """Ask for attacks if any is possible."""
        s = play.state
        s.fought[:] = bytes(len(s.fought))
        if possible_targets(play.rules, s, self.player):
            play.tell("combat", "4.1", side=self.player)
            play.push(Combat(self.player))


@rule("7.0", "7.1", "7.2")
class Combat(MeuseAsk, frozen=True):
    """Which enemy hex is attacked next?"""

    asked_by = "7.1"
    question = "Attack an enemy hex, or end the combat phase."

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Every enemy hex that can be attacked, or none."""
        return [("done",), *(("attack", hex_) for hex_ in bits(possible_targets(rules, s, self.player)))]

    def why_attack(self, rules: MeuseData, s: MeuseState, target: Hex, attackers: Hexes = ()) -> Refusal | None:
        """The target, and if they are named at once its attackers."""
        refusal = why_no_target(rules, s, self.player, target)
        for i, hex_ in enumerate(attackers):
            refusal = refusal or why_not_join(rules, s, self.player, hex_, (target, attackers[:i]))
        return refusal

    def do_attack(self, play: MeusePlay, target: Hex, attackers: Hexes = ()) -> None:
        """The attack takes shape."""
        play.push(Assault(self.player, target, attackers))

    def do_done(self, play: MeusePlay) -> None:
        play.pop()


@rule("7.2", "18.1")
class Assault(MeuseAsk, frozen=True):
    """The attack on one hex takes shape until it is confirmed or dropped."""

    target: Hex
    attackers: Hexes
    asked_by = "7.2"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """Target and attackers could be named now."""
        return can_attack(rules, s, self.player, self.target, self.attackers)

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        chosen = rules.names.write("hex*", self.attackers) or "nobody yet"
        return f"Who attacks {rules.grid.label(self.target)}? ({chosen})"

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Add, drop, confirm once somebody attacks, or cancel."""
        free = possible_attackers(rules, s, self.player, self.target) & ~rules.grid.set_of(self.attackers)
        actions: list[Action] = [("cancel",), *(("drop", hex_) for hex_ in self.attackers)]
        actions += [("add", hex_) for hex_ in bits(free)]
        return [*actions, ("confirm",)] if self.attackers else actions

    def hints(self, rules: MeuseData, s: MeuseState) -> dict[Action, Hint]:
        """What the attack would be with one more attacker."""
        battle, found = Battle(rules, s, self.player, self.target, self.attackers), {}
        for action in self.offer(rules, s):
            if action[0] == "add":
                fight = odds(battle._replace(attackers=(*self.attackers, action[1])))
                words = f"{fight.differential:+d} on the {TITLES[fight.line]} line, column {fight.column + 1}"
                found[action] = Hint(note=words)
        return found

    def why_add(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        """Next to the target, and not in another attack."""
        return why_not_join(rules, s, self.player, hex_, (self.target, self.attackers))

    def do_add(self, play: MeusePlay, hex_: Hex) -> None:
        play.become(Assault(self.player, self.target, (*self.attackers, hex_)))

    def why_drop(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        """Only who is in it."""
        if hex_ not in self.attackers:
            return Refusal("7.2", f"{rules.names.place(hex_)} is not in this attack")
        return None

    def do_drop(self, play: MeusePlay, hex_: Hex) -> None:
        play.become(Assault(self.player, self.target, tuple(h for h in self.attackers if h != hex_)))

    def why_confirm(self, rules: MeuseData, s: MeuseState) -> Refusal | None:
        """Somebody must attack."""
        return None if self.attackers else Refusal("7.2", "an attack needs an attacker")

    def do_confirm(self, play: MeusePlay) -> None:
        """Support fire of the attacker is next, if he has any."""
        play.tell("attack", "7.2", side=self.player, hex=self.target, hexes=self.attackers)
        battle = Battle(play.rules, play.state, self.player, self.target, self.attackers)
        if why_no_support(battle, self.player) is None:
            play.become(SupportFire(self.player, self.player, self.target, self.attackers, 0))
        else:
            commit(play, self.player, self.target, self.attackers)

    def do_cancel(self, play: MeusePlay) -> None:
        """Its units may attack elsewhere."""
        play.pop()


# -- support fire and the Lost Battalion


@rule("7.2", "18.1")
def commit(play: MeusePlay, side: int, target: int, attackers: tuple[int, ...]) -> None:
    """The attacker has done his part: the attack is fought now. The defender answers, then the die is thrown."""
    play.become(AttackRoll(side, target, attackers))
    play.push(Interruption(side, target, attackers))
    if why_no_support(Battle(play.rules, play.state, side, target, attackers), 1 - side) is None:
        play.push(SupportFire(1 - side, side, target, attackers, 0))


@rule("8.0", "8.3", "8.6", "7.2", "17.2", "18.1")
class SupportFire(MeuseAsk, frozen=True):
    """The attacker supports his attack, or drops it before the first marker; then the defender answers.

    After the Lost Battalion is declared both may add markers once more, `late`, and nothing is dropped any more.
    """

    attacker: Side
    target: Hex
    attackers: Hexes
    late: Number
    asked_by = "8.3"

    def battle(self, rules: MeuseData, s: MeuseState) -> Battle:
        """The attack that is supported, or answered."""
        return Battle(rules, s, self.attacker, self.target, self.attackers)

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """The attack is possible, and while this is asked so is support."""
        is_attack = bool(self.attackers) and can_attack(rules, s, self.attacker, self.target, self.attackers)
        return is_attack and (s.frames[-1] is not self or self.why_none(rules, s) is None)

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        so_far = in_words(odds(self.battle(rules, s)))
        return f"Support fire at {rules.grid.label(self.target)} ({so_far})?"

    def why_none(self, rules: MeuseData, s: MeuseState) -> Refusal | None:
        """What keeps this side from one more marker."""
        return why_no_support(self.battle(rules, s), self.player)

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """One marker of each strength in hand, no more, or the attack dropped."""
        by_strength = {rules.strength[u]: u for u in reversed(markers(rules, s, self.player, HAND))}
        actions: list[Action] = [("done",), *(("support", unit) for unit in by_strength.values())]
        return [*actions, ("cancel",)] if self.why_cancel(rules, s) is None else actions

    def hints(self, rules: MeuseData, s: MeuseState) -> dict[Action, Hint]:
        """The column with one more marker."""
        fight, sign, found = odds(self.battle(rules, s)), 1 if self.player == self.attacker else -1, {}
        for action in self.offer(rules, s):
            if action[0] == "support":
                change = sign * rules.strength[action[1]]
                column = rules.crt.column(fight.differential + change, fight.line)
                found[action] = Hint(note=f"{change:+d} column {column + 1} instead of {fight.column + 1}")
        return found

    def why_support(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """A marker in hand, within the limit."""
        if refusal := self.why_none(rules, s):
            return refusal
        if unit == NOBODY or unit not in markers(rules, s, self.player, HAND):
            return Refusal("8.1", f"{rules.names.write('unit', unit)} is not a support marker in your hand")
        return None

    def do_support(self, play: MeusePlay, unit: Unit) -> None:
        """It fires in this combat."""
        play.state.at[unit] = FIRING
        play.tell("support", "8.3", side=self.player, strength=play.rules.strength[unit], hex=self.target)
        if self.why_none(play.rules, play.state) is not None:
            self.do_done(play)

    def do_done(self, play: MeusePlay) -> None:
        """No more markers; with the attacker done the attack is fought."""
        if self.player == self.attacker and not self.late:
            commit(play, self.attacker, self.target, self.attackers)
        else:
            play.pop()

    def why_cancel(self, rules: MeuseData, s: MeuseState) -> Refusal | None:
        """Only the attacker, before his first marker, and never under the Lost Battalion."""
        if self.late:
            return Refusal("18.1", "the attack cannot be called off once the Lost Battalion is declared")
        if self.player != self.attacker or markers(rules, s, self.player, FIRING):
            return Refusal(
                "7.2", "only the attacker may call off an attack, and not once support has been assigned to it"
            )
        return None

    def do_cancel(self, play: MeusePlay) -> None:
        """Its units may attack elsewhere."""
        play.pop()
        play.tell("dropped", "7.2", side=self.player, hex=self.target)


class Interruption(MeuseStep, frozen=True):
    """After support was allotted and before the die the German may declare the Lost Battalion."""

    player: Side
    target: Hex
    attackers: Hexes

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        return bool(self.attackers) and can_attack(rules, s, self.player, self.target, self.attackers)

    def run(self, play: MeusePlay) -> None:
        """Ask him if this attack qualifies."""
        if is_lost_battalion(play.rules, play.state, self.player, self.target):
            play.push(LostBattalion(GERMAN, self.target, self.attackers))


@rule("18.1")
def is_lost_battalion(rules: MeuseData, s: MeuseState, side: int, target: int) -> bool:
    """An Allied attack on a woods hex, and the rule not used yet in this game."""
    return side == ALLIED and s.lost_battalion == UNUSED and bool(rules.board.ground["woods"] >> target & 1)


@rule("18.1")
class LostBattalion(MeuseAsk, frozen=True):
    """Once a game: the attack is resolved on the worst line for the attacker."""

    target: Hex
    attackers: Hexes
    asked_by = "18.1"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """The attack is possible and qualifies."""
        is_attack = bool(self.attackers) and can_attack(rules, s, ALLIED, self.target, self.attackers)
        return is_attack and self.player == GERMAN and is_lost_battalion(rules, s, ALLIED, self.target)

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        so_far = in_words(odds(Battle(rules, s, ALLIED, self.target, self.attackers)))
        return f"Declare the Lost Battalion for the attack on {rules.grid.label(self.target)} ({so_far})? Once a game."

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        return [("declare",), ("pass",)]

    def do_declare(self, play: MeusePlay) -> None:
        """Both sides may still add support."""
        rules, s = play.rules, play.state
        s.lost_battalion = DECLARED
        play.pop()
        play.tell("lost battalion", "18.1", hex=self.target)
        battle = Battle(rules, s, ALLIED, self.target, self.attackers)
        for side in (GERMAN, ALLIED):
            if why_no_support(battle, side) is None:
                play.push(SupportFire(side, ALLIED, self.target, self.attackers, 1))

    def do_pass(self, play: MeusePlay) -> None:
        play.pop()


# -- the die


@rule("7.6", "7.3")
class AttackRoll(MeuseRoll, frozen=True):
    """The attacker throws the die."""

    target: Hex
    attackers: Hexes
    asked_by = "7.6"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        return bool(self.attackers) and can_attack(rules, s, self.player, self.target, self.attackers)

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        battle = Battle(rules, s, self.player, self.target, self.attackers)
        return f"Throw the die for the attack on {rules.grid.label(self.target)}: {in_words(odds(battle))}."

    def do_roll(self, play: MeusePlay) -> None:
        """Differential, line, column, die, result."""
        rules, s = play.rules, play.state
        fight = odds(Battle(rules, s, self.player, self.target, self.attackers))
        (die,) = play.roll(f"combat/{rules.grid.label(self.target)}", by=self.player)
        code = rules.crt.result(die, fight.column)
        play.tell("odds", "7.3", "7.4", hex=self.target, odds=in_words(fight), die=die)
        play.tell("result", "7.6", hex=self.target, code=code, words=result_in_words(rules, code))
        close_battle(rules, s, self.target, self.attackers)
        play.become(AfterCombat(self.player, self.target, self.attackers))
        apply_result(play, self.player, self.target, self.attackers, code)


@rule("7.1", "8.1", "18.1")
def close_battle(rules: MeuseData, s: MeuseState, target: int, attackers: tuple[int, ...]) -> None:
    """Who took part has fought; markers that fired, and the Lost Battalion if it was declared, are used."""
    for hex_ in (target, *attackers):
        for unit in rules.field(s).stacks[hex_]:
            s.fought[unit] = 1
    for unit in (*rules.support[ALLIED], *rules.support[GERMAN]):
        if s.at[unit] == FIRING:
            s.at[unit] = USED
    if s.lost_battalion == DECLARED:
        s.lost_battalion = SPENT


def in_words(fight: Odds) -> str:
    """The strengths, differential, line and column of an attack."""
    ours = f"{fight.attack} and {fight.attack_support} support" if fight.attack_support else f"{fight.attack}"
    theirs = f"{fight.defence} and {fight.defence_support} support" if fight.defence_support else f"{fight.defence}"
    return f"{ours} less {theirs} is {fight.differential:+d}, {TITLES[fight.line]} line, column {fight.column + 1}"
