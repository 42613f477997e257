"""12.2.2 and 15.2.2, steps 2 to 5 of a battle: guns, counter-battery and bombardment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import Applied, Modifier, applied, modifiers_text, sum_of
from westfront.engine.names import Unit, Units
from westfront.games.marne.battle import Battle, battle_of, bruchmuller
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneRoll
from westfront.games.marne.losses import BY_DIAMOND, DirectLoss, convert_fire
from westfront.games.marne.state import (
    BOMBING,
    COUNTER_BATTERY,
    COUNTERS,
    FIRES,
    NO_PART,
    OBSERVATION,
    OFFENSIVE,
    MarneState,
)
from westfront.games.marne.story import FIRE, note
from westfront.hexgrid import has

OFFENSIVE_ATTACKS = 4
LAST_COLUMN = 6
DIAMOND = "d"


# -- which guns


@rule("15.2", "15.2.2", "12.2.2", "15.2.2/Exploitation", "3.0/Artillery support units")
def why_no_support(rules: MarneData, s: MarneState, side: int, gun: int) -> Refusal | None:
    """What keeps a gun out of the battle: range, a use it has had, or a second one in offensive mode."""
    if gun < 0 or rules.side_of[gun] != side or not rules.is_gun[gun] or s.at[gun] < 0:
        return Refusal("12.2.2", f"{rules.names.write('unit', gun)} is not one of your guns on the map")
    name = rules.names.units[gun]
    if s.role[gun]:
        return Refusal("12.2.2", f"{name} is named already")
    if rules.grid.distance(s.at[gun], s.target) > rules.range[gun]:
        return Refusal("15.2.2", f"{rules.names.place(s.target)} is beyond the range of {name}")
    offensive, attacking = s.mode[gun] == OFFENSIVE, side == s.mover
    if s.uses[gun] >= (OFFENSIVE_ATTACKS if offensive and attacking else 1):
        return Refusal("15.2.2", f"{name} has taken part in all the combats that it may in this phase")
    if offensive and any(s.mode[g] == OFFENSIVE and s.role[g] for g in rules.guns[side]):
        return Refusal("12.2.2", "only one army gun in offensive mode takes part in a combat")
    if s.exploiting and attacking and not rules.is_corps_gun[gun]:
        return Refusal("14.1", f"in exploitation the attacker's guns fire counter-battery only, which {name} cannot")
    return None


def usable_guns(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """The guns of a side that may take part in the battle."""
    return [gun for gun in rules.guns[side] if why_no_support(rules, s, side, gun) is None]


def guns_in(rules: MarneData, s: MarneState, side: int, role: int) -> list[int]:
    """The guns of a side with a part in the battle."""
    return [gun for gun in rules.guns[side] if s.role[gun] == role]


@rule("12.2.2", "12.2.2 ex1", "12.2.2 ex2")
def quota_kept(rules: MarneData, s: MarneState, without: int) -> bool:
    """Whether enough attacking guns still bombard if one does not: as many as the defender has in counter-battery,
    where an army gun counts for two."""
    firing = [gun for gun in guns_in(rules, s, s.mover, FIRES) if gun != without]
    return sum(_quota(rules, s, gun) for gun in firing) >= len(guns_in(rules, s, 1 - s.mover, COUNTERS))


def _quota(rules: MarneData, s: MarneState, gun: int) -> int:
    """What a bombarding gun counts towards the quota."""
    if s.mode[gun] == OFFENSIVE:
        return int(rules.options["quota"])
    return 2 if rules.is_army_gun[gun] else 1


class GunsAsk(MarneAsk, frozen=True):
    """What the questions about guns have in common."""

    in_battle = True
    asked_by = "12.2.2"

    def why_support(self, rules: MarneData, s: MarneState, guns: Units) -> Refusal | None:
        if not guns or len(set(guns)) != len(guns):
            return Refusal("12.2.2", "each gun is named once")
        modes = [s.mode[gun] for gun in guns if gun >= 0]
        for gun in guns:
            refusal = why_no_support(rules, s, self.player, gun)
            if refusal:
                return refusal
        if modes.count(OFFENSIVE) > 1:
            return Refusal("12.2.2", "only one army gun in offensive mode takes part in a combat")
        return None

    def do_support(self, play: MarnePlay, guns: Units) -> None:
        for gun in guns:
            play.state.role[gun] = FIRES

    def why_drop(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit >= 0 and rules.side_of[unit] == self.player and s.role[unit] in (FIRES, COUNTERS):
            return None
        return Refusal("12.2.2", f"{rules.names.write('unit', unit)} is not one of the guns you have named")

    def do_drop(self, play: MarnePlay, unit: Unit) -> None:
        play.state.role[unit] = NO_PART

    def named(self, rules: MarneData, s: MarneState) -> list[int]:
        """The guns of the player that have a part already."""
        return guns_in(rules, s, self.player, FIRES) + guns_in(rules, s, self.player, COUNTERS)

    def supports(self, rules: MarneData, s: MarneState, able: list[int]) -> list[Action]:
        """The guns that can still be named, one by one and all together."""
        found: list[Action] = [("support", (gun,)) for gun in able]
        if len(able) > 1 and not self.why_support(rules, s, tuple(able)):
            found.append(("support", tuple(able)))
        return found

    def do_confirm(self, play: MarnePlay) -> None:
        play.pop()


@rule("12.2.2")
class AttackGuns(GunsAsk, frozen=True):
    """Step 2: the attacker names the guns that support him."""

    question = "Step 2: which guns support the attack?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        drops = [("drop", gun) for gun in self.named(rules, s)]
        return [*self.supports(rules, s, usable_guns(rules, s, self.player)), *drops, ("confirm",)]


@rule("12.2.2", "15.2.2/Counter-battery")
class DefenceGuns(GunsAsk, frozen=True):
    """Step 3: the defender names his guns, and which of them do counter-battery."""

    question = "Step 3: which guns support the defence, and which fire counter-battery?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        able, fire = usable_guns(rules, s, self.player), guns_in(rules, s, 1 - self.player, FIRES)
        counters = [("counter", gun) for gun in able if fire and rules.is_corps_gun[gun]]
        drops = [("drop", gun) for gun in self.named(rules, s)]
        return [*self.supports(rules, s, able), *counters, *drops, ("confirm",)]

    def why_counter(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        refusal = why_no_support(rules, s, self.player, unit)
        if refusal:
            return refusal
        if not rules.is_corps_gun[unit]:
            return Refusal("15.2.2/Counter-battery", f"{rules.names.units[unit]} is not a corps gun")
        return None

    def do_counter(self, play: MarnePlay, unit: Unit) -> None:
        play.state.role[unit] = COUNTERS


@rule("12.2.2", "15.2.2/Counter-battery")
class CounterBattery(MarneAsk, frozen=True):
    """Step 4: the attacker may turn some of his corps guns to counter-battery, if enough of them bombard."""

    in_battle = True
    asked_by = "12.2.2"
    question = "Step 4: which of your corps guns fire counter-battery?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        turns = [
            ("counter", gun) for gun in guns_in(rules, s, self.player, FIRES) if not self.why_counter(rules, s, gun)
        ]
        back = [("drop", gun) for gun in guns_in(rules, s, self.player, COUNTERS)]
        return [*turns, *back, ("confirm",)]

    def why_counter(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        name = rules.names.write("unit", unit)
        if unit not in guns_in(rules, s, self.player, FIRES):
            return Refusal("12.2.2", f"{name} was not named in step 2")
        if not rules.is_corps_gun[unit]:
            return Refusal("15.2.2/Counter-battery", f"{name} is not a corps gun")
        if not s.exploiting and not quota_kept(rules, s, unit):
            return Refusal("12.2.2", "as many guns must bombard as the defender has in counter-battery")
        return None

    def do_counter(self, play: MarnePlay, unit: Unit) -> None:
        play.state.role[unit] = COUNTERS

    def why_drop(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in guns_in(rules, s, self.player, COUNTERS):
            return None
        return Refusal("12.2.2", f"{rules.names.write('unit', unit)} is not firing counter-battery")

    def do_drop(self, play: MarnePlay, unit: Unit) -> None:
        play.state.role[unit] = FIRES

    def do_confirm(self, play: MarnePlay) -> None:
        play.pop()


def ask_attack_guns(play: MarnePlay) -> None:
    """Step 2, if the attacker has a gun in range."""
    if usable_guns(play.rules, play.state, play.state.mover):
        play.push(AttackGuns(play.state.mover))


def ask_defence_guns(play: MarnePlay) -> None:
    """Step 3, if the defender has a gun in range."""
    if usable_guns(play.rules, play.state, 1 - play.state.mover):
        play.push(DefenceGuns(1 - play.state.mover))


def ask_counter_battery(play: MarnePlay) -> None:
    """Step 4, if one of the named guns may be turned and there is fire to be countered."""
    s, rules = play.state, play.rules
    question = CounterBattery(s.mover)
    if guns_in(rules, s, 1 - s.mover, FIRES) and len(question.offer(rules, s)) > 1:
        play.push(question)


# -- fire


class Fire(NamedTuple):
    """A bombardment: whose it is, its strength, and the column it is read on."""

    side: int
    guns: int
    countered: int
    bombs: int
    observed: bool
    column: int
    """0 if there is no bombardment."""


@rule("15.2.2", "15.2.2/Counter-battery", "15.2.2/Exploitation", "17.2/Observation", "17.2/Bombing")
def fire_of(rules: MarneData, s: MarneState, side: int) -> Fire:
    """Strengths less the enemy's counter-battery, plus bombs; an observer moves it one column to the right."""
    silent = s.exploiting and side == s.mover
    guns = 0 if silent else sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, side, FIRES))
    countered = sum(rules.fire_strength(s, gun) for gun in guns_in(rules, s, 1 - side, COUNTERS))
    flying = [unit for unit in rules.air_units[side] if s.at[unit] == s.target]
    bombs = sum(rules.gun_strength[unit][0] for unit in flying if s.sky[unit] == BOMBING)
    observed = any(s.sky[unit] == OBSERVATION for unit in flying)
    strength = max(0, guns - countered) + bombs
    column = min(LAST_COLUMN, strength + observed) if strength else 0
    return Fire(side, guns, countered, bombs, observed, column)


