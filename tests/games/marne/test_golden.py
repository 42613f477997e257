"""Golden records: a game of each scenario and a battle of misunderstood orders, together with every verb.

Their actions lie in `golden/NAME.script`, one a line. `python -m tests.games.marne.test_golden` writes records and logs
again, after a change of the rules that is meant.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.marne.drawn import When, staged
from tests.golden import Golden, GoldenTests, Shelf
from westfront.engine.match import Match
from westfront.games.marne.state import MISUNDERSTOOD

FOLDER = Path(__file__).parent / "golden"
ORDERS = (
    "GE-14ResDI-1 2714 attacks, GE-9DI 2814 attacks, FR-10DI 2715 defends, FR-1DI 2717, FR-39DI 2618, "
    "GE-HQ-VII 3508, FR-HQ-X 2120"
)
"""Both sides misunderstand their orders before Soissons."""


def script(name: str) -> str:
    """The actions of a golden game."""
    return (FOLDER / f"{name}.script").read_text(encoding="utf-8")


def start(name: str) -> Match:
    """The game before its first action."""
    if name == "orders":
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
        return Match.from_position(drawn.position(), seed="orders 59")
    players = {"german": "Erich", "allied": "Philippe"}
    return Match.new("marne", name, seed=f"{name} 1918", players=players if name == "gneisenau" else None)


GAMES = {
    name: Golden(script(name), result, hash_)
    for name, result, hash_ in (
        ("foch-attacks", "german: allied resigns", "aba1f711c425e136ab03b067ba8bf62a"),
        ("gneisenau", "german: allied resigns", "815ee12840c1d1d96dc5811baf3e8ae0"),
        ("blucher", "german: allied resigns", "9bbeca9a295066375f19eec19974c505"),
        ("friedensturm", "german: allied resigns", "d4e4c2616b18fedce013fd890c8a203c"),
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
