"""What each agent says before it acts, and how each wants to be answered. Pure: bytes in, bytes out."""