def in_trench(battle: Battle) -> int:
    """The defender lies in trenches."""
    return -2 * has(battle.rules.board.trench, battle.target)


def in_town(battle: Battle) -> int:
    """The defender lies in a town."""
    return -1 * has(battle.rules.board.town, battle.target)


def all_petain(battle: Battle) -> int:
    """Every combat unit of the target is French under the Petain doctrine."""
    return -1 * all(battle.rules.doctrine(unit) == "petain" for unit in battle.defenders)


def bruchmuller_fire(battle: Battle) -> int:
    """Bruchmuller directs the guns."""
    return 3 * bruchmuller(battle.rules, battle.s, battle.side, battle.target)


FIRE_DIE: list[Modifier[Battle]] = [
    Modifier("15.2.2/Bruchmuller", "Bruchmuller", bruchmuller_fire),
    Modifier("15.2.2 tab", "defender in trenches", in_trench),
    Modifier("15.2.2 tab", "defender in a town", in_town),
    Modifier("15.2.2 tab", "all under the Petain doctrine", all_petain),
]
"""Only the attacker's die is modified."""


def fire_modifiers(battle: Battle, side: int) -> list[Applied]:
    """What is added to the die of a side's bombardment; bombs alone are no bombardment of Bruchmuller's."""
    if side != battle.side:
        return []
    guns = fire_of(battle.rules, battle.s, side)
    found = applied(FIRE_DIE, battle)
    return found if guns.guns > guns.countered else [m for m in found if m.rule != "15.2.2/Bruchmuller"]


