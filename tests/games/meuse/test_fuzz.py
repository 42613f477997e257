"""Random play from the thick of it finds nothing, whatever the switches."""

from __future__ import annotations

import pytest

from tests.games.meuse.drawn import draw
from westfront.lab.fuzz import fuzz_game

BATTLE = (
    "US-4 1319, US-32 1418-, US-33 0818-, US-77 0719, US-3 1421-, US-28 1219-, US-35 lost, US-79 lost, US-2 due,"
    "US-brigade-1 1518, US-brigade-2 1518, US-brigade-3 1618, US-1 0704, FR-29 0604,"
    "DE-1G 1318, DE-5G 1417, DE-2L 0718, DE-37 1217, DE-15 1416-, DE-28R 1517, DE-52R 0703, DE-13L 0702-,"
    "DE-8L lost, DE-9L lost, DE-10 due, DE-53R 0603"
)
SWITCHES = [
    {},
    {"bombardment_retreat": "16.0", "crt_paren_A": "one"},
    {"zoc_to_zoc": "no", "supply": "off"},
]


@pytest.mark.parametrize("options", SWITCHES)
@pytest.mark.parametrize(("phase", "side"), [("turn", "allied"), ("combat", "allied"), ("turn", "german")])
def test_random_play_finds_nothing(options: dict[str, str], phase: str, side: str) -> None:
    drawn = draw(BATTLE, phase, side, turn=24, breached="1318", allied="3 2", german="2 1", options=options)
    number, failure = fuzz_game("meuse", f"{phase} {side}", drawn.position())
    assert failure is None, failure
    assert number > 0


def test_a_random_evening_finds_nothing() -> None:
    number, failure = fuzz_game("meuse", "evening", draw(BATTLE, "end", turn=22).position())
    assert failure is None, failure
    assert number > 100
