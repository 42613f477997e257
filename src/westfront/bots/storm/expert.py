"""The commander of Storm in the West, for both sides."""

from __future__ import annotations

from typing import Any, cast

from westfront.bots.bot import Choice, Plan
from westfront.bots.expert import Expert, in_words
from westfront.bots.levels import COMMANDER, OFFICER, STAFF
from westfront.bots.mind import Mind
from westfront.bots.storm.attacks import FEW, MANY, plan_attacks
from westfront.bots.storm.ground import NOBODY
from westfront.bots.storm.moves import (
    Posture,
    entry_order,
    garrisons,
    guns_out_of_marsh,
    infiltration_orders,
    march_orders,
    rail_orders,
    spearheads,
)
from westfront.bots.storm.picture import Picture
from westfront.bots.storm.supplies import landings, replacements
from westfront.engine.frame import asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.world import World
from westfront.games.storm.bombing import BombLoss, HomeDefence, Intercept, StrategicBombing, TacticalBombing
from westfront.games.storm.combat import Assault, Combat
from westfront.games.storm.control import Redeploy
from westfront.games.storm.data import StormData
from westfront.games.storm.fight import (
    Advance,
    AirSupport,
    AttackAir,
    AttackerLoss,
    DefenceAir,
    DefenderLoss,
    Fire,
    RetreatLoss,
    battle_of,
)
from westfront.games.storm.infiltration import Infiltrating, Infiltration
from westfront.games.storm.losses import costly
from westfront.games.storm.movement import INFILTRATION_TURN, Entering, March, Marching, Onward
from westfront.games.storm.orders import Stacks
from westfront.games.storm.rail import Rail, RailTo
from westfront.games.storm.replacements import Evacuation, Replacement
from westfront.games.storm.setup import Deployment, Placing
from westfront.games.storm.state import ALLIED, GERMAN, StormState
from westfront.hexgrid import has

DONE: Action = ("done",)
CONFIRM: Action = ("confirm",)
WON = 60.0
"""Who has won is ahead by so much at least."""
SAVED_AIR = 1.2
"""What an air unit must bring in a battle when it is kept for the own offensive."""
OPENING = "soissons"
"""The German set-up of 1918 with most points in reach: Reims, Soissons, Compiegne and Epernay lie behind that front."""
DRAFTS: dict[str, dict[str, float]] = {
    "as usual": {},
    "go for ground": {"ground": 1.5},
    "press on": {"own steps on the map": 0.7},
    "kill rather than push": {"enemy steps on the map": 1.4, "ground": 0.7},
    "spare the army": {"own steps on the map": 1.4},
}
"""What is compared when a march is planned: what each temper makes of the weights. To stand is not among them: at the
end of a turn a line that stands always looks better than one that attacks, and it loses the war."""
COMPARED = 4
"""A commander has no time for more of them than these."""
PUSH = -0.25
"""Who has won a hex advances unless that costs more than this."""


