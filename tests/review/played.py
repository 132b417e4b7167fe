"""Contests that were played to be reviewed."""

from collections.abc import Mapping
from typing import Any

from agonist.kernel import Policy, Referee, Transcript, drive, game


def played(
    name: str,
    type: str,
    preset: str = "",
    *,
    seed: int = 1,
    bots: Mapping[str, Policy | str] | str = "",
    setup: Any = None,
    options: Any = None,
) -> Transcript:
    """The transcript of a contest that bots played; one name is for all seats."""
    found = game(name)
    kind = found.type(type)
    if setup is None:
        chosen = kind.presets[preset or next(iter(kind.presets))]
        setup, options = chosen.setup, chosen.options
    referee = Referee.start(
        found, type, setup, options, seed=seed.to_bytes(32), patient_with=lambda begun: frozenset(begun.seats)
    )
    usual = next(iter(kind.bots))
    names = bots if isinstance(bots, Mapping) else dict.fromkeys(referee.seats, bots or usual)
    policies = {
        seat: kind.bots[who] if isinstance(who := names.get(seat, usual), str) else who
        for seat in referee.seats
    }
    drive(referee, policies)
    assert referee.over
    return referee.transcript


def duel(first: int = 17, second: int = 14, *, hero_points: int = 0, **options: Any) -> dict[str, Any]:
    """The set-up of a plain duel."""
    people = [
        {"name": "Ysolde", "abilities": [{"name": "Fencing", "rating": first}], "hero_points": hero_points},
        {"name": "The Warden", "resistance": True, "abilities": [{"name": "Halberd", "rating": second}]},
    ]
    return {"prize": "the bridge", "contestants": people, "opened_by": "Ysolde", **options}
