"""Movement and supply where the slow referee has found the game wrong."""

from __future__ import annotations

import pytest

from tests.games.marne.drawn import bare, goes


@pytest.mark.rule("9.2")
def test_who_is_out_of_supply_may_stop_in_an_enemy_zone_next_to_the_commanded_hexes() -> None:
    match = bare("GE-9DI 2820 oos, BR-50DI 2919", hqs="GE-HQ-I 2803, FR-HQ-V 4020")
    assert "2818" in goes(match, "GE-9DI")
