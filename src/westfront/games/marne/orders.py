"""12.2.6, misunderstood orders: what goes wrong on either side, at once and before anything else is applied."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Unit
from westfront.games.marne.coordination import ATTACKER, DEFENDER
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneRoll
from westfront.games.marne.field import STACK, points_in, stacking_points
from westfront.games.marne.losses import BY_ORDERS, DirectLoss, disorganise, participants
from westfront.games.marne.markers import ask_to_strip
from westfront.games.marne.places import enter
from westfront.games.marne.retreat import PANIC, retreat
from westfront.games.marne.state import DISORGANISED, MISUNDERSTOOD, MarneState
from westfront.games.marne.story import note
from westfront.hexgrid import HexSet, bits, has

FEWER_HITS = 3
NEAR = 3
"""Hexes from the target within which reserves and markers are affected."""


class MisunderstoodOrders(MarneRoll, frozen=True):
    """A side has misunderstood its orders and throws for what comes of it."""

    in_battle = True
    who: Number
    asked_by = "12.2.6 tab5"
    question = "Orders were misunderstood: throw for what happens."

    @rule("12.2.6", "12.2.6 tab5")
    def do_roll(self, play: MarnePlay) -> None:
        play.pop()
        (die,) = play.roll("orders", by=self.player)
        result = play.rules.orders.named(die, "attacker" if self.who == ATTACKER else "defender")
        play.tell("orders", "12.2.6 tab5", side=self.player, result=TITLES[result])
        note(play.state, 9, TITLES[result])
        (misled_attacker if self.who == ATTACKER else misled_defender)(play, result)


TITLES = {
    "sacrifice": "a sacrifice, each side loses a step",
    "panic": "panic",
    "suicidal": "a suicidal counter-attack, the defender loses a step",
    "rout": "a rout, the attacker suffers three hits less",
    "indecision": "indecision, the defenders are pinned",
    "misdirected": "reserves are misdirected",
    "fierce": "fierce fighting, each side loses a step",
    "confusion": "confusion, an attacking unit is disorganised",
    "stubbornness": "stubbornness, the attacker loses a step",
    "unenthusiastic": "lack of enthusiasm, the defender suffers three hits less",
    "countermanded": "orders are countermanded",
}


@rule("12.2.6 tab5", "12.2.6 pin")
def misled_defender(play: MarnePlay, result: str) -> None:
    """What the defender's misunderstood orders do."""
    rules, s = play.rules, play.state
    own = participants(rules, s, 1 - s.mover)
    if result == "sacrifice":
        direct_step(play, s.mover)
        direct_step(play, 1 - s.mover)
    elif result == "suicidal":
        direct_step(play, 1 - s.mover)
    elif result == "rout":
        s.hits[ATTACKER] = max(0, s.hits[ATTACKER] - FEWER_HITS)
    elif result == "indecision":
        for unit in own:
            s.pinned[unit] = 1
        play.tell("pinned", "12.2.6 pin", units=own)
    elif result == "panic" and own:
        retreat(play, 1 - s.mover, own, 1, 1, PANIC)
    elif result == "misdirected" and misdirections(rules, s):
        play.push(MisdirectedReserves(s.mover))


@rule("12.2.6 tab5")
def misled_attacker(play: MarnePlay, result: str) -> None:
    """What the attacker's misunderstood orders do."""
    rules, s = play.rules, play.state
    if result == "fierce":
        direct_step(play, s.mover)
        direct_step(play, 1 - s.mover)
    elif result == "stubbornness":
        direct_step(play, s.mover)
    elif result == "unenthusiastic":
        s.hits[DEFENDER] = max(0, s.hits[DEFENDER] - FEWER_HITS)
    elif result == "confusion" and confusable(rules, s):
        play.push(Confusion(1 - s.mover))
    elif result == "panic" and participants(rules, s, s.mover):
        play.push(AttackersPanic(s.mover))
    elif result == "countermanded":
        ask_to_strip(play)


def direct_step(play: MarnePlay, side: int) -> None:
    """A side loses a step of a participant that it chooses, lead unit or not, tanks included."""
    units = participants(play.rules, play.state, side)
    if units:
        play.push(DirectLoss(side, units, BY_ORDERS))


