"""Tests of 1918/1919: Storm in the West."""
