"""The battles of the guided first battle, by the numbers of the specification."""

from __future__ import annotations

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, play, state, steps, storm

BAPAUME = (
    "2332: GE-51-stoss GE-23R-stoss GE-1B; 2232: GE-2B; 2132: GE-3B; 2331: GE-AGB; "
    "2233: BR-5 BR-1; 2133: BR-4; 2433: BR-19; "
    "air: GE-Air BR-Air"
)


@pytest.mark.rule(
    "13.10", "13.16", "13.27", "13.28", "13.30", "13.33", "13.35", "14.3", "15.2", "15.4", "13.19", "10.6"
)
def test_before_bapaume() -> None:
    match = drawn(BAPAUME, "german", "march", turn=1, dice=[4, 6])
    play(match, "done; attack 2233 with GE-51-stoss GE-23R-stoss GE-1B; support; confirm; fly 1; fly 1; roll")
    first = events(match, "odds")[0]
    assert (first["strengths"], first["odds"]) == ("34 against 9", "3:1")
    values = [int(part.split()[0]) for part in first["modifiers"].split(", ")]
    assert sorted(values) == [-1, -1, 1, 1, 2]
    assert (events(match, "result")[0]["attacker"], events(match, "result")[0]["defender"]) == (2, 3)
    play(match, "lose BR-1; lose BR-1; retreat 2234; lose GE-1B; lose GE-23R-stoss")
    play(match, "advance GE-51-stoss; advance GE-23R-stoss; done; done; infiltrate GE-51-stoss 2333; done")
    play(match, "attack 2234 with GE-51-stoss GE-23R-stoss; confirm; roll")
    second = events(match, "odds")[1]
    assert (second["strengths"], second["odds"]) == ("11 against 5", "2:1")
    assert sum(int(part.split()[0]) for part in second["modifiers"].split(", ")) == 0
    assert (events(match, "result")[1]["attacker"], events(match, "result")[1]["defender"]) == (2, 2)
    play(match, "lose BR-5")
    assert "2235" in offers(match, "retreat")
    assert "2334" not in offers(match, "retreat"), "it would cost the last step"
    play(match, "retreat 2235; lose GE-51-stoss; lose GE-23R-stoss; advance GE-51-stoss; done; done")
    assert (where(match, "GE-51-stoss"), steps(match, "GE-51-stoss"), where(match, "GE-23R-stoss")) == (
        "2234",
        1,
        "dead",
    )
    assert (where(match, "BR-5"), steps(match, "BR-5")) == ("2235", 1)
    assert state(match).german >> storm().grid.hex("2234") & 1