# -- choices


def confusable(rules: MarneData, s: MarneState) -> list[int]:
    """The attackers that confusion can disorganise."""
    return [u for u in participants(rules, s, s.mover) if rules.has_zone[u] and s.order[u] != DISORGANISED]


@rule("12.2.6 tab5")
class Confusion(MarneAsk, frozen=True):
    """The defender says which attacking unit is disorganised."""

    in_battle = True
    asked_by = "12.2.6 tab5"
    question = "Confusion: which attacking unit is disorganised?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("confuse", unit) for unit in confusable(rules, s)]

    def why_confuse(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in confusable(rules, s):
            return None
        return Refusal("12.2.6 tab5", f"{rules.names.write('unit', unit)} is not an attacker that can be disorganised")

    def do_confuse(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        disorganise(play, [unit], "12.2.6 tab5")


@rule("12.2.6 tab5", "12.3")
class AttackersPanic(MarneAsk, frozen=True):
    """One attacking unit retreats a hex; its owner says which."""

    in_battle = True
    asked_by = "12.2.6 tab5"
    question = "Panic: which attacking unit retreats one hex?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("flee", unit) for unit in participants(rules, s, self.player)]

    def why_flee(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in participants(rules, s, self.player):
            return None
        return Refusal("12.2.6 tab5", f"{rules.names.write('unit', unit)} does not take part in the attack")

    def do_flee(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        retreat(play, self.player, (unit,), 1, 1, PANIC)


@rule("12.2.6 tab5")
class MisdirectedReserves(MarneAsk, frozen=True):
    """The attacker may move one enemy unit by a hex."""

    in_battle = True
    asked_by = "12.2.6 tab5"
    question = "Misdirected reserves: which enemy unit goes where?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("misdirect", u, h) for u, hexes in misdirections(rules, s).items() for h in bits(hexes)] + [
            ("decline",)
        ]

    def why_misdirect(self, rules: MarneData, s: MarneState, unit: Unit, to: Hex) -> Refusal | None:
        found = misdirections(rules, s)
        if unit in found and has(found[unit], to):
            return None
        if unit not in found:
            name = rules.names.write("unit", unit)
            return Refusal(
                "12.2.6 tab5", f"{name} is not an enemy unit within {NEAR} hexes and outside your zones of control"
            )
        return Refusal("12.2.6 tab5", f"it cannot be sent to {rules.names.place(to)}")

    def do_misdirect(self, play: MarnePlay, unit: Unit, to: Hex) -> None:
        play.pop()
        here = play.state.at[unit]
        enter(play, unit, [here, to])
        play.tell("misdirected", "12.2.6 tab5", unit=unit, path=(here, to))

    def do_decline(self, play: MarnePlay) -> None:
        play.pop()


@rule("12.2.6 tab5")
def misdirections(rules: MarneData, s: MarneState) -> dict[int, HexSet]:
    """Each defending-side unit out of the attacker's zones near the target, with the hexes to which it can be sent."""
    side, field = 1 - s.mover, rules.field(s)
    near = rules.grid.within(1 << s.target, NEAR) & ~field.zone[s.mover] & ~rules.quiet(s)
    found = {}
    for unit in rules.combat_units[side]:
        if has(near, s.at[unit]):
            room = STACK - stacking_points(rules, s, unit)
            around = rules.grid.adjacent(1 << s.at[unit]) & rules.board.area & ~field.ground[s.mover] & ~rules.quiet(s)
            hexes = rules.grid.set_of(hex_ for hex_ in bits(around) if points_in(rules, s, hex_) <= room)
            if hexes:
                found[unit] = hexes
    return found


def ask_defence_orders(play: MarnePlay) -> None:
    """10a: the defender's misunderstood orders."""
    if play.state.coordination[DEFENDER] == MISUNDERSTOOD:
        play.push(MisunderstoodOrders(1 - play.state.mover, DEFENDER))


def ask_attack_orders(play: MarnePlay) -> None:
    """10b: the attacker's misunderstood orders."""
    if play.state.coordination[ATTACKER] == MISUNDERSTOOD:
        play.push(MisunderstoodOrders(play.state.mover, ATTACKER))
