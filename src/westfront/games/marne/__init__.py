"""Marne 1918: Friedensturm."""
