"""What the enemy leaves open to the ground units of a side, as far as it does not depend on where these stand."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.marne.board import MarneBoard
from westfront.hexgrid import HexSet

MARCH_DISTANCE = 2
"""A forced march keeps further than this from every enemy ground unit."""


class Front:
    """Hex sets that stay the same as long as no enemy ground unit moves, which is so for most of a phase."""

    @rule("11.1.1", "11.1.2", "11.1.5", "11.2.1", "11.2.6", "11.3.1", "11.3.3", "S3/Freeze")
    def __init__(self, board: MarneBoard, combat: HexSet, ground: HexSet, zone: HexSet, frozen: HexSet) -> None:
        """From the hexes of enemy combat units, of all enemy ground units, their zones, and what is frozen."""
        grid, within = board.grid, board.area & ~frozen
        self.shut = combat | frozen
        """Hexes that combat units never enter."""
        self.barred = ground | zone | frozen
        """Hexes that guns and HQs never enter."""
        self.apart = within & ~self.barred
        """All that guns and HQs may enter."""
        self.far = within & ~grid.within(ground, MARCH_DISTANCE)
        """Hexes far enough from every enemy for a forced march."""
        open_ = within & ~combat
        self.leave = grid.adjacent(open_) & within & ~zone
        """Hexes outside enemy zones that combat units may leave by some step."""
        self.leave_zone = grid.adjacent(open_ & ~zone) & within & zone
        """Those in enemy zones, if somebody stays there."""
        self.leave_apart = grid.adjacent(self.apart) & within
        """Hexes that HQs may leave by some step, and guns if no river is in the way."""
        self.vacant = board.area & ~ground
        """Hexes in which newcomers may be placed."""
        self.vacant_apart = self.vacant & ~zone
        """Those for guns and HQs."""
