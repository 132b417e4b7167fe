"""A form that is filled in field by field, with what was typed so far: set-ups, characters, questions about odds."""

from __future__ import annotations

import re
import zlib
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from agonist.kernel import GM, AgonistError, forms

from .answers import inside
from .drawing import environment
from .errors import sentence


class Row(NamedTuple):
    """A row of a list, what it is called, and in an object by keys its key."""

    value: Any
    gist: str
    key: str = ""


class Sheet(msgspec.Struct, kw_only=True):
    """A form on a page: what was typed, what is wrong with it and where, and which rows stand open.

    `name` is what the names of all its fields begin with, `post_to` where its buttons lead, `rules_of` the game whose
    rules it cites. With `sliders` numbers can be slid.
    """

    form: forms.Form
    data: Any
    name: str = ""
    post_to: str = ""
    rules_of: str = ""
    problems: dict[str, str] = {}
    opened: frozenset[str] = frozenset()
    sliders: bool = False

    def value(self, field: forms.Field, record: Any) -> Any:
        """What stands in a field: what was typed, or what leaving it out means."""
        if isinstance(record, dict) and field.key in record:
            return record[field.key]
        return field.default if field.optional else field.form.start()

    def folded(self, field: forms.Field, record: Any, name: str) -> bool:
        """Whether a field can be folded away: it is seldom needed, as usual, nothing is wrong there, and it does not
        stand beside the row's name."""
        usual = msgspec.json.encode(self.value(field, record)) == msgspec.json.encode(field.default)
        return field.more and usual and not field.beside and not self.wrong(name)

    def divided(
        self, form: forms.Fields, name: str, record: Any, without: str
    ) -> tuple[list[forms.Field], list[forms.Field]]:
        """The fields of a record but for one: those that are shown, and those that are folded away."""
        there = [each for each in form.fields if each.key != without]
        seldom = [each for each in there if self.folded(each, record, inside(name, each.key))]
        return [each for each in there if each not in seldom], seldom

    def rows(self, form: forms.Form, value: Any) -> list[Row]:
        """The rows of a list, of pairs, or the one of what need not be there."""
        match form:
            case forms.Pairs(key=key):
                pairs = value.items() if isinstance(value, dict) else ()
                return [Row(each, forms.in_words(key, name), name) for name, each in pairs]
            case forms.Many(of=of):
                return [Row(each, forms.gist(of, each)) for each in form.rows(value)]
            case forms.Maybe(of=of) if value is not None:
                return [Row(value, forms.gist(of, value) or "–")]
        return []

    def sends(self) -> Markup:
        """What a button needs with which a script gets the form drawn anew."""
        if not self.sliders:
            return Markup('hx-post="{}"').format(self.post_to)
        return Markup(
            'hx-get="{}" hx-include="closest form" hx-target="#calculator" hx-select="#calculator" hx-trigger="click"'
        ).format(self.post_to)

    def wrong(self, name: str) -> bool:
        """Whether something is wrong there or further inside."""
        return any(place == name or place.startswith(f"{name}.") for place in self.problems)

    def opens(self, row: str, gist: str) -> bool:
        """Whether a row stands open: the one that was touched last, or something is wrong in it, or it is new."""
        touched = max(self.opened, key=len, default="")
        fresh = not gist and row.startswith(touched)
        return row in self.opened or self.wrong(row) or fresh

    def beside(self, form: forms.Form, row: Any) -> str:
        """What stands beside a folded row's name: its rating, its damage, its kind."""
        fields = form.fields if isinstance(form, forms.Fields) and isinstance(row, dict) else ()
        shown = next((each for each in fields if each.beside), None)
        value = self.value(shown, row) if shown else None
        return (
            ""
            if shown is None or value is None
            else re.sub(r"^-(?=\d)", "−", forms.in_words(shown.form, value))
        )

    def _at(self, name: str) -> Any:
        data = self.data
        for step in forms.steps_to(name.removeprefix(self.name)):
            try:
                data = data[int(step)] if isinstance(data, list | tuple) else data[step]
            except (IndexError, KeyError, TypeError, ValueError):
                return None
        return data

    def named(self, form: forms.Text, name: str, value: str) -> list[tuple[str, str]]:
        """Whom a field can name: those of the lists at the form's path, near by if there is such a list."""
        path = form.names.split(".")
        near = self._at(name.rpartition(".")[0])
        here = forms.names_at(near, path[-1:]) if isinstance(near, dict) and path[-1] in near else None
        names = forms.names_at(self.data, path) if here is None else here
        others = [value] if value and value not in names else []
        none = [("", form.empty or "–")] if form.empty or not value else []
        return none + [(each, each) for each in [*names, *others]]

    def suggestions(self, name: str) -> list[str]:
        """Texts that others of the list have in the same field: the same side."""
        rows, _, key = name.rpartition(".")
        others = self._at(rows.rpartition(".")[0]) if key != "name" else None
        rows_there = (
            [row for row in others if isinstance(row, dict)] if isinstance(others, list | tuple) else []
        )
        return sorted({text for row in rows_there if isinstance(text := row.get(key), str) and text})

    def elsewhere(self, name: str) -> list[tuple[str, str]]:
        """The same lists of others, with whose they are: the place after their last row."""
        row, _, key = name.rpartition(".")
        owners, _, mine = row.rpartition(".")
        others = self._at(owners) or []
        return [
            (f"{owners}.{n}.{key}.{len(each.get(key) or ())}", str(each["name"]))
            for n, each in enumerate(others)
            if str(n) != mine and isinstance(each, dict) and each.get("name")
        ]

    def players(self, name: str, value: Any, usual: str) -> list[tuple[str, str]]:
        """Who can play a row: the game master, a player of their own, or the player of somebody else."""
        row = name.rpartition(".")[0]
        seats = dict(_seats(self.form, self.data, self.name))
        played: dict[str, list[str]] = {}
        for each, (seat, _) in seats.items():
            if seat and seat != GM:
                played.setdefault(seat, []).append(each)
        own = value if played.get(value) == [row] else usual.replace(GM, _free(row, played))
        with_others = [
            (seat, f"the player of {' and '.join(seats[other][1] for other in others)}")
            for seat, all_of_them in played.items()
            if (others := [other for other in all_of_them if other != row])
        ]
        game_master = [(GM, "the game master")] if GM in (value, usual) else []
        return [*game_master, (own or "", "a player of their own"), *with_others]


