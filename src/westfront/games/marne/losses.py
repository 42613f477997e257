"""Steps, disorder, and 12.2.8: hit points converted into losses by their owner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Number, Side, Unit, Units
from westfront.engine.view import Hint
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneStep
from westfront.games.marne.places import remove
from westfront.games.marne.state import ATTACKS, DEFENDS, DISORGANISED, GERMAN, MarneState
from westfront.games.marne.story import note_fate
from westfront.mechanics.losses import Payer, without_waste

STOSSTRUPPEN_COST = 2


# -- single units


@rule("6.0", "3.0/Step losses")
def lose_step(play: MarnePlay, unit: int, by: str) -> None:
    """A unit loses a step, and with its last one it is eliminated."""
    s, rules = play.state, play.rules
    s.lost[unit] += 1
    if rules.steps_left(s, unit) <= 0:
        eliminate(play, unit, by)
    else:
        play.tell("step", by, unit=unit, left=rules.steps_left(s, unit))
        note_fate(s, f"{rules.names.units[unit]} loses a step")


def eliminate(play: MarnePlay, unit: int, by: str) -> None:
    """A unit is taken off for good; Stosstruppen under it go to another regiment of the hex that has none."""
    s, rules = play.state, play.rules
    below = rules.stosstruppen_of(s, unit) if rules.is_regiment[unit] else None
    hex_ = s.at[unit]
    play.tell("eliminated", by, unit=unit)
    note_fate(s, f"{rules.names.units[unit]} is eliminated")
    remove(play, unit)
    if below is not None:
        hand_over(play, below, hex_)


@rule("11.3.2")
def hand_over(play: MarnePlay, stosstruppen: int, hex_: int) -> None:
    """Stosstruppen without a regiment go under one of the hex that has none, one that fights here and is intact before
    the others, or are surplus and eliminated."""
    s, rules = play.state, play.rules
    own = (unit for unit in rules.field(s).stack(hex_) if rules.is_regiment[unit] and rules.side_of[unit] == GERMAN)
    able = [unit for unit in own if rules.stosstruppen_of(s, unit) is None]
    if able:
        s.under[stosstruppen] = max(able, key=lambda unit: (s.role[unit] > 0, rules.is_fit(s, unit)))
        play.tell("assigned", "11.3.2", stosstruppen=stosstruppen, unit=s.under[stosstruppen])
        return
    play.tell("eliminated", "11.3.2", unit=stosstruppen)
    remove(play, stosstruppen)


@rule("12.5")
def disorganise(play: MarnePlay, units: Sequence[int], by: str) -> None:
    """Units become disorganised, those that were reorganising once again; tanks and support never do."""
    s, rules = play.state, play.rules
    hit = tuple(u for u in units if s.at[u] >= 0 and rules.has_zone[u] and s.order[u] != DISORGANISED)
    for unit in hit:
        s.order[unit] = DISORGANISED
        s.exploitation[unit] = s.reserve[unit] = 0
    if hit:
        play.tell("disorganised", by, units=hit)


def participants(rules: MarneData, s: MarneState, side: int) -> tuple[int, ...]:
    """The combat units of a side that take part in the battle and are still there."""
    busy = compress(range(len(s.role)), s.role)
    own = [unit for unit in busy if rules.side_of[unit] == side and rules.is_combat[unit]]
    return tuple([unit for unit in own if s.role[unit] in (ATTACKS, DEFENDS)])


# -- hit points


@rule("12.2.8", "15.4.1")
def payers(rules: MarneData, s: MarneState, units: Sequence[int], attack: bool) -> list[int]:
    """Who may lose steps: an attacking tank only before all others, any other tank only when nobody else is left."""
    alive = [unit for unit in units if s.at[unit] >= 0]
    others = [unit for unit in alive if not rules.is_tank[unit]]
    return others if others or attack else alive


@rule("12.2.8", "3.0/Hit points")
def step_picks(rules: MarneData, s: MarneState, points: int, who: Sequence[int]) -> list[int]:
    """The units that may lose the next step: as many points as possible must be converted."""
    every = (Payer(unit, rules.hit_cost[unit], rules.steps_left(s, unit)) for unit in who)
    return [payer.unit for payer in without_waste(points, every)]


class HitConversion(MarneAsk, frozen=True):
    """12.2.8: the owner converts hit points into steps, the lead first, and what is left into disorder."""

    units: Units
    """Those who took part."""
    points: Number
    lead: Unit
    lead_due: Number
    """The lead unit has not yet borne the first loss."""
    stosstruppen: Number
    """One Stosstruppen unit may still be spent."""
    attack: Number
    """Hits of an attacker from the table, whose tank has been dealt with."""
    asked_by = "12.2.8"
    question = "{points} hit points are left: who takes them?"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """Units of one side bear some points; there need not be a lead unit."""
        own = all(unit >= 0 and rules.is_combat[unit] for unit in self.units)
        led = self.lead >= 0 or not self.lead_due
        return own and led and 0 < self.points < 256 and bool(self.offer(rules, s))

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        losers = [("lose", unit) for unit in (*self._steps(rules, s), *self._spendable(rules, s))]
        return losers + [("disorder", unit) for unit in self._disorders(rules, s)]

    def hints(self, rules: MarneData, s: MarneState) -> dict[Action, Hint]:
        """What each answer costs of the points that are left."""
        found: dict[Action, Hint] = {}
        for action in self.offer(rules, s):
            verb, unit = action
            price = (
                1 if verb == "disorder" else STOSSTRUPPEN_COST if rules.is_stosstruppen[unit] else rules.hit_cost[unit]
            )
            found[action] = Hint((), f"{price} of {self.points} hits")
        return found

    @rule("12.2.3", "12.2.8 ex1", "12.2.8 ex2", "12.2.8 ex3", "12.2.8 ex4", "15.4.2")
    def _steps(self, rules: MarneData, s: MarneState) -> list[int]:
        """The lead, as long as the first loss is due; then whoever leaves the fewest points over."""
        tank = rules.german_tank
        shield = [tank] if self.attack and tank in self.units and s.at[tank] >= 0 else []
        if self._lead_must(rules, s):
            return [self.lead, *shield]
        return step_picks(rules, s, self.points, payers(rules, s, self.units, bool(self.attack))) + shield

    def _lead_must(self, rules: MarneData, s: MarneState) -> bool:
        return bool(self.lead_due) and s.at[self.lead] >= 0 and self.points >= rules.hit_cost[self.lead]

    @rule("15.3")
    def _spendable(self, rules: MarneData, s: MarneState) -> list[int]:
        """Stosstruppen under attacking regiments, one of which may absorb two points, even in place of the lead."""
        if not self.stosstruppen or self.points < STOSSTRUPPEN_COST:
            return []
        below = (rules.stosstruppen_of(s, unit) for unit in self.units if s.at[unit] >= 0)
        return [unit for unit in below if unit is not None]

    @rule("12.2.8", "12.5")
    def _disorders(self, rules: MarneData, s: MarneState) -> list[int]:
        """When no more steps can be paid: the surviving lead first, then any unit, none twice."""
        if self._lead_must(rules, s) or step_picks(
            rules, s, self.points, payers(rules, s, self.units, bool(self.attack))
        ):
            return []
        able = [u for u in self.units if s.at[u] >= 0 and rules.has_zone[u] and s.order[u] != DISORGANISED]
        return [self.lead] if self.lead in able else able

    def why_lose(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in self._steps(rules, s) or unit in self._spendable(rules, s):
            return None
        name = rules.names.write("unit", unit)
        if unit >= 0 and rules.is_stosstruppen[unit]:
            return Refusal(
                "15.3", f"{name} cannot absorb these hits: once per attack, not against fire, not in defence"
            )
        if unit not in self.units or s.at[unit] < 0:
            return Refusal("12.2.8", f"{name} takes no part in this battle")
        if self._lead_must(rules, s):
            return Refusal("12.2.3", f"{rules.names.units[self.lead]} leads and takes the first loss")
        return Refusal(
            "12.2.8", f"a step of {name} would convert fewer of the {self.points} points than can be converted"
        )

    def why_disorder(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        able = self._disorders(rules, s)
        if unit in able:
            return None
        name = rules.names.write("unit", unit)
        if not able:
            return Refusal("12.2.8", "as many points as possible are converted into steps first")
        if self.lead in able:
            return Refusal("12.2.8", f"{rules.names.units[self.lead]} led and is disorganised first")
        return Refusal("12.2.8", f"{name} cannot be disorganised here")

    def do_lose(self, play: MarnePlay, unit: Unit) -> None:
        rules = play.rules
        if rules.is_stosstruppen[unit]:
            price, spent = STOSSTRUPPEN_COST, 1
            play.tell("absorbed", "15.3", unit=unit)
            note_fate(play.state, f"{rules.names.units[unit]} absorbs two hits")
            remove(play, unit)
        else:
            price, spent = rules.hit_cost[unit], 0
            lose_step(play, unit, "12.2.8")
        due = self.lead_due if unit == rules.german_tank else 0
        self._go_on(play, self.points - price, due, 0 if spent else self.stosstruppen)

    def do_disorder(self, play: MarnePlay, unit: Unit) -> None:
        disorganise(play, [unit], "12.2.8")
        self._go_on(play, self.points - 1, 0, self.stosstruppen)

    def _go_on(self, play: MarnePlay, points: int, due: int, stosstruppen: int) -> None:
        """Ask again as long as something can be done with the rest."""
        play.pop()
        convert(play, HitConversion(self.player, self.units, points, self.lead, due, stosstruppen, self.attack))


def convert(play: MarnePlay, question: HitConversion) -> None:
    """Ask for a conversion if any of its points can be converted; the rest has no effect."""
    if question.points > 0 and question.offer(play.rules, play.state):
        play.push(question)


@rule("12.2.8", "15.4.1", "15.4.1 ex")
def convert_attack(play: MarnePlay, side: int, points: int) -> None:
    """The hits of an attacker from the table: a tank bears the first loss if there are enough points for it."""
    s, rules = play.state, play.rules
    units = participants(rules, s, side)
    for tank in (unit for unit in units if rules.is_tank[unit] and unit != rules.german_tank):
        if points >= rules.protection[tank]:
            points -= rules.protection[tank]
            lose_step(play, tank, "15.4.1")
            break
    lead_due = int(s.attack_lead != NOBODY and s.at[s.attack_lead] >= 0)
    convert(play, HitConversion(side, units, points, s.attack_lead, lead_due, int(side == GERMAN), 1))


@rule("12.2.8")
def convert_defence(play: MarnePlay, side: int, points: int) -> None:
    """The hits of a defender from the table: his lead first, his tanks last."""
    s, rules = play.state, play.rules
    lead_due = int(s.defence_lead != NOBODY and s.at[s.defence_lead] >= 0 and not rules.is_tank[s.defence_lead])
    convert(play, HitConversion(side, participants(rules, s, side), points, s.defence_lead, lead_due, 0, 0))


@rule("15.2.2", "12.2.8")
def convert_fire(play: MarnePlay, units: Sequence[int], points: int) -> None:
    """The hits of a bombardment: no lead, no Stosstruppen, tanks last."""
    if units:
        side = play.rules.side_of[units[0]]
        convert(play, HitConversion(side, tuple(units), points, NOBODY, 0, 0, 0))


# -- direct steps


class DirectStep(MarneAsk, frozen=True):
    """A step that costs no hit points: the owner says which of his units loses it."""

    on_map = False
    units: Units
    by: Number
    asked_by = "12.3"
    question = "Which unit loses a step?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("lose", unit) for unit in self.units if s.at[unit] >= 0]

    def why_lose(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in self.units and s.at[unit] >= 0:
            return None
        return Refusal(self._rule(), f"one of {rules.names.write('unit*', self.units)} must lose the step")

    def do_lose(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        lose_step(play, unit, self._rule())

    def _rule(self) -> str:
        return DIRECT_RULES[self.by]


DIRECT_RULES = ("12.3", "12.2.6 tab5", "15.2.2/Forts", "17.2/Interdiction")
BY_RETREAT, BY_ORDERS, BY_DIAMOND, BY_INTERDICTION = range(4)


class DirectLoss(MarneStep, frozen=True):
    """A step for some units, if any of them is left when it is due."""

    player: Side
    units: Units
    by: Number

    def run(self, play: MarnePlay) -> None:
        left = tuple(unit for unit in self.units if play.state.at[unit] >= 0)
        if left:
            play.push(DirectStep(self.player, left, self.by))


@rule("12.2.4/Below half")
class HighestMorale(MarneAsk, frozen=True):
    """Odds below one to two: three steps, each from a participant of the highest morale left."""

    left: Number
    asked_by = "12.2.4/Below half"
    question = "Steps to lose: {left}. Which unit of the highest morale loses one?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("lose", unit) for unit in bravest(rules, s, self.player)]

    def why_lose(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in bravest(rules, s, self.player):
            return None
        return Refusal("12.2.4/Below half", "the steps come off the participants with the highest morale")

    def do_lose(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        lose_step(play, unit, "12.2.4/Below half")
        if self.left > 1 and bravest(play.rules, play.state, self.player):
            play.push(HighestMorale(self.player, self.left - 1))


def bravest(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """The participants of a side with the highest morale."""
    units = participants(rules, s, side)
    highest = max((rules.morale(s, unit) for unit in units), default=0)
    return [unit for unit in units if rules.morale(s, unit) == highest]
