"""Meuse-Argonne: The Final Offensive, 26 September to 11 November 1918."""

from westfront.engine.rules import register
from westfront.games.meuse.rules import Meuse as Meuse

register(Meuse)