@rule("15.2.2", "15.2.2 tab")
def fire_result(rules: MarneData, die: int, column: int) -> tuple[int, bool]:
    """Hit points and whether there is a diamond."""
    code = rules.bombardment.named(die, str(column))
    return int(code.rstrip(DIAMOND)), code.endswith(DIAMOND)


class Bombardment(MarneRoll, frozen=True):
    """Step 5: a side bombards."""

    in_battle = True
    asked_by = "15.2.2"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        fire = fire_of(rules, s, self.player)
        return f"Step 5: your fire falls on {rules.names.place(s.target)} on column {fire.column}." + (
            "" if self.player == s.mover else " It hits the attackers."
        )

    @rule("15.2.2", "15.2.2 tab")
    def do_roll(self, play: MarnePlay) -> None:
        """Throw the die and let the owner of the units that are hit convert the points."""
        rules, s = play.rules, play.state
        battle = battle_of(rules, s)
        fire, modifiers = fire_of(rules, s, self.player), fire_modifiers(battle, self.player)
        play.pop()
        (die,) = play.roll("bombardment", by=self.player)
        total = die + sum_of(modifiers)
        hits, diamond = fire_result(rules, total, fire.column)
        play.tell(
            "bombardment",
            "15.2.2",
            side=self.player,
            hex=s.target,
            column=fire.column,
            die=die,
            modifiers=modifiers_text(modifiers),
            hits=hits,
            diamond=" and a diamond" if diamond else "",
        )
        words = f"{hits} {'hit' if hits == 1 else 'hits'}{' and a diamond' if diamond else ''} on a {die}"
        note(s, FIRE, f"{rules.sides[self.player]} fire {words}")
        suffer_fire(play, battle.defenders if self.player == s.mover else battle.attackers, hits, diamond)


