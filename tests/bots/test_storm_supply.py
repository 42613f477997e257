"""Storm in the West: what who is cut off does about it, on both sides."""

from __future__ import annotations

import pytest

from tests.bots.asked import let_play, orders
from tests.bots.puzzles import BOTH, puzzle
from tests.games.storm.drawn import drawn, rules_of, state
from westfront.engine.frame import asked
from westfront.engine.match import Match
from westfront.games.storm.combat import Combat
from westfront.games.storm.state import CUT

THIN = "2134: GE-1B GE-2B GE-3B; 2035: BR-5; 2235: BR-4; 2034: BR-Port~"
"""Three German corps in a ring of two corps and a worn Portuguese division."""


def hungry(places: str, side: str, starving: str = "") -> Match:
    """The first combat of a side that has found out whom no line reaches, and has not marched."""
    match = drawn(places, side, "supply", turn=12)
    while not isinstance(asked(match.state), Combat):
        match.play("done")
    assert all(state(match).supply[rules_of(match).unit_named[name]] == CUT for name in starving.split())
    return match


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(
    ("side", "places", "starving", "target"),
    [
        ("german", THIN, "GE-1B GE-2B GE-3B", "2034"),
        ("allied", "2134: BR-5 BR-4 BR-1; 2033: GE-1B; 2234: GE-2B; 2135: GE-3B~", "BR-5 BR-4 BR-1", "2135"),
    ],
)
@puzzle
def test_who_is_cut_off_breaks_out_where_the_ring_is_thin(
    side: str, places: str, starving: str, target: str, level: str
) -> None:
    """He is gone when the turn ends (7.2), so his steps cost nothing, and at half he still beats who is worn."""
    assert orders(hungry(places, side, starving), level)[0].startswith(f"attack {target} ")


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(
    ("side", "places", "starving"),
    [
        ("german", "2134: GE-62; 2035: BR-5 BR-3; 2235: BR-4; 2034: BR-1 BR-19 BR-10", "GE-62"),
        ("allied", "2134: BR-1~; 2033: GE-1B; 2234: GE-2B GE-6; 2135: GE-3B GE-4", "BR-1"),
    ],
)
@puzzle
def test_who_is_cut_off_makes_no_hopeless_attack(side: str, places: str, starving: str, level: str) -> None:
    """At half no stack of the ring can be attacked at 1 to 2: two steps would be lost for nothing (13.12)."""
    assert orders(hungry(places, side, starving), level) == ["done"]


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(("ring", "attacks"), [("", True), ("; 2436: BR-1; 2635: BR-4", False)])
def test_an_attack_is_made_in_supply_and_not_at_half(ring: str, attacks: bool, level: str) -> None:
    """Fifteen against five is 3 to 1, and eight are not enough for anything."""
    match = hungry(f"2536: GE-1B GE-2B GE-3B; 2537: BR-5{ring}", "german", "" if attacks else "GE-1B GE-2B GE-3B")
    assert (orders(match, level)[0] == "attack 2537 with GE-1B GE-2B GE-3B") == attacks


@pytest.mark.parametrize("level", BOTH)
def test_the_breakout_opens_the_way(level: str) -> None:
    """With the Portuguese dead a line leads home again, and whoever lives is not removed when the turn ends."""
    match = hungry(THIN, "german", "GE-1B GE-2B GE-3B")
    while match.decision.side == "german" or match.decision.rule.startswith("13"):
        let_play(match, level)
    assert sum(state(match).at[rules_of(match).unit_named[name]] >= 0 for name in ("GE-1B", "GE-2B", "GE-3B")) == 2
