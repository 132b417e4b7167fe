"""Who plays for somebody: bots and standing orders."""
