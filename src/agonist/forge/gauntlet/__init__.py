"""FG-40 to FG-60, CF-1 to CF-11: gauntlets, conflicts and enterprises, turn by turn."""
