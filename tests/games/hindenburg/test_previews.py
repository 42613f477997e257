"""The preview of a battle against the battle itself: every way the dice can fall, through the rules that resolve it."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.engine.chance import distribution, percent
from westfront.engine.dice import Dice, RepeatableRandom
from westfront.engine.frame import Play, asked, carry_out
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.games.hindenburg.battle import under_way
from westfront.games.hindenburg.outlook import EMPTY, HELD, TAKEN
from westfront.games.hindenburg.rounds import ChooseLosses, Grouping, Press, Stand, may_lose
from westfront.games.hindenburg.state import US, HindenburgState

GROUND = {
    "german": (
        ("3206", "3205", ""),
        ("3204", "3203", "; german: 3205"),
        ("3306", "3305", ""),
        ("3006", "3105", ""),
        ("3305", "3304", "; german: 3405; allied: 3306"),
    ),
    "allied": (("3205", "3206", ""), ("3305", "3306", ""), ("3205", "3204", ""), ("3203", "3204", "; german: 3205")),
}
"""Where an attack comes from and goes to: trench, clear, rough trench, river; supplied and cut off."""
KINDS = {
    "german": ("GE4-4", "GE3-3", "GE2-3", "GE1-2", "GE3-3r"),
    "allied": ("BR4-4", "BR3-3", "FR2-3", "FR1-2r", "AN4-4", "US4-4", "US4-4r"),
}


def one_of(lots: RepeatableRandom, things: tuple[str, ...]) -> str:
    """A thing by lot."""
    return things[lots.below(len(things))]


def stack(lots: RepeatableRandom, side: str, kinds: int) -> str:
    """A division of each of some kinds, or one or two of one kind, in words."""
    chosen = list(dict.fromkeys(one_of(lots, KINDS[side]) for _ in range(kinds)))
    return " ".join(f"{1 if len(chosen) > 1 else 1 + lots.below(2)}x{kind}" for kind in chosen)


def places(lots: RepeatableRandom, side: str, defenders: int) -> tuple[str, str, str]:
    """A battle by lot: the position in words, the hex of the attack and its target."""
    grounds = GROUND[side]
    origin, target, more = grounds[lots.below(len(grounds))]
    enemy = "allied" if side == "german" else "german"
    words = f"{origin}: {stack(lots, side, 2)}; {target}: {stack(lots, enemy, defenders)}{more}"
    fed = side == "german" and lots.below(2)
    return f"{words}; supply: {origin}" if fed else words, origin, target


# -- the battle itself


def policy(s: HindenburgState) -> Action | None:
    """What the note of the preview supposes, for the question that is asked; None when the battle is over."""
    rules, battle, frame = hindenburg(), under_way(s), asked(s)
    if battle is None:
        return None
    if isinstance(frame, ChooseLosses):
        factors = rules.defence if frame.player == battle.player else rules.attack

        def rank(unit: int) -> tuple[bool, int, int]:
            return rules.nation_of[unit] == US, s.isolated[unit], -factors[unit][s.flipped[unit]]

        kinds = may_lose(rules, s, frame.player)
        return ("kill", min(kinds, key=lambda kind: rank(kinds[kind][0])), 1)
    if isinstance(frame, Grouping):
        return frame.offer(rules, s)[0]
    if isinstance(frame, Stand):
        return ("stay",)
    assert isinstance(frame, Press)
    ours, theirs = battle.attacking(s), battle.defending(rules, s)
    return ("press",) if len(ours) >= len(theirs) else ("break-off",)


class Fought:
    """A battle that is fought out by the policy, whatever the dice show."""

    def __init__(self, side: str, target: str) -> None:
        self.player, self.target = hindenburg().sides.index(side), hindenburg().grid.hex(target)
        self.before_a_round: dict[tuple[bytes, bytes], HindenburgState] = {}

    def step(self, s: HindenburgState, action: Action) -> dict[object, float]:
        """One round: how it ends, or the position in which the attacker presses on."""

        def resolve(dice: Dice) -> object:
            play = Play(hindenburg(), s.copy(), dice)
            carry_out(play, action)
            while (following := policy(play.state)) is not None:
                if following == ("press",):
                    key = play.state.at.tobytes(), bytes(play.state.flipped)
                    self.before_a_round[key] = play.state
                    return key
                carry_out(play, following)
            return self.end_of(play.state)

        return {key: float(chance) for key, chance in distribution(resolve).items()}

    def end_of(self, s: HindenburgState) -> str:
        """How it ended."""
        here = hindenburg().stack(s, self.target)
        if not here:
            return EMPTY
        return TAKEN if hindenburg().side_of[here[0]] == self.player else HELD

    def ends(self, s: HindenburgState, action: Action, known: dict[object, dict[str, float]]) -> dict[str, float]:
        """The chances of the whole battle; a round in which nobody falls is fought again."""
        here = s.at.tobytes(), bytes(s.flipped)
        found = dict.fromkeys((TAKEN, HELD, EMPTY), 0.0)
        nothing = 0.0
        for key, chance in self.step(s, action).items():
            if key == here and action == ("press",):
                nothing = chance
                continue
            if key not in found and key not in known:
                known[key] = self.ends(self.before_a_round[key], ("press",), known)  # type: ignore[index]
            for end, part in ({key: 1.0} if key in found else known[key]).items():
                found[end] += chance * part
        return {end: chance / (1 - nothing) for end, chance in found.items()}

    def one_round(self, s: HindenburgState, action: Action) -> dict[str, float]:
        """The chances of a single round, after which the hex is held if anybody is left there."""
        found = dict.fromkeys((TAKEN, HELD, EMPTY), 0.0)
        for key, chance in self.step(s, action).items():
            found[key if key in found else HELD] += chance
        return found


def compare(match: Match, side: str, target: str, action: str) -> None:
    """The preview that the side sees now, and the battle that the action begins."""
    found = match.preview(side)
    assert found is not None
    fought, code = Fought(side, target), hindenburg().grammar.parse(action)
    battle, one = fought.ends(state(match), code, {}), fought.one_round(state(match), code)
    shown = {line.label.removeprefix("after one round "): line.value for line in found.lines if line.rule == "13.10"}
    assert shown == {end: percent(chance) for end, chance in one.items()}
    chances = {end.replace(f"{target} is", "the hex is"): chance for end, chance in found.chances.items()}
    assert chances == pytest.approx({end: battle[end] for end in chances}, abs=1e-9)


@pytest.mark.rule("13.11", "13.8", "6.6")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("seed", range(8))
def test_the_preview_before_an_attack_is_exact_if_all_are_like_the_top_division(side: str, seed: int) -> None:
    lots = RepeatableRandom(f"before {side} {seed}")
    words, origin, target = places(lots, side, defenders=1)
    match = drawn(words, side)
    match.play(f"force {origin}")
    compare(match, side, target, f"attack {target}")


@pytest.mark.rule("13.12")
@pytest.mark.parametrize(("tanks", "force"), [("BR3-3 2", "3xBR3-3"), ("FR3-3 1", "1xFR3-3 1xUS4-4r")])
def test_the_preview_of_an_attack_with_tanks_is_exact(tanks: str, force: str) -> None:
    match = drawn(f"3305: {force}; 3306: 2xGE3-3; reserve: 2xBR-tanks 1xFR-tanks", "allied")
    match.play("attack 3306 from 3305 with all")
    match.play(f"tanks {tanks}")
    compare(match, "allied", "3306", "done")


@pytest.mark.rule("13.11", "13.6", "7.7")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("seed", range(8))
def test_the_preview_of_another_round_is_exact_for_mixed_stacks(side: str, seed: int) -> None:
    """The first round passes without a hit; then everybody is known."""
    lots = RepeatableRandom(f"another round {side} {seed}")
    words, origin, target = places(lots, side, defenders=2)
    words += f"; supply: {origin}" if side == "german" and "supply" not in words else ""
    if side == "allied":
        words = words.replace(f"{origin}: ", f"{origin}: 1xUS4-4 ")
    match = drawn(words, side)
    match.play(f"force {origin}")
    match.play(f"attack {target}")
    while not isinstance(asked(state(match)), Press):
        match.play("stay" if "stay" in match.decision.texts else match.decision.texts[0])
    compare(match, side, target, "press")


@pytest.mark.rule("13.12", "7.7")
@pytest.mark.parametrize(
    ("words", "target", "before"),
    [
        ("3305: 3xBR3-3; 3306: 2xGE3-3; reserve: 1xBR-tanks", "3306", "tanks BR3-3 1; done; stay"),
        ("3305: 2xUS4-4; 3304: 2xGE3-3 2xGE1-2", "3304", "group 3; stay"),
    ],
)
def test_the_preview_of_another_round_after_tanks_and_against_a_pocket(words: str, target: str, before: str) -> None:
    """After tanks there is one more round and no other; those out of supply share dice in threes."""
    match = drawn(words, "allied")
    match.play(f"attack {target} from 3305 with all")
    for action in before.split("; "):
        match.play(action)
    compare(match, "allied", target, "press")


@pytest.mark.rule("13.10")
def test_what_is_nearly_certain_is_not_called_100_percent() -> None:
    """Ten divisions miss a single one in one of 60,000 rounds; that nobody at all is left is impossible."""
    match = drawn("3206: 10xGE4-4; 3205: 1xFR2-3", "german")
    match.play("force 3206")
    found = match.preview("german")
    assert found is not None
    shown = {line.label: line.value for line in found.lines if line.rule == "13.10"}
    assert shown == {
        "after one round the hex is taken": ">99.9%",
        "after one round the hex is held": "<0.1%",
        "after one round nobody is left": "0%",
    }
