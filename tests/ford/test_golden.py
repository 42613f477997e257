"""Golden records: two games by hand that use every verb, with their logs; what they say must never change unnoticed.

`python -m tests.ford.test_golden` writes the files again, after a change of the rules that is meant.
"""

from __future__ import annotations

import re

import pytest

from tests.ford.drawn import ford, position
from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match

VILLAGE = """
move R2 0304; undo; take R2; cancel; take R2; go 0304; move R3 0404; move R4 0303 via 0403; move RG 0303; top R2; done
bombard 0305 with RG
attack 0305; add R1; add R2; drop R2; add R2; confirm; withdraw; retreat 0406; advance R1 R2
move B4 0407; done
attack 0305; add B1; add B2; add B3; confirm; stand; lose B1
bombard 0305 with BG; done
move RG 0304; move R3 0405; move R4 0106; done
bombard 0306 with RG; attack 0306; add R1; add R2; confirm; stand; retreat 0407; stay
attack 0406; add R3; confirm; stand
move B4 0608; done; attack 0405; add B1; add B2; confirm; stand
done; done; done; done; done; done; done; done; done; done; done; done; done; done; done; done; done
"""
"""Red takes the northern village; blue withdraws and strikes back in vain; the rest is silence."""

CORNER = """
01   R2 . . . . . . . B4
02  . . . . . . . R4 R1
05   . . . RG . B1-
"""

LAST_STAND = """
done
bombard 0506 with RG
attack 0109; add R1; confirm; stand
"""
"""A gun and a corner: blue is annihilated."""


GAMES = {
    "village": Golden(VILLAGE, "nobody: red has 2 points and blue 2", "b00f940803f8c7441dad61e4c0877694"),
    "last-stand": Golden(LAST_STAND, "red: blue has no unit left", "6fc4ccfae14a1be457b17036d56e6da4"),
}


def start(name: str) -> Match:
    """The game before its first action."""
    if name == "last-stand":
        return Match.from_position(position(CORNER, turn=3, fog="off"), seed=1)
    players = {"red": "Anna", "blue": "Bert"}
    return Match.new("ford", "assault", options={"season": "autumn"}, players=players, seed="the ford 1")


SHELF = Shelf(__file__, GAMES, start)


class TestGolden(GoldenTests):
    shelf = SHELF
    changed = "village"
    changes = [
        (" d6 1 ~", " d6 2 ~", "the hash does not fit"),
        ("lose B1 ~", "lose B2 ~", "the hash does not fit"),
        ("red: top R2", "blue: top R2", "was changed by hand"),
        ("result = nobody:", "result = red:", "the result is nobody: red has 2 points and blue 2, not 'red:"),
        ("player red = Anna", "player red = Anne", "the hash does not fit"),
    ]

    def test_ways_are_spelled_out(self) -> None:
        actions = self.shelf.actions()
        assert "move R4 0303 via 0403" in actions
        assert "advance R1 R2" in actions


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_log_of_a_side_never_names_what_is_hidden_from_it(side: str) -> None:
    """A line names an enemy only if it lies on top, is in the battle under way, or declares itself by firing."""
    record = SHELF.record("village")
    match = Match.load(record, upto=0)
    enemies = {name for name in ford().names.units if not name.startswith(side[0].upper())}
    known = visible(match, side)
    for entry in Match.load(record).entries:
        before = len(match.log(side))
        match.replay(entry)
        known |= visible(match, side)
        for line in match.log(side)[before:]:
            words = set(line.split())
            if DECLARED.search(line):
                known |= words
            assert enemies & words <= known, line
        if not IN_BATTLE.search(match.position()):
            known = visible(match, side)


DECLARED = re.compile(" attacks | bombards |^The units in ")
IN_BATTLE = re.compile("frame (Stand|AfterCombat|Advance):")


def visible(match: Match, side: str) -> set[str]:
    """The names of the counters that a side can read on the map."""
    return {piece.name for piece in match.view(side).scene.pieces}


if __name__ == "__main__":
    SHELF.write()
