"""Contestants: who they are, what they have, who may know it."""
