"""Mechanisms that games share, none of which names a game, a nation or a rule; policies stay in the games."""
