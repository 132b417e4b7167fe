"""Questions: what can be asked about a game's odds, declared once for the command, the pages and Python.

They stand in the tuple `QUESTIONS` of the game's own module of odds (see `declared`). What a question depends on is a
form of the kernel, like a decision or a set-up; a function answers it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from agonist.kernel import AnswerRefused, Choice, Field, Fields, Flag, Many, Number, Option, SetupRefused
from agonist.tabletop import Knobs, knob_fields

from .declared import Asked, asked_games, loaded, module_of
from .refusal import refuse

if TYPE_CHECKING:
    from .answer import Odds


class Parameter(Field, frozen=True):
    """Something that a question depends on: a field of its form.

    On the command line it is given by its `place`, without its name, or as an `option` that may have another name.
    """

    place: bool = False
    option: str = ""

    @property
    def flag(self) -> str:
        """The option's name on the command line."""
        return "--" + (self.option or self.key).replace("_", "-")


def number(key: str, label: str, help: str, most: int, default: int | None = 0, **more: Any) -> Parameter:
    """A whole number; it is needed if there is no default."""
    form = Number(more.pop("least", 0), most)
    return Parameter(key, label, form, help, optional=default is not None, default=default, **more)


def choice(
    key: str, label: str, help: str, says: dict[str, str], default: str = "", **more: Any
) -> Parameter:
    """One of several words, each with what it says; it is needed if there is no default."""
    form = Choice(tuple(Option(word, text) for word, text in says.items()))
    return Parameter(key, label, form, help, optional=bool(default), default=default or None, **more)


KNOBS = "knobs"
"""The parameter of house rules."""


def turning(kind: type[Knobs], *names: str) -> Parameter:
    """The knobs that a question's algorithm reads; of others it knows only what the rules say, and refuses them."""
    text = "What your table plays differently; of other house rules this question knows nothing."
    return Parameter(KNOBS, "House rules", knob_fields(kind, names), text, optional=True, more=True)


class Question(Asked, frozen=True):
    """A question with its parameters, an example of how to ask it on the command line, and who answers it.

    `answered_by` is the function that answers, as ``module:function``, loaded when it is first asked; `names` are what
    the numbers of the answer are called for people, where their own names do not say it. A phone takes the answers to
    `along` with it, for where there is no network: these parameters with each of these values, all else as usual.
    """

    game: str
    name: str
    title: str
    help: str
    example: str
    parameters: tuple[Parameter, ...]
    answered_by: str
    names: tuple[tuple[str, str], ...] = ()
    along: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    @property
    def form(self) -> Fields:
        """What is asked for."""
        return Fields(self.parameters)

    @property
    def function(self) -> Callable[..., Odds]:
        found: Callable[..., Odds] = loaded(self.answered_by)
        return found

    def ask(self, **given: Any) -> Odds:
        """Check what is given and answer, or raise `agonist.kernel.SetupRefused` with what would be right."""
        known = self._knobs()
        for name in given.get(KNOBS) or () if isinstance(given.get(KNOBS), Mapping) else ():
            if name not in known:
                also = (
                    f"This question knows nothing of a house rule {name!r}: it knows only what the rules say."
                )
                refuse(f"{also} A simulation plays by it.", ", ".join(known) or "no house rules", KNOBS)
        try:
            checked = self.form.check({key: value for key, value in given.items() if value is not None})
        except AnswerRefused as wrong:
            raise SetupRefused(wrong.message, accepted=wrong.accepted, place=wrong.place) from None
        usual = {each.key: each.default for each in self.parameters if each.default is not None}
        turned = {
            name: value for name, value in checked.pop(KNOBS, {}).items() if value != known[name].default
        }
        if not turned:
            return self.function(**usual | checked)
        answer = self.function(**usual | checked, knobs=turned)
        told = "; ".join(f"{known[name].label}: {value}" for name, value in turned.items())
        answer.notes = (f"House rules: {told}.".replace(": -", ": −"), *answer.notes)
        return answer

    def _knobs(self) -> dict[str, Field]:
        """The house rules that the question knows, by name."""
        forms = (each.form for each in self.parameters if each.key == KNOBS)
        return {each.key: each for form in forms if isinstance(form, Fields) for each in form.fields}

    def command(self, given: Mapping[str, Any]) -> str:
        """The command that asks the same; a table is taken from a file ``NAME.toml``."""
        tokens = ["agonist", "odds", self.game, self.name]
        for each in (one for one in self.parameters if one.place and one.key in given):
            value = given[each.key]
            tokens += map(str, value if isinstance(value, list | tuple) else [value])
        for each in self.parameters:
            value = given.get(each.key)
            if each.place or value in (None, "", [], (), {}) or value == each.default:
                continue
            if each.key == KNOBS:
                known = self._knobs()
                given_knobs = value.items() if isinstance(value, Mapping) else ()
                turned = {n: one for n, one in given_knobs if n in known and one != known[n].default}
                tokens += [token for name, one in turned.items() for token in ("--knob", f"{name}={one}")]
            elif isinstance(each.form, Flag):
                tokens.append(each.flag)
            elif isinstance(each.form, Fields):
                tokens += [each.flag, f"{each.key}.toml"]
            else:
                many = isinstance(value, list | tuple)
                tokens += [token for one in (value if many else [value]) for token in (each.flag, str(one))]
        return shlex.join(tokens)

    def settled(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is given without what was left empty, and rows in one text where the question takes one."""
        values = {key: _settled(self.form.field(key).form, value) for key, value in given.items()}
        return {key: value for key, value in values.items() if value not in (None, "", [], {})}


def _settled(form: Any, value: Any) -> Any:
    if isinstance(form, Many):
        rows = [_settled(form.of, row) for row in form.rows(value)]
        return form.joined.join(map(str, rows)) if form.joined else rows
    if isinstance(form, Fields):
        return {key: each for key, each in value.items() if each is not None}
    return value


def questions(game: str) -> tuple[Question, ...]:
    """The questions about a game; none for a game that has no odds."""
    declared: tuple[Question, ...] = getattr(module_of(game), "QUESTIONS", ())
    return declared


def question(game: str, name: str) -> Question:
    """The question of that name about a game."""
    found = {each.name: each for each in questions(game)}
    if name not in found:
        refuse(f"There is no question {name!r} about {game}.", ", ".join(found) or ", ".join(asked_games()))
    return found[name]
