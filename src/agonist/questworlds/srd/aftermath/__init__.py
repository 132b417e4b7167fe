"""What a contest leaves."""
