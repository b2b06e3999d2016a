"""Decision logs read, one decision more, and what an edit may go against."""
