"""Tests of Meuse-Argonne."""
