"""The expert of Marne 1918."""

from westfront.bots.marne.expert import MarneExpert as Expert

__all__ = ["Expert"]
