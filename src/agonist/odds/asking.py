"""Questions: what can be asked about a game's odds, declared once for the command, the pages and Python.

Each game's module under `odds` has a tuple `QUESTIONS`. A question is a function with parameters that are described
well enough to make a command or a form of them.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .filling_in import Piece, Way
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

    The rest is for people at a page: its `label`, the words of its choices, the ways or pieces that make its text,
    whether it is seldom needed (`more`), and what stands in an empty field.
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
    label: str = ""
    says: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    pieces: tuple[Piece, ...] = ()
    joined: str = ""
    """Between the rows of a text that has several rows of its pieces."""
    offers: tuple[tuple[str, str], ...] = ()
    """Values to tick with their words, each as often as it is there; for a table the values of a cell."""
    cells: tuple[tuple[str, str], ...] = ()
    """The cells of a table with their words."""
    more: bool = False
    empty: str = ""

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
    names: tuple[tuple[str, str], ...] = ()
    """What the numbers of the answer are called for people, where their own names do not say it."""

    @property
    def function(self) -> Callable[..., Odds]:
        found: Callable[..., Odds] = loaded(self.answered_by)
        return found

    def ask(self, **given: Any) -> Odds:
        """Check what is given and answer, or raise `agonist.kernel.SetupRefused` with what would be right."""
        known = {parameter.name: parameter for parameter in self.parameters}
        if unknown := given.keys() - known.keys():
            refuse(f"There is no {min(unknown)!r} in this question.", ", ".join(known))
        missing = next((p.name for p in self.parameters if p.required and given.get(p.name) is None), None)
        if missing:
            refuse(
                f"This is needed: {known[missing].label or missing}.",
                known[missing].help.rstrip("."),
                missing,
            )
        for name, value in given.items():
            if value is not None:
                _check(known[name], value)
        usual = {each.name: each.default for each in self.parameters if each.default is not None}
        return self.function(**usual | {name: value for name, value in given.items() if value is not None})

    def command(self, given: Mapping[str, Any]) -> str:
        """The command that asks the same; a table is taken from a file ``NAME.toml``."""
        tokens = ["agonist", "odds", self.game, self.name]
        tokens += [str(given[each.name]) for each in self.parameters if each.place and each.name in given]
        for each in self.parameters:
            value = given.get(each.name)
            if each.place or value in (None, "", [], (), {}) or value == each.default:
                continue
            if each.kind == "flag":
                tokens.append(each.flag)
            elif each.kind == "table":
                tokens += [each.flag, f"{each.name}.toml"]
            else:
                tokens += [
                    token for one in (value if each.many else [value]) for token in (each.flag, str(one))
                ]
        return shlex.join(tokens)


def _check(parameter: Parameter, value: Any) -> None:
    values = value if parameter.many else (value,)
    for each in values:
        if parameter.kind == "number" and type(each) is not int:
            refuse(f"{each!r} is no whole number.", "a whole number", parameter.name)
        if parameter.kind == "fraction" and not (isinstance(each, int | float | Fraction) and 0 <= each <= 1):
            refuse(f"{each!r} is no chance.", "a number from 0 to 1", parameter.name)
        if parameter.choices and each not in parameter.choices:
            refuse(f"{each!r} is none of the choices.", ", ".join(parameter.choices), parameter.name)
        low, high = parameter.least, parameter.most
        if (low is not None and each < low) or (high is not None and each > high):
            limits = (
                f"{low} or more" if high is None else f"{high} or less" if low is None else f"{low} to {high}"
            )
            refuse(f"{each} is out of range.", limits, parameter.name)


def loaded(place: str) -> Any:
    """What ``module:name`` names, loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


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
