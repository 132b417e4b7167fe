"""Asking: each kind of form put to a person, in words, until there is a legal answer."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import (
    Answer,
    AnswerRefused,
    Choice,
    Dealt,
    Fields,
    Form,
    Many,
    Number,
    Option,
    Rolled,
    Several,
    Split,
)
from agonist.kernel import Text as FreeText

from .advice import Beside
from .reading import option_from, parse
from .screen import Screen

__all__ = ["Asker"]

LONG = 40
"""Help of more than so many letters is not repeated from one option to the next."""


class Asker:
    """Puts one question. `beside` is what stands beside the answers: their odds, if they are known."""

    def __init__(self, screen: Screen, beside: Beside | None = None) -> None:
        self.screen = screen
        self.beside = beside or Beside()
        self.before_number: RenderableType | None = None

    def ask(self, form: Form, label: str = "") -> Answer:
        """Show what can be answered and read until an answer is legal; through a pipe the first must be."""
        if isinstance(form, Fields | Many) and (whole := self.screen.next_json()):
            return parse(form, whole)
        match form:
            case Fields():
                return self._fields(form, label)
            case Many():
                return self._many(form, label)
            case Choice():
                return self._choice(form, label)
        self._list(form)
        return self._line(form, label)

    def prompt(self, form: Form, label: str = "") -> str:
        """The words before the cursor."""
        return f"{label + ': ' if label else ''}{hint(form)}> "

    def _line(self, form: Form, label: str) -> Answer:
        prompt = self.prompt(form, label)
        if self.before_number and isinstance(form, Number | Split):
            self.screen.show(self.before_number)
            self.before_number = None
        while True:
            line = self.screen.read(prompt, free=isinstance(form, FreeText))
            try:
                return parse(form, line)
            except AnswerRefused as refusal:
                self._refused(refusal)

    def _choice(self, form: Choice, label: str) -> Answer:
        self._list(form)
        while True:
            line = self.screen.read(self.prompt(form, label)).strip()
            try:
                if line[:1] in ("{", "[", '"'):
                    return parse(form, line)
                option = option_from(form.options, line or usual(form))
                if option.then is None:
                    return form.check(option.key)
            except AnswerRefused as refusal:
                self._refused(refusal)
                continue
            return {"pick": option.key, "with": self._following(option.key, option.then, option.label)}

    def _following(self, key: str, form: Form, label: str) -> Answer:
        """What an option leads to, with the odds of its answers before the number that they are about, or at once."""
        asker = Asker(self.screen)
        odds = self.beside.following(key)
        if isinstance(form, Fields) and any(isinstance(field.form, Number | Split) for field in form.fields):
            asker.before_number = odds
        elif odds:
            self.screen.show(odds)
        return asker.ask(form, label)

    def _fields(self, form: Fields, label: str) -> Answer:
        if label:
            self.screen.say(f"{label}:", "bold")
        answer = {}
        for field in form.fields:
            if field.help:
                self.screen.say(field.help, "dim")
            answer[field.key] = self.ask(field.form, field.label)
        return answer

    def _many(self, form: Many, label: str) -> Answer:
        answers: list[Answer] = []
        while len(answers) < form.most:
            if len(answers) >= form.least:
                more = f"{label or 'Another'} ({len(answers)} so far): add one? y/n [n]> "
                if self.screen.read(more).strip().casefold() not in ("y", "yes"):
                    break
            answers.append(self.ask(form.of, f"{label} {len(answers) + 1}".strip()))
        return answers

    def _list(self, form: Form) -> None:
        table = self.options(form)
        if table is None:
            return
        if self.beside:
            self.screen.say(f"On the right: {self.beside.heading}. More: odds", "dim")
        self.screen.show(table)

    def options(self, form: Form) -> Table | None:
        """What can be chosen, numbered; nothing for a question without options."""
        options = _options(form)
        if not options:
            return None
        default = usual(form) if isinstance(form, Choice) else ""
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(overflow="fold")
        if self.beside:
            table.add_column(overflow="fold", style="cyan", justify="right", min_width=8)
        said = ""
        for n, option in enumerate(options, 1):
            words = Text(option.label, style="dim" if option.unavailable else "bold")
            if option.unavailable:
                words.append(f": {option.unavailable}", "dim")
            elif option.help:
                long = len(option.help) > LONG and option.help == said
                words.append("  as above" if long else f"  {option.help}", "not bold dim")
                said = option.help
            if option.key == default and not option.unavailable:
                words.append("  (Enter)", "not bold dim")
            number = Text(
                "–" if option.unavailable else str(n), style="dim" if option.unavailable else "yellow"
            )
            table.add_row(number, words, *([self.beside.option(option.key)] if self.beside else []))
        return table

    def _refused(self, refusal: AnswerRefused) -> None:
        if not self.screen.alive:
            raise refusal
        self.screen.complain(str(refusal))


def _options(form: Form) -> Sequence[Option]:
    match form:
        case Choice() | Several() | Split():
            return form.options
        case Dealt():
            return form.options()
    return ()


def usual(form: Choice) -> str:
    """What Enter alone takes: the default, or the only option there is."""
    free = [option.key for option in form.options if not option.unavailable]
    return form.default if form.default in free else free[0] if len(free) == 1 else ""


def hint(form: Form) -> str:
    """What may be typed, shortly, with the default in brackets."""
    match form:
        case Choice():
            return "your choice " + (f"[{_place(form.options, usual(form))}] " if usual(form) else "")
        case Number(least=least, most=most, default=default):
            return f"{least} to {most} " + (f"[{default}] " if default is not None else "")
        case Several(least=least, most=most, ordered=ordered):
            many = "in order, " if ordered else ""
            return (
                f"{many}numbers like 1 3, all or none{' [none]' if not least and not form.default else ''} "
            )
        case Split(least=least, most=most):
            total = f"{least} to {most}" if least != most else str(least)
            free = sum(not option.unavailable for option in form.options)
            how = ", like 1=3 2=2" if free > 1 else ""
            shares = [f"{_place(form.options, key)}={share}" for key, share in (form.default or {}).items()]
            return f"{total} in all{how} " + (f"[{' '.join(shares)}] " if shares else "")
        case Rolled():
            return f"{form.legal()} "
        case Dealt(count=count):
            return f"{count} card{'s' if count > 1 else ''}, by number or name "
        case FreeText(default=default, least=least):
            return (
                f"[{default}] "
                if default
                else ("a few words " if least else "a few words, or Enter for none ")
            )
    return ""


def _place(options: Sequence[Option], key: str) -> str:
    return next((str(n) for n, option in enumerate(options, 1) if option.key == key), key)
