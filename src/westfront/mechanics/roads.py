"""Roads and railways: links from hex to hex, along which units march and lines of supply run."""

from __future__ import annotations

from westfront.hexgrid import Grid, HexSet, Sides


def along(grid: Grid, links: Sides, hexes: HexSet) -> HexSet:
    """The hexes one step along links from a set."""
    w, (a, b, c, d, e, f) = grid.width, links
    found = (hexes & a) << 1 | (hexes & d) >> 1 | (hexes & f) << w | (hexes & c) >> w
    return found | (hexes & e) << w - 1 | (hexes & b) >> w - 1


def joined(grid: Grid, links: Sides, sources: HexSet, open_: HexSet) -> HexSet:
    """The open hexes that links join with a source, by open hexes alone."""
    found, before = sources & open_, -1
    between = [links[d] & open_ & grid.shift(open_, (d + 3) % 6) for d in range(6)]
    while found != before:  # one direction after another, each from all that is found: roads bend, so that is soon done
        before = found
        for step, linked in zip(grid.steps, between, strict=True):
            found |= (found & linked) << step if step > 0 else (found & linked) >> -step
    return found
