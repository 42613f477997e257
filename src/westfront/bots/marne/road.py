"""The road to Reims: the town is lost once no way leads from it to the Allied edge."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from operator import or_

from westfront.games.marne.facts import MarneData
from westfront.games.marne.state import ALLIED, GERMAN, MarneState
from westfront.games.marne.victory import REIMS
from westfront.hexgrid import HexSet, by_hex, flood, has, spread_to

NEAR = 3
"""A hex of the road so near to the enemy must be held."""
CLOSE, SHUT, BARRED, LONGEST = 5, 6, 12, 90
"""What a hex near to the enemy, one in his zone and one with an enemy in it count for (a free one is one): the road
leads away from the front; and where one gives up."""


def road_to_reims(rules: MarneData, s: MarneState) -> list[int]:
    """The hexes of the best way from Reims to the Allied edge that the enemy bars, shuts or comes near to.

    A zone shuts only where nobody of ours stands: whoever stands on the road keeps it open.
    """
    field, area = rules.field(s), rules.board.area | rules.board.outside
    barred, shut = field.ground[GERMAN], field.closed_zone(ALLIED) & ~field.ground[GERMAN]
    close = rules.grid.within(field.combat[GERMAN], NEAR)
    prices = [(BARRED, area & barred), (SHUT, area & shut), (CLOSE, area & close), (1, area)]
    far = by_hex(spread_to(rules.grid, [(0, rules.board.sources[ALLIED] & area)], prices, LONGEST))
    here, found = rules.grid.hex(REIMS), list[int]()
    while far.get(here, 0) > 0:
        here = min((hex_ for hex_ in rules.grid.neighbours(here) if hex_ in far), key=lambda hex_: (far[hex_], hex_))
        found.append(here)
    return [hex_ for hex_ in found if has(close & rules.board.area, hex_)]


def points_to_cut(rules: MarneData, fronts: list[HexSet], defenders: HexSet) -> int:
    """For how many points the Germans, who come to these hexes for each number of them, shut every road from Reims."""
    area, grid = rules.board.area | rules.board.outside, rules.grid
    reims, reached = grid.hexset(REIMS), list(accumulate(fronts, or_))

    def is_cut(points: int) -> bool:
        shut = grid.within(reached[points], 1) & ~(defenders & ~reached[points])
        return not flood(grid, reims, area & ~shut) & rules.board.sources[ALLIED]

    return bisect_left(range(len(reached)), True, key=is_cut)
