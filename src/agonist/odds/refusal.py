"""Refusing a question that makes no sense. The tree of errors is loaded only when something is refused."""

from __future__ import annotations

from typing import NoReturn


def refuse(message: str, accepted: str = "", place: str = "") -> NoReturn:
    """Raise `agonist.kernel.SetupRefused` with what would be right."""
    from agonist.kernel import SetupRefused

    raise SetupRefused(message, accepted=accepted, place=place)
