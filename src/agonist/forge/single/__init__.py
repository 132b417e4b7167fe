"""Challenges and contests outside gauntlets."""
