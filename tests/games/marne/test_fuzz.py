"""Random play from the thick of it finds nothing; whole random games are for `westfront fuzz marne`."""

from __future__ import annotations

import pytest

from tests.games.marne.drawn import When, real
from westfront.lab.fuzz import fuzz_game

SOISSONS = (
    "GE-14ResDI-1 2714, GE-STOSS-1 2714 under:GE-14ResDI-1, GE-14ResDI-2 2714, GE-14ResDI-3 2714, GE-9DI 2814, "
    "GE-28DI 2913, GE-ARMY-ART-1 2812 offensive, GE-CORPS-ART-1 2712, GE-CORPS-ART-2 2813, GE-HQ-VII 3508, "
    "GE-AIR-I 3508 on:GE-HQ-VII, "
    "FR-10DI 2715, FR-39DI 2815 lost:1, FR-DM-1 2716, FR-DM-2 2716 dg, FR-CORPS-ART-1 2716, FR-TK-RENAULT-1 2716, "
    "BR-50DI 2914, FR-ARMY-ART-1 2718, FR-HQ-X 2120, FR-HQ-VI 3220, FR-AIR-1 2120 on:FR-HQ-X, FR-170DI due"
)
"""The Aisne at Soissons on the third day: everything that the rules know is near."""


@pytest.mark.parametrize(
    ("phase", "side", "options"),
    [
        ("movement", "german", {}),
        ("combat", "german", {"offensive_bonus": "four", "quota": "2"}),
        ("movement", "allied", {"tanks": "many", "recovery": "sequence"}),
        ("exploitation-movement", "allied", {}),
    ],
)
@pytest.mark.rule("7.0")
def test_random_play_from_a_battle_finds_nothing(phase: str, side: str, options: dict[str, str]) -> None:
    start = real(SOISSONS, phase, side, when=When("blucher", 2, 3), air=True, options=options).position()
    actions, failure = fuzz_game("marne", f"marne {phase} {side}", start)
    assert failure is None
    assert actions > 20


@pytest.mark.rule("7.0")
def test_a_random_game_of_the_shortest_scenario_finds_nothing() -> None:
    from westfront.engine.match import Match

    start = Match.new("marne", "gneisenau", seed=1).position()
    assert fuzz_game("marne", "matz", start)[1] is None
