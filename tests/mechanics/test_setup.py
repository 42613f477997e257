"""Set-up: limits, kinds, ready-made deployments, what must be met, and the curtain."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from westfront.engine.data import DataFolder
from westfront.engine.dice import RepeatableRandom, ScriptedDice
from westfront.engine.event import EVERYBODY, Event
from westfront.engine.frame import Play, Refusal, Step, asked, carry_out, check_frames, settle, why_illegal
from westfront.engine.grammar import Grammar
from westfront.engine.names import OFF, Names, Side
from westfront.engine.state import State, UnitPlaces
from westfront.errors import DataError
from westfront.hexgrid import Grid, Numbering
from westfront.mechanics import setup
from westfront.mechanics.field import Fields
from westfront.mechanics.limits import Limit
from westfront.mechanics.plans import NAMED_UNITS, Plan, counted, read_ready
from westfront.mechanics.setup import curtained, unbegun

RED, BLUE = 0, 1
NAMES = [f"R{number}" for number in range(1, 13)] + ["B1", "B2", "B3"]
GUNS = {10, 11}
FORT = "0203"


class Front(Plan):
    """Red in the north, guns in row 1, two to a hex; the fort must be held."""

    def limits(self, rules: Game, s: Line, unit: int) -> Iterator[Limit]:
        yield Limit(rules.home[self.side], "3.1", "units are placed on their side of the line")
        if unit in GUNS:
            yield Limit(rules.row(1), "3.2", "guns are placed in the first row")
        field = rules.fields.of(s.at)
        full = field.stacked(2)
        if s.at[unit] >= 0 and len(field.stack(s.at[unit])) <= 2:
            full &= ~(1 << s.at[unit])
        yield Limit(~full, "2.6", "two units stand there already")

    def unmet(self, rules: Game, s: Line) -> Refusal | None:
        if self.side == RED and not rules.fields.of(s.at).occupied[RED] >> rules.grid.hex(FORT) & 1:
            return Refusal("3.3", f"nobody holds {FORT}")
        return None

    def is_open(self, rules: Game, s: Line) -> bool:
        return s.winner < 0


class Line(State):
    """Where units are."""

    at: UnitPlaces


class Game:
    """Twelve red units, of which two are guns, and three blue ones, of which one does not move."""

    def __init__(self, *, hidden: bool = False) -> None:
        self.grid = Grid(Numbering("pointy", "RRCC", (1, 6), (1, 6), "odd", "east"))
        self.names = Names(self.grid, NAMES, ["red", "blue"], ["off", "reserve"])
        self.side_of = [RED] * 12 + [BLUE] * 3
        self.fields = Fields(self.grid, self.side_of)
        self.home = self.row(1) | self.row(2) | self.row(3), self.row(4) | self.row(5) | self.row(6)
        self.grammar = Grammar(setup.PATTERNS, self.names)
        fixed = {14: self.grid.hex("0606")}
        self.plans = (
            Front(RED, range(12), lambda unit: "gun" if unit in GUNS else "4-4", "3.0", hidden=hidden),
            Front(BLUE, range(12, 15), lambda unit: "5-5", "3.0", fixed=fixed, hidden=hidden),
        )
        east = ("0203", "0203", "0204", "0204", "0205", "0205", "0301", "0302", "0303", "0304", "0104", "0105")
        self.plans[RED].ready["east"] = {unit: self.grid.hex(label) for unit, label in enumerate(east)}
        self.plans[RED].ready["half"] = {unit: self.grid.hex("0301") for unit in (0, 1)}

    def row(self, number: int) -> int:
        return self.grid.hexset(*(f"{number:02}{column:02}" for column in range(1, 7)))


class Shifting(setup.Shifting, frozen=True):
    """A unit."""

    asked_by = "3.1"


class Placing(setup.Placing, frozen=True):
    """A kind."""

    asked_by = "3.1"
    shifting = Shifting


class Deploying(setup.Deploying, frozen=True):
    """A side."""

    asked_by = "3.0"
    placing = Placing


class Begin(Step[Game, Line], frozen=True):
    """A side is set up."""

    player: Side

    def run(self, play: Play[Game, Line]) -> None:
        play.rules.plans[self.player].begin(play)
        play.push(Deploying(self.player))


class Over(Step[Game, Line], frozen=True):
    """Nothing comes after the set-up."""

    def run(self, play: Play[Game, Line]) -> None:
        play.end(RED, "set up")


class Table:
    """A set-up under way."""

    def __init__(self, *, hidden: bool = False) -> None:
        self.rules = Game(hidden=hidden)
        self.s = Line(at=array("h", [OFF] * 15), frames=(Over(), Begin(BLUE), Begin(RED)))
        self.play = Play(self.rules, self.s, ScriptedDice(()))
        settle(self.play)

    def do(self, *lines: str) -> list[Event]:
        """Play legal lines; what they tell."""
        before = len(self.play.events)
        for line in lines:
            action = self.rules.grammar.parse(line)
            assert why_illegal(self.rules, self.s, action) is None, line
            carry_out(self.play, action)
        return self.play.events[before:]

    def why(self, line: str) -> str:
        """Why a line is refused."""
        refusal = why_illegal(self.rules, self.s, self.rules.grammar.parse(line))
        assert refusal is not None, line
        return str(refusal)

    def offers(self) -> set[str]:
        """What is offered, in words."""
        return {self.rules.grammar.text(action) for action in asked(self.s).offer(self.rules, self.s)}

    def where(self, name: str) -> str:
        """The place of a unit."""
        return self.rules.names.place(self.s.at[NAMES.index(name)])


def test_frames_and_grammar_know_the_same_verbs() -> None:
    check_frames((Deploying, Placing, Shifting), Game().grammar)


def test_a_side_begins_from_the_first_ready_made_deployment() -> None:
    table = Table()
    assert table.where("R1") == "0203"
    assert table.offers() == {"choose 4-4", "choose gun", "deploy half", "clear", "done"}
    assert asked(table.s).prompt(table.rules, table.s) == "Set up your units: everything is in its place."
    assert table.why("deploy east") == "the deployment east is in place already [3.0]"
    assert table.why("deploy west") == "there is no ready-made deployment west, only east, half [3.0]"
    (told,) = table.do("deploy half")
    assert (told.kind, told.facts) == ("ready-made", {"side": RED, "name": "half"})
    assert [table.where(name) for name in ("R1", "R2", "R3")] == ["0301", "0301", "off"]
    assert table.why("done") == "units are still to be placed: 8 x 4-4, 2 x gun, first R3 [3.0]"


def test_units_are_placed_by_kind() -> None:
    table = Table()
    table.do("clear", "choose gun")
    assert asked(table.s).prompt(table.rules, table.s) == "Where does a gun go (2 to place), or which one is moved?"
    assert table.offers() == {"cancel", *(f"go 010{column}" for column in range(1, 7))}
    assert table.why("go 0201") == "R11 cannot be placed at 0201: guns are placed in the first row [3.2]"
    assert table.why("take R11") == "R11 is not one of the gun units on the map [3.0]"
    assert table.why("take R1") == "R1 is not one of the gun units on the map [3.0]"
    table.do("go 0101", "place gun at 0101", "choose gun")
    assert asked(table.s).prompt(table.rules, table.s) == "Which gun is moved?"
    assert table.offers() == {"cancel", "take R11", "take R12"}
    assert table.why("go 0102") == "all gun units are on the map [3.0]"
    table.do("cancel")
    assert table.why("place gun at 0102") == "all gun units are on the map [3.0]"
    assert table.why("place 4-4 at 0101") == "R1 cannot be placed at 0101: two units stand there already [2.6]"
    assert table.why("place 9-9 at 0101") == "there are no 9-9 units to place, only 4-4, gun [3.0]"
    assert table.why("choose 9-9") == "there are no 9-9 units to place, only 4-4, gun [3.0]"
    assert table.why("place 4-4 at off").startswith("R1 cannot be placed at off")


def test_a_unit_is_moved_or_taken_up() -> None:
    table = Table()
    table.do("choose 4-4", "take R1")
    assert {"lift R1", "cancel", "go 0201"} <= table.offers()
    assert "go 0203" not in table.offers()
    assert table.why("go 0203") == "R1 is there already [3.1]"
    assert table.why("go 0401") == "R1 cannot be placed at 0401: units are placed on their side of the line [3.1]"
    assert table.why("lift R2") == "the unit you have taken up is R1 [3.1]"
    (told,) = table.do("go 0201")
    assert (told.kind, told.facts) == ("placed", {"unit": 0, "hex": table.rules.grid.hex("0201")})
    table.do("take R1", "lift R1")
    assert table.where("R1") == "off"
    table.do("take R1")
    assert "lift R1" not in table.offers()
    assert table.why("lift R1") == "the unit you have taken up is R1 [3.1]"
    table.do("cancel")
    assert asked(table.s) == Deploying(RED)


def test_units_are_lifted_and_hexes_cleared() -> None:
    table = Table()
    assert table.why("lift B1") == "B1 is not a unit of yours that begins the game [3.0]"
    assert table.why("lift -") == "- is not a unit of yours that begins the game [3.0]"
    assert table.why("lift R1 R1") == "each unit is named once [3.0]"
    (told,) = table.do("clear 0203")
    assert (told.kind, told.facts["units"]) == ("lifted", (0, 1))
    assert table.why("clear 0203") == "none of your units at 0203 can be taken up [3.0]"
    assert table.why("clear off") == "none of your units at off can be taken up [3.0]"
    assert table.why("lift R1") == "R1 is not on the map [3.0]"
    (told,) = table.do("clear")
    assert (told.kind, told.facts["number"]) == ("cleared", 10)
    assert NAMED_UNITS < 10
    assert table.why("clear") == "none of your units on the map can be taken up [3.0]"
    assert "clear" not in table.offers()


def test_what_must_be_met_keeps_a_side_from_being_done() -> None:
    table = Table()
    table.do("take R1", "go 0201", "take R2", "go 0201")
    assert table.why("done") == "nobody holds 0203 [3.3]"
    assert "done" not in table.offers()
    assert asked(table.s).prompt(table.rules, table.s) == "Set up your units: nobody holds 0203."
    table.do("take R1", "go 0203")
    (told,) = table.do("done")
    assert (told.kind, told.facts, told.only) == ("deployed", {"side": RED, "number": 12}, EVERYBODY)
    assert asked(table.s) == Deploying(BLUE)


def test_a_unit_that_a_file_puts_where_it_may_not_stand_is_found() -> None:
    table = Table()
    table.s.at[10] = table.rules.grid.hex("0301")
    assert table.why("done") == "R11 cannot be placed at 0301: guns are placed in the first row [3.2]"


def test_a_fixed_unit_stays() -> None:
    table = Table()
    table.do("done")
    assert table.where("B3") == "0606"
    assert table.offers() == {"choose 5-5"}
    assert table.why("take B3") == "B3 stays where it begins [3.0]"
    table.do("place 5-5 at 0404", "place 5-5 at 0404", "done")
    assert table.s.winner == RED


def test_frames_hold_while_there_is_something_to_place() -> None:
    table = Table()
    frames = (Deploying(RED), Placing(RED, "gun"), Shifting(RED, 3))
    assert all(frame.holds(table.rules, table.s) for frame in frames)
    wrong = (Deploying(-1), Placing(RED, "5-5"), Shifting(RED, 12), Shifting(BLUE, 14), Shifting(RED, -1))
    assert not any(frame.holds(table.rules, table.s) for frame in wrong)
    table.s.winner = RED
    assert not any(frame.holds(table.rules, table.s) for frame in frames)


# -- the curtain


def test_behind_the_curtain_only_the_side_is_told() -> None:
    table = Table(hidden=True)
    assert curtained(table.rules, table.s) == RED
    told = table.do("choose 4-4", "take R1", "go 0201", "clear")
    assert {event.only for event in told} == {RED}
    table.do("deploy east")
    before = table.play.revealed
    done = table.do("done")[0]
    assert (done.kind, done.only) == ("deployed", EVERYBODY)
    assert (before, table.play.revealed) == (False, True)
    assert curtained(table.rules, table.s) == BLUE


def test_an_open_set_up_has_no_curtain() -> None:
    table = Table()
    assert curtained(table.rules, table.s) == -1
    table.do("done")
    assert not table.play.revealed


def test_what_stands_behind_the_curtain_is_the_same_guess_for_every_set_up() -> None:
    one, other = Table(hidden=True), Table(hidden=True)
    one.do("choose gun")
    other.do("clear", "place 4-4 at 0303", "take R9")
    guesses = [unbegun(table.rules, table.s, RED) for table in (one, other)]
    assert guesses[0].digest() == guesses[1].digest()
    assert asked(guesses[0]) == Deploying(RED)
    assert set(guesses[0].at[:12]) == {OFF}
    assert one.s.at[0] != OFF


# -- all of it by lot


@pytest.mark.parametrize("seed", range(8))
def test_everything_offered_is_legal_and_leaves_units_where_they_may_stand(seed: int) -> None:
    table, lots = Table(), RepeatableRandom(f"set-up {seed}")
    for _ in range(300):
        if not table.s.frames:
            break
        offer = asked(table.s).offer(table.rules, table.s)
        assert offer
        for action in offer:
            assert why_illegal(table.rules, table.s, action) is None
        carry_out(table.play, offer[lots.below(len(offer))])
        for plan in table.rules.plans:
            for unit in plan.standing(table.s):
                assert plan.why_not_at(table.rules, table.s, unit, table.s.at[unit]) is None


# -- data


def deployments(folder: Path, *lines: str) -> DataFolder:
    """A folder with a list of deployments."""
    text = "\n".join(["deployment,unit,place,source", *(f"{line},reconstructed" for line in lines)])
    (folder / "deployments.csv").write_text(text)
    return DataFolder(folder)


def test_ready_made_deployments_are_read(tmp_path: Path) -> None:
    rules = Game()
    rows = ("red-line,R2,0201", "red-line,R1,0201", "blue-line,B1,reserve", "blue-line,B3,0404")
    read_ready(deployments(tmp_path, *rows), "deployments", rules.names, rules.plans)
    assert [*rules.plans[RED].ready["line"]] == [1, 0]
    assert rules.plans[BLUE].ready == {"line": {12: -2}}


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("red-line,X1,0201", "there is no unit 'X1' in this game"),
        ("red-line,R1,9999", "there is no hex '9999'"),
        ("red-line,-,0201", "unit names nobody"),
        ("green-line,R1,0201", "a deployment is called red or blue, a dash and a word, not 'green-line'"),
        ("red-two words,R1,0201", "a dash and a word, not 'red-two words'"),
        ("red,R1,0201", "a dash and a word, not 'red'"),
    ],
)
def test_what_is_not_in_the_game_is_refused_with_its_line(tmp_path: Path, row: str, sentence: str) -> None:
    rules = Game()
    with pytest.raises(DataError, match=sentence):
        read_ready(deployments(tmp_path, row), "deployments", rules.names, rules.plans)


def test_units_in_words() -> None:
    assert counted({"4-4": [1, 2], "gun": [3]}) == "2 x 4-4, 1 x gun"
