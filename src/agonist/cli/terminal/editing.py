"""A set-up at the keyboard: a few things asked, and then a list of everything, in which each can be changed and left.

What is made is playable from the beginning, and one can go back to how it last was: there is no answer after which
nothing helps but to quit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from agonist.kernel import AgonistError, AnswerRefused, ContestType, forms
from agonist.kernel.game import Checked

from .asking import Asker
from .screen import REST, Aside, Ended, Screen
from .typed import option_from, parse

SETUP, OPTIONS = "set-up", "options"
TRIES = 3
"""After so many answers that are none, what was asked stays as it was."""
BACK = "<"
HOW = (
    "A number changes what stands there. + adds one to a list, -2 takes the second away. < goes back, and Enter goes "
    "on. save FILE keeps the set-up, quit leaves."
)

Way = tuple[str, ...]


class Item(msgspec.Struct, frozen=True):
    """A line of the list: what it is called, what it is now, and the way to it."""

    label: str
    now: str
    way: Way


class Editor:
    """Asks for a set-up. `keep` writes it to a file that is named."""

    def __init__(
        self,
        screen: Screen,
        kind: ContestType[Any],
        start: Any,
        options: Any,
        keep: Callable[[str, Checked], None],
    ) -> None:
        self.screen = screen
        self.kind = kind
        self.keep = keep
        screen.words = frozenset({"quit", "save"})
        self.form = forms.Fields(
            (
                forms.Field(SETUP, kind.title, kind.setup_form),
                forms.Field(OPTIONS, "Options of the rules", kind.options_form),
            )
        )
        self.data: Any = {SETUP: start, OPTIONS: options}
        self._unfolded: set[Way] = set()
        self._playable = self.data if self.problem() is None else None

    def ask_first(self, places: Mapping[str, str]) -> None:
        """Ask for what matters most, one after another, in these words; each can be gone back to."""
        asked, n = list[int](), 0
        while n < len(places):
            place, words = list(places.items())[n]
            said = {key: str(value) for key, value in self.data[SETUP].items()}
            way = (SETUP, *forms.steps_to(place.format_map(defaultdict(str, said))))
            if not self._there(way):
                n += 1
            elif self.asked(way, words):
                asked.append(n)
                n += 1
            elif asked:
                n = asked.pop()

    def finish(self) -> Checked:
        """Let everything be changed until somebody begins."""
        way: Way = (SETUP,)
        helpless = False
        while True:
            items = list(self._items(way))
            self._show(way, items)
            line = self._line("Enter begins" if len(way) == 1 else "Enter goes back", items)
            if line in ("", BACK) and len(way) > 1:
                way = self._above(way)
            elif line == BACK:
                self.screen.complain("This is the whole list. quit leaves.")
            elif not line:
                wrong = self.problem()
                if wrong is None:
                    return self.kind.setup_from(self.data[SETUP], self.data[OPTIONS])
                if not self.screen.alive:
                    raise wrong
                helpless = self._told_to_begin(wrong, again=helpless)
            else:
                helpless = False
                way = self._changed(way, items, line)

    def _told_to_begin(self, wrong: AgonistError, *, again: bool) -> bool:
        """What is wrong; whoever wants to begin all the same begins with what could be played last."""
        if again and self._playable is not None:
            self.data = self._playable
            self.screen.say("It is again as it could last be played.")
            return False
        self._complain(wrong)
        if self._playable is not None:
            self.screen.say("Enter once more puts it back as it could last be played.")
        return True

    def problem(self) -> AgonistError | None:
        """Why the game cannot begin with what there is now."""
        try:
            self.kind.setup_from(self.data[SETUP], self.data[OPTIONS])
        except AgonistError as wrong:
            return wrong
        return None

    def asked(self, way: Way, words: str = "") -> bool:
        """Ask for one thing, with what it is now in brackets; False if somebody goes back."""
        form, now = self._at(way)
        field = self._field(way)
        label = words or self._label(way)
        if field is not None and field.help:
            self.screen.say(field.help, "dim")
        asker = Asker(self.screen)
        if (listed := asker.options(form.of if isinstance(form, forms.Maybe) else form)) is not None:
            self.screen.show(listed)
        said = forms.in_words(form, now) if now is not None and _fits(form, now) else ""
        for _ in range(TRIES):
            line = self._read(f"{label} [{said or 'none'}]> ", free=isinstance(form, forms.Text)).strip()
            if line in ("", REST):
                return True
            if line == BACK:
                return False
            try:
                self._put(way, self._meant(form, line, asker))
            except AgonistError as wrong:
                if not self.screen.alive:
                    raise
                self._complain(wrong)
            else:
                return True
        self.screen.say(f"{label} stays {said or 'as it was'}.")
        return True

    def _meant(self, form: forms.Form, line: str, asker: Asker) -> forms.Answer:
        if line == "-" and isinstance(form, forms.Text):
            return form.check("")
        chosen = form.of if isinstance(form, forms.Maybe) else form
        if isinstance(chosen, forms.Choice) and line[:1] not in ("{", "["):
            if line.casefold() == "none" and chosen is not form:
                return None
            option = option_from(chosen.options, line)
            if option.then is not None:
                return forms.follow(option.key, asker.ask(option.then, option.label))
        return parse(form, line)

    def _put(self, way: Way, value: Any) -> None:
        """Put something in, unless that is just what the game cannot begin with."""
        before = self.data
        self.data = forms.edited(self.form, self.data, list(way), lambda *_: value)
        wrong = self.problem()
        if wrong is None:
            self._playable = self.data
        elif self._playable is before and ".".join(way) == ".".join(self._place(wrong)):
            self.data = before
            raise wrong

    def _changed(self, way: Way, items: Sequence[Item], line: str) -> Way:
        """What a line in the list does; returns where one is then."""
        form, now = self._at(way)
        if line == "+" and isinstance(form, forms.Many | forms.Pairs | forms.Maybe):
            return self._grown(way, form, now)
        if line[:1] == "-" and line[1:].strip().isdecimal() and isinstance(form, forms.Many | forms.Pairs):
            return self._shrunk(way, items, int(line[1:]))
        if not line.isdecimal() or not 1 <= int(line) <= len(items):
            if not self.screen.alive:
                raise AnswerRefused(f"{line!r} is not known here.", accepted=f"1 to {len(items)}, or Enter")
            self.screen.complain(f"{line!r} is not known here. {HOW}")
            return way
        chosen = items[int(line) - 1].way
        if chosen == way:
            self._unfolded.add(way)
            return way
        if self._is_list(self._at(chosen)[0]):
            return chosen
        self.asked(chosen)
        return way

    def _grown(self, way: Way, form: forms.Form, now: Any) -> Way:
        if isinstance(form, forms.Pairs):
            named = Asker(self.screen).ask(form.key, form.one.capitalize() or "Name")
            self._put_rows(way, {**(now or {}), named: (now or {}).get(named, form.value.start())})
            return (*way, str(list(self._at(way)[1]).index(named)))
        if isinstance(form, forms.Maybe):
            self._put_rows(way, form.of.start() if now is None else now)
            return way
        assert isinstance(form, forms.Many)
        if len(rows := form.rows(now)) >= form.most:
            self.screen.complain(f"There can be {form.most} at most.")
            return way
        self._put_rows(way, [*rows, form.of.start()])
        added = (*way, str(len(rows)))
        if self._is_list(form.of):
            return added
        self.asked(added)
        return way

    def _shrunk(self, way: Way, items: Sequence[Item], n: int) -> Way:
        if not 1 <= n <= len(items):
            self.screen.complain(f"There is no {n} in the list.")
            return way
        self._put_rows(
            way, forms.changed(self.form, self.data, f"remove:{'.'.join(items[n - 1].way)}"), whole=True
        )
        return way

    def _put_rows(self, way: Way, value: Any, *, whole: bool = False) -> None:
        self.data = value if whole else forms.edited(self.form, self.data, list(way), lambda *_: value)
        if self.problem() is None:
            self._playable = self.data

    def _items(self, way: Way) -> Iterator[Item]:
        form, now = self._at(way)
        if isinstance(form, forms.Maybe):
            if now is None:
                return
            form = form.of
        match form:
            case forms.Fields():
                yield from self._parts(way, form, form.parts(now))
            case forms.Many(of=of):
                for n, row in enumerate(form.rows(now)):
                    called = f"{(form.one or 'number').capitalize()} {n + 1}"
                    yield Item(called, _said(of, row), (*way, str(n)))
            case forms.Pairs(key=key, value=value):
                for n, (one, row) in enumerate((now or {}).items()):
                    yield Item(forms.in_words(key, one), _said(value, row), (*way, str(n)))
        if way == (SETUP,) and _has_parts(self.kind.options_form):
            changed = _said(self.kind.options_form, self.data[OPTIONS])
            yield Item("Options of the rules", changed or "as usual", (OPTIONS,))

    def _parts(self, way: Way, form: forms.Fields, given: dict[str, Any]) -> Iterator[Item]:
        folded = []
        for field in form.fields:
            now = given.get(field.key, field.default)
            if field.more and now == field.default and way not in self._unfolded:
                folded.append(field.label)
            else:
                yield Item(field.label, _said(field.form, now), (*way, field.key))
        if folded:
            yield Item(f"{len(folded)} more", ", ".join(map(forms.in_a_sentence, folded)), way)

    def _show(self, way: Way, items: Sequence[Item]) -> None:
        form, now = self._at(way)
        self.screen.say(
            f"\n{self._label(way) if len(way) > 1 or way == (OPTIONS,) else 'Anything else?'}", "bold yellow"
        )
        rows = [(str(n), item.label, item.now) for n, item in enumerate(items, 1)]
        if isinstance(form, forms.Many | forms.Pairs) or (isinstance(form, forms.Maybe) and now is None):
            rows.append(("+", "add one", "-1 takes the first away" if items else ""))
        room = self.screen.width - max((len(number) + len(label) for number, label, _ in rows), default=0) - 3
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", style="yellow", no_wrap=True)
        table.add_column(style="bold", no_wrap=True)
        table.add_column(style="dim", no_wrap=True)
        for number, label, said in rows:
            table.add_row(number, Text(label), Text(said if len(said) <= room else f"{said[: room - 1]}…"))
        self.screen.show(table)
        if (wrong := self.problem()) is not None and self.screen.alive:
            self._complain(wrong)

    def _line(self, enter: str, items: Sequence[Item]) -> str:
        line = self._read(f"{enter}{', a number changes it' if items else ''}> ").strip()
        return "" if line == REST else line

    def _read(self, prompt: str, *, free: bool = False) -> str:
        while True:
            try:
                return self.screen.read(prompt, free=free)
            except Aside as aside:
                if aside.word in ("quit", "q", "exit"):
                    raise Ended from None
                self._aside(aside)

    def _aside(self, aside: Aside) -> None:
        wrong = self.problem()
        if aside.word != "save":
            self.screen.say(HOW)
        elif not aside.rest:
            self.screen.say("Say where: save FILE")
        elif wrong is not None:
            self._complain(wrong)
        else:
            try:
                self.keep(aside.rest, self.kind.setup_from(self.data[SETUP], self.data[OPTIONS]))
            except AgonistError as problem:
                self.screen.complain(str(problem))

    def _complain(self, wrong: AgonistError) -> None:
        place = forms.where(self.form, ".".join(self._place(wrong)))
        place = place.removeprefix(self.kind.title).removeprefix(", ")
        accepted = f" Accepted: {wrong.accepted.rstrip('.')}." if wrong.accepted else ""
        self.screen.complain(f"{place}: {wrong.message}{accepted}" if place else f"{wrong.message}{accepted}")

    def _place(self, wrong: AgonistError) -> list[str]:
        steps = forms.steps_to(getattr(wrong, "place", ""))
        return steps if steps[:1] in ([SETUP], [OPTIONS]) else [SETUP, *steps]

    def _label(self, way: Way) -> str:
        return forms.where(self.form, ".".join(way)).removeprefix(self.kind.title).removeprefix(", ")

    def _field(self, way: Way) -> forms.Field | None:
        above, _ = self._at(way[:-1]) if len(way) > 1 else (self.form, None)
        above = above.of if isinstance(above, forms.Maybe) else above
        return above.field(way[-1]) if isinstance(above, forms.Fields) else None

    def _at(self, way: Way) -> tuple[forms.Form, Any]:
        found, form, now = forms.form_at(self.form, self.data, list(way))
        assert tuple(found) == way, way
        return form, now

    def _there(self, way: Way) -> bool:
        found, _, _ = forms.form_at(self.form, self.data, list(way))
        return tuple(found) == way

    def _above(self, way: Way) -> Way:
        return (SETUP,) if way == (OPTIONS,) else way[:-1]

    def _is_list(self, form: forms.Form) -> bool:
        """Whether it has parts of its own to choose from."""
        if isinstance(form, forms.Maybe):
            return self._is_list(form.of)
        return isinstance(form, forms.Fields | forms.Pairs) or (
            isinstance(form, forms.Many) and not isinstance(form.of, forms.Text)
        )


def _fits(form: forms.Form, answer: Any) -> bool:
    try:
        form.check(answer)
    except AgonistError:
        return False
    return True


def _said(form: forms.Form, answer: Any) -> str:
    """What something is now, as far as it is anything yet; a list by the names in it."""
    if isinstance(form, forms.Maybe):
        return "none" if answer is None else _said(form.of, answer)
    if isinstance(form, forms.Many):
        rows = form.rows(answer)
        return ", ".join(filter(None, (forms.gist(form.of, row) for row in rows))) or (
            str(len(rows)) if rows else "none"
        )
    if isinstance(form, forms.Fields):
        there = form.parts(answer) if answer is not None else {}
        named = [
            _said(each.form, there[each.key])
            for each in form.fields
            if each.key in there and there[each.key] != each.default
        ]
        return ", ".join(each for each in named if each and each != "none")
    try:
        return forms.in_words(form, answer) if answer is not None else "none"
    except (AttributeError, KeyError, TypeError, ValueError):
        return str(answer)


def _has_parts(form: forms.Form) -> bool:
    return isinstance(form, forms.Fields) and bool(form.fields)
