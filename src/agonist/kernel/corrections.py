"""What the game master may correct at any time: values that the game's state marks as `Correctable`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from .errors import ActRefused
from .events import Corrected, Event
from .forms import AnyForm, Choice, Form, Several
from .marks import Viewer, mark_of
from .views import may_see


class Correctable(msgspec.Struct, frozen=True):
    """Marks a field of a state whose value the game master may correct to any answer of the form.

    A form whose limits follow from the rest of the state is a function of the state and the struct that has the
    field; where it gives None there is nothing to correct now. Where more than the field changes with it,
    `how(state, owner, answer)` makes the correction, and `now(owner)` says what the value is in the form's terms.
    """

    form: Form | Callable[[Any, Any], Form | None]
    label: str
    how: Callable[[Any, Any, Any], None] | None = None
    now: Callable[[Any], Any] | None = None


class Correction(msgspec.Struct, frozen=True):
    """One value that can be corrected now: where it stands, what it is called, what it is, what it may become."""

    path: str
    label: str
    value: Any
    form: AnyForm


Way = tuple[tuple[msgspec.Struct, str], ...]


class _Place(msgspec.Struct, frozen=True):
    """A field that can be corrected, and the way to it: all structs with their fields, the last of them this one."""

    owner: msgspec.Struct
    field: str
    path: str
    mark: Correctable
    way: Way

    def open_form(self, state: msgspec.Struct) -> Form | None:
        form = self.mark.form
        return form if isinstance(form, Form) else form(state, self.owner)

    def value(self) -> Any:
        now = self.mark.now
        return now(self.owner) if now else msgspec.to_builtins(getattr(self.owner, self.field))


def corrections(state: msgspec.Struct) -> list[Correction]:
    """Everything that can be corrected in a state."""
    return [Correction(place.path, _label(place), place.value(), form) for place, form in _open(state)]


class Change(msgspec.Struct, frozen=True):
    """A correction that was made."""

    way: Way
    label: str
    old: Any
    new: Any

    def events(self, state: msgspec.Struct, reason: str, seats: tuple[str, ...]) -> list[Event]:
        """What the seats are told of it: who may not see the value learns only that there was a correction."""
        told = tuple(seat for seat in seats if may_see(Viewer(seat, state), self.way))
        rest = tuple(seat for seat in seats if seat not in told)
        if not rest:
            return [Corrected(self.label, reason, self.old, self.new)]
        return [
            Corrected(self.label, reason, self.old, self.new, audience=told),
            Corrected("", reason, hidden=True, audience=rest),
        ]


def correct(state: msgspec.Struct, path: str, value: Any) -> Change:
    """Set the value at a path."""
    place, form = _find(state, path)
    told, old = place.value(), getattr(place.owner, place.field)
    new = form.check(value, path)
    if place.mark.how:
        place.mark.how(state, place.owner, new)
    else:
        setattr(place.owner, place.field, msgspec.convert(new, type(old)) if old is not None else new)
    return Change(place.way, _label(place), _called(form, told), _called(form, new))


def _called(form: Form, value: Any) -> Any:
    """What is ticked or chosen, by what people call it."""
    if not isinstance(form, Several | Choice):
        return value
    labels = {option.key: option.label for option in form.options}
    called = [labels.get(key, key) for key in (value if isinstance(value, list) else [value])]
    return called if isinstance(form, Several) else called[0]


def checked_correction(state: msgspec.Struct, path: str, value: Any) -> None:
    """Raise if the value at this path cannot be corrected so."""
    _find(state, path)[1].check(value, path)


def _find(state: msgspec.Struct, path: str) -> tuple[_Place, Form]:
    for place in _places(state, ""):
        if place.path == path and (form := place.open_form(state)) is not None:
            return place, form
    known = ", ".join(place.path for place, _ in _open(state)) or "nothing"
    raise ActRefused(f"{path!r} cannot be corrected.", code="act.not-correctable", accepted=known)


def _open(state: msgspec.Struct) -> Iterator[tuple[_Place, Form]]:
    for place in _places(state, ""):
        if (form := place.open_form(state)) is not None:
            yield place, form


def _label(place: _Place) -> str:
    name = getattr(place.owner, "name", "")
    return f"{name}: {place.mark.label}" if name else place.mark.label


def _places(value: Any, path: str, way: Way = ()) -> Iterator[_Place]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            inner = f"{path}.{field}" if path else field
            mark = mark_of(type(value), field, Correctable)
            if mark is not None:
                yield _Place(value, field, inner, mark, (*way, (value, field)))
            else:
                yield from _places(getattr(value, field), inner, (*way, (value, field)))
    elif isinstance(value, list | tuple):
        for n, each in enumerate(value):
            yield from _places(each, f"{path}.{n}", way)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _places(each, f"{path}.{key}", way)
