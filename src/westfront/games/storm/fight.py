"""Chapters 13.14, 13.28 to 13.33 and 14.4: a battle from the commitment of air units to the advance."""

from __future__ import annotations

from typing import Any

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.modifiers import sum_of
from westfront.engine.names import Hex, Number, Unit, Units
from westfront.engine.view import Hint
from westfront.games.storm.battle import Battle, odds, odds_text, result
from westfront.games.storm.bombing import bombers_ready
from westfront.games.storm.data import StormAsk, StormData, StormPlay, StormStep
from westfront.games.storm.losses import (
    alive,
    attackers_to_lose,
    costly,
    defenders_to_lose,
    forced_by,
    retreat_hexes,
)
from westfront.games.storm.stacking import closed_to, lose_step, relocate, remove, why_no_room
from westfront.games.storm.state import AIR, BRI, FRE, SPENT, StormState
from westfront.hexgrid import HexSet, bits

MOST_AIR = (1, 3)
"""Air units that each side may commit to an attack; to a defence it is one."""


class Fight(StormAsk, frozen=True):
    """A question in a declared battle."""

    second: Number
    target: Hex
    attackers: Units
    defenders: Units
    guns: Number
    air: Number = 0
    cover: Number = 0

    def holds(self, rules: StormData, s: StormState) -> bool:
        """Two forces of opposite sides that lie open."""
        return fight_holds(rules, s, self)


class FightStep(StormStep, frozen=True):
    """A box of a declared battle in which nobody decides."""

    second: Number
    target: Hex
    attackers: Units
    defenders: Units
    guns: Number
    air: Number = 0
    cover: Number = 0

    def holds(self, rules: StormData, s: StormState) -> bool:
        """Two forces of opposite sides that lie open."""
        return fight_holds(rules, s, self)


def fight_holds(rules: StormData, s: StormState, frame: Fight | FightStep) -> bool:
    """Whether the forces of a battle are what they should be."""
    units = (*frame.attackers, *frame.defenders)
    if not frame.attackers or not frame.defenders or frame.target < 0 or min(units) < 0:
        return False
    sides = {rules.side_of[unit] for unit in frame.attackers}, {rules.side_of[unit] for unit in frame.defenders}
    return len(set(units)) == len(units) and len(sides[0]) == len(sides[1]) == 1 and sides[0] != sides[1]


def facts(frame: Fight | FightStep) -> dict[str, Any]:
    """What every frame of a battle knows."""
    names = ("second", "target", "attackers", "defenders", "guns", "air", "cover")
    return {name: getattr(frame, name) for name in names}


def battle_of(rules: StormData, s: StormState, frame: Fight | FightStep) -> Battle:
    """The battle of a frame, as the modifiers see it."""
    return Battle(
        rules,
        s,
        frame.target,
        frame.attackers,
        frame.defenders,
        bool(frame.guns),
        frame.air,
        frame.cover,
        bool(frame.second),
    )


class Committed(FightStep, frozen=True):
    """The battle is on: air units, the die, and losses follow; at odds worse than 1:2 nothing is rolled."""

    @rule("13.12", "13.14", "14.4")
    def run(self, play: StormPlay) -> None:
        """Ask for air support, or go straight to the losses."""
        rules, s = play.rules, play.state
        view = odds(battle_of(rules, s, self))
        if view.hopeless:
            apply_result(play, self, 0)
            return
        attacker = rules.side_of[self.attackers[0]]
        if most_air(rules, s, attacker, self.second, MOST_AIR[attacker]):
            play.push(AttackAir(attacker, **facts(self)))
        elif most_air(rules, s, 1 - attacker, self.second, 1):
            play.push(DefenceAir(1 - attacker, **facts(self)))
        else:
            play.push(Fire(attacker, **facts(self)))


# -- air support


@rule("6.3(4)", "13.14", "14.4", "S2.6", "S3.13", "S3.26")
def ready_air(rules: StormData, s: StormState, side: int, second: int) -> list[int]:
    """Air units that a side can still commit in this game turn: in wet weather only in first combat phases.

    The bombers come last, and not at all in wet weather or in the first turn of 1919.
    """
    if s.wet and second:
        return []
    grounded = () if bombers_ready(rules, s) and not s.wet else (rules.raf,)
    found = [unit for unit in rules.air[side] if s.at[unit] == AIR and unit not in grounded]
    return sorted(found, key=lambda unit: unit == rules.raf)


def most_air(rules: StormData, s: StormState, side: int, second: int, most: int) -> int:
    """How many air units a side may commit to a battle."""
    return min(most, len(ready_air(rules, s, side, second)))


