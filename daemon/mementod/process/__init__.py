"""A process that lasts: its lock, its signals, its log."""
