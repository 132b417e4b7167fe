"""A roll and how it is read."""
