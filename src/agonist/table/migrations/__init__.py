"""The store's changes over time, one file each, brought up to date when a server starts."""
