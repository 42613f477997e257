"""The commander of Marne 1918, for both sides."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Any, cast

from westfront.bots.bot import Choice, Plan
from westfront.bots.expert import Expert, in_words
from westfront.bots.levels import COMMANDER, OFFICER, RECRUIT, STAFF
from westfront.bots.marne.attacks import MANY, defence_guns, offensive_guns, plan_attacks
from westfront.bots.marne.moves import (
    Breadth,
    Force,
    attacking_moves,
    defending_moves,
    exploit,
    forced_marches,
    guarded,
    spearheads,
)
from westfront.bots.marne.picture import SCALE, STANDARD, Picture, Stance
from westfront.bots.marne.support import (
    base,
    bridge_work,
    exposure,
    flight,
    gun_moves_up,
    gun_worth,
    hq_moves,
    hq_price,
    pontoon,
    shift_gun,
)
from westfront.bots.marne.thumb import QUICK
from westfront.bots.mind import Mind
from westfront.bots.weights import RECKLESS
from westfront.engine.dice import NoDice
from westfront.engine.frame import asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.world import World
from westfront.games.marne.advance import Advance, PlaceExploitation
from westfront.games.marne.air import AirMissions, ChooseBase, Flight, Intercepted, RecoveryDie
from westfront.games.marne.arrivals import able_to_come, entry_hexes
from westfront.games.marne.artillery import AttackGuns, Bombardment, CounterBattery, DefenceGuns
from westfront.games.marne.bridges import BridgeWork
from westfront.games.marne.combat import Attackers, Combat
from westfront.games.marne.coordination import CombatDice
from westfront.games.marne.disengagement import Disengagement
from westfront.games.marne.facts import MarneData
from westfront.games.marne.field import stacking_points
from westfront.games.marne.leads import AttackLead, DefenceLead
from westfront.games.marne.losses import DirectStep, HighestMorale, HitConversion
from westfront.games.marne.markers import Markers, StripMarker
from westfront.games.marne.moving import Entering, ExploitationMovement, Movement, Moving, Relieved
from westfront.games.marne.offensive_guns import DeclareOffensive, MoveOffensiveGuns
from westfront.games.marne.orders import AttackersPanic, Confusion, MisdirectedReserves, MisunderstoodOrders
from westfront.games.marne.results import AsteriskLoss, Called, Reserves
from westfront.games.marne.retreat import Withdrawal
from westfront.games.marne.sequence import TenthDivision, Weather
from westfront.games.marne.setup import DealStosstruppen, SetUp
from westfront.games.marne.stacking import Overstacked
from westfront.games.marne.state import ALLIED, GERMAN, MOVED, MarneState
from westfront.games.marne.supply import FallBack
from westfront.games.marne.victory import (
    ENCIRCLED_DIVISIONS,
    MONTDIDIER,
    encircled_divisions,
    points_of,
    reims_lost,
)
from westfront.hexgrid import HexSet, bits, has

DONE: Action = ("done",)
PLAIN = Breadth(targets=0, posts=0, solo=3, tries=3, sweeps=1, bars_the_way=False)
"""A recruit thinks of no attacks while he moves."""
NARROW = Breadth(targets=8, posts=1, solo=4, tries=9, sweeps=1)
"""An officer sees one post for each group in each attack, and goes over his line once."""
THOROUGH = Breadth(targets=10, posts=3, solo=6, tries=9, sweeps=2, short_line=8)
"""A commander sees three, so that he comes from more sides; he goes over his line again, and searches a short one."""
BREADTHS = {RECRUIT: PLAIN, OFFICER: NARROW, COMMANDER: THOROUGH, STAFF: THOROUGH}
CROWDED = 50.0
"""Nobody comes in where there is no room, as long as there is another hex."""
BEHIND = 25.0
"""Nor out of command, which may be behind the enemy's line, even where the letter of a scenario lets him."""
PIECEMEAL = 1
"""A recruit sends no more groups than these into an attack: a division, or what is left of it."""
DRAFTED_STYLES = ("cautious", RECKLESS)
AIMS = 4
"""So many hexes are aimed at in drafts."""
TO_THE_END, ENOUGH = 8, 4
"""With no more player turns than these to come a draft is played to the end of the game, where nothing is a guess, as
long as there is work for so many runs of each draft."""
SPENDS = 0.4
"""What a run counts for: it takes a third of the time that its work stands for."""
VICTORY = 6.0
"""What it is worth to win at the end, besides the points."""
DECIDED = 20.0
"""What it is worth to win or lose by what is not counted in points."""


