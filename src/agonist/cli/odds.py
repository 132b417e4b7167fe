"""Chances of the games: `agonist odds GAME QUESTION …`. The questions are what the odds room declares."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter as Slot
from inspect import Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from agonist.odds.asking import Parameter as Asked
from agonist.odds.asking import Question, asked_games, questions

if TYPE_CHECKING:
    from agonist.odds.answer import Odds

__all__ = ["app", "shown"]

_KINDS = {"text": str, "choice": str, "number": int, "fraction": float, "flag": bool, "table": Path}


def command_of(question: Question) -> Any:
    """A command's function with the question's parameters, for the command-line library to read."""

    def run(*places: Any, json: bool = False, chart: Path | None = None, **given: Any) -> int:
        names = [parameter.name for parameter in question.parameters if parameter.place]
        given |= dict(zip(names, places, strict=True))
        return answered(question, given, json=json, chart=chart)

    slots = [_slot(parameter) for parameter in question.parameters]
    slots += [
        Slot("json", Slot.KEYWORD_ONLY, default=False, annotation=_JSON),
        Slot("chart", Slot.KEYWORD_ONLY, default=None, annotation=_CHART),
    ]
    run.__signature__ = Signature(slots, return_annotation=int)  # type: ignore[attr-defined]
    run.__annotations__ = {slot.name: slot.annotation for slot in slots}
    run.__name__ = question.name
    run.__doc__ = f"{question.help}\n\nExample: {question.example}"
    return run


def answered(question: Question, given: dict[str, Any], *, json: bool, chart: Path | None) -> int:
    """Ask, and show the answer; a question that makes no sense is refused with one that does."""
    tables = [parameter.name for parameter in question.parameters if parameter.kind == "table"]
    given |= {name: _table(given[name]) for name in tables if given.get(name) is not None}
    try:
        answer = question.ask(**given)
    except Exception as problem:
        from agonist.kernel import AgonistError

        if not isinstance(problem, AgonistError):
            raise
        raise AgonistError(f"{problem} For example: {question.example}", code=problem.code) from problem
    return shown(answer, json=json, chart=chart, names=dict(question.names))


def shown(answer: Odds, *, json: bool, chart: Path | None, names: Mapping[str, str] | None = None) -> int:
    """Print an answer, as a table with names for people or as JSON, and draw it into a file if wanted."""
    if chart is not None:
        from agonist.odds.charts import save

        save(answer.chart(), chart)
    if json:
        from json import dumps

        print(dumps(answer.as_data(), ensure_ascii=False))
        return 0
    rows = [(_called(name, names or {}), number, exact) for name, number, exact in answer.rows()]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(2)]
    print(f"{answer.question}")
    for name, number, exact in rows:
        print(f"  {name:<{widths[0]}}  {number:>{widths[1]}}  {exact}".rstrip())
    print(f"  ({answer.certainty})")
    for note in answer.notes:
        print(f"  {note}")
    return 0


def _called(name: str, names: Mapping[str, str]) -> str:
    """A row's name for people; a row is a part of the answer, or a part and one of its cases."""
    part, _, case = name.partition(" ")
    told = names.get(part, part.replace("_", " "))
    if not case:
        return _begun(told)
    if case.lstrip("-").isdecimal():
        return _begun(f"{told} {case.replace('-', '−')}")
    said = names.get(case, case.replace("-", " ").replace("_", " "))
    return _begun(said if part == "outcomes" else f"{told}: {said}")


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def _table(file: Path) -> Any:
    """A table from a TOML or JSON file."""
    import json
    import tomllib

    from agonist.odds.refusal import refuse

    try:
        text = file.read_text(encoding="utf-8")
        return json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except OSError as problem:
        refuse(f"{file} cannot be read: {problem.strerror}.", "a TOML or JSON file", "table")
    except ValueError as problem:
        refuse(f"{file} is neither TOML nor JSON: {problem}.", place="table")


_JSON = Annotated[bool, Parameter("--json", help="Print one JSON object.", negative="")]
_CHART = Annotated[Path | None, Parameter("--chart", help="Draw the answer into FILE.svg, .png or .html.")]


def _slot(asked: Asked) -> Slot:
    kind: Any = _KINDS[asked.kind]
    if asked.many:
        kind = list[kind]
    elif not asked.required and asked.default is None:
        kind = kind | None
    text = asked.help + (f" One of {', '.join(asked.choices)}." if asked.choices else "")
    default = Slot.empty if asked.required else None if asked.many else asked.default
    if asked.many and not asked.required:
        kind = kind | None
    hyphen = asked.kind == "number"
    if asked.place:
        described = Parameter(asked.name.upper(), help=text, show_default=False)
        return Slot(asked.name, Slot.POSITIONAL_ONLY, default=default, annotation=Annotated[kind, described])
    described = Parameter(
        asked.flag, help=text, negative="", allow_leading_hyphen=hyphen, required=asked.required
    )
    return Slot(asked.name, Slot.KEYWORD_ONLY, default=default, annotation=Annotated[kind, described])


app = App(name="odds", help="What are the chances? Exact where that is possible, and it says so.")
for _game in asked_games():
    _about = App(name=_game, help=f"{', '.join(each.title for each in questions(_game))}.")
    for _question in questions(_game):
        _about.command(command_of(_question), name=_question.name)
    app.command(_about)
