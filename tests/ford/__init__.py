"""The Ford: the small proving game of the tests, and the example of docs/writing-a-game.md.

Two sides with five counters each fight six turns for two villages on a river. Everything in it is invented.
"""

from tests.ford.rules import Ford as Ford
from westfront.engine.rules import register

register(Ford)
