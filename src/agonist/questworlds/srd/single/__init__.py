"""Contests that one roll decides."""