class AirSupport(Fight, frozen=True):
    """How many air units are committed?"""

    def most(self, rules: StormData, s: StormState) -> int:
        """How many may be."""
        raise NotImplementedError

    def prompt(self, rules: StormData, s: StormState) -> str:
        view = odds(battle_of(rules, s, self))
        strengths = f"{view.attack} against {view.defence}, {odds_text(rules, view)}, {sum_of(view.modifiers):+d}"
        return f"The battle for {rules.grid.label(self.target)} ({strengths}): how many air units do you commit?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """None, or as many as there are."""
        return [("fly", number) for number in range(self.most(rules, s) + 1)]

    def why_fly(self, rules: StormData, s: StormState, number: Number) -> Refusal | None:
        """No more than there are, and than the rule allows."""
        most = self.most(rules, s)
        return None if 0 <= number <= most else Refusal("13.14", f"you can commit up to {most} air units here")

    def commit(self, play: StormPlay, number: int) -> None:
        """Air units are used for this game turn."""
        for unit in ready_air(play.rules, play.state, self.player, self.second)[:number]:
            play.state.at[unit] = SPENT
        play.tell("air", "13.14", "14.4", side=self.player, number=number, hex=self.target)


@rule("13.14", "14.4")
class AttackAir(AirSupport, frozen=True):
    """The attacker decides first about his air units."""

    asked_by = "13.14"

    def most(self, rules: StormData, s: StormState) -> int:
        """Allies up to three, Germans one."""
        return most_air(rules, s, self.player, self.second, MOST_AIR[self.player])

    def do_fly(self, play: StormPlay, number: Number) -> None:
        """Commit them, and go on to the defender."""
        self.commit(play, number)
        known = {**facts(self), "air": number}
        other = 1 - self.player
        if most_air(play.rules, play.state, other, self.second, 1):
            play.become(DefenceAir(other, **known))
        else:
            play.become(Fire(self.player, **known))


@rule("13.14", "14.4")
class DefenceAir(AirSupport, frozen=True):
    """The defender may commit one air unit."""

    asked_by = "13.14"

    def most(self, rules: StormData, s: StormState) -> int:
        """One at most."""
        return most_air(rules, s, self.player, self.second, 1)

    def do_fly(self, play: StormPlay, number: Number) -> None:
        """Commit it; then the die is thrown."""
        self.commit(play, number)
        play.become(Fire(1 - self.player, **{**facts(self), "cover": number}))


@rule("13.28")
class Fire(Fight, frozen=True):
    """The attacker throws the die of the battle."""

    asked_by = "13.28"

    def prompt(self, rules: StormData, s: StormState) -> str:
        view = odds(battle_of(rules, s, self))
        modifiers = ", ".join(map(str, view.modifiers)) or "no modifiers"
        strengths = f"{view.attack} against {view.defence}, {odds_text(rules, view)}"
        return f"Throw the die for {rules.grid.label(self.target)}: {strengths}; {modifiers}."

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        return [("roll",)]

    def do_roll(self, play: StormPlay) -> None:
        """One die; its number and the modifiers give the loss points."""
        (die,) = play.roll(f"combat/{play.rules.grid.label(self.target)}", by=self.player)
        play.pop()
        apply_result(play, self, die)


@rule("13.9", "13.28", "13.29", "13.30", "13.32")
def apply_result(play: StormPlay, fight: Fight | FightStep, die: int) -> None:
    """The defender absorbs his loss points first, then the attacker his; refugees die if there are any."""
    rules, s = play.rules, play.state
    battle = battle_of(rules, s, fight)
    view = odds(battle)
    attacker, defender = result(rules, view, die)
    if battle.nations() >= {BRI, FRE}:
        s.mixed += 1
    modifiers = ", ".join(map(str, view.modifiers)) or "no modifiers"
    strengths = f"{view.attack} against {view.defence}"
    play.tell("odds", "13.10", strengths=strengths, odds=odds_text(rules, view), modifiers=modifiers)
    play.tell("result", "13.28" if die else "13.12", hex=fight.target, attacker=attacker, defender=defender)
    storm = any(rules.is_storm[unit] for unit in fight.attackers)
    owed = int(rules.on("storm-losses") and storm)
    side = battle.attacker
    play.push(AttackerLoss(side, **facts(fight), points=attacker, owed=owed))
    if defender:
        play.push(DefenderLoss(1 - side, **facts(fight), points=defender))
        for unit in rules.stack(s, fight.target):
            if unit not in fight.defenders:
                remove(play, unit, "13.30")


# -- losses


@rule("13.29", "13.30", "13.31", "13.31-ex")
class DefenderLoss(Fight, frozen=True, kw_only=True):
    """The defender pays his loss points with steps, the last one also by a retreat of the whole force."""

    points: Number
    asked_by = "13.29"

    def prompt(self, rules: StormData, s: StormState) -> str:
        way_out = " or retreat" if self._ways(rules, s) else ""
        points = f"{self.points} loss point{'s' * (self.points > 1)}"
        return f"{rules.grid.label(self.target)}: {points} to absorb; lose a step{way_out}."

    def payers(self, rules: StormData, s: StormState) -> list[int]:
        """Who may lose the next step."""
        tanks = any(rules.is_tank[unit] for unit in self.attackers)
        return defenders_to_lose(rules, s, self.defenders, tanks)

    def _ways(self, rules: StormData, s: StormState) -> HexSet:
        return retreat_hexes(rules, s, self.defenders, self.target) if self.points == 1 else 0

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Units that may lose a step; for the last point also the hexes to retreat to."""
        lose: list[Action] = [("lose", unit) for unit in self.payers(rules, s)]
        return [*lose, *[("retreat", hex_) for hex_ in bits(self._ways(rules, s))]]

    @rule("10.6")
    def hints(self, rules: StormData, s: StormState) -> dict[Action, Hint]:
        """Where a retreat leads, and whether an enemy zone takes a step for it."""
        start, dear = rules.grid.label(self.target), costly(rules, s, self.player)
        notes = {hex_: "costs a step more" if dear >> hex_ & 1 else "at no cost" for hex_ in bits(self._ways(rules, s))}
        return {("retreat", hex_): Hint((start, rules.grid.label(hex_)), note) for hex_, note in notes.items()}

    def why_lose(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """Only those whom the order of losses allows."""
        return why_not_lose(rules, s, self.payers(rules, s), self.defenders, unit)

    def do_lose(self, play: StormPlay, unit: Unit) -> None:
        pay(play, self, unit)

    @rule("13.30", "10.6", "14.3")
    def why_retreat(self, rules: StormData, s: StormState, hex_: Hex) -> Refusal | None:
        """The last loss point, and a hex with room for all."""
        place = rules.names.place(hex_)
        if self.points > 1:
            return Refusal("13.30", "a retreat absorbs only the last loss point; lose steps for the others")
        if rules.agb in alive(s, self.defenders):
            return Refusal("14.3", "AGB cannot retreat, and the stack retreats as a whole")
        if hex_ < 0 or not rules.board.near(self.target) >> hex_ & 1:
            return Refusal("13.30", f"{place} is not a land hex next to {rules.grid.label(self.target)}")
        if rules.field(s).occupied[1 - self.player] >> hex_ & 1:
            return Refusal("13.30", f"the enemy stands in {place}")
        if self._ways(rules, s) >> hex_ & 1:
            return None
        if costly(rules, s, self.player) >> hex_ & 1:
            return Refusal("10.6", f"the retreat to {place} would cost the last step")
        alone = (why_no_room(rules, s, unit, hex_) for unit in alive(s, self.defenders))
        return next(filter(None, alone), Refusal("9.1", f"there is no room for all of them in {place}"))

    def do_retreat(self, play: StormPlay, hex_: Hex) -> None:
        """The whole force goes there; an enemy zone that no friend negates costs one step in all."""
        rules, s = play.rules, play.state
        dear = costly(rules, s, self.player) >> hex_ & 1
        force = [unit for unit in rules.stack(s, self.target) if unit in self.defenders]
        play.tell("retreat", "13.30", side=self.player, hex=self.target, to=hex_)
        if dear:
            play.become(RetreatLoss(self.player, **facts(self)))
        else:
            play.pop()
        relocate(play, force, [hex_])

    def holds(self, rules: StormData, s: StormState) -> bool:
        return fight_holds(rules, s, self) and self.points > 0 and bool(self.payers(rules, s))


def why_not_lose(rules: StormData, s: StormState, payers: list[int], force: Units, unit: int) -> Refusal | None:
    """A unit that is not in the battle, or that the order of losses does not allow."""
    if unit in payers:
        return None
    number = forced_by(rules, payers, unit) if unit in alive(s, force) else "13.31"
    names = rules.names.write("unit*", payers)
    return Refusal(number, f"the step must come from {names}, not from {rules.names.write('unit', unit)}")


def pay(play: StormPlay, frame: DefenderLoss | AttackerLoss, unit: int) -> None:
    """A step is lost; if points and steps are left, the question is put again."""
    s, force = play.state, frame.defenders if isinstance(frame, DefenderLoss) else frame.attackers
    changes: dict[str, Any] = {"points": frame.points - 1}
    if isinstance(frame, AttackerLoss):
        changes["owed"] = int(frame.owed and not play.rules.is_storm[unit])
    steps = sum(s.steps[u] for u in alive(s, force))
    if frame.points == 1 or steps == 1:
        play.pop()
    else:
        known = {**facts(frame), **changes}
        play.become(type(frame)(frame.player, **known))
    lose_step(play, unit, "13.31")


@rule("10.6", "13.30", "13.31")
class RetreatLoss(Fight, frozen=True):
    """The force has retreated into an enemy zone: one step in all."""

    asked_by = "10.6"
    question = "The retreat leads into an enemy zone of control: which unit loses a step?"

    def payers(self, rules: StormData, s: StormState) -> list[int]:
        """Who may lose it."""
        return defenders_to_lose(rules, s, self.defenders, any(rules.is_tank[unit] for unit in self.attackers))

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Units that may lose the step."""
        return [("lose", unit) for unit in self.payers(rules, s)]

    def why_lose(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """Only those whom the order of losses allows."""
        return why_not_lose(rules, s, self.payers(rules, s), self.defenders, unit)

    def do_lose(self, play: StormPlay, unit: Unit) -> None:
        play.pop()
        lose_step(play, unit, "10.6")

    def holds(self, rules: StormData, s: StormState) -> bool:
        return fight_holds(rules, s, self) and bool(self.payers(rules, s))


@rule("13.29", "13.31", "14.1", "14.1-ex", "16.7")
class AttackerLoss(Fight, frozen=True, kw_only=True):
    """The attacker pays his loss points with steps of those that attacked."""

    points: Number
    owed: Number
    asked_by = "13.31"

    def prompt(self, rules: StormData, s: StormState) -> str:
        steps = f"{self.points} more step{'s' * (self.points > 1)}"
        return f"The attack on {rules.grid.label(self.target)} costs {steps}: which unit loses one?"

    def payers(self, rules: StormData, s: StormState) -> list[int]:
        """Who may lose the next step."""
        return attackers_to_lose(rules, s, self.attackers, self.points, bool(self.owed))

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Units that may lose a step."""
        return [("lose", unit) for unit in self.payers(rules, s)]

    def why_lose(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """Only those whom the order of losses allows."""
        return why_not_lose(rules, s, self.payers(rules, s), self.attackers, unit)

    def do_lose(self, play: StormPlay, unit: Unit) -> None:
        pay(play, self, unit)

    def holds(self, rules: StormData, s: StormState) -> bool:
        return fight_holds(rules, s, self) and self.points > 0 and bool(self.payers(rules, s))


# -- after the battle


@rule("13.33")
class BattleEnds(FightStep, frozen=True):
    """Losses are paid: survivors of the attack may advance into an empty hex, then stacks are hidden again."""

    def run(self, play: StormPlay) -> None:
        """Ask who advances, if anybody can."""
        rules, s = play.rules, play.state
        attacker = rules.side_of[self.attackers[0]]
        play.push(Hidden())
        if not rules.stands_in(s, 1 - attacker, self.target) and alive(s, self.attackers):
            play.push(Advance(attacker, **facts(self)))


@rule("13.8")
class Hidden(StormStep, frozen=True):
    """The battle is over: only what lies on top is seen."""

    def run(self, play: StormPlay) -> None:
        """Stacks close."""
        play.state.seen[:] = bytes(len(play.state.seen))


@rule("13.33", "13.34", "14.3")
class Advance(Fight, frozen=True):
    """Surviving attackers may enter the empty hex, one by one, at no cost."""

    asked_by = "13.33"
    question = "{target} is empty: who advances?"

    def able(self, rules: StormData, s: StormState) -> list[int]:
        """Attackers that are left, and for which there is room."""
        units = [unit for unit in alive(s, self.attackers) if s.at[unit] != self.target]
        return [unit for unit in units if not closed_to(rules, s, unit) >> self.target & 1]

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Who may advance, or nobody else."""
        return [("done",), *[("advance", unit) for unit in self.able(rules, s)]]

    def why_advance(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It attacked, is still there, and fits into the hex."""
        if unit not in self.attackers or s.at[unit] < 0 or s.at[unit] == self.target:
            return Refusal(
                "13.33", f"{rules.names.write('unit', unit)} is not a surviving attacker that can still advance"
            )
        return why_no_room(rules, s, unit, self.target)

    def do_advance(self, play: StormPlay, unit: Unit) -> None:
        """It enters the hex."""
        play.tell("advance", "13.33", unit=unit, hex=self.target)
        relocate(play, [unit], [self.target])

    def do_done(self, play: StormPlay) -> None:
        """Nobody else advances."""
        play.pop()


def in_battle(s: StormState) -> Fight | FightStep | None:
    """The frame of the battle that is under way."""
    return next((f for f in reversed(s.frames) if isinstance(f, Fight | FightStep)), None)
