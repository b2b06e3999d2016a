"""Notices: what people are told outside the terminal, when, and how it gets to their screen."""
