"""What the server answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from westfront.engine.aids import Aid
from westfront.engine.log import LogLine
from westfront.engine.view import Battle, Hint, Mark, Offer, Overlay, Piece, Pile, Preview, Question, View
from westfront.server.terms import ClockNow, TermsNow


class Error(Struct, frozen=True):
    """Why not: one sentence, and the rule if there is one."""

    error: str
    rule: str = ""


class Unsure(Error, frozen=True):
    """An action that could not be taken back was not done yet: its chances, null where they would tell too much, none
    where there are too many different outcomes."""

    chances: dict[str, float] | None = None
    samples: int = 0
    """From how many trial throws the chances are; 0 if every way was followed, and they are exact."""


class Health(Struct, frozen=True):
    """The server is well."""

    ok: bool
    version: str


class GameCard(Struct, frozen=True):
    """A game in the lobby."""

    id: str
    title: str
    version: str
    blurb: str
    length: str
    complexity: int
    sides: tuple[str, ...]
    scenarios: dict[str, str]
    choices: dict[str, tuple[str, ...]]
    notes: dict[str, str]
    hidden: bool
    lesson: bool
    map: str
    machines: dict[str, str]
    """The machines that play it, each with a sentence."""
    styled: list[str]
    """Those of them that play in every style: `officer-bold`."""


class Games(Struct, frozen=True):
    """All games."""

    games: list[GameCard]
    styles: dict[str, str]
    """The styles of machines, each with a sentence; the one without a name is the usual one."""
    fair: str
    """What is the same for machines and persons, in a sentence."""


class PlaceName(Struct, frozen=True):
    """A name on the map."""

    name: str
    hex: str


class RuleText(Struct, frozen=True):
    """A rule in our words."""

    id: str
    title: str
    text: str
    kind: str


class GamePage(Struct, frozen=True):
    """What a client needs to know of a game once."""

    id: str
    title: str
    version: str
    sides: tuple[str, ...]
    patterns: list[str]
    verbs: dict[str, str]
    places: list[PlaceName]
    figures: list[str]


class GameRules(Struct, frozen=True):
    """The rules of a game in our words."""

    rules: list[RuleText]


class Made(Struct, frozen=True):
    """A new table with its tokens: `mine`, one for each open seat by side, and `watch`."""

    table: str
    tokens: dict[str, str]


class Invitation(Struct, frozen=True):
    """What an invitation is for; `by` names those who sit at the table already."""

    table: str
    game: str
    title: str
    scenario: str
    roles: list[str]
    by: str
    terms: TermsNow


class Seated(Struct, frozen=True):
    """A new token for the table."""

    table: str
    token: str


class Withdrawn(Struct, frozen=True):
    """The side, or `watch`, whose link was withdrawn."""

    role: str


class SeatNow(Struct, frozen=True):
    """A seat: a person, a machine, `open` to whoever is invited, or empty; `online` if somebody looks for it now."""

    seat: str
    name: str
    online: bool


class OfferNow(Struct, frozen=True):
    """What one side has offered the other."""

    kind: str
    by: str
    to: int


class Log(Struct, frozen=True, rename={"start": "from"}):
    """Lines of the log from an index on; `count` is the length of all of it."""

    start: int
    count: int
    lines: tuple[LogLine, ...]


class LessonNow(Struct, frozen=True):
    """Where a lesson stands: what is said, and the one action that it waits for."""

    title: str
    step: int
    steps: int
    say: str
    do: str
    rule: str
    done: bool


class RefusalNow(Struct, frozen=True):
    """A rule and what it says against something."""

    rule: str
    sentence: str


class DiceNow(Struct, frozen=True):
    """Where the dice come from: what the host is bound to, and which sides have a share."""

    commitment: str
    sealed: list[str]
    opened: list[str]
    thrown: bool
    """Whether a die has fallen since the host was bound: then it is too late for a share."""
    fresh: int
    """How often the game went on under another secret."""
    takebacks: int
    """How many rolls were taken back by consent."""


class Table(Struct, frozen=True):
    """Everything that one side may know of its table."""

    id: str
    game: str
    title: str
    version: str
    scenario: str
    options: dict[str, str]
    number: int
    side: str
    sides: dict[str, SeatNow]
    roles: list[str]
    host: bool
    """Whether the token is that of whoever set up the table, who gives out its links."""
    hidden: bool
    over: bool
    result: str
    view: View
    can_undo: bool
    hints: dict[str, Hint]
    preview: Preview | None
    closed: dict[str, RefusalNow]
    """Answers of one word that the question knows but does not offer now, with the reason."""
    log: Log
    chat: int
    talk: int
    offer: OfferNow | None
    lesson: LessonNow | None
    dice: DiceNow
    warnings: list[str]
    """What whoever plays on should know, such as that the numbers of the game were changed since."""
    created: int
    updated: int
    terms: TermsNow
    clock: ClockNow | None
    advice: bool
    """Whether a machine may be asked what it would do."""
    rematch: str
    """The table at which the same people play once more, if one of them wants to."""


Run = tuple[int, int]
"""Pieces that the client has: the place of the first in its list, and how many."""


class SceneChange(Struct, frozen=True, omit_defaults=True):
    """What has changed on the table; a mark, track or box that is null has gone."""

    turn: str
    pieces: list[Run | Piece]
    """All of them in their order: new ones, and runs of those that the client has."""
    hexes: dict[str, tuple[str, ...] | None] = {}
    tracks: dict[str, str | None] = {}
    boxes: dict[str, tuple[Pile, ...] | None] = {}
    phase: str = ""
    battles: tuple[Battle, ...] = ()
    marks: tuple[Mark, ...] = ()


class ViewChange(Struct, frozen=True, omit_defaults=True):
    """What has changed of a view; its question is always the new one."""

    number: int
    to_act: str
    scene: SceneChange
    verdict: str = ""
    question: Question | None = None


class Change(Struct, frozen=True, omit_defaults=True):
    """What has changed since a table that the client has. What is left out is empty now; what a Table has beside these
    never changes. `log` goes on from its `from`: lines of old from there on are gone."""

    since: int
    number: int
    side: str
    sides: dict[str, SeatNow]
    view: ViewChange
    log: Log
    chat: int
    talk: int
    dice: DiceNow
    updated: int
    over: bool = False
    result: str = ""
    can_undo: bool = False
    hints: dict[str, Hint] = {}
    preview: Preview | None = None
    closed: dict[str, RefusalNow] = {}
    offer: OfferNow | None = None
    lesson: LessonNow | None = None
    warnings: list[str] = []
    clock: ClockNow | None = None
    rematch: str = ""
    terms: TermsNow | None = None
    """Only after the end, when a game may be made public."""


class MyTable(Struct, frozen=True):
    """A table in the list of my games; `mine` if it waits for me."""

    table: str
    game: str
    title: str
    sides: dict[str, SeatNow]
    roles: list[str]
    to_act: str
    mine: bool
    number: int
    over: bool
    result: str
    updated: int
    clock: ClockNow | None


class At(Struct, frozen=True):
    """The table as it was: the view, and how many lines of the log there were."""

    number: int
    view: View
    log: int


class Overlays(Struct, frozen=True):
    """What can be laid over the map."""

    overlays: tuple[Overlay, ...]


class Aids(Struct, frozen=True):
    """The tables and charts of a game."""

    aids: tuple[Aid, ...]


class Reasons(Struct, frozen=True):
    """Why not; and what is offered with the unit or at the hex."""

    refusals: list[RefusalNow]
    offered: list[Offer]


class Chances(Struct, frozen=True):
    """Each outcome with its chance, null where that would tell what is hidden, none where there are too many different
    ones; and whether it ends all undoing."""

    chances: dict[str, float] | None
    samples: int
    """From how many trial throws the chances are; 0 if every way was followed, and they are exact."""
    final: bool


class LuckNow(Struct, frozen=True):
    """How the dice fell for a side: pips beyond what was to be expected, the same in standard deviations, in words."""

    dice: int
    gained: float
    deviation: float
    sentence: str


class End(Struct, frozen=True):
    """What the record proves, and the luck of both sides."""

    verified: bool
    sentence: str
    luck: dict[str, LuckNow]


class ChatLine(Struct, frozen=True):
    """A line of the chat."""

    number: int
    side: str
    name: str
    text: str
    when: int


class Chat(Struct, frozen=True):
    """Lines of the chat, and how many there are in all."""

    count: int
    lines: list[ChatLine]


class Note(Struct, frozen=True):
    """The note to oneself."""

    text: str


class Notice(Struct, frozen=True):
    """Where a side is told that it is its turn, whether the address has confirmed it, and whether there is e-mail."""

    side: str
    email: str
    webhook: str
    confirmed: bool
    sends_email: bool


class Wanted(Struct, frozen=True):
    """About which game and side letters are wanted from now on, or not."""

    title: str
    side: str
    wanted: bool


class LegendLine(Struct, frozen=True):
    """A line of a map's legend: its words, and a picture in SVG, 36 wide and 20 high around 0 0."""

    label: str
    picture: str


class Layout(Struct, frozen=True):
    """Where the hexes lie in the drawing of the map, and what it shows; hexes that touch lie `size` apart."""

    width: float
    height: float
    size: float
    pointy: bool
    hexes: dict[str, Annotated[list[float], Meta(min_length=2, max_length=2)]]
    ground: dict[str, str]
    """The word for the ground of each hex."""
    between: dict[str, list[str]]
    """What lies on hexsides or leads over them, such as a river by its name: the hexes of each side, in pairs."""
    legend: list[LegendLine]
