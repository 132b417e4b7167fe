"""QuestWorlds in two editions over one chassis: the folder of each says only what differs."""

__all__ = ["EDITIONS"]

EDITIONS = {"questworlds": "classic", "questworlds-srd": "srd"}
"""The folder of each game."""
