"""What survives a compaction: the record, the hand-over, the log, and the notes themselves."""
