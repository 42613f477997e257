"""Studying the games: fuzzing, counting, measuring."""
