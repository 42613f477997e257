"""History beside the machines: every number of it is found in games, and its fronts run where they ran."""

from __future__ import annotations

import pytest

from westfront.engine.rules import Setting
from westfront.games import board
from westfront.games.maps import map_of
from westfront.lab.balance import rows, watched
from westfront.lab.history import Fact, facts, fronts, played
from westfront.lab.ladder import Pairing

SCENARIOS = {
    "michel": "michel",
    "hindenburg": "campaign",
    "storm": "campaign",
    "marne": "friedensturm",
    "meuse": "campaign",
}


@pytest.mark.parametrize("game", SCENARIOS)
def test_every_number_of_history_is_counted_in_games(game: str) -> None:
    """In a game in which nobody attacks it is another one, or the same only where nothing was gained or lost."""
    pairing = Pairing(game, SCENARIOS[game], "turtle", "turtle", "1/0")
    (row,) = rows([watched(pairing, lambda: 0.0)])
    known = facts(Setting.choose(game, SCENARIOS[game]).rules())
    assert known
    for fact in known:
        (number,) = played(row, fact)
        assert number != fact.value or number == 0
    assert played(row, Fact("99", "margin", 0.0, "")) == []


def test_a_number_can_be_turned_round() -> None:
    (row,) = rows([watched(Pairing("meuse", "campaign", "turtle", "turtle", "1/0"), lambda: 0.0)])
    assert played(row, Fact("6", "-margin", 15.0, "")) == [17.0]


@pytest.mark.parametrize(
    ("game", "scenario", "date", "german", "allied"),
    [
        ("michel", "michel", "5 April", "Montdidier Albert Bapaume", "Amiens Arras Villers-Bretonneux"),
        ("hindenburg", "campaign", "18 July", "Soissons Lille", "Paris Amiens Rheims Verdun"),
        ("storm", "campaign", "18 July", "Soissons Lille", "Paris Amiens Verdun"),
        ("storm", "offensive", "11 November", "Metz Brussels", "Lille Soissons"),
        ("marne", "blucher", "9 June", "Soissons Fismes", "Reims Compiegne Villers-Cotterets"),
        ("marne", "gneisenau", "15 July", "Montdidier Noyon Soissons", "Compiegne Reims"),
        ("marne", "friedensturm", "18 July", "Soissons Fismes", "Reims Compiegne Epernay"),
        ("meuse", "campaign", "11 November", "Sedan Montmedy", "Montfaucon Buzancy Dun"),
    ],
)
def test_a_front_of_1918_leaves_towns_on_the_side_that_had_them(
    game: str, scenario: str, date: str, german: str, allied: str
) -> None:
    rules = Setting.choose(game, scenario).rules()
    ground = fronts(rules)[date]
    if rules.sides[0] != "german":
        ground = rules.grid.mask & ~ground
    places = {place.name: place.hex for place in board(map_of(game, scenario) or "").places}
    assert [name for name in german.split() if not ground >> places[name] & 1] == []
    assert [name for name in allied.split() if ground >> places[name] & 1] == []


def test_a_scenario_without_history_has_none() -> None:
    rules = Setting.choose("storm", "plan-1919").rules()
    assert (facts(rules), fronts(rules)) == ([], {})
