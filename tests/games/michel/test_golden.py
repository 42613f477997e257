"""Golden records: three games by hand that use every verb, with their logs; what they say must never change unnoticed.

`python -m tests.games.michel.test_golden` writes the files again, after a change of the rules that is meant.
"""

from __future__ import annotations

from tests.games.michel.drawn import real
from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match

DEPLOYMENT = """
clear; deploy depth; choose 4-4; take B-56; go 1805; undo; cancel; lift B-56; place 4-4 at 1805
clear 1705; place 4-4 at 1706; deploy forward; done
deploy south; choose 7-5; cancel; deploy historical; done
"""
"""Both sides deploy freely, change their minds, and take what is ready-made."""

OFFENSIVE = """
take S-9; cancel; move S-9 3421; undo; move S-19b 3421 via 3420; move T-134 3318; done
attack 3218; add S-6B S-5 G-6R-corps; confirm; attack 3322; add S-19b; confirm; supply G-14R-corps; done
fire B-19-corps 3218 half; fire B-18-corps 3322 full; done
resolve 3218; retreat S-6B 3518; retreat S-5 3417; resolve 3322; retreat S-19b 3520
"""
"""The first morning at St. Quentin; after one battle the guns fall silent."""

LAST_DAY_START = (
    "S-234 3320, S-221 3320, S-111 3420, S-17 3420, G-9-corps 3519, G-3-corps 3520, G-32 3620,"
    "S-195 1010, G-42 1111, G-4E 1111, G-51-corps 0910, B-62 1110, B-15 1112,"
    "S-18 0219, G-17-corps 0320, B-47 0418,"
    "S-24R pool, T-185 due:10, T-236 due:10,"
    "B-61 3220, C-1 3220, B-30 3321, B-18-corps 3022, B-4 pool, F-1 pool, F-55 due:10s, B-7 due:10n"
)

LAST_DAY = """
enter T-185 4016; take T-236; go 4020; done
take S-18; exit 0119 X-Y; move S-195 1111; done; remove G-4E
attack 3220; add S-234 S-221; widen 3321; narrow 3321; confirm
attack 3321; add S-111 S-17 G-3-corps; drop G-3-corps; add G-3-corps; confirm; change 3220; confirm
supply G-9-corps; spare G-9-corps; supply G-9-corps; done
resist B-61; fire B-18-corps 3220 half; hold B-18-corps; fire B-18-corps 3220 full; done
resolve 3321; pick F-1; lose S-17
resolve 3220; retreat S-221 3418 via 3419; retreat S-234 3418
"""
"""Storm troops leave the map, too many stand in a hex, the last attack fails."""


GAMES = {
    "deployment": Golden(
        DEPLOYMENT,
        "allied: 0 points, Allied victory, by relative strength Allied victory",
        "3940a973f566e628a95e1fa7b5fb3b34",
    ),
    "offensive": Golden(
        OFFENSIVE,
        "allied: 0 points, Allied victory, by relative strength Allied victory",
        "b5422d03944152aaf8eab31ac25e1994",
    ),
    "last-day": Golden(
        LAST_DAY,
        "allied: 4 points, Allied victory, by relative strength Allied victory",
        "9b302affd281eff2de5a34d4d7488a53",
    ),
}


def start(name: str) -> Match:
    """The game before its first action."""
    if name == "last-day":
        return Match.from_position(real(LAST_DAY_START, turn=10).position(), seed="the last day 11")
    if name == "deployment":
        return Match.new("michel", options={"german": "3", "allied": "12"}, seed="michel 3")
    players = {"german": "Erich", "allied": "Hubert"}
    return Match.new("michel", players=players, seed="michel 1")


SHELF = Shelf(__file__, GAMES, start, last="done")


class TestGolden(GoldenTests):
    shelf = SHELF
    changed = "last-day"
    changes = [
        ("lose S-17 ", "lose S-111 ", "the hash does not fit"),
        ("allied: pick F-1", "german: pick F-1", "the hash does not fit"),
        ("allied: pick F-1 ", "allied: pick B-4 ", "the hash does not fit"),
    ]

    def test_ways_are_spelled_out(self) -> None:
        actions = self.shelf.actions()
        assert "move S-19b 3421 via 3420" in actions
        assert "retreat S-221 3418 via 3419" in actions


if __name__ == "__main__":
    SHELF.write()
