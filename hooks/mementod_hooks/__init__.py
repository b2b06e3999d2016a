"""The gates: what an agent or a commit is about to change, and whether it may."""
