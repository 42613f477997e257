"""The boards: map format, checks, where on earth each hex lies, and the drawing of maps and counters."""
