"""A position that cannot be is refused in one sentence; so is every other bad input, and nothing changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.asking import refused
from tests.games.meuse.drawn import draw, play
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.engine.rules import Setting
from westfront.errors import DataError, FormatError, UnknownGame
from westfront.games.meuse.rules import Meuse

GOOD = draw(
    "US-4 1319, US-28 1320-, US-brigade-1 1421, US-35 lost, US-1 due, DE-1G 1318", allied="3", breached="1318"
).position()

CHANGES = [
    ("unit US-4: at=1319 steps=3", "unit US-4: at=1319 steps=1", "US-4 has 1 steps"),
    ("unit US-4: at=1319 steps=3", "unit US-4: at=1319", "US-4 has 0 steps"),
    ("unit US-4: at=1319 steps=3", "unit US-4: at=hand steps=3", "US-4 cannot be at hand"),
    ("unit US-28: at=1320 steps=1", "unit US-28: at=1319 steps=1", "too many units stand in 1319"),
    ("unit DE-1G: at=1318", "unit DE-1G: at=1319", "both sides stand in one hex"),
    ("unit US-28: at=1320", "unit US-28: at=0702", "the Allies have won already"),
    ("unit US-brigade-1: at=1421", "unit US-brigade-1: at=lost", "US-brigade-1 cannot be at lost"),
    ("unit US-35: at=lost", "unit US-35: at=lost moved=1", "US-35 is marked for what it cannot have done"),
    ("unit US-4: at=1319 steps=3", "unit US-4: at=1319 steps=3 moved=2", "US-4 is marked"),
    ("unit US-4: at=1319 steps=3", "unit US-4: at=1319 steps=3 spent=5", "US-4 has paid more than it had"),
    ("unit aircraft-1: at=air", "unit aircraft-1: at=pool", "aircraft-1 cannot be at pool"),
    ("unit support-allied-5: at=hand", "unit support-allied-5: at=1319", "support-allied-5 cannot be at"),
    ("unit support-allied-5: at=hand", "unit support-allied-5: at=firing", "there is no battle for this support"),
    ("unit DE-1G: at=1318 steps=2", "unit DE-1G: at=1318 steps=2 shells=1", "no bombardment for these markers"),
    ("gas = 0", "gas = 1", "no bombardment for these markers"),
    ("gas = 0", "gas = 2", "a flag is beyond its end"),
    ("lost_battalion = 0", "lost_battalion = 3", "a flag is beyond its end"),
    ("lost_battalion = 0", "lost_battalion = 1", "there is no battle for this support"),
    ("turn = 2", "turn = 25", "the tracks are beyond their ends"),
    ("stock = 5 4", "stock = 9 4", "the tracks are beyond their ends"),
    ("breached = 1318", "breached = 1319", "a hex without a trench is breached"),
    ("frame GameTurn:", "frame PlayerTurn: player=german", "there is no game turn to go back to"),
    ("frame PlayerTurn: player=german", "frame PlayerTurn: player=-", "a phase belongs to nobody"),
]

MOVEMENT = "frame Movement: player=allied"
FRAMES = [
    "Moving: player=allied unit=DE-1G",
    "Moving: player=allied unit=-",
    "Flight: player=german unit=aircraft-1",
    "Arrival: player=allied unit=US-4",
    "Arrival: player=allied unit=-",
    "Fire: player=allied",
    "Gas: player=allied",
    "Hit: player=german hex=1317 hits=1",
    "Assault: player=allied target=1318 attackers=1421",
    "Assault: player=allied target=1317 attackers=",
    "AttackRoll: player=allied target=1318 attackers=",
    "SupportFire: player=german attacker=allied target=1318 attackers=1319 late=0",
    "LostBattalion: player=german target=1318 attackers=1319",
    "AttackerLoss: player=allied target=1318 attackers= exchange=1",
    "AttackerLoss: player=allied target=1318 attackers=1322 exchange=1",
    "AttackerLoss: player=allied target=1317 attackers=1319 exchange=1",
    "AttackersRetreat: player=allied hexes= length=2",
    "AttackersRetreat: player=allied hexes=off length=2",
    "AfterCombat: player=allied target=off attackers=1319",
    "AfterCombat: player=allied target=1318 attackers=1421",
    "Interruption: player=allied target=1318 attackers=",
    "LayOut: player=german group=line",
    "NextRetreat: player=allied hexes=1319 length=2",
    "DefenderChoice: player=german hex=1317 length=2",
    "Retreat: player=german units=DE-1G start=1318 length=2 taken=1",
    "Retreat: player=german units=US-4 start=1319 length=2 taken=0",
    "Retreat: player=german units= start=1319 length=2 taken=0",
    "Advance: player=allied target=1318 attackers=1319",
    "Draw: player=allied",
    "SetUp: player=allied group=start",
    "SetUp: player=allied group=nobody",
    "Placing: player=allied unit=US-4",
]


def test_the_good_position_holds() -> None:
    assert Match.from_position(GOOD, seed=1).decision.side == "allied"


@pytest.mark.parametrize(("old", "new", "sentence"), CHANGES)
def test_what_cannot_be_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    with pytest.raises(FormatError, match=sentence):
        Match.from_position(GOOD.replace(old, new, 1), seed=1)


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_that_speak_of_something_that_is_not_so(frame: str) -> None:
    with pytest.raises(FormatError, match=f"no sequence of play leads to the frame {frame.split(':')[0]}"):
        Match.from_position(GOOD.replace(MOVEMENT, f"{MOVEMENT}\nframe {frame}"), seed=1)


BAD = [
    "",
    "take",
    "take US-99",
    "take US-4 US-28",
    "go 1320",
    "move US-4 9999",
    "move US-4 1320 via",
    "move - 1320",
    "take -",
    "move DE-1G 1317",
    "move US-4 off",
    "move US-4 1418 via off",
    "rebuild -",
    "return -",
    "done now",
    "x" * 5000,
    "take US-4; done",
    "táke US-4",
]


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("action", BAD)
def test_bad_answers_are_refused_in_a_sentence(action: str) -> None:
    match = draw("US-4 1319, US-28 1320, DE-1G 1318")
    assert refused(match, action)


@pytest.mark.parametrize("verb", ["shell", "support", "take", "rebuild", "break", "return", "move"])
@pytest.mark.parametrize("phase", ["turn", "replacement", "movement", "bombardment", "combat"])
def test_nobody_is_an_answer_to_nothing(verb: str, phase: str) -> None:
    match = draw("US-4 1319, US-28 1320-, US-35 lost, DE-1G 1318", phase, allied="3")
    for words in ("-", "aircraft-2 off", "support-german-1", "DE-10"):
        action = f"{verb} {words}"
        if match.why(action) is not None:
            assert refused(match, action)


@pytest.mark.rule("11.1")
def test_unknown_settings_are_one_sentence() -> None:
    with pytest.raises(UnknownGame, match="meuse has no scenario 'sedan'"):
        Setting.choose("meuse", "sedan")
    with pytest.raises(UnknownGame, match="meuse has no option supply = never"):
        Setting.choose("meuse", None, {"supply": "never"})


@pytest.mark.rule("T-ARTY", "T-AOB")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("turns 2 allied_artillery 13", "allied_artillery is a number from 0 to 12"),
        ("turns 2 allied_artillery 10", "there are 12 bombardment markers"),
        ("types US-4 attack many", "attack is a number"),
        ("tables.crt 1 +10 D9", "is not one of the codes"),
        ("scenarios campaign last_turn 99", "last_turn is a number from 1 to 24"),
        ("deployment US-4 hex 1318", "the divisions of 19.2 do not stand as they may"),
        ("deployment US-4 hex 1320", "the divisions of 19.2 do not stand as they may"),
        ("deployment DE-236 hex 1317", "the divisions of 19.5 do not stand as they may"),
        ("deployment DE-236 unit DE-108", "DE-236 has no place"),
        ("deployment DE-236 unit -", "unit names nobody"),
        ("types DE-33 side neutral", "there is no unit 'DE-33' in this game"),
        ("counters US-1 arrival soon", "arrival is a number from 1 to 24"),
        ("counters US-1 group heroes", "group is one of"),
        ("terrain clear points 0", "a step costs at least one tick"),
        ("terrain mud points 2", "this game has no terrain mud points to replace"),
    ],
)
def test_numbers_of_an_owner_pass_the_same_checks(line: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        Setting.choose("meuse", overrides=Overrides("test", [line])).rules()


@pytest.mark.rule("T-AOB")
def test_an_owner_lays_his_own_ratings() -> None:
    match = Match.new("meuse", overrides=Overrides("my copy", ["types US-4 attack 12"]), seed=1)
    facts = {piece.name: piece.facts[0] for piece in match.view("allied").scene.pieces}
    assert facts["US-4"] == "12-9-4"
    assert play(match, "done").decision.side == "german"


def test_the_override_of_the_page_is_laid() -> None:
    page = (Path(__file__).parents[3] / "docs/meuse.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```\n(name .*?)```", page, re.DOTALL)
    rules = Setting.choose("meuse", overrides=Overrides.parse(text)).rules()
    assert isinstance(rules, Meuse)
    assert rules.board.entry_points(0, rules.grid.hex("1217")) == 3