def _seats(form: forms.Form, data: Any, name: str) -> list[tuple[str, tuple[str, str]]]:
    """All rows that somebody plays, with the seat and what the row is called."""
    match form:
        case forms.Maybe(of=of):
            return _seats(of, data, name)
        case forms.Many(of=of):
            return [each for n, row in enumerate(form.rows(data)) for each in _seats(of, row, f"{name}.{n}")]
        case forms.Fields(fields=fields) if isinstance(data, dict):
            called = forms.gist(form, data) or "somebody without a name"
            seats = [each for each in fields if isinstance(each.form, forms.Text) and each.form.seats]
            here = [(name, (str(data.get(each.key, each.default) or ""), called)) for each in seats]
            within = [_seats(each.form, data.get(each.key), f"{name}.{each.key}") for each in fields]
            return here + [each for inner in within for each in inner]
    return []


def _free(row: str, played: dict[str, list[str]]) -> str:
    """A seat that nobody has: called after the row's place, and one more if that is taken."""
    name = "player-" + "-".join(re.findall(r"\d+", row))
    while name in played:
        name += "-2"
    return name


def placed(error: AgonistError, root: str = "setup") -> dict[str, str]:
    """A refusal at the field that it is about, by its name on the page."""
    steps = forms.steps_to(error.place)
    if steps[:1] == ["set-up"]:
        steps[0] = root
    elif steps[:1] not in (["options"], [root]):
        steps = [root, *steps]
    return {".".join(steps): sentence(error)}


def _slides(form: Any, value: Any) -> tuple[int, int]:
    """The ends of a slider: what is usual, around 0 for what may be negative, and always as far as the value itself."""
    low, high = form.least, form.most
    if high - low > 120:
        low, high = (max(low, -20), min(high, 20)) if low < 0 else (low, min(high, low + 60))
    return (min(low, value), max(high, value)) if isinstance(value, int) else (low, high)


def _shape(form: forms.Form) -> int:
    """Rows of the same shape can go from list to list."""
    return zlib.crc32(msgspec.json.encode(form))


def _of_groups(form: forms.Form) -> bool:
    """Whether the rows are groups of rows that go from one to the other: those are always open."""
    of = form.of if isinstance(form, forms.Many) else None
    return isinstance(of, forms.Fields) and any(
        isinstance(each.form, forms.Many) and each.form.moves for each in of.fields
    )


def _of_small_rows(form: forms.Form) -> bool:
    """Whether the rows hold no rows themselves, so that they can stand side by side."""
    of = form.value if isinstance(form, forms.Pairs) else getattr(form, "of", None)
    return isinstance(of, forms.Fields) and not any(_grouped(each.form) for each in of.fields)


def _grouped(form: forms.Form) -> bool:
    """Whether a form takes more room than one field."""
    if isinstance(form, forms.Maybe):
        return isinstance(form.of, forms.Fields | forms.Pairs)
    return isinstance(form, forms.Fields | forms.Pairs) or (
        isinstance(form, forms.Many) and not isinstance(form.of, forms.Text)
    )


environment().filters |= {
    "one_of": forms.one_of,
    "menu": lambda form: [(each.key, each.label) for each in form.options],
    "part": lambda form, label: forms.Field("", label, form),
    "slides": lambda value, form: _slides(form, value),
    "shape": _shape,
    "any_of": lambda name: re.sub(r"\.\d+(?=\.|$)", ".n", name),
    "with_article": lambda text: f"{'an' if text[:1] in 'aeiou' else 'a'} {text}",
    "in_a_sentence": forms.in_a_sentence,
    "inside": lambda key, name: inside(name, key),
}
environment().tests |= {"grouped": _grouped, "of_groups": _of_groups, "of_small_rows": _of_small_rows}
