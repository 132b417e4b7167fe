"""The contest types: their set-ups, options, states and outcomes."""
