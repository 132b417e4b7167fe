"""The contest types: what they are set up with and how they end."""
