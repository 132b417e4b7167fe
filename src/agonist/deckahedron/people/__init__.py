"""Characters: their state, their set-up, what can be corrected."""
