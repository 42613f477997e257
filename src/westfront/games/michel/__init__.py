"""1918: Operation Michel, 21 to 30 March 1918."""

from westfront.engine.rules import register
from westfront.games.michel.rules import Michel as Michel

register(Michel)
