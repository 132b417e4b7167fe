"""QW-1 to QW-9: ratings, dice, results, and two rolls against each other."""
