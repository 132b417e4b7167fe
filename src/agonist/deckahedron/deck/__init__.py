"""Cards on the table: piles, flips, dice, and what may be told in between."""
