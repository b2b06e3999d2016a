"""What agents keep of their sessions, read line by line: only documented fields, tolerant of all others."""
