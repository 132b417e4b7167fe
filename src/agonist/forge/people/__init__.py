"""Who takes part: sheets, characters, and what harms them."""
