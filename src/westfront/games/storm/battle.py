"""Chapter 13.9 to 13.28 and 13.35: strengths, odds and die-roll modifiers of one attack."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.modifiers import Applied, Modifier, applied, sum_of
from westfront.games.storm.data import StormData
from westfront.games.storm.state import (
    ALLIED,
    BEL,
    BRI,
    CROSS,
    CUT,
    DEFENDED,
    FRE,
    GER,
    GERMAN,
    NORMAL,
    StormState,
)
from westfront.games.storm.supply import halved

BEST_ODDS = 7
HOPELESS = 0
"""The column for odds worse than 1:2, for which no die is rolled."""
AUSTRALIAN_AMERICAN_TURN = 9


class Battle(NamedTuple):
    """One attack, as the modifiers see it. Who has retreated into the hex in this phase is no defender."""

    rules: StormData
    s: StormState
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    guns: bool = False
    air: int = 0
    cover: int = 0
    second: bool = False

    @property
    def attacker(self) -> int:
        """The side that attacks."""
        return self.rules.side_of[self.attackers[0]]

    def on(self, *terrain: str) -> bool:
        """Whether the defenders stand on one of these kinds of natural terrain."""
        return bool(self.rules.board.of(*terrain) >> self.target & 1)

    def nations(self) -> set[int]:
        """The major nationalities of the attackers."""
        return {self.rules.nation[unit] for unit in self.attackers}

    def defended_by(self, nation: int) -> bool:
        """Whether a unit of a nationality is among the defenders."""
        return any(self.rules.nation[unit] == nation for unit in self.defenders)


# -- strengths


@rule("7.2", "13.10")
def strength(rules: StormData, s: StormState, units: tuple[int, ...]) -> int:
    """Attack factors: those of units without normal supply are added up first, then halved."""
    whole = sum(rules.attack_of(s, unit) for unit in units if s.supply[unit] == NORMAL)
    return whole + halved(sum(rules.attack_of(s, unit) for unit in units if s.supply[unit] != NORMAL))


@rule("14.3", "14.3-ex")
def support(battle: Battle) -> int:
    """What AGB adds: its fifteen factors, but no more than the infantry in the attack has."""
    rules = battle.rules
    infantry = tuple(unit for unit in battle.attackers if rules.is_infantry[unit])
    return min(rules.attack[rules.agb][0], strength(rules, battle.s, infantry)) if battle.guns else 0


@rule("13.3", "13.10", "13.30", "7.2", "7.11", "7.12", "7.13", "S3.17")
def defence(battle: Battle) -> int:
    """Defence factors, never halved for lack of supply unless the option says so of units fed by an ally.

    The Alpenkorps defends a mountain with its attack factor.
    """
    rules, s = battle.rules, battle.s
    half = rules.options["cross-supply"] == "halved-defence"
    whole = weak = 0
    for unit in battle.defenders:
        in_mountain = unit == rules.alpine and battle.on("mountain")
        factor = rules.attack_of(s, unit) if in_mountain else rules.defence_of(s, unit)
        if half and s.supply[unit] == CROSS:
            weak += factor
        else:
            whole += factor
    return max(1, whole + halved(weak))


# -- modifiers of the die


@rule("13.35", "S3.17")
def is_storm_led(battle: Battle) -> bool:
    """Whether at least one step of Stosstruppen that is not out of supply attacks; the Alpenkorps counts as such."""
    rules, s = battle.rules, battle.s
    return any(rules.is_storm[unit] and s.supply[unit] != CUT for unit in battle.attackers)


@rule("13.35")
def storm_tactics(battle: Battle) -> int:
    """+1, and +2 in the First Combat Phase of the first turn of 1918."""
    if not is_storm_led(battle):
        return 0
    return 2 if battle.s.turn == 1 and not battle.second and not battle.rules.is_1919 else 1


@rule("13.15", "S3.18", "S3.19", "S3.20", "S3.21", "S3.23", "S3.24")
def tanks(battle: Battle) -> list[int]:
    """Tank units that help an attack; none against anti-tank units."""
    rules = battle.rules
    if any(rules.symbol[unit] == "anti-tank" for unit in battle.defenders):
        return []
    return [unit for unit in battle.attackers if rules.is_tank[unit]]


@rule("13.15", "13.25", "13.26", "13.27")
def in_own_trench(battle: Battle) -> bool:
    """Whether the defenders stand in a trench that their side built."""
    board = battle.rules.board
    trenches = board.main_trench | board.second_trench if battle.attacker == ALLIED else board.allied_trench
    return bool(trenches >> battle.target & 1)


@rule("13.15", "S3.18", "S3.21")
def tank_shock(battle: Battle) -> int:
    """+1 in all against a hex without trenches of the defender; fast tanks never give it."""
    helping = [unit for unit in tanks(battle) if battle.rules.symbol[unit] != "fast-tank"]
    return 1 if helping and not in_own_trench(battle) else 0


@rule("13.17", "13.17-ex")
def is_concentric(battle: Battle) -> bool:
    """Attack from opposite hexes, from three with one between each and the next, or from more than three."""
    grid = battle.rules.grid
    sides = {grid.direction(battle.target, battle.s.at[unit]) for unit in battle.attackers}
    from_ = {side for side in sides if side is not None}
    opposite = any((side + 3) % 6 in from_ for side in from_)
    return opposite or {0, 2, 4} <= from_ or {1, 3, 5} <= from_ or len(from_) > 3


@rule("13.17", "13.32")
def in_own_fortress(battle: Battle) -> bool:
    """Whether Germans defend a German fortress, or French units a French one."""
    german, french = battle.rules.board.fortress
    if battle.attacker == ALLIED:
        return bool(german >> battle.target & 1) and battle.defended_by(GER)
    return bool(french >> battle.target & 1) and battle.defended_by(FRE)


def concentric(battle: Battle) -> int:
    """+1, but not against a fortress that its own nation defends."""
    return 1 if is_concentric(battle) and not in_own_fortress(battle) else 0


@rule("13.20", "6.3(1)")
def marsh(battle: Battle) -> int:
    """-1; flood plain counts as marsh in wet weather."""
    return -1 if battle.rules.board.marsh(battle.s.wet) >> battle.target & 1 else 0


@rule("13.22")
def all_over_rivers(battle: Battle) -> int:
    """-1 if every attacking ground unit attacks over a river or major river."""
    board, s = battle.rules.board, battle.s
    return -1 if all(board.crosses(board.any_river, s.at[unit], battle.target) for unit in battle.attackers) else 0


@rule("13.25", "13.26", "13.15")
def german_trench(battle: Battle) -> int:
    """-2 for Germans in their main trench, -1 in a secondary one; nothing once tanks attack."""
    board, bit = battle.rules.board, 1 << battle.target
    if battle.attacker == GERMAN or tanks(battle):
        return 0
    return -2 if board.main_trench & bit else -1 if board.second_trench & bit else 0


@rule("13.27", "16.3", "S3.18")
def allied_trench(battle: Battle) -> int:
    """-2 for Allies in their trench, -1 against Stosstruppen; one better for the attacker where the trench is weak."""
    rules, bit = battle.rules, 1 << battle.target
    if battle.attacker == ALLIED or not rules.board.allied_trench & bit or tanks(battle):
        return 0
    weak = rules.on("weak-trenches") and bool(rules.board.weak_trench & bit)
    return -2 + is_storm_led(battle) + weak


@rule("13.9", "13.9-ex")
def two_nations(battle: Battle) -> int:
    """-1 for each attack of British and French together after the first one of the combat phase."""
    return -1 if battle.nations() >= {BRI, FRE} and battle.s.mixed else 0


@rule("16.1")
def australian_american(battle: Battle) -> int:
    """+1 if the whole Australian-American Corps attacks, -1 if it defends, from the Allied player turn 9 on."""
    rules, s = battle.rules, battle.s
    first = AUSTRALIAN_AMERICAN_TURN + (battle.attacker == GERMAN)
    if not rules.on("australian-american") or s.turn < first:
        return 0
    units = battle.attackers if battle.attacker == ALLIED else battle.defenders
    if rules.australians not in units:
        return 0
    beside = [u for u in units if rules.is_division[u] and s.at[u] == s.at[rules.australians]]
    return (1 if battle.attacker == ALLIED else -1) if len(beside) >= 2 else 0


@rule("16.4", "S3.3")
def belgians(battle: Battle) -> int:
    """+1 against Belgians who defend outside Belgium, -1 for Belgians who attack out of it."""
    rules = battle.rules
    if not rules.on("belgians") or rules.board.belgium >> battle.target & 1:
        return 0
    if battle.attacker == GERMAN:
        return 1 if battle.defended_by(BEL) else 0
    return -1 if BEL in battle.nations() else 0


@rule("S3.22")
def marines(battle: Battle) -> int:
    """The Marines are worth one on the die, in attack and in defence."""
    unit = battle.rules.marines
    return 1 if unit in battle.attackers else -1 if unit in battle.defenders else 0


@rule("16.8", "16.8-ex", "S3.3")
def super_odds(battle: Battle) -> int:
    """+1 for every full multiple above 7:1."""
    if not battle.rules.on("super-odds"):
        return 0
    return max(0, total_attack(battle) // defence(battle) - BEST_ODDS)


DIE = [
    Modifier[Battle]("13.14", "air support", lambda battle: battle.air),
    Modifier[Battle]("13.14", "defending air", lambda battle: -battle.cover),
    Modifier("13.15", "tanks", tank_shock),
    Modifier[Battle]("13.16", "AGB", lambda battle: int(battle.guns)),
    Modifier("13.17", "concentric assault", concentric),
    Modifier[Battle]("13.18", "forest", lambda battle: -int(battle.on("forest"))),
    Modifier[Battle]("13.19", "rough", lambda battle: -int(battle.on("rough"))),
    Modifier[Battle]("13.19", "devastated", lambda battle: -int(battle.on("devastated"))),
    Modifier("13.20", "marsh", marsh),
    Modifier[Battle]("13.21", "mountain", lambda battle: -2 * int(battle.on("mountain"))),
    Modifier("13.22", "all over rivers", all_over_rivers),
    Modifier[Battle]("13.23", "town", lambda battle: -(battle.rules.board.town >> battle.target & 1)),
    Modifier[Battle]("13.24", "city", lambda battle: -2 * (battle.rules.board.city >> battle.target & 1)),
    Modifier("13.25", "German trench", german_trench),
    Modifier("13.27", "Allied trench", allied_trench),
    Modifier("13.35", "Stosstruppen", storm_tactics),
    Modifier("13.9", "British and French together again", two_nations),
    Modifier("16.1", "Australian-American Corps", australian_american),
    Modifier("16.4", "Belgians outside Belgium", belgians),
    Modifier("16.8", "super-high odds", super_odds),
    Modifier("S3.22", "Marines", marines),
]


# -- odds


def total_attack(battle: Battle) -> int:
    """All attack factors, with what AGB adds."""
    return strength(battle.rules, battle.s, battle.attackers) + support(battle)


class Odds(NamedTuple):
    """Everything that a die needs to be read."""

    attack: int
    defence: int
    column: int
    modifiers: list[Applied]
    extra: int
    """Loss points that a fortress adds to those of the attacker."""

    @property
    def hopeless(self) -> bool:
        """Whether no die is rolled."""
        return self.column == HOPELESS


@rule("13.10", "13.10-ex", "13.11", "13.11-ex", "13.12", "13.13", "13.13-ex")
def odds(battle: Battle) -> Odds:
    """Strengths, column, modifiers; preview and resolution both come here."""
    attack, against = total_attack(battle), defence(battle)
    column = battle.rules.crt.column(attack, against)
    modifiers = applied(DIE, battle) if column != HOPELESS else []
    return Odds(attack, against, column, modifiers, fortress_losses(battle))


@rule("13.32")
def fortress_losses(battle: Battle) -> int:
    """Two loss points more for Germans against French units in a French fortress, three for Allies in a German one."""
    if not in_own_fortress(battle):
        return 0
    return 3 if battle.attacker == ALLIED else 2


@rule("13.12", "13.28", "13.28-ex", "13.29", "13.32")
def result(rules: StormData, view: Odds, die: int) -> tuple[int, int]:
    """Loss points of attacker and defender: row by the modified die, kept between 1 and 9."""
    attacker, defender = map(int, rules.crt.result(die + sum_of(view.modifiers), view.column).split("/"))
    return attacker + view.extra, defender


def odds_text(rules: StormData, view: Odds) -> str:
    """The odds in words."""
    if view.hopeless:
        return f"1:{-(-view.defence // view.attack)}"
    return rules.crt.columns[view.column]


# -- who may attack what


@rule("13.3", "13.5", "13.30")
def defenders_in(rules: StormData, s: StormState, hex_: int) -> tuple[int, ...]:
    """Units of a hex that can be attacked: those attacked in this phase already, refugees too, cannot be again."""
    return tuple(sorted(u for u in rules.stack(s, hex_) if not s.fought[u] & DEFENDED))


@rule("13.18", "13.20", "13.21", "13.22", "13.24", "13.32", "6.3(1)", "6.3(2)")
def why_no_tanks(rules: StormData, s: StormState, unit: int, target: int) -> Refusal | None:
    """What keeps a tank unit from attacking a hex: a fortress or city, whoever holds it, soft ground, or a river."""
    board, place = rules.board, rules.grid.label(target)
    grounds = (
        ("13.32", "a fortress", board.fortress[0] | board.fortress[1]),
        ("13.24", "a city", board.city),
        ("13.18", "forest", board.of("forest")),
        ("13.20", "marsh", board.marsh(s.wet)),
        ("13.21", "mountain", board.of("mountain")),
    )
    for number, what, hexes in grounds:
        if hexes >> target & 1:
            return Refusal(number, f"tanks cannot attack {place}: it is {what}")
    if board.crosses(board.major(s.wet), s.at[unit], target):
        return Refusal("13.22", f"tanks cannot attack {place} over a major river")
    return None


def tank_can_attack(rules: StormData, s: StormState, unit: int, target: int) -> bool:
    """Whether ground and rivers let a tank unit attack a hex."""
    return why_no_tanks(rules, s, unit, target) is None


@rule("14.3", "14.2", "8.7")
def why_no_guns(rules: StormData, s: StormState, target: int) -> Refusal | None:
    """What keeps AGB from supporting an attack: it is used, too far, in poor supply, on soft ground, or disturbed."""
    here = s.at[rules.agb]
    if here < 0:
        return Refusal("14.3", "AGB is not on the map")
    if s.guns_fired:
        return Refusal("14.3", "AGB has supported an attack in this phase")
    if s.supply[rules.agb] != NORMAL:
        return Refusal("14.3", "AGB is not in regular supply")
    if rules.board.marsh(s.wet) >> here & 1:
        return Refusal("14.2", "AGB stands in a wet flood plain")
    if rules.grid.adjacent(1 << here) & rules.field(s).occupied[ALLIED]:
        return Refusal("14.2", "AGB stands next to an Allied unit")
    reach_ = rules.counters[rules.agb].type.values["range"]
    if rules.grid.distance(here, target) > reach_:
        return Refusal("14.3", f"AGB is more than {reach_} hexes from {rules.grid.label(target)}")
    return None


def guns_can_support(rules: StormData, s: StormState, target: int) -> bool:
    """Whether AGB may support an attack on a hex."""
    return why_no_guns(rules, s, target) is None
