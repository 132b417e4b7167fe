"""What the two editions of QuestWorlds have in common: ratings, resistances by class, ways to say a thing."""

from .ratings import InHand, Rating

__all__ = ["InHand", "Rating"]
