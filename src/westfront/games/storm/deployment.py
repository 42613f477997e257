"""Chapters 3.6, 3.7, S1.3, S2.4, S2.5, S3.9, S3.10: which units a side sets up where, and what must hold in the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.data import Row
from westfront.engine.frame import Refusal
from westfront.errors import NoSuchHex
from westfront.games.storm.data import StormData
from westfront.games.storm.guns import beside_allies, too_soft
from westfront.games.storm.stacking import closed_to, why_no_room
from westfront.games.storm.state import ALLIED, BEL, BRI, FRE, GER, GERMAN, OFF, USA, StormState
from westfront.hexgrid import HexSet, bits
from westfront.mechanics.kept import kept_by
from westfront.mechanics.limits import Limit

PAIRS = ("3028", "3231")
"""S2.4: two reduced 5-6-4 corps alone in each of these hexes."""
AMERICANS = ("3128", "3331", "3132", "2934")
"""S2.5: one American division in each of these hexes."""
NEAR = 3
"""S3.10: some units stand within so many hexes of infantry of their nation."""


class Cover(NamedTuple):
    """Hexes that must hold a unit of a nationality, or lie in its zone of control, when it is set up."""

    nation: int
    hexes: HexSet
    rule: str


class Ready(NamedTuple):
    """A ready-made set-up: the units of each hex, the top one first."""

    name: str
    piles: dict[int, tuple[int, ...]]


class Plan:
    """What one side sets up: its units with the hexes where each may stand, and what must be covered."""

    def __init__(self, rules: StormData, side: int) -> None:
        self.side = side
        self.limits: dict[int, Limit] = {}
        """For each unit that is set up the hexes where it may stand."""
        self.covers: list[Cover] = []
        self.ready: dict[str, Ready] = {}
        self.pairs: HexSet = 0
        """Where two reduced 5-6-4 corps stand alone (S2.4)."""
        self.spare = 0
        """So many French infantry corps are left out and begin in the deadpile (S2.5)."""
        board = rules.board
        self.west = board.playable & ~start_control(rules)
        self.front = front_of(rules, side)
        """The hexes of the side that touch the enemy's at the start of the scenario."""
        (self._german if side == GERMAN else self._allied)(rules)

    def _let(self, units: Sequence[int], hexes: HexSet, number: str, sentence: str) -> None:
        for unit in units:
            self.limits[unit] = Limit(hexes, number, sentence)

    @rule("3.7", "S1.3", "S2.4", "S3.9", "S3.6")
    def _german(self, rules: StormData) -> None:
        """All infantry in the main trench; in S2 in front, trenches or fortresses; in 1919 anywhere behind it."""
        board = rules.board
        corps = [u for u in rules.own[GERMAN] if u != rules.agb and u not in rules.counterpart]
        corps = [u for u in corps if (rules.counters[u].extra["group"] == "variant") <= rules.is_1919]
        if rules.scenario == "campaign":
            corps = [u for u in corps if u not in rules.counterpart.values()] + rules.stoss
        if rules.is_1919:
            self._let(corps, board.home[GERMAN], "S3.9", "Germans stand in or east of their front")
            self._let(rules.stoss, board.home[GERMAN], "S3.9", "Germans stand in or east of their front")
            self.covers.append(Cover(GER, board.main_trench, "S3.9"))
        elif rules.scenario == "offensive":
            places = self.front | board.main_trench | board.second_trench | board.fortress[GERMAN]
            self._let(
                corps, places & start_control(rules), "S2.4", "Germans stand in the front, in trenches or fortresses"
            )
            self.covers.append(Cover(GER, self.front, "S2.4"))
            self.pairs = rules.grid.hexset(*PAIRS)
        else:
            self._let(corps, board.main_trench, "3.7", "Germans stand in the main trench")
            self.covers.append(Cover(GER, board.main_trench, "3.7"))
            if rules.scenario == "campaign":
                self._let(
                    [rules.agb], board.home[GERMAN] & ~board.main_trench, "3.7", "AGB stands behind the main trench"
                )

    @rule("3.6", "S2.5", "S2.5(1)", "S2.5(2)", "S3.10", "S3.6", "3.3")
    def _allied(self, rules: StormData) -> None:
        """Each nationality in its sector, cavalry and tanks behind it."""
        if rules.is_1919:
            self._allied_1919(rules)
        elif rules.scenario == "offensive":
            self._allied_july(rules)
        else:
            self._allied_march(rules)

    def _allied_march(self, rules: StormData) -> None:
        board, behind = rules.board, self.west & ~rules.board.allied_trench
        self._let(members(rules, BEL), board.sector["belgian"], "3.6", "two Belgian corps stand in 1135, two in 1235")
        self._let(
            foot(rules, BRI), board.sector["british"], "3.6", "British infantry stands in the trenches 1334 to 2732"
        )
        north = "British cavalry and tanks stand behind the trenches, north of row 27"
        self._let(behind_the_line(rules, BRI), behind & rows(rules, 0, 26), "3.6", north)
        line = "French infantry stands in the trenches and forts 2832 to 4112"
        self._let(foot(rules, FRE), board.sector["french"], "3.6", line)
        south = "French cavalry and tanks stand behind the line, south of row 26, not in Reims or Verdun"
        self._let(behind_the_line(rules, FRE), behind & rows(rules, 27, 99) & ~board.line[ALLIED], "3.6", south)
        self.covers = [
            Cover(BRI, board.sector["british"], "3.6"),
            Cover(FRE, board.sector["french"] & board.allied_trench, "3.6"),
        ]

    def _allied_july(self, rules: StormData) -> None:
        belgian = rules.board.sector["belgian"]
        behind = self.west & ~self.front
        self._let(members(rules, BEL), belgian, "S2.5", "two Belgian corps stand in 1135, two in 1235")
        british = self.front & rows(rules, 0, 24) & ~belgian
        self._let(foot(rules, BRI), british, "S2.5", "British infantry stands in front hexes in or north of row 24")
        rear = "British cavalry and tanks stand behind the front, north of row 24"
        self._let(behind_the_line(rules, BRI), behind & rows(rules, 0, 23), "S2.5", rear)
        french = self.front & rows(rules, 25, 99)
        self._let(foot(rules, FRE), french, "S2.5", "French infantry stands in front hexes in or south of row 25")
        rear = "French cavalry and tanks stand behind the front, south of row 24"
        self._let(behind_the_line(rules, FRE), behind & rows(rules, 25, 99), "S2.5", rear)
        four = rules.grid.hexset(*AMERICANS)
        rear = "one American division stands in each of 3128, 3331, 3132 and 2934, the others behind the front"
        self._let(foot(rules, USA), behind | four, "S2.5", rear)
        self.covers = [Cover(BRI, british, "S2.5"), Cover(FRE, french, "S2.5")]
        self.spare = 1

    def _allied_1919(self, rules: StormData) -> None:
        board, sector = rules.board, rules.board.atlas.feature
        belgians, american = sector("sector:belgian"), sector("sector:american")
        behind = self.west & ~board.line[ALLIED]
        self._let(members(rules, BEL), belgians, "S3.10", "two Belgian corps stand in 1134, two in 1235")
        line = "British infantry stands in the front hexes 1333 to 2633"
        self._let(foot(rules, BRI), sector("sector:british"), "S3.10", line)
        rear = "British tanks stand behind the front, north of row 27"
        self._let(behind_the_line(rules, BRI), behind & rows(rules, 0, 26), "S3.10", rear)
        line = "French infantry stands in the front hexes 2732 to 3120 and 3714 to 4112"
        self._let(foot(rules, FRE), sector("sector:french"), "S3.10", line)
        rear = "French cavalry and tanks stand behind the front"
        self._let(behind_the_line(rules, FRE), behind, "S3.10", rear)
        near = (american | rules.grid.adjacent(american)) & self.west
        self._let(
            foot(rules, USA), near, "S3.10", "American infantry stands in or next to the front hexes 3220 to 3615"
        )
        tanks = self.west & ~board.allied_trench
        self._let(behind_the_line(rules, USA), tanks, "S3.10", "the Tank Corps stands in no trench")
        named = ((BRI, "british"), (FRE, "french"), (USA, "american"))
        self.covers = [Cover(nation, sector(f"sector:{name}"), "S3.10") for nation, name in named]


