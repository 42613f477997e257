"""Tests of Operation Michel."""
