"""Guns, HQs, bridges, pontoons and aircraft: what supports those who fight."""

from __future__ import annotations

from collections import Counter

from westfront.bots.marne.picture import Picture
from westfront.engine.grammar import Action
from westfront.engine.modifiers import applied
from westfront.games.marne.air import AIR_RANGE, mission_hexes, missions, targets_of_interception
from westfront.games.marne.movement import NORMAL, destinations, why_unit_stays
from westfront.games.marne.offensive_guns import gun_moves
from westfront.games.marne.pontoons import PONTOON_DIE, SUCCESS, Crossing, build_sites
from westfront.games.marne.state import ABOVE, GERMAN, OBSERVATION, OFFENSIVE, MarneState
from westfront.games.marne.supply import in_command
from westfront.hexgrid import bits, has, join

EXPOSED = 3
"""A gun or HQ alone so near to the enemy may be overrun."""
SAFE = 6
"""An HQ keeps so far from the enemy, or has company."""
COMFORT = 10
"""An HQ stands about so many hexes behind those it commands, or less."""
STRETCHED = 12
"""Units further from every HQ than this call for one."""
OVERRUN, ACCOMPANIED = 6.0, 2.0
"""What each hex too near to the enemy costs an HQ, alone or not."""
UNCOVERED = 2.5
WORTH_A_MOVE = 0.4
PONTOON_GAIN = 0.3


def exposure(picture: Picture, hex_: int) -> float:
    """What it costs a gun or HQ to stand in a hex: much, alone and near to the enemy."""
    near = picture.rules.grid.within(1 << hex_, EXPOSED) & picture.field.combat[1 - picture.side]
    if not near or has(picture.field.combat[picture.side], hex_):
        return 0.0
    return UNCOVERED


# -- guns


def gun_worth(picture: Picture, gun: int, hex_: int) -> float:
    """What a gun is worth in a hex: enemies in range, the important ones first, and safety."""
    rules, side, grid = picture.rules, picture.side, picture.rules.grid
    enemies = picture.field.combat[1 - side] & ~rules.quiet(picture.s)
    inside = bits(grid.within(1 << hex_, rules.range[gun]) & enemies)
    drawn = side if picture.attacks else 1 - side
    value = sum(1.0 + 0.5 * picture.pull(other, drawn) for other in inside)
    far = 0 if inside else min((grid.distance(hex_, other) for other in bits(enemies)), default=0)
    covered = 0.4 * has(picture.field.combat[side], hex_)
    return min(value, 5.0) + covered - 0.3 * far - exposure(picture, hex_)


def gun_moves_up(picture: Picture) -> list[Action]:
    """Guns that may move go where they reach more, or are safer."""
    rules, s, orders = picture.rules, picture.s, list[Action]()
    for gun in rules.guns[picture.side]:
        if s.at[gun] < 0 or s.mode[gun] == OFFENSIVE or why_unit_stays(rules, s, picture.side, gun):
            continue
        hexes = bits(destinations(rules, s, (gun,), NORMAL))
        best = max(hexes, key=lambda hex_: (gun_worth(picture, gun, hex_), -hex_), default=s.at[gun])
        if gun_worth(picture, gun, best) > gun_worth(picture, gun, s.at[gun]) + WORTH_A_MOVE:
            orders.append(("move", (gun,), best))
    return orders


def shift_gun(picture: Picture) -> Action:
    """A gun in offensive mode follows the front."""
    rules, s = picture.rules, picture.s
    found: list[tuple[float, Action]] = [(WORTH_A_MOVE, ("done",))]
    for gun in rules.guns[picture.side]:
        if s.at[gun] >= 0 and s.mode[gun] == OFFENSIVE and not s.moved[gun]:
            now = gun_worth(picture, gun, s.at[gun])
            moves = bits(gun_moves(rules, s, gun))
            found += [(gun_worth(picture, gun, hex_) - now, ("shift", gun, hex_)) for hex_ in moves]
    return max(found)[1]


# -- HQs


def hq_moves(picture: Picture) -> list[Action]:
    """HQs follow their units, or fall back before they are overrun; those with nothing to gain stay."""
    rules, s, orders = picture.rules, picture.s, list[Action]()
    places = {hq: s.at[hq] for hq in rules.hqs[picture.side] if s.at[hq] >= 0}
    for hq in sorted(places):
        if why_unit_stays(rules, s, picture.side, hq):
            continue
        hexes = bits(destinations(rules, s, (hq,), NORMAL))
        best = min(hexes, key=lambda hex_: (hq_price(picture, {**places, hq: hex_}, hq), hex_), default=s.at[hq])
        if hq_price(picture, {**places, hq: best}, hq) < hq_price(picture, places, hq) - 3.0:
            places[hq] = best
            orders.append(("move", (hq,), best))
    return orders


