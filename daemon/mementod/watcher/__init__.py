"""The watcher process: reads, stats and diffs; parses nothing, so that no event waits behind a computation."""
