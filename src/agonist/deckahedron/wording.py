"""What parts of a hit are called."""

from __future__ import annotations

SPOKEN = {"stamina": "a Stamina point", "harm": "a Harm", "wound": "a Wound"}
"""What a part of a hit is called."""
