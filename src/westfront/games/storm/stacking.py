"""Chapters 9 and 13.8: stacks, what lies on top, how units come into a hex and leave it, and how they lose steps."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.storm.control import take_hex
from westfront.games.storm.data import StormData, StormPlay
from westfront.games.storm.state import ALLIED, BEL, BRI, DEAD, FRE, GONE, NATIONS, USA, StormState
from westfront.hexgrid import Grid, HexSet, bits, has, union
from westfront.mechanics import stacks
from westfront.mechanics.field import Field
from westfront.mechanics.kept import kept_by
from westfront.mechanics.stacks import lay

STACK = 3
AMERICAN_STACK_1919 = 4
GUESTS = 9
"""So many American divisions may share a hex with another nationality in a game turn."""
HOSTS = (BRI, FRE, BEL)
ALLIES = (*HOSTS, USA)


# -- how many may stand together


@rule("9.1", "9.6", "S3.14")
def limit(rules: StormData, unit: int) -> int:
    """Three units to a hex; in 1919 four American divisions."""
    return AMERICAN_STACK_1919 if rules.is_1919 and rules.is_division[unit] else STACK


@rule("9.4", "S3.15", "S3.16")
def may_join(rules: StormData, unit: int, other: int) -> bool:
    """Whether two units that stack free may share a hex: only one fast and one heavy tank unit may."""
    return {rules.symbol[unit], rules.symbol[other]} == {"fast-tank", "heavy-tank"}


@rule("9.1", "9.4", "9.4-ex", "9.7", "S3.14")
def full_hexes(rules: StormData, s: StormState, unit: int) -> HexSet:
    """The hexes of its side with as many units that count as may stand with a unit; tanks and AGB stack free."""
    field, side, most = rules.field(s), rules.side_of[unit], limit(rules, unit)
    full = field.stacked(most) & field.occupied[side]
    for free in rules.free[side]:
        hex_ = s.at[free]
        if has(full, hex_) and sum(map(rules.weight.__getitem__, field.stacks[hex_])) < most:
            full ^= 1 << hex_
    return full


@rule("9.4", "S3.15", "S3.16")
def barred_to_free(rules: StormData, s: StormState, unit: int) -> HexSet:
    """The hexes with another unit that stacks free and that this one may not join."""
    found = 0
    for other in rules.free[rules.side_of[unit]]:
        if s.at[other] >= 0 and other != unit and not may_join(rules, unit, other):
            found |= 1 << s.at[other]
    return found


@kept_by("at")
@rule("9.5", "9.5-ex")
def hexes_by_nation(rules: StormData, s: StormState) -> tuple[HexSet, ...]:
    """The hexes in which units of each Allied nationality stand."""
    at, found = s.at, [0] * len(NATIONS)
    for nation, units in rules.allied_stretches:
        found[nation] |= _standing(at[units].tobytes())
    return tuple(found)


@lru_cache(maxsize=1024)
def _standing(places: bytes) -> HexSet:
    """The hexes among places; kept, since an action changes those of one or two stretches of units."""
    return Grid.set_of([place for place in array("h", places) if place >= 0])


@rule("9.5", "9.5-ex", "9.6", "S3.14", "S3.25")
def foreign_hexes(rules: StormData, s: StormState, unit: int) -> HexSet:
    """The hexes with units of another Allied nationality; to the Japanese everybody is foreign."""
    if rules.side_of[unit] != ALLIED:
        return 0
    by_nation, own = hexes_by_nation(rules, s), rules.nation[unit]
    here = 1 << s.at[unit] if s.at[unit] >= 0 else 0
    if unit == rules.japanese:
        return rules.field(s).occupied[ALLIED] & ~here
    japanese = 1 << s.at[rules.japanese] if s.at[rules.japanese] >= 0 else 0
    return union([by_nation[nation] for nation in ALLIES if nation != own]) | japanese


@rule("9.6", "13.8")
def new_company(rules: StormData, s: StormState, unit: int) -> HexSet:
    """The hexes in which a unit would be a guest, or make guests of those who are none yet.

    A host finds no new guests with its own nation: whether Americans lie below it there, its way must not tell.
    """
    foreign, own = foreign_hexes(rules, s, unit), rules.nation[unit]
    return foreign & ~hexes_by_nation(rules, s)[own] if own in HOSTS else foreign


@rule("9.6")
def guests_left(rules: StormData, s: StormState, unit: int) -> int:
    """How many more American divisions may become guests of another nationality in this game turn.

    By the option `nine-americans` those count that have been guests in this turn, or those that are guests now.
    """
    if rules.options["nine-americans"] == "at-once":
        return GUESTS - sum(is_guest(rules, s, u) for u in rules.divisions if u != unit)
    return GUESTS - len(s.guest) + s.guest.count(0)


def is_guest(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether an American division stands in a hex with another nationality."""
    if not rules.is_division[unit] or s.at[unit] < 0:
        return False
    return any(rules.nation[other] != USA for other in rules.stack(s, s.at[unit]))


