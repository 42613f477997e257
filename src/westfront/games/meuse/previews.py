"""What a player sees before he commits himself: battles and bombardments that take shape, and overlays of the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from westfront.engine.catalogue import rule
from westfront.engine.chance import chance_of_each, distribution
from westfront.engine.dice import Dice
from westfront.engine.frame import Play, asked, settle
from westfront.engine.view import Line, Overlay, Preview
from westfront.games.meuse.aids import crt_marks
from westfront.games.meuse.aircraft import observed_hexes
from westfront.games.meuse.bombardment import Barrage, Fire, Gas, bombard, die_modifiers, markers_on, shelled_hexes
from westfront.games.meuse.combat import Assault, AttackRoll, LostBattalion, SupportFire
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.odds import LINE_RULES, TITLES, Battle, Odds, attack_strength, odds
from westfront.games.meuse.results import AttackerLoss, apply_result, meaning
from westfront.games.meuse.state import ALLIED, FIRING, GERMAN, HAND, MeuseState
from westfront.games.meuse.supply import supplied_hexes
from westfront.games.meuse.support import MOST_SUPPORT, markers, why_no_support

FACES = 6


def preview(rules: MeuseData, s: MeuseState) -> Preview | None:
    """The battle or bombardment that is asked about."""
    frame = asked(s)
    if isinstance(frame, Assault):
        return battle_preview(Battle(rules, s, frame.player, frame.target, frame.attackers), (ALLIED, GERMAN))
    if isinstance(frame, AttackRoll):
        return battle_preview(Battle(rules, s, frame.player, frame.target, frame.attackers), ())
    if isinstance(frame, SupportFire):
        return battle_preview(
            frame.battle(rules, s), (frame.attacker, 1 - frame.attacker)[frame.player != frame.attacker :]
        )
    if isinstance(frame, LostBattalion):
        return battle_preview(Battle(rules, s, ALLIED, frame.target, frame.attackers), (ALLIED, GERMAN))
    if isinstance(frame, Barrage | Gas | Fire):
        return barrage_preview(rules, s, frame.player)
    return None


# -- battles


@rule("7.3", "7.4", "7.6")
def battle_preview(battle: Battle, supporters: tuple[int, ...]) -> Preview | None:
    """Strengths, line, column, the exact chance of each result, sure losses, and what support could still change."""
    if not battle.attackers:
        return None
    names, fight = battle.rules.names, odds(battle)
    title = f"{names.write('hex*', battle.attackers)} against {names.place(battle.target)}"
    lines = (*_strengths(battle, fight), *_losses(battle, fight), *_further_support(battle, fight, supporters))
    return Preview(title, lines, chances(battle.rules, fight.column), marks=crt_marks(fight))


def _strengths(battle: Battle, fight: Odds) -> Iterator[Line]:
    """Every attacker, the defender, support, and the line of the table."""
    rules, s = battle.rules, battle.s
    stacks, line = rules.field(s).stacks, supplied_hexes(rules, s, battle.side)
    for hex_ in battle.attackers:
        case = "7.3" if line >> hex_ & 1 else "9.0"
        halved = "" if case == "7.3" else ", halved"
        yield Line(f"{rules.names.write('unit*', stacks[hex_])}{halved}", f"{attack_strength(battle, hex_):+d}", case)
    yield Line(rules.names.write("unit*", stacks[battle.target]), f"{-fight.defence:+d}", "7.3")
    if fight.attack_support:
        yield Line("attacker's support", f"{fight.attack_support:+d}", "8.3")
    if fight.defence_support:
        yield Line("defender's support", f"{-fight.defence_support:+d}", "8.3")
    yield Line("differential", f"{fight.differential:+d}", "7.3")
    shift = rules.crt.shifts[fight.line]
    yield Line(
        f"{TITLES[fight.line]} line", f"{-shift:+d} columns" if shift else "no shift", LINE_RULES.get(fight.line, "7.4")
    )
    yield Line("column", str(fight.column + 1), "T-CRT")


def faces(rules: MeuseData, column: int) -> Counter[str]:
    """How many faces of the die give each result."""
    return Counter(rules.crt.result(die, column) for die in range(1, FACES + 1))


def chances(rules: MeuseData, column: int) -> dict[str, float]:
    """The exact chance of each result."""
    return {f"{code} {meaning(rules, code)}".removeprefix(". "): n / FACES for code, n in faces(rules, column).items()}


@rule("7.6", "7.7", "7.8")
def _losses(battle: Battle, fight: Odds) -> Iterator[Line]:
    """Who is lost without any choice once the die lies: the battle is fought with every face of it."""
    names = battle.rules.names
    lost = chance_of_each(lambda dice: _fallen(battle, fight, dice))
    for unit in sorted(lost):
        yield Line(f"{names.units[unit]} lost", f"{lost[unit] * FACES} in {FACES}", "7.6")


def _fallen(battle: Battle, fight: Odds, dice: Dice) -> tuple[int, ...]:
    """Who falls in the battle, fought on a copy of the position as far as nobody has to choose.

    Of an exchange, who falls whichever attacker is named.
    """
    s = battle.s.copy()
    play = Play(battle.rules, s, dice)
    (die,) = play.roll("preview")
    apply_result(play, battle.side, battle.target, battle.attackers, battle.rules.crt.result(die, fight.column))
    settle(play)
    ends, frame = [s], asked(s)
    if isinstance(frame, AttackerLoss):
        ends = [s.copy() for _ in frame.attackers]
        for end, hex_ in zip(ends, frame.attackers, strict=True):
            frame.do_lose(Play(battle.rules, end, dice), hex_)
    stacks = battle.rules.field(battle.s).stacks
    units = [unit for hex_ in (battle.target, *battle.attackers) for unit in stacks[hex_]]
    return tuple(unit for unit in units if all(end.at[unit] < 0 for end in ends))


@rule("8.3", "8.6")
def _further_support(battle: Battle, fight: Odds, supporters: tuple[int, ...]) -> Iterator[Line]:
    """The column if a side that is still to be asked adds the best markers it may."""
    rules, s = battle.rules, battle.s
    for side, who, sign in ((battle.side, "attacker", 1), (1 - battle.side, "defender", -1)):
        if side in supporters and why_no_support(battle, side) is None:
            room = MOST_SUPPORT - len(markers(rules, s, side, FIRING))
            best = sum(sorted((rules.strength[u] for u in markers(rules, s, side, HAND)), reverse=True)[:room])
            column = rules.crt.column(fight.differential + sign * best, fight.line)
            yield Line(f"with the {who}'s best support of {best}", f"column {column + 1}", "8.3")


# -- bombardments


@rule("17.5", "17.6")
def barrage_preview(rules: MeuseData, s: MeuseState, side: int) -> Preview | None:
    """For each target its modifiers, and the exact chance of a breach and of each number of hits."""
    targets = shelled_hexes(rules, s, side)
    if not targets:
        return None
    lines = [line for hex_ in targets for line in _target(rules, s, side, hex_)]
    found = _bombardment(rules, s, side, targets[0]) if len(targets) == 1 else {}
    return Preview("Bombardment", tuple(lines), {word: float(chance) for word, chance in found.items()})


def _target(rules: MeuseData, s: MeuseState, side: int, hex_: int) -> Iterator[Line]:
    place = rules.grid.label(hex_)
    who = rules.names.write("unit*", rules.field(s).stacks[hex_])
    yield Line(f"{who}, markers", str(markers_on(rules, s, hex_)), "17.2", place)
    for modifier in die_modifiers(rules, s, side, hex_):
        yield Line(modifier.title, f"{modifier.value:+d}", modifier.rule, place)
    for word, chance in _bombardment(rules, s, side, hex_).items():
        yield Line(word, f"{chance.numerator} in {chance.denominator}", "17.5", place)


def _bombardment(rules: MeuseData, s: MeuseState, side: int, hex_: int) -> dict[str, Fraction]:
    """Each outcome of all markers on a hex with its exact chance."""

    def fired(dice: Dice) -> str:
        copy = s.copy()
        hits = bombard(Play(rules, copy, dice), side, hex_)
        words = ["breach"] if copy.breached != s.breached else []
        words += [f"{hits} hit{'s' * (hits > 1)}"] if hits else []
        return " and ".join(words) or "no effect"

    return distribution(fired)


# -- overlays


@rule("6.0", "9.0", "17.3")
def overlays(rules: MeuseData, s: MeuseState) -> Iterator[Overlay]:
    """Zones of control, supply and observation of both sides: nothing is hidden in this game."""
    labels = rules.grid.labels
    for side, name in enumerate(rules.sides):
        yield Overlay("zoc", name, f"{name} zones of control", tuple(labels(rules.zone(s, side))))
    for side, name in enumerate(rules.sides):
        yield Overlay("supply", name, f"{name} supply", tuple(labels(supplied_hexes(rules, s, side))))
    for side, name in enumerate(rules.sides):
        if seen := observed_hexes(rules, s, side):
            yield Overlay("mark", name, f"observed by {name}", tuple(labels(seen)))
