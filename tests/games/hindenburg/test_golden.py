"""Golden records: two games by hand that use every verb, with their logs; what they say must never change unnoticed.

`python -m tests.games.hindenburg.test_golden` writes the files again, after a change of the rules that is meant.
"""

from __future__ import annotations

from tests.games.hindenburg.drawn import drawn
from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match

SPRING = """
deploy depth; clear; deploy historical; take 3305; top BR2-3; take; cancel; take 3305; lift BR3-3 1; undo; lift BR3-3 1
choose BR3-3; to 3304; number 1; take 3304; lift BR3-3 1; place BR3-3 1 at 3304; done
deploy flanders; mark; unmark 3905; mark 3905; done; deploy michael; done
force 3206; top GE4-4; cancel; force 3206; leave GE3-3 3; leave GE4-4 1; add GE4-4 1; attack 3205
roll; roll; bring; to 3204; add FR3-3 3; to 3104; add BR3-3 1; done
attack 3305 from 3306 with 4xGE4-4
roll; roll; send; from 3203; add BR3-3 1; done
attack 3105 from 3106 with 2xGE3-3; kill BR2-3 1; stay
roll; roll; entrench 3204
attack 3105 from 3106 with 4xGE4-4; kill BR3-3 2; stay; press; stay; break-off; roll
roll; fill 3204; force 3203; go 3103
move 3206 3207 with all; resign allied
"""
"""Both sides set up and change their minds; the first days of the German offensive; the Allies give up."""

WON = (
    "3204 3203 3202 3201 3103 3102 3101 3003 3002 3001 2903 2902 2901 3304 3303 3302 3301 "
    "3404 3403 3402 3401 2804 2803 2802 2801 2703 2702 2701 2602 2601"
)
AUTUMN_START = (
    f"german: {WON}; 3206: 8xGE3-3 3xGE2-3; 3205: 6xGE2-3 2xGE3-3; 3106: 8xGE2-3; 3207: 7xGE3-3; 3306: 8xGE4-4; "
    "3105: 4xBR3-3 1xAN4-4; 3305: 3xFR3-3 2xUS4-4 1xBR3-3; 3005: 4xFR2-3; 2505: 1xGE4-4 2xGE3-3 1xGE1-2; "
    "2504: 3xFR3-3; reserve: 2xBR-tanks 1xFR-tanks"
)
"""Turn 9: the Germans hold thirty western hexes, and too many of them are in one hex."""

AUTUMN = """
remove GE2-3; roll; wait
attack 3306 from 3305 with 1xBR3-3 2xFR3-3 2xUS4-4; tanks BR3-3 1; done; stay; roll
roll; pass; check
attack 2505 from 2504 with all; done; group 4; kill GE4-4 1; kill GE3-3 1; retreat 2506
roll; roll; fail 3206; divide GE3-3 3 to 3306; divide GE3-3 3 to 3207; divide GE3-3 2 to 3106; divide GE2-3 2 to 3205
enter 3105; leave BR3-3 3; add BR3-3 1; done
resign german
"""
"""The check is passed, tanks attack, and the German army has its Black Days."""

GAMES = {
    "spring": Golden(SPRING, "german: allied resigns", "de4673ac96abe46a59871e07ce5ca287"),
    "autumn": Golden(AUTUMN, "allied: german resigns", "205f675676acc7f33b121becc8459402"),
}


def start(name: str) -> Match:
    """The game before its first action."""
    if name == "autumn":
        position = drawn(AUTUMN_START, turn=9, phase="clean-up", actions=(3, 2)).position()
        return Match.from_position(position, seed="autumn 1918")
    return Match.new("hindenburg", players={"german": "Erich", "allied": "Ferdinand"}, seed="march 1918")


SHELF = Shelf(__file__, GAMES, start)


class TestGolden(GoldenTests):
    shelf = SHELF
    changed = "spring"
    changes = [
        ("allied: stay ~", "german: stay ~", "the hash does not fit"),
        ("german: kill BR2-3 1 ~", "german: kill BR3-3 1 ~", "the hash does not fit"),
    ]


if __name__ == "__main__":
    SHELF.write()