# -- who and where


def in_play(rules: StormData, unit: int) -> bool:
    """Whether an Allied unit is on the map when the scenario begins."""
    group, name = rules.counters[unit].extra["group"], rules.counters[unit].name
    if rules.is_1919:
        return name not in ("BR-RTC", "BR-C", "BR-Port", "IT-2", "US-TC", "US-2")
    if group == "variant" or (rules.scenario == "offensive" and name == "BR-Port"):
        return False
    return rules.arrival[unit] < (rules.first_turn if rules.scenario == "offensive" else 1)


@lru_cache(maxsize=64)
def members(rules: StormData, nation: int) -> tuple[int, ...]:
    """The ground units of an Allied nationality that are set up."""
    return tuple([u for u in rules.of_nation[nation] if in_play(rules, u)])


def foot(rules: StormData, nation: int) -> list[int]:
    """Its infantry."""
    return [u for u in members(rules, nation) if rules.is_infantry[u]]


def behind_the_line(rules: StormData, nation: int) -> list[int]:
    """Its cavalry and tanks."""
    return [u for u in members(rules, nation) if not rules.is_infantry[u]]


def rows(rules: StormData, first: int, last: int) -> HexSet:
    """The hexes of some rows of the map."""
    return rules.grid.set_of(hex_ for hex_ in rules.grid if first <= int(rules.grid.label(hex_)[:2]) <= last)


