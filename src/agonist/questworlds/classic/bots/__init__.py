"""Playing for somebody: bots, standing orders, and what a seat can imagine."""
