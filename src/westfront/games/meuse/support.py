"""Support fire: markers drawn each turn, and assigned to attacks by both sides."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.meuse.data import MeuseData, MeusePlay, MeuseRoll
from westfront.games.meuse.odds import Battle
from westfront.games.meuse.state import FIRING, HAND, POOL, MeuseState
from westfront.games.meuse.supply import supplied_hexes

MOST_SUPPORT = 2
"""So many markers each side may assign to one combat."""


def markers(rules: MeuseData, s: MeuseState, side: int, box: int) -> list[int]:
    """The support markers of a side in a box."""
    return [unit for unit in rules.support[side] if s.at[unit] == box]


@rule("8.1", "C-SFM", "T-SF")
class Draw(MeuseRoll, frozen=True):
    """At the start of a turn a side draws its support markers from the full pool."""

    asked_by = "8.1"
    question = "Draw the support markers of this turn."

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """Nothing is drawn yet."""
        return len(markers(rules, s, self.player, POOL)) == len(rules.support[self.player]) and s.turn > 0

    def do_roll(self, play: MeusePlay) -> None:
        """A die with a face for each marker left, for each marker drawn; the last one needs none."""
        rules, s = play.rules, play.state
        play.pop()
        drawn = []
        for _ in range(rules.track[s.turn].support[self.player]):
            pool = markers(rules, s, self.player, POOL)
            which = play.roll(f"support/{rules.sides[self.player]}", len(pool))[0] - 1 if len(pool) > 1 else 0
            s.at[pool[which]] = HAND
            drawn.append(pool[which])
        values = [rules.strength[unit] for unit in drawn]
        play.tell("drawn", "8.1", side=self.player, values=values)


@rule("8.1", "8.3", "8.6")
def why_no_support(battle: Battle, side: int) -> Refusal | None:
    """What keeps a side from assigning one more marker to an attack."""
    rules, s = battle.rules, battle.s
    if not markers(rules, s, side, HAND):
        return Refusal("8.1", "no support marker is left in hand: each is used once a turn")
    if len(markers(rules, s, side, FIRING)) >= MOST_SUPPORT:
        return Refusal("8.6", f"a side may use at most {MOST_SUPPORT} support markers in one combat")
    line = supplied_hexes(rules, s, battle.side)
    if side == battle.side and not any(line >> hex_ & 1 for hex_ in battle.attackers):
        return Refusal("8.6", "an attack by units that are all out of supply gets no support fire")
    return None
