"""1918/1919: Storm in the West."""

from westfront.engine.rules import register
from westfront.games.storm.rules import Storm as Storm

register(Storm)
