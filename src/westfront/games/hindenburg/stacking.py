"""Chapter 6: stacks, what is seen of them, and how divisions come into a hex and leave it; chapter 3.5: control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.attack_supply import take_up_marker
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.state import ALLIED, GERMAN, RESERVE, STACK, HindenburgState
from westfront.hexgrid import HexSet
from westfront.mechanics.field import Field
from westfront.mechanics.stacks import lay, lay_on_top

ALL = ("all",)


@rule("6.1", "6.2")
def relocate(play: HindenburgPlay, units: Sequence[int], place: int, *, named: bool = False) -> None:
    """Put divisions of one side, the top one first, into a hex or a box: the one way in which divisions ever move.

    In a hex they lie below those that are there already, and the hex belongs to their side. The enemy counts who goes;
    who it is he knows if they are `named`, if all go, or of the one that lay on top.
    """
    rules, s = play.rules, play.state
    field = rules.field(s)
    if named:
        show(play, units)
    else:
        lose_sight(rules, s, field, units)
    show(play, lay(s, field, units, place))
    if place >= 0:
        take_hex(play, rules.side_of[units[0]], place)


def lose_sight(rules: HindenburgData, s: HindenburgState, field: Field, units: Sequence[int]) -> None:
    """Divisions leave a stack or the reserve: the enemy knows who only if all go, and if the top one does."""
    origins = [s.at[unit] for unit in units]
    for origin in {*origins}:
        pile = field.stack(origin) or reserve(rules, s, rules.side_of[units[0]])
        if origins.count(origin) < len(pile):
            for unit in pile:
                s.known[unit] = 0
        if origin >= 0:
            s.known[pile[0]] = 1


@rule("6.6")
def show(play: HindenburgPlay, units: Iterable[int]) -> None:
    """The enemy sees these divisions from now on."""
    for unit in units:
        if not play.state.known[unit]:
            play.state.known[unit] = 1
            play.reveal()


@rule("3.5", "4.11", "7.3", "8.4", "12.5")
def take_hex(play: HindenburgPlay, side: int, hex_: int) -> None:
    """Divisions of a side have entered a hex, which is theirs now.

    An entrenchment of the enemy is not captured; a Channel port is dead for ever once it was German; an attack supply
    marker goes back to the Turn Record Track when the Allies enter.
    """
    s, bit = play.state, 1 << hex_
    if bool(s.german & bit) == (side == GERMAN):
        return
    s.german ^= bit
    play.tell("control", "3.5", side=side, hex=hex_)
    if s.trenches & bit:
        s.trenches ^= bit
        play.tell("trench lost", "12.5", hex=hex_, reason="the enemy is there")
    if side == GERMAN and play.rules.board.ports & bit:
        s.lost_ports |= bit
        play.tell("port lost", "7.3", "4.11", hex=hex_)
    if side == ALLIED:
        take_up_marker(play, hex_)


@rule("6.2")
def room(rules: HindenburgData, s: HindenburgState, hex_: int) -> int:
    """How many more divisions a hex can take."""
    return max(0, STACK - len(rules.stack(s, hex_)))


@rule("6.2")
def with_room(rules: HindenburgData, s: HindenburgState, hexes: HexSet, number: int) -> HexSet:
    """Those of some hexes that can take so many more divisions."""
    return hexes & ~rules.field(s).stacked(STACK + 1 - number)


@rule("10.1")
def reserve(rules: HindenburgData, s: HindenburgState, side: int) -> list[int]:
    """The divisions in the reserve of a side."""
    at = s.at
    return [unit for unit in rules.own[side] if at[unit] == RESERVE]


def nations_in_reserve(rules: HindenburgData, s: HindenburgState, side: int, but: Sequence[int]) -> Iterator[int]:
    """The nations of a side of which there are divisions in the reserve, other than some; asked before every action."""
    if but:
        yield from {rules.nation_of[unit] for unit in reserve(rules, s, side) if unit not in but}
    else:
        yield from (nation for nation, units in rules.runs[side] if RESERVE in s.at[units])


# -- what lies on top


def others_on_top(rules: HindenburgData, s: HindenburgState, hex_: int) -> list[str]:
    """The kinds of division that could be laid on top of a stack, and are not."""
    return [*rules.by_kind(s, rules.stack(s, hex_))][1:]


def show_top(play: HindenburgPlay, unit: int) -> None:
    """The owner lays another division on top of its stack; the enemy sees it from now on."""
    rules, s = play.rules, play.state
    s.known[rules.stack(s, s.at[unit])[0]] = 1
    lay_on_top(s, rules.field(s), unit)
    play.tell("top", "6.6", what=rules.kind(s, unit), hex=s.at[unit])
    show(play, (unit,))


# -- divisions by kind and number


def take_kind(
    rules: HindenburgData, s: HindenburgState, units: Sequence[int], kind: str, number: int
) -> list[int] | None:
    """So many divisions of a kind from some, the last ones; None if there are not as many.

    From a stack these are the lowest, so that what lies on top stays there while it can.
    """
    found = rules.by_kind(s, units).get(kind, [])
    return found[-number:] if 0 < number <= len(found) else None


def take_kinds(
    rules: HindenburgData, s: HindenburgState, units: Sequence[int], kinds: Sequence[str]
) -> list[int] | None:
    """The divisions that a row of words names in its order, such as `3xGE4-4` or `all`; None if they are not there."""
    if tuple(kinds) == ALL:
        return list(units)
    found: list[int] = []
    for word in kinds:
        number, _, kind = word.partition("x")
        left = [unit for unit in units if unit not in found]
        more = take_kind(rules, s, left, kind, int(number)) if number.isdecimal() else None
        if more is None:
            return None
        found += more
    return found