@rule("3.5", "S2.4")
def start_control(rules: StormData) -> HexSet:
    """The hexes that the Germans control when the scenario begins."""
    july = rules.board.july_german if rules.scenario == "offensive" else 0
    return rules.board.home[GERMAN] | july


@rule("S2.4", "S2.5")
def front_of(rules: StormData, side: int) -> HexSet:
    """The hexes of a side that touch the enemy's when the scenario begins."""
    east = start_control(rules)
    west = rules.board.playable & ~east
    german = east & rules.grid.adjacent(west)
    return german if side == GERMAN else west & rules.grid.adjacent(german)


@rule("3.4", "S2.4")
def steps_at(rules: StormData, unit: int, hex_: int) -> int:
    """Everything begins at full strength, but for the two pairs of S2.4."""
    if rules.scenario == "offensive" and rules.side_of[unit] == GERMAN and hex_ >= 0:
        return 1 if rules.grid.label(hex_) in PAIRS else rules.full[unit]
    return rules.full[unit]


# -- why not


@rule("3.6", "3.7", "9.1", "9.5", "S3.9")
def why_not_at(rules: StormData, s: StormState, plan: Plan, unit: int, hex_: int) -> Refusal | None:
    """Why a unit may not be set up in a hex."""
    name, place = rules.names.write("unit", unit), rules.names.place(hex_)
    if unit not in plan.limits or (rules.is_1919 and not is_chosen(rules, s, unit)):
        return Refusal("3.1", f"{name} is not one of the units you set up")
    if hex_ < 0 or not plan.limits[unit].hexes >> hex_ & 1:
        return Refusal(plan.limits[unit].rule, f"{name} cannot stand in {place}: {plan.limits[unit].sentence}")
    if unit == rules.agb and (too_soft(rules, 0) | beside_allies(rules, s)) >> hex_ & 1:
        return Refusal("14.2", f"AGB cannot stand in {place}: it is marsh or mountain, or next to an Allied unit")
    if plan.pairs >> hex_ & 1 and not makes_pair(rules, s, unit, hex_):
        return Refusal("S2.4", f"{place} is set up with two 5-6-4 corps and nothing else")
    return why_no_room(rules, s, unit, hex_)


@rule("S2.4")
def makes_pair(rules: StormData, s: StormState, unit: int, hex_: int) -> bool:
    """Whether a unit is a 5-6-4 corps that stands with one other at most in a hex."""
    return rules.attack[unit] == (3, 5) and sum(other != unit for other in rules.stack(s, hex_)) < 2


