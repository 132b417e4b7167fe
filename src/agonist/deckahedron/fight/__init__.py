"""A fight: foes, acts, rounds."""
