"""Positions of Meuse-Argonne from a few words on the real map, and short ways to ask what a test wants to know.

    match = draw("US-4 1319, US-80 1418, DE-5G 1318-", "combat", dice=[4], breached="1318", allied="3 2", german="2")

A minus behind a place means that the unit is depleted; a box stands instead of a hex (`US-35 lost`, `US-1 due`). Units
that are not named are not in the game, brigade chits are free, aircraft are in the Air box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests import asking
from tests.asking import state_of
from westfront.engine.dice import ScriptedDice
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.engine.state import blank_columns
from westfront.games.meuse.bombardment import BombardmentPhase
from westfront.games.meuse.combat import CombatPhase
from westfront.games.meuse.movement import Movement
from westfront.games.meuse.replacements import ReplacementStep
from westfront.games.meuse.rules import Meuse
from westfront.games.meuse.sequence import GameTurn, PlayerTurn
from westfront.games.meuse.state import AIR, ALLIED, BOXES, GERMAN, HAND, POOL, UNUSED, MeuseState

SIDES = ("allied", "german")


def draw(
    units: str,
    phase: str = "movement",
    side: str = "allied",
    *,
    turn: int = 2,
    dice: Iterable[int] = (),
    breached: str = "",
    aircraft: str = "",
    allied: str = "",
    german: str = "",
    stock: tuple[int, int] | None = None,
    lost_battalion: int = UNUSED,
    german_replacement: int = 0,
    scenario: str = "campaign",
    options: dict[str, str] | None = None,
    auto: bool = False,
) -> Match:
    """A match that begins from a drawn position; its dice show what the test says, and nothing more."""
    setting = Setting.choose("meuse", scenario, options)
    rules = meuse(scenario, **(options or {}))
    s = MeuseState(
        turn=turn,
        breached=rules.grid.hexset(*breached.split()),
        lost_battalion=lost_battalion,
        german_replacement=german_replacement,
        gas=0,
        stock=bytearray(stock or rules.track[turn].artillery),
        **blank_columns(MeuseState, len(rules.counters)),
    )
    _place(rules, s, units, aircraft.split(), (allied, german))
    s.frames = tuple(_frames(phase, SIDES.index(side)))
    return Match(setting, ScriptedDice(dice), "0" * 64, rules=rules, start=s, auto=auto)


def _place(rules: Meuse, s: MeuseState, units: str, aircraft: list[str], hands: tuple[str, str]) -> None:
    for words in filter(None, map(str.strip, units.split(","))):
        name, place = words.split()
        unit, where = rules.names.unit(name), place.rstrip("-")
        s.at[unit] = -1 - BOXES.index(where) if where in BOXES else rules.grid.hex(where)
        if where != "lost":
            s.steps[unit] = rules.full_steps[unit] - place.endswith("-")
    for unit in rules.aircraft:
        s.at[unit] = rules.grid.hex(aircraft.pop(0)) if aircraft else AIR
    for side, hand in zip((ALLIED, GERMAN), hands, strict=True):
        wanted = [int(strength) for strength in hand.split()]
        for unit in rules.support[side]:
            s.at[unit] = HAND if rules.strength[unit] in wanted else POOL
            if s.at[unit] == HAND:
                wanted.remove(rules.strength[unit])


def _frames(phase: str, player: int) -> Iterator[Frame]:
    """What is still to come in the turn, the phase under way last."""
    yield GameTurn()
    if phase == "end":
        return
    if player == ALLIED:
        yield PlayerTurn(GERMAN)
    if phase == "turn":
        yield PlayerTurn(player)
        return
    yield CombatPhase(player)
    if phase == "combat":
        return
    yield BombardmentPhase(player)
    if phase == "bombardment":
        return
    yield Movement(player)
    if phase == "replacement":
        yield ReplacementStep(player)


def meuse(scenario: str = "campaign", **options: str) -> Meuse:
    """The rules alone."""
    rules = Setting.choose("meuse", scenario, options).rules()
    assert isinstance(rules, Meuse)
    return rules


# -- asking


def state(match: Match) -> MeuseState:
    """The position, with its fields known to the type check."""
    return state_of(match, MeuseState)


def rules_of(match: Match) -> Meuse:
    """The rules, with their fields known to the type check."""
    assert isinstance(match.rules, Meuse)
    return match.rules


def play(match: Match, *actions: str) -> Match:
    """Play some actions; after each of them everything holds that must."""
    for action in actions:
        match.play(action)
        assert list(match.rules.violations(match.state)) == []
    return match


def told(match: Match, *actions: str) -> list[str]:
    """The lines that some actions add to the log."""
    before = len(match.log())
    play(match, *actions)
    return match.log()[before:]


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit, with a minus if it is depleted."""
    rules, number = rules_of(match), match.rules.names.unit(unit)
    depleted = state(match).at[number] >= 0 and rules.is_depleted(state(match), number)
    return asking.where(match, unit) + "-" * depleted


def brigades(match: Match) -> list[str]:
    """The hexes of the brigades on the map."""
    rules = rules_of(match)
    return [rules.grid.label(state(match).at[u]) for u in rules.brigades.units if state(match).at[u] >= 0]


def verbs(match: Match) -> set[str]:
    """The verbs that are offered."""
    return {action.split()[0] for action in match.decision.texts}


def hexes(match: Match, *labels: str) -> int:
    """A set of hexes."""
    return match.rules.grid.hexset(*labels)


def attack(match: Match, target: str, *attackers: str, support: Iterable[str] = ()) -> list[str]:
    """An attack built and fought to the die: `support` answers the questions before it. What the log says of it."""
    before = len(match.log())
    play(match, f"attack {target} with {' '.join(attackers)}", "confirm", *support)
    while match.decision.texts != ("roll",):
        play(match, "pass" if "pass" in match.decision.texts else "done")
    play(match, "roll")
    return match.log()[before:]


def odds(lines: Iterable[str]) -> str:
    """The differential, line and column of a log."""
    line = next(line for line in lines if " line, column " in line)
    return line.split(" is ")[1].split(", die")[0]


def result(lines: Iterable[str]) -> str:
    """The letters of the result."""
    told = next(line.split(": ")[1].split(" [")[0] for line in lines if line.startswith("Result at "))
    return "." if told == "no effect" else told.split(",")[0]
