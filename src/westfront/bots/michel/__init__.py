"""The expert of Operation Michel."""

from westfront.bots.michel.expert import MichelExpert as Expert

__all__ = ["Expert"]
