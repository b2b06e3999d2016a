"""One file a sub-command; the only place that prints."""
