"""The expert of Storm in the West."""

from westfront.bots.storm.expert import StormExpert as Expert

__all__ = ["Expert"]
