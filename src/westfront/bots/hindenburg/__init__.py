"""The expert of Hindenburg's War."""

from westfront.bots.hindenburg.expert import HindenburgExpert as Expert

__all__ = ["Expert"]
