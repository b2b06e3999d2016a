"""Enrolled repositories."""
