"""Looking around at the prompt: everything that a side may ask without doing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from westfront.bots import levels
from westfront.cli.charts import chart_lines, named
from westfront.cli.ground import Ground
from westfront.cli.words import all_help, machine_help, verb_help
from westfront.engine.aids import PRIMER
from westfront.engine.chance import percent
from westfront.engine.decision import Decision
from westfront.engine.looking import MOST_TOLD
from westfront.engine.match import Match
from westfront.engine.view import Battle, Pile, Preview, Scene
from westfront.errors import WestfrontError

DEFAULT_LOG = 20
NOTE = "  Note: "
"""Before what a player should know before he confirms."""


class Looking:
    """The words that only tell; each gives lines for the side that is asked."""

    def __init__(self, match: Match, spelled: Callable[[str], str]) -> None:
        """A match, and how what was typed is spelled in the letters of the game."""
        self._match, self._spelled = match, spelled
        self.ground = Ground(match)
        self._labels = frozenset(match.rules.grid.labels(match.rules.grid.mask))
        self.words: dict[str, Callable[[str], Iterator[str]]] = {
            "why": self.why,
            "odds": self.odds,
            "battle": self.battle,
            "hex": self.hex,
            "units": self.units,
            "places": self.places,
            "tracks": self.tracks,
            "course": self.course,
            "chart": self.chart,
            "rule": self.rule,
            "log": self.log,
            "help": self.help,
        }

    @property
    def _decision(self) -> Decision:
        return self._match.decision

    @property
    def scene(self) -> Scene:
        """What lies on the table before the side that is asked."""
        return self._match.view(self._decision.side).scene

    def welcome(self) -> Iterator[str]:
        """What a new player is told before the first question."""
        about = [aid.title for aid in self._match.rules.aids() if aid.key == PRIMER]
        if about:
            yield f"{self._match.rules.title}. New to it? Type: chart {PRIMER}. What else can be typed: help."

    def help(self, about: str) -> Iterator[str]:
        """What can be typed, what one verb does, or the levels of the machine."""
        if about.lower() == "machine":
            return machine_help(levels(self._match.rules.id))
        if about:
            return verb_help(self._match.rules, about.lower(), self._decision)
        return all_help(self._match.rules, self._decision)

    def why(self, text: str) -> Iterator[str]:
        """Why an action is not allowed, or why nothing can be done with a unit, a hex, or a unit at a hex."""
        words = self._spelled(text).split()
        words = words[1:] if words[:1] == ["not"] else words
        if not words:
            raise WestfrontError("why what? Type: why ACTION, why UNIT, why HEX or why UNIT HEX")
        units = [word for word in words if word in self._match.rules.names.units]
        hexes = [word for word in words if word in self._labels]
        if len(units) + len(hexes) == len(words) and max(len(units), len(hexes)) == 1:
            refusals = self._match.why_not("".join(units), "".join(hexes))
        else:
            refusal = self._match.why(" ".join(words))
            refusals = [refusal] if refusal else []
        yield from map(str, refusals) if refusals else ("It is allowed.",)

    def odds(self, action: str) -> Iterator[str]:
        """The chances of what an action leads to."""
        if not action:
            raise WestfrontError("the odds of what? Type: odds ACTION")
        chances = self._match.distribution(self._spelled(action))
        if chances is None:
            yield "Nobody can know that before it is revealed."
            return
        if not chances:
            yield f"There are more than {MOST_TOLD} different outcomes: too many to be told."
            return
        for outcome, chance in sorted(chances.items(), key=lambda pair: -pair[1]):
            yield f"  {percent(chance, is_exact=not chances.samples):>6}  {outcome or 'no dice are thrown'}"
        if chances.samples:
            yield f"  (too many ways to count them all: from {chances.samples:,} trial throws)"

    # -- battles

    def preview(self, *, whole: bool = False) -> Iterator[str]:
        """The battle that takes shape: with several of them their chances are enough, unless one asks for the whole."""
        found = self._match.preview(self._decision.side)
        if found is None:
            return
        several = any(line.about for line in found.lines)
        for line in found.lines if whole or not several else ():
            about = f"{line.about}: " if line.about else ""
            yield f"  {about}{line.label}: {line.value}{f' [{line.rule}]' if line.rule else ''}"
        if found.chances:
            more = "" if whole or not several else "  (more: battle)"
            yield "  " + "; ".join(f"{outcome} {percent(chance)}" for outcome, chance in found.chances.items()) + more
        elif several and not whole:
            yield f"  {_laid_down(found)}  (more: battle)"
            yield from self._declared_notes()
        if found.note:
            yield f"{NOTE}{found.note}"

    def _declared_notes(self) -> Iterator[str]:
        """What there is to say about attacks that the side has declared: no attack supply, say."""
        own = [battle for battle in self.scene.battles if battle.side == self._decision.side and battle.note]
        if own:
            yield NOTE + "; ".join(f"{' '.join(battle.targets)} {battle.note}" for battle in own)

    def battle(self, letters: str) -> Iterator[str]:
        """Battles that are declared, and the one that takes shape; all, or what concerns a hex or unit."""
        declared = [line for battle in self.scene.battles for line in (_declared(battle), *_steps(battle))]
        lines = [*declared, *self.preview(whole=True)]
        found = [line for line in lines if letters.lower() in line.lower()]
        yield from found or ["There is no battle there." if lines else "No battle is declared or being built."]

    # -- the map and who is on it

    def hex(self, where: str) -> Iterator[str]:
        """What is in a hex, or where a unit is."""
        if not where:
            raise WestfrontError("which hex? Type: hex HEX, hex UNIT or hex PLACE")
        scene = self.scene
        at = {piece.name: piece.at for piece in scene.pieces if piece.name and piece.at in self._labels}
        hex_ = self.ground.hex(at.get(self._spelled(where), where))
        label = self._match.rules.grid.label(hex_)
        pieces = [piece for piece in scene.pieces if piece.at == label]
        marks = [mark for mark, hexes in scene.hexes.items() if label in hexes]
        yield f"  {label}: {', '.join([*self.ground.words(hex_), *marks])}{'' if pieces else '; no units'}"
        for piece in pieces:
            yield f"    {piece.side} {' '.join((piece.name or 'hidden', *piece.facts, *piece.states))}"

    def units(self, letters: str) -> Iterator[str]:
        """Where the side's own units are, or all on view that match what was typed."""
        side, words = self._decision.side, letters.lower().split()
        cells = [
            f"  {piece.name} {piece.at}  {' '.join((*piece.facts, *piece.states))}"
            for piece in self.scene.pieces
            if piece.name and (words or piece.side == side)
        ]
        cells = [cell for cell in cells if all(word in cell.lower() for word in words)]
        if not cells:
            raise WestfrontError(
                f"no unit on the map matches {letters!r}" if letters else "you have no unit on the map"
            )
        return iter(cells)

    def places(self, letters: str) -> Iterator[str]:
        """The places on the map with their hexes, and who holds what counts."""
        label = self._match.rules.grid.label
        marks = self.scene.hexes
        cells = [
            ", ".join([f"  {place.name} {label(place.hex)}", *(m for m, at in marks.items() if label(place.hex) in at)])
            for place in self.ground.places
            if letters.lower() in place.name.lower()
        ]
        if not cells:
            raise WestfrontError(f"no place on the map matches {letters!r}" if letters else "this map names no places")
        return iter(cells)

    # -- what is written down

    def tracks(self, _: str) -> Iterator[str]:
        """All tracks and boxes, however long."""
        scene = self.scene
        for name, value in scene.tracks.items():
            yield f"  {name}: {value}"
        for name, piles in scene.boxes.items():
            yield f"  {name}: {', '.join(map(_in_words, piles))}"
        if not scene.tracks and not scene.boxes:
            yield "  There is nothing beside the map."

    def course(self, _: str) -> Iterator[str]:
        """The tracks of the game over the turns."""
        found = self._match.course()
        if not found.tracks:
            yield "  This game has no track to follow over the turns."
            return
        *turns, now = found.turns
        when = f"at the beginning of turn {', '.join(turns)}, and {now}" if turns else now
        yield f"  {found.title} {when}"
        yield from (f"  {line}" for line in found.lines())

    def log(self, count: str) -> Iterator[str]:
        """The last lines of the log."""
        return (f"  {line}" for line in self._match.log(self._decision.side)[-(number(count) or DEFAULT_LOG) :])

    def chart(self, letters: str) -> Iterator[str]:
        """The tables and charts of the game: their names, or those with these letters; marked where the game stands."""
        found = named(self._match.rules.aids(), letters)
        if not found:
            raise WestfrontError(f"{self._match.rules.title} has no chart {letters[:40]!r}; type `chart` to list them")
        if not letters:
            return (f"  {aid.title}" for aid in found)
        preview = self._match.preview(self._decision.side)
        marks = (*self.scene.marks, *(preview.marks if preview else ()))
        return (line for aid in found for line in chart_lines(aid, marks))

    def rule(self, wanted: str) -> Iterator[str]:
        """A rule in our words: that of the question, one by its number, or those with a word in number or title."""
        catalogue, words = self._match.rules.catalogue(), (wanted or self._decision.rule).lower()
        exact = [entry for entry in catalogue.values() if entry.number.lower() == words]
        near = [entry for entry in catalogue.values() if words in f"{entry.number} {entry.title}".lower()]
        if not near:
            raise WestfrontError(f"{self._match.rules.title} has no rule {wanted[:40]!r}")
        if exact:
            return (f"{entry.number} {entry.title}: {entry.summary}" for entry in exact)
        return (f"  {entry.number} {entry.title}" for entry in near)


def _declared(battle: Battle) -> str:
    """A battle in one line: who attacks what with whom."""
    parts = [f"{battle.side} attacks {' '.join(battle.targets)} with {', '.join(battle.units) or 'nobody yet'}"]
    parts += [f"support: {', '.join(battle.support)}"] if battle.support else []
    return "  " + "; ".join([*parts, *([battle.note] if battle.note else [])])


def _steps(battle: Battle) -> Iterator[str]:
    """The steps of a battle, with a sign before the one that is asked about, and what was decided in each."""
    for number, step in enumerate(battle.steps, 1):
        by = f" ({step.by} decides)" if step.by else ""
        yield f"  {'>' if step.now else ' '}{number:>3} {step.title}{by}{f': {step.told}' if step.told else ''}"


def _laid_down(preview: Preview) -> str:
    hexes = dict.fromkeys(line.about for line in preview.lines if line.about)
    return f"{preview.title}: {', '.join(hexes)}"


def _in_words(pile: Pile) -> str:
    """A pile: how many of what."""
    what = pile.word or pile.name or "hidden"
    return what if pile.count == 1 and pile.name else f"{pile.count} {what}"


def number(text: str) -> int:
    """The number that was typed; 0 for anything else, as choices and lines are counted from 1."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0
