"""Chances of the games: `agonist odds GAME QUESTION …`. The questions are what the odds room declares."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from inspect import Parameter as Slot
from inspect import Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from agonist.kernel import Choice, Fields, Flag, Form, Many, Maybe, Number, Several, Written
from agonist.odds.declared import asked_games
from agonist.odds.inquiries import KNOBS, Question, questions
from agonist.odds.inquiries import Parameter as Asked
from agonist.tabletop import knob_values

from .files import data_in

if TYPE_CHECKING:
    from agonist.odds.answer import Odds


def command_of(question: Question) -> Any:
    """A command's function with the question's parameters, for the command-line library to read."""

    def run(*places: Any, json: bool = False, chart: Path | None = None, **given: Any) -> int:
        names = [parameter.key for parameter in question.parameters if parameter.place]
        given |= dict(zip(names, places, strict=True))
        return answered(question, given, json=json, chart=chart)

    slots = [_slot(parameter) for parameter in question.parameters]
    if not any(each.key == KNOBS for each in question.parameters):
        slots.append(_slot(Asked(KNOBS, "", Fields(()))))
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
    tables = [each.key for each in question.parameters if isinstance(each.form, Fields) and each.key != KNOBS]
    given |= {name: data_in(given[name], name) for name in tables if given.get(name) is not None}
    try:
        if given.get(KNOBS) is not None:
            given[KNOBS] = knob_values(given[KNOBS])
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


_JSON = Annotated[bool, Parameter("--json", help="Print one JSON object.", negative="")]
_CHART = Annotated[Path | None, Parameter("--chart", help="Draw the answer into FILE.svg, .png or .html.")]


def _kind(form: Form) -> Any:
    """What the command line makes of a word; the form checks it afterwards."""
    match form:
        case Flag():
            return bool
        case Number(parts=parts):
            return int if parts == 1 else float
        case Fields():
            return Path
        case Maybe(of=of):
            return _kind(of)
        case Many(of=of, joined=""):
            return list[_kind(of)]  # type: ignore[misc]
        case Several():
            return list[str]
    return str


def _slot(asked: Asked) -> Slot:
    if asked.key == KNOBS:
        described = Parameter(
            "--knob",
            help=f"A house rule, NAME=VALUE: {_names(asked.form) or 'this question knows none'}.",
            negative="",
        )
        return Slot(KNOBS, Slot.KEYWORD_ONLY, default=None, annotation=Annotated[list[str] | None, described])
    kind = _kind(asked.form)
    many = isinstance(asked.form, Many | Several) and kind is not str
    if asked.optional and (many or asked.default is None):
        kind = kind | None
    default = Slot.empty if not asked.optional else None if many else asked.default
    text = " ".join(filter(None, (asked.help or f"{asked.label}.", _written(asked.form))))
    if asked.place:
        described = Parameter(asked.key.upper(), help=text, show_default=False)
        return Slot(asked.key, Slot.POSITIONAL_ONLY, default=default, annotation=Annotated[kind, described])
    described = Parameter(
        asked.flag, help=text, negative="", allow_leading_hyphen=kind is int, required=not asked.optional
    )
    return Slot(asked.key, Slot.KEYWORD_ONLY, default=default, annotation=Annotated[kind, described])


def _names(form: Form) -> str:
    return ", ".join(each.key for each in form.fields) if isinstance(form, Fields) else ""


def _written(form: Form) -> str:
    """How an answer is written."""
    match form:
        case Many(of=of, joined=sign):
            return _written(of) + (f" Several with {sign} between." if sign else "")
        case Written(like=like, ways=ways):
            return " ".join(filter(None, (f"Written {like}.", _meant((way.key, way.says) for way in ways))))
        case Choice(options=options):
            meant = _meant((option.key, option.label) for option in options)
            return " ".join(filter(None, (f"{form.legal().capitalize()}.", meant)))
    return ""


def _meant(words: Iterable[tuple[str, str]]) -> str:
    """What the words to choose from say, as far as they do not say it themselves."""
    told = [(word, says[:1].lower() + says[1:]) for word, says in words]
    return "; ".join(f"{word}: {says}" for word, says in told if says.replace(" ", "-") not in ("", word))


def dice(
    *words: str,
    json: _JSON = False,
    chart: _CHART = None,
) -> int:
    """The chances of any dice: "4dF + 2", "best 3 of 5d6", "2d20 low vs 14", "6d6 count >= 5", "5d6!".

    Example: agonist odds dice "best 3 of 5d6"

    Parameters
    ----------
    words
        Dice and numbers with + and -; perhaps vs, >=, >, <=, < or = and what they are measured against.
    """
    from agonist.odds.own_dice import dice as counted

    return shown(counted(" ".join(words)), json=json, chart=chart, names={"total": "shows"})


app = App(name="odds", help="What are the chances? Exact where that is possible, and it says so.")
for _game in asked_games(*sys.argv[2:3]):
    app.command(
        f"{__name__}:{_game}", name=_game, help=f"{', '.join(each.title for each in questions(_game))}."
    )
app.command(dice, name="dice")


def __getattr__(name: str) -> App:
    """The questions about a game as commands, made when that game is asked about."""
    if name not in asked_games(name):
        raise AttributeError(name)
    about = App(name=name)
    for each in questions(name):
        about.command(command_of(each), name=each.name)
    return about
