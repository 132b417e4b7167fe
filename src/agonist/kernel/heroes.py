"""Heroes that a game has ready, and what it asks of whoever makes one in their own words."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .errors import SetupRefused
from .forms import Choice, Fields, edited, form_at, gist, in_words, steps_to
from .ready import own_data

if TYPE_CHECKING:
    from .forms import Form
    from .game import Game


class ReadyHero(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero to be played at once: told in a line, with a sheet of the game's."""

    key: str
    name: str
    line: str
    sheet: dict[str, Any]


class HeroAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is asked for an own hero: words, a number, or one of the form's choices, each by its place in the
    sheet. `says` is what a number means, with ``{n}`` for it, and `offers` are words to take with a tap."""

    label: str
    words: str = ""
    number: str = ""
    choice: str = ""
    least: int = 0
    most: int = 0
    says: str = ""
    offers: tuple[str, ...] = ()

    def places(self) -> list[str]:
        """Where in the sheet the answers go."""
        return [place for place in (self.words, self.number, self.choice) if place]


class OwnHero(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sheet with which an own hero begins, and what is asked."""

    sheet: dict[str, Any]
    asks: tuple[HeroAsk, ...]


class Heroes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in a game's ``heroes.toml``; `shows` are the places of a sheet that stand beside a hero's name."""

    shows: tuple[str, ...]
    stock: tuple[ReadyHero, ...]
    own: OwnHero

    def beside(self, form: Form, sheet: dict[str, Any]) -> list[tuple[str, str]]:
        """What stands beside a hero: an ability and its rating, an attribute and its number."""
        return [_shown(form, sheet, steps_to(place)) for place in self.shows]

    def written(self, form: Form, answers: Mapping[str, str]) -> dict[str, Any]:
        """The sheet of an own hero from answers by their places; refused where something is missing or too much."""
        sheet: Any = copy.deepcopy(self.own.sheet)
        for ask in self.own.asks:
            for place in ask.places():
                sheet = _put(form, sheet, ask, place, answers.get(place, "").strip())
        return dict(sheet)


def _shown(form: Form, sheet: dict[str, Any], way: list[str]) -> tuple[str, str]:
    _, there, value = form_at(form, sheet, way)
    if isinstance(there, Fields):
        rating = next(each for each in there.fields if each.beside)
        return gist(there, value), in_words(rating.form, value[rating.key])
    _, owner, _ = form_at(form, sheet, way[:-1]) if way[1:] else (way, form, sheet)
    assert isinstance(owner, Fields)
    return owner.field(way[-1]).label, in_words(there, value)


def _put(form: Form, sheet: Any, ask: HeroAsk, place: str, text: str) -> Any:
    value: str | int = text
    if place == ask.number:
        if not (text.isdecimal() and len(text) < 4 and ask.least <= int(text) <= ask.most):
            raise SetupRefused(
                f"{text or 'Nothing'} is not possible.", accepted=f"{ask.least} to {ask.most}", place=place
            )
        value = int(text)
    elif place == ask.choice:
        _, there, _ = form_at(form, sheet, steps_to(place))
        assert isinstance(there, Choice)
        value = there.check(text)
    elif not text or len(text) > 40:
        raise SetupRefused(f"“{ask.label}” wants some words.", accepted="1 to 40 characters", place=place)
    return edited(form, sheet, steps_to(place), lambda _, __: value)


def heroes_of(game: Game) -> Heroes | None:
    """A game's ready heroes, if it has any."""
    found = own_data(type(game.types[0]).__module__, "heroes.toml")
    if not found:
        return None
    stock = [{"key": key, **each} for key, each in found["stock"].items()]
    return msgspec.convert(found | {"stock": stock}, Heroes)
