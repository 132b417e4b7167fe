"""Asking: each kind of form put to a person, in words, until there is a legal answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from agonist.kernel import GM, AnswerRefused, forms

from .advice import Beside
from .screen import REST, Aside, Screen, Sentence
from .typed import option_from, parse

LONG = 40
"""Help of more than so many letters is not repeated from one option to the next."""


class Asker:
    """Puts one question. `beside` is what stands beside the answers: their odds, if they are known.

    `looked` does what a word to the program asks for, if that changes nothing: then what was answered so far stays.
    """

    def __init__(
        self,
        screen: Screen,
        beside: Beside | None = None,
        looked: Callable[[Aside], bool] = lambda _: False,
    ) -> None:
        self.screen = screen
        self.looked = looked
        self.beside = Beside() if beside is None else beside
        self.before_number: RenderableType | None = None
        self.hurries = False
        """Whether all that is left is taken as it is offered, as far as it is."""
        self.offered = False
        """Whether all of the answer was taken as it was offered."""

    def ask(self, form: forms.Form, label: str = "", given: forms.Answer = None) -> forms.Answer:
        """Show what can be answered and read until an answer is legal; through a pipe the first must be.

        `given` are the rows that are there already, of a list that is to be put right.
        """
        if isinstance(form, forms.Fields | forms.Many | forms.Pairs) and (whole := self.screen.next_json()):
            return parse(form, whole)
        match form:
            case forms.Fields():
                return self._fields(form, label)
            case forms.Many() if not by_commas(form):
                return self._many(form, label, form.rows(given))
            case forms.Pairs():
                return self._pairs(form, label)
            case forms.Maybe(of=forms.Fields() as of):
                return self.ask(of, label) if self._yes(f"{label}: is there one?") else None
            case forms.Choice():
                return self._choice(form, label)
        self._list(form)
        if self.beside and not _options(form):
            self._show(self.odds(form))
        return self._line(form, label)

    def read(self, prompt: str, *, free: bool = False) -> str:
        """The next line that somebody types; just Enter for who takes the rest as it is offered."""
        line = "" if self.hurries else self._typed(prompt, free=free)
        self.hurries = self.hurries or line.strip() == REST
        return "" if self.hurries else line

    def _typed(self, prompt: str, *, free: bool) -> str:
        while True:
            try:
                return self.screen.read(prompt, free=free)
            except Aside as aside:
                if not self.looked(aside):
                    raise

    def _show(self, what: RenderableType | Sentence) -> None:
        """What goes with a question, for who does not take it as it is offered."""
        if not self.hurries:
            self.screen.show(what)

    def _yes(self, question: str, *, usual: bool = False) -> bool:
        line = self.read(f"{question} y/n [{'y' if usual else 'n'}]> ").strip().casefold()
        return line in ("y", "yes") or (usual and not line)

    def prompt(self, form: forms.Form, label: str = "") -> str:
        """The words before the cursor."""
        return f"{label + ': ' if label else ''}{hint(form)}> "

    def _line(self, form: forms.Form, label: str) -> forms.Answer:
        prompt = self.prompt(form, label)
        if self.before_number and isinstance(form, forms.Number | forms.Split):
            self._show(self.before_number)
            self.before_number = None
        while True:
            line = self.read(prompt, free=isinstance(form, forms.Text))
            try:
                return parse(form, line)
            except AnswerRefused as refusal:
                self._refused(refusal, form)

    def _choice(self, form: forms.Choice, label: str) -> forms.Answer:
        self._list(form)
        while True:
            line = self.read(self.prompt(form, label)).strip()
            self.offered = offered = self.hurries or not line
            try:
                if line[:1] in ("{", "[", '"'):
                    return parse(form, line)
                option = option_from(form.options, line or usual(form))
                if option.then is None:
                    return form.check(option.key)
            except AnswerRefused as refusal:
                self._refused(refusal, form)
                continue
            more = self._following(option.key, option.then, option.label, offered=offered)
            return forms.follow(option.key, more)

    def _following(self, key: str, form: forms.Form, label: str, *, offered: bool) -> forms.Answer:
        """What an option leads to, with the odds of its answers before the number that they are about, or at once; as
        it is offered for who took what stood in brackets."""
        if not form.several():
            return form.check(form.fallback())
        asker = Asker(self.screen, looked=self.looked)
        asker.hurries = offered
        odds = self.beside.following(key)
        if isinstance(form, forms.Fields) and any(
            isinstance(field.form, forms.Number | forms.Split) for field in form.fields
        ):
            asker.before_number = odds
        elif odds:
            self._show(odds)
        answer = asker.ask(form, label)
        self.hurries = self.hurries or (asker.hurries and not offered)
        return answer

    def _fields(self, form: forms.Fields, label: str) -> forms.Answer:
        """All parts, those that are seldom needed only for who wants them."""
        if self.beside:
            self._show(self.beside.answers())
            self.beside = Beside()
        if label:
            self._show(Sentence(f"{label}:", "bold"))
        answer: dict[str, forms.Answer] = {}
        for field in form.fields:
            if not field.more:
                answer[field.key] = self._part(field)
        seldom = [field for field in form.fields if field.more]
        if seldom and self._yes(f"More: {', '.join(forms.in_a_sentence(field.label) for field in seldom)}?"):
            answer |= {field.key: self._part(field) for field in seldom}
        return form.whole(answer)

    def _part(self, field: forms.Field) -> forms.Answer:
        if field.help:
            self._show(Sentence(field.help, "dim"))
        return self.ask(with_default(field), field.label)

    def _many(self, form: forms.Many, label: str, rows: list[forms.Answer]) -> forms.Answer:
        while len(rows) < form.most:
            if len(rows) >= form.least:
                names = ", ".join(filter(None, (forms.gist(form.of, row) for row in rows)))
                so_far = f"{len(rows)} so far{': ' + names if names else ''}"
                if not self._yes(f"{label or 'Another'} ({so_far}): add one?"):
                    break
            rows = [*rows, self.ask(form.of, f"{form.one.capitalize() or label} {len(rows) + 1}".strip())]
        return rows

    def _pairs(self, form: forms.Pairs, label: str) -> forms.Answer:
        answer: dict[str, forms.Answer] = {}
        while len(answer) < form.most and self._yes(f"{label} ({len(answer)} so far): add one?"):
            key = self.ask(form.key, form.one.capitalize() or "Name")
            answer[key] = self.ask(form.value, forms.in_words(form.key, key))
        return answer

    def _list(self, form: forms.Form) -> None:
        table = self.options(form)
        if table is None:
            return
        if self.beside:
            self._show(self.odds(form))
        self._show(table)

    def odds(self, form: forms.Form) -> RenderableType:
        """What is said of odds: of those beside the options, or of whole answers; or why there are none."""
        if not self.beside:
            return Text(self.beside.none, style="dim")
        if _options(form):
            return Text(f"On the right: {self.beside.heading}. More: odds", style="dim")
        return self.beside.answers()

    def options(self, form: forms.Form) -> Table | None:
        """What can be chosen, numbered; nothing for a question without options."""
        options = _options(form)
        if not options:
            return None
        default = usual(form) if isinstance(form, forms.Choice) else ""
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

    def _refused(self, refusal: AnswerRefused, form: forms.Form) -> None:
        """What nothing is offered for is asked after all."""
        if self.hurries:
            self.hurries = False
            self._list(form)
            return
        if not self.screen.alive:
            raise refusal
        self.screen.complain(str(refusal))


def _options(form: forms.Form) -> Sequence[forms.Option]:
    match form:
        case forms.Choice() | forms.Several() | forms.Split():
            return form.options
        case forms.Dealt():
            return form.options()
    return ()


def usual(form: forms.Choice) -> str:
    """What Enter alone takes: the default, or the only option there is."""
    free = [option.key for option in form.options if not option.unavailable]
    return form.default if form.default in free else free[0] if len(free) == 1 else ""


def by_commas(form: forms.Form) -> bool:
    """Whether a list is typed in one line."""
    return isinstance(form, forms.Many) and isinstance(form.of, forms.Text)


def with_default(field: forms.Field) -> forms.Form:
    """The form of a part that says itself what leaving the part out means."""
    form, default = field.form, field.default
    if not field.optional or isinstance(default, dict) or default is None:
        return form
    match form:
        case forms.Choice() | forms.Number() | forms.Flag() | forms.Text():
            return replace(form, default=str(default) if isinstance(form, forms.Choice) else default)
        case forms.Written():
            return replace(form, example=str(default))
    return form


def hint(form: forms.Form) -> str:
    """What may be typed, shortly, with the default in brackets."""
    match form:
        case forms.Maybe(of=of, empty=empty):
            return f"{hint(of).partition('[')[0]}or Enter for {empty or 'none'} "
        case forms.Flag(default=default):
            return f"y/n [{'y' if default else 'n'}] "
        case forms.Written(like=like, example=example):
            return f"{like.rstrip('.')} " + (f"[{example}] " if example else "")
        case forms.Many():
            return "divided by commas, or Enter for none "
        case forms.Text(seats=True, default=default):
            return f"a word for who plays, {GM} for the game master [{default or 'their own'}] "
        case forms.Choice():
            return "your choice " + (f"[{_place(form.options, usual(form))}] " if usual(form) else "")
        case forms.Number(default=default):
            usual_one = f"[{default}] " if default is not None else ""
            return f"{form.limits() or 'a number'} {usual_one}"
        case forms.Several(least=least, most=most, ordered=ordered):
            many = "in order, " if ordered else ""
            return (
                f"{many}numbers like 1 3, all or none{' [none]' if not least and not form.default else ''} "
            )
        case forms.Split(least=least, most=most):
            total = f"{least} to {most}" if least != most else str(least)
            free = sum(not option.unavailable for option in form.options)
            how = ", like 1=3 2=2" if free > 1 else ""
            shares = [f"{_place(form.options, key)}={share}" for key, share in (form.default or {}).items()]
            return f"{total} in all{how} " + (f"[{' '.join(shares)}] " if shares else "")
        case forms.Rolled():
            return f"{form.legal()} "
        case forms.Dealt(count=count):
            return f"{count} card{'s' if count > 1 else ''}, by number or name "
        case forms.Text(default=default, least=least):
            return (
                f"[{default}] "
                if default
                else ("a few words " if least else "a few words, or Enter for none ")
            )
    return ""


def _place(options: Sequence[forms.Option], key: str) -> str:
    return next((str(n) for n, option in enumerate(options, 1) if option.key == key), key)
