"""Finding by words: a rule, a contest that is ready, the schema of a set-up."""

from __future__ import annotations

import re
from typing import Any

from agonist.kernel import ContestType, Game, games

from .desk import Refused

_MOST_RULES = 40


def found_rules(words: str) -> dict[str, str]:
    """Rules by number, by words that they hold, or all of a game."""
    wanted = re.findall(r"[^\s,;]+", words)
    known = games()
    chosen = [each for each in known if each.name in {word.casefold() for word in wanted}] or known
    every = {number: text for each in chosen for number, text in each.rules.items()}
    by_number = {word.upper(): every[word.upper()] for word in wanted if word.upper() in every}
    asked = [word.casefold() for word in wanted if word.casefold() not in {each.name for each in known}]
    found = by_number or {
        number: text for number, text in every.items() if all(word in text.casefold() for word in asked)
    }
    if not wanted or not found:
        names = ", ".join(each.name for each in known)
        raise Refused("No rule has these words.", accepted=f"a number, other words, or a game: {names}")
    return dict(list(found.items())[:_MOST_RULES])


def ready_for(words: str, setup: Any) -> dict[str, Any] | None:
    """What is to be begun, as the server takes it; None where the words only ask what there is."""
    kinds, presets = _named(words)
    if setup is not None:
        if len(kinds) != 1:
            raise Refused(
                "Say which kind of contest this is a set-up of.", accepted=_listed(kinds), place="words"
            )
        found, kind = kinds[0]
        return {"game": found.name, "type": kind.name, "setup": setup}
    if not words.strip() or len(presets) != 1:
        return None
    found, kind, key = presets[0]
    return {"game": found.name, "type": kind.name, "preset": key}


def told_of(words: str) -> dict[str, Any]:
    """What there is that the words name: contests that are ready, and of a single kind the schema of its set-up."""
    kinds, presets = _named(words)
    if not kinds and not presets:
        raise Refused(f"Nothing is called {words[:80]!r}.", accepted=_listed(_kinds()), place="words")
    told = [
        {
            "words": f"{found.name} {kind.name} {key}",
            "title": kind.presets[key].title,
            "about": kind.presets[key].blurb,
        }
        for found, kind, key in presets
    ]
    if len(kinds) != 1:
        return {"ready": told, "kinds": _listed(kinds)}
    kind = kinds[0][1]
    schemas = {"setup": kind.setup_form.schema(), "options": kind.options_form.schema()}
    return {"ready": told, "kinds": _listed(kinds), **schemas, "bots": list(kind.bots)}


Kind = tuple[Game, ContestType[Any]]


def _kinds() -> list[Kind]:
    return [(found, kind) for found in games() for kind in found.types]


def _named(words: str) -> tuple[list[Kind], list[tuple[Game, ContestType[Any], str]]]:
    """The kinds and the ready contests that all words name; a ready one also by words of its title."""
    wanted = {word for word in re.split(r"[\s/]+", words.casefold()) if word}
    kinds = [(found, kind) for found, kind in _kinds() if wanted <= {found.name, kind.name}]
    every = [(found, kind, key) for found, kind in _kinds() for key in kind.presets]
    exactly = [each for each in every if wanted <= {each[0].name, each[1].name, each[2]}]
    titled = [each for each in every if wanted <= _words(*each)]
    return kinds, exactly or titled


def _words(found: Game, kind: ContestType[Any], key: str) -> set[str]:
    return {found.name, kind.name, key, *kind.presets[key].title.casefold().split()}


def _listed(kinds: list[Kind]) -> str:
    return ", ".join(f"{found.name} {kind.name}" for found, kind in kinds)