def hq_price(picture: Picture, places: dict[int, int], hq: int) -> float:
    """How badly HQs in some hexes would command: units far from all of them, and how exposed one of them is."""
    rules, s, grid = picture.rules, picture.s, picture.rules.grid
    units = Counter(s.at[unit] for unit in rules.combat_units[picture.side] if s.at[unit] >= 0)
    hexes = list(places.values())
    price = 0.0
    for at, number in units.items():
        distance = min(grid.distance(at, hex_) for hex_ in hexes)
        price += number * (max(0, distance - COMFORT) + 3.0 * max(0, distance - STRETCHED))
    enemies = picture.field.combat[1 - picture.side]
    near = rules.distance(places[hq], enemies) if enemies else SAFE
    alone = not has(picture.field.combat[picture.side], places[hq])
    return price + (OVERRUN if alone else ACCOMPANIED) * max(0, SAFE - near)


# -- bridges and pontoons


def bridge_work(picture: Picture, offered: list[Action]) -> Action:
    """Repair all there is; blow what only the enemy needs: nobody of ours may lose his command by it."""
    repairs = sorted(action for action in offered if action[0] == "repair")
    if repairs:
        return max(repairs, key=lambda action: (_bridge_use(picture, action), action))
    if picture.attacks:
        return ("done",)
    now = commanded_units(picture, picture.s)
    for action in sorted(a for a in offered if a[0] == "demolish"):
        after = picture.s.copy()
        after.down = join(after.down, picture.rules.grid.sides([(action[1], action[2])]))
        if commanded_units(picture, after) >= now and _bridge_use(picture, action) > 0:
            return action
    return ("done",)


def _bridge_use(picture: Picture, action: Action) -> float:
    """How much a bridge lies on the way of who wants something."""
    enemy = 1 - picture.side
    return max(picture.pull(action[1], enemy), picture.pull(action[2], enemy)) + 0.01


def commanded_units(picture: Picture, s: MarneState) -> int:
    """How many combat units of this side are in command."""
    commanded = in_command(picture.rules, s, picture.side)
    return sum(s.at[u] >= 0 and has(commanded, s.at[u]) for u in picture.rules.combat_units[picture.side])


def pontoon(picture: Picture) -> Action | None:
    """A pontoon where a unit wants to go on and no bridge leads over, with an even chance at least."""
    rules, s = picture.rules, picture.s
    if picture.side != GERMAN or not picture.attacks:
        return None
    found = []
    bridged = rules.board.crossings(GERMAN, s.down, s.pontoons)
    for unit, across in build_sites(rules, s, rules.board.major):
        here = s.at[unit]
        gain = picture.pull(across) - picture.pull(here)
        die = SUCCESS - sum(m.value for m in applied(PONTOON_DIE, Crossing(rules, s, here, across)))
        has_bridge = any(has(sides, here) for sides in bridged)
        if gain > PONTOON_GAIN and die >= 2 and not has_bridge and not has(picture.field.combat[1 - GERMAN], across):
            found.append((gain * min(6, die), ("pontoon", unit, across)))
    return max(found)[1] if found else None


# -- aircraft


def flight(picture: Picture) -> Action:
    """An enemy observer is intercepted, then one flies over the hex that matters most, a bomber with it."""
    rules, s, side = picture.rules, picture.s, picture.side
    able = [*missions(rules, s, side)]
    ready = sorted({action[1] for action in able})
    for kind in ("interception", "bombing", "observation"):
        found = []
        for unit in ready:
            if ("fly", unit, kind) in able:
                hexes = bits(mission_hexes(rules, s, side, unit, kind))
                found += [(_mission_worth(picture, kind, hex_), ("fly", unit, kind, hex_)) for hex_ in hexes]
        worth, action = max(found, default=(0.0, ("stop",)))
        if worth > 0:
            return action
    return ("stop",)


def _mission_worth(picture: Picture, kind: str, hex_: int) -> float:
    rules, s, side = picture.rules, picture.s, picture.side
    if kind == "interception":
        flying = [u for u in targets_of_interception(rules, s, side, hex_) if s.sky[u] > ABOVE]
        return float(any(s.sky[unit] == OBSERVATION for unit in flying))
    attacker = s.mover
    if not has(picture.field.combat[1 - attacker], hex_):
        return 0.0
    if kind == "observation" and any(s.at[u] == hex_ and s.sky[u] == OBSERVATION for u in rules.air_units[side]):
        return 0.0
    near = set(bits(rules.grid.within(1 << hex_, 2)))
    strength = sum(rules.attack_strength(s, unit) for unit in rules.combat_units[attacker] if s.at[unit] in near)
    own = set(bits(rules.grid.adjacent(1 << hex_))) & {s.at[u] for u in rules.combat_units[attacker]}
    return (strength - 9) * (0.3 + picture.pull(hex_, attacker)) if own and strength > 9 else 0.0


def base(picture: Picture, offered: list[Action]) -> Action:
    """The HQ from which most of the enemy is in reach."""
    rules, s, enemies = picture.rules, picture.s, picture.field.combat[1 - picture.side]

    def reach(action: Action) -> int:
        return (rules.grid.within(1 << s.at[action[1]], AIR_RANGE) & enemies).bit_count()

    return max(offered, key=lambda action: (reach(action), action))
