"""How it looks, on a page and in a terminal."""
