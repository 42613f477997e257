"""Each command on its good path: what it prints, what it writes, how it exits."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Refused
from tests.cli.desk import BATTLE, FORD, QUIET_TURN, ROOT, finished, played, saved, shell
from tests.ford.rules import Ford
from tests.ford.state import FordState
from westfront import __version__
from westfront.cli import bench, game_bench, main, tools
from westfront.engine import catalogue
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules

Screen = pytest.CaptureFixture[str]
TOOLS = ("games", "new", "play", "replay", "verify", "rules", "perft", "fuzz", "bench", "doctor")
COMMANDS = (*TOOLS, "serve", "tables", "invite", "backup", "restore")


def shown(screen: Screen, *words: str, code: int = 0) -> str:
    """Run a command and give what it printed; nothing may come out of the error channel."""
    assert main(words) == code
    printed = screen.readouterr()
    assert printed.err == ""
    return printed.out


# -- about itself


def test_version(capsys: Screen) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert (stop.value.code, capsys.readouterr().out) == (0, f"westfront {__version__}\n")


def test_help_names_every_command(capsys: Screen) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    text = capsys.readouterr().out
    assert stop.value.code == 0
    assert [word for word in COMMANDS if f"\n    {word} " not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str, capsys: Screen) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    text = capsys.readouterr().out
    assert stop.value.code == 0
    assert text.startswith(f"usage: westfront {command} ")
    assert re.search(r"\n\n[A-Z][^\n]+\.", text)


def test_runs_as_a_module() -> None:
    done = shell("games")
    assert done.returncode == 0
    assert b"The Ford" in done.stdout
    assert done.stderr == b""


# -- games and new


def test_games(capsys: Screen) -> None:
    text = shown(capsys, "--add", FORD, "games")
    assert all(word in text for word in ("ford", "The Ford", "meeting", "assault", "fog = on | off", "season"))


def test_new_writes_a_record_and_says_how_to_go_on(capsys: Screen) -> None:
    text = shown(capsys, "new", "ford")
    assert text == "ford.westfront: The Ford, meeting. Play it with: westfront play ford.westfront\n"
    assert Match.load(Path("ford.westfront").read_text()).number == 0


def test_new_takes_the_next_free_name(capsys: Screen) -> None:
    for name in ("ford.westfront", "ford-2.westfront", "ford-3.westfront"):
        assert shown(capsys, "new", "ford").startswith(name)


def test_new_with_everything(capsys: Screen) -> None:
    Path("mine").write_text("name My copy\ntypes R-inf attack 9\n")
    words = "--scenario assault --option fog=off --option season=autumn --override mine --player blue=Anna --seed 5"
    shown(capsys, "new", "ford", *words.split(), "-o", "x.txt")
    match = Match.load(Path("x.txt").read_text())
    assert (match.rules.scenario, match.rules.options) == ("assault", {"fog": "off", "season": "autumn"})
    assert (match.players, match.setting.overrides.name) == ({"blue": "Anna"}, "My copy")
    assert match.commitment == Match.new("ford", seed="5").commitment


def test_new_without_a_seed_has_other_dice_each_time(capsys: Screen) -> None:
    shown(capsys, "new", "ford", "-o", "a")
    shown(capsys, "new", "ford", "-o", "b")
    assert Path("a").read_text() != Path("b").read_text()


def test_a_name_with_brackets_is_printed_as_it_is(capsys: Screen) -> None:
    assert shown(capsys, "new", "ford", "-o", "a[bold]:x:[nb].txt").startswith("a[bold]:x:[nb].txt: The Ford")


# -- play by script


def test_play_a_script(capsys: Screen) -> None:
    Path("lines").write_text("# red moves\n\ntake R1   # the first\n1\nmove R1 0302\ndone\ndone\n")
    text = shown(capsys, "play", "ford", "--seed", "1", "--script", "lines")
    wanted = played("take R1", "cancel", "move R1 0302", *QUIET_TURN)
    assert text.endswith(f"Stopped.\n5 actions, hash {wanted.hash}\n")
    assert sorted(Path().iterdir()) == [Path("lines")]


def test_the_same_script_gives_the_same_screen(capsys: Screen) -> None:
    Path("lines").write_text("take R1\ngo 0302\n" + "done\n" * 8)
    first, second = (shown(capsys, "play", "ford", "--seed", "1", "--script", "lines") for _ in range(2))
    assert first == second


def test_play_a_script_into_a_file(capsys: Screen) -> None:
    Path("lines").write_text("move R1 0302\n")
    text = shown(capsys, "play", "ford", "--seed", "1", "--script", "lines", "-o", "out.txt")
    assert text.startswith("The game is saved in out.txt after every action.\n")
    assert Path("out.txt").read_text() == played("move R1 0302").record(with_secret=True)


def test_play_a_script_on_a_file(capsys: Screen) -> None:
    path = saved(played("move R1 0302"))
    Path("lines").write_text("move R2 0402\n")
    shown(capsys, "play", str(path), "--script", "lines")
    assert path.read_text() == played("move R1 0302", "move R2 0402").record(with_secret=True)


def test_play_a_whole_game_by_script(capsys: Screen) -> None:
    match = finished()
    Path("lines").write_text("".join(f"{entry.action}\n" for entry in match.entries if not entry.auto))
    text = shown(capsys, "play", "ford", "--scenario", "assault", "--seed", "1", "--script", "lines", "-o", "out.txt")
    assert f"The game is over: {match.result}" in text
    assert Path("out.txt").read_text() == match.record()


def test_play_a_finished_game_just_shows_the_end(capsys: Screen) -> None:
    path = saved(finished())
    before = path.read_bytes()
    assert "The game is over: " in shown(capsys, "play", str(path))
    assert path.read_bytes() == before


def test_no_auto_asks_where_there_is_one_choice_only(capsys: Screen) -> None:
    Path("lines").write_text("\n".join(BATTLE))
    words = ("play", "ford", "--scenario", "assault", "--seed", "1", "--script", "lines")
    shown(capsys, *words, "-o", "passed")
    assert "   1  lose R1\n" in shown(capsys, *words, "--no-auto", "-o", "asked")
    assert [Path(name).read_text().count(" (auto) ") for name in ("asked", "passed")] == [0, 2]


# -- replay and verify


def test_replay_tells_every_action_with_what_it_did(capsys: Screen) -> None:
    path = saved(played("move R1 0302", *QUIET_TURN))
    lines = shown(capsys, "replay", str(path)).splitlines()
    opening, first, second = (
        lines.index(text) for text in ("    red: movement [1.1]", "1 red: move R1 0302", "2 red: done")
    )
    assert opening < first < lines.index("    R1 moves 0301 0302 [2.1]") < second


def test_replay_of_one_side_tells_only_what_it_may_know(capsys: Screen) -> None:
    path = str(saved(played("move R1 0302", *QUIET_TURN)))
    red, blue = (shown(capsys, "replay", path, "--side", side) for side in ("red", "blue"))
    assert "R1 moves 0301 0302" in red
    assert "R1" not in blue
    assert "A red unit moves 0301 0302" in blue


def test_replay_up_to_an_action_ends_with_the_position(capsys: Screen) -> None:
    path = str(saved(played("move R1 0302", "move R2 0402", *QUIET_TURN)))
    text = shown(capsys, "replay", path, "--to", "1")
    assert text.endswith(played("move R1 0302").position())
    assert "2 red" not in text


def test_replay_up_to_the_start(capsys: Screen) -> None:
    text = shown(capsys, "replay", str(saved(played("move R1 0302"))), "--to", "0")
    assert text.endswith(played().position())


def test_replay_with_an_undo(capsys: Screen) -> None:
    path = saved(played("move R1 0302", "undo", "move R1 0303"))
    lines = shown(capsys, "replay", str(path)).splitlines()
    back = lines.index("2 red: undo")
    assert lines[back + 1 : back + 3] == ["    (taken back)", "3 red: move R1 0303"]
    assert lines[back + 3].strip().startswith("R1 moves 0301")


def test_replay_prints_actions_and_names_as_they_are(capsys: Screen) -> None:
    text = shown(capsys, "replay", str(saved(played("move R1 0302"), "a[red].txt")))
    assert "R1 moves 0301 0302 [2.1]" in text


# -- rules


@pytest.fixture
def cited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every rule of the Ford is cited by its code, and by a test in the folder `tests/ford`; gives the rules."""
    rules = list(Ford.catalogue())
    Path("tests/ford").mkdir(parents=True)
    for rule in rules:
        _cite(rule)
    everywhere = [catalogue.Citation(rule, "tests.ford.rules", "here") for rule in rules]
    monkeypatch.setattr(catalogue, "_citations", everywhere)
    return rules


