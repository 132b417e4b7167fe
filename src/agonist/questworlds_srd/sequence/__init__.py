"""What all sequences share."""
