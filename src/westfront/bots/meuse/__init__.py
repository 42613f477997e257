"""The expert of Meuse-Argonne."""

from westfront.bots.meuse.expert import MeuseExpert as Expert

__all__ = ["Expert"]
