"""The commander of Meuse-Argonne, for both sides."""

from __future__ import annotations

from typing import Any, cast

from westfront.bots.bot import Choice, Plan
from westfront.bots.expert import WON, Expert
from westfront.bots.levels import COMMANDER, OFFICER
from westfront.bots.meuse.attacks import hit_chance, plan_attacks, plan_flights, plan_shells
from westfront.bots.meuse.moves import AlliedLine, allied_moves, german_moves
from westfront.bots.meuse.picture import AT_THE_END, HOLDS, Picture, race
from westfront.bots.mind import Mind
from westfront.engine.frame import asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.world import World
from westfront.games.meuse.arrivals import Arrival, due_units, entry_hexes, why_not_due
from westfront.games.meuse.bombardment import Barrage, Fire, Gas, Hit
from westfront.games.meuse.breakdown import Breakdown
from westfront.games.meuse.combat import Assault, AttackRoll, Combat, LostBattalion, SupportFire
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.features import distance_to_goal
from westfront.games.meuse.movement import Movement
from westfront.games.meuse.odds import odds
from westfront.games.meuse.replacements import Replacement, SecondRebuild, rebuildable
from westfront.games.meuse.results import Advance, AttackerLoss, DefenderChoice, NextRetreat
from westfront.games.meuse.retreat import Retreat
from westfront.games.meuse.setup import SetUp, members
from westfront.games.meuse.state import AIR, ALLIED, GERMAN, UNUSED, MeuseState
from westfront.games.meuse.support import Draw
from westfront.games.meuse.victory import units_beyond
from westfront.hexgrid import bits, has

DONE: Action = ("done",)
MARCH = 3.0
"""Points that a division makes good in a turn on its way to the front."""


IDEAS: dict[int, dict[str, dict[str, float]]] = {
    ALLIED: {
        "balanced": {},
        "all out": {"exposed": 0.0, "danger": 0.3},
        "shoulder to shoulder": {"exposed": 2.5, "danger": 2.0},
        "for ground": {"ground": 2.0},
        "to wear him down": {"enemy attack": 2.0, "enemy defence": 2.0},
        "into the line": {"broken in": 3.0},
    },
    GERMAN: {
        "balanced": {},
        "no counterattacks": {"enemy attack": 0.0, "enemy defence": 0.0, "ground": 0.2},
        "strike back": {"enemy attack": 2.5, "enemy defence": 2.5},
        "spare the divisions": {"own attack": 2.0, "own defence": 2.0},
        "at any price": {"own attack": 0.3, "own defence": 0.3},
        "close the line": {"broken in": 3.0},
        "throw them back": {"ground": 2.5},
    },
}
"""What drafts of a turn make more or less of, in parts of the weights: other axes, other risks."""
IN_THREE_TURNS: dict[int, dict[str, float]] = {
    ALLIED: {"own attack": 0.3, "own defence": 0.3, "danger": 2.0},
    GERMAN: {"own attack": 0.03, "own defence": 0.03},
}
"""Where three turns decide nobody spares his divisions: a step that is left after the count is worth nothing."""
MARGIN = 20.0
"""What a hex or a unit more is worth when the game is over."""
WON_BY_COUNT = 40.0
"""And to win where units are counted: not so much that one lucky run of the dice decides between drafts."""


