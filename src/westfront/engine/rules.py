"""What a game package provides, and the register of games."""

from __future__ import annotations

import importlib.resources
from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Generic

import msgspec

from westfront.engine.aids import Aid
from westfront.engine.catalogue import Rule, load_catalogue
from westfront.engine.data import DataFolder, Overrides
from westfront.engine.dice import RepeatableRandom
from westfront.engine.event import Texts
from westfront.engine.frame import Frame, S, check_frames, frame_name, frames_in
from westfront.engine.grammar import Grammar
from westfront.engine.lesson import Lesson, load_lesson
from westfront.engine.names import Names
from westfront.engine.state import State
from westfront.engine.view import Overlay, Preview, Scene
from westfront.errors import UnknownGame
from westfront.hexgrid import Grid, HexSet


class GameData:
    """What the chapters of a game know: scenario, options, board, names, and what the game itself adds.

    A game derives from this first, so that its chapters need to know nothing of each other or of the register.
    """

    sides: ClassVar[tuple[str, str]]
    grid: Grid
    names: Names
    terrain: dict[str, HexSet]
    """The words for terrain, in the order in which they are looked for; the ground is clear where none of them fits."""

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        self.scenario, self.options, self.data = scenario, options, data


class Rules(GameData, Generic[S]):
    """One game as it is played in one match: a version of its rules, a scenario, options, an owner's numbers.

    A game package derives from this, registers itself, and is then playable everywhere. It never changes once made.
    """

    id: ClassVar[str]
    version: ClassVar[str]
    title: ClassVar[str]
    scenarios: ClassVar[dict[str, str]]
    """Each scenario with a sentence; the first is the one to begin with."""
    choices: ClassVar[dict[str, tuple[str, ...]]]
    """Each option with its values; the first is the default."""
    scenario_choices: ClassVar[dict[str, dict[str, tuple[str, ...]]]] = {}
    """What a scenario leaves of an option: its values there, the default first; where one is left, it is forced."""
    state: ClassVar[type[State]]
    contract: ClassVar[tuple[str, ...]] = ("at",)
    """The fields of the state whose changes a record vouches for, in an order that stays as long as the version does;
    all other fields may be added, renamed or dropped without breaking a record."""
    blurb: ClassVar[str]
    """A sentence that makes one want to play it."""
    length: ClassVar[str]
    """How long a game takes, in words."""
    complexity: ClassVar[int]
    """From 1, learned while playing, to 5."""
    notes: ClassVar[dict[str, str]] = {}
    """A sentence about each option."""
    glyphs: ClassVar[dict[str, str]]
    """Each kind of terrain with the character that stands for it on a small map."""
    outcomes: ClassVar[tuple[str, ...]] = ()
    """Kinds of event that a preview tells apart."""
    labels: ClassVar[dict[str, str]] = {}
    """Words for verbs that say too little on a button."""
    verb_help: ClassVar[dict[str, str]] = {}
    """A sentence about each verb that does not mean the same in every game: what it does, for whoever types it."""
    luck_dice: ClassVar[dict[str, str]] = {}
    """Dice that are luck: the first word of their purpose, and which numbers their side hopes for, `high` or `low`."""
    course: ClassVar[str] = ""
    """What is counted in the course of a game: morale, points."""
    hidden: bool
    """Whether the sides see different things."""

    earlier: ClassVar[str] = ""
    """Of an earlier version: a file of its data, written like an owner's numbers, with what later ones changed."""
    verbs: ClassVar[Collection[str]] = ()
    """The patterns of its verbs."""
    sentences: ClassVar[dict[str, str]] = {}
    """The templates of its log, by the kind of event."""
    numbers: str
    """A digest of the data that the rules were made of."""

    @cached_property
    def grammar(self) -> Grammar:
        """All verbs, with the names of this setting."""
        return Grammar(self.verbs, self.names)

    @cached_property
    def texts(self) -> Texts:
        """All sentences, with the names of this setting."""
        return Texts(self.names, self.sentences)

    def start(self) -> S:
        """The state in which the scenario begins, frames included."""
        raise NotImplementedError

    def scene(self, s: S, side: int) -> Scene:
        """What a side (or, below zero, the public) may see, built by adding."""
        raise NotImplementedError

    def invariants(self, s: S) -> Iterator[str]:
        """A sentence for everything that must hold and does not."""
        raise NotImplementedError

    def violations(self, s: S) -> Iterator[str]:
        """A sentence for everything that cannot be in a position, in its frames as well."""
        yield from self.invariants(s)
        for frame in s.frames:
            if not frame.holds(self, s):
                yield f"no sequence of play leads to the frame {frame_name(type(frame))} as it stands"

    def disguise(self, s: S, side: int, lots: RepeatableRandom) -> S:
        """A state that differs from this one only in what the side may not know; the proof of secrecy needs it.

        In an open game it differs in nothing.
        """
        if self.hidden:
            raise NotImplementedError
        return s.copy()

    def preview(self, s: S, side: int) -> Preview | None:
        """The battle that takes shape, for the side that is asked and from what it may know; None if there is none."""
        return None

    def features(self, s: S, side: int) -> dict[str, float]:
        """What a player of a side would say about the position in numbers, each by a name; for machines that think."""
        return {}

    def overlays(self, s: S, side: int) -> Iterator[Overlay]:
        """Hexes that can be laid over the map, from what a side (or, below zero, the public) may know."""
        return iter(())

    def aids(self) -> Iterator[Aid]:
        """Tables, charts and short explanations to have beside the map, the most used first."""
        return iter(())

    def standing(self, s: S) -> dict[str, int]:
        """The tracks that tell the course of a game, by side or name; only what everybody may see."""
        return {}

    def degrees(self) -> tuple[str, ...]:
        """The levels of victory, the best for the first side first; none where only who has won counts."""
        return ()

    def degree(self, s: S) -> str:
        """Which of them a finished game has come to."""
        return ""

    def series(self, first: S, second: S) -> int | None:
        """By how much who began as the first side has won two finished games with the sides swapped.

        None if the rules of the game know no such match.
        """
        return None

    def terrain_name(self, hex_: int) -> str:
        """The terrain of a hex, one of the words that have a glyph."""
        return next((word for word, hexes in self.terrain.items() if hexes >> hex_ & 1), "clear")

    @classmethod
    def package(cls) -> str:
        """The package of the game."""
        return cls.__module__.rpartition(".")[0]

    @classmethod
    @cache
    def frames(cls) -> dict[str, type[Frame]]:
        """The frames of the game by name; a later version has those of the earlier one that it does not replace."""
        found: dict[str, type[Frame]] = {}
        for owner in reversed(cls.__mro__):
            if issubclass(owner, Rules) and owner is not Rules:
                found |= frames_in(owner.package())
        return found

    @classmethod
    def values_of(cls, option: str, scenario: str) -> tuple[str, ...]:
        """The values that an option can have in a scenario, the default first."""
        return cls.scenario_choices.get(scenario, {}).get(option, cls.choices[option])

    @classmethod
    def data_folder(cls, overrides: Overrides | None = None) -> DataFolder:
        """The data of the game."""
        folder = importlib.resources.files(cls.package()) / "data"
        earlier = Overrides.parse((folder / cls.earlier).read_text(encoding="utf-8")) if cls.earlier else None
        return DataFolder(folder, overrides, cls.package(), earlier=earlier)

    @classmethod
    def lesson(cls) -> Lesson | None:
        """The guided first battle, if the game has one."""
        data = cls.data_folder()
        return load_lesson(data) if data.has("lesson.toml") else None

    @classmethod
    def catalogue(cls) -> dict[str, Rule]:
        """The numbered rules of the game."""
        return load_catalogue(cls.data_folder())


