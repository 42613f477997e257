"""Westfront: five hex-and-counter games of the Western Front in 1918."""
