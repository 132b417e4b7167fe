"""What the two editions of QuestWorlds have in common: ratings, resistances by class, ways to say a thing."""

from .ratings import Rating

__all__ = ["Rating"]
