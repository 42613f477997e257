"""Hindenburg's War, 1918."""
