"""What a span, a line or a fenced block cites."""