@rule("9.5", "9.6", "S3.14", "S3.25")
def barred_by_nation(rules: StormData, s: StormState, unit: int, foreign: HexSet) -> HexSet:
    """Those of some hexes with another nationality that a unit may not enter.

    American divisions, nine in a game turn, may share a hex with one other nationality; their Tank Corps may not.
    """
    if rules.is_1919:
        return foreign
    if rules.is_division[unit]:
        was_guest = s.guest[unit] and rules.options["nine-americans"] != "at-once"
        return 0 if was_guest or guests_left(rules, s, unit) > 0 else foreign
    if rules.nation[unit] == USA:
        return foreign
    return foreign & closed_to_hosts(rules, s, rules.nation[unit], guests_left(rules, s, unit))


@rule("9.5", "9.6")
def closed_to_hosts(rules: StormData, s: StormState, nation: int, left: int) -> HexSet:
    """The hexes with a host of another nationality, or with Americans who would not all become guests of this one."""
    by_nation, field = hexes_by_nation(rules, s), rules.field(s)
    found = union([by_nation[other] for other in HOSTS if other != nation])
    found |= rules.grid.set_of([s.at[unit] for unit in rules.american_tanks if s.at[unit] >= 0])
    for hex_ in bits(by_nation[USA] & field.stacked(left + 1) & ~found):
        if new_guests(rules, field, s.guest, hex_) > left:
            found |= 1 << hex_
    return found


@rule("9.6")
def new_guests(rules: StormData, field: Field, guests: bytearray, hex_: int) -> int:
    """How many American divisions in a hex would be guests for the first time if a host came there."""
    stack = field.stack(hex_)
    if any(rules.nation[u] != USA for u in stack):
        return 0
    return sum(not guests[u] for u in stack if rules.is_division[u])


@rule("9.6", "9.2")
def too_many_guests(rules: StormData, s: StormState, unit: int, hexes: Iterable[int]) -> bool:
    """Whether a host that passes some hexes, one after another, would make more than nine guests in this turn."""
    if rules.nation[unit] not in HOSTS or rules.options["nine-americans"] == "at-once":
        return False
    field = rules.field(s)
    return sum(new_guests(rules, field, s.guest, hex_) for hex_ in set(hexes)) > guests_left(rules, s, unit)


@kept_by("at", "guest")
@rule("9.2", "9.3")
def closed_to(rules: StormData, s: StormState, unit: int) -> HexSet:
    """Hexes with friends that a unit may not enter, not even to pass: limits hold at every moment."""
    closed = full_hexes(rules, s, unit) if rules.weight[unit] else barred_to_free(rules, s, unit)
    foreign = foreign_hexes(rules, s, unit)
    return closed | barred_by_nation(rules, s, unit, foreign) if foreign else closed


