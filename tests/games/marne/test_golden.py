"""Golden records: a game of each scenario to its end and two battles of misunderstood orders, together with every verb.

The games are those of a simple player who moves up, attacks at good odds and gives ground. All actions lie in
`golden/NAME.script`, one a line. `python -m tests.games.marne.test_golden` writes records and logs again, after a
change of the rules that is meant.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.marne.drawn import When, staged
from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match
from westfront.games.marne.rules import Marne, MarneOne
from westfront.games.marne.state import MISUNDERSTOOD

FOLDER = Path(__file__).parent / "golden"
ORDERS = (
    "GE-14ResDI-1 2714 attacks, GE-9DI 2814 attacks, FR-10DI 2715 defends, FR-1DI 2717, FR-39DI 2618, "
    "GE-HQ-VII 3508, FR-HQ-X 2120"
)
"""Both sides misunderstand their orders before Soissons."""
FIRST = f"rules = {MarneOne.version}\n"
"""The golden games were begun under version 1, and are kept as they are."""
SEEDS = {"orders": "orders 59", "panic": "panic 0"}


def script(name: str) -> str:
    """The actions of a golden game."""
    return (FOLDER / f"{name}.script").read_text(encoding="utf-8")


def start(name: str) -> Match:
    """The game before its first action."""
    if name in SEEDS:
        drawn = staged(
            ORDERS,
            "defender's misunderstood orders",
            "2715",
            coordination=(MISUNDERSTOOD, MISUNDERSTOOD),
            hits=(2, 3),
            leads=("GE-14ResDI-1", "FR-10DI"),
            when=When("blucher", 1, 2),
            hqs="",
            on_map=True,
        )
        return Match.from_position(drawn.position().replace(f"rules = {Marne.version}\n", FIRST), seed=SEEDS[name])
    players = {"german": "Erich", "allied": "Philippe"}
    named = players if name == "gneisenau" else None
    return Match.new("marne", name, seed=f"{name} 1918", players=named, version=MarneOne.version)


GAMES = {
    name: Golden(script(name), result, hash_)
    for name, result, hash_ in (
        ("foch-attacks", "nobody: a draw with 5 points", "c6d2d2e094ff5d9c616a2976db287520"),
        ("gneisenau", "german: German strategic victory with 9 points", "f47d6d439aeeefd32064d245a6efa516"),
        ("blucher", "allied: Allied victory with 12 points", "aa55f1f15bcc7c215e1b860a1f545b1e"),
        ("friedensturm", "nobody: a draw with 1 points", "5ec92ef5794b6b81c740544de8a2ce67"),
        ("panic", "allied: german resigns", "0658325193cde833bd584096e6663348"),
        ("orders", "allied: german resigns", "8e75cc260fb1b6b1079997760e0435bd"),
    )
}
SHELF = Shelf(__file__, GAMES, start)


class TestGolden(GoldenTests):
    shelf = SHELF
    changed = "orders"
    changes = [("confuse GE-9DI ", "confuse GE-14ResDI-1 ", "the hash does not fit")]


if __name__ == "__main__":
    SHELF.write()
