"""Meuse-Argonne: The Final Offensive, 26 September to 11 November 1918."""
