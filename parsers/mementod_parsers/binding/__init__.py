"""Sentences that bind, and which of two on one subject holds."""
