"""What was planned is done: exchanges, and all else that can be done in an extended contest."""
