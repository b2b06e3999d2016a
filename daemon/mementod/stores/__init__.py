"""The two stores: what can be computed again, and what cannot."""
