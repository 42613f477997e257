"""The commander of Hindenburg's War, for both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, cast

from westfront.bots.bot import Choice, Plan
from westfront.bots.expert import Expert
from westfront.bots.hindenburg.attacks import Order, attack_orders, outcomes
from westfront.bots.hindenburg.moves import (
    advance_orders,
    bring_orders,
    driven_out,
    followed,
    gone_back,
    hammers,
    send_orders,
    support_orders,
    trench_orders,
    walk_orders,
    wanted,
)
from westfront.bots.hindenburg.picture import Picture
from westfront.bots.hindenburg.position import Position
from westfront.bots.hindenburg.setup import AlliedSetUp, GermanSetUp
from westfront.bots.levels import COMMANDER, OFFICER, STAFF
from westfront.bots.mind import Mind
from westfront.bots.weights import Weights
from westfront.engine.dice import NoDice
from westfront.engine.frame import asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.world import World
from westfront.games.hindenburg.actions import Overstacked
from westfront.games.hindenburg.attack_supply import PlaceAttackSupply, in_reserve, open_to_markers
from westfront.games.hindenburg.battle import the_battle
from westfront.games.hindenburg.black_days import BlackDay, BlackDayRetreat, Entering, Entry, forces
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.operations import Force, Operation
from westfront.games.hindenburg.participation import Tanks
from westfront.games.hindenburg.replacements import ReplacementRoll
from westfront.games.hindenburg.retreat import DividedRetreat
from westfront.games.hindenburg.rounds import ChooseLosses, Grouping, Press, Stand
from westfront.games.hindenburg.sequence import MID_GAME
from westfront.games.hindenburg.setup import Deployment
from westfront.games.hindenburg.stacking import reserve
from westfront.games.hindenburg.state import ALLIED, GERMAN, PASSED, STACK, HindenburgState
from westfront.games.hindenburg.strategic import Bringing, Sending
from westfront.games.hindenburg.victory import (
    GROUND_NEEDED,
    CheckNow,
    MoraleRoll,
    NationalCheck,
    ground_taken,
    victory_cities_lost,
)
from westfront.hexgrid import bits, has

DONE: Action = ("done",)
PASS: Action = ("pass",)
CANCEL: Action = ("cancel",)
ANSWERS = 10
"""The work of a turn is shared by so many actions."""
JUDGED = 0.5
"""Units of work to judge a position."""
DRAFTS, ANSWERED = 24, 25
"""So many orders are compared by the staff after so many answers of the enemy."""
HOPELESS = 0.25
"""An attacker with less hope than this breaks off."""
COMING = 0.7
"""What an attack is worth whose force is still to be brought; a marker serves as a railhead for ten."""
DIVIDED = 5.0
"""What a stack loses by being divided."""
REDUCES = 10
SHORT_SIGHT = {"own chance": 0.0, "enemy chance": 0.25, "presence": 0.0}
"""A recruit sees little of what may come next."""
DEPLOYMENTS = {GERMAN: "michael", ALLIED: "historical"}


def _factors(kind: str) -> int:
    """Attack and defence factor of a kind, such as 7 of `GE4-3`."""
    return int(kind[2]) + int(kind[4])


def _hit_worth(kind: str) -> int:
    """Whom to hit: the strongest first; a hit on a whole American division only reduces it."""
    return _factors(kind) - (REDUCES if kind.startswith("US") and not kind.endswith("r") else 0)


class HindenburgExpert(Expert):
    """Germans: break in with attack supply, take ground in supply, then hold; Allies: close the line, strike back."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self.data = cast(HindenburgData, mind.rules)
        mind.work = mind.work.share(1 / ANSWERS)

    def picture(self, world: World | None = None) -> Picture:
        """The front of a world, for the side of this machine."""
        weights = self.mind.weights if self.mind.is_at_least(OFFICER) else Weights({**self.mind.weights, **SHORT_SIGHT})
        return Picture(self.data, cast(HindenburgState, (world or self.world).state), self.mind.side, weights)

    @classmethod
    def margin(cls, rules: AnyRules, state: Any) -> float:
        """For the Germans: hexes over thirty at the check, more for what follows it, most for an early collapse."""
        data, s = cast(HindenburgData, rules), cast(HindenburgState, state)
        ground = float(ground_taken(data, s) - GROUND_NEEDED)
        if s.mid_game != PASSED:
            return 50.0 + MID_GAME - s.turn if s.winner == GERMAN else ground
        return {GERMAN: 50.0, ALLIED: 10.0}.get(s.winner, 30.0) - len(victory_cities_lost(data, s))

    def extra(self, world: World) -> dict[str, float]:
        """The whole judgement of the picture."""
        picture = self.picture(world)
        return {"standing": picture.value(picture.now, world.side)}

    # -- before the battle

    def deployment(self) -> Plan:
        """An officer lays out his own, a recruit one of the ready-made deployments."""
        name = DEPLOYMENTS[self.mind.side]
        if self.mind.is_at_least(OFFICER):
            picture = self.picture()
            thinks = self.mind.is_at_least(COMMANDER)
            own = GermanSetUp(picture, thinks) if self.mind.side == GERMAN else AlliedSetUp(picture, name, not thinks)
            orders = self.carried_out(self.world.copy(), own.orders())
            if orders[-1:] == [DONE]:
                return Plan(tuple(orders), own.why)
        lay_out = [("deploy", name)] if self.world.why(("deploy", name)) is None else []
        return Plan((*lay_out, DONE), f"the deployment {name}")

    def attack_supply(self) -> Plan:
        """Markers where an attack gains most by them."""
        picture = self.picture()
        s, position = picture.s, picture.now
        left, orders = len(in_reserve(self.data, s)), list[Action]()
        worth = {hex_: self._marker_worth(picture, position, hex_) for hex_ in bits(open_to_markers(self.data, s))}
        for hex_ in sorted(worth, key=lambda hex_: (-worth[hex_], hex_)):
            price = 2 if has(self.data.board.west, hex_) else 1
            if worth[hex_] > 1.0 * price and price <= left:
                orders.append(("mark", hex_))
                left -= price
        return Plan((*orders, DONE), "attack supply where the strongest force can use it")

    def _marker_worth(self, picture: Picture, position: Position, hex_: int) -> float:
        """What a marker adds to the attacks from a hex, by those who are there or with ten from the reserve."""
        enemies = bits(self.data.board.near(hex_) & position.occupied[ALLIED])
        if hex_ not in position.piles or not enemies:
            return 0.0
        there, before = position.piles[hex_].units, [picture.pair(position, hex_, target) for target in enemies]
        best = sorted(reserve(self.data, picture.s, GERMAN), key=lambda unit: -picture.attack[unit])
        ten = (*there, *best[: STACK - len(there)])
        marked, picture.marked = picture.marked, picture.marked | 1 << hex_
        after = [
            max(
                picture.battle_worth(position, hex_, target, there),
                COMING * picture.battle_worth(position, hex_, target, ten),
            )
            for target in enemies
        ]
        picture.marked = marked
        gains = [now - max(0.0, old) for old, now in zip(before, after, strict=True) if now > 0]
        return max(gains, default=0.0) + 0.3 * sum(gains)

    # -- an action

    def operation(self) -> Plan:
        """The best of all orders that are worth thinking about."""
        picture, side = self.picture(), self.mind.side
        ranked = self.ranked(picture, picture.now, side)
        if self.mind.is_at_least(STAFF):
            ranked = self.with_answers(picture, ranked, side)
        choices = tuple(Choice(order.why, value) for value, order in ranked[:4])
        for _, order in ranked:
            if self.world.why(order.actions[0]) is None:
                return Plan(order.actions, order.why, choices)
        return Plan((PASS,), "nothing can be done")

    def begun(self) -> Plan:
        """A force that was taken up, or a group that is being put together, is laid down again before anything else."""
        world = self.world.copy()
        world.step(CANCEL, NoDice())
        plan = self._thinker(world, self.mind.name.level.name, self.mind.name.style).script()
        return plan._replace(actions=(CANCEL, *plan.actions))

    def with_answers(self, picture: Picture, ranked: list[tuple[float, Order]], side: int) -> list[tuple[float, Order]]:
        """The best orders again, each after the enemy's best answer to it."""
        drafts = min(DRAFTS, int(self.mind.work.left / (JUDGED * ANSWERED)))
        if drafts < 2:
            return ranked
        self.mind.work.spend(JUDGED * ANSWERED * drafts)
        found = [((value + self._after(picture, order, side)) / 2, order) for value, order in ranked[:drafts]]
        return sorted(found, key=lambda pair: -pair[0])

    def _after(self, picture: Picture, order: Order, side: int) -> float:
        """What an order is worth on the average, after the answer that is worst for it."""
        return sum(chance * self._answered(picture, after, side) for chance, after in order.outcomes)

    def _answered(self, picture: Picture, position: Position, side: int) -> float:
        stay = Order((PASS,), "pass", 0.0, ((1.0, position),))
        orders = sorted(self._orders(picture, position, 1 - side), key=lambda order: -order.promise)[:ANSWERED]
        return min(self._average(picture, order, side) for order in (stay, *orders))

    def ranked(self, picture: Picture, position: Position, side: int) -> list[tuple[float, Order]]:
        """Orders with what they are worth, as far as the work lasts, the best first; to pass is one."""
        stay = Order((PASS,), "pass", 0.0, ((1.0, position),))
        work, found = self.mind.work, [(self._average(picture, stay, 1 - side), stay)]
        orders = sorted(self._orders(picture, position, side), key=lambda order: -order.promise)
        for order in orders:
            if picture.strips_a_fortress(order.outcomes[0][1]):
                continue
            if work.is_over:
                break
            work.spend(JUDGED * len(order.outcomes))
            found.append((self._average(picture, order, 1 - side), order))
        return sorted(found, key=lambda pair: -pair[0])

    def _orders(self, picture: Picture, position: Position, side: int) -> Iterator[Order]:
        own, enemy = picture.chances(position, side), picture.chances(position, 1 - side)
        needs = wanted(picture, own, enemy, 6)
        if not self.mind.is_at_least(OFFICER):
            return chain(
                attack_orders(picture, position, side, 4),
                walk_orders(picture, position, side, 3),
                bring_orders(picture, position, side, needs, {}),
            )
        blows = hammers(picture, position, side, 4) if position is picture.now else {}
        return chain(
            attack_orders(picture, position, side, 8),
            walk_orders(picture, position, side, 6),
            advance_orders(picture, position, side, 6),
            support_orders(picture, position, side, {**blows, **needs}),
            bring_orders(picture, position, side, needs, blows),
            send_orders(picture, position, side),
            trench_orders(picture, position, side, needs),
        )

    def _average(self, picture: Picture, order: Order, next_: int) -> float:
        """The average over where an order may lead, with some side to act next."""
        return sum(chance * picture.value(after, next_) for chance, after in order.outcomes)

    def tanks(self) -> Plan:
        """All brigades that can help."""
        frame = cast(Tanks, asked(self.world.state))
        s = cast(HindenburgState, self.world.state)
        kinds = sorted(self.data.by_kind(s, frame.units), key=lambda kind: -_factors(kind))
        most = next((("tanks", kind, number) for kind in kinds if (number := self._more_tanks(frame, s, kind))), None)
        return Plan((most,) if most else (DONE,), "tanks wherever they can go")

    def _more_tanks(self, frame: Tanks, s: HindenburgState, kind: str) -> int:
        """The brigades that divisions of a kind may have, if they have fewer."""
        now = len(self.data.by_kind(s, frame.supported).get(kind, ()))
        most = frame.most(self.data, s, kind)
        return most if most > now else 0

    # -- the battle

    def quick(self, world: World) -> Action:
        """Rules of thumb for both sides."""
        frame, actions = asked(world.state), sorted(world.offer())
        if isinstance(frame, Grouping):
            return max(actions, key=lambda action: action[1])
        if isinstance(frame, ChooseLosses):
            return max(actions, key=lambda action: (_hit_worth(action[1]), action[2]))
        if isinstance(frame, DividedRetreat):
            return max(actions, key=lambda action: action[2])
        if isinstance(frame, Overstacked):
            return min(actions, key=lambda action: _factors(action[1]))
        return actions[0]

    def stand(self) -> Plan:
        """Stay or go: what is left, and what the next round would cost, against the hex."""
        picture, frame = self.picture(), cast(Stand, asked(self.world.state))
        values = {action: self._stood(picture, frame, action) for action in self.world.offer()}
        return self._best(values, "what keeps the line best")

    def _stood(self, picture: Picture, frame: Stand, action: Action) -> float:
        """What it is worth to stay, or to retreat to a hex; to divide a stack is the last resort."""
        battle, position = the_battle(picture.s), picture.now
        attackers = tuple(battle.attacking(picture.s))
        if action[0] == "stay":
            ends = self._next_round(picture, attackers) if frame.more and attackers else ((1.0, position),)
            return sum(chance * picture.value(after, self.mind.side) for chance, after in ends)
        if len(action) == 1 or action[1] < 0:
            return picture.value(position, self.mind.side) - DIVIDED
        after = gone_back(picture, position, battle.target, action[1])
        if attackers:
            after = followed(picture, after, battle.origin, battle.target, attackers)
        return picture.value(after, self.mind.side)

    def _next_round(self, picture: Picture, attackers: tuple[int, ...]) -> Iterable[tuple[float, Position]]:
        """Where another round may lead; an attacker without hope breaks off."""
        battle, position = the_battle(picture.s), picture.now
        if picture.odds(position, battle.origin, battle.target, attackers).taken < HOPELESS:
            return ((1.0, position),)
        return outcomes(picture, position, battle.origin, battle.target, attackers)

    def _best(self, values: dict[Action, float], why: str) -> Plan:
        """The best of some answers, and what the others are worth."""
        best = sorted(values, key=lambda action: (-values[action], action))
        write = self.rules.grammar.text
        return Plan((best[0],), why, tuple(Choice(write(action), values[action]) for action in best[:4]))

    def press(self) -> Plan:
        """Another round, if it is worth its losses."""
        picture = self.picture()
        battle, enemy = the_battle(picture.s), 1 - self.mind.side
        attackers = tuple(battle.attacking(picture.s))
        ends = outcomes(picture, picture.now, battle.origin, battle.target, attackers)
        go = sum(chance * picture.value(after, enemy) for chance, after in ends)
        values: dict[Action, float] = {("press",): go, ("break-off",): picture.value(picture.now, enemy)}
        return self._best(values, "what another round is worth")

    # -- the check of turn 9, Black Days

    def check_now(self) -> Plan:
        """As soon as it is passed."""
        s = cast(HindenburgState, self.world.state)
        good = ground_taken(self.data, s) >= GROUND_NEEDED and not victory_cities_lost(self.data, s)
        return Plan((("check",) if good else ("wait",),), "the ground is there" if good else "not enough ground yet")

    def black_day(self) -> Plan:
        """The hex that opens most."""
        picture = self.picture()
        values = {action: self._entered(picture, action[1]) for action in self.world.offer()}
        return self._best(values, "the hex that opens most")

    def _entered(self, picture: Picture, hex_: int) -> float:
        """What it is worth to enter a hex that the Germans leave, with all but one of the largest force."""
        found = forces(self.data, picture.s, hex_, picture.s.german)
        origin = max(found, key=lambda near: len(found[near]))
        units = found[origin][: max(1, len(found[origin]) - 1)]
        after = followed(picture, driven_out(picture, picture.now, hex_), origin, hex_, units)
        return picture.value(after, GERMAN)

    def entry(self) -> Plan:
        """From where most can enter."""
        frame = cast(Entry, asked(self.world.state))
        found = forces(self.data, cast(HindenburgState, self.world.state), frame.target, frame.german)
        origin = max(found, key=lambda near: (len(found[near]), near))
        return Plan((("enter", origin),), "the strongest force enters")

    def entering(self) -> Plan:
        """All but one enter."""
        frame = cast(Entering, asked(self.world.state))
        s = cast(HindenburgState, self.world.state)
        stack = self.data.stack(s, frame.hex)
        if len(frame.units) < 3 or len(frame.units) < len(stack):
            return Plan((DONE,), "all enter")
        weakest = min(frame.units, key=lambda unit: (self.data.defence[unit][s.flipped[unit]], unit))
        return Plan((("leave", self.data.kind(s, weakest), 1), DONE), "one stays behind")

    def black_day_retreat(self) -> Plan:
        """Where the line holds best."""
        picture, frame = self.picture(), cast(BlackDayRetreat, asked(self.world.state))
        values: dict[Action, float] = {}
        for action in self.world.offer():
            whole = len(action) > 1 and action[1] >= 0
            after = gone_back(picture, picture.now, frame.hex, action[1]) if whole else picture.now
            values[action] = picture.value(after, ALLIED)
        return self._best(values, "where the line holds best")

    orders = {
        Deployment: deployment,
        PlaceAttackSupply: attack_supply,
        Operation: operation,
        Force: begun,
        Bringing: begun,
        Sending: begun,
        Tanks: tanks,
        Stand: stand,
        Press: press,
        CheckNow: check_now,
        BlackDay: black_day,
        BlackDayRetreat: black_day_retreat,
        Entry: entry,
        Entering: entering,
        Grouping: Expert.by_quick,
        ChooseLosses: Expert.by_quick,
        DividedRetreat: Expert.by_quick,
        Overstacked: Expert.by_quick,
        MoraleRoll: Expert.by_quick,
        ReplacementRoll: Expert.by_quick,
        NationalCheck: Expert.by_quick,
    }
    thumbs = {
        Grouping: "the group that hits best fires",
        ChooseLosses: "the strongest enemy is hit first, and a whole American last",
        DividedRetreat: "as many as may be go the better way",
        Overstacked: "the weakest leaves the crowded hex",
    }
    checks = ("mid-game",)
    in_battle = (Tanks, Grouping, ChooseLosses, Stand, Press, DividedRetreat, Overstacked, ReplacementRoll)
