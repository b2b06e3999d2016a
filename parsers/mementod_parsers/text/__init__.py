"""A note's text: its blocks, and the spans in them."""
