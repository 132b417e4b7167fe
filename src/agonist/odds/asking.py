"""Questions: what can be asked about a game's odds, declared once for the command, the pages and Python.

Each game's module under `odds` has a tuple `QUESTIONS`. A question is a function with parameters that are described
well enough to make a command or a form of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .refusal import refuse

if TYPE_CHECKING:
    from .answer import Odds

__all__ = ["Parameter", "Question", "asked_games", "part_of", "question", "questions"]

_MODULES = {
    "questworlds": "agonist.odds.questworlds",
    "forge": "agonist.odds.forge",
    "deckahedron": "agonist.odds.deckahedron",
}


@dataclass(frozen=True)
class Parameter:
    """Something that a question depends on.

    `kind` is ``text``, ``number``, ``fraction`` (a number from 0 to 1), ``flag``, ``choice`` or ``table`` (an
    object from text to text; on the command line a file that has it); with `many` it may be
    given several times and the function gets a list. `place` says that on the command line it is given by its place,
    without its name; `option` is its name there if that is another.
    """

    name: str
    help: str
    kind: str = "text"
    default: Any = None
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    many: bool = False
    required: bool = False
    place: bool = False
    option: str = ""

    @property
    def flag(self) -> str:
        """The option's name on the command line."""
        return "--" + (self.option or self.name).replace("_", "-")


@dataclass(frozen=True)
class Question:
    """A question with its parameters, an example of how to ask it on the command line, and who answers it."""

    game: str
    name: str
    title: str
    help: str
    example: str
    parameters: tuple[Parameter, ...]
    answered_by: str
    """The function that answers, as ``module:function``, loaded when it is first asked."""

    @property
    def function(self) -> Callable[..., Odds]:
        module, _, name = self.answered_by.partition(":")
        found: Callable[..., Odds] = getattr(import_module(module), name)
        return found

    def ask(self, **given: Any) -> Odds:
        """Check what is given and answer, or raise `agonist.kernel.SetupRefused` with what would be right."""
        known = {parameter.name: parameter for parameter in self.parameters}
        if unknown := given.keys() - known.keys():
            refuse(f"There is no {min(unknown)!r} in this question.", ", ".join(known))
        missing = next((p.name for p in self.parameters if p.required and given.get(p.name) is None), None)
        if missing:
            refuse(f"{missing} is needed: {known[missing].help}", place=missing)
        for name, value in given.items():
            if value is not None:
                _check(known[name], value)
        return self.function(**{name: value for name, value in given.items() if value is not None})


def _check(parameter: Parameter, value: Any) -> None:
    values = value if parameter.many else (value,)
    for each in values:
        if parameter.choices and each not in parameter.choices:
            refuse(f"{each!r} is none of the choices.", ", ".join(parameter.choices), parameter.name)
        low, high = parameter.least, parameter.most
        if (low is not None and each < low) or (high is not None and each > high):
            limits = (
                f"{low} or more" if high is None else f"{high} or less" if low is None else f"{low} to {high}"
            )
            refuse(f"{each} is out of range.", limits, parameter.name)


def part_of(package: str, parts: dict[str, str], name: str) -> Any:
    """A public name of a package, from the module that has it, loaded now."""
    if name not in parts:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return getattr(import_module(f"{package}.{parts[name]}"), name)


def asked_games() -> tuple[str, ...]:
    """The games about which questions can be asked."""
    return tuple(_MODULES)


def questions(game: str) -> tuple[Question, ...]:
    """The questions about a game; none for a game that has no odds."""
    if game not in _MODULES:
        return ()
    declared: tuple[Question, ...] = import_module(_MODULES[game]).QUESTIONS
    return declared


def question(game: str, name: str) -> Question:
    """The question of that name about a game."""
    found = {each.name: each for each in questions(game)}
    if name not in found:
        refuse(f"There is no question {name!r} about {game}.", ", ".join(found) or ", ".join(asked_games()))
    return found[name]
