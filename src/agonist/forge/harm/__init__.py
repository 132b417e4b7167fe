"""FG-12, FG-30 to FG-32: harm, who names it, and what a failure brings."""
