"""Source files to symbols, in disposable processes."""