@rule("15.2.2/Forts")
def suffer_fire(play: MarnePlay, units: Sequence[int], hits: int, diamond: bool) -> None:
    """Units in a fort feel a diamond only, which is a step; attackers outside forts bear the hits alone."""
    rules, s = play.rules, play.state
    outside = [unit for unit in units if not has(rules.board.fort, s.at[unit])]
    if outside:
        convert_fire(play, outside, hits)
    elif diamond:
        play.push(DirectLoss(rules.side_of[units[0]], tuple(units), BY_DIAMOND))


def ask_attack_fire(play: MarnePlay) -> None:
    """The guns that have been named are used up, and the attacker bombards first."""
    rules, s = play.rules, play.state
    for side in (0, 1):
        for gun in guns_in(rules, s, side, FIRES) + guns_in(rules, s, side, COUNTERS):
            s.uses[gun] += 1
            if s.role[gun] == COUNTERS:
                s.mode[gun] = COUNTER_BATTERY
        named = tuple(guns_in(rules, s, side, FIRES)), tuple(guns_in(rules, s, side, COUNTERS))
        if any(named):
            play.tell("guns", "12.2.2", side=side, guns=named[0], counters=named[1])
    ask_fire(play, s.mover)


def ask_defence_fire(play: MarnePlay) -> None:
    """Then the defender bombards, whether or not anybody is left in the target."""
    ask_fire(play, 1 - play.state.mover)


def ask_fire(play: MarnePlay, side: int) -> None:
    """A side bombards, if it has any strength and there is somebody to hit."""
    rules, s = play.rules, play.state
    battle = battle_of(rules, s)
    if fire_of(rules, s, side).column and (battle.defenders if side == s.mover else battle.attackers):
        play.push(Bombardment(side))
