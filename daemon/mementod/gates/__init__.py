"""The gates' edge to git and disk."""
