"""Git: the only door to it, and what it says of trees, history and branches."""
