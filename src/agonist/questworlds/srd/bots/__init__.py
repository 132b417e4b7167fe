"""Who plays for somebody."""
