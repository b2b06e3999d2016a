"""With what force a sentence says a thing, and what its note or section is for."""
