"""Random games from the thick of it find nothing, and something is hidden all the while."""

from __future__ import annotations

import pytest

from tests.games.storm.drawn import drawn
from tests.games.storm.test_machine import FRONT
from westfront.engine.dice import RepeatableRandom
from westfront.games.storm.rules import Storm
from westfront.games.storm.state import StormState
from westfront.lab.fuzz import fuzz_game

TANKS = (
    "2332: GE-3-stoss AK GE-AT1; 2331: GE-1PZ GE-2B; 2432: GE-4 GE-AT2; 3217: GE-6; "
    "2233: BR-5 BR-1 BR-HT1 BR-FT1; 2433: BR-19 BR-HT2; 3520: USMC US-1 US-3 US-TC-1919; 3124: JEF; 2932: FR-AAC FR-1; "
    "air: GE-Air BR-Air FR-Air RAF"
)


@pytest.mark.parametrize(
    ("name", "places", "more"),
    [
        ("last turn", FRONT, {"turn": 16, "side": "german"}),
        ("all options", FRONT, {"turn": 16, "side": "allied", "bertha": "on", "influenza": "on", "evacuation": "on"}),
        (
            "corps",
            FRONT.replace("2533: FR-1 US-1", "2533: BR-Aus US-1 US-2"),
            {"turn": 16, "side": "allied", "australian_american": "on"},
        ),
        ("1919", TANKS, {"turn": 9, "side": "german", "scenario": "plan-1919"}),
    ],
)
def test_random_turns_find_nothing(
    name: str, places: str, more: dict[str, str | int], monkeypatch: pytest.MonkeyPatch
) -> None:
    disguise, different = Storm.disguise, 0

    def watch(rules: Storm, s: StormState, side: int, lots: RepeatableRandom) -> StormState:
        nonlocal different
        other = disguise(rules, s, side, lots)
        different += other.digest() != s.digest()
        return other

    monkeypatch.setattr(Storm, "disguise", watch)
    side = str(more.pop("side"))
    start = drawn(places, side, "replacement", **more).position()  # type: ignore[arg-type]
    for seed in range(2):
        assert fuzz_game("storm", f"{name} {seed}", start)[1] is None
    assert different > 10, "there was nothing to hide, so nothing was proved"
