"""1918/1919: Storm in the West."""

from westfront.engine.rules import register
from westfront.games.storm.rules import Storm as Storm
from westfront.games.storm.rules import StormOne

register(Storm)
register(StormOne)
