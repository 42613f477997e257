"""Hindenburg's War, 1918."""

from westfront.engine.rules import register
from westfront.games.hindenburg.rules import Hindenburg as Hindenburg

register(Hindenburg)
