"""Golden records: H-Hour, and the evening of Montfaucon to its end; together they use every verb.

`python -m tests.games.meuse.test_golden` writes the files again, after a change of the rules that is meant.
"""

from __future__ import annotations

from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match

H_HOUR = """
done; take DE-255; cancel; done; done; roll; roll; take aircraft-1; go 1617; take aircraft-2; go 2016; done
shell DE-33; shell DE-15; shell DE-15; shell DE-33; shell DE-5G; shell DE-76R; shell DE-1G; shell DE-1G; done; gas
fire 1119; fire 1917; retreat 2016; fire 1417; fire 1019; fire 0618; attack 1417; add 1418; confirm
support support-allied-6; done; done; roll; attack 1019; add 1120; drop 1120; add 1020; add 0920; add 1120; confirm
done; done; roll; resist; attack 0618; add 0619; add 0719; confirm; done; done; pass; roll; attack 0818; add 0819
confirm; done; done; pass; roll; retreat 0720; retreat 0721; retreat 0722; attack 1218; add 1219; add 1319; confirm
done; done; roll; withdraw 1219; retreat 1220; retreat 1419; attack 1617; add 1618; add 1518; add 1718; confirm; done
done; roll; lose 1518; attack 1817; add 1918; confirm; done; done; roll; retreat 1920; done; rebuild DE-15
take DE-15; go 1217; take DE-108; go 1212; take DE-37; go 1117; done; shell US-77; shell US-80; shell US-80
shell US-92; done; fire 1418; fire 0619; fire 0719; suffer; attack 1120; add 1019; add 1119; confirm; done; done
roll; withdraw 1019; retreat 1119; retreat 1118; retreat 1118; retreat 1017; attack 1718; add 1617; add 1817
add 1717; confirm; done; done; roll; retreat-full; retreat 1719; retreat 1619; advance 1717
resign german
"""
"""The first turn with gas; the Lost Battalion is kept."""

MONTFAUCON = """
done; take DE-2L; undo; take DE-2L; cancel; done; done; roll; roll; take aircraft-1; go 1317; take aircraft-2
go 0718; done; shell DE-255; shell DE-5BR; shell DE-3G; shell DE-15; shell DE-3G; shell DE-5BR; shell DE-115
shell DE-123; done; no-gas; fire 1517; fire 0919; fire 1318; fire 1617; fire 1417; fire 1717; attack 0919; add 0920
confirm; support support-allied-1; done; done; declare; done; done; roll; retreat 0820; retreat 0721; retreat 0621
attack 1817; add 1718; drop 1718; add 1718; add 1918; confirm; done; done; roll; resist; attack 1318; add 1319
add 1418; confirm; done; done; roll; attack 1119; add 1120; add 1219; confirm; done; done; roll; lose 1120
attack 0618; add 0719; add 0619; confirm; done; done; roll; withdraw 0719; retreat 0720; retreat 0721; retreat 0620
retreat 0521; attack 1417; add 1518; confirm; done; done; roll; attack 0818; add 0819; confirm; done; done; roll
attack 1019; add 1020; confirm; done; done; roll; attack 1617; add 1618; confirm; done; done; roll; retreat 1719
retreat 1819; done; rebuild DE-1A; take DE-106A; go 1815; take DE-5L; go 1117; take DE-76R; go 0519; done; shell US-4
shell US-4; shell US-80; shell US-28; done; fire 1319; fire 1418; fire 0819; attack 1020; add 1019; confirm; done
done; roll; retreat 0921; retreat 0821; advance 1019; attack 1319; add 1218; add 1318; confirm; done; done; roll
lose 1318; attack 1219; add 1119; confirm; done; done; roll; attack 1918; add 1917; add 2017; add 1817; confirm; done
done; roll; lose 2017; attack 1518; add 1617; add 1517; add 1417; confirm; done; done; roll; retreat-full
retreat 1519; retreat 1419; stay; attack 0819; add 0919; confirm; done; done; roll; advance 0919; attack 1718
add 1717; confirm; done; done; roll; roll; roll; break US-4; done; forfeit; take FR-BEL; go 2118; move US-78 0321
take US-77; go 0422; done; shell DE-123; shell DE-15; shell DE-37; shell DE-3G; shell DE-15; done; fire 1717
fire 1318; fire 1218; fire 1417; attack 1318; add 1319; add 1418; confirm; done; done; roll; stay; attack 1817
add 1718; confirm; done; done; roll; attack 1020; add 1120; confirm; done; done; roll; attack 1218; add 1219; confirm
done; done; roll; attack 2218; add 2118; confirm; done; done; roll; retreat 2018; retreat 2019; retreat 2020; done
take DE-255; go 0721; take DE-5BR; go 1519; take DE-13L; go 2322; done; shell US-32; shell US-80; shell US-brigade-1
shell US-brigade-1; done; fire 1419; fire 1319; fire 1418; attack 1319; add 1218; confirm; done; done; roll
retreat 1220; advance 1218; attack 1419; add 1519; confirm; done; done; roll; attack 1418; add 1417; confirm; done
done; roll; retreat 1317; retreat 1316; attack 0821; add 0721; confirm; done; done; roll; roll; roll; done
return US-5; enter 1422; take US-80; go 1518; take FR-BEL; go 2119; take US-brigade-2; go 1322; done; shell DE-255
shell DE-5BR; shell DE-5BR; shell DE-115; done; fire 1519; suffer; fire 1517; suffer; fire 0721; attack 0721
add 0821; confirm; done; done; roll; attack 1517; add 1518; confirm; done; done; roll; stay; attack 2218; add 2119
confirm; done; done; roll; retreat 2019; retreat 1920; attack 1319; add 1320; add 1419; add 1219; confirm; done; done
roll; retreat-one; retreat 1218; stay; done; take DE-9L; go 0217; take DE-8L; go 2119; take DE-1A; go 1517; done
shell US-37; shell US-37; shell US-80; shell US-80; done; fire 1518; fire 1219; attack 1219; add 1218; confirm; done
done; roll; retreat 1320; retreat 1420; stay; attack 1518; add 1517; confirm; done; done; roll
"""
"""Three turns without gas: breakdown, replacements, arrivals, every kind of result."""

NOT_ENTERED = "German victory: 1216 Montfaucon was not entered in 3 turns"
GAMES = {
    "h-hour": Golden(H_HOUR, "allied: german resigns", "e25774f6f731c132fbacd05d92b83630"),
    "montfaucon": Golden(MONTFAUCON, f"german: {NOT_ENTERED}", "0e12ab7b99653f40671a41f8cbe2aba0"),
}


def start(name: str) -> Match:
    """The game before its first action."""
    if name == "h-hour":
        return Match.new("meuse", players={"allied": "Hunter", "german": "Max"}, seed="campaign 0")
    return Match.new("meuse", "montfaucon", seed="montfaucon 1")


SHELF = Shelf(__file__, GAMES, start)


class TestGolden(GoldenTests):
    shelf = SHELF
    changed = "h-hour"
    changes = [
        ("allied: gas ", "allied: no-gas ", "the hash does not fit"),
        ("allied: gas ", "german: gas ", "was changed by hand"),
        ("result = allied:", "result = german:", "the result is allied: german resigns, not 'german:"),
    ]


if __name__ == "__main__":
    SHELF.write()
