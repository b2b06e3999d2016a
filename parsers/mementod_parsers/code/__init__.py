"""What source files define, and what became of a symbol."""
