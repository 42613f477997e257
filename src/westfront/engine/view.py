"""Views: what one side may know, built by adding. A view is data that a browser, a terminal or a bot can read."""

from __future__ import annotations

import msgspec


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter on view; one that lies face down, or under another, has no name and no facts."""

    at: str
    side: str
    name: str = ""
    facts: tuple[str, ...] = ()
    """What is printed on it: its figures, then its kind."""
    states: tuple[str, ...] = ()
    """What it did or suffers: moved, reduced, out of supply."""
    word: str = ""
    """What actions call its kind, in games where like units are chosen by kind and number."""


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Like counters in a box beside the map, with one of them to be drawn; those that are hidden have no name."""

    side: str
    count: int
    name: str = ""
    word: str = ""
    """What actions call their kind."""
    facts: tuple[str, ...] = ()


class BattleStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a battle in which both sides decide: whether it is over, and what was decided or thrown in it."""

    title: str
    done: bool = False
    now: bool = False
    by: str = ""
    """Who decides in it, as long as it is the one that is asked about."""
    told: str = ""


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle that is declared or takes shape: who attacks what, and with what support."""

    side: str
    """The attacker."""
    targets: tuple[str, ...]
    units: tuple[str, ...]
    """Those who take part on the attacker's side, as far as they may be known."""
    support: tuple[str, ...] = ()
    """Guns, aircraft and whoever else helps either side from elsewhere."""
    note: str = ""
    """What there is to say: odds, supply, what is missing."""
    missing: str = ""
    """What it lacks, without which all or part of it will lapse."""
    odds: str = ""
    """Odds or column in short, and where it is simple the chance that no defender stays: room for a chip on the map."""
    steps: tuple[BattleStep, ...] = ()
    """Where it stands, in games whose battles go step by step."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a player stands in one of the aids of the game: a column, rows, or where both meet."""

    aid: str
    column: str = ""
    rows: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """What lies on the table before a side."""

    turn: str
    pieces: tuple[Piece, ...]
    hexes: dict[str, tuple[str, ...]] = {}
    """Marks on the map, each with the labels of its hexes: control, trenches, bridges down."""
    tracks: dict[str, str] = {}
    """Tracks: points, weather, losses."""
    boxes: dict[str, tuple[Pile, ...]] = {}
    """Boxes beside the map: reserves, units that are due, losses."""
    phase: str = ""
    """The part of the turn that is under way, in the booklet's words."""
    battles: tuple[Battle, ...] = ()
    """Battles that are declared and not over."""
    marks: tuple[Mark, ...] = ()
    """Where the game stands in its aids: the turn on the calendar, the phase in the sequence of play."""


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an offered action would do: the way on the map, what it costs, and what speaks against it."""

    path: tuple[str, ...] = ()
    note: str = ""
    warning: str = ""


class Line(msgspec.Struct, frozen=True):
    """A line of a preview: what counts, what it is worth, and by which rule."""

    label: str
    value: str
    rule: str = ""
    about: str = ""
    """The hex, in a preview that is about several."""


class Preview(msgspec.Struct, frozen=True):
    """A battle that takes shape, as the side that builds it may know it."""

    title: str
    lines: tuple[Line, ...]
    chances: dict[str, float] = {}
    """Each outcome with its chance; where that is not exact, the note says so."""
    note: str = ""
    marks: tuple[Mark, ...] = ()
    """Where the battle is read in the tables of the game."""


class Overlay(msgspec.Struct, frozen=True):
    """A set of hexes that can be laid over the map: `zoc`, `supply`, `control` or another `mark`."""

    kind: str
    side: str
    title: str
    hexes: tuple[str, ...]


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that is offered: its words, and what they name, so that nobody needs to take them apart."""

    text: str
    verb: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """Kinds of unit, and other words."""
    values: tuple[str, ...] = ()
    """Numbers and sides."""
    tail: tuple[str, ...] = ()
    """What could be left out, such as the hexes of a way."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision of a view, in words."""

    prompt: str
    rule: str
    offers: tuple[Offer, ...]
    unused: str = ""
    """What is left over if the side goes on now, such as "3 bombardment markers"."""


class View(msgspec.Struct, frozen=True):
    """Everything that one side may know now; the question is there for the side that must answer it."""

    game: str
    scenario: str
    options: dict[str, str]
    side: str
    number: int
    to_act: str
    verdict: str
    scene: Scene
    question: Question | None = None

    def encode(self) -> bytes:
        """The view as JSON; two states that a side cannot tell apart give the same bytes."""
        return msgspec.json.encode(self)
