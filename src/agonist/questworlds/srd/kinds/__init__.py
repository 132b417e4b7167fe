"""The three kinds of sequence."""
