"""The examples of docs/writing-a-game.md: how a game takes the mechanisms, on a small bare map."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from westfront.engine.dice import RepeatableRandom
from westfront.engine.state import State, UnitNumbers, UnitPlaces
from westfront.hexgrid import Grid, HexSet, Numbering
from westfront.mechanics.arrivals import TurnTrack
from westfront.mechanics.field import Field, Fields
from westfront.mechanics.hidden import Place, disguised
from westfront.mechanics.limits import Limit, allowed, why_not
from westfront.mechanics.losses import first_of
from westfront.mechanics.retreat import Retreats, Way, further, ways
from westfront.mechanics.stacks import lay

RED, BLUE = 0, 1
OFF, RESERVE = -1, -2


class Position(State):
    """Six units: red 0 to 2, of which 2 is a tank, and blue 3 to 5."""

    at: UnitPlaces
    height: UnitNumbers


class Game:
    """The mechanisms of a game that has only these."""

    def __init__(self) -> None:
        self.grid = Grid(Numbering("pointy", "RRCC", (1, 6), (1, 6), "odd", "east"))
        self.side_of = [RED, RED, RED, BLUE, BLUE, BLUE]
        self.tanks = {2}
        self.villages = self.grid.hexset("0303")
        self.river = self.grid.sides([(self.grid.hex("0404"), self.grid.hex("0405"))])
        self.south = self.grid.hexset(*(f"06{column:02}" for column in range(1, 7)))
        self.fields = Fields(self.grid, self.side_of, no_zone=self.tanks)
        self.track = TurnTrack(first=-3, turns=8, beyond=OFF)

    def field(self, s: Position) -> Field:
        """Who stands where."""
        return self.fields.of(s.at, s.height)

    def move_unseen(self, s: Position, units: list[int], to: int) -> bool:
        """Move units of a stack; whether the enemy sees one that he did not see before."""
        return bool(lay(s, self.field(s), units, to))

    def disguise(self, s: Position, side: int, lots: RepeatableRandom) -> Position:
        """Deal what lies below the tops of enemy stacks anew."""
        hidden = [u for stack in self.field(s).stacks.values() for u in stack[1:] if self.side_of[u] != side]

        def owner(unit: int) -> tuple[int, ...]:
            return (self.side_of[unit],)

        def fits(unit: int, place: Place) -> bool:
            return place.known == owner(unit)

        return disguised(s, hidden, ("at", "height"), lots, owner, fits)

    def retreats(self, s: Position, unit: int, length: int) -> Retreats:
        """Away from where it stands, over no river, in supplied hexes if it can; villages on the way are lost."""
        open_ = self.field(s).open_to[self.side_of[unit]]

        def onward(way: Way) -> Iterator[HexSet]:
            hexes = further(self.grid, way, self.river) & open_
            yield hexes & ~self.south
            yield hexes

        found = ways((s.at[unit],), onward, lambda way: len(way) > length)
        return Retreats(found, lambda way: self.grid.set_of(way) & self.villages)

    def payers(self, alive: Sequence[int]) -> Sequence[int]:
        """Who of these may lose the next step: tanks first, then whom the owner likes."""
        return first_of([unit for unit in alive if unit in self.tanks], alive)

    def entry(self, s: Position, unit: int) -> Iterator[Limit]:
        """Where a unit may come in."""
        field, enemy = self.field(s), 1 - self.side_of[unit]
        yield Limit(self.south, "8.1", "units come in on the south edge")
        yield Limit(~(field.occupied[enemy] | field.zone[enemy]), "8.2", "the enemy is there, or controls it")
        yield Limit(~field.stacked(3), "2.6", "three units are there already")


GAME = Game()


def standing(**places: str) -> Position:
    """Units by number, such as `u3="0404"`."""
    s = Position(at=array("h", [OFF] * 6), height=bytearray(6))
    for name, label in places.items():
        lay(s, GAME.field(s), [int(name[1:])], GAME.grid.hex(label))
    return s


def test_tanks_have_no_zone() -> None:
    s = standing(u0="0202", u2="0505")
    assert GAME.field(s).zone[RED] == GAME.grid.adjacent(GAME.grid.hexset("0202"))


def test_a_stack_is_uncovered_and_disguised() -> None:
    s = standing(u3="0404", u4="0404", u5="0404")
    seen = {tuple(GAME.disguise(s, RED, RepeatableRandom(n)).height) for n in range(20)}
    assert seen == {(0, 0, 0, 3, 2, 1), (0, 0, 0, 3, 1, 2)}
    assert GAME.disguise(s, BLUE, RepeatableRandom(1)).height == s.height
    assert GAME.move_unseen(s, [3], GAME.grid.hex("0405"))
    assert not GAME.move_unseen(s, [5], GAME.grid.hex("0405"))


def test_a_retreat_through_a_village_is_another_choice() -> None:
    s = standing(u0="0304")
    retreats = GAME.retreats(s, 0, 2)
    ends = {GAME.grid.label(end) for end, via in retreats.choices() if via}
    assert ends == {"0203", "0403"}
    assert not retreats.ends() & GAME.south


def test_tanks_pay_first() -> None:
    assert GAME.payers([0, 1, 2]) == (2,)
    assert GAME.payers([0, 1]) == (0, 1)


def test_units_come_in_where_every_limit_lets_them() -> None:
    s = standing(u3="0506")
    s.at[0] = GAME.track.box(2)
    assert GAME.track.due(s.at, (0, 1), 1) == []
    assert GAME.track.due(s.at, (0, 1), 3) == [0]
    hexes = allowed(GAME.grid.mask, GAME.entry(s, 0))
    assert GAME.grid.labels(hexes) == ["0601", "0602", "0603", "0604", "0605"]
    refusal = why_not(GAME.entry(s, 0), GAME.grid.hex("0606"), "R-1 cannot come in at 0606:")
    assert str(refusal) == "R-1 cannot come in at 0606: the enemy is there, or controls it [8.2]"
