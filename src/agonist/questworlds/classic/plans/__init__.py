"""What somebody sets out to do, and who may have a word in it."""