@rule("S3.8")
def is_chosen(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a corps takes part as Stosstruppen, or as their counterpart: one of the two is out of the game."""
    return unit not in rules.doubles or s.steps[unit] > 0


def allowed(rules: StormData, s: StormState, plan: Plan, unit: int) -> HexSet:
    """Where a unit may be set up now."""
    hexes = plan.limits[unit].hexes & ~closed_to(rules, s, unit)
    if unit == rules.agb:
        hexes &= ~(too_soft(rules, 0) | beside_allies(rules, s))
    return hexes & ~rules.grid.set_of([h for h in bits(hexes & plan.pairs) if not makes_pair(rules, s, unit, h)])


def to_set_up(rules: StormData, s: StormState, plan: Plan) -> Collection[int]:
    """The units that the side sets up, in 1919 after the die for Stosstruppen."""
    return _chosen(rules, s, plan) if rules.is_1919 else plan.limits


@kept_by("steps")
def _chosen(rules: StormData, s: StormState, plan: Plan) -> tuple[int, ...]:
    return tuple([unit for unit in plan.limits if is_chosen(rules, s, unit)])


def unplaced(rules: StormData, s: StormState, plan: Plan) -> list[int]:
    """The units that are still to be set up."""
    at = s.at
    return [unit for unit in to_set_up(rules, s, plan) if at[unit] == OFF]


# -- what must hold in the end


@rule("3.6", "3.7", "S2.4", "S2.5", "S2.5(2)", "S3.9", "S3.10")
def unmet(rules: StormData, s: StormState, plan: Plan) -> Refusal | None:
    """The first thing that keeps a set-up from being complete."""
    left = unplaced(rules, s, plan)
    if len(left) > plan.spare or sum(unit in rules.french_infantry for unit in left) != plan.spare:
        number = f"{len(left)} units are still to be set up"
        spare = "; one French infantry corps is left over" if plan.spare else ""
        return Refusal("3.1", f"{number}, first {rules.names.units[left[0]]}{spare}" if left else f"{number}{spare}")
    for sentence, number in chain(wrong_places(rules, s, plan), bare(rules, s, plan)):
        return Refusal(number, sentence)
    return None


def wrong_places(rules: StormData, s: StormState, plan: Plan) -> Iterator[tuple[str, str]]:
    """Counts and distances that are not as they must be."""
    if plan.side == ALLIED:
        number = {"plan-1919": "S3.10", "offensive": "S2.5"}.get(rules.scenario, "3.6")
        belgians = [s.at[u] for u in members(rules, BEL)]
        if any(belgians.count(hex_) != 2 for hex_ in belgians):
            yield "two Belgian corps stand in each of their hexes", number
    if rules.scenario == "offensive":
        yield from _wrong_in_july(rules, s, plan)
    if rules.is_1919 and plan.side == ALLIED:
        yield from _too_far(rules, s)


@rule("S2.4", "S2.5")
def _wrong_in_july(rules: StormData, s: StormState, plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.side == GERMAN:
        for label in PAIRS:
            if len(rules.stack(s, rules.grid.hex(label))) != 2:
                yield f"two reduced 5-6-4 corps stand in {label}", "S2.4"
        return
    for label in AMERICANS:
        if sum(rules.is_division[u] for u in rules.stack(s, rules.grid.hex(label))) != 1:
            yield f"one American division stands in {label}", "S2.5"


@rule("S3.10")
def _too_far(rules: StormData, s: StormState) -> Iterator[tuple[str, str]]:
    """French cavalry and tanks, and the Tank Corps, stand within three hexes of infantry of their nation."""
    for nation in (FRE, USA):
        near = rules.grid.within(rules.grid.set_of(s.at[u] for u in foot(rules, nation) if s.at[u] >= 0), NEAR)
        for unit in behind_the_line(rules, nation):
            if s.at[unit] >= 0 and not near >> s.at[unit] & 1:
                yield f"{rules.names.units[unit]} stands more than {NEAR} hexes from infantry of its nation", "S3.10"


@rule("3.6", "3.7", "10.1", "S2.4", "S2.5", "S3.9", "S3.10")
def uncovered(rules: StormData, s: StormState, cover: Cover) -> HexSet:
    """Hexes of a sector with no unit and no zone of control of its nationality."""
    at, field, no_zone = s.at, rules.field(s), rules.fields.no_zone
    if cover.nation == GER:
        return cover.hexes & ~(field.occupied[GERMAN] | field.zone[GERMAN])
    standing = [unit for unit in rules.of_nation[cover.nation] if at[unit] >= 0]
    exerting = rules.grid.set_of([at[unit] for unit in standing if unit not in no_zone])
    there = exerting | rules.grid.set_of([at[unit] for unit in standing if unit in no_zone])
    return cover.hexes & ~there & ~rules.grid.adjacent_across(exerting, rules.board.all_sea)


def bare(rules: StormData, s: StormState, plan: Plan) -> Iterator[tuple[str, str]]:
    """Sectors that are not covered."""
    for cover in plan.covers:
        hexes = rules.names.hexes_in_order(uncovered(rules, s, cover))
        if hexes:
            first = rules.grid.label(hexes[0])
            what = f"{len(hexes)} hexes of the line have no unit and no zone of control of theirs, first {first}"
            yield what, cover.rule


# -- ready-made set-ups


@lru_cache(maxsize=64)
def plans_of(rules: StormData) -> tuple[Plan, Plan]:
    """What each side sets up, with its ready-made set-ups; read once."""
    plans = Plan(rules, GERMAN), Plan(rules, ALLIED)
    for row in rules.data.rows("setups", ["scenario", "side", "setup", "hex", "units"], keys=4).values():
        side = rules.sides.index(row.choice("side", rules.sides))
        like = "campaign" if rules.scenario == "elsewhere" and side == ALLIED else rules.scenario
        if row.text("scenario") == like:
            name = row.text("setup")
            ready = plans[side].ready.setdefault(name, Ready(name, {}))
            ready.piles[_hex(rules, row)] = tuple(_unit(rules, row, side, word) for word in row.text("units").split())
    return plans


def _hex(rules: StormData, row: Row) -> int:
    try:
        return rules.grid.hex(row.text("hex"))
    except NoSuchHex:
        raise row.error(f"there is no hex {row.text('hex')[:40]!r} on this map") from None


def _unit(rules: StormData, row: Row, side: int, word: str) -> int:
    """A ground unit of the side that sets up."""
    found = rules.unit_named.get(word)
    if found is None or found not in rules.own[side]:
        raise row.error(f"{rules.sides[side]} has no counter {word[:40]!r} to set up in a hex")
    return found
