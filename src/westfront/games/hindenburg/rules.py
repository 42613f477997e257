"""The rules object: the data of the game, what is seen, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from westfront.engine.catalogue import rule
from westfront.engine.counters import load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Texts
from westfront.engine.grammar import Grammar
from westfront.engine.names import Names
from westfront.engine.rules import Rules
from westfront.engine.tables import load_tables
from westfront.engine.view import Overlay, Preview, Scene
from westfront.games.hindenburg import (
    attack_supply,
    battle,
    cleanup,
    combat,
    deploying,
    fog,
    losses,
    morale,
    operations,
    previews,
    replacements,
    retreat,
    rounds,
    sequence,
    setup,
    strategic,
    victory,
)
from westfront.games.hindenburg.board import GLYPHS, HindenburgBoard
from westfront.games.hindenburg.field import Field
from westfront.games.hindenburg.invariants import broken
from westfront.games.hindenburg.state import ALLIED, BOXES, GERMAN, NATIONS, HindenburgState
from westfront.games.hindenburg.supply import Supply, find_supply
from westfront.games.hindenburg.texts import PATTERNS, TEXTS

FIELDS_KEPT, SUPPLIES_KEPT = 64, 1024
CODES = dict(zip(("german", "french", "american", "british", "anzac", "belgian", "portuguese"), NATIONS, strict=True))
"""The nations of the counter list, and the codes that are printed on the counters."""


class Hindenburg(Rules[HindenburgState]):
    """Hindenburg's War, version 1."""

    id = "hindenburg"
    version = "1"
    title = "Hindenburg's War"
    sides = ("german", "allied")
    scenarios = {"campaign": "The western front from 21 March to 11 November 1918, fifteen turns."}
    choices = {}
    blurb = (
        "The whole western front of 1918: ten actions a side each turn, one after another, a die for every division."
    )
    length = "8 to 12 hours"
    complexity = 4
    labels = {"bring": "bring from the reserve", "send": "send to the reserve", "break-off": "break off"}
    luck_dice = {"attack": "low", "defence": "low"}
    state = HindenburgState
    frames = (
        setup.SetUp,
        deploying.Deployment,
        deploying.Supplying,
        deploying.Taking,
        deploying.Placing,
        deploying.Counting,
        deploying.Changing,
        sequence.Turn,
        sequence.Reinforcement,
        sequence.Operations,
        sequence.Pair,
        sequence.OneAction,
        sequence.UsRecovery,
        operations.Operation,
        operations.Force,
        strategic.Bringing,
        strategic.Sending,
        cleanup.Overstacked,
        attack_supply.PlaceAttackSupply,
        attack_supply.Marking,
        attack_supply.AttackSupplyEnds,
        cleanup.CleanUp,
        combat.Tanks,
        battle.Battle,
        rounds.Fire,
        rounds.Grouping,
        losses.Blows,
        losses.Kill,
        rounds.RoundEnd,
        rounds.Stand,
        retreat.Split,
        rounds.Press,
        rounds.Advance,
        replacements.Replacements,
        replacements.Replacement,
        morale.MoraleCheck,
        morale.MoraleRoll,
        morale.BlackDays,
        morale.BlackDay,
        morale.Withdrawal,
        morale.Occupation,
        morale.Entry,
        morale.Entering,
        victory.MidGameCheck,
        victory.CheckNow,
        victory.VictoryCheck,
        victory.NationalCheck,
    )
    glyphs = GLYPHS
    outcomes = ("fire", "losses", "overkill", "comes back", "too late", "national", "morale")
    hidden = True
    board: HindenburgBoard

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.board = HindenburgBoard(data)
        self.grid = self.board.grid
        self._read_counters(data)
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        self.grammar = Grammar(PATTERNS, self.names)
        self.texts = Texts(self.names, TEXTS)
        self._read_tables(data)
        self._fields: dict[bytes, Field] = {}
        self._last_field: Field | None = None
        self.plans = setup.read_plans(self, data)
        self._supply = lru_cache(SUPPLIES_KEPT)(lambda german, lost: find_supply(self.board, german, lost))

    @rule("2.4", "2.5", "2.6", "2.7", "2.8", "2.10")
    def _read_counters(self, data: DataFolder) -> None:
        """Columns of what is printed on the counters: divisions, tank brigades and attack supply markers.

        A kind is what a division plays as: its nation and factors, with an `r` if the reverse side is up.
        """
        values = ("attack", "defence", "steps", "back_attack", "back_defence")
        types = load_types(data, (*self.sides, "neutral"), values)
        every = load_counters(data, types, ("nation", "designation", "arrival", "group"))
        self.counters = [c for c in every if c.type.size != "marker" or c.type.name == "attack-supply"]
        self.side_of = [counter.type.side for counter in self.counters]
        self.nation_of = [NATIONS.index(CODES[counter.extra["nation"]]) for counter in self.counters]
        self.attack = [(c.type.values["attack"], c.type.values["back_attack"]) for c in self.counters]
        self.defence = [(c.type.values["defence"], c.type.values["back_defence"]) for c in self.counters]
        """Attack and defence factors by unit, front side first."""
        self.steps = [counter.type.values["steps"] for counter in self.counters]
        self.arrival = [int(counter.extra["arrival"] or 0) for counter in self.counters]
        self.divisions = [u for u, c in enumerate(self.counters) if c.type.size == "XX"]
        self.tanks = [u for u, c in enumerate(self.counters) if c.type.symbol == "tank"]
        self.markers = [u for u, c in enumerate(self.counters) if c.type.name == "attack-supply"]
        self.own = tuple([u for u in self.divisions if self.side_of[u] == side] for side in (GERMAN, ALLIED))
        """The divisions of each side."""
        self.every = tuple([u for u, owner in enumerate(self.side_of) if owner == side] for side in (GERMAN, ALLIED))
        self.kinds = [
            tuple(
                f"{NATIONS[self.nation_of[u]]}{self.attack[u][back]}-{self.defence[u][back]}{'r' * back}"
                for back in (0, 1)
            )
            for u in range(len(self.counters))
        ]
        """The kind of each division, front side first."""
        self.facts = [(self._facts(u, 0), self._facts(u, 1)) for u in range(len(self.counters))]

    def _facts(self, unit: int, back: int) -> tuple[str, ...]:
        """What is printed on a side of a counter."""
        printed = (f"{self.attack[unit][back]}-{self.defence[unit][back]}", self.counters[unit].type.symbol)
        turned = ("reduced" if self.steps[unit] > 1 else "low morale",) * back
        return (*printed, *turned)

    @rule("2.11", "13.4")
    def _read_tables(self, data: DataFolder) -> None:
        """The four tables of the map sheet."""
        effects = data.rows("terrain_effects", ["effect", "dice"])
        self.terrain_effects = {effect: row.number("dice", 0, 9) for effect, row in effects.items()}
        self.replacement = load_tables(data)["replacement"]
        self.national = victory.read_national(data)

    def start(self) -> HindenburgState:
        """The first position."""
        return setup.start_state(self)

    # -- what every chapter needs

    def field(self, s: HindenburgState) -> Field:
        """Who stands where; kept for the last positions."""
        key = s.at.tobytes() + s.height
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= FIELDS_KEPT:
                self._fields.clear()
            found = self._fields[key] = self._last_field = Field(self, s, key, self._last_field)
        return found

    def stack(self, s: HindenburgState, hex_: int) -> list[int]:
        """The divisions in a hex, the top one first; not to be changed."""
        return self.field(s).stacks.get(hex_, [])

    def supply(self, s: HindenburgState) -> Supply:
        """Where each nation is in supply as control stands now."""
        return self._supply(s.german, s.lost_ports)

    def controlled(self, s: HindenburgState, side: int) -> int:
        """The hexes that a side controls."""
        return s.german if side == GERMAN else self.board.playable & ~s.german

    def kind(self, s: HindenburgState, unit: int) -> str:
        """What a division plays as, such as `GE4-4`, or `FR2-3r` with its reverse side up."""
        return self.kinds[unit][s.flipped[unit]]

    def by_kind(self, s: HindenburgState, units: Iterable[int]) -> dict[str, list[int]]:
        """Divisions by kind, in the order in which they come."""
        found: dict[str, list[int]] = {}
        for unit in units:
            found.setdefault(self.kinds[unit][s.flipped[unit]], []).append(unit)
        return found

    def kinds_of(self, units: Iterable[int]) -> dict[str, list[int]]:
        """Divisions by the kind of their front side."""
        found: dict[str, list[int]] = {}
        for unit in units:
            found.setdefault(self.kinds[unit][0], []).append(unit)
        return found

    def described(self, s: HindenburgState, units: Iterable[int]) -> str:
        """Divisions in words: `3 x GE4-4, 2 x GE3-3`."""
        groups = sorted(self.by_kind(s, units).items())
        return ", ".join(f"{len(group)} x {kind}" for kind, group in groups) or "nobody"

    def terrain_name(self, hex_: int) -> str:
        """The word for a hex."""
        return self.board.terrain_name(hex_)

    # -- what is seen, and what must hold

    def scene(self, s: HindenburgState, side: int) -> Scene:
        """See fog.py."""
        return fog.scene(self, s, side)

    def preview(self, s: HindenburgState, side: int) -> Preview | None:
        """See previews.py."""
        return previews.preview(self, s, side)

    def overlays(self, s: HindenburgState, side: int) -> Iterator[Overlay]:
        """See previews.py."""
        return previews.overlays(self, s)

    def disguise(self, s: HindenburgState, side: int, lots: RepeatableRandom) -> HindenburgState:
        """See fog.py."""
        return fog.disguise(self, s, side, lots)

    def invariants(self, s: HindenburgState) -> Iterator[str]:
        """See invariants.py."""
        return broken(self, s)
