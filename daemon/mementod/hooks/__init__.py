"""What a hook call becomes."""
