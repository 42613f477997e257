"""Tests of Hindenburg's War."""
