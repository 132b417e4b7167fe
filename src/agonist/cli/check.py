"""`agonist check`: holds a game to the contract that all games keep, and says what it does not keep."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from agonist.kernel import (
    GM,
    AgonistError,
    ContestType,
    Game,
    Preset,
    Referee,
    drive,
    game,
    names,
    register,
)
from agonist.kernel.contract import check_closed, check_contract
from agonist.tabletop import amount

from .finding import Finding, tell


def check(package: str, /, *, contests: int = 10, seed: int = 1) -> int:
    """Hold a game to the contract that all games keep; status 1 if it does not.

    Random legal contests are played from every preset: they must end or go on, replay, restore, take back, show nobody
    a secret, and never refuse an answer that their own forms offered.

    Parameters
    ----------
    package
        The module that has the game as GAME, such as standoff, standoff:GAME or standoff.py; or the name of a game
        that is installed.
    contests
        How many contests are played from each preset.
    seed
        The same number plays the same contests again.
    """
    found = _found(package)
    return tell(
        [
            Finding("game", True, f"{found.title}, rules version {found.rules_version}"),
            *_held(found, contests, seed),
        ]
    )


def _found(package: str) -> Game:
    place, _, name = package.partition(":")
    if place in names():
        return game(place)
    module = _module(place)
    found = getattr(module, name or "GAME", None)
    if not isinstance(found, Game):
        raise AgonistError(
            f"{place} has no game {name or 'GAME'!r}.", accepted="a module with an agonist.kernel.Game"
        )
    return register(found)


def _module(place: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    file = Path(place)
    spec = spec_from_file_location(file.stem, file) if file.suffix == ".py" and file.is_file() else None
    if spec is None or spec.loader is None:
        try:
            return import_module(place)
        except (ImportError, ValueError) as problem:
            accepted = f"a module, a file that ends in .py, or one of {', '.join(names())}"
            raise AgonistError(f"{place!r} does not load: {problem}.", accepted=accepted) from None
    module = sys.modules[file.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _held(found: Game, contests: int, seed: int) -> Iterator[Finding]:
    cited: set[str] = set()
    for kind in found.types:
        if not kind.presets:
            yield Finding(kind.title, False, "no preset to begin from", "give the type presets")
        for name, preset in kind.presets.items():
            what = f"{kind.name}/{name}"
            try:
                yield Finding(what, True, _kept(found, kind, preset, contests, Random(seed), cited))
            except Exception as problem:  # noqa: BLE001  whatever it is, this is what it looks for
                told = (
                    str(problem)
                    if isinstance(problem, AgonistError)
                    else f"{type(problem).__name__}: {problem}"
                )
                yield Finding(what, False, told, f"play it again with --seed {seed}")
    lacking = sorted(cited - {*found.rules, ""})
    told = (
        f"not among its rules: {', '.join(lacking)}"
        if lacking
        else f"{len(found.rules)}, all that are cited among them"
    )
    yield Finding("rules", not lacking, told, "number them in the game's rules", needed=bool(found.rules))


def _kept(
    found: Game, kind: ContestType[Any], preset: Preset, contests: int, random: Random, cited: set[str]
) -> str:
    setup, options = kind.setup_from(preset.setup, preset.options)
    seats = [GM, *kind.seats(setup)]
    check_closed(kind.begin(setup, options), seats)
    played = [check_contract(found, kind.name, setup, options, random) for _ in range(contests)]
    for referee in played:
        cited |= _cited(referee)
    for bot in kind.bots.values():
        drive(Referee.start(found, kind.name, setup, options), dict.fromkeys(seats, bot))
    ended = sum(referee.over for referee in played)
    answers = sum(len(referee.transcript.entries) for referee in played)
    bots = f", also by {amount(len(kind.bots), 'bot')}" if kind.bots else ""
    return f"{amount(contests, 'contest')}, {ended} to the end, {answers} answers and rolls{bots}"


def _cited(referee: Referee[Any]) -> set[str]:
    return {line.event.cites() for line in referee.lines}
