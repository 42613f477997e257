"""The registered games: none yet."""
