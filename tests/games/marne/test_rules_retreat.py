"""Retreats where the slow referee has found the game wrong."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told
from tests.games.marne.drawn import staged


@pytest.mark.rule("12.3")
def test_a_coordinated_retreat_keeps_its_direction_where_no_enemy_zone_bars_it() -> None:
    """HQ and source lie in the south, and 2812 is free: 2711 leads nowhere, though no enemy controls it."""
    match = staged(
        "GE-9DI 2910 attacks, FR-39DI 2811 defends",
        "retreat",
        "2811",
        limit=2,
        leads=("GE-9DI", "FR-39DI"),
        sources="german 2802, allied 2834",
    )
    assert offers(match, "retreat") == {"2812"}
    assert rule_of(match, "retreat 2711") == "12.3"


@pytest.mark.rule("12.3")
def test_a_coordinated_retreat_leaves_its_direction_to_avoid_an_enemy_zone() -> None:
    """All three hexes to the south are in the zones of two British divisions' enemies, 2711 is not."""
    match = staged(
        "GE-9DI 2910 attacks, GE-28DI 2813, FR-39DI 2811 defends",
        "retreat",
        "2811",
        limit=2,
        leads=("GE-9DI", "FR-39DI"),
        sources="german 2802, allied 2834",
    )
    assert offers(match, "retreat") == {"2812", "2711", "2712", "2912"}


@pytest.mark.rule("12.3")
def test_a_retreat_heads_for_the_hq_or_for_the_source_from_its_first_hex_to_its_last() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2714, FR-39DI 2811 defends",
        "retreat",
        "2811",
        limit=2,
        leads=("GE-9DI", "FR-39DI"),
        sources="german 2802, allied 1616",
    )
    told(match, "retreat 2712")
    assert rule_of(match, "retreat 2713") == "12.3"
