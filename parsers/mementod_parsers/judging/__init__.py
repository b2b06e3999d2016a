"""Verdicts: one file for each kind of citation."""
