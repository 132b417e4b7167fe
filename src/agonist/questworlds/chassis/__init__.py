"""What the two editions of QuestWorlds have in common: ratings, resistances by class, ways to say a thing."""

from .ratings import DECIDES, InHand, Rating

__all__ = ["DECIDES", "InHand", "Rating"]
