"""Golden records: games by hand that use every verb, with their logs; what they say must never change unnoticed.

`python -m tests.games.storm.test_golden` writes the files again, after a change of the rules that is meant.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.games.storm.drawn import drawn
from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match
from westfront.games.storm.rules import Storm, StormOne

MARCH = """
clear; deploy joint; take BR-5; lift; undo; cancel; place BR-5 2333; top BR-5; deploy line; done
deploy verdun; deploy michael; take GE-AGB; go 2231; undo; cancel; done
done
take GE-6; cancel; rail GE-6 1427; done
stacks; cancel; top GE-25R; take GE-10; go 1233; undo; cancel; move GE-8 1832 via 1833; done
attack 2433 with GE-17-stoss; drop GE-17-stoss; add GE-17-stoss; add GE-9R-stoss; add GE-51-stoss; support; withhold
support; confirm; fly 1; fly 1; roll; lose BR-9; retreat 2434; lose GE-51-stoss; lose GE-51-stoss; lose GE-17-stoss
advance GE-17-stoss; done; done; infiltrate GE-17-stoss 2533; done; done
replenish BR-9; done; done; done; done; done
roll; resign allied
"""
"""Both sides set up; the first morning before Peronne."""

CHECK = "done; roll"
"""One point too few when the German turn 9 ends."""

SUMMER_START = (
    "2632: GE-1B; 2630: GE-2B; 2432: GE-17-stoss GE-4; 3020: GE-6~; 1435: GE-7; 2331: GE-AGB; dead: GE-8 BR-7; "
    "1339: BR-1 BR-2; 2731: BR-5 BR-6 BR-RTC; 2732: FR-2; 2234: BR-Aus US-1 US-2; 2937: FR-1~; "
    "pool: BR-14 US-26; air: GE-Air BR-Air"
)
SUMMER = """
done; roll; evacuate BR-1; done
replenish FR-1; reclaim BR-7 2; land BR-7 1441; land BR-14 1237; done
rail BR-7 1536; done
move US-26 3044; go 3042; done; attack 2632 with FR-2; confirm; fly 0; fly 0; roll
corps 2333; infiltrate BR-5 2631; redeploy 2632; done; done; resign german
"""
"""The end of turn 9 and after it, with most optional rules: the check, an evacuation, Big Bertha on the move."""

ELSEWHERE = """
done; done
done; rail FR-3C 3617; done; done; done; done
roll; done; done; done; done; done
resign allied
"""
"""The Storm Elsewhere: the Allies open, the Germans hold."""

OFFENSIVE = """
done; done
done; done; done; attack 2235 with BR-3 BR-7; confirm; fly 1; roll; lose BR-3; lose BR-7
attack 3231 with FR-5 FR-14 US-3; confirm; roll; resign german
"""
"""The Allied Offensive: Fourth Army moves on Albert."""

PLAN = """
roll; done; done
done; done; done; done; done; done
send; defend; done; done; done; done; done; done
done; done; done; done; done; done
send; keep; roll; done; done; done; done; done; done
done; done; done; done; done; done
keep; done; done; done; done; done; done; bomb 2332; intercept
resign german
"""
"""Plan 1919: bombers over the Ruhr."""

FIRST = f"rules = {StormOne.version}\n"
"""The golden games were begun under version 1, and are kept as they are."""
CAMPAIGN = (Path(__file__).parent / "golden" / "campaign.script").read_text(encoding="utf-8")
"""Sixteen turns with most optional rules: the Germans pass the check of turn 9, then the Allies attack."""

GAMES = {
    "campaign": Golden(CAMPAIGN, "german: German morale is 18 when the war ends", "0005e79be420a3a91d543623a51d26c3"),
    "march": Golden(MARCH, "german: allied resigns", "b551f3b7819d91adcbd0f4108d4a4f11"),
    "check": Golden(
        CHECK,
        "allied: German morale 17 and Allied morale 13 at the check of turn 9",
        "4e898d3df3308c6895516fefa1a1c82e",
    ),
    "summer": Golden(SUMMER, "allied: german resigns", "86e2ca9cca7f219f897f2b55ac0e68ba"),
    "elsewhere": Golden(ELSEWHERE, "german: allied resigns", "f3b8a216c604d0630bd9058c1fd66b73"),
    "offensive": Golden(OFFENSIVE, "allied: german resigns", "8cd48c17ab43a0aadad70641a947581d"),
    "plan": Golden(PLAN, "allied: german resigns", "7a125148c102a289e12ba1f93f6a318e"),
}
ON: dict[str, Any] = {
    "australian_american": "on",
    "bertha": "on",
    "evacuation": "on",
    "influenza": "on",
    "paris_gun": "on",
}


EVERY_OPTION = (
    "australian-american",
    "influenza",
    "weak-trenches",
    "belgians",
    "evacuation",
    "bertha",
    "storm-losses",
    "super-odds",
    "paris-gun",
)


PLAYERS = {"german": "Erich", "allied": "Ferdinand"}


def start(name: str) -> Match:
    """The game before its first action."""
    if name in ("check", "summer"):
        facts = {"morale": bytearray((18, 12) if name == "summer" else (17, 13))}
        match = drawn(SUMMER_START, "german", "second", turn=9, facts=facts, **ON)
        position = match.position().replace(f"rules = {Storm.version}\n", FIRST)
        return Match.from_position(position, seed=f"{name} 1")
    if name == "campaign":
        options = dict.fromkeys(EVERY_OPTION, "on")
        return Match.new("storm", options=options, players=PLAYERS, seed="campaign 1", version=StormOne.version)
    scenario = {"march": "campaign", "plan": "plan-1919"}.get(name, name)
    return Match.new("storm", scenario, players=PLAYERS, seed=f"{name} 1", version=StormOne.version)


SHELF = Shelf(__file__, GAMES, start)


class TestGolden(GoldenTests):
    shelf = SHELF
    changed = "march"
    changes = [
        ("lose BR-9 ", "lose BR-19 ", "does not fit"),
        ("german: confirm", "allied: confirm", "does not fit"),
        ("player german = Erich", "player german = Paul", "does not fit"),
    ]


if __name__ == "__main__":
    SHELF.write()
