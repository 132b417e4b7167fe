"""Names of people: which of them look the same, and which only a game master may have.

Names are compared as Unicode Technical Standard 39 says, by skeletons: characters that are drawn as nothing are left
out, and each other one is replaced by the prototype of all that look like it.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from sqlalchemy import Connection, select

from .errors import Refused
from .schema import seats, tables

_RESERVED = ("Gamemaster", "GM")
"""However these are spaced or hyphenated, they are a game master's."""
_EMPTY_CELL = "\u2800"
"""Braille without a dot: a symbol, not a blank, to Unicode; to everybody who looks, nothing."""


def alike(one: str, other: str) -> bool:
    """Whether two names look the same as they are written, all in small letters, or all in capitals."""
    return any(ours == theirs for ours, theirs in zip(_skeletons(one), _skeletons(other), strict=True))


def seen_name(name: str) -> str:
    """The name, unless there is nothing to see of it."""
    if not any(_skeletons(name)):
        raise Refused("Nobody can see this name.", accepted="a name of letters or signs", place="name")
    return name


def need_free_name(connection: Connection, table: str, name: str, but: str = "") -> None:
    """Refuse a name that looks like that of another seat, or like a game master's.

    Others who come to the table wait until this transaction is over.
    """
    connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True))
    others = select(seats.c.name).where(seats.c.table_id == table, seats.c.id != but)
    for other in connection.execute(others.order_by(seats.c.created)).scalars():
        if alike(name, other):
            raise Refused(
                f"Somebody called {other} sits here already.",
                accepted=f"another name such as {name} 2, or your own link if that is you",
                place="name",
            )
    letters = "".join(each for each in unicodedata.normalize("NFKC", name) if each.isalpha())
    if any(alike(letters, word) for word in _RESERVED):
        raise Refused("Only a game master is called that.", accepted="another name", place="name")


@lru_cache(maxsize=2_000)
def _skeletons(name: str) -> tuple[str, str, str]:
    plain = unicodedata.normalize("NFKC", name)
    return _skeleton(plain), _skeleton(plain.casefold()), _skeleton(plain.upper())


def _skeleton(text: str) -> str:
    """TS 39, section 4: decomposed, without what is never drawn, each character by its prototype; blanks as one."""
    from precis_i18n.unicode import UnicodeData  # with its tables; few who import this compare names

    never_drawn, prototypes = UnicodeData().default_ignorable, _prototypes()
    drawn = (each for each in unicodedata.normalize("NFD", text) if not never_drawn(ord(each)))
    replaced = "".join(prototypes.get(each, each) for each in drawn).replace(_EMPTY_CELL, " ")
    return " ".join(unicodedata.normalize("NFD", replaced).split())


@cache
def _prototypes() -> dict[str, str]:
    """What each character looks like, from Unicode's list of confusables.

    The library lists whom a character can be confused with, both ways: one that stands for many has them all, each of
    the many has the one. Of a pair that have only each other the one that Unicode lists first stands for both.
    """
    from confusable_homoglyphs.confusables import confusables_data

    marks = "\u200e\u200f"
    found: dict[str, str] = {}
    for written, others in confusables_data.items():
        character, like = written.strip(marks), others[0]["c"].strip(marks)
        if len(others) == 1 and len(character) == 1 and found.get(like) != character:
            found[character] = like
    return {each: "".join(found.get(part, part) for part in like) for each, like in found.items()}
