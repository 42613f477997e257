"""The commander of Operation Michel, for both sides."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from westfront.bots.bot import Choice, Plan
from westfront.bots.expert import Expert
from westfront.bots.levels import COMMANDER, OFFICER, STAFF
from westfront.bots.michel.armies import AMIENS, ARMIES, NORTH, usual_plan
from westfront.bots.michel.attacks import (
    add_guns,
    choose_supply,
    declarations,
    defensive_fire,
    plan_attacks,
)
from westfront.bots.michel.corps import allied_corps_moves, corps_moves, german_corps_moves
from westfront.bots.michel.moves import allied_moves, german_moves
from westfront.bots.michel.picture import Picture
from westfront.bots.michel.wall import USUAL, Layout
from westfront.bots.mind import Mind
from westfront.engine.dice import NoDice
from westfront.engine.frame import asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.world import World
from westfront.games.michel.attack_allocation import Assault, AttackAllocation
from westfront.games.michel.data import MichelData
from westfront.games.michel.defence_allocation import DefensiveFire, Resist
from westfront.games.michel.deployment import Deployment
from westfront.games.michel.movement import EndMovement, Movement, came_in_unsupplied, crowded_units, destinations
from westfront.games.michel.replacements import Entering, Entry, LossOrder, Pick, units_due
from westfront.games.michel.resolution import Resolution
from westfront.games.michel.results import Exchange, Retreat
from westfront.games.michel.sequence import CombatPhase
from westfront.games.michel.state import ALLIED, GERMAN, LAST_TURN, MichelState
from westfront.games.michel.victory import points_of
from westfront.hexgrid import bits

DONE: Action = ("done",)
STRIKE = ", and strike where it pays"
ENDED = 10.0
"""By so much more than before a point counts when the game is over."""
NOWHERE = 0
"""No objective has so few points."""


class Course(NamedTuple):
    """How a side goes on: the German plan, or the Allied wall and whether to strike."""

    name: str = "keep the line and the towns"
    plan: str = ""
    wall: Layout = USUAL
    strikes: bool = True


COURSES = (
    (Course(), Course(plan=AMIENS), Course(plan=NORTH), Course(plan=ARMIES)),
    (
        Course(),
        Course("keep a wall without gaps", wall=Layout(closed=True)),
        Course("keep the line, reserves behind it", wall=Layout(reserves=NOWHERE)),
        Course("fall back out of contact", wall=Layout(back=True), strikes=False),
        Course("stand", strikes=False),
    ),
)
"""What is compared, German and Allied; the usual course first."""
FEW = 3
"""So many of them a commander compares: the staff has more time."""


class MichelExpert(Expert):
    """Germans: mass at a few places, break in, run for Amiens, Arras and the edges; Allies: a line, garrisons, guns."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self.data = cast(MichelData, mind.rules)
        self.course = Course()
        self._courses: dict[tuple[Action, ...], Course] = {}
        """The courses of the drafts."""

    def picture(self, world: World | None = None) -> Picture:
        """The front of a world, for the side of this machine and the German plan of its course."""
        state, is_officer = cast(MichelState, (world or self.world).state), self.mind.is_at_least(OFFICER)
        plan = self.course.plan or usual_plan(self.data, state)
        return Picture(self.data, state, self.mind.side, self.mind.weights, is_officer, plan)

    @classmethod
    def margin(cls, rules: AnyRules, state: Any) -> float:
        """The German victory points."""
        return float(points_of(cast(MichelData, rules), cast(MichelState, state)))

    @classmethod
    def expected_margin(cls, rules: AnyRules) -> float:
        """The base number: German relative strength less the Allied one."""
        return float(cast(MichelData, rules).base)

    def extra(self, world: World) -> dict[str, float]:
        """How far the Germans who are fed are kept from their goals, how far the divisions are from the west, who
        guards Arras, who may still reach the edge, and the points: these two count the less the earlier it is."""
        picture = self.picture(world)
        allies = picture.field.occupied[ALLIED]
        kept = picture.kept(picture.in_supply, allies, allies & picture.field.stacked(2))
        sign = 1 if self.mind.side == ALLIED else -1
        late = picture.s.turn / LAST_TURN
        return {
            "advance": sign * kept,
            "west": sign * picture.from_the_west,
            "guards": picture.guards,
            "points": late * points_of(self.data, picture.s),
            "runners": late * picture.in_the_west(self.data.ground_units[GERMAN]),
            "feeders": late * picture.in_the_west(self.data.corps[GERMAN]),
        }

    def value(self, world: World) -> float:
        """At the end only the points count, each as much as a division and more."""
        if world.over:
            return ENDED * self.mind.weights["points"] * points_of(self.data, cast(MichelState, world.state))
        return super().value(world)

    # -- coming in

    def deployment(self) -> Plan:
        """The ready-made deployment."""
        return Plan((DONE,), "the ready-made deployment stands")

    def entry(self) -> Plan:
        """Everybody comes in, as near to the fight as may be."""
        rules, picture, world = self.data, self.picture(), self.world.copy()
        grid, orders = rules.grid, list[Action]()
        for unit in units_due(rules, picture.s, self.mind.side):
            s = cast(MichelState, world.state)
            hexes = bits(Entering(self.mind.side, unit).ends(rules, s))
            best = sorted(hexes, key=lambda h: (min(grid.distance(h, head) for head in picture.spearheads), h))
            order = next((("enter", unit, h) for h in best if world.why(("enter", unit, h)) is None), None)
            if order:
                world.step(order, NoDice())
                orders.append(order)
        return Plan((*orders, DONE), "everybody who is due comes in, nearest to the fight")

    # -- movement

    def movement(self) -> Plan:
        """Corps first, since attacks need them; then the others."""
        side, picture, course = self.mind.side, self.picture(), self.course
        world = self.world.copy()
        fights = course.strikes and self._fights(world)
        if side == ALLIED and self.mind.is_at_least(OFFICER):
            orders = self.carried_out(world, self._ground_orders(picture, fights))
            orders += self.carried_out(world, allied_corps_moves(self.picture(world), self.mind.work))
        else:
            corps = (
                german_corps_moves(picture, fights) if self.mind.is_at_least(OFFICER) else corps_moves(picture, side)
            )
            orders = self.carried_out(world, corps)
            orders += self.carried_out(world, self._ground_orders(self.picture(world), fights))
        why = {
            GERMAN: f"mass where the line is to break, and run where it is open: {picture.plan}",
            ALLIED: f"{course.name}{STRIKE if fights else ''}",
        }
        orders += self._make_room(world)
        return Plan((*orders, DONE), why[side], self._what_changed(world))

    def turns_ahead(self, work: float) -> int:
        """Nobody looks farther than to the end of the battle."""
        turn = cast(MichelState, self.world.state).turn
        left = 2 * (LAST_TURN - turn) + (2 if self.mind.side == GERMAN else 1)
        return min(left, super().turns_ahead(work))

    def drafts(self) -> list[Plan]:
        """Of a whole movement phase: one for each course, if they differ."""
        found = dict[tuple[Action, ...], Plan]()
        for course in self._open_courses():
            plan = self._on_course(self.world, course).script()
            found.setdefault(plan.actions, plan)
            self._courses.setdefault(plan.actions, course)
        return list(found.values())

    def _open_courses(self) -> tuple[Course, ...]:
        s, side = cast(MichelState, self.world.state), self.mind.side
        if any(s.moved[unit] for unit in self.data.units[side]):
            return (Course(),)
        found = COURSES[side] if self._fights(self.world) or side == ALLIED else (Course(),)
        return found if self.mind.is_at_least(STAFF) else found[:FEW]

    def _on_course(self, world: World, course: Course) -> MichelExpert:
        """Somebody who goes on in a course of this side, as an officer does."""
        found = cast(MichelExpert, self._thinker(world, OFFICER))
        if world.side == self.mind.side:
            found.course = course
        return found

    def changed(self, plan: Plan, other: Plan, units: set[int]) -> Plan:
        """It stays in its course all the same."""
        found = super().changed(plan, other, units)
        self._courses.setdefault(found.actions, self._courses[plan.actions])
        return found

    def go_on(self, world: World, draft: Plan) -> Plan:
        """This side goes on in the course of its draft."""
        return self._on_course(world, self._courses[draft.actions]).script()

    @staticmethod
    def _fights(world: World) -> bool:
        """Whether combat follows this movement phase."""
        return any(isinstance(frame, CombatPhase) for frame in world.state.frames[-3:])

    def _make_room(self, world: World) -> list[Action]:
        """Who stands where he may not stay goes on, to wherever there is room."""
        rules, side, found = self.data, self.mind.side, list[Action]()
        s = cast(MichelState, world.state)
        for unit in (*crowded_units(rules, s, side), *came_in_unsupplied(rules, s, side)):
            if world.why(DONE) is not None and not s.moved[unit] and not s.isolated[unit]:
                found += self.carried_out(
                    world, [("move", unit, hex_) for hex_ in bits(destinations(rules, s, unit))[:1]]
                )
        return found

    def _ground_orders(self, picture: Picture, fights: bool) -> list[Action]:
        work, masses = self.mind.work, self.mind.is_at_least(OFFICER)
        if self.mind.side == GERMAN:
            return german_moves(picture, work, fights and masses)
        tries, sweeps = (10, 2) if self.mind.is_at_least(COMMANDER) else (6, 1) if masses else (3, 1)
        return allied_moves(picture, work, tries, sweeps, fights and masses, self.course.wall if masses else None)

    def _what_changed(self, after: World) -> tuple[Choice, ...]:
        stay, go = self.extra(self.world)["advance"], self.extra(after)["advance"]
        return Choice("move", go), Choice("stand still", stay)

    def overstacked(self) -> Plan:
        """The weakest goes."""
        return self._least("remove", "the weakest goes")

    # -- combat

    def attack_allocation(self) -> Plan:
        """All attacks together, then the fewest corps that supply them, then guns."""
        picture, side = self.picture(), self.mind.side
        attacks = plan_attacks(picture, side, self.mind.work)
        attacks = [attack for attack in attacks if self.world.why(("attack", (attack.target,))) is None]
        corps, attacks = choose_supply(picture, side, attacks)
        if self.mind.is_at_least(OFFICER):
            attacks = add_guns(picture, side, attacks, corps)
        label = self.data.grid.label
        choices = tuple(Choice(f"attack {label(a.target)} with {len(a.team)}", a.worth) for a in attacks[:4])
        why = f"{len(attacks)} attacks, supplied by {len(corps)} corps" if attacks else "no attack is worth a corps"
        return Plan(declarations(attacks, corps), why, choices)

    def defensive_fire(self) -> Plan:
        """Guns for the hexes where they move the odds."""
        orders = defensive_fire(self.picture(), self.mind.side)
        return Plan((*orders, DONE), "guns where they move the odds")

    def resolution(self) -> Plan:
        """The best ground first."""
        picture = self.picture()
        best = max(self.world.offer(), key=lambda action: (picture.ground(action[1]), action))
        return Plan((best,), "the best ground first")

    def _least(self, verb: str, why: str) -> Plan:
        actions = [action for action in self.world.offer() if action[0] == verb]
        return Plan((min(actions, key=lambda action: (self.picture().worth(action[1]), action)),), why)

    def exchange(self) -> Plan:
        """The weakest is lost."""
        return self._least("lose", "the weakest is lost")

    def retreat(self) -> Plan:
        """A German keeps to the rule of thumb: who stands in the way tells only when the divisions march."""
        return self.weigh() if self.mind.side == ALLIED and self.mind.is_at_least(COMMANDER) else self.by_quick()

    def pick(self) -> Plan:
        """The strongest comes back."""
        best = max(self.world.offer(), key=lambda action: (self.data.strength[action[1]], action))
        return Plan((best,), "the strongest comes back")

    def quick(self, world: World) -> Action:
        """Rules of thumb for both sides."""
        frame, actions, picture = asked(world.state), sorted(world.offer()), self.picture(world)
        if isinstance(frame, Resist):
            return max(actions, key=lambda action: (picture.defence(action[1]), action))
        if isinstance(frame, Retreat):
            return self._push_back(picture, frame, actions)
        if isinstance(frame, Exchange | LossOrder):
            return min(actions, key=lambda action: (self.data.strength[action[1]], action))
        if isinstance(frame, Pick):
            return max(actions, key=lambda action: (self.data.strength[action[1]], action))
        return DONE if DONE in actions else actions[0]

    def _push_back(self, picture: Picture, frame: Retreat, actions: list[Action]) -> Action:
        """The enemy is driven where he is of least use: Germans away from their goals, Allies out of the way."""
        distance, grid = picture.race.distance, self.data.grid
        if frame.player == ALLIED:
            return max(actions, key=lambda action: (distance.get(action[2], 0), action))
        own = bits(picture.field.occupied[GERMAN])
        goals = list(self.data.board.objectives)
        return max(
            actions,
            key=lambda action: (
                min(grid.distance(action[2], goal) for goal in goals)
                - 0.5 * min(grid.distance(action[2], hex_) for hex_ in own),
                action,
            ),
        )

    orders = {
        Deployment: deployment,
        Entry: entry,
        Movement: movement,
        EndMovement: overstacked,
        AttackAllocation: attack_allocation,
        DefensiveFire: defensive_fire,
        Resolution: resolution,
        Resist: Expert.by_quick,
        Retreat: retreat,
        Exchange: exchange,
        LossOrder: Expert.by_quick,
        Pick: pick,
    }
    thumbs = {
        Resist: "the strongest resists",
        Retreat: "the enemy is driven where he is of least use",
        LossOrder: "the weakest is lost first",
    }
    planned = (Movement,)
    rollout, throws = 125, 6
    phase = 0.35  # there are two movement phases in a turn
    sight = {COMMANDER: 2, STAFF: 4}
    doubt = 12.0  # a change of mind costs days on the march
    in_battle = (Assault, Resist, DefensiveFire, Retreat, Exchange, LossOrder, Pick)
