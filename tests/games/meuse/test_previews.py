"""What a player sees before he commits himself."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.meuse.drawn import draw, play, rules_of, state
from westfront.engine.view import Preview
from westfront.games.meuse.features import features
from westfront.games.meuse.state import ALLIED, GERMAN


def lines(preview: Preview | None) -> list[tuple[str, str, str]]:
    """The lines of a preview."""
    assert preview is not None
    return [(line.label, line.value, line.rule) for line in preview.lines]


@pytest.mark.rule("7.3", "7.4", "8.3")
def test_a_battle_from_the_first_attacker_on() -> None:
    match = draw("US-4 1319, US-80 1418, DE-5G 1318-", "combat", allied="3 2", german="2")
    assert play(match, "attack 1318").decision.preview() is None
    preview = play(match, "add 1319").decision.preview()
    assert preview is not None
    assert preview.title == "1319 against 1318"
    assert lines(preview) == [
        ("US-4", "+9", "7.3"),
        ("DE-5G", "-4", "7.3"),
        ("differential", "+5", "7.3"),
        ("Stellung line", "-2 columns", "14.2"),
        ("column", "7", "T-CRT"),
        ("DE-5G lost", "2 in 6", "7.6"),
        ("with the attacker's best support of 5", "column 10", "8.3"),
        ("with the defender's best support of 2", "column 6", "8.3"),
    ]
    assert preview.chances == {
        "D2 defender retreats 2": pytest.approx(1 / 6),
        "Ex both lose a step": pytest.approx(2 / 6),
        "no effect": pytest.approx(1 / 6),
        "A2 attackers retreat 2": pytest.approx(1 / 6),
        "(A) each attacker loses a step": pytest.approx(1 / 6),
    }


@pytest.mark.rule("8.3", "8.6")
def test_only_support_that_can_still_come_is_told() -> None:
    match = draw("US-4 1319, DE-5G 1318", "combat", allied="3 2 1", german="2 1")

    def told() -> list[str]:
        return [label for label, _, _ in lines(match.decision.preview()) if "best support" in label]

    play(match, "attack 1318 with 1319", "confirm")
    assert told() == ["with the attacker's best support of 5", "with the defender's best support of 3"]
    play(match, "support support-allied-5", "done")
    assert told() == ["with the defender's best support of 3"]
    play(match, "done")
    assert told() == []


@pytest.mark.rule("7.6", "7.7")
def test_sure_losses_are_told() -> None:
    match = draw("DE-1G 1316-, US-3 1317, US-4 1416, US-5 1215", "combat", breached="1216")
    preview = play(match, "attack 1316 with 1317 1416 1215").decision.preview()
    assert ("DE-1G lost", "6 in 6", "7.6") in lines(preview), "it has no way back, and no step for an exchange"
    free = draw("DE-1G 1316-, US-3 1317, US-4 1416", "combat")
    assert ("DE-1G lost", "3 in 6", "7.6") in lines(play(free, "attack 1316 with 1317 1416").decision.preview())


@pytest.mark.rule("7.6")
def test_in_an_exchange_only_who_falls_by_any_choice_is_surely_lost() -> None:
    one = draw("US-28 1317-, DE-13L 1316", "combat", allied="3 3")
    told = lines(play(one, "attack 1316 with 1317").decision.preview())
    assert ("US-28 lost", "3 in 6", "7.6") in told, "column 7: an exchange on 2 and 3, (A) on 6"
    two = draw("US-28 1317-, US-35 1416-, DE-13L 1316-", "combat")
    told = lines(play(two, "attack 1316 with 1317 1416").decision.preview())
    assert ("DE-13L lost", "3 in 6", "7.6") in told, "column 9: an exchange on 3, 4 and 5"
    assert not any(label.startswith("US-") and "lost" in label for label, _, _ in told), "the attacker picks one"


@pytest.mark.rule("8.3", "18.1")
def test_the_preview_follows_support_and_the_lost_battalion() -> None:
    match = draw("US-77 0719, US-28 0818, DE-2L 0718", "combat", allied="3", german="1")
    play(match, "attack 0718 with 0719 0818", "confirm", "support support-allied-5", "support support-german-1")
    assert ("attacker's support", "+3", "8.3") in lines(match.decision.preview())
    assert ("Stellung line", "-2 columns", "14.2") in lines(match.decision.preview())
    play(match, "declare")
    assert ("Woods (Lost Battalion) line", "-4 columns", "18.1") in lines(match.decision.preview())


@pytest.mark.rule("17.5", "17.6")
def test_the_chances_of_a_bombardment_are_exact() -> None:
    match = draw("US-3 1319, DE-1G 1318", "bombardment", aircraft="1318")
    assert match.decision.preview() is None
    preview = play(match, "shell DE-1G", "shell DE-1G").decision.preview()
    assert preview is not None
    hit = {"none": 0, "breach": 0, "both": 0}
    for first, second in product(range(1, 7), repeat=2):
        breach = first + 1 <= 3
        second_counts = second - 1 <= 3 if breach else second + 1 <= 3
        hit["both" if breach and second_counts else "breach" if breach or second_counts else "none"] += 1
    assert preview.chances == {
        "no effect": pytest.approx(hit["none"] / 36),
        "breach": pytest.approx(hit["breach"] / 36),
        "breach and 1 hit": pytest.approx(hit["both"] / 36),
    }


@pytest.mark.rule("17.5", "17.6")
def test_what_a_marker_would_do_is_told() -> None:
    match = draw("US-3 1319, DE-1G 1318, DE-5G 1418", "bombardment", aircraft="1318")
    notes = {action: hint.note for action, hint in match.decision.hints().items()}
    assert notes == {
        "shell DE-1G": "+1 to the die, -1 aircraft over the hex [17.3], +2 terrain [T-BMOD]; 3 or less is a breach",
        "shell DE-5G": "+2 to the die, +2 terrain [T-BMOD]; 3 or less is a hit",
    }


@pytest.mark.rule("6.0", "9.0", "17.3")
def test_overlays() -> None:
    match = draw("US-3 1319, DE-1G 1318")
    found = {overlay.title: overlay.hexes for overlay in match.overlays("allied")}
    assert found["observed by allied"] == ("1318",)
    assert found["german zones of control"] == ("1217", "1218", "1317", "1319", "1417", "1418")
    assert "1222" in found["allied supply"]


@pytest.mark.rule("12.1")
def test_features_for_machines() -> None:
    match = draw("US-4 0705, DE-1G 0702, DE-8L 0706-", turn=20)
    allied, german = (features(rules_of(match), state(match), side) for side in (ALLIED, GERMAN))
    assert allied["own attack"] == german["enemy attack"] == 9
    assert (allied["progress"], german["progress"]) == (-3, 3)
    assert (allied["goal held"], german["goal held"]) == (-1, 1)
    assert (allied["turns left"], german["own depleted"], german["own in contact"]) == (4, 1, 1)
    assert rules_of(match).features(state(match), ALLIED) == allied


@pytest.mark.rule("4.1", "7.2", "8.3")
def test_the_scene_tells_the_phase_and_the_battle() -> None:
    match = draw("US-4 1319, DE-5G 1318", "bombardment", allied="3", german="2", dice=[6])
    assert match.view(None).scene.phase == "bombardment"
    play(match, "shell DE-5G")
    assert match.view(None).scene.hexes["bombardment"] == ("1318",)
    play(match, "done", "fire 1318", "attack 1318 with 1319", "confirm", "support support-allied-5", "done")
    scene = match.view("german").scene
    assert (scene.phase, len(scene.battles)) == ("combat phase", 1)
    battle = scene.battles[0]
    assert (battle.side, battle.targets, battle.units, battle.support) == (
        "allied",
        ("1318",),
        ("US-4",),
        ("support-allied-5",),
    )
    assert battle.note == "9 and 3 support less 8 is +4, Stellung line, column 7"
