"""Who takes part."""
