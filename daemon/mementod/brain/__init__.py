"""The daemon: repositories live, and what is told of them."""
