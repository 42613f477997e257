"""Changing single orders of a draft: what another one orders on a part of the front is put into it."""

from __future__ import annotations

from typing import Any

from westfront.bots.bot import Plan
from westfront.engine.grammar import Action, Grammar
from westfront.engine.world import World
from westfront.hexgrid import bits, has

NEAR = 2
"""Units so near to one another are on the same part of the front."""


def unit_of(grammar: Grammar, action: Action) -> int | None:
    """Whose order an action is, or the first of those whose it is; None if it is nobody's."""
    kinds, _ = grammar.values(action[0])
    if not kinds or not kinds[0].startswith("unit"):
        return None
    unit: int = action[1][0] if kinds[0].endswith("*") else action[1]
    return unit


def by_unit(grammar: Grammar, plan: Plan) -> dict[int, list[Action]]:
    """The orders of each unit."""
    found: dict[int, list[Action]] = {}
    for action in plan.actions:
        unit = unit_of(grammar, action)
        if unit is not None:
            found.setdefault(unit, []).append(action)
    return found


def parts(world: World, one: Plan, other: Plan) -> list[tuple[int, set[int]]]:
    """The units that two plans order differently, those near to one another together, each with a hex of theirs."""
    state: Any = world.state
    grid, at = world.rules.grid, state.at
    mine, his = (by_unit(world.rules.grammar, plan) for plan in (one, other))
    places = {u: at[u] for u in sorted(mine | his) if mine.get(u) != his.get(u) and has(grid.mask, at[u])}
    left, found = grid.set_of(places.values()), list[tuple[int, set[int]]]()
    while left:
        part = left & -left
        while (wider := grid.within(part, NEAR) & left) != part:
            part = wider
        found.append((bits(part)[0], {unit for unit, hex_ in places.items() if has(part, hex_)}))
        left &= ~part
    return found