def why_no_room(rules: StormData, s: StormState, unit: int, hex_: int) -> Refusal | None:
    """Why a unit may not enter a hex of its own side: too many are there, or the wrong ones."""
    place, name, bit = rules.names.place(hex_), rules.names.units[unit], 1 << hex_
    if rules.weight[unit] and full_hexes(rules, s, unit) & bit:
        return Refusal("9.1", f"{place} holds {limit(rules, unit)} units already")
    if not rules.weight[unit] and barred_to_free(rules, s, unit) & bit:
        return Refusal("9.4", f"{place} already has a unit that stacks free, which {name} may not join")
    foreign = foreign_hexes(rules, s, unit) & bit
    if foreign and barred_by_nation(rules, s, unit, foreign):
        return why_not_together(rules, s, unit, hex_)
    return None


@rule("9.5", "9.6", "S3.14", "S3.25")
def why_not_together(rules: StormData, s: StormState, unit: int, hex_: int) -> Refusal:
    """Which rule keeps a unit from those in a hex: the Japanese, nine American guests at most, no mixing at all."""
    place, name, there = rules.names.place(hex_), rules.names.units[unit], rules.stack(s, hex_)
    if rules.japanese in (unit, *there):
        return Refusal("S3.25", f"the Japanese never share a hex with others, so {name} may not enter {place}")
    if all(rules.nation[other] != USA for other in (unit, *there)):
        return Refusal("9.5", f"{name} may not share {place} with another Allied nationality")
    if rules.is_1919:
        return Refusal("S3.14", f"{name} may not share {place}: in the year 1919 Americans stack only with each other")
    if not all(rules.is_division[other] for other in (unit, *there) if rules.nation[other] == USA):
        return Refusal(
            "9.6", f"{name} may not share {place}: the American Tank Corps never stacks with another nationality"
        )
    if rules.nation[unit] != USA and any(rules.nation[other] != USA for other in there):
        return Refusal("9.5", f"{name} may not share {place} with another Allied nationality")
    return Refusal("9.6", f"no more than {GUESTS} American divisions share hexes with other nationalities in a turn")


@rule("9.1", "9.4", "9.5", "9.6", "13.30")
def room_for_all(rules: StormData, s: StormState, units: Sequence[int], hex_: int) -> bool:
    """Whether a whole force may enter a hex together: they are put there one by one, on a copy."""
    trial = s.copy()
    for unit in units:
        if closed_to(rules, trial, unit) >> hex_ & 1:
            return False
        trial.at[unit] = hex_
        note_guests(rules, trial, rules.stack(trial, hex_))
    return True


@rule("9.6")
def note_guests(rules: StormData, s: StormState, stack: Iterable[int]) -> None:
    """American divisions that share a hex with another nationality are guests of this game turn."""
    together = list(stack)
    if any(rules.nation[unit] != USA for unit in together):
        for unit in together:
            if rules.is_division[unit]:
                s.guest[unit] = 1


# -- stacks and what is seen of them


