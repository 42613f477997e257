"""What players and machines are shown: previews, phases and battles, overlays, features; and what cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.storm.drawn import drawn, play, position, rules_of, state, storm, unit
from westfront.engine.match import Match
from westfront.errors import FormatError
from westfront.games.storm.state import ALLIED, GERMAN, StormState

AIR = "air=0 cover=0"
FIGHT = "second=0 target=2233 attackers=GE-1B"
PLACES = "2332: GE-3-stoss GE-9-stoss GE-1B; 2331: GE-AGB; 2233: BR-5; 2235: BR-4; air: GE-Air BR-Air"


def lines(match: Match, side: str) -> dict[str, str]:
    """The lines of a preview."""
    shown = match.preview(side)
    assert shown
    return {line.label: line.value for line in shown.lines}


@pytest.mark.rule("13.10", "13.13", "13.28", "13.29")
def test_the_preview_of_an_attack_on_a_lone_unit_is_exact() -> None:
    match = drawn(PLACES, "german", "combat")
    play(match, "attack 2233")
    assert match.preview("german") is None, "nobody attacks yet"
    play(match, "add GE-3-stoss; add GE-1B; support")
    found = lines(match, "german")
    assert found["odds"] == "4:1"
    assert found["AGB"] == "+1"
    assert found["Stosstruppen"] == "+1"
    assert found["Allied trench"] == "-1"
    shown = match.preview("german")
    assert shown
    assert sum(shown.chances.values()) == pytest.approx(1)
    assert all(line.rule for line in shown.lines)
    assert match.preview("allied") is None


@pytest.mark.rule("13.30", "13.33", "4.2")
def test_the_outlook_of_a_battle() -> None:
    match = drawn("2933: GE-3-stoss GE-9-stoss; 2932: FR-1", "german", "combat")
    play(match, "attack 2932 with GE-3-stoss GE-9-stoss; confirm")
    found = lines(match, "german")
    assert found["all defenders die"].endswith(" in 6")
    assert "the hex can be taken" in found
    assert any("morale points change hands" in label for label in found)
    assert match.distribution("roll") is not None


@pytest.mark.rule("13.32")
def test_the_preview_tells_of_a_fortress() -> None:
    match = drawn("3121: GE-1B GE-2B GE-3B; 3120: FR-1", "german", "combat")
    play(match, "attack 3120 with GE-1B GE-2B GE-3B")
    assert lines(match, "german")["fortress: loss points of the attacker"] == "+2"


@pytest.mark.rule("5.2", "13.8")
def test_phase_and_battles_in_the_view() -> None:
    match = drawn(PLACES, "german", "march")
    assert match.view("german").scene.phase == "Regular Movement Phase"
    play(match, "done; attack 2233 with GE-3-stoss; support")
    (battle,) = match.view("german").scene.battles
    assert (battle.targets, battle.units, battle.support) == (("2233",), ("GE-3-stoss",), ("GE-AGB",))
    assert match.view("allied").scene.battles == ()
    play(match, "confirm; fly 1")
    scene = match.view("allied").scene
    assert scene.phase == "First Combat Phase"
    assert scene.battles[0].support == ("GE-AGB", "1 attacking air unit")


@pytest.mark.rule("5.2")
def test_the_phase_is_named_whoever_throws_or_is_asked() -> None:
    """Before the set-up of 1919, at the start of a turn, and while the bombers fly."""
    match = Match.new("storm", "plan-1919", seed=1)
    assert (match.decision.texts, match.view(None).scene.phase) == (("roll",), "Set-up")
    match = drawn(PLACES, phase="turn", turn=13, influenza="on")
    seen = []
    while match.decision.texts == ("roll",):
        seen.append(match.view(None).scene.phase)
        play(match, "roll")
    assert seen == ["Influenza", "Weather"]
    match = drawn(PLACES.replace("GE-Air", "GE-Air RAF"), phase="turn", turn=1, scenario="plan-1919")
    assert match.view(None).scene.phase == "Strategic Bombing"
    play(match, match.decision.texts[-1])
    assert match.decision.side == "german"
    assert match.view(None).scene.phase == "Strategic Bombing"


@pytest.mark.rule("10.1", "7.3", "4.2")
def test_overlays() -> None:
    match = drawn(PLACES, "german", "march")
    titles = {overlay.title: overlay.hexes for overlay in match.overlays("german")}
    assert "2233" in titles["german zones of control"]
    assert "2237" in titles["French supply"]
    assert "3120" in titles["morale hexes"]


def test_features_of_a_position() -> None:
    rules, s = storm(), position(PLACES)
    found = rules.features(s, GERMAN)
    assert found["own morale"] == 15
    assert found["own storm steps"] == 4
    assert found["own points held"] == 31
    assert found["enemy points held"] == 58
    assert found["turns left"] == 13
    other = rules.features(s, ALLIED)
    assert other["enemy storm steps"] == 4
    assert found.keys() == other.keys()


@pytest.mark.rule("3.2", "2.47")
def test_tracks_boxes_and_markers() -> None:
    match = drawn(f"{PLACES}; dead: GE-2B; pool: US-1", "german", "march", turn=7)
    scene = match.view("allied").scene
    assert scene.tracks["morale"] == "German 15, Allied 15"
    assert [pile.name for pile in scene.boxes["german dead"]] == ["GE-2B"]
    assert [pile.name for pile in scene.boxes["allied pool"]] == ["US-1"]
    assert scene.hexes["Big Bertha"] == ("2631",)
    assert scene.turn == "turn 7 of 16, Jun II"


def steps_of_a_dead_unit(s: StormState) -> None:
    s.steps[unit("GE-2B")] = 1


def two_tanks(s: StormState) -> None:
    s.at[unit("FR-AAC")] = s.at[unit("BR-RTC")] = s.at[unit("BR-5")]
    s.steps[unit("FR-AAC")] = s.steps[unit("BR-RTC")] = 1
    s.height[unit("FR-AAC")], s.height[unit("BR-RTC")], s.height[unit("BR-5")] = 3, 2, 1


def wrong_side(s: StormState) -> None:
    s.german |= 1 << s.at[unit("BR-5")]


def morale_beyond(s: StormState) -> None:
    s.morale[0] = 31


def air_on_the_map(s: StormState) -> None:
    s.at[unit("GE-Air")] = s.at[unit("GE-1B")]


def no_order(s: StormState) -> None:
    s.height[unit("GE-1B")] = 3


def german_port(s: StormState) -> None:
    s.german |= storm().grid.hexset("1237")


def back_of_a_one_step_unit(s: StormState) -> None:
    s.steps[unit("GE-AGB")] = 2


def mixed_nations(s: StormState) -> None:
    s.at[unit("FR-1")], s.steps[unit("FR-1")], s.height[unit("FR-1")] = s.at[unit("BR-5")], 2, 2


def no_such_turn(s: StormState) -> None:
    s.turn = 17


def bertha_in_the_sea(s: StormState) -> None:
    s.bertha = -2


def four_corps(s: StormState) -> None:
    s.at[unit("GE-4")], s.steps[unit("GE-4")], s.height[unit("GE-4")] = s.at[unit("GE-1B")], 2, 4


@pytest.mark.rule("2.47", "9.1", "9.4", "9.5", "4.3", "3.5")
@pytest.mark.parametrize(
    "spoil",
    [
        steps_of_a_dead_unit,
        two_tanks,
        wrong_side,
        morale_beyond,
        air_on_the_map,
        no_order,
        german_port,
        back_of_a_one_step_unit,
        mixed_nations,
        no_such_turn,
        bertha_in_the_sea,
        four_corps,
    ],
    ids=lambda spoil: spoil.__name__,
)
def test_positions_that_cannot_be_are_refused(spoil: Callable[[StormState], None]) -> None:
    match = drawn(f"{PLACES}; dead: GE-2B", "german", "march")
    assert list(rules_of(match).invariants(state(match))) == []
    spoil(state(match))
    with pytest.raises(FormatError, match="the position cannot be"):
        Match.from_position(match.position(), seed=1)


@pytest.mark.parametrize(
    ("phase", "frame"),
    [
        ("march", "frame Marching: player=german unit=BR-5"),
        ("march", "frame RailTo: player=german unit=GE-AGB"),
        ("combat", "frame Assault: player=german second=0 target=2235 attackers=GE-1B guns=0"),
        (
            "combat",
            f"frame DefenderLoss: player=allied {FIGHT} defenders=BR-5 guns=0 {AIR} points=0",
        ),
        (
            "combat",
            f"frame Fire: player=german {FIGHT} defenders=GE-1B guns=0 {AIR}",
        ),
        ("march", "frame Redeploy: player=allied"),
        ("march", "frame Infiltrating: player=german unit=GE-1B"),
        ("march", "frame Intercept: player=german hex=2233"),
        ("march", "frame BombLoss: player=german hex=2233 points=1"),
        ("march", "frame Placing: player=german unit=BR-5"),
    ],
)
def test_frames_that_no_play_leads_to_are_refused(phase: str, frame: str) -> None:
    text = drawn(PLACES, "german", phase).position()
    with pytest.raises(FormatError, match="no sequence of play leads"):
        Match.from_position(f"{text}{frame}\n", seed=1)


@pytest.mark.rule("13.30", "13.31", "13.33")
def test_the_outlook_knows_the_retreats_that_losses_open_and_close() -> None:
    ring = "2132: GE-1B; 2133: GE-2B; 2232: GE-3-stoss GE-9-stoss GE-11-stoss; 2332: GE-4; 2333: GE-6"
    room = drawn(f"{ring}; 2233: BR-5~ BR-6~ BR-7~; 2234: BR-1", "german", "combat")
    play(room, "attack 2233 with GE-3-stoss GE-9-stoss GE-11-stoss GE-1B GE-2B GE-4; confirm")
    shown = room.preview("german")
    assert shown
    one = sum(chance for words, chance in shown.chances.items() if words.endswith("defender 1"))
    two = sum(chance for words, chance in shown.chances.items() if words.endswith("defender 2"))
    assert min(one, two) > 0
    assert lines(room, "german")["the defender may retreat at no cost"] == f"{round(6 * two)} in 6", (
        "one must die first"
    )
    dear = drawn(f"{ring}; 2233: BR-5", "german", "combat")
    play(dear, "attack 2233 with GE-3-stoss GE-9-stoss; confirm")
    shown = dear.preview("german")
    assert shown
    one = sum(chance for words, chance in shown.chances.items() if words.endswith("defender 1"))
    assert lines(dear, "german")["the defender may retreat for a step more"] == f"{round(6 * one)} in 6", "two kill it"


@pytest.mark.rule("10.6", "13.30")
def test_a_retreat_is_offered_with_its_price() -> None:
    match = drawn("2332: GE-1B GE-2B; 2233: BR-5; 2235: GE-4", "german", "combat", dice=[6])
    play(match, "attack 2233 with GE-1B GE-2B; confirm; roll")
    hints = match.hints("allied")
    assert hints["retreat 2234"].path == ("2233", "2234")
    assert (hints["retreat 2234"].note, hints["retreat 2133"].note) == ("costs a step more", "at no cost")