def _test_file(rule: str) -> Path:
    return Path(f"tests/ford/test_{rule.replace('.', '_')}.py")


def _cite(rule: str) -> None:
    name = _test_file(rule).stem
    _test_file(rule).write_text(f'import pytest\n\n@pytest.mark.rule("{rule}")\ndef {name}() -> None: ...\n')


def test_rules_prints_rule_code_and_tests(cited: list[str], capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    text = shown(capsys, "rules", "ford")
    row = next(line for line in text.splitlines() if "│ 2.1 " in line)
    assert all(word in row for word in ("Moving", "done", "rules.here", "test_2_1.py::test_2_1"))
    assert text.endswith(f"ford: {len(cited)} rules: {len(cited) - 1} done, 1 waived, 0 for display; 0 missing.\n")


@pytest.mark.usefixtures("cited")
def test_rules_quiet_prints_totals_only(capsys: Screen) -> None:
    assert shown(capsys, "rules", "ford", "--quiet").count("\n") == 1


@pytest.mark.usefixtures("cited")
def test_rules_misses_a_test(capsys: Screen) -> None:
    _test_file("2.5").unlink()
    text = shown(capsys, "rules", "ford", "--quiet", code=1)
    assert "1 missing." in text
    assert text.endswith("missing: ford: rule 2.5 (Enemies bar the way) has no test and no waiver\n")


@pytest.mark.usefixtures("cited")
def test_rules_misses_code(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_citations", [c for c in catalogue._citations if c.rule != "2.5"])
    text = shown(capsys, "rules", "ford", "--quiet", code=1)
    assert text.endswith("missing: ford: rule 2.5 (Enemies bar the way) has no code and no waiver\n")


@pytest.mark.usefixtures("cited")
def test_rules_finds_a_test_of_a_rule_that_does_not_exist(capsys: Screen) -> None:
    _cite("9.9")
    text = shown(capsys, "rules", "ford", "--quiet", code=1)
    assert "missing: ford: test test_9_9.py::test_9_9 cites rule 9.9, which does not exist" in text


@pytest.mark.usefixtures("cited")
def test_rules_looks_for_tests_where_it_is_told(capsys: Screen) -> None:
    Path("tests").rename("elsewhere")
    assert "0 missing." in shown(capsys, "rules", "ford", "--quiet", "--tests", "elsewhere")


# -- perft


def ways(match: Match, depth: int) -> int:
    """Perft through whole matches, each from the text of its position: slow and obvious."""
    if depth == 0 or match.over:
        return 1
    found = 0
    for action in match.decision.texts:
        after = Match.from_position(match.position(), seed=1, auto=False)
        after.play(action)
        found += ways(after, depth - 1)
    return found


def test_perft_counts(capsys: Screen) -> None:
    wanted = [f"perft({depth}) = {ways(Match.new('ford', auto=False), depth)}" for depth in (1, 2)]
    assert shown(capsys, "perft", "ford", "--depth", "2").splitlines() == wanted


def test_perft_is_what_it_was(capsys: Screen) -> None:
    assert shown(capsys, "perft", "ford", "--scenario", "assault").splitlines()[:2] == [
        "perft(1) = 6",
        "perft(2) = 119",
    ]


def test_perft_divide_adds_up(capsys: Screen) -> None:
    *rows, total = shown(capsys, "perft", "ford", "--depth", "2", "--divide").splitlines()
    counts = {action: int(number) for number, action in (row.split(maxsplit=1) for row in rows)}
    assert list(counts) == list(played().decision.texts)
    assert total == f"perft(2) = {sum(counts.values())}"
    assert counts["done"] == 1


def battle() -> Match:
    """Blue stands or withdraws, and a die decides."""
    return played(*BATTLE[:-1], scenario="assault")


def test_perft_from_a_position_with_each_die(capsys: Screen) -> None:
    Path("stand.txt").write_text(battle().position())
    counts = [shown(capsys, "perft", "ford", "--position", "stand.txt", "--depth", "3", "--die", d) for d in "16"]
    assert all(text.startswith("perft(1) = 2\n") for text in counts)
    assert counts[0] != counts[1]


def test_perft_of_a_finished_game(capsys: Screen) -> None:
    Path("end.txt").write_text(finished().position())
    assert shown(capsys, "perft", "ford", "--position", "end.txt", "--depth", "2", "--divide") == "perft(2) = 1\n"


def test_perft_counts_with_the_owners_numbers(capsys: Screen) -> None:
    Path("slow").write_text("name Slow\ntypes R-cav move 1\n")
    slow, usual = (shown(capsys, "perft", "ford", "--depth", "2", *more) for more in (["--override", "slow"], []))
    assert int(slow.split()[-1]) < int(usual.split()[-1])


# -- fuzz


def test_fuzz_finds_nothing_wrong(capsys: Screen) -> None:
    text = shown(capsys, "fuzz", "ford", "--games", "2", "--seed", "x")
    assert re.fullmatch(r"ford: 2 games, \d{3,} actions, 0 failures\.\n", text)


def test_fuzz_plays_the_same_games_with_any_number_of_jobs(capsys: Screen) -> None:
    alone = shown(capsys, "fuzz", "ford", "--games", "3")
    together = shell("fuzz", "ford", "--games", "3", "--jobs", "2")
    assert (together.returncode, together.stdout.decode()) == (0, alone)


def test_fuzz_of_another_seed_plays_other_games(capsys: Screen) -> None:
    one, other = (shown(capsys, "fuzz", "ford", "--games", "1", "--seed", seed) for seed in ("1", "2"))
    assert one != other


@pytest.fixture
def _sour(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Ford breaks one of its invariants in the second turn."""
    whole = Ford.invariants

    def invariants(self: Ford, s: FordState) -> Any:
        yield from whole(self, s)
        if s.turn >= 2:
            yield "the milk has gone sour"

    monkeypatch.setattr(Ford, "invariants", invariants)


@pytest.mark.usefixtures("_sour")
def test_fuzz_reports_a_failure_that_can_be_reproduced(capsys: Screen) -> None:
    Path("bug records").mkdir()
    text = shown(capsys, "--add", FORD, "fuzz", "ford", "--games", "1", "--out", "bug records", code=1)
    sentence, command, total = text.splitlines()
    assert sentence == "seed 1/0: invariant: the milk has gone sour"
    assert total.endswith("1 failures.")
    words = shlex.split(command.strip().removeprefix("reproduce with: westfront "))
    assert words == ["--add", FORD, "fuzz", "ford", "--record", "bug records/fuzz-ford-1-0.westfront"]
    assert shown(capsys, *words, code=1).endswith(": invariant: the milk has gone sour\n")


@pytest.mark.usefixtures("_sour")
def test_fuzz_writes_the_shortest_record_that_fails(capsys: Screen) -> None:
    shown(capsys, "fuzz", "ford", "--games", "1", code=1)
    text = Path("fuzz-ford-1-0.westfront").read_text()
    assert "\nstart = turn = 1\n" in text
    assert Match.load(text).number == 0


def test_fuzz_reports_an_exception_of_the_rules(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    def scene(self: AnyRules, s: FordState, side: int) -> Any:
        raise KeyError("no such drawer")

    monkeypatch.setattr(Ford, "scene", scene)
    text = shown(capsys, "fuzz", "ford", "--games", "1", code=1)
    assert text.startswith("seed 1/0: KeyError: 'no such drawer'\n")


def test_fuzz_a_healthy_record(capsys: Screen) -> None:
    path = str(saved(played("move R1 0302", *QUIET_TURN)))
    assert shown(capsys, "fuzz", "ford", "--record", path) == f"{path}: nothing is wrong any more\n"


# -- bench and doctor


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "SECONDS", 1e-6)
    monkeypatch.setattr(game_bench, "ROUNDS", 1)
    monkeypatch.setattr(tools, "games", lambda: [Ford])


@pytest.mark.usefixtures("_hasty")
def test_bench_as_json(capsys: Screen) -> None:
    figures = json.loads(shown(capsys, "bench", "--json"))
    names = {figure["name"]: figure for figure in figures}
    measured = ("raw", "world", "state", "match", "offer", "preview", "load", "view")
    games = {f"{name}.ford" for name in measured}
    assert len(games) == game_bench.FIGURES
    kernel = {"zoc", "flood", "reach", "copy"}
    assert kernel | games <= set(names)
    assert len(names) == len(figures)
    assert all(figure["value"] > 0 and figure["unit"] in ("us", "ms", "actions/s") for figure in figures)
    assert {name for name in kernel | games if names[name].get("ratio", 0) > 0} == kernel


@pytest.mark.usefixtures("_hasty")
def test_bench_as_a_table(capsys: Screen) -> None:
    text = shown(capsys, "bench")
    assert "as fast as its slow twin" in text
    assert "raw.ford" in text


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize(("rate", "load", "says"), [(1, 1e6, "met"), (1e9, 1e-6, "missed")])
def test_bench_holds_a_game_to_its_bars(
    capsys: Screen, monkeypatch: pytest.MonkeyPatch, rate: float, load: float, says: str
) -> None:
    monkeypatch.setattr(game_bench, "BARS", {"raw": {"ford": rate}, "load": {"ford": load}})
    figures = {figure["name"]: figure for figure in json.loads(shown(capsys, "bench", "--json"))}
    assert [figures[name]["bar"] for name in ("raw.ford", "load.ford")] == [rate, load]
    assert [figures[name]["met"] for name in ("raw.ford", "load.ford")] == [says == "met"] * 2
    assert "met" not in figures["match.ford"]


def test_doctor_finds_everything_in_order(capsys: Screen) -> None:
    lines = shown(capsys, "doctor").splitlines()
    assert all(line.startswith("ok   ") for line in lines)
    assert "ok   game ford: The Ford 1, 3 scenarios, saves and loads" in lines


def test_doctor_looks_at_every_library_that_is_needed(capsys: Screen) -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = listed["optional-dependencies"]
    text = shown(capsys, "doctor")
    for requirement in (*listed["dependencies"], *extras["postgres"], *extras["pictures"]):
        name = re.split(r"[\[>]", requirement)[0]
        assert f"ok   {name}: " in text
    assert "hypothesis" not in text


@pytest.mark.parametrize(
    ("name", "found", "line", "code"),
    [
        ("uvicorn", None, "FAIL uvicorn: not installed: pip install 'uvicorn>=0.30'", 1),
        ("starlette", "0.9.1", "FAIL starlette: 0.9.1 is too old: pip install 'starlette>=0.40'", 1),
        ("starlette", "1.0rc1", "ok   starlette: 1.0rc1", 0),
        ("resvg-py", None, "ok   resvg-py: not installed, and only needed for pictures: ", 0),
    ],
)
def test_doctor_finds_a_library_missing_or_too_old(
    name: str, found: str | None, line: str, code: int, capsys: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def there(package: str) -> str:
        if package != name:
            return version(package)
        if found is None:
            raise PackageNotFoundError(package)
        return found

    monkeypatch.setattr("westfront.cli.tools.version", there)
    assert line in shown(capsys, "doctor", code=code)


def test_without_the_libraries_of_the_server_all_else_works(
    capsys: Screen, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "westfront.server.serve", raising=False)
    assert "the server needs uvicorn, which is not installed; see: westfront doctor" in refused("serve")
    assert "ford" in shown(capsys, "games")


def test_doctor_finds_loaded_dice(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("westfront.cli.tools.derive", lambda *_: (6, 6, 6, 6, 6))
    text = shown(capsys, "doctor", code=1)
    assert "FAIL dice: a known roll comes out differently\n" in text
    assert text.count("FAIL") == 1


def test_doctor_finds_a_broken_game(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: AnyRules) -> FordState:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(Ford, "start", start)
    assert "FAIL game ford: ZeroDivisionError: division by zero\n" in shown(capsys, "doctor", code=1)


# -- a match of two games

MICHEL = Path(__file__).parents[1] / "games" / "michel" / "golden"


def test_two_games_with_sides_swapped_are_added_up(capsys: Screen) -> None:
    four, none = str(MICHEL / "last-day.westfront"), str(MICHEL / "deployment.westfront")
    assert shown(capsys, "series", four, none) == "who was german in the first game has won the match by 4.\n"
    assert shown(capsys, "series", none, four) == "who was allied in the first game has won the match by 4.\n"
    assert shown(capsys, "series", none, none) == "The match is drawn.\n"


def test_a_match_needs_two_finished_games_of_one_kind_with_sides_swapped(refused: Refused) -> None:
    offensive, ford, open_ = str(MICHEL / "offensive.westfront"), saved(finished(), "f"), saved(played(), "open")
    assert "open is not finished" in refused("series", offensive, str(open_))
    assert "different games" in refused("series", offensive, str(ford))
    assert "have not swapped sides" in refused("series", offensive, offensive)
    assert "The Ford has no two-game match" in refused("series", str(ford), str(ford))