@rule("13.8")
def is_open(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether the enemy can read a unit now: beside the map, on top of its stack, or in a battle."""
    return s.at[unit] < 0 or bool(s.seen[unit]) or rules.stack(s, s.at[unit])[0] == unit


@rule("13.8")
def show(play: StormPlay, units: Iterable[int]) -> None:
    """The enemy sees these units now, and remembers them."""
    s = play.state
    for unit in units:
        if not s.known[unit] or s.seen_steps[unit] != s.steps[unit]:
            play.reveal()
        note_sight(s, unit)


def note_sight(s: StormState, unit: int) -> None:
    """A unit has been seen as it is."""
    s.known[unit], s.seen_steps[unit] = 1, s.steps[unit]


@rule("13.8")
def is_followed(rules: StormData, s: StormState, unit: int, to: int) -> bool:
    """Whether the enemy can tell which unit goes to a hex: he reads it where it is or will be, or no other could go."""
    field = rules.field(s)
    if not field.stack(to) or is_open(rules, s, unit):
        return True
    return len(field.stack(s.at[unit])) == 2 and bool(s.known[unit])


@rule("13.8")
def unknown_free(rules: StormData, s: StormState, side: int) -> list[int]:
    """The units of a side that stack free, below others, of which the enemy does not know where they are."""
    return [u for u in rules.free[side] if s.at[u] >= 0 and not s.known[u] and not is_open(rules, s, u)]


@rule("13.8")
def bring(play: StormPlay, units: Sequence[int], place: int) -> None:
    """Put units below those of a hex, or into a box; the enemy sees who comes to lie on top, and remembers who did.

    If he cannot tell who of several went, he has lost sight of all of them.
    """
    rules, s = play.rules, play.state
    field, before = rules.field(s), s.at[:]
    for hex_ in {place, *[before[unit] for unit in units]}:
        for top in field.stack(hex_)[:1]:
            note_sight(s, top)
    for unit in units:
        stack = field.stack(before[unit])
        if before[unit] < 0:
            note_sight(s, unit)
        elif place >= 0 and len(stack) > 2 and not is_followed(rules, s, unit, place):
            for other in stack[1:]:
                s.known[other] = s.seen[other]
    on_top = lay(s, field, units, place)
    if any(len(field.stack(before[unit])) > 2 and not s.seen[unit] for unit in on_top):
        play.reveal()  # which of several lay next is news, even if all of them are remembered
    show(play, on_top)


@rule("13.8", "9.2")
def relocate(play: StormPlay, units: Sequence[int], path: Sequence[int]) -> None:
    """Bring units of one side along a way into its last hex, where they lie below those that are there.

    The one way in which units ever come into a hex: on every hex of the way control changes, and American guests are
    noted. Nothing may be put on the stack of frames after it, since a change of control can ask for an answer first.
    """
    rules, s, side = play.rules, play.state, play.rules.side_of[units[0]]
    if side == ALLIED:
        field = rules.field(s)
        for together in [{*field.stack(hex_), *units} for hex_ in path]:
            if len(together) > 1:
                note_guests(rules, s, together)
    bring(play, units, path[-1])
    for hex_ in path:
        take_hex(play, side, hex_)


@rule("13.8")
def lay_on_top(play: StormPlay, unit: int) -> None:
    """Another unit of a stack lies on top of it now, and is seen."""
    rules, s = play.rules, play.state
    note_sight(s, rules.stack(s, s.at[unit])[0])
    stacks.lay_on_top(s, rules.field(s), unit)
    show(play, [unit])
    play.tell("top", "13.8", unit=unit, hex=s.at[unit])


@rule("13.8")
def why_not_on_top(rules: StormData, s: StormState, side: int, unit: int) -> Refusal | None:
    """It must lie below others."""
    refusal = rules.why_not_yours(s, side, unit)
    if refusal is None and rules.stack(s, s.at[unit])[0] == unit:
        return Refusal("13.8", f"{rules.names.units[unit]} is on top already")
    return refusal


# -- steps


@rule("2.47", "13.31", "13.31-ex")
def lose_step(play: StormPlay, unit: int, number: str) -> None:
    """A unit loses a step: it is flipped, or eliminated. What the enemy cannot see he is told without a name."""
    rules, s = play.rules, play.state
    if s.steps[unit] == 1:
        remove(play, unit, number)
        return
    s.steps[unit] -= 1
    side, here = rules.side_of[unit], s.at[unit]
    if is_open(rules, s, unit):
        s.seen_steps[unit] = s.steps[unit]
        play.tell("step lost", "2.47", number, unit=unit)
    else:
        play.tell("step lost", "2.47", number, only=side, unit=unit)
        play.tell("step lost unseen", "2.47", number, but=side, hex=here)


@rule("2.47", "S3.8")
def remove(play: StormPlay, unit: int, number: str) -> None:
    """A unit is eliminated and lies in the deadpile, open to all.

    In 1919 the regular counterpart of a Stosstruppen corps lies there in its place.
    """
    rules, s = play.rules, play.state
    if not is_open(rules, s, unit):
        play.reveal()
    bring(play, [unit], DEAD)
    for column in (s.steps, s.supply, s.moved, s.fought, s.infiltrated, s.seen, s.known, s.seen_steps):
        column[unit] = 0
    play.tell("eliminated", "2.47", number, unit=unit)
    if rules.is_1919 and unit in rules.counterpart:
        s.at[unit], s.at[rules.counterpart[unit]] = GONE, DEAD
