"""Contests that are ready to play, as pages offer them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from agonist.kernel import GM, ContestType, Game, UnknownGame, game, games
from agonist.odds.inquiries import questions
from agonist.table import NewContest, bots_of


class Ready(msgspec.Struct, frozen=True):
    """A preset in a list; `value` names it, `solo` says that one person has something to play there."""

    value: str
    title: str
    blurb: str
    solo: bool


class OfferedGame(msgspec.Struct, frozen=True):
    """A game in a list, with its presets."""

    name: str
    title: str
    blurb: str
    presets: list[Ready]
    odds: bool


def ready_games() -> list[OfferedGame]:
    """All games with what is ready to play, those that lead first."""
    return [_offered(each.name) for each in games()]


@cache
def _offered(name: str) -> OfferedGame:
    rules = game(name)
    ready = [_ready(rules, kind, key) for kind in rules.types for key in kind.presets]
    return OfferedGame(name, rules.title, rules.blurb, ready, bool(questions(name)))


def _ready(rules: Game, kind: ContestType[Any], key: str) -> Ready:
    preset = kind.presets[key]
    return Ready(f"{rules.name}/{kind.name}/{key}", preset.title, preset.blurb, preset.solo)


def solo(value: str, me: str) -> tuple[NewContest, str]:
    """The contest of a preset with one seat for a visitor and bots on all others, and which seat that is."""
    name, _, rest = value.partition("/")
    type_name, _, key = rest.partition("/")
    rules = game(name)
    kind = rules.type(type_name)
    if key not in kind.presets:
        raise UnknownGame("There is no such ready contest.", accepted=", ".join(kind.presets))
    seats = [seat for seat in kind.seats(kind.presets[key].setup) if seat != GM]
    mine = seats[0] if seats else GM
    bot = next(iter(bots_of(kind)))
    bots = {seat: bot for seat in (GM, *seats) if seat != mine}
    casting = {mine: me} if mine != GM else {}
    return NewContest(game=name, type=type_name, preset=key, casting=casting, bots=bots), mine
