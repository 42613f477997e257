"""Tests of Marne 1918, whose package registers the game."""

import westfront.games.marne as marne

__all__ = ["marne"]
