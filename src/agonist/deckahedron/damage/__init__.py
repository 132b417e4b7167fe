"""A hit and what it does: splits, slots, shields, Stamina, tokens."""
