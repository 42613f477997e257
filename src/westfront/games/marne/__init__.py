"""Marne 1918: Friedensturm, May to July 1918."""

from westfront.engine.rules import register
from westfront.games.marne.rules import Marne as Marne
from westfront.games.marne.rules import MarneOne

register(Marne)
register(MarneOne)