class MarneExpert(Expert):
    """Who attacks masses near his offensive guns, breaks in and runs for what scores; who defends keeps a line."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        self.data, self.stance = cast(MarneData, mind.rules), STANDARD

    def picture(self, world: World | None = None, side: int | None = None) -> Picture:
        """The front of a world, for the side of this machine or another."""
        state = cast(MarneState, (world or self.world).state)
        return Picture(self.data, state, self.mind.side if side is None else side, self.mind.weights, self.stance)

    @classmethod
    def margin(cls, rules: AnyRules, state: Any) -> float:
        """The points that the Germans are ahead, and what decides a scenario besides."""
        data, s = cast(MarneData, rules), cast(MarneState, state)
        if data.scenario == "foch-attacks":
            return -float(points_of(data, s))
        if data.scenario == "gneisenau" and not s.german_holds & data.grid.hexset(MONTDIDIER):
            return -DECIDED
        points = float(points_of(data, s))
        if data.scenario == "friedensturm":
            lost, cut = reims_lost(data, s), encircled_divisions(data, s) >= ENCIRCLED_DIVISIONS
            points += DECIDED * (lost - cut)
        return points

    def extra(self, world: World) -> dict[str, float]:
        """Whose strength is nearer to what is fought for."""
        picture, side = self.picture(world), self.mind.side
        return {"place": self._place(picture, side) - self._place(picture, 1 - side)}

    def _place(self, picture: Picture, side: int) -> float:
        s, rules = picture.s, picture.rules
        units = [unit for unit in rules.combat_units[side] if s.at[unit] >= 0]
        return sum(rules.attack_strength(s, unit) * picture.stake(s.at[unit]) for unit in units) / 9

    # -- before the battle

    def set_up(self) -> Plan:
        """Infantry nearest to the enemy, everything else in the town."""
        picture = self.picture()
        grid, enemies = self.data.grid, bits(picture.field.combat[GERMAN])

        def key(action: Action) -> tuple[float, Action]:
            near = min(grid.distance(action[2], hex_) for hex_ in enemies)
            return (-near if self.data.is_combat[action[1]] else near), action

        return Plan((max(self.world.offer(), key=key),), "infantry in front, guns and HQ behind it")

    def deal_stosstruppen(self) -> Plan:
        """One for each stack that attacks near the guns, the best regiments first; then a second."""
        picture, data = self.picture(), self.data
        s = picture.s
        guns = [s.at[gun] for gun in data.guns[GERMAN] if data.is_army_gun[gun] and s.at[gun] >= 0]
        taken = {s.at[unit] for unit in data.stosstruppen if s.at[unit] >= 0}
        enemies = picture.field.combat[ALLIED]

        def key(action: Action) -> tuple[float, ...]:
            unit = action[2]
            here = s.at[unit]
            near = data.grid.within(1 << here, 2) & enemies & ~data.quiet(s)
            supported = min(data.grid.distance(here, gun) for gun in guns) <= 4
            value = 3.0 * bool(near) + 2.0 * supported - 2.5 * (here in taken) - 9.0 * has(data.quiet(s), here)
            return value + 0.3 * data.morale(s, unit) + 0.2 * picture.pull(here), -unit

        return Plan((max(self.world.offer(), key=key),), "Stosstruppen where the attack will be made")

    def declare(self) -> Plan:
        """The guns that reach most of what is to be attacked."""
        return Plan((offensive_guns(self.picture(), self.mind.side, self.world.offer()),), "the gun of the main attack")

    def air(self) -> Plan:
        """Over the attack that matters."""
        if not self.mind.is_at_least(OFFICER):
            return Plan((("stop",),), "the aircraft stay where they are")
        return Plan((flight(self.picture()),), "over the fight that matters most")

    def choose_base(self) -> Plan:
        """The HQ from which most is in reach."""
        return Plan((base(self.picture(), self.world.offer()),), "the HQ from which most is in reach")

    # -- movement

    def movement(self) -> Plan:
        """Reinforcements first, then a pontoon; then combat units, guns and HQs."""
        return self._before_moves() or self._moves()

    def _before_moves(self) -> Plan | None:
        """What comes before the ground units move: room for what is due, what is due, a pontoon."""
        picture, world = self.picture(), self.world.copy()
        away = self.carried_out(world, hq_moves(picture)) if self._shut(picture) else []
        if away:
            return Plan(tuple(away), "the HQ makes room for what is due")
        entries = self._entries(world)
        if entries:
            return Plan(tuple(entries), "bring in what is due")
        bridge = pontoon(picture) if self.mind.is_at_least(OFFICER) else None
        return Plan((bridge,), "a pontoon to go on over the river") if bridge else None

    def _moves(self, holds_back: bool = True) -> Plan:
        """All moves of a phase; whole groups near the guns may be held back for the breach."""
        picture, world = self.picture(), self.world.copy()
        orders = self.carried_out(world, self._ground_orders(picture, holds_back))
        orders += self.carried_out(world, gun_moves_up(self.picture(world)))
        orders += self.carried_out(world, hq_moves(self.picture(world)))
        why = "mass for attacks and press on" if picture.attacks else "keep the line and what scores"
        return Plan((*orders, DONE), why if holds_back else f"{why}, everybody at once", self._what_changed(world))

    def drafts(self) -> list[Plan]:
        """What is usual; as bolder and more careful men would; with nobody held back; and otherwise than usual."""
        first = self._before_moves()
        if first:
            return [first]
        plans = [self._moves(), *(self._draft(style, STANDARD) for style in DRAFTED_STYLES), self._moves(False)]
        plans += [self._draft("", stance) for stance in self._stances(self.picture())]
        found: dict[tuple[Action, ...], Plan] = {}
        for plan in plans:
            found.setdefault(plan.actions, plan)
        return list(found.values())

    def _draft(self, style: str, stance: Stance) -> Plan:
        """What a commander of some style would order, if he meant something else than usual."""
        other = cast(MarneExpert, self._thinker(self.world, COMMANDER, style))
        other.stance = stance
        plan = other._moves()
        words = [style] if style else []
        words += ["against the usual"] if stance.turned else []
        words += [f"with all eyes on {self.data.grid.label(stance.aim)}"] if stance.aim >= 0 else []
        return plan._replace(why=", ".join([plan.why, *words]))

    def _stances(self, picture: Picture) -> list[Stance]:
        """The other way round, and with the hexes in mind that promise most."""
        own = picture.field.combat[picture.side if picture.attacks else 1 - picture.side]
        wants = picture.wants[picture.side] if picture.attacks else picture.keeps
        if not own:
            return [Stance(True)]
        near = {hex_: points * exp(-self.data.distance(hex_, own) / SCALE) for hex_, points in wants.items()}
        aims = sorted(near, key=lambda hex_: (-near[hex_], hex_))[:AIMS]
        return [Stance(True), *(Stance(aim=hex_) for hex_ in aims)]

    def turns_ahead(self, work: float) -> int:
        """As far as the level looks, or to the end of the game when that is near, but no farther than work lasts."""
        picture = self.picture()
        left = 2 * picture.sequences_left - (not picture.has_initiative)
        if left <= TO_THE_END and ENOUGH * self.price(left) <= work:
            return left
        most = super().turns_ahead(work)
        return max([1, *(turns for turns in range(1, most + 1) if self.price(turns) <= work)])

    def price(self, sight: int) -> float:
        """A hundred units on the map take `rollout` for one player turn."""
        units = sum(at >= 0 for at in self.picture().s.at)
        return super().price(sight) * SPENDS * units / 100

    def value(self, world: World) -> float:
        """At the end the margin decides, and a little more who has won."""
        if not world.over:
            return super().value(world)
        sign = 1 if self.mind.side == GERMAN else -1
        won = {self.mind.side: VICTORY, 1 - self.mind.side: -VICTORY}.get(world.state.winner, 0.0)
        return self.mind.weights["points"] * sign * self.margin(self.rules, world.state) + won

    def carried_out(self, world: World, orders: Iterable[Action]) -> list[Action]:
        """With an answer for whoever is relieved by them."""
        found: list[Action] = []
        for order in orders:
            found += super().carried_out(world, [order])
            while not world.over and isinstance(asked(world.state), Relieved):
                found.append(self._relieved(world))
                world.step(found[-1], NoDice())
        return found

    def _ground_orders(self, picture: Picture, holds_back: bool) -> list[Action]:
        """A recruit masses nobody and holds nobody back."""
        work, force = self.mind.work.share(0.5), Force(picture)
        breadth = BREADTHS[self.mind.name.level.name]
        if picture.attacks:
            places = attacking_moves(picture, force, work, breadth, holds_back and breadth.targets > 0)
        else:
            places = defending_moves(picture, force, work, breadth)
        marches = forced_marches(picture, force, places) if breadth.bars_the_way or not picture.attacks else {}
        orders: list[Action] = [("march", force.members[first], to) for first, to in marches.items()]
        moves = [(first, to) for first, to in places.items() if first not in marches and to != force.at[first]]
        return orders + [("move", force.members[first], to) for first, to in moves]

    def _entries(self, world: World) -> list[Action]:
        """Everybody who is due, where he is needed: HQs and guns behind, the others near to the fight."""
        found: list[Action] = []
        side = self.mind.side
        while due := able_to_come(self.data, cast(MarneState, world.state), side):
            picture = self.picture(world)
            unit = min(due, key=lambda unit: (self.data.is_combat[unit], unit))
            hexes = bits(entry_hexes(self.data, picture.s, unit))
            order = ("enter", unit, max(hexes, key=lambda hex_: (self._entry_worth(picture, unit, hex_), -hex_)))
            entered = self.carried_out(world, [order])
            if not entered:
                break
            found += entered
        return found

    def _shut(self, picture: Picture) -> bool:
        """Whether somebody who is due would come in where there is no room, or where the enemy stops him."""
        due = able_to_come(self.data, picture.s, self.mind.side)
        zone = picture.field.zone[1 - self.mind.side]
        return any(not self._open(picture, unit) & ~zone for unit in due)

    def _open(self, picture: Picture, unit: int) -> HexSet:
        need = stacking_points(self.data, picture.s, unit)
        hexes = bits(entry_hexes(self.data, picture.s, unit))
        return self.data.grid.set_of(hex_ for hex_ in hexes if picture.room(hex_) >= need)

    def _entry_worth(self, picture: Picture, unit: int, hex_: int) -> float:
        data, grid, side = self.data, self.data.grid, self.mind.side
        if data.is_gun[unit]:
            return gun_worth(picture, unit, hex_)
        if data.is_hq[unit]:
            places = {hq: picture.s.at[hq] for hq in data.hqs[side] if picture.s.at[hq] >= 0} | {unit: hex_}
            return -hq_price(picture, places, unit) - exposure(picture, hex_)
        crowded = CROWDED if picture.room(hex_) < stacking_points(data, picture.s, unit) else 0.0
        crowded += 0.0 if has(picture.commanded, hex_) else BEHIND
        if picture.attacks:
            return picture.pull(hex_) - crowded
        heads = spearheads(picture)
        return -crowded - 0.5 * min((grid.distance(hex_, head) for head in heads), default=0)

    def _what_changed(self, after: World) -> tuple[Choice, ...]:
        stay, go = self.value(self.world), self.value(after)
        return Choice("move", go), Choice("stand still", stay)

    def relieved(self) -> Plan:
        """Tired units go back, others stay if there is room."""
        return Plan((self._relieved(self.world),), "tired units go back to rest")

    def _relieved(self, world: World) -> Action:
        picture, frame = self.picture(world), cast(Relieved, asked(world.state))
        s, unit = picture.s, frame.unit
        hexes = [action[1] for action in world.offer() if action[0] == "go"]
        tired = s.lost[unit] > 0 or s.order[unit] > 0
        need = 2 if s.lost[unit] else 3
        free = [hex_ for hex_ in hexes if picture.room(hex_) >= need and has(picture.commanded, hex_)]
        if not free or (not tired and picture.room(s.at[unit]) >= 0):
            return ("stay",)
        own = picture.field.combat[picture.side]
        best = min(free, key=lambda h: (picture.danger((unit,), h, own) - picture.shelter(h), h))
        return ("go", best)

    def bridges(self) -> Plan:
        """Repair what helps, blow what only the enemy needs."""
        return Plan((bridge_work(self.picture(), self.world.offer()),), "bridges: ours stand, his fall")

    def markers(self) -> Plan:
        """Whole groups that wait near the offensive guns are in reserve, guards of what must not be lost apart."""
        picture, s, orders = self.picture(), cast(MarneState, self.world.state), list[Action]()
        world, kept = self.world.copy(), guarded(picture)
        able = [action for action in world.offer() if action[0] == "reserve" and s.moved[action[1]] != MOVED]
        offered = [action for action in able if not has(kept, s.at[action[1]])]
        for action in sorted(offered, key=lambda a: (-picture.pull(s.at[a[1]]) * picture.worth(a[1]), a)):
            orders += self.carried_out(world, [action])
        return Plan((*orders, DONE), "reserves to go through the breach")

    # -- the battle

    def combat(self) -> Plan:
        """The best attack of those that together bring most; then look again."""
        picture, side = self.picture(), self.mind.side
        most = MANY if self.mind.is_at_least(OFFICER) else PIECEMEAL
        attacks = plan_attacks(picture, side, self.mind.work, most, self.mind.is_at_least(COMMANDER))
        label = self.data.grid.label
        choices = tuple(Choice(f"attack {label(a.target)} at about {a.column:.1f} to 1", a.worth) for a in attacks[:4])
        if not attacks:
            return Plan((DONE,), "no attack promises more than it costs")
        best = attacks[0]
        orders: list[Action] = [("attack", best.target), ("add", best.units)]
        world = self.world.copy()
        self.carried_out(world, orders)
        tank = sorted(action for action in world.offer() if action[0] == "tank")
        why = f"about {best.column:.1f} to 1 on {label(best.target)}"
        return Plan((*orders, *tank[:1], ("confirm",)), why, choices)

    def defence_guns(self) -> Plan:
        """All guns in range, at the enemy's guns where that spares more."""
        return Plan(tuple(defence_guns(self.picture(), self.mind.side)), "guns against guns or against the attackers")

    def disengagement(self) -> Plan | None:
        """Whoever is marked goes."""
        offered = sorted(action for action in self.world.offer() if action[0] == "disengage")
        return Plan((offered[0] if offered else DONE,), "out of contact")

    def exploitation(self) -> Plan:
        """Through the breach, to what scores."""
        world = self.world.copy()
        orders = self.carried_out(world, exploit(self.picture()))
        return Plan((*orders, DONE), "through the breach")

    def shift(self) -> Plan:
        """The guns follow the front."""
        return Plan((shift_gun(self.picture()),), "the guns follow the front")

    def quick(self, world: World) -> Action:
        """Rules of thumb for both sides."""
        frame, actions = asked(world.state), sorted(world.offer())
        answer = QUICK.get(type(frame))
        if answer is None or len(actions) == 1:
            return DONE if DONE in actions else actions[0]
        return answer(self.picture(world, frame.player), frame, actions)

    orders = {
        SetUp: set_up,
        DealStosstruppen: deal_stosstruppen,
        DeclareOffensive: declare,
        AirMissions: air,
        ChooseBase: choose_base,
        Movement: movement,
        Relieved: relieved,
        BridgeWork: bridges,
        Markers: markers,
        Combat: combat,
        DefenceGuns: defence_guns,
        Disengagement: disengagement,
        ExploitationMovement: exploitation,
        MoveOffensiveGuns: shift,
        **{kind: Expert.by_quick for kind in QUICK if kind is not DefenceGuns},
        **dict.fromkeys((Weather, TenthDivision, RecoveryDie, Bombardment, CombatDice), Expert.by_quick),
        **dict.fromkeys((MisunderstoodOrders, Moving, Entering, Flight), Expert.by_quick),
    }
    thumbs = in_words(QUICK)
    planned = (Movement,)
    phase = 0.5  # to draft takes as long as to compare
    rollout, throws = 150, 12
    doubt = 2.0
    weighed = (DirectStep, AsteriskLoss, StripMarker)
    in_battle = (
        *weighed,
        *(Attackers, AttackGuns, DefenceGuns, CounterBattery, Bombardment, AttackLead, DefenceLead, HighestMorale),
        *(HitConversion, Withdrawal, Reserves, Called, Advance, PlaceExploitation, CombatDice, MisunderstoodOrders),
        *(Confusion, AttackersPanic, MisdirectedReserves),
        *(AirMissions, Flight, Intercepted, ChooseBase, RecoveryDie, Weather, FallBack, Overstacked, TenthDivision),
    )
