"""What can be asked at the prompt, and what the screen says unasked."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pytest

from tests.cli.conftest import Typed
from tests.cli.desk import BATTLE, at_table, played
from tests.cli.test_terminal import answer, keyed
from westfront.bots import Bot, Plan
from westfront.cli.paper import Paper
from westfront.cli.terminal import Terminal
from westfront.cli.words import ALIASES, COMMANDS, VERBS, about_verb
from westfront.engine.chance import percent
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.rules import find_game, games
from westfront.engine.view import Preview
from westfront.engine.world import Seat


def last(match: Match, line: str) -> str:
    """What one line is answered with, whoever is asked."""
    prompt = f"{match.decision.side}> {line}\n"
    return at_table(match, [line]).split(prompt)[1].removesuffix("Stopped.\n")


# -- chances


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1, "100%"),
        (1.0, "100%"),
        (Fraction(1), "100%"),
        (sum([0.1] * 10), "100%"),
        (1 - sum([0.1] * 10), "0%"),
        (Fraction(99999, 100000), ">99.9%"),
        (0.99951, ">99.9%"),
        (0.9994, "99.9%"),
        (Fraction(2, 3), "66.7%"),
        (0.0006, "0.1%"),
        (Fraction(1, 46656), "<0.1%"),
        (0, "0%"),
    ],
)
def test_only_what_is_certain_is_100_or_0(chance: Fraction | float, words: str) -> None:
    assert percent(chance) == words


def test_what_was_only_tried_out_is_never_certain() -> None:
    assert percent(1, is_exact=False) == ">99.9%"
    assert percent(0, is_exact=False) == "<0.1%"


# -- what the screen says


def test_the_title_names_the_phase() -> None:
    shown = at_table(played(), ["done"])
    assert " red  turn 1 of 6 | movement | weather: dry" in shown
    assert " red  turn 1 of 6 | combat | weather: dry" in shown


def test_results_stand_below_the_map() -> None:
    shown = at_table(played(scenario="assault"), BATTLE)
    screen = shown.split("> stand\n")[1]
    assert screen.index("    01     02") < screen.index("Result at 0305: AL") < screen.index("\n   1  ")


def test_on_a_small_terminal_old_news_make_room() -> None:
    match, lots = played(scenario="assault"), RepeatableRandom("news")
    while match.number < 60:
        match.play(match.decision.actions[lots.below(len(match.decision.actions))])
    out, side = StringIO(), match.decision.side
    console = Paper(file=out, width=80, height=24, force_terminal=True, color_system=None)
    Terminal(match, None, console, iter([]), is_resumed=True).run()
    count = len(match.log(side))
    assert f"  ... {count - 3} earlier lines; to see them: log {count}\n" in out.getvalue()
    assert match.log(side)[-1] in out.getvalue().replace("\n", " ")


def test_what_is_worth_a_warning_is_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(*BATTLE[:2], scenario="assault")
    note = "without attack supply so far: R1 [5.2]"
    monkeypatch.setattr(type(match.rules), "preview", lambda *_: Preview("The attack", (), {"DR": 1.0}, note))
    assert f"  DR 100%\n  Note: {note}\nWho attacks" in at_table(match, [])


def test_an_attack_of_michel_without_attack_supply_warns_before_it_is_confirmed() -> None:
    match = Match.new("michel", seed=1)
    match.play("done")
    attack = next(text for text in match.decision.texts if text.startswith("attack "))
    match.play(attack)
    screen = at_table(match, [next(text for text in match.decision.texts if text.startswith("add "))])
    assert "  Note: without attack supply so far: " in screen.split("> add ")[1]
    declared = at_table(match, ["confirm"]).split("> confirm\n")[1]
    assert f"  Note: {attack.split()[1]} without attack supply: " in declared


# -- battles


def test_a_battle_that_is_declared_is_known(typed: Typed) -> None:
    match = played(*BATTLE[:4], scenario="assault", fog="off")
    assert last(match, "battle 0305").splitlines()[0] == "  red attacks 0305 with R1"
    assert last(match, "battle r1") == "  red attacks 0305 with R1\n"
    assert last(match, "battle 0909") == "There is no battle there.\n"
    assert "across the river: -1 [4.4]" in last(match, "battle")


# -- tables and charts


def test_charts_are_listed_and_shown() -> None:
    match = Match.new("michel", seed=1)
    assert last(match, "chart").splitlines()[:2] == ["  Combat results", "  Terrain effects"]
    told = last(match, "table crt")
    assert told.splitlines()[1].split() == ["die", *(f"{odds}-1" for odds in range(1, 11))]
    assert "  Ae: attackers destroyed\n" in told
    assert "> 1          21 March" in last(match, "chart calendar")
    assert last(match, "chart victory").startswith("Victory [Victory-Levels]\n")


def test_a_chart_that_is_not_there_is_refused(typed: Typed) -> None:
    typed("chart nonsense")
    assert "has no chart 'nonsense'; type `chart` to list them" in at_table(Match.new("michel", seed=1), None)


def test_the_column_of_the_battle_is_marked() -> None:
    lesson = find_game("meuse").lesson()
    assert lesson is not None
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    for step in lesson.steps[:11]:
        match.play(step.do)
    assert ">12" in last(match, "chart crt")
    assert "\n> Clear " in last(match, "chart lines")


def test_prose_is_told_line_by_line() -> None:
    told = last(Match.new("meuse", seed=1), "chart replacements")
    assert "  then: allied: pays that hex and may move on; german: pays that hex and may move on [5.2]\n" in told


def test_the_course_of_a_game_is_a_line() -> None:
    told = last(Match.new("storm", "elsewhere", seed=1), "course")
    assert told == "  Morale now\n  german  ▁  15\n  allied  ▁  15\n"
    assert last(Match.new("meuse", seed=1), "course") == "  This game has no track to follow over the turns.\n"


def test_a_battle_in_steps_tells_where_it_stands() -> None:
    lesson = find_game("marne").lesson()
    assert lesson is not None
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    for step in lesson.steps[:3]:
        match.play(step.do)
    told = last(match, "battle")
    assert "    1 who attacks: GE-9DI " in told
    assert "  >  2 attacker's guns (german decides)\n" in told


# -- the ground


def test_a_hex_tells_place_river_and_roads() -> None:
    match = Match.new("michel", seed=1)
    told = "  0619: Amiens, objective, river Somme towards 0618 0719, road to 0519 0520 0618 0719 0720"
    for line in ("hex amiens", "HEX Amiens", "hex 0619"):
        assert last(match, line).startswith(told)


def test_places(typed: Typed) -> None:
    match = Match.new("michel", seed=1)
    assert last(match, "places ami").startswith("  Amiens 0619")
    assert "Peronne 2417" in last(match, "places")
    assert answer(typed, played(), "places") == "this map names no places\n"
    typed("places zzz")
    assert "no place on the map matches 'zzz'\n" in keyed(match)


def test_the_map_has_places_rivers_and_roads() -> None:
    shown = last(Match.new("michel", seed=1), "map amiens")
    assert " *Amiens " in shown
    assert " .~= " in shown
    assert ".~ river beside it   .= road" in shown


# -- help


def test_no_verb_of_a_game_is_a_word_of_the_terminal() -> None:
    taken = {*ALIASES, *(command.split()[0] for command in COMMANDS)}
    for game in games():
        assert not taken & set(Match.new(game.id, seed=1).rules.grammar.patterns)


def test_help_about_a_verb(typed: Typed) -> None:
    match = played()
    pattern, now = answer(typed, match, "help MOVE").splitlines()
    assert pattern.startswith("move UNIT HEX [via HEX*]: Move a unit in one line.")
    assert now == "  possible now, though the list does not show it"
    assert answer(typed, match, "help take").splitlines()[1] == "  now, for example: take R1"
    assert answer(typed, match, "help stand").splitlines()[1].startswith("  not now; red is asked: Move your units")
    assert answer(typed, match, "help castle").startswith("there is no action 'castle' in The Ford")


def test_help_about_a_verb_that_is_refused_now_says_why() -> None:
    match = played("done", "attack 0305", scenario="assault")
    assert "  not now: " in last(match, "help confirm")


@pytest.mark.parametrize("game", ["ford", "michel", "hindenburg", "meuse", "marne", "storm"])
def test_every_verb_has_its_sentence(game: str) -> None:
    """One of its own or one that means the same in every game; its name with a full stop is none."""
    rules = Match.new(game, seed=1).rules
    assert [verb for verb in rules.grammar.patterns if verb not in {**VERBS, **rules.verb_help}] == []
    assert [verb for verb in rules.verb_help if verb not in rules.grammar.patterns] == []
    assert all(about_verb(rules, verb).endswith(".") for verb in rules.grammar.patterns)


# -- letters


def test_letters_of_small_words_sides_and_kinds_may_be_large_or_small() -> None:
    match = played()
    at_table(match, ["MOVE r1 0303 VIA 0302"])
    assert match.entries[-1].action == "move R1 0303 via 0302"


# -- machines


class Planner:
    """Plans to end its phase again and again."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        return Plan((("done",),) * 5, "nothing to be gained")


