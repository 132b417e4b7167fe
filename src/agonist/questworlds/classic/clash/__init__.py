"""Two rolls against each other: who rolls with what, how it is told, and what may still change it."""