AnyRules = Rules[Any]
_register: dict[tuple[str, str], type[AnyRules]] = {}


def register(game: type[AnyRules]) -> None:
    """Make a game, in one version of its rules, known to every tool."""
    known = _register.setdefault((game.id, game.version), game)
    if known is not game:
        raise AssertionError(f"two games call themselves {game.id} {game.version}")


def games() -> list[type[AnyRules]]:
    """All registered games in their latest version, by name."""
    latest: dict[str, type[AnyRules]] = {}
    for (name, version), game in _register.items():
        if name not in latest or _order(version) > _order(latest[name].version):
            latest[name] = game
    return [latest[name] for name in sorted(latest)]


def find_game(name: str, version: str | None = None) -> type[AnyRules]:
    """A registered game, in its latest version if none is named."""
    versions = {v: game for (n, v), game in _register.items() if n == name}
    if not versions:
        known = ", ".join(game.id for game in games()) or "none"
        raise UnknownGame(f"there is no game {name[:40]!r}; the games are: {known}")
    if version is None:
        return versions[max(versions, key=_order)]
    if version not in versions:
        raise UnknownGame(f"rules {version[:40]!r} of {name} are not installed here; there is {', '.join(versions)}")
    return versions[version]


def _order(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


@lru_cache(maxsize=64)
def _make(
    name: str, version: str, scenario: str, options: tuple[tuple[str, str], ...], laid: str, lines: tuple[str, ...]
) -> AnyRules:
    game, overrides = find_game(name, version), Overrides(laid, lines)
    made = game(scenario, dict(options), game.data_folder(overrides))
    overrides.check_all_laid()
    made.data.earlier.check_all_laid()
    check_frames(game.frames().values(), made.grammar)
    made.numbers = made.data.digest()
    return made


class Setting(msgspec.Struct, frozen=True):
    """What a match is played with; the same setting gives the same rules everywhere."""

    game: str
    version: str
    scenario: str
    options: dict[str, str]
    overrides: Overrides

    @classmethod
    def choose(
        cls,
        game: str,
        scenario: str | None = None,
        options: dict[str, str] | None = None,
        overrides: Overrides | None = None,
        version: str | None = None,
    ) -> Setting:
        """A setting with defaults filled in, or one sentence about what does not exist."""
        rules = find_game(game, version)
        scenario = scenario or next(iter(rules.scenarios))
        if scenario not in rules.scenarios:
            raise UnknownGame(f"{game} has no scenario {scenario[:40]!r}; there is {', '.join(rules.scenarios)}")
        chosen = {name: rules.values_of(name, scenario)[0] for name in rules.choices}
        for name, value in (options or {}).items():
            if value not in rules.choices.get(name, ()):
                known = "; ".join(f"{n} = {' or '.join(v)}" for n, v in rules.choices.items()) or "none"
                raise UnknownGame(f"{game} has no option {name[:40]} = {value[:40]}; there is {known}")
            left = rules.values_of(name, scenario)
            if value not in left:
                raise UnknownGame(f"the scenario {scenario} is played with {name} = {' or '.join(left)}, not {value}")
            chosen[name] = value
        return cls(game, rules.version, scenario, chosen, overrides or Overrides())

    def rules(self) -> AnyRules:
        """The rules of this setting, with every number of the override laid; made once, since they never change."""
        laid = self.overrides.name, self.overrides.lines
        return _make(self.game, self.version, self.scenario, tuple(self.options.items()), *laid)

    def lines(self) -> Iterator[str]:
        """The setting as the head of a record or a position."""
        yield f"game = {self.game}"
        yield f"rules = {self.version}"
        yield f"scenario = {self.scenario}"
        for name, value in self.options.items():
            yield f"option {name} = {value}"
        if self.overrides.name:
            yield f"override = {self.overrides.name}"
            for line in self.overrides.lines:
                yield f"lay = {line}"

    @classmethod
    def read(cls, pairs: Iterable[tuple[str, str]]) -> Setting:
        """The setting of such lines, given as pairs of key and value."""
        one: dict[str, str] = {}
        options: dict[str, str] = {}
        laid: list[str] = []
        for key, value in pairs:
            if key == "lay":
                laid.append(value)
            elif key.startswith("option "):
                options[key.removeprefix("option ")] = value
            else:
                one[key] = value
        overrides = Overrides(one.get("override", ""), laid)
        return cls.choose(one.get("game", ""), one.get("scenario"), options, overrides, one.get("rules", ""))
