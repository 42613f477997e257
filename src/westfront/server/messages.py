"""What goes over the wire: the bodies of requests and the answers, each a record that is checked when it is read."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from westfront.engine.aids import Aid
from westfront.engine.log import LogLine
from westfront.engine.view import Battle, Hint, Mark, Offer, Overlay, Piece, Pile, Preview, Question, View
from westfront.server.terms import ClockNow, Pace, TermsNow

Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$", description="made by the client, new for each request")]
Name = Annotated[str, Meta(max_length=80)]
Side = Annotated[str, Meta(max_length=40)]
Action = Annotated[str, Meta(max_length=4000)]
Number = Annotated[int, Meta(ge=0, le=999_999_999)]
Since = Annotated[int, Meta(ge=0, le=999_999_999, description="the number of the table that the client has")] | None
LARGEST = 4_000_000
"""The longest record that can be brought: some 60,000 actions."""
Token = Annotated[str, Meta(max_length=64)]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request; a field that nobody knows is refused."""


class Keyed(Body, frozen=True):
    """The body of a request that changes something: it is carried out once, however often it comes."""

    key: Key


# -- requests


class NewTable(Keyed, frozen=True):
    """A new game; seats by side are `me`, `link` or `machine:NAME`, and `me` twice is one screen for both."""

    game: Side
    seats: dict[Side, Annotated[str, Meta(max_length=40)]]
    scenario: Side = ""
    options: dict[Side, Annotated[str, Meta(max_length=40)]] = {}
    name: Name = ""
    pace: Pace = ""
    decides: bool = False
    """Whether the clock of the pace decides; else it only warns."""
    advice: bool | None = None
    """Whether a machine may be asked what it would do; left out, if nobody else is invited."""
    public: bool = False
    """Whether anybody who knows the address may watch."""
    listed: bool = False
    """Whether anybody may take the open seats from the lobby."""


class Import(Keyed, frozen=True):
    """A game from its record."""

    record: Annotated[str, Meta(max_length=LARGEST)]
    seats: dict[Side, Annotated[str, Meta(max_length=40)]]
    name: Name = ""


class Renew(Body, frozen=True):
    """A token is exchanged for another one, which is made of this key: whoever has the key has the seat."""

    key: Key


class Join(Renew, frozen=True):
    """Who takes the seat."""

    name: Name


class Sit(Join, frozen=True):
    """Which side he takes, at a table that is open to anybody."""

    side: Side


class NoLink(Body, frozen=True):
    """The link of a side, or the one to `watch`, opens nothing from now on."""

    role: Side


class NewLink(NoLink, frozen=True):
    """A link for a side, or to `watch`; the one before it opens nothing from now on."""

    key: Key


class Act(Keyed, frozen=True):
    """An answer to the question of a position."""

    number: Number
    action: Action
    side: Side = ""
    since: Since = None
    ask: bool = False
    """Whether to be asked first, with its chances, if it could not be taken back (428)."""


class Undo(Keyed, frozen=True):
    """The last action is taken back."""

    number: Number
    side: Side = ""
    since: Since = None


class Why(Body, frozen=True):
    """Why an action is refused, or why nothing is to be done with a unit, a hex, or a unit at a hex."""

    action: Action = ""
    unit: Annotated[str, Meta(max_length=64)] = ""
    hex: Annotated[str, Meta(max_length=64)] = ""
    side: Side = ""


class Odds(Body, frozen=True):
    """What an offered action may lead to."""

    action: Action
    side: Side = ""


class Resign(Keyed, frozen=True):
    """A side gives up."""

    number: Number
    side: Side = ""


class Share(Keyed, frozen=True):
    """A side's share in the dice: its seal, and when both are sealed the share itself."""

    seal: str = ""
    share: str = ""
    side: Side = ""


class NewOffer(Keyed, frozen=True):
    """A draw, or to go back to an earlier action."""

    number: Number
    kind: Literal["draw", "takeback"]
    to: Number = 0
    side: Side = ""


class Answer(Keyed, frozen=True):
    """The other side's offer is accepted or declined; one's own is withdrawn. `talk` tells which offer was seen."""

    number: Number
    talk: Number
    accept: bool
    side: Side = ""


class Advise(Keyed, frozen=True):
    """What would a machine do?"""

    number: Number
    side: Side = ""


class Say(Keyed, frozen=True):
    """A line for the other side."""

    text: Annotated[str, Meta(max_length=1000)]
    side: Side = ""


class NewNote(Body, frozen=True):
    """A note to oneself."""

    text: Annotated[str, Meta(max_length=20_000)]


class NewNotice(Body, frozen=True):
    """Where to be told that it is one's turn: an e-mail address, or a web address; neither ends it."""

    email: Annotated[str, Meta(max_length=254)] = ""
    webhook: Annotated[str, Meta(max_length=1000)] = ""
    side: Side = ""


class Mine(Body, frozen=True):
    """The tokens that a browser has."""

    tokens: Annotated[list[Token], Meta(max_length=500)]


# -- answers


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


class Games(Struct, frozen=True):
    """All games."""

    games: list[GameCard]


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
