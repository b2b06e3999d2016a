"""What each natural language says of code that is gone, forbidden, planned, exemplary or elsewhere. Data only."""
