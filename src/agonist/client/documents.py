"""What the API answers with, where the types of the kernel and of tables do not say it all."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from agonist.kernel import Asked
from agonist.table import Seat, TableInfo


class Invited(Struct, frozen=True):
    """An invitation: its token, the link that opens it in a browser, and the link as a QR code in SVG.

    There is no code for an address that only this machine can reach.
    """

    seat: Seat
    token: str
    link: str
    qr: str


class NewTable(Struct, frozen=True):
    """A new table with the game master's seat, its token and link."""

    table: TableInfo
    seat: Seat
    token: str
    link: str


class Question(Struct, frozen=True):
    """A request as the seat sees it, the JSON schema of its answers, these in words, and the usual one."""

    asked: Asked
    schema: dict[str, Any]
    legal: str
    usual: Any


class Me(Struct, frozen=True):
    """The seats that a token opens."""

    seats: list[Seat]


class PresetDocument(Struct, frozen=True):
    """A contest that is ready to play."""

    name: str
    title: str
    blurb: str
    setup: Any
    options: Any


class TypeDocument(Struct, frozen=True):
    """A kind of contest, with JSON schemas of its set-up and options."""

    name: str
    title: str
    blurb: str
    setup: dict[str, Any]
    options: dict[str, Any]
    presets: list[PresetDocument]
    bots: list[str]


class GameSummary(Struct, frozen=True):
    """A game in a list."""

    name: str
    title: str
    blurb: str
    rules_version: str
    types: list[str]


class GameDocument(Struct, frozen=True):
    """All that a game declares."""

    name: str
    title: str
    blurb: str
    rules_version: str
    credits: str
    types: list[TypeDocument]
    rules: dict[str, str]
    sheet: dict[str, Any] | None


class Shared(Struct):
    """The token of a public page, at /shared/TOKEN; empty if there is none."""

    link: str
