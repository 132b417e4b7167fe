"""The names under which PettingZoo makes environments of contests."""

from __future__ import annotations

from functools import partial

from pettingzoo.env_registry.registration import register

from agonist.kernel import games

from .contest import contest_env

_known: dict[str, tuple[str, str]] = {}


def register_all() -> None:
    """Register every kind of contest of every game that is installed and not registered yet."""
    for each in games():
        for kind in each.types:
            name = f"agonist/{each.name}-{kind.name}_v0"
            if name not in _known and kind.presets:
                register("aec", name, entry_point=partial(contest_env, each.name, kind.name))
                _known[name] = (each.name, kind.name)


def ids() -> list[str]:
    """All names, for `pettingzoo.env_registry.registration.make`."""
    return list(_known)