class MeuseExpert(Expert):
    """Allies: break the line where it is thin, mass to the best column, and race; Germans: hold, plug, strike back."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self.data = cast(MeuseData, mind.rules)
        if self.data.beyond:
            mind.weights = mind.weights.scaled(IN_THREE_TURNS[mind.side])

    def picture(self, world: World | None = None) -> Picture:
        """The front of a world, for the side of this machine."""
        state = cast(MeuseState, (world or self.world).state)
        return Picture(self.data, state, self.mind.side, self.mind.weights)

    @classmethod
    def margin(cls, rules: AnyRules, state: Any) -> float:
        """For the Allies: turns to spare if they are in the goal, else the hexes that they were short of it.

        Where the units in the line are counted it is those above the number that was asked for, and ten for the goal.
        """
        data, s = cast(MeuseData, rules), cast(MeuseState, state)
        if data.beyond:
            return units_beyond(data, s) - data.beyond + 0.5 + 10.0 * has(data.field(s).occupied[ALLIED], data.goal)
        return 1.0 + data.last_turn - s.turn if s.winner == ALLIED else -distance_to_goal(data, s)

    def extra(self, world: World) -> dict[str, float]:
        """How far the Allies are kept from the goal or have broken in, and what both keep for later."""
        picture, sign = self.picture(world), 1 if self.mind.side == GERMAN else -1
        kept = picture.kept(picture.field.occupied[ALLIED], picture.field.occupied[GERMAN])
        rules, s = self.data, picture.s
        return {
            "advance": sign * kept,
            "broken in": -sign * self._broken_in(picture) if rules.beyond else 0.0,
            "own support": float(sum(picture.support[self.mind.side])),
            "lost battalion": sign * picture.hope if s.lost_battalion == UNUSED else 0.0,
        }

    def _broken_in(self, picture: Picture) -> float:
        """The Allied units in the line, with those that can walk in next; on the last turn those who will stay."""
        if not picture.is_count:
            return units_beyond(self.data, picture.s) + picture.ways_into_line(picture.field.occupied[GERMAN])
        steps, stacks = picture.s.steps, picture.field.stacks
        hexes = bits(picture.field.occupied[ALLIED] & ~self.data.board.south)
        return AT_THE_END * sum(HOLDS[min(3, sum(steps[unit] for unit in stacks[hex_]))] for hex_ in hexes)

    # -- before the battle

    def set_up(self) -> Plan:
        """The ready-made deployment; an Allied commander of the campaign stands a hex behind it.

        On turn 1 only the Germans move, and who touches their line is struck at once from all sides. To reach one who
        stands farther back they must leave their trenches, and he meets them in the open. Three turns are too few.
        """
        is_back = self.mind.side == ALLIED and not self.data.beyond and self.mind.is_at_least(COMMANDER)
        orders = self._a_hex_back() if is_back else []
        why = "a hex behind the line: they shall leave their trenches to strike" if is_back else "the ready-made set-up"
        return Plan((*orders, DONE), why)

    def _a_hex_back(self) -> list[Action]:
        """The orders that bring every starter a hex behind its ready-made place."""
        rules, after, orders = self.data, self.world.copy(), list[Action]()
        south = rules.grid.directions.index("S")
        for unit in members(rules, "start"):
            place = rules.grid.neighbour(rules.deployment[unit], south)
            if place is not None and has(rules.board.south, place) and cast(MeuseState, after.state).at[unit] != place:
                orders += self.carried_out(after, (("take", unit), ("go", place)))
        return orders

    def breakdown(self) -> Plan:
        """Divisions stay whole: a replacement serves a division, never a brigade."""
        return Plan((DONE,), "divisions stay whole")

    def replacement(self) -> Plan | None:
        """Rebuild two depleted divisions, or bring a dead one back if that is more and it can still come up in time."""
        rules, s, picture = self.data, cast(MeuseState, self.world.state), self.picture()
        depleted = sorted(rebuildable(rules, s, self.mind.side), key=lambda unit: -self._gain(picture, unit))
        units = depleted[:2] if isinstance(asked(s), Replacement) else depleted[:1]
        lost = [action for action in self.world.offer() if action[0] == "return"]
        best = max(lost, key=lambda action: self._returned(picture, action[1]), default=None)
        if best is not None and self._returned(picture, best[1]) > sum(self._gain(picture, unit) for unit in units):
            return Plan((best,), "bring back the strongest: more than what can be rebuilt")
        if units:
            return Plan(tuple(("rebuild", unit) for unit in units), "make the strongest depleted divisions whole")
        return None if best is None else Plan((best,), "nobody is depleted: bring back the strongest")

    def _returned(self, picture: Picture, unit: int) -> float:
        """What a dead division is worth that comes back at the edge: less, the longer it marches to the fight."""
        rules, s, bare = self.data, picture.s, race(self.data).distance
        edge = min(bare[hex_] for hex_ in bits(rules.board.supply[ALLIED]) if hex_ in bare)
        front = min((bare[hex_] for hex_ in picture.spearheads if hex_ in bare), default=edge)
        march = max(0.0, (edge - front) / MARCH)
        in_time = max(0.0, 1.0 - march / (1 + rules.last_turn - s.turn))
        return in_time * picture.worth(unit, rules.full_steps[unit] - rules.three_step[unit])

    def _gain(self, picture: Picture, unit: int) -> float:
        steps, at = picture.s.steps[unit], picture.s.at[unit]
        return picture.worth_in(unit, steps + 1, at) - picture.worth_in(unit, steps, at)

    def arrival(self) -> Plan:
        """Come in where it is nearest to the fight for the goal."""
        s, frame = cast(MeuseState, self.world.state), cast(Arrival, asked(self.world.state))
        hexes = bits(entry_hexes(self.data, s, frame.unit))
        return Plan((("enter", min(hexes, key=self._entry_price)),), "the entry nearest to the fight")

    def _entry_price(self, hex_: int) -> tuple[float, int]:
        picture, grid = self.picture(), self.data.grid
        if self.mind.side == ALLIED:
            return float(picture.distance.get(hex_, 999)), hex_
        near = min(grid.distance(hex_, h) for h in picture.spearheads)
        return near + 0.5 * race(self.data).distance.get(hex_, 99), hex_

    # -- movement

    def movement(self) -> Plan:
        """Reinforcements first; then every unit, aircraft last, when it is clear what will be attacked."""
        rules, s, side = self.data, cast(MeuseState, self.world.state), self.mind.side
        due = [unit for unit in due_units(rules, s, side) if why_not_due(rules, s, unit) is None]
        if due:
            return Plan((("take", due[0]),), "bring in a reinforcement")
        if side == GERMAN and (spare := self._german_replacement()):
            return spare
        picture = self.picture()
        orders = self._orders(picture)
        after = self.world.copy()
        legal = self.carried_out(after, orders)
        flights = self._flights(after) if side == ALLIED else []
        why = "mass for attacks and press on" if side == ALLIED else "close the ways to the goal and strike back"
        return Plan((*legal, *flights, DONE), why, self._what_changed(picture, after))

    def script(self) -> Plan:
        """The Allies keep to rules of thumb in battle: what a position is worth says nothing of the answering blow."""
        frame = type(asked(self.world.state))
        if self.mind.side == ALLIED and frame in self.weighed and frame in self.orders:
            return self.by_quick()
        return super().script()

    def turns_ahead(self, work: float) -> int:
        """As far as the level looks, but never beyond the last turn."""
        s = cast(MeuseState, self.world.state)
        left = 2 * (self.data.last_turn - s.turn) + (2 if self.mind.side == ALLIED else 1)
        return min(super().turns_ahead(work), left)

    def drafts(self) -> list[Plan]:
        """The balanced order first, then what somebody would order to whom something counts more or less than to us."""
        found: dict[tuple[Action, ...], Plan] = {}
        for idea, factors in IDEAS[self.mind.side].items():
            thinker = self._thinker(self.world, self.mind.name.level.name, self.mind.name.style)
            thinker.mind.weights = thinker.mind.weights.scaled(factors)
            plan = thinker.script()
            found.setdefault(plan.actions, plan._replace(why=f"{plan.why} ({idea})"))
        return list(found.values())

    def _thinker(self, world: World, level: str, style: str = "") -> Expert:
        """Our own side goes on in thought by what things are worth to us, the enemy as an officer would."""
        thinker = super()._thinker(world, level, style)
        if world.side == self.mind.side:
            thinker.mind.weights = self.mind.weights
        return thinker

    def value(self, world: World) -> float:
        """A finished game is worth its margin too: who must lose loses narrowly."""
        if not world.over:
            return super().value(world)
        self.mind.work.spend()
        margin, sign = self.margin(self.rules, world.state), 1 if self.mind.side == ALLIED else -1
        won = WON_BY_COUNT if self.data.beyond else WON
        return sign * (MARGIN * margin + (won if world.state.winner == ALLIED else -won))

    def _orders(self, picture: Picture) -> list[Action]:
        """A recruit masses nobody, a commander tries more."""
        work, masses = self.mind.work, self.mind.is_at_least(OFFICER)
        if self.mind.side == ALLIED:
            tries, sweeps = (24, 2) if self.mind.is_at_least(COMMANDER) else (14, 1)
            return allied_moves(picture, work, tries, sweeps, masses)
        tries, sweeps = (14, 3) if self.mind.is_at_least(COMMANDER) else (8, 1) if masses else (4, 1)
        return german_moves(picture, work, tries, sweeps, masses)

    def _what_changed(self, picture: Picture, after: World) -> tuple[Choice, ...]:
        if after.over:
            return (Choice("the goal is entered", 1000.0),)
        stay, go = self.extra(self.world)["advance"], self.extra(after)["advance"]
        return Choice("move", go), Choice("stand still", stay)

    def _german_replacement(self) -> Plan | None:
        """The one of the game: for the garrison of the goal, or the best depleted division once it is time."""
        s, picture = cast(MeuseState, self.world.state), self.picture()
        depleted = rebuildable(self.data, s, GERMAN)
        garrison = [unit for unit in depleted if s.at[unit] == self.data.goal]
        if garrison and self.mind.is_at_least(OFFICER):
            return Plan((("rebuild", garrison[0]),), "the one replacement, for whoever holds the goal")
        if s.turn < 3 or not depleted:
            return None
        best = max(depleted, key=lambda unit: self._gain(picture, unit))
        return Plan((("rebuild", best),), "the one replacement, for the best depleted division")

    def _flights(self, world: World) -> list[Action]:
        """Aircraft where they help the guns most."""
        s = cast(MeuseState, world.state)
        planes = [unit for unit in self.data.aircraft if s.at[unit] == AIR and self.mind.is_at_least(OFFICER)]
        if world.over or not planes:
            return []
        picture = self.picture(world)
        over = plan_flights(picture, plan_attacks(picture, ALLIED, self.mind.work.share(0.3)))
        return [("move", plane, hex_) for plane, hex_ in zip(planes, over, strict=False)]

    # -- guns

    def barrage(self) -> Plan:
        """Shells on what is to be stormed, then where they cost steps."""
        picture, side = self.picture(), self.mind.side
        attacks = plan_attacks(picture, side, self.mind.work.share(0.5))
        units = plan_shells(picture, side, attacks)
        choices = tuple(Choice(f"attack {self.data.grid.label(a.target)}", a.worth) for a in attacks[:4])
        return Plan((*(("shell", unit) for unit in units), DONE), "open the trenches that are to be stormed", choices)

    def gas(self) -> Plan:
        """It only helps."""
        return Plan((("gas",),), "gas helps every marker")

    def fire(self) -> Plan:
        """The likeliest hit first."""
        picture = self.picture()
        actions = sorted(self.world.offer(), key=lambda a: -hit_chance(picture, self.mind.side, a[1]))
        return Plan((actions[0],), "the likeliest hit first")

    # -- the battle

    def combat(self) -> Plan:
        """The best attack of those that together bring most; then look again."""
        picture, side = self.picture(), self.mind.side
        attacks = plan_attacks(picture, side, self.mind.work)
        choices = tuple(
            Choice(f"attack {self.data.grid.label(a.target)} in column {a.column + 1}", a.worth) for a in attacks[:4]
        )
        if not attacks:
            return Plan((DONE,), "no attack promises more than it costs")
        best = attacks[0]
        order = ("attack", best.target, tuple(hex_ for _, hex_ in best.team))
        return Plan((order, ("confirm",)), f"column {best.column + 1} on {self.data.grid.label(best.target)}", choices)

    def by_quick(self) -> Plan:
        """What a rule of thumb says, with the rule."""
        return super().by_quick()._replace(why=THUMBS[type(asked(self.world.state))])

    def quick(self, world: World) -> Action:
        """Rules of thumb for both sides."""
        frame = asked(world.state)
        answer = QUICK.get(type(frame))
        actions = sorted(world.offer())
        if answer is None or len(actions) == 1:
            return actions[0]
        found: Action = answer(self.picture(world), frame, actions)
        return found

    orders = {
        SetUp: set_up,
        Breakdown: breakdown,
        Replacement: replacement,
        SecondRebuild: replacement,
        Arrival: arrival,
        Movement: movement,
        Barrage: barrage,
        Gas: gas,
        Fire: fire,
        Combat: combat,
        SupportFire: by_quick,
        LostBattalion: by_quick,
        Hit: by_quick,
        AttackerLoss: by_quick,
        NextRetreat: by_quick,
        DefenderChoice: by_quick,
        Retreat: by_quick,
        Advance: by_quick,
    }
    planned = (Movement,)
    rollout, throws = 35, 16
    phase = 0.6  # to draft, and the weighing of battles, take time too
    weighed = (SupportFire, LostBattalion, AttackerLoss, NextRetreat, DefenderChoice, Retreat, Advance, Hit)
    in_battle = (*weighed, Assault, AttackRoll, Draw)  # both sides draw before a turn, which is no turn of theirs


# -- rules of thumb within a battle


def support_fire(picture: Picture, frame: SupportFire, actions: list[Action]) -> Action:
    """The smallest marker that moves the column, where that is worth it; else none."""
    rules, s = picture.rules, picture.s
    fight, sign = odds(frame.battle(rules, s)), 1 if frame.player == frame.attacker else -1
    team = tuple((picture.field.stacks[hex_][0], hex_) for hex_ in frame.attackers)
    now = picture.battle_worth(frame.target, team, fight.column)
    offered = sorted((rules.strength[a[1]], a) for a in actions if a[0] == "support")
    for strength, action in offered:
        column = rules.crt.column(fight.differential + sign * strength, fight.line)
        if column != fight.column and sign * (picture.battle_worth(frame.target, team, column) - now) > 0.4:
            return action
    return DONE


def lost_battalion(picture: Picture, frame: LostBattalion, actions: list[Action]) -> Action:
    """For an attack that would go well."""
    team = tuple((picture.field.stacks[hex_][0], hex_) for hex_ in frame.attackers)
    return ("declare",) if picture.column(frame.target, team) >= 9 else ("pass",)


def after_hit(picture: Picture, frame: Hit, actions: list[Action]) -> Action:
    """Go back, but not out of the goal or a town, unless it would be the end."""
    rules, s = picture.rules, picture.s
    unit = picture.field.stacks[frame.hex][0]
    is_end = s.steps[unit] <= frame.hits
    works = frame.player == GERMAN and picture.shift_of(frame.hex) >= 2
    holds = frame.hex == rules.goal or works or is_counted(picture, frame.player, frame.hex)
    if holds and not (is_end and frame.hex != rules.goal):
        return ("suffer",)
    back = [action for action in actions if action[0] == "retreat"]
    return best_hex(picture, frame.player, back)


def is_counted(picture: Picture, side: int, hex_: int) -> bool:
    """Whether an Allied unit in a hex is about to be counted: then it stays while it has a step to lose."""
    return side == ALLIED and picture.is_count and picture.beyond(hex_) > 0


def best_hex(picture: Picture, side: int, actions: list[Action]) -> Action:
    """Where to go back to: Germans into good ground in front of the goal, Allies not far from it."""
    distance = race(picture.rules).distance
    if side == ALLIED:
        return min(actions, key=lambda a: (not is_counted(picture, side, a[1]), distance.get(a[1], 99), a))
    return min(actions, key=lambda action: (distance.get(action[1], 99) - 2 * picture.shift_of(action[1]), action))


def attacker_loss(picture: Picture, frame: AttackerLoss, actions: list[Action]) -> Action:
    """Where the step costs least."""

    def price(hex_: int) -> float:
        unit = picture.field.stacks[hex_][0]
        steps = picture.s.steps[unit]
        return picture.step_worth(hex_) + picture.counted(unit, steps, hex_) - picture.counted(unit, steps - 1, hex_)

    return min(actions, key=lambda action: (price(action[1]), action))


def defender_choice(picture: Picture, frame: DefenderChoice, actions: list[Action]) -> Action:
    """Stay in the goal and in works; else give way, as little as may be: a step is dearer than ground."""
    verbs = {action[0] for action in actions}
    works = frame.player == GERMAN and picture.shift_of(frame.hex) >= 3
    stands = frame.hex == picture.rules.goal or works or is_counted(picture, frame.player, frame.hex)
    if stands and "resist" in verbs:
        return ("resist",)
    return next((verb,) for verb in ("retreat-one", "retreat-full", "resist") if verb in verbs)


def retreat(picture: Picture, frame: Retreat, actions: list[Action]) -> Action:
    """To the best hex."""
    return best_hex(picture, frame.player, actions)


def advance(picture: Picture, frame: Advance, actions: list[Action]) -> Action:
    """Allies follow with whoever leaves their line in the best shape; Germans only into good ground."""
    going = [action for action in actions if action[0] == "advance"]
    strongest = max(going, key=lambda action: (picture.attack(picture.field.stacks[action[1]][0]), action))
    if frame.player == ALLIED:
        if picture.side == ALLIED:
            return allied_advance(picture, frame.target, going)
        nearer = picture.distance.get(frame.target, 99) <= picture.distance.get(strongest[1], 99)
        return strongest if nearer or frame.target == picture.rules.goal else ("stay",)  # what a German expects
    return strongest if picture.shift_of(frame.target) > picture.shift_of(strongest[1]) else ("stay",)


def allied_advance(picture: Picture, target: int, going: list[Action]) -> Action:
    """Into the goal in any case; else whoever leaves the line in the best shape, or nobody."""
    at = picture.s.at
    units = [unit for unit in picture.rules.units[ALLIED] if at[unit] >= 0]

    def after(action: Action) -> float:
        moved = picture.field.stacks[action[1]] if action[0] == "advance" else ()
        return AlliedLine(picture, {unit: target if unit in moved else at[unit] for unit in units}).value()

    best = max(going, key=lambda action: (after(action), action))
    return best if target == picture.rules.goal or after(best) > after(("stay",)) else ("stay",)


QUICK: dict[type, Any] = {
    SupportFire: support_fire,
    LostBattalion: lost_battalion,
    Hit: after_hit,
    AttackerLoss: attacker_loss,
    DefenderChoice: defender_choice,
    Retreat: retreat,
    Advance: advance,
}
THUMBS: dict[type, str] = {
    SupportFire: "the smallest marker that moves the column enough, else none",
    LostBattalion: "for an attack from the tenth column up, and not before",
    Hit: "go back, but hold Sedan, towns and works while a step is left",
    AttackerLoss: "the step that costs least",
    NextRetreat: "one after another as they stand",
    DefenderChoice: "hold the goal and works for a step, else give as little ground as may be",
    Retreat: "good ground in front of the goal",
    Advance: "Allies follow where their line stays sound, and into the goal always; Germans only into better ground",
}
"""The rules of thumb in words."""