class Dreamer:
    """Plans what cannot be."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        return Plan((("go", 0), ("done",)))


class Broken:
    """Cannot plan at all."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        raise ZeroDivisionError("no idea")


def with_machine(monkeypatch: pytest.MonkeyPatch, bot: type[Bot], match: Match, *lines: str) -> str:
    """What is shown when blue is played by this machine."""
    monkeypatch.setattr("westfront.cli.thinking.bots", lambda game: {"random": lambda seed: bot()})
    return at_table(match, lines, machines=["blue"])


def test_a_plan_is_played_as_far_as_the_side_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(fog="off")
    shown = with_machine(monkeypatch, Planner, match, "done", "done", "machine")
    assert [(entry.side, entry.action) for entry in match.entries] == [("red", "done")] * 2 + [("blue", "done")] * 2
    assert "  blue: done; done. Why: nothing to be gained\n" in shown


def test_while_units_are_hidden_the_machine_keeps_its_reasons(monkeypatch: pytest.MonkeyPatch, typed: Typed) -> None:
    monkeypatch.setattr("westfront.cli.thinking.bots", lambda game: {"random": lambda seed: Planner()})
    typed("done", "done", "machine")
    shown = at_table(played(), None, machines=["blue"])
    assert "the machine keeps its reasons to itself while units are hidden" in shown
    assert "nothing to be gained" not in shown


@pytest.mark.parametrize(
    ("bot", "why"),
    [(Dreamer, ""), (Broken, "the machine has failed, and a stand-in has acted: ZeroDivisionError: no idea")],
)
def test_for_a_machine_that_fails_somebody_stands_in(bot: type[Bot], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(fog="off")
    shown = with_machine(monkeypatch, bot, match, "done", "done", "machine")
    assert [entry.action for entry in match.entries] == ["done"] * 4
    assert f"  blue: done{f'. Why: {why}' if why else ''}\n" in shown


def test_without_a_machine_there_is_nothing_to_ask(typed: Typed) -> None:
    assert answer(typed, played(), "machine").startswith("no side is played by the machine")
