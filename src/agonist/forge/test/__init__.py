"""FG-10 to FG-24: one skill test, step by step."""
