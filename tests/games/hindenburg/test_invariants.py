"""What must hold in every position: each bound is broken once, and the referee sees it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.engine.names import NOBODY
from westfront.errors import FormatError
from westfront.games.hindenburg.actions import Overstacked
from westfront.games.hindenburg.battle import Battle
from westfront.games.hindenburg.black_days import BlackDay, BlackDayRetreat, Entering, Entry, Occupation
from westfront.games.hindenburg.operations import Force
from westfront.games.hindenburg.participation import Tanks
from westfront.games.hindenburg.replacements import ReplacementRoll
from westfront.games.hindenburg.retreat import DividedRetreat
from westfront.games.hindenburg.rounds import ChooseLosses, Fire, Grouping, Press, Stand
from westfront.games.hindenburg.setup import ChangePlace, ChooseNumber, Deployment, PlaceKind
from westfront.games.hindenburg.state import ALLIED, BE, BOXES, DEAD, GERMAN, GONE, OFF, PO, RESERVE, HindenburgState
from westfront.games.hindenburg.strategic import Bringing, Sending
from westfront.games.hindenburg.victory import NationalCheck

HERE = "3206: 2xGE4-4 1xGE3-3; 3205: 2xBR3-3; 3106: 1xGE2-3; trench: 3204; 3204: 1xFR3-3; 3207: 1xGE1-2"
BATTLE = "3206: 2xGE4-4 1xGE3-3; 3205: 1xBR4-4 2xBR3-3; 3105: 1xAN4-4; supply: 3206"


def troubles(s: HindenburgState) -> list[str]:
    """What the referee says of a position."""
    return list(hindenburg().violations(s))


def hex_(label: str) -> int:
    """A hex by its number."""
    return hindenburg().grid.hex(label)


def units(label: str, s: HindenburgState) -> tuple[int, ...]:
    """The divisions of a hex."""
    return tuple(hindenburg().stack(s, hex_(label)))


def first(nation: int) -> int:
    """A division of a nation."""
    return next(unit for unit in hindenburg().divisions if hindenburg().nation_of[unit] == nation)


def put(s: HindenburgState, unit: int, place: int, height: int = 0) -> None:
    """A counter somewhere."""
    s.at[unit], s.height[unit] = place, height


def marked_twice(s: HindenburgState) -> None:
    """Two markers in one hex."""
    for marker in hindenburg().markers[:2]:
        s.at[marker] = hex_("3206")


def eleven(s: HindenburgState) -> None:
    """More divisions in a hex than may be."""
    waiting = [u for u in hindenburg().own[GERMAN] if s.at[u] == RESERVE]
    for height, unit in enumerate(waiting[:8], 10):
        put(s, unit, hex_("3206"), height)


def late_marker(s: HindenburgState) -> None:
    """A marker in the reserve after turn 8."""
    s.turn = 9
    put(s, hindenburg().markers[0], RESERVE)


def add_to(s: HindenburgState, name: str, label: str) -> None:
    """A hex into a set of hexes."""
    setattr(s, name, getattr(s, name) | 1 << hex_(label))


BROKEN: dict[str, tuple[Callable[[HindenburgState], object], str]] = {
    "turn": (lambda s: setattr(s, "turn", 16), "tracks"),
    "mid-game": (lambda s: setattr(s, "mid_game", 2), "tracks"),
    "actions": (lambda s: s.actions.__setitem__(ALLIED, 11), "action markers"),
    "a third side": (lambda s: s.actions.append(1), "action markers"),
    "sea": (lambda s: add_to(s, "german", "4200"), "controls what nobody can"),
    "no port": (lambda s: add_to(s, "lost_ports", "3206"), "controls what nobody can"),
    "port": (lambda s: add_to(s, "german", "4000"), "never lost"),
    "at sea": (lambda s: put(s, first(BE), hex_("4200"), 1), "where nobody can be"),
    "no box": (lambda s: put(s, first(BE), -len(BOXES) - 1), "is nowhere"),
    "height in a box": (lambda s: put(s, first(BE), GONE, 1), "at a height"),
    "no height": (lambda s: put(s, units("3206", s)[0], hex_("3206")), "at a height"),
    "flipped": (lambda s: s.flipped.__setitem__(0, 2), "beyond its end"),
    "known": (lambda s: s.known.__setitem__(0, 2), "beyond its end"),
    "seen reduced": (lambda s: s.seen_reduced.__setitem__(0, 2), "beyond its end"),
    "isolated": (lambda s: s.isolated.__setitem__(0, 2), "beyond its end"),
    "tanks": (lambda s: put(s, hindenburg().tanks[0], hex_("3205")), "never comes onto the map"),
    "dead tanks": (lambda s: put(s, hindenburg().tanks[0], DEAD), "never comes onto the map"),
    "flipped tanks": (lambda s: s.flipped.__setitem__(hindenburg().tanks[0], 1), "never comes onto the map"),
    "Portuguese": (lambda s: put(s, first(PO), RESERVE), "Portuguese"),
    "control": (lambda s: add_to(s, "german", "3205"), "the enemy controls"),
    "order": (lambda s: put(s, units("3206", s)[0], hex_("3206"), 1), "no order"),
    "eleven": (eleven, "more than ten"),
    "markers": (marked_twice, "one to a hex"),
    "marker": (lambda s: put(s, hindenburg().markers[0], hex_("3205")), "in German hexes"),
    "late marker": (late_marker, "have left the game"),
    "city trench": (lambda s: add_to(s, "trenches", "3106"), "in a city"),
    "empty trench": (lambda s: add_to(s, "trenches", "3208"), "where nobody is"),
    "own trench": (lambda s: add_to(s, "trenches", "3206"), "trench of the same side"),
    "isolated in peace": (lambda s: s.isolated.__setitem__(units("3206", s)[0], 1), "no battle"),
    "dead": (lambda s: put(s, first(BE), DEAD), "dead"),
    "no turn": (lambda s: setattr(s, "frames", s.frames[1:]), "no turn"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_referee_sees_it(name: str) -> None:
    s = state(drawn(HERE)).copy()
    assert troubles(s) == []
    change, words = BROKEN[name]
    change(s)
    assert any(words in sentence for sentence in troubles(s))


@pytest.mark.parametrize("turn", [0, 15])
def test_the_ends_of_the_track_are_on_it(turn: int) -> None:
    s = state(drawn(HERE)).copy()
    s.turn = turn
    assert not any("tracks" in sentence for sentence in troubles(s))


def test_belgians_do_not_begin_in_the_reserve() -> None:
    s = state(Match.new("hindenburg", seed=1)).copy()
    assert troubles(s) == []
    put(s, first(BE), RESERVE)
    assert any("Belgian" in sentence for sentence in troubles(s))


def wrong(s: HindenburgState) -> dict[str, Frame]:
    """Frames on top of a position that speak of what is not so."""
    ours, theirs, away = units("3206", s), units("3205", s), units("3106", s)
    here, there, far = hex_("3206"), hex_("3205"), hex_("2505")
    return {
        "setting up": Deployment(GERMAN),
        "placing": PlaceKind(GERMAN, "GE4-4"),
        "counting": ChooseNumber(GERMAN, "GE4-4", RESERVE),
        "changing": ChangePlace(GERMAN, here),
        "nobody's force": Force(NOBODY, here, ours),
        "a force elsewhere": Force(GERMAN, here, away),
        "a force of the enemy": Force(GERMAN, here, theirs),
        "an empty hex": Force(GERMAN, far, ()),
        "a box": Force(GERMAN, RESERVE, ()),
        "twice": Force(GERMAN, here, (ours[0], ours[0])),
        "out of order": Force(GERMAN, here, ours[::-1]),
        "brought from the map": Bringing(GERMAN, ours[:1], (here,), OFF),
        "brought without a hex": Bringing(GERMAN, (), (here,), OFF),
        "brought to a box": Bringing(GERMAN, (reserved(s, GERMAN),), (RESERVE,), OFF),
        "sent from the reserve": Sending(GERMAN, (reserved(s, GERMAN),), (here,), OFF),
        "crowded": Overstacked(GERMAN, far),
        "tanks for others": Tanks(ALLIED, there, here, theirs[:1], theirs[1:]),
        "tanks at nobody": Tanks(ALLIED, there, far, theirs, ()),
        "no death": ReplacementRoll(GERMAN),
        "no nation": NationalCheck(GERMAN, "dutch"),
        "no battle": Press(GERMAN),
        "no fire": Fire(),
        "no hits": ChooseLosses(GERMAN, 1),
        "no retreat": DividedRetreat(GERMAN, far, here),
        "no black day": BlackDay(ALLIED, 0),
        "no withdrawal": BlackDayRetreat(GERMAN, far),
        "nobody beside": Occupation(hex_("2605"), s.german),
        "a box that fails": Occupation(RESERVE, s.german),
        "an entry among enemies": Entry(ALLIED, here, s.german),
        "an entry by nobody": Entry(ALLIED, hex_("2605"), s.german),
        "entering with nobody": Entering(ALLIED, there, (), hex_("3305"), s.german),
        "entering with others": Entering(ALLIED, there, units("3204", s), hex_("3305"), s.german),
        "entering from far away": Entering(ALLIED, there, theirs, hex_("2605"), s.german),
        "entering among enemies": Entering(ALLIED, there, theirs, here, s.german),
    }


def reserved(s: HindenburgState, side: int) -> int:
    """A division in the reserve of a side."""
    return next(unit for unit in hindenburg().own[side] if s.at[unit] == RESERVE)


@pytest.mark.parametrize("name", wrong(state(drawn(HERE))))
def test_a_frame_speaks_of_what_is_so(name: str) -> None:
    s = state(drawn(HERE)).copy()
    frame = wrong(s)[name]
    s.frames = (*s.frames, frame)
    assert any(type(frame).__name__ in sentence for sentence in troubles(s))


@pytest.mark.parametrize("actions", ["force 3206", "force 3206; leave GE4-4 1", "bring; to 3206", "send; from 3206"])
def test_what_play_leads_to_holds(actions: str) -> None:
    match = drawn(HERE)
    for action in actions.split("; "):
        match.play(action)
    assert troubles(state(match)) == []


def test_kinds_and_places_of_the_set_up() -> None:
    s = state(Match.new("hindenburg", seed=1)).copy()
    for frame in (
        PlaceKind(ALLIED, "GE4-4"),
        ChooseNumber(ALLIED, "GE4-4", RESERVE),
        ChooseNumber(ALLIED, "BR3-3", OFF),
    ):
        asks = s.copy()
        asks.frames = (*s.frames, frame)
        assert troubles(asks)
    s.frames = (*s.frames, ChangePlace(ALLIED, hex_("3400")))
    assert troubles(s), "nobody is there"


def test_questions_of_a_battle_have_something_to_ask() -> None:
    match = drawn(BATTLE, dice=[6] * 9)
    match.play("attack 3205 from 3206 with all")
    s = state(match).copy()
    assert troubles(s) == []
    assert isinstance(s.frames[-1], Stand)
    asks = s.copy()
    asks.frames = (*s.frames[:-1], Grouping(ALLIED))
    assert troubles(asks)
    buried = s.copy()
    buried.frames = (*s.frames[:-1], Press(GERMAN), s.frames[-1])
    assert troubles(buried), "a question below another one"


@pytest.mark.parametrize("gone", ["3205", "3206"])
def test_a_battle_with_nobody_left_asks_nothing(gone: str) -> None:
    match = drawn(BATTLE, dice=[6] * 9)
    match.play("attack 3205 from 3206 with all")
    s = state(match).copy()
    for unit in units(gone, s):
        put(s, unit, GONE)
    s.frames = (*s.frames[:-1], Press(GERMAN))
    assert troubles(s)


def test_a_battle_is_fought_by_those_who_are_there() -> None:
    match = drawn(BATTLE, dice=[6] * 9)
    match.play("attack 3205 from 3206 with all")
    s = state(match).copy()
    at = next(i for i, frame in enumerate(s.frames) if isinstance(frame, Battle))
    battle = s.frames[at]
    assert isinstance(battle, Battle)
    twice = (*battle.attackers, battle.attackers[0])
    for attackers in ((), units("3205", s), (*battle.attackers, reserved(s, GERMAN)), twice):
        other = s.copy()
        wrong_battle = Battle(GERMAN, battle.origin, battle.target, attackers, (), 1, 1, ())
        other.frames = (*s.frames[:at], wrong_battle, *s.frames[at + 1 :])
        assert troubles(other)
    for origin, target in ((RESERVE, battle.target), (battle.origin, OFF)):
        other = s.copy()
        other.frames = (*s.frames[:at], Battle(GERMAN, origin, target, battle.attackers, (), 1, 1, ()))
        assert troubles(other)


@pytest.mark.parametrize("line", ["Choice: player=german", "BattleAsk: player=german", "BattleStep:"])
def test_what_frames_have_in_common_is_no_frame(line: str) -> None:
    text = drawn(HERE).position()
    with pytest.raises(FormatError, match="there is no frame"):
        Match.from_position(f"{text}frame {line}\n")


def test_positions_of_older_builds_call_the_hits_that_wait_by_another_name() -> None:
    assert hindenburg().frames()["ApplyHits"] is ChooseLosses
