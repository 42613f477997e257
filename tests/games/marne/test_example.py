"""The booklet's long example of a combat, on the hexes of the real map."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told, where
from tests.games.marne.drawn import BRUCHMULLER, line, marks, real, state

UNITS = (
    "GE-14ResDI-1 2714, GE-STOSS-1 2714 under:GE-14ResDI-1, GE-14ResDI-2 2714, GE-14ResDI-3 2714, GE-9DI 2814, "
    "GE-ARMY-ART-1 2812 offensive, GE-CORPS-ART-1 2712, GE-HQ-VII 3508, "
    "FR-10DI 2715, FR-CORPS-ART-1 2716, FR-HQ-X 2120"
)
DICE = (3, 2, 4, 5, 6)


@pytest.mark.rule("EX", "12.2", "12.2.1", "12.2.2", "12.2.3", "12.2.4", "12.2.5", "12.2.6", "12.2.8", "12.4", "14.0")
def test_w25_the_comprehensive_example() -> None:
    """Sequence 1 of Blucher has the Bruchmuller of the example; its bonus there is 3, so the odds are one column up."""
    match = real(UNITS, "combat", when=BRUCHMULLER, dice=DICE)
    told(match, "attack 2715", "add GE-14ResDI-1 GE-14ResDI-2 GE-14ResDI-3 GE-9DI", "confirm")
    told(match, "support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm")
    told(match, "counter FR-CORPS-ART-1", "confirm")
    log = told(match, "roll")
    assert "column 4, die 3, +3 Bruchmuller [15.2.2/Bruchmuller], -1 defender in a town [15.2.2 tab]: 4 hits" in line(
        log, "german bombards"
    )
    told(match, "lose FR-10DI", "disorder FR-10DI")
    assert {"1 step lost", "disorganised"} <= marks(match, "FR-10DI")
    log = told(match, "lead GE-14ResDI-1", "lead FR-10DI")
    odds = line(log, "2715: 9 to 8, 1/1")
    for shift in ("+1 Stosstruppen", "+2 morale of the lead units", "+3 offensive"):
        assert shift in odds
    log = told(match, "roll")
    assert "dice 6: A2D9" in line(log, "on column 7/1")
    assert line(log, "allied: die 5").endswith(": 1, no coordination [12.2.6]")
    assert line(log, "german: die 6").endswith(": 11, perfect coordination [12.2.6]")
    told(match, "lose FR-10DI")
    assert where(match, "FR-10DI") == "lost"
    assert offers(match, "lose") == {"GE-14ResDI-1", "GE-STOSS-1"}
    told(match, "lose GE-STOSS-1")
    assert {f"{u} to 2715" for u in ("GE-14ResDI-1", "GE-14ResDI-2", "GE-14ResDI-3", "GE-9DI")} < offers(
        match, "advance"
    )
    log = told(match, "advance GE-14ResDI-1 to 2715")
    assert "FR-CORPS-ART-1, alone in 2716, is overrun" in line(log, "overrun")
    told(match, "advance GE-14ResDI-2 to 2715", "advance GE-14ResDI-3 to 2715")
    for regiment in ("GE-14ResDI-1", "GE-14ResDI-2", "GE-14ResDI-3"):
        match.play(f"advance {regiment} to 2716")
    told(match, "advance GE-9DI to 2715", "done", "exploit GE-14ResDI-2", "exploit GE-9DI")
    assert all("exploitation" in marks(match, f"GE-14ResDI-{n}") for n in (1, 2, 3))
    told(match, "done")
    match.play("take GE-14ResDI-1")
    assert "(3 movement points)" in match.decision.prompt
    told(match, "join GE-14ResDI-2", "join GE-14ResDI-3", "go 2718", "take GE-9DI")
    assert "(2 movement points)" in match.decision.prompt
    assert where(match, "GE-14ResDI-3") == "2718"


@pytest.mark.rule("12.2.2")
def test_the_german_corps_gun_of_the_example_may_not_flip() -> None:
    """One French gun does counter-battery and the offensive gun counts nothing: step 4 is not even asked.

    The French must fire with another gun for it to be asked, and the answer is still refused.
    """
    match = real(f"{UNITS}, FR-CORPS-ART-2 2717, FR-154DI 2717", "combat", when=BRUCHMULLER, dice=DICE)
    told(match, "attack 2715", "add GE-14ResDI-1 GE-9DI", "confirm")
    told(match, "support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm", "counter FR-CORPS-ART-1", "support FR-CORPS-ART-2")
    match.play("confirm")
    assert match.decision.prompt.startswith("Step 5")
    assert state(match).target >= 0


@pytest.mark.rule("12.2.2")
def test_with_a_quota_of_two_for_the_offensive_gun_it_may() -> None:
    match = real(
        f"{UNITS}, FR-CORPS-ART-2 2717, FR-154DI 2717", "combat", when=BRUCHMULLER, dice=DICE, options={"quota": "2"}
    )
    told(match, "attack 2715", "add GE-14ResDI-1 GE-9DI", "confirm")
    told(match, "support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm", "counter FR-CORPS-ART-1", "support FR-CORPS-ART-2")
    match.play("confirm")
    assert offers(match, "counter") == {"GE-CORPS-ART-1"}
    assert rule_of(match, "counter GE-ARMY-ART-1") == "15.2.2/Counter-battery"