class StormExpert(Expert):
    """Germans: points in hand by turn 9, then hold; Allies: hold every point, then break in with tanks and masses."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self.data = cast(StormData, mind.rules)

    def picture(self, world: World | None = None, side: int | None = None) -> Picture:
        """The front of a world, for the side of this machine or another."""
        state = cast(StormState, (world or self.world).state)
        side = self.mind.side if side is None else side
        goes_on = self.data.is_1919 and side == ALLIED  # who closes up there takes no towns
        return Picture(self.data, state, side, self.mind.weights, self.mind.is_at_least(COMMANDER) and not goes_on)

    @classmethod
    def margin(cls, rules: AnyRules, state: Any) -> float:
        """German morale less Allied morale, and much for the victory."""
        s = cast(StormState, state)
        victory = {GERMAN: WON, ALLIED: -WON}.get(s.winner, 0.0)
        return victory + s.morale[GERMAN] - (0 if cast(StormData, rules).is_1919 else s.morale[ALLIED])

    def extra(self, world: World) -> dict[str, float]:
        """What the own line may lose, and what the enemy's may."""
        side = self.mind.side
        return {"held": self.picture(world).held(), "pressed": -self.picture(world, 1 - side).held()}

    def drafts(self) -> list[Plan]:
        """The own march, and what somebody of another temper would order, each once."""
        found: dict[tuple[Action, ...], Plan] = {}
        for name, factors in [*DRAFTS.items()][: None if self.mind.is_at_least(STAFF) else COMPARED]:
            thinker = self._thinker(self.world, self.mind.name.level.name, self.mind.name.style)
            thinker.mind.weights = self.mind.weights.scaled(factors)
            plan = thinker.script()
            found.setdefault(plan.actions, plan._replace(why=f"{plan.why} ({name})"))
        return list(found.values())

    # -- before the fight

    def deployment(self) -> Plan:
        """The ready-made set-up that lies nearest to points, with two corps on dear ones of the own line."""
        world, orders = self.world.copy(), list[Action]()
        if self.mind.is_at_least(OFFICER):
            if self.mind.side == GERMAN:
                orders = self.carried_out(world, [("deploy", OPENING)])
                orders += self.carried_out(world, spearheads(self.picture(world)) if orders else [])
            orders += self.carried_out(world, garrisons(self.picture(world)))
        if world.why(DONE) is not None:
            orders = []
        why = "a set-up that suits the plan" if orders else "the ready-made set-up stands"
        return Plan((*orders, DONE), why)

    def replacement(self) -> Plan:
        """Reduced units of the front first, then the dead; who lands does so where it is needed."""
        world, side = self.world.copy(), self.mind.side
        orders = self.carried_out(world, replacements(self.picture(), self.world.offer()))
        if side == ALLIED:
            orders += self.carried_out(world, landings(self.picture(world), world.offer()))
        return Plan((*orders, DONE), "make the front whole, then bring back the dead")

    def rail(self) -> Plan:
        """Trains to where the line is in danger."""
        orders = self.carried_out(self.world.copy(), rail_orders(self.picture(), self.mind.is_at_least(OFFICER)))
        return Plan((*orders, DONE), "trains to where the line is in danger")

    def march(self) -> Plan:
        """Reinforcements first; then attackers to their posts, and everybody else where it holds most."""
        picture = self.picture()
        entry = entry_order(picture)
        if entry is not None and self.world.why(entry) is None:
            return Plan((entry,), "bring in a reinforcement")
        sweeps = 3 if self.mind.is_at_least(COMMANDER) else 2 if self.mind.is_at_least(OFFICER) else 1
        orders, attacks = march_orders(picture, self.mind.work, self.mind.is_at_least(OFFICER), sweeps)
        world = self.world.copy()
        legal = self.carried_out(world, orders)
        legal += self.carried_out(world, [order for order in orders if order not in legal])
        if world.why(DONE) is not None:
            legal += self.carried_out(world, guns_out_of_marsh(picture))
        label = self.data.grid.label
        choices = tuple(Choice(f"attack {label(a.target)} with {len(a.team)}", a.worth) for a in attacks[:4])
        end: tuple[Action, ...] = (DONE,) if world.why(DONE) is None else ()
        return Plan((*legal, *end), "mass for the attacks, hold the line with the rest", choices)

    def going(self) -> Plan | None:
        """Who is taken up goes where it is worth most."""
        frame, picture = cast(Marching, asked(self.world.state)), self.picture()
        posture = Posture(picture)
        posture.lift(frame.unit)
        hexes = [a for a in self.world.offer() if a[0] == "go"]
        if not hexes:
            return None
        best = max(hexes, key=lambda action: (posture.worth(frame.unit, action[1]), action))
        return Plan((best,), "where it is worth most")

    def infiltration(self) -> Plan:
        """Into open points, and behind what is to be attacked."""
        orders = infiltration_orders(self.picture(), self.mind.work, self.mind.is_at_least(OFFICER))
        legal = self.carried_out(self.world.copy(), orders)
        return Plan((*legal, DONE), "into what is open, and to where the second attack is best")

    # -- the fight

    def combat(self) -> Plan:
        """The best attack of those that together bring most; then look again."""
        frame, picture = cast(Combat, asked(self.world.state)), self.picture()
        most = MANY if self.mind.is_at_least(OFFICER) else FEW
        attacks = plan_attacks(picture, self.mind.side, bool(frame.second), self.mind.work.share(0.2), most)
        label = self.data.grid.label
        choices = tuple(Choice(f"attack {label(a.target)} with {len(a.team)}", a.worth) for a in attacks[:4])
        if not attacks:
            return Plan((DONE,), "no attack promises more than it costs")
        return Plan(attacks[0].order(self.data.agb), f"the attack on {label(attacks[0].target)} brings most", choices)

    def assault(self) -> Plan:
        """An attack that took shape otherwise is declared if it is worth it, else called off."""
        frame, picture = cast(Assault, asked(self.world.state)), self.picture()
        units = (*frame.attackers, *(self.data.agb,) * frame.guns)
        team = tuple((unit, picture.s.at[unit]) for unit in units)
        if self.world.why(CONFIRM) is None and picture.best_worth(frame.target, team, bool(frame.second)) > 0:
            return Plan((CONFIRM,), "it is worth it")
        return Plan((("cancel",),), "it costs more than it brings")

    def quick(self, world: World) -> Action:
        """Rules of thumb for both sides."""
        frame, actions = asked(world.state), sorted(world.offer())
        answer = QUICK.get(type(frame))
        if answer is None or len(actions) == 1:
            return DONE if DONE in actions else actions[0]
        found: Action = answer(self, self.picture(world, frame.player), frame, actions)
        return found

    def _air(self, picture: Picture, frame: AirSupport, actions: list[Action]) -> Action:
        """Air units fly where they change what is to be expected by enough."""
        rules, s = self.data, picture.s
        battle = battle_of(rules, s, frame)
        base, best, most = picture.expected(battle), 0, 0.0
        attacks = isinstance(frame, AttackAir)
        price = picture.air_price(bool(frame.second), attacks)
        if not attacks and frame.player == ALLIED and (rules.is_1919 or s.turn >= INFILTRATION_TURN):
            price = SAVED_AIR
        for _, number in actions:
            changed = battle._replace(air=number) if attacks else battle._replace(cover=number)
            gain = abs(picture.expected(changed) - base) - price * number
            if number and gain > most:
                best, most = number, gain
        return ("fly", best)

    def _lose_or_retreat(self, picture: Picture, frame: DefenderLoss, actions: list[Action]) -> Action:
        """The cheapest step; back only if the hex is worth less than it would cost to stay."""
        rules, s, here = self.data, picture.s, frame.target
        lose = [action for action in actions if action[0] == "lose"]
        cheapest = min(lose, key=lambda action: (self._price(picture, action[1]), action))
        ways = [action for action in actions if action[0] == "retreat"]
        if not ways:
            return cheapest
        force = picture.force.get(here, NOBODY)
        left = force._replace(steps=force.steps - 1)
        stay = self._price(picture, cheapest[1]) + (1 - picture.holds(here, left)) * 0.4 * left.steps
        stay += picture.stake(here) if left.steps <= 0 else 0.0
        dear = costly(rules, s, frame.player)
        back = {action: self._way_price(picture, action[1], has(dear, action[1])) for action in ways}
        best = min(ways, key=lambda action: (back[action], action))
        return best if picture.stake(here) + back[best] < stay else cheapest

    def _way_price(self, picture: Picture, hex_: int, dear: bool) -> float:
        risk = 0.3 * picture.threat.get(hex_, 0.0) / 20
        helps = 0.15 * picture.stake(hex_)
        lost = 3.0 if not has(picture.supplied(self.data.own[picture.side][0]) | picture.lines.french, hex_) else 0.0
        return (1.0 if dear else 0.0) + risk + lost - helps

    def _price(self, picture: Picture, unit: int) -> float:
        """What the next step of a unit costs: more if nobody is left then to hold its hex."""
        s, last = picture.s, picture.s.steps[unit] == 1
        alone = last and picture.force.get(s.at[unit], NOBODY).units == 1
        return picture.step_price(unit, last) + (0.3 * picture.stake(s.at[unit]) if alone else 0.0)

    def _cheapest(self, picture: Picture, frame: AttackerLoss, actions: list[Action]) -> Action:
        """The cheapest step is lost."""
        return min(actions, key=lambda action: (self._price(picture, action[1]), action))

    def _advance(self, picture: Picture, frame: Advance, actions: list[Action]) -> Action:
        """Whoever is worth more in the hex that was won goes there."""
        posture, gains = Posture(picture), list[tuple[float, Action]]()
        guarded = picture.points(posture.open_towns())
        for action in actions:
            if action[0] == "advance":
                unit = action[1]
                here = picture.s.at[unit]
                posture.lift(unit)
                gain = posture.worth(unit, frame.target) - posture.worth(unit, here)
                posture.put(unit, frame.target)
                gains.append((gain - picture.points(posture.open_towns()) + guarded, action))
                posture.lift(unit)
                posture.put(unit, here)
        first = not picture.field.stack(frame.target)
        gain, best = max(gains)
        return best if gain > (PUSH if first else 0.2) else DONE

    def _bomb(self, picture: Picture, frame: TacticalBombing, actions: list[Action]) -> Action:
        """The hex that would be won most easily."""
        bombs = [action for action in actions if action[0] == "bomb" and has(picture.field.zone[ALLIED], action[1])]

        def worth(action: Action) -> float:
            stack = picture.field.stacks[action[1]]
            return picture.ground(action[1], ALLIED) - sum(picture.s.steps[unit] for unit in stack)

        return max(bombs, key=lambda action: (worth(action), action), default=("keep",))

    def _redeploy(self, picture: Picture, frame: Redeploy, actions: list[Action]) -> Action:
        """As far from the enemy as may be."""
        allies = picture.field.occupied[ALLIED]
        far = {
            action: next(n for n in range(1, 60) if picture.rules.grid.within(1 << action[1], n) & allies)
            for action in actions
        }
        return max(actions, key=lambda action: (far[action], action))

    orders = {
        Deployment: deployment,
        Placing: Expert.by_quick,
        Replacement: replacement,
        Evacuation: Expert.by_quick,
        Rail: rail,
        RailTo: going,
        March: march,
        Marching: going,
        Entering: going,
        Onward: going,
        Stacks: Expert.by_quick,
        Infiltration: infiltration,
        Infiltrating: going,
        Combat: combat,
        Assault: assault,
        AttackAir: Expert.by_quick,
        DefenceAir: Expert.by_quick,
        Fire: Expert.by_quick,
        DefenderLoss: Expert.by_quick,
        RetreatLoss: Expert.by_quick,
        AttackerLoss: Expert.by_quick,
        Advance: Expert.by_quick,
        StrategicBombing: Expert.by_quick,
        HomeDefence: Expert.by_quick,
        TacticalBombing: Expert.by_quick,
        Intercept: Expert.by_quick,
        BombLoss: Expert.by_quick,
        Redeploy: Expert.by_quick,
    }
    checks = ("check passed", "check failed")
    in_battle = (Assault, AttackAir, DefenceAir, Fire, DefenderLoss, RetreatLoss, AttackerLoss, Advance)
    weighed = (DefenderLoss,)  # not Advance: weighed by what the line may lose, nobody would follow up a success
    planned = (March,)
    rollout = 175
    phase = 0.7  # to draft takes time, and a battle follows


QUICK: dict[type, Any] = {
    AttackAir: StormExpert._air,
    DefenceAir: StormExpert._air,
    DefenderLoss: StormExpert._lose_or_retreat,
    RetreatLoss: StormExpert._cheapest,
    AttackerLoss: StormExpert._cheapest,
    BombLoss: StormExpert._cheapest,
    Advance: StormExpert._advance,
    TacticalBombing: StormExpert._bomb,
    Redeploy: StormExpert._redeploy,
    StrategicBombing: lambda *_: ("keep",),
    HomeDefence: lambda *_: ("defend",),
    Intercept: lambda *_: ("intercept",),
}
"""Rules of thumb by the kind of question; any other is answered with `done`, or the first thing offered."""
StormExpert.thumbs = {
    **in_words({frame: answer for frame, answer in QUICK.items() if answer.__doc__}),
    StrategicBombing: "bombers stay for the front",
    HomeDefence: "fighters defend the homeland",
    Intercept: "a bomber may cost more than a fighter",
}
