"""What a fresh agent needs to pick up where the last one stopped."""
